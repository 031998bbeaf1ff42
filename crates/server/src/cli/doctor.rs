//! `lorekeeper-mcp doctor`: checks the library and its environment for problems.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clients::{Client, State};
use lore::{Check, Level};
use tokio::time::timeout;

use super::clients::clients_of;
use super::context::{Context, NOT_FOUND};
use crate::process::http::{NamedTokens, Token};
use crate::process::owner::{OwnerLock, OwnerRecord, probe};
use crate::process::private_file;
use crate::process::settings::Settings;

const OWNER_TIMEOUT: Duration = Duration::from_secs(3);

/// The problems in the environment of a library: the stable code of each, and the advice.
pub(crate) const FINDINGS: [(&str, &str); 11] = [
    ("starter_missing", "Install LoreKeeper again, or fetch content with `lorekeeper-mcp sync`."),
    ("owner_silent", "End that process. Another takes over the library at once, and nothing is lost."),
    (
        "other_version",
        "Quit every program that uses LoreKeeper and start it again, so that all of them use this version.",
    ),
    ("no_lock", "Check that the folder is writable, or set LOREKEEPER_HOME to a folder on a local disk."),
    ("client_stale", "Run `lorekeeper-mcp register` with its name, then restart the client."),
    ("client_dropped", "Quit the client, run `lorekeeper-mcp register` with its name, then start it again."),
    (
        "client_unreadable",
        "Repair the file in an editor. LoreKeeper does not change a file that it cannot read.",
    ),
    (
        "token_open",
        "Run `lorekeeper-mcp token --new`, which creates another that only you can read, and give it to your clients.",
    ),
    (
        "token_unusable",
        "Put the file back from a backup, or delete it and make tokens with `lorekeeper-mcp token --new` or `token add`; then give them to your clients.",
    ),
    (
        "folder_was_open",
        "Nothing, unless others use this computer: they may have read your searches and your homebrew.",
    ),
    (
        "folder_open",
        "Move the library to a folder in your home, on a disk whose file system has permissions, and set LOREKEEPER_HOME to it.",
    ),
];

pub(super) async fn run(context: &Context) -> anyhow::Result<u8> {
    // The owner and the permissions are checked before the library is opened here, which changes both.
    let mut checks = vec![check_starter(&context.settings)];
    if let Ok(home) = context.library.folder() {
        let open_paths = lore::open_to_others(&home);
        checks.extend(check_tokens(&home));
        checks.push(check_owner(&home).await);
        checks.push(check_folder(&home, &open_paths));
        checks.extend(check_clients(context));
    }
    let mut all = match context.library.library().await {
        Ok(library) => library.check().await?,
        Err(error) => vec![Check::failed("library", &error)],
    };
    all.append(&mut checks);
    context.answer(&all, || all.iter().map(text).collect())?;
    Ok(if all.iter().all(|check| check.ok) { 0 } else { NOT_FOUND })
}

fn text(check: &Check) -> String {
    let Check { what, level, code, finding, advice, .. } = check;
    let label = match level {
        Level::Ok => "ok     ",
        Level::Note => "note   ",
        Level::Problem => "problem",
    };
    let code = code.map(|code| format!(" [{code}]")).unwrap_or_default();
    let advice = advice.map(|advice| format!("        {advice}\n")).unwrap_or_default();
    format!("{label} {what}: {finding}{code}\n{advice}")
}

fn found(code: &'static str, what: &'static str, level: Level, finding: impl Into<String>) -> Check {
    let advice = FINDINGS.iter().find(|(known, _)| *known == code).map_or("", |(_, advice)| *advice);
    Check::found(what, level, (code, advice), finding)
}

fn check_starter(settings: &Settings) -> Check {
    let what = "starter content";
    match &settings.library.starter {
        Some(folder) => Check::well(what, folder.display().to_string()),
        None => {
            let folders = settings.resources_folders.iter().map(|folder| folder.display().to_string());
            let folders = folders.collect::<Vec<_>>().join(", ");
            let finding = format!("not found in {folders}; a new library starts empty");
            found("starter_missing", what, Level::Problem, finding)
        }
    }
}

async fn check_owner(home: &Path) -> Check {
    let what = "owner";
    let silent = |finding: String| found("owner_silent", what, Level::Problem, finding);
    match OwnerLock::try_acquire(home) {
        // The lock is released at once.
        Ok(Some(_)) => return Check::well(what, "no server is running"),
        Ok(None) => {}
        Err(error) => {
            let finding = format!("{}: {}; each server works alone", home.display(), disk::reason(&error));
            return found("no_lock", what, Level::Note, finding);
        }
    }
    let Some(record) = OwnerRecord::read(home) else {
        return silent("a process holds the library but left no record".to_owned());
    };
    let OwnerRecord { process, version, .. } = &record;
    let this_version = env!("CARGO_PKG_VERSION");
    // With the owner's own version, so that it does not end in favour of this program.
    let greeted = async {
        let address = record.address.as_deref().ok_or(io::ErrorKind::NotConnected)?;
        probe(address, version.clone()).await
    };
    match timeout(OWNER_TIMEOUT, greeted).await {
        Ok(Ok(_)) if version.to_string() != this_version => {
            let finding = format!("process {process} is version {version}, this program {this_version}");
            found("other_version", what, Level::Note, finding)
        }
        Ok(Ok(_)) => Check::well(what, format!("process {process} answers")),
        Ok(Err(error)) => {
            let reason = disk::reason(&error);
            silent(format!("process {process} holds the library and cannot be reached: {reason}"))
        }
        Err(_) => silent(format!("process {process} holds the library and does not answer")),
    }
}

/// Reports the files that other users could read, and makes them private where possible.
fn check_folder(home: &Path, open_paths: &[PathBuf]) -> Check {
    let what = "folder";
    let (folder, count) = (home.display(), open_paths.len());
    // On Windows, a new folder has the access list of the folder that it is in.
    if cfg!(windows) && private_file::is_open_to_others(home).unwrap_or(false) {
        let finding = format!("other users of this computer can open {folder}");
        return found("folder_open", what, Level::Note, finding);
    }
    let Some(first) = open_paths.first() else {
        return Check::well(what, format!("{folder}, private to you"));
    };
    let is_closed = lore::make_private_folder(home).is_ok() && lore::close_to_others(home).is_ok();
    if is_closed && lore::open_to_others(home).is_empty() {
        let finding = format!(
            "other users of this computer could read {folder} ({count} files and folders); it is private now"
        );
        return found("folder_was_open", what, Level::Note, finding);
    }
    let first = first.display();
    let finding =
        format!("other users of this computer can read {count} files and folders, the first is {first}");
    found("folder_open", what, Level::Problem, finding)
}

fn check_clients(context: &Context) -> Vec<Check> {
    let what = "clients";
    let Ok(clients) = clients_of(context, None, &[]) else { return Vec::new() };
    let all = clients.all();
    let check = |client: &Client| {
        let (name, id, file) = (client.name, client.id, client.file.display());
        let (code, level, finding) = match &client.state {
            State::Stale { reason } => ("client_stale", Level::Problem, format!(": {file}: {reason}")),
            State::Unreadable { reason, .. } => {
                ("client_unreadable", Level::Note, format!(": {file}: {reason}"))
            }
            State::NotConnected if client.dropped => {
                ("client_dropped", Level::Problem, format!(" dropped our entry from {file}"))
            }
            _ => return None,
        };
        Some(found(code, what, level, format!("{name} ({id}){finding}")))
    };
    let checks: Vec<Check> = all.iter().filter_map(check).collect();
    if !checks.is_empty() {
        return checks;
    }
    let is_connected = |state: &State| matches!(state, State::Connected | State::Remote { .. });
    let connected = all.iter().filter(|client| is_connected(&client.state)).count();
    vec![Check::well(what, format!("{connected} connected"))]
}

/// Checks, if there are tokens, that only the user can read the token, and that servers can use them.
fn check_tokens(home: &Path) -> Vec<Check> {
    let what = "HTTP token";
    let (own, named) = (Token::path(home), NamedTokens::path(home));
    if private_file::is_open_to_others(&own).unwrap_or(false) {
        let finding = format!("other users can read {}", own.display());
        return vec![found("token_open", what, Level::Problem, finding)];
    }
    let read = own.exists().then(|| Token::read(home).map(|_| "private to you".to_owned()));
    let list = named.exists().then(|| NamedTokens::read(&named));
    let list = list.map(|list| list.map(|list| format!("{} with a name", list.tokens.len())));
    let check = |(path, read): (PathBuf, Option<io::Result<String>>)| match read? {
        Ok(finding) => Some(Check::well(what, finding)),
        Err(error) => {
            Some(found("token_unusable", what, Level::Problem, format!("{}: {error}", path.display())))
        }
    };
    [(own, read), (named, list)].into_iter().filter_map(check).collect()
}

#[cfg(test)]
mod tests;
