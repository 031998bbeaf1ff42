//! Other users of the computer can neither read a library nor pose as its server.

use std::fs::{self, Permissions};
use std::io::Read as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use open5e_replay::{Replay, facts};
use serde_json::json;
use tempfile::TempDir;

use crate::homebrew::{book, write};
use crate::http::Http;
use crate::owners::{fireball, wait_for_owner};
use crate::program::{Serve, failed_with, handshake, printed, program, run, wait_until};

/// Two user ids that no account has.
const VICTIM: u32 = 4_242;
const OTHER: u32 = 4_243;

fn modes(folder: &Path) -> Vec<(PathBuf, u32, bool)> {
    let mut all = Vec::new();
    let mut left = vec![folder.to_owned()];
    while let Some(path) = left.pop() {
        let about = fs::symlink_metadata(&path).unwrap();
        if about.is_dir() {
            left.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        }
        all.push((path, about.mode() & 0o777, about.is_dir()));
    }
    all
}

#[track_caller]
fn all_private(home: &Path) {
    for (path, mode, is_folder) in modes(home) {
        assert_eq!(mode, if is_folder { 0o700 } else { 0o600 }, "{} has mode {mode:o}", path.display());
    }
}

/// Returns the program under a file mask that restricts nothing.
fn careless(home: &Path) -> Command {
    wrapped(home, "sh", &["-c", "umask 000; exec \"$0\" \"$@\""])
}

pub(crate) fn wrapped(home: &Path, by: &str, arguments: &[&str]) -> Command {
    let plain = program(home);
    let mut command = Command::new(by);
    command.args(arguments).arg(plain.get_program());
    command.envs(plain.get_envs().filter_map(|(name, value)| Some((name, value?))));
    command
}

#[test]
fn files_of_a_session_are_private() {
    let above = TempDir::new().unwrap();
    let home = above.path().join("library");
    let replay = Replay::start();
    let mut command = careless(&home);
    command.env("LOREKEEPER_OPEN5E_URL", &replay.base);
    let mut owner = Serve::connected(&mut command);
    wait_for_owner(&home, owner.process());
    fireball(&mut owner);
    let book = write(above.path(), "near.orcbrew", &book("Near", [("Plum", "")]));
    let mut bridge = Serve::connected(&mut careless(&home));
    assert_eq!(bridge.call("guide_import_orcbrew", json!({"path": book}))["success"], true);
    bridge.call("search_dnd_content", json!({"query": "a plum"}));
    assert_eq!(owner.call("guide_sync_open5e", json!({"documents": [facts().book]}))["success"], true);
    let http = Http::start(&home);
    all_private(&home);
    drop(http);
    assert_eq!((bridge.end(), owner.end()), (Some(0), Some(0)));
    all_private(&home);
}

#[test]
fn a_readable_library_is_closed_and_doctor_reports_it() {
    let home = TempDir::new().unwrap();
    fireball(&mut Serve::connected(&mut program(home.path())));
    for (path, mode, is_folder) in modes(home.path()) {
        fs::set_permissions(path, Permissions::from_mode(if is_folder { 0o755 } else { mode | 0o044 }))
            .unwrap();
    }
    let doctor = printed(&run(home.path(), &["doctor"]));
    assert!(doctor.contains("folder_was_open"), "{doctor}");
    all_private(home.path());
    let doctor = printed(&run(home.path(), &["doctor"]));
    assert!(!doctor.contains("folder_"), "{doctor}");
}

fn can_be_others() -> bool {
    let can = Command::new("setpriv").args(["--reuid", "4242", "--clear-groups", "true"]).output();
    if can.is_ok_and(|output| output.status.success()) {
        return true;
    }
    eprintln!("SKIPPED: attacks of another user of the computer; playing one needs root and `setpriv`");
    false
}

/// A socket of another user that counts its visitors: those who spoke, and those who left without a word.
struct Impostor {
    socket: PathBuf,
    heard: Arc<AtomicUsize>,
    left: Arc<AtomicUsize>,
}

impl Impostor {
    fn listen(folder: &Path) -> Self {
        let socket = folder.join("s");
        let listener = UnixListener::bind(&socket).unwrap();
        fs::set_permissions(&socket, Permissions::from_mode(0o777)).unwrap();
        let (heard, left) = (Arc::<AtomicUsize>::default(), Arc::<AtomicUsize>::default());
        let (spoke, silent) = (Arc::clone(&heard), Arc::clone(&left));
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let said = stream.unwrap().read(&mut [0]).is_ok_and(|bytes| bytes > 0);
                if said { &spoke } else { &silent }.fetch_add(1, Ordering::Relaxed);
            }
        });
        Self { socket, heard, left }
    }

    fn wait_until_left(&self, visitors: usize) {
        let before = self.left.load(Ordering::Relaxed);
        wait_until("somebody came and left", || self.left.load(Ordering::Relaxed) >= before + visitors);
    }
}

fn shared_folder(above: &Path, name: &str, user: u32) -> PathBuf {
    let folder = above.join(name);
    fs::create_dir(&folder).unwrap();
    fs::set_permissions(&folder, Permissions::from_mode(0o777)).unwrap();
    chown(&folder, Some(user), Some(user)).unwrap();
    folder
}

#[test]
fn an_owner_record_of_another_user_is_not_trusted() {
    if !can_be_others() {
        return;
    }
    let above = TempDir::new().unwrap();
    fs::set_permissions(above.path(), Permissions::from_mode(0o755)).unwrap();
    let theirs = shared_folder(above.path(), "theirs", OTHER);
    let impostor = Impostor::listen(&theirs);
    let plant = |home: &Path| {
        let sign = json!({"address": impostor.socket, "process": std::process::id(), "version": "0.1.0"});
        for (name, text) in [("owner.json", sign.to_string()), ("owner.lock", String::new())] {
            let path = home.join(name);
            fs::write(&path, text).unwrap();
            fs::set_permissions(&path, Permissions::from_mode(0o666)).unwrap();
            chown(&path, Some(OTHER), Some(OTHER)).unwrap();
        }
        fs::File::open(home.join("owner.lock")).unwrap()
    };
    let user = VICTIM.to_string();
    let victim = |home: &Path| {
        let mut command = wrapped(home, "setpriv", &["--reuid", &user, "--regid", &user, "--clear-groups"]);
        command.env("HOME", home).current_dir("/");
        command
    };
    // A folder of the user's own: what was planted is cleared away, and it is closed. The other holds the
    // lock of its file.
    let home = shared_folder(above.path(), "mine", VICTIM);
    let held = plant(&home);
    held.lock().unwrap();
    let mut serve = Serve::connected(&mut victim(&home));
    fireball(&mut serve);
    assert_eq!(fs::metadata(&home).unwrap().mode() & 0o777, 0o700);
    assert_eq!(serve.end(), Some(0));
    drop(held);
    // A sign of one's own that leads to a socket of another user, who took the place of an owner that was
    // killed.
    let home = shared_folder(above.path(), "left-behind", VICTIM);
    let held = plant(&home);
    for name in ["owner.json", "owner.lock"] {
        chown(home.join(name), Some(VICTIM), Some(VICTIM)).unwrap();
    }
    held.lock().unwrap();
    let mut serve = Serve::start(&mut victim(&home));
    let greeting = serve.send("initialize", handshake("2025-06-18", &json!({})));
    impostor.wait_until_left(3);
    // Once the lock is free, the user's own process answers.
    drop(held);
    let answer = serve.receive();
    assert_eq!(
        (&answer["id"], &answer["result"]["serverInfo"]["name"]),
        (&json!(greeting), &json!("lorekeeper"))
    );
    assert_eq!(serve.end(), Some(0));
    // A folder of the other: refused, with whose it is.
    let home = shared_folder(above.path(), "not-mine", OTHER);
    drop(plant(&home));
    let mut serve = Serve::connected(&mut victim(&home));
    let answer = serve.call("lookup_spell", json!({"name": "fireball"}));
    failed_with(&answer, "file_error");
    let words = answer["error"].as_str().unwrap();
    assert!(words.contains("another user") && words.contains("4243"), "{words}");
    assert_eq!(serve.end(), Some(0));
    // A file of the other in a folder of one's own.
    let home = shared_folder(above.path(), "with-theirs", VICTIM);
    fs::write(home.join("library.db"), "").unwrap();
    chown(home.join("library.db"), Some(OTHER), Some(OTHER)).unwrap();
    let mut serve = Serve::connected(&mut victim(&home));
    let answer = serve.call("lookup_spell", json!({"name": "fireball"}));
    assert!(answer["error"].as_str().unwrap().contains("library.db"), "{answer}");
    drop(serve);
    assert_eq!(impostor.heard.load(Ordering::Relaxed), 0, "a client spoke to the impostor");
}
