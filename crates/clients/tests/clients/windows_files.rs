//! Files as only Windows has them: held open by other programs, with attributes and access rights.

use std::fs::{self, File, OpenOptions};
use std::os::windows::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::time::Duration;

use clients::{Action, ClientId, Server, State, System};

use crate::support::Computer;

const ID: ClientId = ClientId::ClaudeDesktop;
const HIDDEN: u32 = 2;
const TEMPORARY: u32 = 0x100;
/// Sharing for reading, writing and removal, as most programs open files.
const READ: u32 = 1;

fn connected_text(computer: &Computer) -> String {
    computer.act(ID, Action::Connect);
    computer.read(ID)
}

fn hold(computer: &Computer, sharing: u32) -> File {
    OpenOptions::new().read(true).share_mode(sharing).open(computer.file(ID)).unwrap()
}

#[test]
fn a_file_that_is_held_for_a_moment_is_waited_for() {
    for action in [Action::Connect, Action::Disconnect] {
        let computer = Computer::new(System::Windows);
        computer.write(ID, "{}");
        if action == Action::Disconnect {
            computer.act(ID, Action::Connect);
        }
        let plan = computer.plan(ID, action).unwrap();
        let held = hold(&computer, 0);
        let release = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(300));
            drop(held);
        });
        let client = computer.clients().apply(&plan).unwrap();
        assert_eq!(client.state == State::Connected, action == Action::Connect);
        release.join().unwrap();
    }
}

#[test]
fn a_file_that_stays_held_is_refused_with_advice() {
    for sharing in [0, READ] {
        let computer = Computer::new(System::Windows);
        computer.write(ID, "{ }");
        let plan = computer.plan(ID, Action::Connect).unwrap();
        let held = hold(&computer, sharing);
        let error = computer.clients().apply(&plan).unwrap_err();
        drop(held);
        assert!(["file-in-use", "unreadable-file"].contains(&error.code()), "{error:?}");
        let words = format!("{error} {}", error.advice());
        assert!(words.contains("another program has it open") && words.contains("try again"), "{words}");
        assert_eq!(computer.read(ID), "{ }");
        assert_eq!(computer.act(ID, Action::Connect).state, State::Connected);
    }
}

#[test]
fn a_file_that_its_client_reads_and_shares_is_replaced() {
    let computer = Computer::new(System::Windows);
    computer.write(ID, "{}");
    let held = File::open(computer.file(ID)).unwrap();
    assert!(connected_text(&computer).contains("lorekeeper"));
    drop(held);
    computer.clients().undo(ID).unwrap();
    assert_eq!(computer.read(ID), "{}");
}

#[test]
fn the_attributes_of_a_file_stay() {
    let computer = Computer::new(System::Windows);
    computer.write(ID, "{}");
    OpenOptions::new()
        .write(true)
        .attributes(HIDDEN)
        .create(true)
        .truncate(true)
        .open(computer.file(ID).with_extension("hidden"))
        .unwrap();
    fs::rename(computer.file(ID).with_extension("hidden"), computer.file(ID)).unwrap();
    assert!(connected_text(&computer).contains("lorekeeper"));
    let attributes = fs::metadata(computer.file(ID)).unwrap().file_attributes();
    assert_eq!(attributes & (HIDDEN | TEMPORARY), HIDDEN);
}

#[test]
fn a_program_in_a_folder_with_spaces_is_registered() {
    let computer = Computer::new(System::Windows);
    let program = computer.folders.home.join("Programs and Übung").join("lorekeeper-mcp.exe");
    fs::create_dir_all(program.parent().unwrap()).unwrap();
    fs::write(&program, "").unwrap();
    let verbatim = format!(r"\\?\{}", program.display());
    for id in ClientId::ALL {
        let clients = computer.clients_for(Server::new(&verbatim));
        let plan = clients.plan(id, Action::Connect).unwrap();
        assert_eq!(clients.apply(&plan).unwrap().state, State::Connected);
        let text = computer.read(id);
        assert!(!text.contains('?') && !text.contains(r"\\\\"), "{text}");
        let lower = Server::new(program.display().to_string().to_lowercase().replace('\\', "/"));
        assert_eq!(
            computer.clients_for(lower).client(id).state,
            State::Connected,
            "the same path in other letters"
        );
    }
}

#[test]
fn a_program_in_the_folder_for_temporary_files_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("lorekeeper-mcp.exe");
    fs::write(&program, "").unwrap();
    assert_eq!(Server::new(program).check().unwrap_err().code(), "command-not-stable");
}

#[test]
#[ignore = "needs the privilege to create links, and Wine does not resolve them"]
fn no_verbatim_path_is_shown_for_a_link() {
    let computer = Computer::new(System::Windows);
    let real = computer.folders.home.join("settings.json");
    fs::write(&real, "{}").unwrap();
    std::os::windows::fs::symlink_file(&real, computer.file(ID)).unwrap();
    computer.act(ID, Action::Connect);
    assert!(fs::read_to_string(&real).unwrap().contains("lorekeeper"));
    let record = fs::read_to_string(computer.records().join("claude-desktop.json")).unwrap();
    assert!(!record.contains('?'), "{record}");
}
