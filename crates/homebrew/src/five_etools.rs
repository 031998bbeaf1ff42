//! The homebrew JSON of 5etools: an object with a list of items for each kind, such as `monster` and `spell`.
//!
//! An item is found in the file by its name and source (`index`), made whole if it is a copy (`copy`,
//! `modify`), and read by the reader of its kind (`kinds`). Texts are trees of entries (`entries`) with tags
//! (`tags`).

mod class;
mod context;
mod copy;
mod creature;
mod entries;
mod equipment;
mod index;
mod kinds;
mod modify;
mod option;
mod rule;
mod spell;
mod tags;
#[cfg(test)]
mod tests;
mod words;
pub mod write;

use std::collections::HashMap;

use content::json::Object;
use content::model::{DocumentKey, Edition, Homebrew, Record, Slug, fold};
use serde_json::Value;
use serde_json::value::RawValue;

use self::context::{Content, Context, ItemKind};
use self::copy::with_copied;
use self::entries::name_of;
use self::index::{Index, ItemName, RawItem, head};
use self::kinds::{FLUFF, OTHER, kind_of};
use crate::json::{Lines, Top, parse};
use crate::{File, Format, Item, Output, Sample, Source};

/// 5etools.
pub static FORMAT: Format =
    Format { name: "5etools", files: "homebrew JSON of 5etools", is_spread: false, recognises, read };

/// Data for other programs, by the beginning of their names, and what they are.
const OTHER_DATA: [(&str, &str); 9] = [
    ("foundry", "data for Foundry VTT"),
    ("roll20", "data for Roll20"),
    ("makebrew", "data for the editor of 5etools"),
    ("reduced", "data for the index of 5etools"),
    ("monsterfeatures", "data for the calculator of 5etools"),
    ("itemEntry", "texts that 5etools puts into other items"),
    ("itemTypeAdditionalEntries", "texts that 5etools puts into other items"),
    ("linkedLootTables", "links between tables of 5etools"),
    ("raceFluffMeta", "texts that 5etools puts into other items"),
];

/// Items within items: the outer list, the inner list, what its items are, and the field with the outer name.
const NESTED: [(&str, &str, &str, &str); 2] =
    [("race", "subraces", "subrace", "raceName"), ("class", "subclasses", "subclass", "className")];

fn recognises(sample: &Sample<'_>) -> bool {
    let Some(json @ Top::Object(fields)) = &sample.json else { return false };
    let is_item = |raw: &&RawValue| {
        let first = Top::part(raw).and_then(|list| list.values().first().copied().and_then(Top::part));
        first.is_some_and(|item| item.has(&["name", "source"]) || item.has(&["_copy"]))
    };
    let meta = json.field("_meta").and_then(Top::part);
    meta.is_some_and(|meta| meta.field("sources").is_some())
        || fields.iter().any(|(property, raw)| kind_of(property).is_some() && is_item(raw))
}

fn read(source: &Source<'_>, output: &mut Output<'_>) -> Result<(), String> {
    source.files.iter().try_for_each(|file| read_file(file, source, output))
}

fn read_file(file: &File, source: &Source<'_>, output: &mut Output<'_>) -> Result<(), String> {
    let Top::Object(fields) = Top::read(&file.text)? else {
        return Err("it is a list; 5etools reads an object with a list for each kind of item".to_owned());
    };
    let meta = fields.iter().find(|(name, _)| name == "_meta").and_then(|(_, raw)| parse(raw).ok());
    let meta = meta.unwrap_or_default();
    let is_list = |name: &str| !name.starts_with(['_', '$']) && !matches!(name, "blocklist" | "siteVersion");
    let lists: Vec<List<'_>> = fields.iter().filter(|(name, _)| is_list(name)).map(List::of).collect();
    let items = lists.iter().flat_map(|List { property, items, .. }| {
        items.iter().flatten().map(move |raw| RawItem { property, raw })
    });
    let index = Index::new(items, &meta, file.text.len(), source.base);
    let reading = Reading { index, books: Books::of(&meta, source.title), lines: Lines::new(&file.text) };
    for List { property, raw, items } in &lists {
        let Some(items) = items else {
            reading.refuse_all(property, raw, "its value is no list of items", output);
            continue;
        };
        if let Some((_, what)) = OTHER_DATA.iter().find(|(start, _)| property.starts_with(start)) {
            let reason = format!("its {} items are {what}, not entries", items.len());
            reading.refuse_all(property, raw, &reason, output);
            continue;
        }
        for raw in items {
            if !reading.item(property, raw, output) {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// A property of the file and its items, if its value is a list.
struct List<'a> {
    property: &'a str,
    raw: &'a RawValue,
    items: Option<Vec<&'a RawValue>>,
}

impl<'a> List<'a> {
    fn of((property, raw): &'a (String, &'a RawValue)) -> Self {
        let items = match Top::part(raw) {
            Some(Top::List(items)) => Some(items),
            _ => None,
        };
        Self { property, raw, items }
    }
}

/// The titles of the sources.
struct Books {
    titles: HashMap<String, String>,
    default: String,
    edition: Option<Edition>,
}

impl Books {
    fn of(meta: &Value, title: &str) -> Self {
        let meta = Object::new(meta);
        let mut titles = HashMap::new();
        let mut only = Vec::new();
        for source in meta.list("sources") {
            let name = source.text("full").or(source.text("abbreviation")).or(source.text("json"));
            if let Some((key, name)) = source.text("json").zip(name) {
                titles.insert(fold(key), name.to_owned());
                only.push(name);
            }
        }
        let default = if let [only] = only.as_slice() { (*only).to_owned() } else { title.to_owned() };
        Self { titles, default, edition: edition_named(meta) }
    }

    fn of_item(&self, item: Object<'_>) -> String {
        let source = item.text("source").or(item.at("inherits").text("source"));
        match source {
            Some(source) => self.titles.get(&fold(source)).cloned().unwrap_or_else(|| source.to_owned()),
            None => self.default.clone(),
        }
    }
}

fn edition_named(object: Object<'_>) -> Option<Edition> {
    match object.text("edition")? {
        "one" => Some(Edition::Of2024),
        "classic" => Some(Edition::Of2014),
        _ => None,
    }
}

struct Reading<'a> {
    index: Index<'a>,
    books: Books,
    lines: Lines<'a>,
}

impl<'a> Reading<'a> {
    /// Returns false once the reading is to stop.
    fn item(&self, property: &'a str, raw: &'a RawValue, output: &mut Output<'_>) -> bool {
        let line = self.lines.of(raw.get());
        let kind = match kind_of(property) {
            Some(kind) => kind,
            None if property.ends_with("Fluff") => &FLUFF,
            None => &OTHER,
        };
        let mut notes = Vec::new();
        let whole = parse(raw).and_then(|item| with_copied(property, item, &self.index, &mut notes));
        let named = head(raw).unwrap_or_default();
        let (key, book) = (self.key_of(&named, whole.as_ref().ok()), self.books.of_item(Object::new(&named)));
        let refused = |reason| Item {
            content_type: property.to_owned(),
            key: key.clone(),
            file: None,
            line,
            record: Err(reason),
        };
        let whole = match whole {
            Ok(whole) => whole,
            Err(reason) => return output.add(&book, refused(reason)),
        };
        let object = Object::new(&whole);
        let book = self.books.of_item(object);
        if property.ends_with("Fluff") && kind_of(property).is_none() {
            let base = property.trim_end_matches("Fluff");
            if ItemName::of(&whole, false).is_some_and(|name| self.index.has(base, &name)) {
                return true;
            }
            if !object.at("entries").value().is_array() {
                let reason = "it has pictures of an item that is not in the file, and no text".to_owned();
                return output.add(&book, refused(reason));
            }
        }
        if matches!(property, "adventureData" | "bookData") {
            return self.chapters(property, kind, object, line, output);
        }
        let record = self.record(kind, object, &mut notes).map(|record| (record, notes));
        let item = Item { content_type: property.to_owned(), key: key.clone(), file: None, line, record };
        output.add(&book, item) && self.nested(object, property, line, output)
    }

    fn key_of(&self, named: &Value, whole: Option<&Value>) -> String {
        let name = |value: &Value| {
            let object = Object::new(value);
            object.text("name").or(object.text("abbreviation")).or(object.text("id")).map(str::to_owned)
        };
        name(named).or_else(|| whole.and_then(name)).unwrap_or_default()
    }

    /// Each chapter is an entry.
    fn chapters(
        &self,
        property: &str,
        kind: &'static ItemKind,
        text: Object<'_>,
        line: u32,
        output: &mut Output<'_>,
    ) -> bool {
        let id = text.text("id").or(text.text("source")).unwrap_or_default();
        let book = self.books.titles.get(&fold(id)).cloned().unwrap_or_else(|| self.books.of_item(text));
        let chapters = text.list("data").enumerate().map(|(number, chapter)| {
            let mut notes = Vec::new();
            let record = self.record(kind, chapter, &mut notes).map(|record| (record, notes));
            let name = name_of(chapter);
            let key = if name.is_empty() { format!("{id} {}", number + 1) } else { name };
            Item { content_type: property.to_owned(), key, file: None, line, record }
        });
        let mut chapters = chapters.peekable();
        if chapters.peek().is_none() {
            let record = Err("it has no chapters".to_owned());
            return output.add(
                &book,
                Item { content_type: property.to_owned(), key: id.to_owned(), file: None, line, record },
            );
        }
        chapters.all(|chapter| output.add(&book, chapter))
    }

    /// Items within an item are entries, too.
    fn nested(&self, outer: Object<'_>, property: &str, line: u32, output: &mut Output<'_>) -> bool {
        let Some((_, list, property, owner)) = NESTED.iter().find(|(outer, ..)| *outer == property) else {
            return true;
        };
        let Some(kind) = kind_of(property) else { return true };
        outer.list(list).filter(|inner| inner.text("name").is_some()).all(|inner| {
            let mut whole = inner.value().clone();
            if let Some(fields) = whole.as_object_mut() {
                fields.entry(*owner).or_insert_with(|| outer.at("name").value().clone());
                fields.entry("source").or_insert_with(|| outer.at("source").value().clone());
            }
            let object = Object::new(&whole);
            let mut notes = Vec::new();
            let record = self.record(kind, object, &mut notes).map(|record| (record, notes));
            let (content_type, key) = ((*property).to_owned(), name_of(object));
            output.add(&self.books.of_item(object), Item { content_type, key, file: None, line, record })
        })
    }

    fn refuse_all(&self, property: &str, raw: &RawValue, reason: &str, output: &mut Output<'_>) {
        let (content_type, key) = (property.to_owned(), property.to_owned());
        let line = self.lines.of(raw.get());
        let item = Item { content_type, key, file: None, line, record: Err(reason.to_owned()) };
        output.add(&self.books.default, item);
    }

    fn record(
        &self,
        kind: &'static ItemKind,
        object: Object<'_>,
        notes: &mut Vec<String>,
    ) -> Result<Record, String> {
        if !object.exists() {
            return Err(format!("it has no fields, only `{}`", text::shown(&object.value().to_string())));
        }
        let name = shown_name(kind, object).ok_or("it has no name")?;
        let mut context = Context { index: &self.index, notes, kind };
        let Content { kind: record_kind, details, body } = (kind.read)(object, &mut context)?;
        let owner = object.text("subclassShortName").or(object.text("className"));
        let slug = match (owner, object.integer::<u8>("level")) {
            (Some(owner), Some(level)) => format!("{name} {owner} {level}"),
            _ => name.clone(),
        };
        let edition = edition_named(object).or(self.books.edition);
        Ok(Record {
            document: DocumentKey::new(""),
            kind: record_kind,
            slug: Slug::new(&text::excerpt(&slug, MAX_SLUG_CHARS)),
            name,
            body,
            details,
            page: object.integer("page"),
            homebrew: Homebrew { edition, ..Homebrew::default() },
            sources: None,
        })
    }
}

/// The maximum length, in characters, of a name made into a slug.
const MAX_SLUG_CHARS: usize = 150;

fn shown_name(kind: &ItemKind, object: Object<'_>) -> Option<String> {
    let inner = object.list("entries").next().map(name_of).unwrap_or_default();
    let name = [name_of(object), inner].into_iter().find(|name| !name.is_empty());
    let name = name.or_else(|| object.text("abbreviation").map(str::to_owned));
    match (kind.property, object.text("raceName"), name) {
        ("subrace", Some(race), None) => Some(race.to_owned()),
        ("subrace", Some(race), Some(name)) if !fold(&name).contains(&fold(race)) => {
            Some(format!("{race} ({name})"))
        }
        (.., name) => name,
    }
}
