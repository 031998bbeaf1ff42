//! Checks of a library's environment: the owner, the resources, the clients' files and the HTTP token.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clients::State;
use lore::{Check, Level};
use tokio::time::timeout;

use crate::cli::clients::all_clients;
use crate::cli::context::Context;
use crate::process::http::{NamedTokens, Token};
use crate::process::owner::{OwnerLock, OwnerRecord, Welcome, probe};
use crate::process::private_file;
use crate::process::settings::Settings;

/// The longest time that an owner may take to answer.
const OWNER_TIMEOUT: Duration = Duration::from_secs(3);

/// A problem in the environment of a library: its stable code and the advice.
pub(crate) struct Finding(pub(crate) &'static str, &'static str);

/// There is no starter content.
const STARTER_MISSING: Finding =
    Finding("starter_missing", "Install LoreKeeper again, or fetch content with `lorekeeper-mcp sync`.");
/// The owner of the library does not answer.
const OWNER_SILENT: Finding =
    Finding("owner_silent", "End that process. Another takes over the library at once, and nothing is lost.");
/// The owner of the library has another version.
const OTHER_VERSION: Finding = Finding(
    "other_version",
    "Quit every program that uses LoreKeeper and start it again, so that all of them use this version.",
);
/// The library's folder cannot be locked.
const NO_LOCK: Finding = Finding(
    "no_lock",
    "Check that the folder is writable, or set LOREKEEPER_HOME to a folder on a local disk.",
);
/// A client's entry would not start this server.
const CLIENT_STALE: Finding =
    Finding("client_stale", "Run `lorekeeper-mcp register` with its name, then restart the client.");
/// A client dropped our entry.
const CLIENT_DROPPED: Finding = Finding(
    "client_dropped",
    "Quit the client, run `lorekeeper-mcp register` with its name, then start it again.",
);
/// A client's file cannot be read.
const CLIENT_UNREADABLE: Finding = Finding(
    "client_unreadable",
    "Repair the file in an editor. LoreKeeper does not change a file that it cannot read.",
);
/// Other users can read the token.
const TOKEN_OPEN: Finding = Finding(
    "token_open",
    "Run `lorekeeper-mcp token --new`, which creates another that only you can read, and give it to your clients.",
);
/// A file of tokens cannot be used, so that nobody can ask over HTTP.
const TOKEN_UNUSABLE: Finding = Finding(
    "token_unusable",
    "Put the file back from a backup, or delete it and make tokens with `lorekeeper-mcp token --new` or `token add`; then give them to your clients.",
);
/// Other users could read the library until now.
const FOLDER_WAS_OPEN: Finding = Finding(
    "folder_was_open",
    "Nothing, unless others use this computer: they may have read your searches and your homebrew.",
);
/// Other users can read the library.
const FOLDER_OPEN: Finding = Finding(
    "folder_open",
    "Move the library to a folder in your home, on a disk whose file system has permissions, and set LOREKEEPER_HOME to it.",
);

/// All findings.
#[cfg(test)]
pub(crate) const FINDINGS: [Finding; 11] = [
    STARTER_MISSING,
    OWNER_SILENT,
    OTHER_VERSION,
    NO_LOCK,
    CLIENT_STALE,
    CLIENT_DROPPED,
    CLIENT_UNREADABLE,
    TOKEN_OPEN,
    TOKEN_UNUSABLE,
    FOLDER_WAS_OPEN,
    FOLDER_OPEN,
];

impl Finding {
    fn check(&self, what: &'static str, level: Level, finding: impl Into<String>) -> Check {
        Check::found(what, level, (self.0, self.1), finding)
    }
}

/// Checks that the starter content is installed.
pub(super) fn check_starter(settings: &Settings) -> Check {
    let what = "starter content";
    match &settings.library.starter {
        Some(folder) => Check::well(what, folder.display().to_string()),
        None => {
            let folders = settings.resources_folders.iter().map(|folder| folder.display().to_string());
            let folders = folders.collect::<Vec<_>>().join(", ");
            let finding = format!("not found in {folders}; a new library starts empty");
            STARTER_MISSING.check(what, Level::Problem, finding)
        }
    }
}

/// Checks that the owner of the library, if there is one, answers and has this version.
pub(super) async fn check_owner(home: &Path) -> Check {
    let what = "owner";
    let silent = |finding: String| OWNER_SILENT.check(what, Level::Problem, finding);
    match OwnerLock::try_acquire(home) {
        // The lock is released at once.
        Ok(Some(_)) => return Check::well(what, "no server is running"),
        Ok(None) => {}
        Err(error) => {
            let finding = format!("{}: {}; each server works alone", home.display(), disk::reason(&error));
            return NO_LOCK.check(what, Level::Note, finding);
        }
    }
    let Some(record) = OwnerRecord::read(home) else {
        return silent("a process holds the library but left no record".to_owned());
    };
    let OwnerRecord { process, version, .. } = &record;
    let this_version = env!("CARGO_PKG_VERSION");
    match timeout(OWNER_TIMEOUT, greet(&record)).await {
        Ok(Ok(_)) if version.to_string() != this_version => {
            let finding = format!("process {process} is version {version}, this program {this_version}");
            OTHER_VERSION.check(what, Level::Note, finding)
        }
        Ok(Ok(_)) => Check::well(what, format!("process {process} answers")),
        Ok(Err(error)) => {
            let reason = disk::reason(&error);
            silent(format!("process {process} holds the library and cannot be reached: {reason}"))
        }
        Err(_) => silent(format!("process {process} holds the library and does not answer")),
    }
}

/// Probes the owner with its own version, so that it does not end in favour of this program.
async fn greet(record: &OwnerRecord) -> std::io::Result<Welcome> {
    let address = record.address.as_deref().ok_or(std::io::ErrorKind::NotConnected)?;
    probe(address, record.version.clone()).await
}

/// Reports the files that other users could read, and makes them private where possible.
pub(super) fn check_folder(home: &Path, open_paths: &[PathBuf]) -> Check {
    let what = "folder";
    let (folder, count) = (home.display(), open_paths.len());
    // On Windows, a new folder has the access list of the folder that it is in.
    if cfg!(windows) && private_file::is_open_to_others(home).unwrap_or(false) {
        let finding = format!("other users of this computer can open {folder}");
        return FOLDER_OPEN.check(what, Level::Note, finding);
    }
    let Some(first) = open_paths.first() else {
        return Check::well(what, format!("{folder}, private to you"));
    };
    let is_closed = lore::make_private_folder(home).is_ok() && lore::close_to_others(home).is_ok();
    if is_closed && lore::open_to_others(home).is_empty() {
        let finding = format!(
            "other users of this computer could read {folder} ({count} files and folders); it is private now"
        );
        return FOLDER_WAS_OPEN.check(what, Level::Note, finding);
    }
    let first = first.display();
    let finding =
        format!("other users of this computer can read {count} files and folders, the first is {first}");
    FOLDER_OPEN.check(what, Level::Problem, finding)
}

/// Reports the clients with a problem; `lorekeeper-mcp clients` lists all of them.
pub(super) fn check_clients(context: &Context) -> Vec<Check> {
    let what = "clients";
    let Ok(clients) = all_clients(context) else { return Vec::new() };
    let all = clients.all();
    let checks: Vec<Check> = all
        .iter()
        .filter_map(|client| {
            let (name, id, file) = (client.name, client.id, client.file.display());
            match &client.state {
                State::Stale { reason } => {
                    let finding = format!("{name} ({id}): {file}: {reason}");
                    Some(CLIENT_STALE.check(what, Level::Problem, finding))
                }
                State::Unreadable { reason, .. } => {
                    let finding = format!("{name} ({id}): {file}: {reason}");
                    Some(CLIENT_UNREADABLE.check(what, Level::Note, finding))
                }
                State::NotConnected if client.dropped => {
                    let finding = format!("{name} ({id}) dropped our entry from {file}");
                    Some(CLIENT_DROPPED.check(what, Level::Problem, finding))
                }
                _ => None,
            }
        })
        .collect();
    if !checks.is_empty() {
        return checks;
    }
    let is_connected = |state: &State| matches!(state, State::Connected | State::Remote { .. });
    let connected = all.iter().filter(|client| is_connected(&client.state)).count();
    vec![Check::well(what, format!("{connected} connected"))]
}

/// Checks that only the user can read the token, and that servers can use the tokens there are. Returns nothing without any.
pub(super) fn check_tokens(home: &Path) -> Vec<Check> {
    let what = "HTTP token";
    let (own, named) = (Token::path(home), NamedTokens::path(home));
    if private_file::is_open_to_others(&own).unwrap_or(false) {
        let finding = format!("other users can read {}", own.display());
        return vec![TOKEN_OPEN.check(what, Level::Problem, finding)];
    }
    let read = own.exists().then(|| Token::read(home).map(|_| "private to you".to_owned()));
    let list = named.exists().then(|| NamedTokens::read(&named));
    let list = list.map(|list| list.map(|list| format!("{} with a name", list.tokens.len())));
    let check = |(path, read): (PathBuf, Option<io::Result<String>>)| match read? {
        Ok(finding) => Some(Check::well(what, finding)),
        Err(error) => {
            Some(TOKEN_UNUSABLE.check(what, Level::Problem, format!("{}: {error}", path.display())))
        }
    };
    [(own, read), (named, list)].into_iter().filter_map(check).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::owner::SocketListener;

    #[tokio::test]
    async fn a_silent_owner_is_found() {
        let home = tempfile::tempdir().unwrap();
        assert_eq!(check_owner(home.path()).await.code, None, "the library is free");
        let lock = OwnerLock::try_acquire(home.path()).unwrap().unwrap();
        assert_eq!(check_owner(home.path()).await.code, Some("owner_silent"), "there is no record");
        let listener =
            SocketListener::open(home.path(), &[std::env::temp_dir()], &semver::Version::new(0, 0, 1))
                .unwrap();
        let check = check_owner(home.path()).await;
        assert_eq!(
            check.code,
            Some("owner_silent"),
            "it accepts connections but does not answer: {}",
            check.finding
        );
        assert!(check.finding.contains(&std::process::id().to_string()));
        drop((lock, listener));
    }

    #[tokio::test]
    async fn a_folder_without_locks_is_found() {
        let file = tempfile::NamedTempFile::new().unwrap();
        assert_eq!(check_owner(&file.path().join("lorekeeper")).await.code, Some("no_lock"));
    }

    #[cfg(unix)]
    #[test]
    fn a_library_that_other_users_could_read_is_found_once() {
        use std::os::unix::fs::PermissionsExt as _;

        let home = tempfile::tempdir().unwrap();
        let database = home.path().join("library.db");
        std::fs::write(&database, "").unwrap();
        std::fs::set_permissions(&database, std::fs::Permissions::from_mode(0o644)).unwrap();
        let check = || check_folder(home.path(), &lore::open_to_others(home.path()));
        assert_eq!(check().code, Some("folder_was_open"));
        assert_eq!(std::fs::metadata(&database).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(check().code, None);
    }

    #[cfg(windows)]
    #[test]
    fn a_folder_that_other_users_can_open_is_found() {
        let home = tempfile::tempdir().unwrap();
        private_file::open_to_others(home.path());
        assert_eq!(check_folder(home.path(), &[]).code, Some("folder_open"));
        private_file::close_to_others(home.path()).unwrap();
        assert_eq!(check_folder(home.path(), &[]).code, None);
    }

    #[test]
    fn tokens_that_others_can_read_or_nobody_can_use_are_found() {
        let home = tempfile::tempdir().unwrap();
        let codes = || check_tokens(home.path()).iter().map(|check| check.code).collect::<Vec<_>>();
        assert!(codes().is_empty());
        Token::create(home.path()).unwrap();
        NamedTokens::add(home.path(), "Plum", None).unwrap();
        assert_eq!(codes(), [None, None]);
        private_file::open_to_others(&Token::path(home.path()));
        assert_eq!(codes(), [Some("token_open")]);
        private_file::close_to_others(&Token::path(home.path())).unwrap();
        assert_eq!(codes(), [None, None]);
        for path in [Token::path(home.path()), NamedTokens::path(home.path())] {
            std::fs::write(&path, "{").unwrap();
            let mut found = check_tokens(home.path());
            found.retain(|check| check.finding.starts_with(path.to_str().unwrap()));
            assert_eq!(found.iter().map(|check| check.code).collect::<Vec<_>>(), [Some("token_unusable")]);
        }
    }
}
