//! Two entries side by side: the fields that differ, and their texts sentence by sentence.

mod markdown;
mod sentences;

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

pub use self::sentences::Words;
use content::model::{Details, DocumentKey, Edition, Kind, fold};

use self::sentences::{compare_texts, sentences};
use crate::browse::WholeEntry;

/// A field that repeats another one, and one that tells the place in a book.
const FIELDS_LEFT_OUT: [&str; 2] = ["challenge_rating_decimal", "section"];

/// Two entries side by side.
#[derive(Debug, Clone, Serialize, schemars::JsonSchema)]
pub struct Comparison {
    /// The first entry.
    pub first: ComparedEntry,
    /// The second entry.
    pub second: ComparedEntry,
    /// The fields whose values differ.
    pub fields: Vec<DifferentField>,
    /// The sentences of both texts in order, each as runs of words of both, or of one of them.
    pub sentences: Vec<Vec<Words>>,
    /// The number of sentences that both have word for word.
    pub same_sentences: usize,
}

/// An entry that is compared.
#[derive(Debug, Clone, Serialize, schemars::JsonSchema)]
pub struct ComparedEntry {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: Kind,
    /// The key of its document.
    pub document_key: DocumentKey,
    /// The title of its document.
    pub document_name: String,
    /// The edition of its document.
    pub edition: Edition,
    /// The citation of the printed book, if its page is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub citation: Option<String>,
    /// Its address.
    pub uri: String,
}

/// A field whose values differ.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct DifferentField {
    /// The name of the field, in words.
    pub name: String,
    /// The value of each entry; empty if it has none.
    pub values: Vec<String>,
}

/// Compares two entries.
pub fn compare(first: &WholeEntry, second: &WholeEntry) -> Comparison {
    let sentences = compare_texts(&sentences(&first.text), &sentences(&second.text));
    Comparison {
        first: compared(first),
        second: compared(second),
        fields: different_fields(&[&first.entry.details, &second.entry.details]),
        same_sentences: sentences.iter().filter(|runs| matches!(runs.as_slice(), [Words::Same(_)])).count(),
        sentences,
    }
}

fn compared(WholeEntry { entry, edition, .. }: &WholeEntry) -> ComparedEntry {
    ComparedEntry {
        name: entry.name.clone(),
        kind: entry.kind,
        document_key: entry.document_key.clone(),
        document_name: entry.document_name.clone(),
        edition: *edition,
        citation: entry.citation.clone(),
        uri: entry.uri.clone(),
    }
}

/// Returns the fields whose values differ by more than case and punctuation, in the order of names.
pub fn different_fields(entries: &[&Details]) -> Vec<DifferentField> {
    let mut fields: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (at, details) in entries.iter().enumerate() {
        let Ok(Value::Object(object)) = serde_json::to_value(details) else { continue };
        for (name, value) in object {
            for (name, value) in leaves(name, value) {
                let values = fields.entry(name).or_insert_with(|| vec![String::new(); entries.len()]);
                if let Some(place) = values.get_mut(at) {
                    *place = value;
                }
            }
        }
    }
    fields
        .into_iter()
        .filter(|(name, values)| {
            let mut letters =
                values.iter().map(|value| fold(value).replace(|letter: char| !letter.is_alphanumeric(), ""));
            let first = letters.next();
            !FIELDS_LEFT_OUT.contains(&name.as_str()) && letters.any(|value| Some(value) != first)
        })
        .map(|(name, values)| DifferentField { name: name.replace('_', " "), values })
        .collect()
}

fn leaves(name: String, value: Value) -> Vec<(String, String)> {
    match value {
        Value::Object(object) => object.into_iter().flat_map(|(name, value)| leaves(name, value)).collect(),
        value => vec![(name, in_words(value))],
    }
}

fn in_words(value: Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::String(text) => text,
        Value::Array(list) => list.into_iter().map(in_words).collect::<Vec<_>>().join(", "),
        Value::Object(object) => {
            let parts = object
                .into_iter()
                .map(|(name, value)| format!("{} {}", name.replace('_', " "), in_words(value)));
            parts.collect::<Vec<_>>().join(" ")
        }
        number @ Value::Number(_) => number.to_string(),
    }
}
