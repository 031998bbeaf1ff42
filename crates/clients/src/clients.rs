//! The entry point: the clients of this computer and our entry in each.

use std::path::PathBuf;

use crate::client::{Client, State};
use crate::client_list::{ClientId, ClientProfile, ConfigLocation, SAMPLE_PROMPT, profile};
use crate::entry::ExistingEntry;
use crate::error::{Error, Result};
use crate::file::{FileContent, replace};
use crate::plan::{Action, Plan, changes};
use crate::record::Record;
use crate::self_test::{self, SelfTest, Surroundings};
use crate::server::Server;
use crate::system_folders::SystemFolders;
use crate::time_limits::TimeLimits;

/// The clients of one user on one computer. Every call reads the state from disk.
#[derive(Debug, Clone)]
pub struct Clients {
    folders: SystemFolders,
    server: Server,
    records: PathBuf,
    limits: TimeLimits,
}

impl Clients {
    /// The folder, in the library's, that holds the record of each client's last change.
    pub const RECORDS_FOLDER: &str = "clients";

    /// Looks for clients in `folders`. `records` keeps the last change of each client, and may not exist yet.
    pub fn new(folders: SystemFolders, server: Server, records: impl Into<PathBuf>) -> Self {
        let mut records = records.into();
        // The changes of a project are undone apart from those of the user's file.
        if let Some(project) = &folders.project {
            records.push(format!("project-{}", disk::sha256(project.as_os_str().as_encoded_bytes())));
        }
        Self { folders, server, records, limits: TimeLimits::default() }
    }

    /// Waits for other programs as long as these limits say.
    #[must_use]
    pub fn with_limits(self, limits: TimeLimits) -> Self {
        Self { limits, ..self }
    }

    /// Returns all supported clients with their state.
    pub fn all(&self) -> Vec<Client> {
        ClientId::ALL.into_iter().map(|id| self.client(id)).collect()
    }

    /// Returns one client with its state.
    pub fn client(&self, id: ClientId) -> Client {
        let ClientProfile { name, layout, advice, .. } = profile(id);
        let location = self.location(id);
        let content = FileContent::read(&location.file);
        let record = Record::read(&self.records, id);
        let can_undo =
            content.as_ref().is_ok_and(|now| record.as_ref().is_some_and(|record| record.matches(now)));
        let found = content.as_ref().map_err(Clone::clone).and_then(|content| layout.read(content.text()?));
        let state = match found {
            _ if !location.installed() => State::NotInstalled,
            Ok(found) => self.state_of(&found),
            Err(reason) => State::Unreadable { reason, snippet: layout.snippet(&self.server.entry()) },
        };
        let dropped = state == State::NotConnected && record.is_some_and(|record| record.connected);
        let (file, sample_prompt) = (location.file, SAMPLE_PROMPT);
        Client { id, name, file, state, dropped, advice, sample_prompt, can_undo }
    }

    /// Plans a change without writing anything. The plan is invalid once the file changes.
    ///
    /// # Errors
    /// [`Error::NotInstalled`], [`Error::Unreadable`] and, unless it is removed, those of [`Server::check`].
    pub fn plan(&self, id: ClientId, action: Action) -> Result<Plan> {
        let layout = profile(id).layout;
        let (file, before) = self.content(id)?;
        if action != Action::Disconnect {
            self.server.check()?;
        }
        let entry = self.server.entry();
        let snippet = layout.snippet(&entry);
        let unreadable = |reason| self.unreadable(id, reason);
        let text = before.text().map_err(unreadable)?;
        let found = layout.read(text).map_err(unreadable)?;
        let after = match action {
            Action::Disconnect if found == ExistingEntry::Missing => before.bytes.clone(),
            Action::Disconnect => match self.original(id, &before) {
                Some(original) => original,
                None => Some(layout.without(text).map_err(unreadable)?.into_bytes()),
            },
            Action::Connect | Action::Repair if self.state_of(&found) == State::Connected => {
                before.bytes.clone()
            }
            Action::Connect | Action::Repair => {
                Some(layout.with(text, &entry).map_err(unreadable)?.into_bytes())
            }
        };
        let shown = String::from_utf8_lossy(after.as_deref().unwrap_or_default());
        Ok(Plan {
            client: id,
            action,
            makes_file: before.bytes.is_none() && after.is_some(),
            removes_file: before.bytes.is_some() && after.is_none(),
            changes_nothing: before.bytes == after,
            snippet,
            changes: changes(text, &shown),
            file,
            after,
            before,
        })
    }

    /// Makes a backup, writes a planned change, and returns the client's new state.
    ///
    /// # Errors
    /// [`Error::Changed`] if the file changed since the plan; [`Error::ReadOnly`], [`Error::DiskFull`] or
    /// [`Error::File`] if it cannot be written. The file is unchanged then.
    pub fn apply(&self, plan: &Plan) -> Result<Client> {
        let now = FileContent::read(&plan.file).map_err(|reason| self.unreadable(plan.client, reason))?;
        if now != plan.before {
            return Err(Error::Changed(plan.file.clone()));
        }
        if !plan.changes_nothing {
            let Plan { before, after, .. } = plan;
            crate::file::check_writable(&before.target)?;
            Record::write(&self.records, plan)?;
            replace(&before.target, before.bytes.as_deref(), after.as_deref())?;
            tracing::info!(client = %plan.client, action = ?plan.action, "changed a client's file");
        }
        Ok(self.client(plan.client))
    }

    /// Undoes our last change of a client's file, as long as the file is unchanged since.
    ///
    /// # Errors
    /// [`Error::NothingToUndo`] without a record; [`Error::ChangedSince`] if the file or its backup changed;
    /// the errors of [`Clients::apply`] for writing.
    pub fn undo(&self, id: ClientId) -> Result<Client> {
        let nothing = || Error::NothingToUndo(profile(id).name);
        let record = Record::read(&self.records, id).ok_or_else(nothing)?;
        let now = FileContent::read(&record.target).map_err(|reason| self.unreadable(id, reason))?;
        if !record.matches(&now) {
            return Err(Error::ChangedSince(record.target));
        }
        let before = record.before()?;
        replace(&record.target, now.bytes.as_deref(), before.as_deref())?;
        record.remove(&self.records, id);
        Ok(self.client(id))
    }

    /// Starts the server as the client's file says and calls a tool, in up to 90 seconds. Failures are steps.
    pub async fn test(&self, id: ClientId) -> SelfTest {
        let found =
            self.content(id).map_err(|error| error.to_string()).and_then(|(_, content)| {
                match profile(id).layout.read(content.text()?)? {
                    ExistingEntry::Valid(entry) => Ok(entry),
                    ExistingEntry::Invalid(reason) => Err(reason),
                    ExistingEntry::Remote(address) => {
                        Err(format!("it connects to {address}, and this test only starts programs"))
                    }
                    ExistingEntry::Missing => Err("it has no entry for LoreKeeper".to_owned()),
                }
            });
        let file = self.location(id).file;
        let home = &self.folders.home;
        self_test::run(found, &Surroundings { file: &file, home, exit_timeout: self.limits.exit_timeout })
            .await
    }

    fn content(&self, id: ClientId) -> Result<(PathBuf, FileContent)> {
        let location = self.location(id);
        if !location.installed() {
            let ConfigLocation { traces, file } = location;
            let folder = traces.into_iter().next_back().unwrap_or(file);
            return Err(Error::NotInstalled(profile(id).name, folder));
        }
        let record = Record::read(&self.records, id);
        let is_ours = |now: &FileContent| record.as_ref().is_some_and(|record| record.matches(now));
        let content = FileContent::read_settled(&location.file, self.limits, is_ours);
        Ok((location.file, content.map_err(|reason| self.unreadable(id, reason))?))
    }

    fn location(&self, id: ClientId) -> ConfigLocation {
        profile(id).locate(&self.folders)
    }

    fn state_of(&self, found: &ExistingEntry) -> State {
        let reason = match found {
            ExistingEntry::Missing => return State::NotConnected,
            ExistingEntry::Remote(address) => return State::Remote { address: address.clone() },
            ExistingEntry::Invalid(reason) => Some(reason.clone()),
            ExistingEntry::Valid(entry) => entry.stale_reason(&self.server.entry(), self.folders.system),
        };
        reason.map_or(State::Connected, |reason| State::Stale { reason })
    }

    /// Returns the file before our last change, if that added our entry and nothing changed since.
    fn original(&self, id: ClientId, now: &FileContent) -> Option<Option<Vec<u8>>> {
        let record = Record::read(&self.records, id).filter(|record| record.matches(now))?;
        let before = record.before().ok()?;
        let text = std::str::from_utf8(before.as_deref().unwrap_or_default()).ok()?;
        (profile(id).layout.read(text) == Ok(ExistingEntry::Missing)).then_some(before)
    }

    fn unreadable(&self, id: ClientId, reason: String) -> Error {
        let snippet = profile(id).layout.snippet(&self.server.entry());
        Error::Unreadable { path: self.location(id).file, reason, snippet }
    }
}
