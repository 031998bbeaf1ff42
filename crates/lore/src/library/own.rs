//! Entries that the user writes: saved, changed, copied, deleted and brought back.

mod change;
mod rating;

use serde::{Deserialize, Serialize};

pub use self::change::{EntryAction, EntryChange, EntryVersion};
use content::error::{Error, Result};
use content::facts::Facts;
use content::model::{
    Campaign, CopiedFrom, DocumentKey, OWN_LICENSE, OwnEntry, Provider, Record, Slug, clean, entry_address,
    fold, in_one_line, quoted, shown,
};
use content::progress::Job;
use content::query::{CacheStatus, Entry};
use store::{DocumentRow, OwnChange, OwnVersionRow, homebrew_key};
use tabletop::own::{Checked, EntryDraft, Problem, check, form_of, record_of, written_form};

use self::rating::KnownRatings;
use super::Library;
use super::aside::aside;
use super::entries::EntryKey;

const DEFAULT_BOOK: &str = "My Entries";
const MAX_BOOK_CHARS: usize = 80;

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Stored {
    /// The address of each entry, and whether the change replaced it.
    changes: Vec<(String, bool)>,
    messages: Vec<String>,
}

#[derive(Default)]
struct Planned {
    /// `None` if there are problems.
    change: Option<OwnChange>,
    answer: EntryChange,
    /// The campaign with the book added, if it did not count there.
    campaign: Option<Campaign>,
}

struct Book {
    key: DocumentKey,
    name: String,
}

impl Library {
    /// Carries out actions on own entries, all in one transaction, or says what they would do. A draft with
    /// problems is answered with all of them, and then nothing is stored.
    ///
    /// # Errors
    /// When an entry to be deleted or brought back is not the user's own or not there.
    pub async fn change_entries(
        &self,
        actions: &[EntryAction],
        preview: bool,
        job: &Job,
    ) -> Result<Vec<EntryChange>> {
        self.wait_until_whole().await?;
        if let Some(stored) = self.recorded_result::<Stored>(job).await? {
            return self.repeated(stored).await;
        }
        let _running = if preview { None } else { Some(self.state.running.lock().await) };
        let mut plans: Vec<Planned> = Vec::with_capacity(actions.len());
        let mut ratings = KnownRatings::default();
        for action in actions {
            plans.push(match action {
                EntryAction::Save(draft) => self.plan_saving(draft, &mut ratings).await?,
                EntryAction::Delete(key) => self.plan_deletion(key).await?,
                EntryAction::Undo(key, version) => self.plan_undo(key, *version).await?,
            });
        }
        if preview || plans.iter().any(|plan| plan.change.is_none()) {
            return Ok(plans.into_iter().map(|plan| plan.answer).collect());
        }
        let (mut changes, mut answers, mut campaign) = (Vec::new(), Vec::new(), None);
        for plan in plans {
            campaign = plan.campaign.or(campaign);
            changes.extend(plan.change);
            answers.push(EntryChange { stored: true, ..plan.answer });
        }
        let of_answer = |answer: &EntryChange| (answer.uri.clone().unwrap_or_default(), answer.replaces);
        let stored = Stored {
            changes: answers.iter().map(of_answer).collect(),
            messages: answers.iter().flat_map(|answer| answer.messages.clone()).collect(),
        };
        let now = self.clock.now_text();
        self.store.change_own(&changes, campaign.as_ref(), &stored, job, &now).await?;
        self.store.back_up().await;
        self.update_indexes(&Job::quiet()).await;
        for answer in &mut answers {
            self.add_history(answer).await?;
        }
        Ok(answers)
    }

    async fn repeated(&self, stored: Stored) -> Result<Vec<EntryChange>> {
        let mut answers = Vec::new();
        for (uri, replaces) in stored.changes {
            let entry = self.entry_at(&uri).await?.map(Box::new);
            let mut answer =
                EntryChange { stored: true, uri: Some(uri), entry, replaces, ..EntryChange::default() };
            self.add_history(&mut answer).await?;
            answers.push(answer);
        }
        if let Some(answer) = answers.first_mut() {
            answer.messages = stored.messages;
        }
        Ok(answers)
    }

    async fn plan_saving(&self, draft: &EntryDraft, ratings: &mut KnownRatings) -> Result<Planned> {
        let mut problems = Vec::new();
        let base = self.base_of(draft, &mut problems).await?;
        let changed = draft.change.as_deref().and_then(EntryKey::parse).filter(|_| problems.is_empty());
        let given = draft.clone();
        let Checked { entry, problems: others, warnings } = aside(move || check(&given, base)).await?;
        // What cannot be copied or changed is not also reported as missing.
        if problems.is_empty() {
            problems = others;
        }
        let book = self.book_of(draft, changed.as_ref(), &mut problems).await?;
        let (Some(entry), Some(book)) = (entry, book) else {
            let answer = EntryChange { problems, warnings, ..EntryChange::default() };
            return Ok(Planned { answer, ..Planned::default() });
        };
        let slug = match &changed {
            Some(key) if key.document == book.key.as_str() => Slug::new(&key.slug),
            _ => Slug::new(&entry.name),
        };
        let record = record_of(&entry, &book.key, &slug)?;
        let replaced = self.store.entry(book.key.as_str(), entry.kind, slug.as_str()).await?;
        let (campaign, message) = self.campaign_for(&book).await?.unzip();
        let mut answer = EntryChange {
            uri: Some(entry_address(book.key.as_str(), entry.kind, slug.as_str())),
            entry: Some(self.entry_of(&record, &book).await?),
            replaces: replaced.is_some(),
            problems,
            warnings,
            messages: message.into_iter().collect(),
            form: form_of(entry.kind),
            ..EntryChange::default()
        };
        let edition = entry.edition();
        answer.written = Some(Box::new(entry));
        self.add_rating(&mut answer, &record, edition, ratings).await?;
        if let Some(replaced) = replaced.filter(|_| changed.is_none()) {
            answer.messages.push(format!("It replaces `{}`, which the book has.", shown(&replaced.name)));
        }
        self.add_history(&mut answer).await?;
        if !answer.problems.is_empty() {
            return Ok(Planned { answer, ..Planned::default() });
        }
        let (kind, name, record, repeats) = (record.kind, record.name.clone(), Some(record), None);
        let change = OwnChange { document: book.key, book: book.name, kind, slug, name, record, repeats };
        Ok(Planned { change: Some(change), answer, campaign })
    }

    async fn base_of(&self, draft: &EntryDraft, problems: &mut Vec<Problem>) -> Result<Option<OwnEntry>> {
        let (field, uri) = match (&draft.change, &draft.copy_of) {
            (Some(uri), None) => ("change", uri),
            (None, Some(uri)) => ("copy_of", uri),
            (None, None) => return Ok(None),
            (Some(_), Some(_)) => {
                let problem = "an entry is either copied or changed; leave one of the two out.";
                problems.push(Problem::new("copy_of", problem));
                return Ok(None);
            }
        };
        let Some(entry) = self.entry_at(uri.trim()).await? else {
            problems.push(Problem::new(field, format!("{}.", Error::NoEntry(uri.clone()))));
            return Ok(None);
        };
        let is_own = entry.document_source == Provider::Own;
        if draft.change.is_some() && !is_own {
            problems.push(Problem::new(field, not_own(&entry.document_name)));
            return Ok(None);
        }
        let mut written = self.written(&entry).await?;
        if !is_own {
            let rows = self.store.documents().await?;
            if let Some(book) = rows.iter().find(|row| row.key == entry.document_key) {
                written.set_edition(book.edition());
            }
            written.copied_from = Some(Box::new(CopiedFrom {
                name: entry.name.clone(),
                document_name: entry.document_name.clone(),
                uri: entry.uri.clone(),
                license: entry.license.clone(),
                notice: self.notice_for(&entry).await?,
            }));
        }
        Ok(Some(written))
    }

    async fn written(&self, entry: &Entry) -> Result<OwnEntry> {
        if entry.document_source == Provider::Own {
            let (document, slug) = (entry.document_key.as_str(), entry.slug.as_str());
            let versions = self.store.own_versions(document, entry.kind, slug).await?;
            if let Some(written) = versions.last().and_then(|last| serde_json::from_str(&last.content).ok()) {
                return Ok(written);
            }
        }
        Ok(written_form(entry.kind, &entry.name, &entry.details, &entry.body))
    }

    async fn book_of(
        &self,
        draft: &EntryDraft,
        changed: Option<&EntryKey>,
        problems: &mut Vec<Problem>,
    ) -> Result<Option<Book>> {
        let rows = self.store.documents().await?;
        let is_own = |row: &&DocumentRow| row.provider == Provider::Own;
        let existing = |row: &DocumentRow| Book { key: row.key.clone(), name: row.source_name.clone() };
        let given = draft.book.as_deref().map(|book| in_one_line(clean(book).trim()));
        let Some(given) = given.filter(|book| !book.is_empty()) else {
            let same = changed.and_then(|key| rows.iter().find(|row| row.key.as_str() == key.document));
            let latest = || rows.iter().filter(is_own).max_by(|a, b| a.updated_at.cmp(&b.updated_at));
            let new = || new_book(DEFAULT_BOOK, &rows);
            return Ok(Some(same.or_else(latest).map_or_else(new, existing)));
        };
        let folded = fold(&given);
        let is_meant = |row: &&DocumentRow| {
            row.key.as_str() == folded || fold(&row.source_name) == folded || fold(&row.name) == folded
        };
        if let Some(row) = rows.iter().filter(is_own).find(is_meant) {
            return Ok(Some(existing(row)));
        }
        if let Some(other) = rows.iter().find(is_meant) {
            problems.push(Problem::new("book", not_own(&other.name)));
            return Ok(None);
        }
        if given.chars().count() > MAX_BOOK_CHARS || !given.chars().any(char::is_alphanumeric) {
            let problem = format!("give a title with letters, of 1 to {MAX_BOOK_CHARS} characters.");
            problems.push(Problem::new("book", problem));
            return Ok(None);
        }
        Ok(Some(new_book(&given, &rows)))
    }

    /// Returns the chosen campaign with a book added, if it does not count there yet, and a message about it.
    async fn campaign_for(&self, book: &Book) -> Result<Option<(Campaign, String)>> {
        let Some(mut campaign) = self.store.settings().await?.campaign() else { return Ok(None) };
        if campaign.documents.is_empty() || campaign.documents.contains(&book.key) {
            return Ok(None);
        }
        campaign.documents.push(book.key.clone());
        let (book, name) = (shown(&book.name), shown(&campaign.name));
        let message = format!("With it the book `{book}` counts in the campaign `{name}`.");
        Ok(Some((campaign, message)))
    }

    async fn plan_deletion(&self, key: &EntryKey) -> Result<Planned> {
        let Some(entry) = self.entry(key).await? else {
            return Err(Error::NoEntry(entry_address(&key.document, key.kind, &key.slug)));
        };
        if entry.document_source != Provider::Own {
            return Err(Error::Invalid(not_own(&entry.document_name)));
        }
        let rows = self.store.documents().await?;
        let book = rows.into_iter().find(|row| row.key == entry.document_key);
        let book = book.map_or_else(|| entry.document_name.clone(), |row| row.source_name);
        let mut answer =
            EntryChange { uri: Some(entry.uri.clone()), replaces: true, ..EntryChange::default() };
        answer.messages.push(format!("`{}` goes; an undo brings it back.", shown(&entry.name)));
        self.add_history(&mut answer).await?;
        let Entry { document_key: document, kind, slug, name, .. } = entry;
        let change = OwnChange { document, book, kind, slug, name, record: None, repeats: None };
        Ok(Planned { change: Some(change), answer, campaign: None })
    }

    async fn plan_undo(&self, key: &EntryKey, version: Option<u32>) -> Result<Planned> {
        let rows = self.store.own_versions(&key.document, key.kind, &key.slug).await?;
        let uri = entry_address(&key.document, key.kind, &key.slug);
        let Some(last) = rows.last() else {
            let uri = shown(&uri);
            return Err(Error::Invalid(format!("there was never an own entry at `{uri}`")));
        };
        let exists = self.entry(key).await?.is_some();
        let row_of = |version: i64| rows.iter().find(|row| row.version == version);
        // A version made by undoing stands for the one that it repeats, so that a second undo goes back
        // further; 0 stands for the time before the first.
        let meant_by = |version: i64| row_of(version).and_then(|row| row.repeats).unwrap_or(version);
        let wanted = match (version, meant_by(last.version)) {
            (Some(version), _) => Some(meant_by(version.into())),
            // A book that was deleted comes back with its entries as they were.
            (None, present) if !exists && !last.content.is_empty() => Some(present),
            (None, 0) => None,
            (None, present) => Some(meant_by(present - 1)),
        };
        let wanted = wanted.filter(|wanted| *wanted == 0 || row_of(*wanted).is_some());
        let Some(wanted) = wanted else {
            let known: Vec<String> = rows.iter().map(|row| row.version.to_string()).collect();
            let known = quoted(&known);
            return Err(Error::Invalid(format!("there is no such version to bring back; there are {known}")));
        };
        let book = Book { key: DocumentKey::new(&key.document), name: last.book.clone() };
        let slug = Slug::new(&key.slug);
        let stored = row_of(wanted).filter(|row| !row.content.is_empty());
        let written: Option<OwnEntry> = stored.map(|row| serde_json::from_str(&row.content)).transpose()?;
        let record = written.map(|written| record_of(&written, &book.key, &slug)).transpose()?;
        let entry = match &record {
            Some(record) => Some(self.entry_of(record, &book).await?),
            None => None,
        };
        let mut answer = EntryChange { uri: Some(uri), entry, replaces: exists, ..EntryChange::default() };
        answer.messages.push(match (&record, wanted) {
            (Some(_), version) => format!("Version {version} of `{}` comes back.", shown(&last.name)),
            (None, _) => format!("`{}` goes, as before it was written.", shown(&last.name)),
        });
        self.add_history(&mut answer).await?;
        let name = record.as_ref().map_or_else(|| last.name.clone(), |record| record.name.clone());
        let (document, book, kind, repeats) = (book.key, book.name, key.kind, Some(wanted));
        let change = OwnChange { document, book, kind, slug, name, record, repeats };
        Ok(Planned { change: Some(change), answer, campaign: None })
    }

    /// Returns the versions of an entry, the latest first.
    pub async fn entry_history(&self, key: &EntryKey) -> Result<Vec<EntryVersion>> {
        let rows = self.store.own_versions(&key.document, key.kind, &key.slug).await?;
        let number = |number: i64| u32::try_from(number).unwrap_or(0);
        let version = |row: OwnVersionRow| EntryVersion {
            version: number(row.version),
            name: row.name,
            saved_at: row.saved_at,
            is_deletion: row.content.is_empty(),
            repeats: row.repeats.map(number),
        };
        Ok(rows.into_iter().rev().map(version).collect())
    }

    async fn add_history(&self, answer: &mut EntryChange) -> Result<()> {
        if let Some(key) = answer.uri.as_deref().and_then(EntryKey::parse) {
            answer.history = self.entry_history(&key).await?;
        }
        Ok(())
    }

    /// Returns the title of a user's book, by key or title, and its entries as written, by kind and name.
    ///
    /// # Errors
    /// When there is no such book.
    pub async fn written_book(&self, text: &str) -> Result<(String, Vec<OwnEntry>)> {
        let rows = self.store.documents().await?;
        let folded = fold(text);
        let is_meant = |row: &&DocumentRow| row.key.as_str() == folded || fold(&row.source_name) == folded;
        let own = rows.iter().filter(|row| row.provider == Provider::Own);
        let Some(row) = own.clone().find(is_meant) else {
            let keys: Vec<&str> = own.map(|row| row.key.as_str()).collect();
            return Err(Error::not_found("none of your own books is", text, &keys));
        };
        let mut written = Vec::new();
        for entry in self.store.own_entries(row.id).await? {
            written.push(serde_json::from_str(&entry)?);
        }
        Ok((row.source_name.clone(), written))
    }

    async fn entry_of(&self, record: &Record, book: &Book) -> Result<Box<Entry>> {
        let read = record.clone();
        let facts = aside(move || Facts::of_record(&read)).await?;
        let homebrew = record.homebrew.clone();
        let license = homebrew.copied_from.as_ref().map_or(OWN_LICENSE, |origin| origin.license_in_words());
        Ok(Box::new(Entry {
            name: record.name.clone(),
            slug: record.slug.clone(),
            kind: record.kind,
            document: book.name.clone(),
            document_key: book.key.clone(),
            document_name: book.name.clone(),
            document_source: Provider::Own,
            publisher: None,
            license: Some(license.to_owned()),
            page: None,
            citation: None,
            cached_at: self.clock.now_text(),
            cache_status: CacheStatus::Imported,
            similarity_score: None,
            excerpt: None,
            uri: entry_address(book.key.as_str(), record.kind, record.slug.as_str()),
            also_in: Vec::new(),
            variants: Vec::new(),
            more_versions: None,
            facts,
            details: record.details.clone(),
            homebrew,
            body: record.body.clone(),
            user_note: None,
            description_is_cut: false,
        }))
    }
}

fn new_book(name: &str, rows: &[DocumentRow]) -> Book {
    let wanted = homebrew_key(name);
    let is_taken = |key: &DocumentKey| rows.iter().any(|row| row.key == *key);
    let numbered = (2..).map(|number| DocumentKey::new(&format!("{wanted}-{number}")));
    let key = std::iter::once(wanted.clone()).chain(numbered).find(|key| !is_taken(key)).unwrap_or(wanted);
    Book { key, name: name.to_owned() }
}

fn not_own(book: &str) -> String {
    let book = shown(book);
    format!(
        "`{book}` is not a book of your own and is never changed; `copy_of` copies an entry to one of yours."
    )
}
