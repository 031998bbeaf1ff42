//! Merges the entries of Open5e into those of the books.
//!
//! The rules, in order:
//! 1. The book decides: an entry has the fields, the text and the page of the book, and where the book has no
//!    value there is none. Open5e fills only what the book does not speak of: environments, which no System
//!    Reference Document contains.
//! 2. A field on which Open5e says something else is noted with the entry ([`Sources`]).
//! 3. Of entries that the book does not have by name, those come in that are one of its magic items made of
//!    one of its weapons or armors ([`variants`]), with the book's facts. Everything else is left out, because
//!    it is the book's under another name, or wrong; the report of the sync names it.

mod variants;

use std::collections::{BTreeMap, HashMap};

use content::model::{Details, DocumentKey, Kind, Provider, Record, fold};
use serde_json::{Map, Value};

use self::variants::Variants;
use super::markdown::environments;
use super::words::without_armor;
use super::{Batch, Sources};

const PAGES: &str = "The pages of the book decide.";

/// Free-text fields, which are not compared.
const IN_WORDS: [&str; 15] = [
    "alignment", "armor_detail", "attunement_detail", "category", "base_item", "features", "gear",
    "higher_level", "languages", "material", "prerequisite", "properties", "reaction_condition", "section",
    "senses",
];

/// The result of merging Open5e's entries into one book.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MergeCounts {
    /// Fields in which Open5e differs from the book.
    pub differing: usize,
    /// Entries added to those of the book.
    pub added: usize,
    /// Entries that were left out.
    pub left_out: usize,
}

/// Replaces documents of a batch by the books and fills gaps of the books from the batch.
pub fn merge_books(batch: &mut Batch, mut books: Batch) -> BTreeMap<DocumentKey, MergeCounts> {
    let keys: Vec<DocumentKey> = books.documents().keys().cloned().collect();
    let mut laid = BTreeMap::new();
    for key in keys {
        let Some((_, theirs)) = batch.take(&key) else { continue };
        let Some((document, ours)) = books.take(&key) else { continue };
        let provider = document.provider;
        batch.add_document(document);
        laid.insert(key, lay_one(batch, provider, ours, theirs));
    }
    laid
}

fn lay_one(batch: &mut Batch, provider: Provider, mut ours: Vec<Record>, theirs: Vec<Record>) -> MergeCounts {
    let mut laid = MergeCounts::default();
    let places: HashMap<(Kind, String), usize> =
        ours.iter().enumerate().map(|(place, record)| (place_of(record), place)).collect();
    let mut others = Vec::new();
    for their in theirs {
        match places.get(&place_of(&their)).and_then(|place| ours.get_mut(*place)) {
            Some(our) => laid.differing += fill(our, provider, &their),
            None => others.push(their),
        }
    }
    let variants = Variants::of(&ours);
    let mut added = Vec::new();
    for their in others {
        match variants.record(&their) {
            Some(record) => added.push(record),
            None => {
                laid.left_out += 1;
                batch.leave_out(their);
            }
        }
    }
    laid.added = added.len();
    for record in ours.into_iter().chain(added) {
        batch.keep(record);
    }
    laid
}

/// With the owner, because features and traits of several classes and species share a name.
fn place_of(record: &Record) -> (Kind, String) {
    let owner = match &record.details {
        Details::CharacterOption(option) if record.kind == Kind::ClassOption => option.parent.as_deref(),
        _ => None,
    };
    (record.kind, name_key(&format!("{} {}", record.name, owner.unwrap_or_default())))
}

fn name_key(name: &str) -> String {
    let mut words = without_armor(name);
    words.sort_unstable();
    words.join(" ")
}

/// Returns the number of differences.
fn fill(our: &mut Record, provider: Provider, their: &Record) -> usize {
    let mut sources = Sources::default();
    let (ours, theirs) = (fields(our), fields(their));
    for (field, theirs) in &theirs {
        let compared = ours.get(field).filter(|_| !IN_WORDS.contains(&field.as_str()));
        if let Some(ours) = compared.filter(|ours| !is_same(ours, theirs)) {
            sources.differ(field, (provider, ours.clone()), (Provider::Open5eV2, theirs.clone()), PAGES);
        }
    }
    let differing = sources.disagreements.len();
    if let Details::Creature(creature) = &mut our.details
        && theirs.contains_key("environments")
        && creature.environments.is_empty()
        && let Details::Creature(their) = &their.details
    {
        creature.environments.clone_from(&their.environments);
        sources.fill("environments", Provider::Open5eV2);
        our.body.push_str(&format!("\n\n{}", environments(creature)));
    }
    our.sources = sources.stored().or_else(|| our.sources.take());
    differing
}

fn fields(record: &Record) -> Map<String, Value> {
    let fields = serde_json::to_value(&record.details).ok();
    fields.as_ref().and_then(Value::as_object).cloned().unwrap_or_default()
}

fn is_same(ours: &Value, theirs: &Value) -> bool {
    match (ours, theirs) {
        (Value::Object(ours), Value::Object(theirs)) => {
            theirs.iter().all(|(key, theirs)| ours.get(key).is_none_or(|ours| is_same(ours, theirs)))
        }
        // An empty or false value may be a gap.
        (_, Value::Null | Value::Bool(false)) => true,
        (Value::String(_), Value::String(theirs)) if theirs.is_empty() => true,
        _ => parts(ours) == parts(theirs),
    }
}

fn parts(value: &Value) -> Vec<String> {
    let mut parts: Vec<String> = match value {
        Value::Array(values) => values.iter().flat_map(parts).collect(),
        Value::String(text) => text.split([',', ';']).map(plain).collect(),
        other => vec![other.as_f64().map_or_else(|| other.to_string(), |number| number.to_string())],
    };
    parts.sort_unstable();
    parts
}

fn plain(text: &str) -> String {
    let folded = fold(text);
    let folded = folded.strip_prefix("up to ").unwrap_or(&folded);
    folded.chars().filter(|c| c.is_alphanumeric() || matches!(c, '+' | '-' | '/')).collect()
}

#[cfg(test)]
mod tests;
