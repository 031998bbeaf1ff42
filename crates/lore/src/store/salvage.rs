//! Recovers entries from a damaged database. Its pages are read without SQLite, which refuses a file with a
//! damaged header or page. Only entries that match their hash are recovered.

mod pages;
mod rows;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

use self::pages::Pages;
pub(crate) use self::pages::looks_damaged;
use self::rows::{Row, Value, rows_on};
use super::contents::{Content, record_starter_damage};
use super::opening::with_suffix;
use super::{OwnVersionRow, Store, damage_marker};
use crate::error::{Error, Result};
use crate::ingest::Batch;
use crate::model::{
    Campaign, Details, DocumentKey, ENTRY_ADDRESS, Homebrew, Kind, NewDocument, Note, Pin, Provider, Record,
    Slug, fold, title_case,
};

/// Suffixes of the files that belong to a database.
const COMPANION_SUFFIXES: [&str; 2] = ["-wal", "-shm"];

/// The content recovered from a damaged database.
#[derive(Debug, Default)]
pub(crate) struct RecoveredContent {
    /// The documents and entries.
    pub(crate) batch: Batch,
    /// The number of lost entries, as far as it is known.
    pub(crate) lost: u64,
    /// The user's settings: offline mode and activity recording.
    choices: Option<(bool, bool)>,
    /// Documents that the user deleted.
    declined: Vec<DocumentKey>,
    campaigns: BTreeMap<i64, (Campaign, bool)>,
    pins: BTreeMap<i64, Pin>,
    notes: Vec<Note>,
    own_versions: Vec<OwnVersionRow>,
}

/// Moves a damaged database and its companions aside. Returns the new path.
pub(crate) fn move_aside(path: &Path, now: jiff::Timestamp) -> Result<PathBuf> {
    let stamp = now.strftime("%Y%m%d-%H%M%S").to_string();
    let named = |number: u32| match number {
        1 => path.with_extension(format!("damaged-{stamp}.db")),
        _ => path.with_extension(format!("damaged-{stamp}-{number}.db")),
    };
    let mut number = 1;
    while named(number).exists() {
        number += 1;
    }
    let aside = named(number);
    disk::rename(path, &aside).map_err(|error| Error::file(path, error))?;
    for suffix in COMPANION_SUFFIXES {
        let from = with_suffix(path, suffix);
        if from.exists() {
            let aside = with_suffix(&aside, suffix);
            disk::rename(&from, &aside).map_err(|error| Error::file(&from, error))?;
        }
    }
    Ok(aside)
}

/// Replaces a database that was moved aside and removes its damage marker.
pub(crate) fn put_in_place(new: &Path, path: &Path) -> Result<()> {
    // A log of the old database must not be applied to the new one.
    for suffix in COMPANION_SUFFIXES {
        let old = with_suffix(path, suffix);
        disk::remove_if_present(&old).map_err(|error| Error::file(&old, error))?;
    }
    disk::rename(new, path).map_err(|error| Error::file(path, error))?;
    let _ = disk::remove_file(&damage_marker(path));
    Ok(())
}

/// Reads every document and entry that can be recovered from a damaged database.
///
/// # Errors
/// If the file cannot be opened.
pub(crate) fn recover_content(path: &Path) -> Result<RecoveredContent> {
    let mut pages = Pages::open(path).map_err(|error| Error::file(path, error))?;
    let unused = pages.unused();
    let mut found = RecoveredRows::default();
    for number in (1..=pages.count()).filter(|number| !unused.contains(number)) {
        for row in rows_on(&mut pages, number) {
            found.take(&row);
        }
    }
    Ok(found.into_left())
}

impl Store {
    /// Restores the user's settings.
    pub(crate) async fn restore_settings(&self, left: &RecoveredContent) -> Result<()> {
        let error = |error| self.error(error);
        let mut transaction = self.begin().await?;
        record_starter_damage(&mut transaction).await.map_err(error)?;
        if let Some((offline, keeps_activity)) = left.choices {
            sqlx::query("UPDATE library SET offline = ?, keeps_activity = ?")
                .bind(offline)
                .bind(keeps_activity)
                .execute(&mut *transaction)
                .await
                .map_err(error)?;
        }
        for key in &left.declined {
            sqlx::query("INSERT OR IGNORE INTO declined_documents (key) VALUES (?)")
                .bind(key.clone())
                .execute(&mut *transaction)
                .await
                .map_err(error)?;
        }
        self.commit(transaction).await?;
        for (campaign, is_chosen) in left.campaigns.values() {
            self.save_campaign(campaign, *is_chosen).await?;
        }
        self.set_pins(&left.pins.values().cloned().collect::<Vec<_>>()).await?;
        for note in &left.notes {
            self.save_note(note).await?;
        }
        self.restore_own_versions(&left.own_versions).await
    }
}

/// The rows that were found, by table. Outdated versions of a row may be among them.
#[derive(Default)]
struct RecoveredRows {
    documents: BTreeMap<i64, NewDocument>,
    /// The total of the documents' entry counts.
    said: u64,
    entries: BTreeMap<i64, Vec<Entry>>,
    /// Body, details and raw record by entry id.
    texts: HashMap<i64, Vec<[String; 3]>>,
    /// Identities of entries from an index.
    places: HashMap<i64, EntryPlace>,
    choices: Option<(bool, bool)>,
    declined: Vec<DocumentKey>,
    campaigns: BTreeMap<i64, (Campaign, bool)>,
    /// By their places.
    pins: BTreeMap<i64, Pin>,
    notes: Vec<Note>,
    own_versions: Vec<OwnVersionRow>,
}

struct Entry {
    place: EntryPlace,
    name: String,
    hash: Vec<u8>,
    page: Option<i64>,
}

/// The identity of an entry, from its row or an index.
#[derive(Clone)]
struct EntryPlace {
    document: i64,
    kind: Kind,
    slug: String,
    /// The folded name.
    folded: String,
}

impl RecoveredRows {
    /// Adds a row, whose table is recognised by its columns.
    fn take(&mut self, row: &Row) {
        match (row.id, row.values.as_slice()) {
            (
                Some(id),
                [
                    Value::Null,
                    Value::Whole(document),
                    kind,
                    slug,
                    name,
                    folded,
                    Value::Bytes(hash),
                    _,
                    _,
                    rest @ ..,
                ],
            ) => {
                let place = place_of(*document, kind, slug, folded);
                if let (Some(place), Some(name)) = (place, name.text()) {
                    let page = rest.first().and_then(Value::whole);
                    let entry = Entry { place, name: name.to_owned(), hash: hash.clone(), page };
                    self.entries.entry(id).or_default().push(entry);
                }
            }
            (Some(id), [Value::Null, body, details, raw]) => {
                if let (Some(body), Some(details), Some(raw)) = (body.text(), details.text(), raw.text())
                    && details.starts_with('{')
                {
                    let texts = [body, details, raw].map(str::to_owned);
                    self.texts.entry(id).or_default().push(texts);
                }
            }
            (Some(id), [Value::Null, Value::Text(key), Value::Text(name), provider, rest @ ..])
                if rest.len() >= 8 =>
            {
                self.take_document(id, key.as_deref(), name.as_deref(), provider, rest);
            }
            (Some(_), [Value::Null, Value::Text(Some(id)), Value::Whole(_), _, _, offline, notes, ..])
                if id.len() == 32 =>
            {
                self.choices = offline.whole().zip(notes.whole()).map(|(off, notes)| (off != 0, notes != 0));
            }
            (None, [kind, folded, Value::Whole(document), slug, Value::Whole(id)]) => {
                if let Some(place) = place_of(*document, kind, slug, folded) {
                    self.places.insert(*id, place);
                }
            }
            (
                Some(id),
                [Value::Null, Value::Text(Some(name)), edition, Value::Text(Some(documents)), chosen],
            ) if documents.starts_with('[') => {
                let edition = edition.text().and_then(|edition| edition.parse().ok());
                let documents = serde_json::from_str(documents).unwrap_or_default();
                let campaign = Campaign { name: name.clone(), edition, documents };
                self.campaigns.insert(id, (campaign, chosen.whole().is_some_and(|chosen| chosen != 0)));
            }
            (None, [Value::Text(Some(uri)), Value::Text(Some(name)), Value::Whole(place)])
                if uri.starts_with(ENTRY_ADDRESS) =>
            {
                let pin = Pin { uri: uri.clone(), name: name.clone(), is_missing: false };
                self.pins.insert(*place, pin);
            }
            (
                None,
                [
                    Value::Text(Some(uri)),
                    Value::Text(Some(name)),
                    Value::Text(Some(text)),
                    Value::Text(Some(written_at)),
                ],
            ) if uri.starts_with(ENTRY_ADDRESS) => {
                let [uri, name, text, written_at] = [uri, name, text, written_at].map(String::clone);
                self.notes.push(Note { uri, name, text, written_at });
            }
            (
                None,
                [
                    Value::Text(Some(document)),
                    kind,
                    Value::Text(Some(slug)),
                    Value::Whole(version),
                    Value::Text(Some(name)),
                    Value::Text(Some(book)),
                    Value::Text(Some(content)),
                    repeats,
                    Value::Text(Some(saved_at)),
                ],
            ) => {
                let Some(Ok(kind)) = kind.text().map(str::parse) else { return };
                let [document, slug, name, book, content, saved_at] =
                    [document, slug, name, book, content, saved_at].map(String::clone);
                let (version, repeats) = (*version, repeats.whole());
                let row =
                    OwnVersionRow { document, kind, slug, version, name, book, content, repeats, saved_at };
                self.own_versions.push(row);
            }
            (None, [Value::Text(Some(key))]) => self.declined.push(DocumentKey::new(key)),
            _ => {}
        }
    }

    fn take_document(
        &mut self,
        id: i64,
        key: Option<&str>,
        name: Option<&str>,
        provider: &Value,
        rest: &[Value],
    ) {
        let Some(Ok(provider)) = provider.text().map(str::parse::<Provider>) else { return };
        if self.documents.contains_key(&id) {
            return;
        }
        let field = |place: usize| rest.get(place).and_then(Value::text).map(str::to_owned);
        let document = NewDocument {
            key: key.map_or_else(|| substitute_key(id), DocumentKey::new),
            name: name.map_or_else(|| substitute_name(id), str::to_owned),
            provider,
            publisher: field(0),
            license: field(1),
            notice: field(2),
            game_system: field(3),
            url: field(4),
            description: field(5),
        };
        let entries = rest.iter().skip(6).find_map(Value::whole).unwrap_or(0);
        self.said += u64::try_from(entries).unwrap_or(0);
        self.documents.insert(id, document);
    }

    fn into_left(mut self) -> RecoveredContent {
        let mut left = RecoveredContent { choices: self.choices, ..RecoveredContent::default() };
        left.declined = std::mem::take(&mut self.declined);
        left.campaigns = std::mem::take(&mut self.campaigns);
        left.pins = std::mem::take(&mut self.pins);
        left.notes = std::mem::take(&mut self.notes);
        left.own_versions = std::mem::take(&mut self.own_versions);
        let mut wanted: BTreeMap<i64, Result<Record, String>> = BTreeMap::new();
        for (id, entries) in std::mem::take(&mut self.entries) {
            let sound = entries.iter().find_map(|entry| self.sound(id, entry));
            wanted.insert(id, sound.ok_or_else(|| "its content is lost or damaged".to_owned()));
        }
        for (id, place) in &self.places {
            if let (false, Some(texts)) = (wanted.contains_key(id), self.texts.get(id)) {
                let record = texts.iter().find_map(|texts| self.record_without_row(place, texts));
                wanted.extend(record.map(|record| (*id, Ok(record))));
            }
        }
        let used: HashSet<DocumentKey> =
            wanted.values().flatten().map(|record| record.document.clone()).collect();
        for document in self.documents.values().filter(|document| used.contains(&document.key)) {
            left.batch.add_document(document.clone());
        }
        let known: HashSet<DocumentKey> =
            self.documents.values().map(|document| document.key.clone()).collect();
        left.declined.retain(|key| !known.contains(key));
        for key in used.difference(&known) {
            left.batch.add_document(substitute(key));
        }
        for (id, record) in wanted {
            left.batch.add("library", &id.to_string(), record);
        }
        let saved = left.batch.records().len() as u64;
        left.lost = self.said.saturating_sub(saved).max(left.batch.rejected().len() as u64);
        left
    }

    /// Returns the record of an entry if one of its texts matches the hash.
    fn sound(&self, id: i64, entry: &Entry) -> Option<Record> {
        let texts = self.texts.get(&id)?.iter().find(|[body, details, raw]| {
            let content = Content { name: &entry.name, body, details, raw, page: entry.page };
            content.has_hash(&entry.hash)
        })?;
        let record = self.record(&entry.place, &entry.name, texts)?;
        Some(Record { page: entry.page.and_then(|page| u16::try_from(page).ok()), ..record })
    }

    /// Returns the record of an entry whose row is lost, from an index and its texts. The name is taken from
    /// the raw record.
    fn record_without_row(&self, place: &EntryPlace, texts: &[String; 3]) -> Option<Record> {
        let [_, _, raw] = texts;
        let object: Option<serde_json::Value> = serde_json::from_str(raw).ok();
        let name = object.as_ref().and_then(|object| name_in(object, &place.folded));
        let name = name.map_or_else(|| title_case(&place.folded), str::to_owned);
        self.record(place, &name, texts)
    }

    fn record(&self, place: &EntryPlace, name: &str, texts: &[String; 3]) -> Option<Record> {
        let [body, stored, raw] = texts.clone();
        let details = Details::read(place.kind, &stored).ok()?;
        let document = self.documents.get(&place.document);
        Some(Record {
            document: document.map_or_else(|| substitute_key(place.document), |found| found.key.clone()),
            kind: place.kind,
            slug: Slug::stored(place.slug.clone()),
            name: name.to_owned(),
            body,
            details,
            page: None,
            homebrew: Homebrew::read(&stored),
            raw,
        })
    }
}

fn place_of(document: i64, kind: &Value, slug: &Value, folded: &Value) -> Option<EntryPlace> {
    let kind = kind.text()?.parse().ok()?;
    let (slug, folded) = (slug.text()?.to_owned(), folded.text()?.to_owned());
    Some(EntryPlace { document, kind, slug, folded })
}

/// Returns the name in a raw record that folds to a given text.
fn name_in<'a>(object: &'a serde_json::Value, folded: &str) -> Option<&'a str> {
    let fields = object.as_object()?;
    let own = fields.get("name").and_then(serde_json::Value::as_str).filter(|name| fold(name) == folded);
    own.or_else(|| fields.values().find_map(|value| name_in(value, folded)))
}

/// Creates a document for entries whose document is lost. It counts as homebrew, so that nothing replaces it.
fn substitute(key: &DocumentKey) -> NewDocument {
    NewDocument {
        key: key.clone(),
        name: title_case(&key.as_str().replace('-', "_")),
        provider: Provider::OrcBrew,
        publisher: None,
        license: Some("unknown (recovered)".to_owned()),
        notice: None,
        game_system: None,
        url: None,
        description: None,
    }
}

fn substitute_key(id: i64) -> DocumentKey {
    DocumentKey::new(&format!("recovered-book-{id}"))
}

fn substitute_name(id: i64) -> String {
    format!("Recovered Book {id}")
}
