//! The fields of an item while they become those of an entry.

use content::json::whole;
use content::model::{DocumentKey, Kind, OwnEntry, Record, Slug, capitalised, excerpt, in_one_line};
use content::written::record_of;
use serde_json::{Map, Value, json};

/// The maximum length, in characters, of a name made into a slug.
const MAX_SLUG_CHARS: usize = 150;
const MAX_PACK_CHARS: usize = 200;
/// Longer values stand in paragraphs of their own.
const MAX_FACT_CHARS: usize = 200;

/// A passage: a name, which may be empty, and a text.
pub(crate) type Passage = (String, String);

/// The fields of an item. Each is taken at most once; those that nothing takes stand at the end of the text,
/// so that nothing is lost.
#[derive(Debug, Clone)]
pub(crate) struct Fields {
    rest: Map<String, Value>,
    /// The entry, with the fields of its kind as in [`content::written`].
    pub(crate) entry: OwnEntry,
    pack: Option<String>,
    notes: Vec<String>,
}

impl Fields {
    pub(crate) fn new(kind: Kind, name: &str, rest: Map<String, Value>) -> Self {
        let entry = OwnEntry {
            kind,
            name: in_one_line(name.trim()),
            fields: Map::new(),
            text: String::new(),
            copied_from: None,
        };
        Self { rest, entry, pack: None, notes: Vec::new() }
    }

    /// Takes a field. Returns its value unless it is empty.
    pub(crate) fn take(&mut self, key: &str) -> Option<Value> {
        self.rest.shift_remove(key).filter(|value| !is_empty(value))
    }

    pub(crate) fn words(&mut self, key: &str) -> Option<String> {
        self.take(key).map(|value| in_words(&value))
    }

    pub(crate) fn is_set(&mut self, key: &str) -> bool {
        self.rest.shift_remove(key).is_some_and(|value| value == true || value == "true")
    }

    pub(crate) fn whole(&mut self, key: &str) -> Option<i64> {
        self.take(key).as_ref().and_then(number)
    }

    /// Takes the objects in a list.
    pub(crate) fn objects(&mut self, key: &str) -> Vec<Map<String, Value>> {
        match self.take(key) {
            Some(Value::Array(items)) => items.into_iter().filter_map(object).collect(),
            other => other.and_then(object).into_iter().collect(),
        }
    }

    /// Sets a field of the entry, unless the value is empty.
    pub(crate) fn set(&mut self, field: &str, value: impl Into<Value>) {
        let value = value.into();
        if !is_empty(&value) {
            self.entry.fields.insert(field.to_owned(), value);
        }
    }

    /// Sets fields of the entry to the words of others.
    pub(crate) fn copy(&mut self, keys: &[(&str, &str)]) {
        for (key, field) in keys {
            let words = self.words(key);
            self.set(field, words);
        }
    }

    /// Sets fields of the entry to whole numbers. Others stand in the text.
    pub(crate) fn count(&mut self, keys: &[(&str, &str)]) {
        for (key, field) in keys {
            let Some(value) = self.take(key) else { continue };
            match number(&value).and_then(|number| u32::try_from(number).ok()) {
                Some(number) => self.set(field, number),
                None => self.reject(key, &value),
            }
        }
    }

    /// Sets fields of the entry to the passages of lists.
    pub(crate) fn passages(&mut self, keys: &[(&str, &str)]) {
        for (key, field) in keys {
            if let Some(value) = self.take(key) {
                self.set_passages(field, passages_of(&value));
            }
        }
    }

    pub(crate) fn set_passages(&mut self, field: &str, passages: Vec<Passage>) {
        let part = |(name, text): Passage| json!({ "name": name, "text": text });
        self.set(field, passages.into_iter().map(part).collect::<Vec<Value>>());
    }

    /// Leaves a value that could not be used in the text, and notes that.
    pub(crate) fn reject(&mut self, key: &str, value: &Value) {
        let (label, shown) = (label(key), excerpt(&in_words(value), 60));
        self.notes
            .push(format!("the {} “{shown}” could not be read; it stands in the text", label.to_lowercase()));
        self.rest.insert(key.to_owned(), value.clone());
    }

    pub(crate) fn note(&mut self, note: String) {
        self.notes.push(note);
    }

    /// Sets where the item is from, as its author says.
    pub(crate) fn set_pack(&mut self, pack: Option<String>) {
        self.pack = pack.map(|pack| excerpt(&pack, MAX_PACK_CHARS));
    }

    /// Adds a paragraph to the text.
    pub(crate) fn describe(&mut self, text: &str) {
        add_paragraph(&mut self.entry.text, text.trim());
    }

    /// Adds a section to the text, for which the fields have no place.
    pub(crate) fn describe_section(&mut self, title: &str, introduction: &str, passages: &[Passage]) {
        if !passages.is_empty() || !introduction.trim().is_empty() {
            self.describe(&format!("### {title}"));
            self.describe(introduction);
        }
        for (name, text) in passages {
            match name.trim_end_matches('.') {
                "" => self.describe(text),
                name => self.describe(&format!("***{name}.*** {text}")),
            }
        }
    }

    /// Returns the record and the problems of single fields. Fields with these names are left out.
    ///
    /// # Errors
    /// If it has no name; as a sentence.
    pub(crate) fn finish(mut self, left_out: &[&str]) -> Result<(Record, Vec<String>), String> {
        if self.entry.name.is_empty() {
            return Err("it has no name".to_owned());
        }
        self.rest.retain(|key, value| !left_out.contains(&key.as_str()) && !is_empty(value));
        let mut facts = String::new();
        for (key, value) in std::mem::take(&mut self.rest) {
            let (label, words) = (label(&key), in_words(&value));
            if is_list_of_passages(&value) {
                self.describe_section(&label, "", &passages_of(&value));
            } else if words.chars().nth(MAX_FACT_CHARS).is_some() || words.contains('\n') {
                self.describe(&format!("**{label}.** {words}"));
            } else {
                facts.push_str(&format!("- **{label}** {words}\n"));
            }
        }
        self.describe(&facts);
        let slug = Slug::new(&excerpt(&self.entry.name, MAX_SLUG_CHARS));
        let mut record = record_of(&self.entry, &DocumentKey::new(""), &slug)
            .map_err(|error| format!("its fields do not fit together: {error}"))?;
        record.homebrew.option_pack = self.pack;
        record.homebrew.edition = self.entry.edition();
        Ok((record, self.notes))
    }
}

pub(crate) fn add_paragraph(text: &mut String, paragraph: &str) {
    if !text.is_empty() && !paragraph.is_empty() {
        text.push_str("\n\n");
    }
    text.push_str(paragraph);
}

pub(crate) fn object(value: Value) -> Option<Map<String, Value>> {
    match value {
        Value::Object(fields) => Some(fields),
        _ => None,
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

/// Returns a whole number, given as one or in digits.
pub(crate) fn number(value: &Value) -> Option<i64> {
    match value {
        Value::String(text) => {
            text.trim().replace(',', "").replace(['−', '–'], "-").trim_start_matches('+').parse().ok()
        }
        other => whole(other),
    }
}

/// Returns a value in words: a list with commas, or with semicolons if its items have commas.
pub(crate) fn in_words(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        Value::Array(items) => joined(items.iter().map(in_words)),
        Value::Object(fields) => match (fields.get("name"), fields.get("desc")) {
            (Some(name), Some(text)) => format!("{} {}", in_words(name), in_words(text)),
            _ => joined(fields.iter().map(|(key, value)| format!("{key} {}", in_words(value)))),
        },
    }
}

/// Joins words with commas, or with semicolons if some have commas.
pub(crate) fn joined(words: impl Iterator<Item = String>) -> String {
    let words: Vec<String> =
        words.map(|word| word.trim().to_owned()).filter(|word| !word.is_empty()).collect();
    words.join(if words.iter().any(|word| word.contains(',')) { "; " } else { ", " })
}

/// Returns the label of a field: `legendaryActions` and `legendary_actions` are `Legendary actions`.
fn label(key: &str) -> String {
    let mut label = String::new();
    for letter in key.chars() {
        if letter.is_uppercase() && label.ends_with(char::is_lowercase) {
            label.push(' ');
        }
        label.push(if matches!(letter, '_' | '-') { ' ' } else { letter });
    }
    capitalised(&label.to_lowercase())
}

const NAMES: [&str; 2] = ["name", "Name"];
const TEXTS: [&str; 5] = ["desc", "description", "Content", "content", "text"];

fn is_list_of_passages(value: &Value) -> bool {
    let has =
        |item: &Value, keys: &[&str]| keys.iter().any(|key| item.get(key).is_some_and(Value::is_string));
    let items = value.as_array().map_or(&[][..], Vec::as_slice);
    !items.is_empty()
        && items.iter().all(|item| has(item, &TEXTS) && (has(item, &NAMES) || item.get("name").is_none()))
}

/// Returns the passages of a list: objects with a name and a text, pairs, objects with one field, or texts.
pub(crate) fn passages_of(value: &Value) -> Vec<Passage> {
    match value {
        Value::Array(items) => items.iter().filter(|item| !is_empty(item)).map(passage_of).collect(),
        other => vec![passage_of(other)],
    }
}

fn passage_of(value: &Value) -> Passage {
    match value {
        Value::Array(items) => match items.as_slice() {
            [name, text @ ..] if !text.is_empty() => {
                (in_words(name), text.iter().map(in_words).collect::<Vec<_>>().join(" "))
            }
            items => (String::new(), items.iter().map(in_words).collect()),
        },
        Value::Object(fields) => {
            let find = |keys: &[&str]| keys.iter().find_map(|key| fields.get(*key)).map(in_words);
            match (find(&NAMES), find(&TEXTS), fields.iter().next()) {
                (None, None, Some((name, text))) if fields.len() == 1 => (name.clone(), in_words(text)),
                (None, None, _) => (String::new(), in_words(value)),
                (name, text, _) => {
                    let (mut name, mut text) = (name.unwrap_or_default(), text.unwrap_or_default());
                    if let Some(usage) = fields.get("Usage").map(in_words).filter(|usage| !usage.is_empty()) {
                        name = format!("{name} ({})", usage.trim_matches(['(', ')']));
                    }
                    if let Some(inner) = fields.get("traits") {
                        for (name, more) in passages_of(inner) {
                            add_paragraph(&mut text, &format!("**{name}.** {more}"));
                        }
                    }
                    (name, text)
                }
            }
        }
        other => (String::new(), in_words(other)),
    }
}
