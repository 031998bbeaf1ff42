//! Lists of entries, at a length an assistant can take in: the best whole, the others as a line of facts.

use std::marker::PhantomData;

use lore::facts::Facts;
use lore::query::{Entry, without_facts};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::protocol::names::ToolNames;
use crate::protocol::size::{self, MAX_VALUE_BYTES};

/// The maximum size of a copy of a list of up to 20 entries, in bytes. Only lines without facts, and an entry
/// that was looked up by its name, may exceed it.
const MAX_LIST_BYTES: usize = 7_000;
/// The same if the best entry of a search takes that much: a second call for it would take more.
const MAX_LIST_BYTES_WITH_BEST: usize = 10_000;
/// The same for each entry of a longer list, up to [`MAX_LONG_LIST_BYTES`].
const MAX_BYTES_PER_ENTRY: usize = 350;
const MAX_LONG_LIST_BYTES: usize = 16_000;
/// The same for each entry where that is more: of a list of 100 no copy has more than 24 KB.
const MAX_BYTES_PER_LINE: usize = 240;
/// The part of it that is reserved for the envelope and the instruction.
const RESERVED_BYTES: usize = 300;
/// What the facts of the other lines may have where the best entry takes more than [`MAX_LIST_BYTES`].
const FACTS_BYTES: usize = 1_500;
/// Only entries with very long names or fields reach it.
const MAX_LINE_BYTES: usize = 2_500;
/// The most documents, and the most variants, that a line names.
const MAX_NAMED: usize = 3;

/// Every line has these, as the specification wants.
const LINE_FIELDS: [&str; 7] =
    ["name", "kind", "document", "document_key", "document_name", "document_source", "uri"];

/// The facts by which entries are chosen, the most important first. Lines have one if all have room for it.
const FACTS: [&str; 33] = [
    "disabled", "user_note", "level", "challenge_rating", "rarity", "parent", "prerequisite", "section",
    "type", "school", "casting_time", "concentration", "cost_gp", "requires_attunement", "also_in",
    "variants", "more_versions", "weight_lb", "size", "damage_dice", "armor_class", "hit_points",
    "environments", "range", "duration", "classes", "ritual", "components", "category", "damage_types",
    "hit_die", "ability_score", "languages",
];
/// The same for what else is known of every entry, which whole entries go before.
const FURTHER_FACTS: [&str; 5] = ["license", "citation", "slug", "cached_at", "cache_status"];

/// How much of each entry a list shows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Detail {
    /// The best entry whole and others that fit, the rest as a line.
    #[default]
    Auto,
    /// Each entry as a line.
    Short,
    /// As many entries whole as the client takes, or the first part of the first.
    Full,
}

/// How the first entry of a list was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FirstEntry {
    Matching,
    /// By a search. It is whole if the lines of the others leave it room, whatever facts they then lack.
    Likely,
    /// By a lookup of its name, which so many have. It is whole unless it is too long for the client.
    Named(usize),
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Shape {
    pub(crate) detail: Detail,
    pub(crate) first: FirstEntry,
    pub(crate) message_bytes: usize,
    /// The most bytes of a copy that the client takes.
    pub(crate) max_bytes: usize,
}

/// Entries as JSON, with the schema of entries that have the fields of `D`.
#[derive(Debug)]
pub(crate) struct Listing<D> {
    entries: Vec<Map<String, Value>>,
    shortened: usize,
    omitted: usize,
    is_cut: bool,
    detail: Detail,
    fields: PhantomData<fn() -> D>,
}

/// Entries of any kind: beside what all of them have, each has the fields of its kind.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct FieldsOfAnyKind {}

/// An entry of a list while the list takes shape.
struct Item {
    /// Empty once the entry is shown whole.
    whole: Map<String, Value>,
    whole_bytes: usize,
    shown: Map<String, Value>,
    shown_bytes: usize,
}

impl Item {
    fn of(entry: &Entry) -> Option<Self> {
        let Ok(Value::Object(whole)) = serde_json::to_value(entry) else { return None };
        let of_line = |(field, value): &(&String, &Value)| match field.as_str() {
            "similarity_score" => true,
            "cache_status" => *value == "stale",
            field => LINE_FIELDS.contains(&field),
        };
        let line =
            whole.iter().filter(of_line).map(|(field, value)| (field.clone(), value.clone())).collect();
        let shown = fitted(line, MAX_LINE_BYTES);
        let (whole_bytes, shown_bytes) = (size::of(&whole) + 1, size::of(&shown) + 1);
        Some(Self { whole, whole_bytes, shown, shown_bytes })
    }

    fn is_whole(&self) -> bool {
        self.whole.is_empty()
    }

    /// Returns a fact for the line. What is false or empty says nothing.
    fn fact(&self, field: &str) -> Option<Value> {
        if self.is_whole() || self.shown.contains_key(field) {
            return None;
        }
        let value = match (field, self.whole.get(field)) {
            ("more_versions", _) => self.count_unnamed()?.into(),
            ("also_in", Some(versions)) => briefly(versions, "document_key"),
            ("variants", Some(versions)) => briefly(versions, "name"),
            (_, value) => value?.clone(),
        };
        let says_nothing = [Value::Bool(false), Value::Array(Vec::new())].contains(&value);
        (!says_nothing).then_some(value)
    }

    /// Counts the versions and variants that a line does not name.
    fn count_unnamed(&self) -> Option<u64> {
        let list = |field: &str| self.whole.get(field).and_then(Value::as_array).map_or(0, Vec::len);
        let unnamed = list("also_in").saturating_sub(MAX_NAMED) + list("variants").saturating_sub(MAX_NAMED);
        let more = self.whole.get("more_versions").and_then(Value::as_u64).unwrap_or(0);
        Some(more + unnamed as u64).filter(|count| *count > 0)
    }

    fn show_whole(&mut self) {
        self.shown = std::mem::take(&mut self.whole);
        // Its description has the passage.
        self.shown.shift_remove("excerpt");
        self.shown_bytes = self.whole_bytes;
    }

    fn add(&mut self, field: &str, value: Value) {
        self.shown_bytes += bytes_of(field, &value);
        self.shown.insert(field.to_owned(), value);
    }
}

impl<D> Listing<D> {
    pub(crate) fn of(mut entries: Vec<Entry>, shape: Shape) -> Self {
        let is_limited = shape.max_bytes < usize::MAX;
        if is_limited {
            entries.iter_mut().for_each(without_repetition);
        }
        let mut items: Vec<Item> = entries.iter().filter_map(Item::of).collect();
        let is_cut = if is_limited {
            fill(&mut items, shape)
        } else {
            items.iter_mut().for_each(Item::show_whole);
            false
        };
        let shortened = items.iter().filter(|item| !item.is_whole()).count();
        let mut entries: Vec<_> = items.into_iter().map(|item| item.shown).collect();
        let omitted = if is_limited { size::truncate(&mut entries, MAX_VALUE_BYTES) } else { 0 };
        Self { entries, shortened, omitted, is_cut, detail: shape.detail, fields: PhantomData }
    }

    pub(crate) fn instruction(&self, names: &ToolNames) -> Option<String> {
        let read_entry = names.published("read_entry");
        let mut sentences = Vec::new();
        if self.is_cut {
            sentences.push(format!(
                "The text of the first goes on: call `{read_entry}` with its `uri` and `part` 2."
            ));
        }
        if self.shortened > 0 {
            sentences.push(format!(
                "{} of {} entries are shortened: for a whole one call `{read_entry}` with its `uri`.",
                self.shortened,
                self.entries.len(),
            ));
            if self.detail == Detail::Full {
                sentences.push("For more at once narrow the filters or lower `limit`.".to_owned());
            }
        }
        if self.omitted > 0 {
            sentences.push(format!(
                "{} more entries do not fit into one result: narrow the filters.",
                self.omitted
            ));
        }
        (!sentences.is_empty()).then(|| sentences.join(" "))
    }
}

pub(crate) fn more_message(count: usize) -> String {
    match count {
        1 => "This is the first; there are more.".to_owned(),
        count => format!("These are the first {count}; there are more."),
    }
}

/// Removes from an entry what its fields say, and the quotes of facts: the text says the same.
pub(crate) fn without_repetition(entry: &mut Entry) {
    entry.facts = Facts::default();
    entry.body = without_facts(entry.kind, &entry.details, &entry.body);
}

/// Fills lines with facts, passages and whole entries up to the size of the list. Every entry has its line,
/// however long the list becomes. Returns true if the text of the first entry is cut.
fn fill(items: &mut [Item], Shape { detail, first, message_bytes, max_bytes }: Shape) -> bool {
    let max_lines = MAX_LONG_LIST_BYTES.min(max_bytes).max(MAX_BYTES_PER_LINE * items.len());
    let max_list = match detail {
        Detail::Full => max_bytes.max(max_lines),
        Detail::Auto | Detail::Short => MAX_LIST_BYTES.max(MAX_BYTES_PER_ENTRY * items.len()).min(max_lines),
    };
    let reserved = RESERVED_BYTES + message_bytes + items.iter().map(|item| item.shown_bytes).sum::<usize>();
    let mut left = max_list.saturating_sub(reserved);
    let is_kept = matches!(first, FirstEntry::Named(_))
        || detail == Detail::Full && reserved <= max_bytes / 2
        || items.len() == 1 && detail != Detail::Short;
    let mut is_cut = false;
    if let Some(item) = items.first_mut() {
        let room = max_bytes.saturating_sub(reserved).max(max_bytes / 2) + item.shown_bytes;
        if is_kept {
            left = left.saturating_sub(item.whole_bytes.saturating_sub(item.shown_bytes));
            let is_long = item.whole_bytes > room;
            item.show_whole();
            is_cut = is_long && cut(item, room, size::entry_part_bytes(max_bytes));
        } else if detail == Detail::Auto && first == FirstEntry::Likely {
            show_whole_if_fits(item, &mut left);
            let mut room = MAX_LIST_BYTES_WITH_BEST.min(max_bytes).max(max_list).saturating_sub(reserved);
            if !item.is_whole() {
                show_whole_if_fits(item, &mut room);
                left = if item.is_whole() { room.min(FACTS_BYTES) } else { left };
            }
        }
    }
    for field in FACTS {
        add_fact(items, field, &mut left);
    }
    // Entries whose names only contain the one that was looked up stay lines.
    let wanted = match first {
        FirstEntry::Named(count) if detail == Detail::Auto => count,
        _ => items.len(),
    };
    for (place, item) in items.iter_mut().enumerate().filter(|_| detail != Detail::Short) {
        if place < wanted {
            show_whole_if_fits(item, &mut left);
        }
        if let Some(passage) = item.fact("excerpt").filter(|passage| bytes_of("excerpt", passage) <= left) {
            left -= bytes_of("excerpt", &passage);
            item.add("excerpt", passage);
        }
    }
    for field in FURTHER_FACTS {
        add_fact(items, field, &mut left);
    }
    is_cut
}

fn show_whole_if_fits(item: &mut Item, left: &mut usize) {
    let additional = item.whole_bytes.saturating_sub(item.shown_bytes);
    if !item.is_whole() && additional <= *left {
        *left -= additional;
        item.show_whole();
    }
}

/// Adds a fact to every line that can have it, if there is room for it in all of them.
fn add_fact(items: &mut [Item], field: &str, left: &mut usize) {
    let facts: Vec<Option<Value>> = items.iter().map(|item| item.fact(field)).collect();
    let bytes = facts.iter().flatten().map(|value| bytes_of(field, value)).sum::<usize>();
    if bytes <= *left {
        *left -= bytes;
        for (item, value) in items.iter_mut().zip(facts) {
            if let Some(value) = value {
                item.add(field, value);
            }
        }
    }
}

/// Names the first of some other versions by one of their fields, each document once.
fn briefly(versions: &Value, field: &str) -> Value {
    let versions = versions.as_array().into_iter().flatten();
    let mut named: Vec<Value> = versions.filter_map(|version| version.get(field).cloned()).collect();
    named.dedup();
    named.truncate(MAX_NAMED);
    named.into()
}

/// Returns the size of a field with its name, colon and comma.
fn bytes_of(field: &str, value: &Value) -> usize {
    field.len() + 4 + size::of(value)
}

/// Leaves the first part of the text, as `read_entry` splits it, and what fits of the other fields. Returns
/// false if the text has one part.
fn cut(item: &mut Item, max_bytes: usize, part_bytes: usize) -> bool {
    let Some(Value::String(text)) = item.shown.shift_remove("description") else { return false };
    let parts = size::parts(&text, part_bytes);
    let max_bytes = max_bytes.saturating_sub(part_bytes).max(MAX_LINE_BYTES);
    item.shown = fitted(std::mem::take(&mut item.shown), max_bytes);
    item.add("description", parts.first().map_or("", |part| part.trim_end()).into());
    let is_cut = parts.len() > 1;
    if is_cut {
        item.add("description_is_cut", Value::Bool(true));
    }
    is_cut
}

fn fitted(object: Map<String, Value>, max_bytes: usize) -> Map<String, Value> {
    let mut value = Value::Object(object);
    size::fit(&mut value, max_bytes);
    rmcp::model::object(value)
}

impl<D> Serialize for Listing<D> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.entries.serialize(serializer)
    }
}

impl<D: JsonSchema> JsonSchema for Listing<D> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("Entries_{}", D::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = Vec::<Entry<D>>::json_schema(generator);
        let required = schema.pointer_mut("/items/required").and_then(Value::as_array_mut);
        if let Some(required) = required {
            required.retain(|field| field.as_str().is_some_and(|field| LINE_FIELDS.contains(&field)));
        }
        schema
    }
}

#[cfg(test)]
mod tests;
