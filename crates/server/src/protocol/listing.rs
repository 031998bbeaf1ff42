//! Lists of entries, at a length an assistant can take in: the first whole, the others as a line of facts.

use std::io::{self, Write};
use std::marker::PhantomData;

use lore::facts::Facts;
use lore::query::Entry;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::protocol::names::ToolNames;
use crate::protocol::size::{self, MAX_PART_BYTES, MAX_VALUE_BYTES};

/// The maximum size of a list, in bytes of the result with both of its copies. Only a longer list than 20
/// entries, and an entry that was looked up by name, may exceed it.
const MAX_LIST_BYTES: usize = 14_000;
/// The part of it that is reserved for the envelope and the instruction.
const RESERVED_BYTES: usize = 900;
const MAX_FULL_LIST_BYTES: usize = 2 * MAX_VALUE_BYTES;
/// Only entries with very long names or fields reach it.
const MAX_LINE_BYTES: usize = 2_500;

/// The size of the name of the field `excerpt`.
const EXCERPT_FIELD_BYTES: usize = 28;
/// The number of entries of the list that these sizes are for, the default limit.
const LIST_LENGTH: usize = 20;

const LINE_FIELDS: &[&str] =
    &["name", "kind", "document_key", "document_name", "document_source", "similarity_score", "uri"];

/// The facts of a line by importance: what entries are chosen by, what fights need, in short lists more.
const FACTS: [&[&str]; 3] = [
    &[
        "level", "school", "concentration", "ritual", "challenge_rating", "type", "size", "category",
        "rarity", "requires_attunement", "cost_gp", "parent", "section", "disabled", "user_note",
    ],
    &["armor_class", "hit_points"],
    &[
        "slug", "document", "license", "citation", "cached_at", "cache_status", "casting_time",
        "damage_types", "damage_dice", "weight_lb", "hit_die", "prerequisite",
    ],
];

/// The published schemas name these. Whole entries have more.
pub(crate) const PUBLISHED_ENTRY_FIELDS: &[&str] = &[
    "name", "kind", "document_key", "document_name", "document_source", "license", "citation", "excerpt",
    "uri", "description", "level", "school", "casting_time", "range", "duration", "concentration", "ritual",
    "classes", "challenge_rating", "type", "size", "armor_class", "hit_points", "category", "rarity",
    "requires_attunement", "damage_dice", "damage_type", "properties", "cost_gp", "weight_lb", "parent",
    "prerequisite", "section", "user_note",
];

const REQUIRED_FIELDS: &[&str] = &["name", "kind", "document_key", "document_name", "document_source", "uri"];

/// How much of each entry a list shows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Detail {
    /// The first entries whole, the others as a line.
    #[default]
    Auto,
    /// Each entry as a line.
    Short,
    /// All entries whole.
    Full,
}

/// How the first entry of a list was found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum FirstEntry {
    #[default]
    Matching,
    /// By a search for its name. The lines of the others leave it room if they can.
    Likely,
    /// By a lookup of its name. It is whole in any case.
    Named,
}

#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Shape {
    pub(crate) detail: Detail,
    pub(crate) first: FirstEntry,
    pub(crate) message_bytes: usize,
}

/// Entries as JSON, with the schema of entries that have the fields of `D`.
#[derive(Debug)]
pub(crate) struct Listing<D> {
    entries: Vec<ListedEntry>,
    shortened: usize,
    omitted: usize,
    shape: Shape,
    fields: PhantomData<fn() -> D>,
}

/// A complete entry is serialised only once, with the result.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum ListedEntry {
    Complete(Box<Entry>),
    Line(Map<String, Value>),
}

/// Entries of any kind: beside what all of them have, each has the fields of its kind.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct FieldsOfAnyKind {}

impl<D> Listing<D> {
    pub(crate) fn of(mut entries: Vec<Entry>, shape: Shape) -> Self {
        // The text says the same; only the entry that was asked for quotes it.
        let quoting = usize::from(shape.first == FirstEntry::Named);
        entries.iter_mut().skip(quoting).for_each(|entry| entry.facts = Facts::default());
        let max_bytes = match shape.detail {
            Detail::Full => MAX_FULL_LIST_BYTES,
            Detail::Auto | Detail::Short => {
                MAX_LIST_BYTES.saturating_sub(RESERVED_BYTES + 2 * shape.message_bytes)
            }
        };
        let costs: Vec<usize> = entries.iter().map(cost).collect();
        let mut listing = Self { entries: Vec::new(), shortened: 0, omitted: 0, shape, fields: PhantomData };
        let mut is_whole = shape.detail != Detail::Short;
        let repeats = entries.iter().any(|entry| entry.is_repeat) && shape.detail == Detail::Auto;
        if is_whole && !repeats && costs.iter().sum::<usize>() <= max_bytes {
            listing.entries =
                entries.into_iter().map(|entry| ListedEntry::Complete(Box::new(entry))).collect();
            return listing;
        }
        let is_kept = shape.first == FirstEntry::Named || (is_whole && entries.len() == 1);
        let first_cost = costs.first().filter(|_| shape.first != FirstEntry::Matching);
        let lines = lines(&entries, max_bytes, first_cost.copied().unwrap_or(0));
        let mut left = max_bytes.saturating_sub(lines.iter().map(|(_, cost)| cost).sum());
        for ((entry, cost), (mut line, line_cost)) in entries.into_iter().zip(costs).zip(lines) {
            let additional = cost.saturating_sub(line_cost);
            let is_line = repeats && entry.is_repeat;
            is_whole &= is_line || additional <= left;
            if is_whole && !is_line || (is_kept && listing.entries.is_empty()) {
                left = left.saturating_sub(additional);
                listing.entries.push(ListedEntry::Complete(Box::new(entry)));
                continue;
            }
            if let Some(passage) = entry.excerpt.filter(|_| shape.detail == Detail::Auto) {
                let cost = self::cost(&passage) + EXCERPT_FIELD_BYTES;
                if cost <= left {
                    left -= cost;
                    line.insert("excerpt".to_owned(), passage.into());
                }
            }
            listing.shortened += 1;
            listing.entries.push(ListedEntry::Line(line));
        }
        listing.fit();
        listing
    }

    /// Fits the list into a result: shortens the first entry if it alone is too long, omits the last ones.
    fn fit(&mut self) {
        let total = size::of(&self.entries);
        if total <= MAX_VALUE_BYTES {
            return;
        }
        if let Some(first) = self.entries.first_mut() {
            let size = size::of(first);
            let room = MAX_VALUE_BYTES.saturating_sub(total - size).max(MAX_VALUE_BYTES / 2);
            if let (true, ListedEntry::Complete(entry)) = (size > room, &*first)
                && let Some(object) = object_of(entry)
            {
                *first = ListedEntry::Line(shortened_first(object, room));
                self.shortened += 1;
            }
        }
        self.omitted = size::truncate(&mut self.entries, MAX_VALUE_BYTES);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub(crate) fn instruction(&self, names: &ToolNames) -> Option<String> {
        let mut sentences = Vec::new();
        if self.shortened > 0 {
            let all = match self.shape.detail {
                Detail::Full => "narrow the filters or lower `limit`",
                Detail::Auto | Detail::Short => "repeat the call with `detail` `full`",
            };
            sentences.push(format!(
                "{} of {} entries are shortened. For a whole one call `{}` with its `uri`; for more at once {all}.",
                self.shortened,
                self.entries.len(),
                names.published("read_entry")
            ));
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

/// Returns a value's size in a result: in the structured content, and in its text copy with escaped quotes.
fn cost(value: &impl Serialize) -> usize {
    let mut cost = Cost(2);
    // Nothing fails to serialise.
    let _ = serde_json::to_writer(&mut cost, value);
    cost.0
}

struct Cost(usize);

impl Write for Cost {
    fn write(&mut self, json: &[u8]) -> io::Result<usize> {
        let escaped = json.iter().filter(|byte| matches!(byte, b'"' | b'\\')).count();
        self.0 += 2 * json.len() + escaped;
        Ok(json.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Gives lines as many facts as fit into `max_bytes` beside `first_cost`. Long lists have more room.
fn lines(entries: &[Entry], max_bytes: usize, first_cost: usize) -> Vec<(Map<String, Value>, usize)> {
    let room = (max_bytes * entries.len().max(LIST_LENGTH) / LIST_LENGTH).saturating_sub(first_cost);
    let lines: Vec<Vec<Fact>> = entries.iter().filter_map(object_of).map(facts).collect();
    let cost_of = |most: usize| -> usize {
        lines.iter().map(|facts| line_cost(facts, most).min(2 * MAX_LINE_BYTES)).sum()
    };
    let fits = |(most, room): &(usize, usize)| cost_of(*most) <= *room;
    let most = [(3, room.min(max_bytes / 2)), (2, room), (1, room)].into_iter().find(fits);
    let most = most.map_or(0, |(most, _)| most);
    lines.into_iter().map(|facts| line(facts, most)).collect()
}

/// A field that a line may have.
struct Fact {
    field: String,
    value: Value,
    level: usize,
    cost: usize,
}

fn facts(object: Map<String, Value>) -> Vec<Fact> {
    let fact = |(field, value): (String, Value)| {
        let level = level(&field, &value)?;
        // What each of them has too much is the colon and the comma.
        let cost = cost(&field) + cost(&value);
        Some(Fact { field, value, level, cost })
    };
    object.into_iter().filter_map(fact).collect()
}

/// Returns the [`cost`] of a line with the facts up to a level.
fn line_cost(facts: &[Fact], most: usize) -> usize {
    // The braces and the comma after the line cost 6; the last fact has 2 too much, as no comma follows it.
    const BRACES: usize = 4;
    let kept = facts.iter().filter(|fact| fact.level <= most);
    kept.map(|fact| fact.cost).sum::<usize>() + BRACES
}

fn line(facts: Vec<Fact>, most: usize) -> (Map<String, Value>, usize) {
    let line_cost = line_cost(&facts, most);
    let kept = facts.into_iter().filter(|fact| fact.level <= most);
    let line = kept.map(|fact| (fact.field, fact.value)).collect();
    if line_cost <= 2 * MAX_LINE_BYTES {
        return (line, line_cost);
    }
    let line = fitted(line, MAX_LINE_BYTES);
    let line_cost = cost(&line);
    (line, line_cost)
}

/// Returns the level of the facts of a line to which a field belongs: 0 if each line has it; `None` if none
/// has. What is false is left out, and so is the freshness of an entry that is not stale.
fn level(field: &str, value: &Value) -> Option<usize> {
    if LINE_FIELDS.contains(&field) || (field == "cache_status" && value == "stale") {
        return Some(0);
    }
    let place = FACTS.iter().position(|facts| facts.contains(&field))?;
    (*value != Value::Bool(false)).then_some(place + 1)
}

fn object_of(entry: &Entry) -> Option<Map<String, Value>> {
    match serde_json::to_value(entry) {
        Ok(Value::Object(object)) => Some(object),
        _ => None,
    }
}

fn shortened_first(mut object: Map<String, Value>, max_bytes: usize) -> Map<String, Value> {
    if let Some(Value::String(description)) = object.get_mut("description") {
        let parts = size::parts(description, MAX_PART_BYTES / 2);
        *description = format!("{}\n\n…", parts.first().map_or("", |part| part.trim_end()));
    }
    object.insert("description_is_cut".to_owned(), Value::Bool(true));
    fitted(object, max_bytes)
}

fn fitted(object: Map<String, Value>, max_bytes: usize) -> Map<String, Value> {
    let mut value = Value::Object(object);
    size::fit(&mut value, max_bytes);
    match value {
        Value::Object(fitting) => fitting,
        _ => Map::new(),
    }
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
            required.retain(|field| field.as_str().is_some_and(|field| REQUIRED_FIELDS.contains(&field)));
        }
        schema
    }
}

#[cfg(test)]
mod tests;
