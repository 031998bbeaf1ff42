//! Documents of the Foundry VTT system dnd5e, exported or as the sources of a compendium.
//!
//! The fields are those of dnd5e 3.0 to 5.3 (`module/data` of foundryvtt/dnd5e), and the older ones that it
//! migrates. What Foundry VTT derives when it shows a document — attack bonuses, saving throws, the text of
//! tags — is derived here by the same rules.

pub mod codes;
mod config;
mod creature;
mod document;
mod equipment;
mod fields;
mod formula;
mod item;
mod journal;
mod options;
mod rolls;
mod spell;
mod stats;
#[cfg(test)]
mod tests;
mod text;
pub mod write;

use content::json::Object;
use content::model::{Details, DocumentKey, Homebrew, Kind, Record, Slug, excerpt};

use self::document::{Collection, Raw};
use self::fields::{is_2024, system_of};
use self::item::Item as FoundryItem;
use self::text::{Index, Scope, Siblings};
use crate::json::Top;
use crate::{Format, Item, Output, Sample, Source};

/// The maximum length, in characters, of what becomes a slug or the name of a pack.
const MAX_CHARS: usize = 150;

/// Foundry VTT.
pub static FORMAT: Format = Format {
    name: "Foundry VTT",
    files: "a document that Foundry VTT exports as JSON, or the source folder of a compendium",
    is_spread: true,
    recognises,
    read,
};

/// The content of a record that depends on the document.
struct Entry {
    kind: Kind,
    details: Details,
    body: String,
}

fn recognises(sample: &Sample<'_>) -> bool {
    let text = sample.text.trim_start();
    match &sample.json {
        Some(top) => top.first().is_some_and(|first| is_document(&first)),
        None if text.starts_with('{') => {
            let first = text.lines().next().and_then(|line| Top::read(line).ok());
            first.is_some_and(|first| is_document(&first))
        }
        None => {
            let has = |start: &str| text.starts_with(start) || text.contains(&format!("\n{start}"));
            has("_key: ") && has("_id: ") || has("name: ") && has("type: ") && has("system:\n")
        }
    }
}

fn is_document(top: &Top<'_>) -> bool {
    let has_key = top.field("_key").is_some_and(|key| key.get().starts_with("\"!"));
    let of_foundry =
        ["_stats", "ownership", "permission", "flags", "img", "prototypeToken", "effects", "_id"];
    let is_of_foundry = of_foundry.iter().any(|field| top.field(field).is_some());
    let shapes: [&[&str]; 5] = [
        &["name", "type", "system"],
        &["name", "type", "data"],
        &["name", "pages"],
        &["name", "results", "formula"],
        &["name", "journal", "scenes"],
    ];
    has_key || is_of_foundry && shapes.iter().any(|shape| top.has(shape)) || is_manifest(top)
}

/// Tells the manifest of a module or system, which has the title.
fn is_manifest(top: &Top<'_>) -> bool {
    top.has(&["title", "packs"]) && ["id", "name"].iter().any(|field| top.field(field).is_some())
}

fn read(source: &Source<'_>, output: &mut Output<'_>) -> Result<(), String> {
    let mut reader = Reader {
        title: source.title.to_owned(),
        is_one: false,
        index: Index::default(),
        several: source.files.len() > 1,
    };
    let mut documents: Vec<Raw<'_>> = Vec::new();
    for file in source.files {
        match Top::read(&file.text).ok().filter(is_manifest) {
            Some(manifest) => {
                let title = manifest.field("title").and_then(|title| serde_json::from_str(title.get()).ok());
                reader.title =
                    title.filter(|title: &String| !title.trim().is_empty()).unwrap_or(reader.title);
            }
            None => documents.extend(Raw::all(file)),
        }
        if !output.continues() {
            return Ok(());
        }
    }
    reader.is_one = documents.len() == 1 && source.title.starts_with("fvtt-");
    for raw in &documents {
        reader.index.add(raw);
    }
    let before = documents.len();
    for raw in documents {
        if !output.continues() {
            break;
        }
        reader.document(&raw, output);
    }
    if before == 0 { Err("it is the manifest of a module without documents".to_owned()) } else { Ok(()) }
}

struct Reader {
    title: String,
    /// True for the export of one document, whose file is named after the program.
    is_one: bool,
    several: bool,
    index: Index,
}

/// The place of an item.
struct Place<'a> {
    raw: &'a Raw<'a>,
    book: &'a str,
    content_type: &'a str,
}

impl Reader {
    fn document(&self, raw: &Raw<'_>, output: &mut Output<'_>) {
        let place = Place { raw, book: &self.title, content_type: "document" };
        let value = match raw.value() {
            Ok(value) => value,
            Err(reason) => return self.add(&place, Object::NOTHING, Err(reason), output),
        };
        let doc = Object::new(&value);
        let book = doc.text("name").filter(|_| self.is_one).unwrap_or(&self.title);
        let place = Place { book, ..place };
        let system_id = doc.at("_stats").text("systemId").filter(|id| *id != "dnd5e");
        match raw.collection(doc) {
            Collection::Folder => {}
            Collection::Other(what) => {
                let reason = format!("a {what} has nothing for a library");
                self.add(&Place { content_type: what, ..place }, doc, Err(reason), output);
            }
            Collection::Journal => self.journal(&place, doc, output),
            Collection::Actor | Collection::Item if system_id.is_some() => {
                let system = content::model::shown(system_id.unwrap_or_default());
                let reason = format!("it is for the game system `{system}`; only dnd5e is read");
                self.add(&place, doc, Err(reason), output);
            }
            Collection::Actor => {
                let content_type = doc.text("type").unwrap_or("actor");
                self.add(&Place { content_type, ..place }, doc, self.actor(doc), output);
            }
            Collection::Item => {
                let content_type = doc.text("type").unwrap_or("item");
                self.add(&Place { content_type, ..place }, doc, self.item(doc), output);
            }
            Collection::Table => {
                let siblings = Siblings::default();
                let scope = Scope::new(&self.index, FoundryItem::new(doc, None), &siblings, false);
                let entry = journal::table(doc, &self.index, &scope).map(|entry| (entry, Vec::new()));
                self.add(&Place { content_type: "table", ..place }, doc, entry, output);
            }
        }
    }

    fn actor(&self, doc: Object<'_>) -> Result<(Entry, Vec<String>), String> {
        match doc.text("type").unwrap_or_default() {
            "npc" | "vehicle" => {
                let mut notes = Vec::new();
                let entry = creature::creature(doc, &self.index, &mut notes);
                Ok((entry, notes))
            }
            "character" => Err("it is a player's character, which is no entry of a library".to_owned()),
            other => Err(format!("a `{}` has no stat block", content::model::shown(other))),
        }
    }

    fn item(&self, doc: Object<'_>) -> Result<(Entry, Vec<String>), String> {
        let item = FoundryItem::new(doc, None);
        let siblings = Siblings::default();
        let scope = Scope::new(&self.index, item, &siblings, is_2024(item.system));
        let mut notes = Vec::new();
        let entry = match item.kind() {
            "spell" => spell::spell(&scope, self.index.classes(doc.text("_id").unwrap_or_default())),
            "weapon" | "equipment" | "consumable" | "tool" | "loot" | "container" | "backpack"
            | "facility" => equipment::equipment(&scope, &mut notes),
            "feat" | "class" | "subclass" | "race" | "background" => options::option(&scope),
            other => return Err(format!("dnd5e has no items of type `{}`", content::model::shown(other))),
        };
        Ok((entry, notes))
    }

    fn journal(&self, place: &Place<'_>, doc: Object<'_>, output: &mut Output<'_>) {
        let journal = doc.text("name").unwrap_or_default();
        let place = Place { content_type: "journal page", ..*place };
        let pages: Vec<Object<'_>> = doc.list("pages").collect();
        // Before version 10 of Foundry VTT, a journal entry was one page.
        let pages = if pages.is_empty() && doc.text("content").is_some() { vec![doc] } else { pages };
        let siblings = Siblings::default();
        for page in &pages {
            let scope = Scope::new(&self.index, FoundryItem::new(*page, None), &siblings, false);
            let entry = journal::page(*page, journal, &scope).map(|entry| (entry, Vec::new()));
            if !output.continues() {
                return;
            }
            self.add(&place, *page, entry, output);
        }
        if pages.is_empty() {
            self.add(&place, doc, Err("it is a journal entry without pages".to_owned()), output);
        }
    }

    fn add(
        &self,
        place: &Place<'_>,
        doc: Object<'_>,
        entry: Result<(Entry, Vec<String>), String>,
        output: &mut Output<'_>,
    ) {
        let name = doc.text("name").unwrap_or_default();
        let record = entry.and_then(|(entry, notes)| {
            if name.is_empty() {
                Err("it has no name".to_owned())
            } else {
                Ok((record(doc, place, entry), notes))
            }
        });
        let key = if name.is_empty() { doc.text("_id").unwrap_or_default() } else { name };
        let file = self.several.then(|| place.raw.file.name.clone());
        let (content_type, line) = (place.content_type.to_owned(), place.raw.line);
        output.add(place.book, Item { content_type, key: key.to_owned(), file, line, record });
    }
}

fn record(doc: Object<'_>, place: &Place<'_>, entry: Entry) -> Record {
    let Entry { kind, details, body } = entry;
    let name = doc.text("name").unwrap_or_default();
    let system = system_of(doc);
    let of_details = system.at("details").at("source");
    let source = if system.at("source").exists() { system.at("source") } else { of_details };
    let named = source.text("book").or_else(|| source.text("custom")).or_else(|| system.text("source"));
    let pack = named.filter(|pack| *pack != place.book).map(|pack| excerpt(pack, MAX_CHARS));
    Record {
        document: DocumentKey::new(place.book),
        kind,
        slug: Slug::new(&excerpt(name, MAX_CHARS)),
        name: name.to_owned(),
        body,
        details,
        page: fields::at_path(source, &["page"]).and_then(|page| page.trim_start_matches("p. ").parse().ok()),
        homebrew: Homebrew { option_pack: pack, ..Homebrew::default() },
        sources: None,
    }
}
