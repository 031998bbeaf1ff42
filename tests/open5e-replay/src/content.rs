//! Invented content in the shapes of the API, list by list.
//!
//! The documents that the API treats in a way of its own keep their keys: `core`, `srd-2014` and `srd-2024`.
//! The others are invented, and so is all text. Every list holds, beside plain objects, those that show an
//! oddity of the real content:
//!
//! - keys whose prefix is not their document's key, and slugs of version 1 with `'`, `:` and `æ`
//! - conditions and other terms with several descriptions, each of another document
//! - documents given as a summary without licences, or as a bare key
//! - names that stand in several documents; weapons and armor that are items, too; magic items for each base
//!   weapon
//! - spells without classes, ranges that are sentinels, texts with CRLF, HTML, dead links and placeholders
//! - creatures with wrong damage types, absurd senses, actions in the wrong order and no proficiency bonus
//! - costs of 0.00, numbers as text, fields that are absent
//! - lore, actions and items that only version 1 has
//!
//! The files in `data` describe each list by its path; a path that begins otherwise than with a version names
//! parts of other objects. `fields` are those of every object (`like`: those of another list), `objects` and
//! `names` add objects with fields of their own, `plain` adds as many as its `count`, and `from` what version
//! 1 has of a list of version 2. In the values:
//!
//! | value | meaning |
//! |---|---|
//! | `{"cycle": […]}` | one value after the other, object by object |
//! | `{name}`, `{slug}`, … in a text | a word about the object, see `Scope` |
//! | `ref:NAME` | a reference to something by its name |
//! | `doc:KEY` | the summary of a document |
//! | `obj:LIST/KEY` | an object of an earlier list, by key or name |
//! | `src:/FIELD` | a field of the object of version 2 |
//! | `absent:` | no such field |

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::{Map, Value, json};

/// The key of an invented document with spells, creatures and options; version 1 calls it `orchard`.
pub const BOOK: &str = "orchard-tales";
/// The key of another invented document; the keys of its objects begin with `cellar_`, and version 1 calls it
/// `cellar`.
pub const CELLAR: &str = "deep-cellar";
/// The key of an invented document of another game system, which version 1 lacks.
pub const GALLERY: &str = "quince-gallery";

const FILES: [&str; 6] = [
    include_str!("data/documents.json"),
    include_str!("data/spells.json"),
    include_str!("data/creatures.json"),
    include_str!("data/equipment.json"),
    include_str!("data/options.json"),
    include_str!("data/rules.json"),
];

const SUMMARY: [&str; 7] = ["name", "key", "type", "display_name", "publisher", "gamesystem", "permalink"];

pub(crate) static LISTS: LazyLock<BTreeMap<String, Vec<Value>>> = LazyLock::new(|| {
    let mut lists = Lists::default();
    for file in FILES {
        let described: Map<String, Value> = serde_json::from_str(file).unwrap();
        for (path, list) in described {
            lists.add(&path, serde_json::from_value(list).unwrap());
        }
    }
    let mut objects = lists.objects;
    objects.retain(|path, _| path.starts_with("/v"));
    for (path, objects) in &mut objects {
        let field = if path.starts_with("/v1/") { "slug" } else { "key" };
        objects.sort_by(|a, b| a[field].as_str().cmp(&b[field].as_str()));
    }
    objects
});

/// Returns the paths of all lists.
pub fn lists() -> impl Iterator<Item = &'static str> {
    LISTS.keys().map(String::as_str)
}

/// Returns the objects of a list, such as `/v2/spells/`, in the API's order: by key, or in version 1 by slug.
pub fn objects(list: &str) -> Option<&'static Vec<Value>> {
    LISTS.get(list)
}

type Fields = Map<String, Value>;

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct List {
    fields: Fields,
    like: Option<String>,
    from: Option<String>,
    names: Vec<String>,
    objects: Vec<Fields>,
    plain: Plain,
}

/// Objects with names such as “Amber Lantern”.
#[derive(Deserialize, Default)]
struct Plain {
    count: usize,
    nouns: Vec<String>,
    fields: Fields,
}

#[derive(Default)]
struct Lists {
    objects: BTreeMap<String, Vec<Value>>,
    fields: BTreeMap<String, Fields>,
}

impl Lists {
    fn add(&mut self, path: &str, list: List) {
        let mut fields = list.like.map_or(Fields::new(), |like| self.fields[&like].clone());
        fields.extend(list.fields);
        let sources = list.from.map_or(Vec::new(), |from| self.objects[&from].clone());
        let of_source = |source: &Value| {
            Fields::from_iter([
                ("name".to_owned(), source["name"].clone()),
                ("in".to_owned(), source["document"]["key"].clone()),
            ])
        };
        let named = |mut own: Fields, name: &str| {
            own.insert("name".to_owned(), json!(name));
            own
        };
        let Plain { count, nouns, fields: plain } = list.plain;
        let mut described: Vec<Fields> = sources.iter().map(of_source).collect();
        described.extend(plain_names(&nouns, count).iter().map(|name| named(plain.clone(), name)));
        described.extend(list.names.iter().map(|name| named(Fields::new(), name)));
        described.extend(list.objects);
        let objects = described.into_iter().enumerate().filter_map(|(number, own)| {
            let mut object = fields.clone();
            object.extend(own);
            self.object(path, object, number, sources.get(number).unwrap_or(&Value::Null))
        });
        let objects = objects.collect();
        self.objects.insert(path.to_owned(), objects);
        self.fields.insert(path.to_owned(), fields);
    }

    /// Returns `None` where version 1 lacks the document.
    fn object(&self, path: &str, mut object: Fields, number: usize, source: &Value) -> Option<Value> {
        let mut scope = Scope { lists: self, words: Vec::new(), number, source };
        let document = object.remove("in").map_or(Value::Null, |document| scope.fill(&document));
        let document = document.as_str().unwrap_or_default();
        scope.describe(&object, document);
        let mut filled = scope.fill(&Value::Object(object));
        if path.starts_with("/v1/") {
            let older = older(document)?;
            if path != "/v1/documents/" {
                filled["document__slug"] = json!(older);
                filled["document__title"] = self.summary(document)["name"].clone();
                filled["document__license_url"] = json!("https://example.org/legal");
                filled["document__url"] = json!("https://example.org");
            }
        }
        Some(filled)
    }

    fn find(&self, list: &str, name: &str) -> &Value {
        let mut objects = self.objects[list].iter();
        objects.find(|object| object["key"] == name || object["name"] == name).unwrap()
    }

    fn summary(&self, document: &str) -> Value {
        let document = self.find("/v2/documents/", document);
        SUMMARY.iter().map(|field| ((*field).to_owned(), document[field].clone())).collect::<Fields>().into()
    }
}

struct Scope<'a> {
    lists: &'a Lists,
    words: Vec<(&'static str, String)>,
    number: usize,
    source: &'a Value,
}

impl Scope<'_> {
    fn describe(&mut self, object: &Fields, document: &str) {
        let text = |field: &str| object.get(field).and_then(Value::as_str).unwrap_or_default().to_owned();
        let name = text("name");
        let title =
            if document.is_empty() { Value::Null } else { self.lists.summary(document)["name"].clone() };
        self.words = vec![
            ("slug", slug(&name)),
            ("lower", name.to_lowercase()),
            ("dashed", name.to_lowercase().replace(' ', "-")),
            ("sentence", sentence(self.number)),
            ("in", document.to_owned()),
            ("title", title.as_str().unwrap_or_default().to_owned()),
            ("prefix", prefix(document).to_owned()),
            ("older", older(document).unwrap_or_default().to_owned()),
            ("suffix", if document == CELLAR { "-cellar" } else { "" }.to_owned()),
            ("name", name),
            ("key", text("key")),
            ("ruleset", text("ruleset")),
        ];
    }

    fn fill(&self, value: &Value) -> Value {
        match value {
            Value::Object(object) => match object.get("cycle").and_then(Value::as_array) {
                Some(values) => self.fill(&values[self.number % values.len()]),
                None => {
                    let filled = object.iter().map(|(field, value)| (field.clone(), self.fill(value)));
                    filled.filter(|(_, value)| value != "absent:").collect::<Fields>().into()
                }
            },
            Value::Array(values) => values.iter().map(|value| self.fill(value)).collect(),
            Value::String(text) => self.text(text),
            other => other.clone(),
        }
    }

    fn text(&self, text: &str) -> Value {
        let mut text = text.to_owned();
        if text.contains('{') {
            for (word, meaning) in &self.words {
                text = text.replace(&format!("{{{word}}}"), meaning);
            }
        }
        match text.split_once(':') {
            Some(("ref", name)) => json!({ "name": name, "key": slug(name) }),
            Some(("doc", key)) => self.lists.summary(key),
            Some(("obj", place)) => {
                let (list, name) = place.rsplit_once('/').unwrap();
                self.lists.find(&format!("{list}/"), name).clone()
            }
            Some(("src", field)) => self.source.pointer(field).unwrap().clone(),
            _ => json!(text),
        }
    }
}

const ADJECTIVES: [&str; 16] = [
    "Amber", "Brazen", "Copper", "Dusty", "Elder", "Frosted", "Gilded", "Hollow", "Ivory", "Jaunty",
    "Knotted", "Lunar", "Mossy", "Nimble", "Ochre", "Patient",
];

fn plain_names(nouns: &[String], count: usize) -> Vec<String> {
    let names =
        nouns.iter().flat_map(|noun| ADJECTIVES.iter().map(move |adjective| format!("{adjective} {noun}")));
    let names: Vec<String> = names.take(count).collect();
    assert_eq!(names.len(), count, "too few nouns");
    names
}

fn slug(name: &str) -> String {
    name.to_lowercase().chars().map(|it| if it.is_alphanumeric() { it } else { '-' }).collect()
}

/// Returns the beginning of the keys of a document's objects, which is not always the document's key.
fn prefix(document: &str) -> &str {
    match document {
        "srd-2014" => "srd",
        CELLAR => "cellar",
        other => other,
    }
}

/// Returns what version 1 calls the document.
fn older(document: &str) -> Option<&'static str> {
    match document {
        "srd-2014" => Some("wotc-srd"),
        BOOK => Some("orchard"),
        CELLAR => Some("cellar"),
        _ => None,
    }
}

fn sentence(number: usize) -> String {
    let things =
        ["a kettle", "the third bell", "a ripe plum", "an unlit stair", "the wet chalk", "a borrowed key"];
    format!(
        "It concerns {} and what became of it in the year {}.",
        things[number % things.len()],
        300 + number
    )
}
