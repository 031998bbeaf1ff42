//! Lists of entries, shortened to a length that an assistant can take in.

use std::marker::PhantomData;

use lore::model::{CharacterOption, Creature, Equipment, Rule, Spell, excerpt};
use lore::query::Entry;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::protocol::names::ToolNames;
use crate::protocol::size::{self, MAX_PART_BYTES, MAX_VALUE_BYTES};

/// The total size up to which the entries of a lookup are complete.
pub(crate) const MAX_COMPLETE_LOOKUP_BYTES: usize = 20_000;
/// The total size up to which the hits of a search are complete.
pub(crate) const MAX_COMPLETE_SEARCH_BYTES: usize = 12_000;
/// The maximum length of a shortened description.
const MAX_EXCERPT_CHARS: usize = 200;
/// The maximum size of a shortened entry. Only entries with very long fields reach it.
const MAX_SHORT_ENTRY_BYTES: usize = 2_500;
/// The maximum size of a first entry that is too long to be complete.
const MAX_FIRST_ENTRY_BYTES: usize = MAX_VALUE_BYTES / 2;

/// Fields that only complete entries have. All of them are optional in the schemas.
const FULL_ENTRY_FIELDS: &[&str] = &[
    "ability_scores",
    "alignment",
    "armor_detail",
    "condition_immunities",
    "damage_immunities",
    "damage_resistances",
    "damage_vulnerabilities",
    "environments",
    "experience_points",
    "features",
    "gear",
    "higher_level",
    "hit_dice",
    "initiative_bonus",
    "lair_experience_points",
    "languages",
    "legendary_actions",
    "material",
    "proficiency_bonus",
    "properties",
    "reaction_condition",
    "saving_throws",
    "senses",
    "skills",
    "speed",
];

/// The fields of an entry in a long list: name, source, and what entries are chosen by.
const SHORT_ENTRY_FIELDS: &[&str] = &[
    "name",
    "kind",
    "slug",
    "document",
    "document_key",
    "document_name",
    "document_source",
    "license",
    "citation",
    "cache_status",
    "similarity_score",
    "excerpt",
    "uri",
    "level",
    "school",
    "concentration",
    "ritual",
    "challenge_rating",
    "type",
    "size",
    "armor_class",
    "hit_points",
    "category",
    "rarity",
    "requires_attunement",
    "damage_dice",
    "cost_gp",
    "parent",
    "section",
    "disabled",
    "description",
];

/// The fields that every entry of a list has.
const REQUIRED_FIELDS: &[&str] = &[
    "name",
    "kind",
    "document_key",
    "document_name",
    "document_source",
    "cache_status",
    "uri",
    "description",
];

/// Entries as JSON, with the schema of entries that have the fields of `D`.
#[derive(Debug)]
pub(crate) struct Listing<D> {
    entries: Vec<ListedEntry>,
    shortened: usize,
    omitted: usize,
    fields: PhantomData<fn() -> D>,
}

/// An entry of a list. A complete one is serialised only once, with the result.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum ListedEntry {
    Complete(Box<Entry>),
    Shortened(Map<String, Value>),
}

/// The limits of a list.
#[derive(Clone, Copy)]
struct Limits {
    /// The total size up to which entries are complete.
    complete_bytes: usize,
    /// The maximum length of a shortened description.
    excerpt_chars: usize,
    /// The fields of shortened entries. All but those of complete entries if `None`.
    fields: Option<&'static [&'static str]>,
}

/// A list of spells.
pub(crate) type SpellList = Listing<Spell>;
/// A list of creatures.
pub(crate) type CreatureList = Listing<Creature>;
/// A list of equipment.
pub(crate) type EquipmentList = Listing<Equipment>;
/// A list of character options.
pub(crate) type OptionList = Listing<CharacterOption>;
/// A list of rules.
pub(crate) type RuleList = Listing<Rule>;

/// Entries of any kind: beside what all of them have, each has the fields of its kind.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct FieldsOfAnyKind {}

impl<D> Listing<D> {
    /// Lists entries within the size limit of a result. They are complete up to a total of `complete_bytes`; the rest is
    /// shortened, the more so the longer the list is.
    pub(crate) fn of(entries: Vec<Entry>, complete_bytes: usize) -> Self {
        let sizes: Vec<usize> = entries.iter().map(size::of).collect();
        let total: usize = sizes.iter().sum();
        let mut listing = Self { entries: Vec::new(), shortened: 0, omitted: 0, fields: PhantomData };
        if total <= complete_bytes || (entries.len() == 1 && total <= MAX_VALUE_BYTES) {
            listing.entries =
                entries.into_iter().map(|entry| ListedEntry::Complete(Box::new(entry))).collect();
            return listing;
        }
        let excerpt = MAX_EXCERPT_CHARS;
        for (complete_bytes, excerpt_chars, fields) in [
            (complete_bytes, excerpt, None),
            (complete_bytes, excerpt, Some(SHORT_ENTRY_FIELDS)),
            (complete_bytes / 2, excerpt / 2, Some(SHORT_ENTRY_FIELDS)),
            (complete_bytes / 2, 0, Some(SHORT_ENTRY_FIELDS)),
            (0, 0, Some(SHORT_ENTRY_FIELDS)),
            (0, 0, Some(REQUIRED_FIELDS)),
        ] {
            listing.shorten_to(Limits { complete_bytes, excerpt_chars, fields }, &entries, &sizes);
            if size::of(&listing.entries) <= MAX_VALUE_BYTES {
                return listing;
            }
        }
        listing.omitted = size::truncate(&mut listing.entries, MAX_VALUE_BYTES);
        listing
    }

    /// Fills the list with entries of the given sizes, shortened to some limits.
    fn shorten_to(&mut self, limits: Limits, entries: &[Entry], sizes: &[usize]) {
        let mut used = 0;
        self.shortened = 0;
        self.entries.clear();
        for (entry, size) in entries.iter().zip(sizes) {
            let is_first = self.entries.is_empty() && limits.complete_bytes > 0;
            let Some(mut object) = object_of(entry) else { continue };
            if used + size <= limits.complete_bytes || (is_first && *size <= MAX_FIRST_ENTRY_BYTES) {
                used += size;
            } else {
                used = limits.complete_bytes;
                // The first entry is the one that was looked up, so it keeps as much as possible.
                let is_shortened =
                    if is_first { shorten_first(&mut object) } else { shorten(&mut object, limits) };
                if is_shortened {
                    object.insert("description_is_cut".to_owned(), Value::Bool(true));
                    self.shortened += 1;
                }
            }
            self.entries.push(ListedEntry::Shortened(object));
        }
    }

    /// Returns true when the list has no entries.
    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the message for the user when more entries match than the list has.
    pub(crate) fn more_message(&self, more: bool) -> Option<String> {
        more.then(|| match self.entries.len() {
            1 => "This is the first; there are more.".to_owned(),
            count => format!("These are the first {count}; there are more."),
        })
    }

    /// Returns the instruction for the assistant when entries are shortened or omitted.
    pub(crate) fn instruction(&self, names: &ToolNames) -> Option<String> {
        let mut sentences = Vec::new();
        if self.shortened > 0 {
            sentences.push(format!(
                "{} of {} entries are shortened (`description_is_cut`). For a whole one call `{}` with its `uri`.",
                self.shortened,
                self.entries.len(),
                names.published("read_entry")
            ));
        }
        if self.omitted > 0 {
            sentences.push(format!(
                "{} more entries do not fit into one result: narrow the filters, or page through them with `{}`.",
                self.omitted,
                names.published("browse_entries")
            ));
        }
        (!sentences.is_empty()).then(|| sentences.join(" "))
    }
}

fn object_of(entry: &Entry) -> Option<Map<String, Value>> {
    match serde_json::to_value(entry) {
        Ok(Value::Object(object)) => Some(object),
        _ => None,
    }
}

/// Shortens the description of an entry that is too long by itself to its first part. Returns true if it removed anything.
fn shorten_first(object: &mut Map<String, Value>) -> bool {
    let mut is_shortened = false;
    if let Some(Value::String(description)) = object.get_mut("description") {
        let parts = size::parts(description, MAX_PART_BYTES / 2);
        let first = parts.first().map_or("", |part| part.trim_end()).to_owned();
        is_shortened = first.len() < description.trim_end().len();
        *description = if is_shortened { format!("{first}\n\n…") } else { first };
    }
    fit(object, MAX_FIRST_ENTRY_BYTES) || is_shortened
}

/// Removes fields of complete entries and shortens the description. Returns true if it removed anything.
fn shorten(object: &mut Map<String, Value>, limits: Limits) -> bool {
    let before = object.len();
    object.retain(|field, _| match limits.fields {
        Some(fields) => fields.contains(&field.as_str()),
        None => !FULL_ENTRY_FIELDS.contains(&field.as_str()),
    });
    let mut is_shortened = object.len() < before;
    if let Some(Value::String(description)) = object.get_mut("description") {
        let short = match limits.excerpt_chars {
            0 => String::new(),
            chars => excerpt(description, chars),
        };
        is_shortened |= short != *description;
        *description = short;
    }
    fit(object, MAX_SHORT_ENTRY_BYTES) || is_shortened
}

/// Shortens an entry to a size. Returns true if it removed anything.
fn fit(object: &mut Map<String, Value>, max_bytes: usize) -> bool {
    let mut value = Value::Object(std::mem::take(object));
    let is_shortened = size::fit(&mut value, max_bytes).is_some();
    if let Value::Object(fitting) = value {
        *object = fitting;
    }
    is_shortened
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
