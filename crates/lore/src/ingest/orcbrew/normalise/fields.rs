use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::prose::prose;
use super::values::{in_words, is_nothing, label, quoted, value_in_words, whole};
use crate::ingest::markdown::Part;

/// The fields of an item while it becomes an entry: which were used, what could not be, and what else is to be told.
/// Every field is used at most once; what nobody used is told at the end.
pub(super) struct Fields<'a> {
    object: &'a Map<String, Value>,
    used: BTreeSet<&'a str>,
    facts: Vec<(String, String)>,
    notes: Vec<String>,
}

/// What is left of an item's fields when it has become an entry.
pub(super) struct Rest {
    /// What is told at the end of the body: label and words.
    pub(super) facts: Vec<(String, String)>,
    /// Passages that stand under a heading of their own after that.
    pub(super) sections: Vec<(String, Vec<Part>)>,
    /// What could not be used, each in a sentence.
    pub(super) notes: Vec<String>,
}

impl<'a> Fields<'a> {
    pub(super) fn new(object: &'a Map<String, Value>) -> Self {
        Self { object, used: BTreeSet::new(), facts: Vec::new(), notes: Vec::new() }
    }

    /// The value of a field that says something, which counts as used from now on.
    pub(super) fn take(&mut self, key: &str) -> Option<&'a Value> {
        let (key, value) = self.object.get_key_value(key)?;
        self.used.insert(key);
        Some(value).filter(|value| !is_nothing(value))
    }

    /// The keys of the fields that nobody has used yet.
    pub(super) fn unused(&self) -> Vec<&'a str> {
        let keys = self.object.keys().map(String::as_str);
        keys.filter(|key| !self.used.contains(key)).collect()
    }

    /// Says that a field could not be used, and shows it as it stands at the end of the body.
    pub(super) fn refuse(&mut self, key: &str, why: String) {
        self.used.remove(key);
        self.note(why);
    }

    /// Notes something, in a sentence.
    pub(super) fn note(&mut self, note: String) {
        self.notes.push(note);
    }

    /// Adds a fact to the end of the body.
    pub(super) fn also(&mut self, label: &str, value: String) {
        self.facts.push((label.to_owned(), value));
    }

    /// Adds those fields of a nested object that nobody knows to the end of the body.
    pub(super) fn also_unknown(&mut self, of: &str, object: &Map<String, Value>, known: &[&str]) {
        for (key, value) in object {
            if !known.contains(&bare(key)) && !is_nothing(value) {
                self.also(&format!("{}: {}", in_words(of), in_words(key)), value_in_words(value));
            }
        }
    }

    /// A short text, or a number as one.
    pub(super) fn text(&mut self, key: &str) -> Option<String> {
        let value = self.take(key)?;
        let text = match value {
            Value::String(text) => {
                text.replace('\u{ad}', "").split_whitespace().collect::<Vec<_>>().join(" ")
            }
            Value::Number(number) => number.to_string(),
            other => {
                self.refuse(key, format!("the {} {} is not a text", label(key), quoted(other)));
                return None;
            }
        };
        Some(text).filter(|text| !text.is_empty())
    }

    /// A text that no number can stand for. `otherwise` says what is done without it.
    pub(super) fn strict_text(&mut self, key: &str, otherwise: &str) -> Option<String> {
        let value = self.take(key)?;
        let Value::String(text) = value else {
            self.refuse(key, format!("the {} {} is not a text; {otherwise}", label(key), quoted(value)));
            return None;
        };
        Some(text.trim().to_owned()).filter(|text| !text.is_empty())
    }

    /// A keyword or a text, in words.
    pub(super) fn words(&mut self, key: &str) -> Option<String> {
        self.text(key).map(|text| in_words(&text))
    }

    /// A long text as clean Markdown; empty without one.
    pub(super) fn prose(&mut self, key: &str) -> String {
        let Some(value) = self.take(key) else { return String::new() };
        match value {
            Value::String(text) => prose(text),
            Value::Array(lines) if lines.iter().all(Value::is_string) => {
                prose(&lines.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("\n"))
            }
            other => {
                self.refuse(key, format!("the {} {} is not a text", label(key), quoted(other)));
                String::new()
            }
        }
    }

    /// Everything that is told of the item at length: its help and its description.
    pub(super) fn story(&mut self) -> String {
        let help = self.prose("help");
        let description = self.prose("description");
        let mut told = vec![help.clone(), description.clone()];
        told.retain(|text| !text.is_empty());
        if help == description {
            told.truncate(1);
        }
        told.join("\n\n")
    }

    /// A flag; an absent one is false.
    pub(super) fn flag(&mut self, key: &str) -> bool {
        let Some(value) = self.take(key) else { return false };
        match value {
            Value::Bool(flag) => *flag,
            Value::String(text) if ["true", "yes"].contains(&text.trim().to_lowercase().as_str()) => true,
            Value::String(text) if ["false", "no"].contains(&text.trim().to_lowercase().as_str()) => false,
            other => {
                self.refuse(key, format!("the {} {} is neither yes nor no", label(key), quoted(other)));
                false
            }
        }
    }

    /// A whole number that fits, such as `30`, `"30"` or `"30 ft."`. `what` says what it should be.
    pub(super) fn number<T: TryFrom<i64>>(&mut self, key: &str, what: &str) -> Option<T> {
        let value = self.take(key)?;
        let number = whole(value).and_then(|number| T::try_from(number).ok());
        if number.is_none() {
            self.refuse(key, format!("the {} {} is not {what}", label(key), quoted(value)));
        }
        number
    }

    /// An object.
    pub(super) fn object(&mut self, key: &str) -> Option<&'a Map<String, Value>> {
        let value = self.take(key)?;
        let object = value.as_object();
        if object.is_none() {
            self.refuse(key, format!("the {} {} is not what this field holds", label(key), quoted(value)));
        }
        object
    }

    /// The items of a list; also of a map that counts them.
    pub(super) fn list(&mut self, key: &str) -> Vec<&'a Value> {
        let Some(value) = self.take(key) else { return Vec::new() };
        match value {
            Value::Array(items) => items.iter().filter(|item| !is_nothing(item)).collect(),
            Value::Object(items) if items.keys().all(|key| key.parse::<u32>().is_ok()) => {
                items.values().filter(|item| !is_nothing(item)).collect()
            }
            other => {
                self.refuse(key, format!("the {} {} is not a list", label(key), quoted(other)));
                Vec::new()
            }
        }
    }

    /// What is left: the fields that nobody used, and the notes.
    pub(super) fn finish(self) -> Rest {
        let unused = self.unused();
        let mut rest = Rest { facts: self.facts, sections: Vec::new(), notes: self.notes };
        for key in unused {
            let Some(value) = self.object.get(key).filter(|value| !is_nothing(value)) else { continue };
            match passages(value) {
                Some(parts) => rest.sections.push((in_words(key), parts)),
                None => rest.facts.push((in_words(key), value_in_words(value))),
            }
        }
        rest
    }
}

/// A key without its namespace.
pub(super) fn bare(key: &str) -> &str {
    key.rsplit('/').next().unwrap_or(key)
}

/// The passages of a list in which each has a name and a text, and of a text that is long.
fn passages(value: &Value) -> Option<Vec<Part>> {
    match value {
        Value::Array(items) => items.iter().map(passage).collect(),
        Value::String(text) if text.contains('\n') => {
            Some(vec![Part { name: String::new(), text: prose(text) }])
        }
        _ => None,
    }
}

fn passage(value: &Value) -> Option<Part> {
    let object = value.as_object()?;
    let text = |key: &str| object.get(key).and_then(Value::as_str);
    let known = object
        .iter()
        .all(|(key, value)| ["name", "description"].contains(&key.as_str()) || is_nothing(value));
    known.then(|| Some(Part::new(text("name")?, &prose(text("description")?)))).flatten()
}
