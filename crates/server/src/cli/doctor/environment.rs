//! What is around a library: the process that owns it, the resources, the clients' files, the token of HTTP.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clients::State;
use lore::{Check, Level};
use tokio::time::timeout;

use crate::cli::clients::here;
use crate::process::http::Token;
use crate::process::lazy_library::{LazyLibrary, resources_folders, starter_folder};
use crate::process::owner::{Claim, Sign, Welcome, probe};

/// How long an owner may take to say its name.
const PATIENCE: Duration = Duration::from_secs(3);

/// What can be found around a library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Finding {
    /// There is no starter content.
    StarterMissing,
    /// The process that owns the library does not answer.
    OwnerSilent,
    /// The process that owns the library is of another version.
    OtherVersion,
    /// The folder lets no lock be taken.
    NoLock,
    /// A client's file would not start this server.
    ClientStale,
    /// A client dropped our entry.
    ClientDropped,
    /// A client's file cannot be read.
    ClientUnreadable,
    /// Others on this computer can read the token.
    TokenOpen,
    /// Others on this computer could read the library until now.
    FolderWasOpen,
    /// Others on this computer can read the library.
    FolderOpen,
}

impl Finding {
    /// Every one.
    #[cfg(test)]
    pub(crate) const ALL: [Self; 10] = [
        Self::StarterMissing,
        Self::OwnerSilent,
        Self::OtherVersion,
        Self::NoLock,
        Self::ClientStale,
        Self::ClientDropped,
        Self::ClientUnreadable,
        Self::TokenOpen,
        Self::FolderWasOpen,
        Self::FolderOpen,
    ];

    /// Its lasting name, and what to do.
    pub(crate) fn known(self) -> (&'static str, &'static str) {
        match self {
            Self::StarterMissing => (
                "starter_missing",
                "Install LoreKeeper again, or fill the library with `lorekeeper-mcp sync`.",
            ),
            Self::OwnerSilent => (
                "owner_silent",
                "End that process; another takes the library over at once, and nothing is lost.",
            ),
            Self::OtherVersion => (
                "other_version",
                "Quit every program that uses LoreKeeper and start it again, so that all of them use this version.",
            ),
            Self::NoLock => (
                "no_lock",
                "Check that you may write to the folder, or set LOREKEEPER_HOME to a folder on a disk of this computer.",
            ),
            Self::ClientStale => {
                ("client_stale", "Run `lorekeeper-mcp register` with its name, then restart the client.")
            }
            Self::ClientDropped => (
                "client_dropped",
                "Quit the client, run `lorekeeper-mcp register` with its name, then start it again.",
            ),
            Self::ClientUnreadable => (
                "client_unreadable",
                "Mend the file in an editor; LoreKeeper leaves it alone as long as it cannot be read.",
            ),
            Self::TokenOpen => (
                "token_open",
                "Run `lorekeeper-mcp token --new`, which makes another that only you can read, and give it to your clients.",
            ),
            Self::FolderWasOpen => (
                "folder_was_open",
                "Nothing, unless others use this computer: then they may have read your questions and your homebrew.",
            ),
            Self::FolderOpen => (
                "folder_open",
                "Set LOREKEEPER_HOME to a folder in your home, on a disk whose file system knows users, and move the library there.",
            ),
        }
    }

    fn check(self, what: &'static str, level: Level, finding: impl Into<String>) -> Check {
        Check::found(what, level, self.known(), finding)
    }
}

pub(super) fn check_starter() -> Check {
    let what = "starter content";
    match starter_folder() {
        Some(folder) => Check::well(what, folder.display().to_string()),
        None => {
            let folders: Vec<String> =
                resources_folders().iter().map(|folder| folder.display().to_string()).collect();
            let finding = format!("not found in {}; an empty library begins empty", folders.join(", "));
            Finding::StarterMissing.check(what, Level::Problem, finding)
        }
    }
}

/// Asks the owner, if there is one, to say its version.
pub(super) async fn check_owner(home: &Path) -> Check {
    let what = "owner";
    match Claim::take(home) {
        // It is free again at once.
        Ok(Some(_)) => return Check::well(what, "no server is running"),
        Ok(None) => {}
        Err(error) => {
            let finding = format!("{}: {error}; each server works alone", home.display());
            return Finding::NoLock.check(what, Level::Note, finding);
        }
    }
    let Some(sign) = Sign::read(home) else {
        let finding = "a process holds the library and does not say which it is";
        return Finding::OwnerSilent.check(what, Level::Problem, finding);
    };
    let Sign { process, version, .. } = &sign;
    let ours = env!("CARGO_PKG_VERSION");
    match timeout(PATIENCE, greet(&sign)).await {
        Ok(Ok(_)) if version.to_string() != ours => {
            let finding = format!("process {process} is version {version}, this program {ours}");
            Finding::OtherVersion.check(what, Level::Note, finding)
        }
        Ok(Ok(_)) => Check::well(what, format!("process {process}, which answers")),
        Ok(Err(error)) => {
            let finding = format!("process {process} holds the library and cannot be reached: {error}");
            Finding::OwnerSilent.check(what, Level::Problem, finding)
        }
        Err(_) => {
            let finding = format!("process {process} holds the library and does not answer");
            Finding::OwnerSilent.check(what, Level::Problem, finding)
        }
    }
}

/// Says hello as a program of the owner's own version, so that it does not make room for us.
async fn greet(sign: &Sign) -> std::io::Result<Welcome> {
    let address =
        sign.address.as_deref().ok_or_else(|| std::io::Error::from(std::io::ErrorKind::NotConnected))?;
    probe(address, sign.version.clone()).await
}

/// Tells what other users of this computer could read of a library until now: it is closed to them where that is possible.
pub(super) fn check_folder(home: &Path, were_open: &[PathBuf]) -> Check {
    let what = "folder";
    let shown = home.display();
    let (Some(first), count) = (were_open.first(), were_open.len()) else {
        return Check::well(what, format!("{shown}, for you alone"));
    };
    let closed = lore::make_private_folder(home).is_ok() && lore::close_to_others(home).is_ok();
    if closed && lore::open_to_others(home).is_empty() {
        let finding = format!(
            "other users of this computer could read {shown} ({count} files and folders); now they cannot"
        );
        return Finding::FolderWasOpen.check(what, Level::Note, finding);
    }
    let finding = format!(
        "other users of this computer can read {count} files and folders, the first is {}",
        first.display()
    );
    Finding::FolderOpen.check(what, Level::Problem, finding)
}

/// Only what is wrong is told: `lorekeeper-mcp clients` lists them all.
pub(super) fn check_clients(library: &LazyLibrary, named_home: bool) -> Vec<Check> {
    let what = "clients";
    let Ok(clients) = here(library, named_home) else { return Vec::new() };
    let all = clients.all();
    let connected = all.iter().filter(|client| client.state == State::Connected).count();
    let wrong = all.iter().filter_map(|client| {
        let file = client.file.display();
        match &client.state {
            State::Stale { reason } => {
                let finding = format!("{} ({}): {file}: {reason}", client.name, client.id);
                Some(Finding::ClientStale.check(what, Level::Problem, finding))
            }
            State::Unreadable { reason, .. } => {
                let finding = format!("{} ({}): {file}: {reason}", client.name, client.id);
                Some(Finding::ClientUnreadable.check(what, Level::Note, finding))
            }
            State::NotConnected if client.dropped => {
                let finding = format!("{} ({}) dropped our entry from {file}", client.name, client.id);
                Some(Finding::ClientDropped.check(what, Level::Problem, finding))
            }
            _ => None,
        }
    });
    let mut checks: Vec<Check> = wrong.collect();
    if checks.is_empty() {
        checks.push(Check::well(what, format!("{connected} connected")));
    }
    checks
}

/// Nothing where there is no token.
pub(super) fn check_token(home: &Path) -> Option<Check> {
    let what = "token of HTTP";
    let about = std::fs::metadata(Token::place(home)).ok()?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = about.permissions().mode() & 0o777;
        if mode & 0o077 != 0 {
            let finding = format!("{} can be read by others (mode {mode:o})", Token::place(home).display());
            return Some(Finding::TokenOpen.check(what, Level::Problem, finding));
        }
    }
    Some(Check::well(what, format!("{} bytes that only you can read", about.len())))
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;
    use crate::process::owner::Door;

    #[tokio::test]
    async fn an_owner_that_holds_the_library_and_says_nothing_is_found() {
        let home = tempfile::tempdir().unwrap();
        assert_eq!(check_owner(home.path()).await.code, None, "nobody has it");
        let claim = Claim::take(home.path()).unwrap().unwrap();
        assert_eq!(check_owner(home.path()).await.code, Some("owner_silent"), "there is no sign");
        let door = Door::open(home.path(), &semver::Version::new(0, 0, 1)).unwrap();
        let check = check_owner(home.path()).await;
        assert_eq!(check.code, Some("owner_silent"), "it accepts and is silent: {}", check.finding);
        assert!(check.finding.contains(&std::process::id().to_string()));
        drop((claim, door));
    }

    #[tokio::test]
    async fn a_folder_without_locks_is_found() {
        assert_eq!(check_owner(Path::new("/proc/lorekeeper")).await.code, Some("no_lock"));
    }

    #[test]
    fn a_library_that_others_could_read_is_found_once() {
        let home = tempfile::tempdir().unwrap();
        let database = home.path().join("library.db");
        std::fs::write(&database, "").unwrap();
        std::fs::set_permissions(&database, std::fs::Permissions::from_mode(0o644)).unwrap();
        let check = || check_folder(home.path(), &lore::open_to_others(home.path()));
        assert_eq!(check().code, Some("folder_was_open"));
        assert_eq!(std::fs::metadata(&database).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(check().code, None);
    }

    #[test]
    fn a_token_that_others_can_read_is_found() {
        let home = tempfile::tempdir().unwrap();
        assert!(check_token(home.path()).is_none());
        std::fs::write(Token::place(home.path()), "secret").unwrap();
        let with_mode = |mode| {
            std::fs::set_permissions(Token::place(home.path()), std::fs::Permissions::from_mode(mode))
                .unwrap();
            check_token(home.path()).unwrap().code
        };
        assert_eq!((with_mode(0o644), with_mode(0o600)), (Some("token_open"), None));
    }
}
