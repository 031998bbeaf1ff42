//! Full and read-only disks. Mounting one needs root; elsewhere these tests print that they are skipped.
#![allow(clippy::print_stderr, reason = "that a test is skipped is said there")]

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::homebrew::{self, write};
use crate::owners::fireball;
use crate::program::{Serve, failed_with, number_of, printed, program, repetitions, run};
use crate::starter_library::copy_starter_library;

/// The short tests fill a disk once. `LOREKEEPER_FULL_DISKS` overrides both numbers.
const ROUNDS: usize = 3;
/// The room left in each round, in KiB: the database, its log or the text index does not fit.
const ROOM: [usize; 6] = [0, 2_000, 700, 64, 3_500, 5_000];

/// A small disk in memory, unmounted when dropped.
struct Disk(TempDir);

impl Disk {
    fn mount() -> Option<Self> {
        let disk = Self(TempDir::new().unwrap());
        let of_memory = ["-t", "tmpfs", "-o", "size=140m", "tmpfs"];
        let mounted = Command::new("mount").args(of_memory).arg(disk.path()).status();
        if mounted.is_ok_and(|status| status.success()) {
            return Some(disk);
        }
        eprintln!("skipped: mounting a small disk needs root");
        None
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// Fills the disk up to so many KiB.
    fn fill(&self, room: usize) {
        let other = self.path().join("other");
        let _ = std::fs::write(&other, vec![1; 400 << 20]);
        let size = std::fs::metadata(&other).unwrap().len();
        let file = std::fs::OpenOptions::new().write(true).open(&other).unwrap();
        file.set_len(size.saturating_sub((room as u64) << 10)).unwrap();
    }

    fn make_room(&self) {
        std::fs::remove_file(self.path().join("other")).unwrap();
    }

    fn remount(&self, option: &str) {
        let remount = format!("remount,{option}");
        let status = Command::new("mount").args(["-o", &remount]).arg(self.path()).status().unwrap();
        assert!(status.success());
    }
}

fn book(folder: &Path, name: &str, spells: usize) -> PathBuf {
    let text = format!("The word is {name}. {}", "It lasts as long as it lasts. ".repeat(40));
    let spells = (0..spells).map(|number| (format!("{name} {number}"), &text));
    write(folder, &format!("{name}.orcbrew"), &homebrew::book(name, spells))
}

fn index_files(home: &Path) -> Vec<std::ffi::OsString> {
    let mut files: Vec<_> =
        std::fs::read_dir(home.join("index-2")).unwrap().map(|file| file.unwrap().file_name()).collect();
    files.sort();
    files
}

#[test]
fn writing_resumes_when_a_full_disk_has_room_again() {
    let Some(disk) = Disk::mount() else { return };
    let books = TempDir::new().unwrap();
    let rounds = number_of("LOREKEEPER_FULL_DISKS").unwrap_or(repetitions(1, ROUNDS));
    let mut serve = Serve::connected(&mut program(disk.path()));
    let word = |name: &str| json!({"query": name, "documents": [name], "semantic": false, "limit": 1});
    fireball(&mut serve);
    for round in 0..rounds {
        let room = ROOM[round % ROOM.len()];
        let name = format!("wort{round}");
        let file = book(books.path(), &name, 1_200);
        let import = json!({"path": file});
        let before = index_files(disk.path());
        disk.fill(room);
        let failed = serve.call("guide_import_orcbrew", import.clone());
        let stored = failed["success"] == true;
        assert!(stored || failed["error_type"] == "disk_full", "round {round}, {room} KiB: {failed}");
        assert!(stored || failed["instruction"].as_str().unwrap().contains("Free some space"), "{failed}");
        for file in &before {
            let is_segment = file.to_string_lossy().ends_with(".idx");
            let is_there = index_files(disk.path()).contains(file);
            assert!(stored || !is_segment || is_there, "the index is thrown away");
        }
        // While it is full, everything that was stored answers, or says what is missing.
        fireball(&mut serve);
        let searched = serve.call("search_dnd_content", json!({"query": "fireball", "semantic": false}));
        assert!(searched["value"].as_array().is_some_and(|found| !found.is_empty()), "{searched}");
        if stored {
            let found = serve.call("search_dnd_content", word(&name));
            // A session gets the message once.
            let is_reported = |answer: &Value| {
                answer["message"].as_str().is_some_and(|words| words.contains("no room left"))
            };
            assert!(
                is_reported(&failed) || is_reported(&found) || found["value"][0]["name"].is_string(),
                "round {round}: {found}"
            );
        }
        disk.make_room();
        let imported = serve.call("guide_import_orcbrew", import);
        assert_eq!(imported["success"], true, "round {round}, {room} KiB: {imported}");
        let added = &imported["value"]["files"][0]["added"];
        assert_eq!(*added, if stored { 0 } else { 1_200 }, "nothing was half-stored: {imported}");
        let found = serve.call("search_dnd_content", word(&name));
        assert!(found["value"][0]["name"].as_str().is_some_and(|found| found.starts_with("wort")), "{found}");
        let deleted = json!({"document": name, "confirm": "DELETE_DOCUMENT"});
        assert_eq!(serve.call("guide_delete_document", deleted)["success"], true);
    }
    assert_eq!(serve.end(), Some(0));
    let doctor = run(disk.path(), &["doctor"]);
    assert!(!printed(&doctor).contains("damage"), "{}", printed(&doctor));
}

fn says_read_only(answer: &Value) -> bool {
    answer["message"].as_str().is_some_and(|words| words.contains("cannot be written to"))
}

fn ask_what_can_only_be_read(serve: &mut Serve, file: &Path) {
    let first = serve.call("lookup_spell", json!({"name": "fireball"}));
    assert_eq!(first["value"][0]["name"], "Fireball", "{first}");
    assert!(says_read_only(&first), "{first}");
    for (tool, arguments) in [
        ("search_dnd_content", json!({"query": "a ball of fire", "semantic": false})),
        ("lookup_creature", json!({"name": "goblin"})),
        ("list_documents", json!({"format": "json"})),
        ("guide_browse_entries", json!({"query": "fire"})),
        ("guide_library_stats", json!({})),
    ] {
        let answer = serve.call(tool, arguments);
        assert_eq!(answer["success"], true, "{tool}: {answer}");
        assert!(!says_read_only(&answer), "once is enough: {answer}");
    }
    for (tool, arguments) in [
        ("guide_import_orcbrew", json!({"path": file})),
        ("guide_delete_document", json!({"document": "srd-2014", "confirm": "DELETE_DOCUMENT"})),
    ] {
        failed_with(&serve.call(tool, arguments), "file_error");
    }
}

#[test]
fn a_read_only_library_answers_and_says_so_once() {
    let Some(disk) = Disk::mount() else { return };
    let books = TempDir::new().unwrap();
    let file = book(books.path(), "late", 3);
    copy_starter_library(disk.path());
    for crashed in [false, true] {
        let mut first = Serve::connected(&mut program(disk.path()));
        fireball(&mut first);
        if crashed {
            // Leaves a log that was not worked off.
            let delete = json!({"document": "srd-2024", "confirm": "DELETE_DOCUMENT"});
            assert_eq!(first.call("guide_delete_document", delete)["success"], true);
            first.kill();
        } else {
            assert_eq!(first.end(), Some(0));
        }
        disk.remount("ro");
        for mut serve in two(disk.path()) {
            ask_what_can_only_be_read(&mut serve, &file);
            let documents = serve.call("list_documents", json!({"format": "json"}));
            let count = documents["value"].as_array().unwrap().len();
            assert_eq!(count, if crashed { 1 } else { 2 }, "what was stored last is seen: {documents}");
            assert_eq!(serve.end(), Some(0));
        }
        let doctor = run(disk.path(), &["doctor"]);
        assert!(printed(&doctor).contains("library_read_only"), "{}", printed(&doctor));
        disk.remount("rw");
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.path()).status();
    }
}

/// On a disk without room for a socket, the socket is elsewhere.
fn two(home: &Path) -> [Serve; 2] {
    [(); 2].map(|()| Serve::connected(program(home).env_remove("XDG_RUNTIME_DIR")))
}

#[test]
fn owner_and_bridge_report_a_full_disk_and_recover() {
    let Some(disk) = Disk::mount() else { return };
    copy_starter_library(disk.path());
    let mut first = Serve::connected(&mut program(disk.path()));
    fireball(&mut first);
    assert_eq!(first.end(), Some(0));
    disk.fill(0);
    let mut serving = two(disk.path());
    for serve in &mut serving {
        let failed = serve.call("lookup_spell", json!({"name": "fireball"}));
        failed_with(&failed, "disk_full");
        assert!(failed["instruction"].as_str().unwrap().contains("Free some space"), "{failed}");
    }
    disk.make_room();
    serving.iter_mut().for_each(fireball);
}
