//! Disks that are full or cannot be written to. Mounting one needs root; elsewhere these tests say that they are skipped.

use std::path::Path;
use std::process::Command;

use serde_json::json;
use tempfile::TempDir;

use crate::program::{Serve, program};

/// A small disk in memory, unmounted when it goes.
struct Disk(TempDir);

impl Disk {
    fn mount() -> Option<Self> {
        let disk = Self(TempDir::new().unwrap());
        let size = ["-t", "tmpfs", "-o", "size=40m", "tmpfs"];
        let mounted = Command::new("mount").args(size).arg(disk.path()).status();
        if mounted.is_ok_and(|status| status.success()) {
            return Some(disk);
        }
        println!("skipped: mounting a small disk needs root");
        None
    }

    fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.path()).status();
    }
}

/// Two servers on a library; on a disk without room for a socket, that is elsewhere.
fn two(home: &Path) -> [Serve; 2] {
    [(); 2].map(|()| Serve::connected(program(home).env_remove("XDG_RUNTIME_DIR")))
}

#[test]
fn a_full_disk_is_told_by_owner_and_bridge_and_both_go_on_when_there_is_room() {
    let Some(disk) = Disk::mount() else { return };
    let fireball = json!({"name": "fireball"});
    let mut first = Serve::connected(&mut program(disk.path()));
    assert_eq!(first.call("lookup_spell", fireball.clone())["value"][0]["name"], "Fireball");
    assert_eq!(first.end(), Some(0));
    // What cannot be written any more.
    let _ = std::fs::write(disk.path().join("other"), vec![0; 64 << 20]);
    let mut serving = two(disk.path());
    for serve in &mut serving {
        let failed = serve.call("lookup_spell", fireball.clone());
        assert_eq!(failed["error_type"], "disk_full", "{failed}");
        assert!(failed["instruction"].as_str().unwrap().contains("Free some space"), "{failed}");
    }
    std::fs::remove_file(disk.path().join("other")).unwrap();
    for serve in &mut serving {
        assert_eq!(serve.call("lookup_spell", fireball.clone())["value"][0]["name"], "Fireball");
    }
}

#[test]
fn a_folder_that_cannot_be_written_to_is_told_at_each_call_and_by_each_server() {
    let Some(disk) = Disk::mount() else { return };
    let remounted = Command::new("mount").args(["-o", "remount,ro"]).arg(disk.path()).status().unwrap();
    assert!(remounted.success());
    for mut serve in two(disk.path()) {
        let failed = serve.call("lookup_spell", json!({"name": "fireball"}));
        assert_eq!(failed["error_type"], "file_error", "{failed}");
        assert!(failed["error"].as_str().unwrap().contains(disk.path().to_str().unwrap()), "{failed}");
        assert!(failed["instruction"].as_str().unwrap().contains("LOREKEEPER_HOME"), "{failed}");
        assert_eq!(serve.end(), Some(0));
    }
}
