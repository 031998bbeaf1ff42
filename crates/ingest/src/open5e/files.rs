//! Objects of Open5e as files: answers of its API, and fixtures, the tables in which publishers contribute
//! their books to it (`data/v2` of open5e/open5e-api).

mod fixtures;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use ::homebrew::json::{Lines, Top, parse};
use ::homebrew::{File, Format, Item, Output, Sample, Source};
use content::model::{DocumentKey, Slug, excerpt};
use serde_json::{Map, Value};

use self::fixtures::{Row, Tables, list_of_model};
use super::normalise::{Objects, normalise};

/// Objects of Open5e as files.
pub static FORMAT: Format = Format {
    name: "Open5e",
    files: "objects of Open5e as JSON: answers of its API, or a publisher's fixtures",
    is_spread: true,
    recognises,
    read,
};

/// Lists by a field that only their objects have, for objects without an address.
const LISTS: [(&str, &str); 7] = [
    ("ability_scores", "/v2/creatures/"),
    ("casting_time", "/v2/spells/"),
    ("requires_attunement", "/v2/magicitems/"),
    ("subclass_of", "/v2/classes/"),
    ("is_subspecies", "/v2/species/"),
    ("prerequisite", "/v2/feats/"),
    ("benefits", "/v2/backgrounds/"),
];

const OLDER: &str = "it is an object of Open5e's first version; only those of the second are read";
const DOCUMENTS: &str = "/v2/documents/";

fn recognises(sample: &Sample<'_>) -> bool {
    let Some(top) = &sample.json else { return false };
    let results = top.field("results").and_then(Top::part);
    let Some(first) = results.as_ref().unwrap_or(top).first() else { return false };
    let text = |name: &str| first.field(name).map(|raw| raw.get()).unwrap_or_default();
    let is_fixture = first.has(&["model", "fields"]) && text("model").starts_with("\"api");
    let is_object = first.has(&["document"]) && text("url").contains("open5e.com/");
    let is_listed =
        first.has(&["key", "name", "document"]) && LISTS.iter().any(|(field, _)| first.has(&[field]));
    is_fixture || is_object || is_listed || first.has(&["slug", "document__slug"])
}

fn read(source: &Source<'_>, output: &mut Output<'_>) -> Result<(), String> {
    let mut found = Found::default();
    for file in source.files {
        let lines = Lines::new(&file.text);
        let top = Top::read(&file.text)?;
        let results = top.field("results").and_then(Top::part);
        let list = results.as_ref().unwrap_or(&top);
        let whole = parse_whole(file);
        let values = match list {
            Top::List(values) => values.as_slice(),
            Top::Object(_) => whole.as_slice(),
        };
        for raw in values {
            let place = Place { file: file.name.clone(), line: lines.of(raw.get()) };
            match parse(raw) {
                Ok(Value::Object(object)) => found.add(object, place),
                Ok(_) => found.fail("object", "", "it has no fields", place),
                Err(reason) => found.fail("object", "", &reason, place),
            }
        }
    }
    found.put_out(source, output);
    Ok(())
}

fn parse_whole(file: &File) -> Vec<&serde_json::value::RawValue> {
    serde_json::from_str(&file.text).ok().into_iter().collect()
}

/// Where an object stands.
#[derive(Debug, Clone)]
struct Place {
    file: String,
    line: u32,
}

#[derive(Default)]
struct Found {
    tables: Tables,
    objects: Objects,
    /// The documents that objects describe.
    documents: HashMap<String, Value>,
    places: HashMap<String, Place>,
    failed: Vec<(Item, Place)>,
}

impl Found {
    fn fail(&mut self, content_type: &str, key: &str, reason: &str, place: Place) {
        let (content_type, key, record) = (content_type.to_owned(), key.to_owned(), Err(reason.to_owned()));
        let item = Item { content_type, key, file: None, line: place.line, record };
        self.failed.push((item, place));
    }

    fn add(&mut self, mut object: Map<String, Value>, place: Place) {
        let words = |object: &Map<String, Value>, key: &str| match object.get(key) {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Number(number)) => number.to_string(),
            _ => String::new(),
        };
        let key = ["pk", "key", "slug"].iter().map(|name| words(&object, name)).find(|key| !key.is_empty());
        let key = key.unwrap_or_default();
        self.places.entry(key.clone()).or_insert_with(|| place.clone());
        if let Some(Value::Object(fields)) = object.get_mut("fields").map(Value::take) {
            let model = words(&object, "model");
            match model.strip_prefix("api_v2.") {
                Some(model) => self.tables.add(model, Row { key, fields }),
                None => self.fail(&model, &key, OLDER, place),
            }
            return;
        }
        let address = words(&object, "url");
        let path = address.split_once("open5e.com").map(|(_, path)| path.to_owned());
        let list = path.and_then(|path| {
            let mut parts = path.split('/').skip(1);
            Some(format!("/{}/{}/", parts.next()?, parts.next()?))
        });
        let known =
            LISTS.iter().find(|(field, _)| object.contains_key(*field)).map(|(_, list)| (*list).to_owned());
        match list.or(known) {
            _ if object.contains_key("document__slug") => self.fail("object", &key, OLDER, place),
            Some(list) => {
                if let Some(document) = object.get("document").filter(|document| document.is_object()) {
                    let key = document.get("key").and_then(Value::as_str).unwrap_or_default().to_owned();
                    self.documents.entry(key).or_insert_with(|| document.clone());
                }
                self.objects.add(&list, vec![object.into()]);
            }
            None => self.fail("object", &key, "it is not known which list of Open5e it belongs to", place),
        }
    }

    fn put_out(mut self, source: &Source<'_>, output: &mut Output<'_>) {
        let lonely = self.tables.join(&mut self.objects, &mut self.documents);
        for (model, key) in lonely {
            let place = self.places.get(&key).cloned().unwrap_or(Place { file: String::new(), line: 1 });
            let reason = match list_of_model(&model) {
                None => format!("a {model} of Open5e makes no entry"),
                Some(_) => format!("the object of which this {model} is a part is not in these files"),
            };
            self.fail(&model, &key, &reason, place);
        }
        self.objects.add(DOCUMENTS, self.documents.into_values().collect());
        let batch = normalise(&self.objects, None);
        let titles: HashMap<&DocumentKey, &str> =
            batch.documents().iter().map(|(key, document)| (key, document.name.as_str())).collect();
        // The slug of an entry is the key without the prefix of its document.
        let by_slug: HashMap<String, &Place> = self
            .places
            .iter()
            .map(|(key, place)| {
                let slug = Slug::new(key.split_once('_').map_or(key.as_str(), |(_, rest)| rest));
                (slug.to_string(), place)
            })
            .collect();
        let is_alone = source.files.len() == 1;
        let mut add = |book: &str, item: Item, place: Option<&Place>| {
            let file = place.filter(|_| !is_alone).map(|place| place.file.clone());
            output.add(book, Item { line: place.map_or(1, |place| place.line), file, ..item })
        };
        for record in batch.records() {
            let place = by_slug.get(record.slug.as_str()).copied();
            let title = titles.get(&record.document).copied().unwrap_or(source.title);
            let (content_type, key) = (record.kind.to_string(), record.slug.to_string());
            let item =
                Item { content_type, key, file: None, line: 1, record: Ok((record.clone(), Vec::new())) };
            if !add(title, item, place) {
                return;
            }
        }
        for rejection in batch.rejected() {
            let content_type =
                rejection.source.trim_matches('/').rsplit('/').next().unwrap_or_default().to_owned();
            let (key, record) = (excerpt(&rejection.key, 100), Err(rejection.reason.clone()));
            let place = self.places.get(&rejection.key);
            if !add(source.title, Item { content_type, key, file: None, line: 1, record }, place) {
                return;
            }
        }
        for (item, place) in &self.failed {
            if !add(source.title, item.clone(), Some(place)) {
                return;
            }
        }
    }
}
