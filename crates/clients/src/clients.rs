//! The way in: the clients of this computer and our server's entry in each.

use std::path::PathBuf;

use crate::client::{Client, ClientId, State};
use crate::client_list::{Listing, SAMPLE_PROMPT, Whereabouts, listing, whereabouts};
use crate::error::{Error, Result};
use crate::file::{Content, replace};
use crate::plan::{Action, Plan, changes, mark};
use crate::record::Record;
use crate::self_test::{self, SelfTest};
use crate::server::{Found, Server};
use crate::system_folders::SystemFolders;

/// The clients of one user on one computer. Nothing is kept in memory: every question is answered from disk.
#[derive(Debug, Clone)]
pub struct Clients {
    places: SystemFolders,
    server: Server,
    records: PathBuf,
}

impl Clients {
    /// The clients in these places. `records` is a folder of ours, best in the library's, where the last change of each
    /// client is noted; it need not exist.
    pub fn new(places: SystemFolders, server: Server, records: impl Into<PathBuf>) -> Self {
        Self { places, server, records: records.into() }
    }

    /// Every client we know, with its state.
    #[must_use]
    pub fn all(&self) -> Vec<Client> {
        ClientId::ALL.into_iter().map(|id| self.client(id)).collect()
    }

    /// One client, with its state.
    #[must_use]
    pub fn client(&self, id: ClientId) -> Client {
        let Listing { name, format, advice } = listing(id);
        let place = whereabouts(id, &self.places);
        let content = Content::read(&place.file);
        let record = Record::of(&self.records, id);
        let can_undo =
            content.as_ref().is_ok_and(|now| record.as_ref().is_some_and(|record| record.fits(now)));
        let found = content.as_ref().map_err(Clone::clone).and_then(|content| format.read(content.text()?));
        let state = match found {
            _ if !place.installed() => State::NotInstalled,
            Ok(found) => self.judge(&found),
            Err(reason) => State::Unreadable { reason, snippet: format.snippet(&self.server.entry()) },
        };
        let dropped = state == State::NotConnected && record.is_some_and(|record| record.connected);
        let (file, sample_prompt) = (place.file, SAMPLE_PROMPT);
        Client { id, name, file, state, dropped, advice, sample_prompt, can_undo }
    }

    /// What would be written. Nothing is written yet, and the plan is void once the file changes.
    ///
    /// # Errors
    /// [`Error::NotInstalled`]; [`Error::Unreadable`] with what to put into the file by hand; and where our entry would
    /// be written, what [`Server::check`] says.
    pub fn plan(&self, id: ClientId, action: Action) -> Result<Plan> {
        let Listing { format, .. } = listing(id);
        let (file, before) = self.content(id)?;
        if action != Action::Disconnect {
            self.server.check()?;
        }
        let entry = self.server.entry();
        let snippet = format.snippet(&entry);
        let unreadable =
            |reason| Error::Unreadable { path: file.clone(), reason, snippet: format.snippet(&entry) };
        let text = before.text().map_err(unreadable)?;
        let found = format.read(text).map_err(unreadable)?;
        let after = match action {
            Action::Disconnect if found == Found::Nothing => before.bytes.clone(),
            Action::Disconnect => match self.without_trace(id, &before) {
                Some(original) => original,
                None => Some(format.without(text).map_err(unreadable)?.into_bytes()),
            },
            Action::Connect | Action::Repair if self.judge(&found) == State::Connected => {
                before.bytes.clone()
            }
            Action::Connect | Action::Repair => {
                Some(format.with(text, &entry).map_err(unreadable)?.into_bytes())
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
            mark: mark(&before, after.as_deref()),
            file,
            after,
            before,
        })
    }

    /// Writes what a plan shows, after a backup, and returns the client as it is then.
    ///
    /// # Errors
    /// [`Error::Changed`] when the file is not as it was when the plan was made; [`Error::ReadOnly`],
    /// [`Error::DiskFull`] or [`Error::File`] when it cannot be written. The file is then as it was.
    pub fn apply(&self, plan: &Plan) -> Result<Client> {
        let now = Content::read(&plan.file).map_err(|reason| self.unreadable(plan.client, reason))?;
        if now != plan.before {
            return Err(Error::Changed { path: plan.file.clone() });
        }
        if !plan.changes_nothing {
            let Plan { before, after, .. } = plan;
            crate::file::check_writable(&before.target)?;
            Record::keep(&self.records, plan)?;
            replace(&before.target, before.bytes.as_deref(), after.as_deref())?;
            tracing::info!(client = %plan.client, action = ?plan.action, "wrote a client's file");
        }
        Ok(self.client(plan.client))
    }

    /// Plans anew and writes if that is still the change with this mark: for a caller that has shown a plan but not kept it.
    ///
    /// # Errors
    /// [`Error::Changed`] when something else would be written now; what [`Clients::plan`] and [`Clients::apply`] say.
    pub fn apply_seen(&self, id: ClientId, action: Action, mark: &str) -> Result<Client> {
        let plan = self.plan(id, action)?;
        if plan.mark == mark { self.apply(&plan) } else { Err(Error::Changed { path: plan.file }) }
    }

    /// Takes back our last change of a client's file, as long as the file is still what we wrote.
    ///
    /// # Errors
    /// [`Error::NothingToUndo`] when no change is known; [`Error::ChangedSince`] when the file or its backup is another
    /// by now; what [`Clients::apply`] says of writing.
    pub fn undo(&self, id: ClientId) -> Result<Client> {
        let nothing = || Error::NothingToUndo { client: listing(id).name };
        let record = Record::of(&self.records, id).ok_or_else(nothing)?;
        let now = Content::read(&record.target).map_err(|reason| self.unreadable(id, reason))?;
        if !record.fits(&now) {
            return Err(Error::ChangedSince { path: record.target });
        }
        let before = record.before()?;
        replace(&record.target, now.bytes.as_deref(), before.as_deref())?;
        record.forget(&self.records, id);
        Ok(self.client(id))
    }

    /// Starts what the client's file says, as the client would, and asks it something. Takes up to a minute and a half
    /// where the server is slow; never fails, because every failure is a step of the report.
    pub async fn test(&self, id: ClientId) -> SelfTest {
        let found =
            self.content(id).map_err(|error| error.to_string()).and_then(|(_, content)| {
                match listing(id).format.read(content.text()?)? {
                    Found::Entry(entry) => Ok(entry),
                    Found::Odd(reason) => Err(reason),
                    Found::Nothing => Err("it has no entry of ours".to_owned()),
                }
            });
        let file = whereabouts(id, &self.places).file;
        self_test::run(file, found, &self.places.home).await
    }

    /// The file of an installed client.
    fn content(&self, id: ClientId) -> Result<(PathBuf, Content)> {
        let place = whereabouts(id, &self.places);
        if !place.installed() {
            let Whereabouts { traces, file } = place;
            let folder = traces.into_iter().next_back().unwrap_or(file);
            return Err(Error::NotInstalled { client: listing(id).name, folder });
        }
        let record = Record::of(&self.records, id);
        let wrote_it = |now: &Content| record.as_ref().is_some_and(|record| record.fits(now));
        let content = Content::read_settled(&place.file, wrote_it);
        Ok((place.file, content.map_err(|reason| self.unreadable(id, reason))?))
    }

    fn judge(&self, found: &Found) -> State {
        let reason = match found {
            Found::Nothing => return State::NotConnected,
            Found::Odd(reason) => Some(reason.clone()),
            Found::Entry(entry) => entry.differs_from(&self.server.entry(), self.places.system),
        };
        reason.map_or(State::Connected, |reason| State::Stale { reason })
    }

    /// The file as it was before our last change, if that change was to enter our server and nothing happened since: then
    /// that is what remains without our entry, down to the last byte.
    fn without_trace(&self, id: ClientId, now: &Content) -> Option<Option<Vec<u8>>> {
        let record = Record::of(&self.records, id).filter(|record| record.fits(now))?;
        let before = record.before().ok()?;
        let text = std::str::from_utf8(before.as_deref().unwrap_or_default()).ok()?;
        (listing(id).format.read(text) == Ok(Found::Nothing)).then_some(before)
    }

    fn unreadable(&self, id: ClientId, reason: String) -> Error {
        let snippet = listing(id).format.snippet(&self.server.entry());
        Error::Unreadable { path: whereabouts(id, &self.places).file, reason, snippet }
    }
}
