//! Lists of entries, kept short enough for an assistant to take in.

use std::marker::PhantomData;

use lore::model::{CharacterOption, Creature, Equipment, Rule, Spell, excerpt};
use lore::query::Entry;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::protocol::registry::Names;
use crate::protocol::size::{self, LARGEST, WORDS};
use crate::tools::{BrowseEntries, ReadEntry};

/// Bytes of JSON up to which a lookup gives entries whole.
pub(crate) const WHOLE_IN_LOOKUP: usize = 20_000;
/// Bytes of JSON up to which a search gives hits whole.
pub(crate) const WHOLE_IN_SEARCH: usize = 12_000;
/// Characters of a description that is cut.
const CUT: usize = 200;
/// The most bytes of an entry that is shortened; more has only one whose fields are full of text.
const LONGEST_SHORTENED: usize = 2_500;
/// What all entries of a list may have together, in bytes.
const ROOM: usize = LARGEST - WORDS;

/// Fields that only an entry that is given whole has. All of them are optional in the schemas.
const ONLY_WHOLE: &[&str] = &[
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

/// What is left of an entry in a long list: what it is called, where it stands, and what one chooses it by.
const IN_A_LONG_LIST: &[&str] = &[
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

/// What every entry of a list has, however short it is. Beside these, only names of hundreds of letters leave no room for
/// what all entries are to have.
const ALWAYS: &[&str] = &[
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
    entries: Vec<Shown>,
    cut: usize,
    left_out: usize,
    fields: PhantomData<fn() -> D>,
}

/// An entry in a list. A whole one becomes JSON only once, with the answer.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Shown {
    Whole(Box<Entry>),
    Shortened(Map<String, Value>),
}

/// How short entries are made.
#[derive(Clone, Copy)]
struct Length {
    /// Bytes up to which they are whole.
    whole: usize,
    /// Characters of a description that is cut.
    cut: usize,
    /// The fields that those that are cut have; all but those of whole entries without.
    fields: Option<&'static [&'static str]>,
}

/// Entries with the fields of a spell.
pub(crate) type Spells = Listing<Spell>;
/// Entries with the fields of a creature.
pub(crate) type Creatures = Listing<Creature>;
/// Entries with the fields of equipment.
pub(crate) type Things = Listing<Equipment>;
/// Entries with the fields of a character option.
pub(crate) type Options = Listing<CharacterOption>;
/// Entries with the fields of a rule.
pub(crate) type Rules = Listing<Rule>;

/// Entries of any kind: beside what all of them have, each has the fields of its kind.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct FieldsOfAnyKind {}

impl<D> Listing<D> {
    /// Lists entries: whole ones until together they have `whole` bytes, the rest shortened, and the more so the more there
    /// are. All together they fit into one result.
    pub(crate) fn of(entries: Vec<Entry>, whole: usize) -> Self {
        let sizes: Vec<usize> = entries.iter().map(size::of).collect();
        let sum: usize = sizes.iter().sum();
        if sum <= whole || (entries.len() == 1 && sum <= ROOM) {
            let entries = entries.into_iter().map(|entry| Shown::Whole(Box::new(entry))).collect();
            return Self { entries, cut: 0, left_out: 0, fields: PhantomData };
        }
        let objects: Vec<Map<String, Value>> = entries.iter().filter_map(object_of).collect();
        let lengths = [
            Length { whole, cut: CUT, fields: None },
            Length { whole, cut: CUT, fields: Some(IN_A_LONG_LIST) },
            Length { whole: whole / 2, cut: CUT / 2, fields: Some(IN_A_LONG_LIST) },
            Length { whole: whole / 2, cut: 0, fields: Some(IN_A_LONG_LIST) },
            Length { whole: 0, cut: 0, fields: Some(IN_A_LONG_LIST) },
            Length { whole: 0, cut: 0, fields: Some(ALWAYS) },
        ];
        let mut listing = Self { entries: Vec::new(), cut: 0, left_out: 0, fields: PhantomData };
        for length in lengths {
            (listing.entries, listing.cut) = shown(&objects, &sizes, length);
            if size::of(&listing.entries) <= ROOM {
                return listing;
            }
        }
        listing.left_out = size::shorten(&mut listing.entries, ROOM);
        listing
    }

    /// How many entries there are.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Says that more entries match than are given.
    pub(crate) fn more(&self, more: bool) -> Option<String> {
        let first = if self.len() == 1 {
            "This is the first".to_owned()
        } else {
            format!("These are the first {}", self.len())
        };
        more.then(|| format!("{first}; there are more."))
    }

    /// What to tell the assistant about entries that were shortened or left out.
    pub(crate) fn instruction(&self, names: &Names) -> Option<String> {
        let mut words = Vec::new();
        if self.cut > 0 {
            words.push(format!(
                "{} of {} entries are shortened (`description_is_cut`). For a whole one call `{}` with its `uri`.",
                self.cut,
                self.len(),
                names.of::<ReadEntry>()
            ));
        }
        if self.left_out > 0 {
            words.push(format!(
                "{} more entries were found that do not fit into one answer: narrow the filters, or page through them with `{}`.",
                self.left_out,
                names.of::<BrowseEntries>()
            ));
        }
        (!words.is_empty()).then(|| words.join(" "))
    }
}

fn object_of(entry: &Entry) -> Option<Map<String, Value>> {
    match serde_json::to_value(entry) {
        Ok(Value::Object(object)) => Some(object),
        _ => None,
    }
}

/// Entries as they are shown in a length, and how many of them are cut.
fn shown(objects: &[Map<String, Value>], sizes: &[usize], length: Length) -> (Vec<Shown>, usize) {
    let mut used = 0;
    let mut cut = 0;
    let mut shown = Vec::with_capacity(objects.len());
    for (object, size) in objects.iter().zip(sizes) {
        let is_first = shown.is_empty();
        let mut object = object.clone();
        if used + size <= length.whole || (is_first && length.whole > 0 && *size <= ROOM / 2) {
            used += size;
        } else if is_first && length.whole > 0 {
            // What is asked for by name is given as far as it fits.
            used = length.whole;
            cut += usize::from(begin(&mut object));
        } else {
            used = length.whole;
            cut += usize::from(shorten(&mut object, length));
        }
        shown.push(Shown::Shortened(object));
    }
    (shown, cut)
}

/// Leaves the beginning of an entry that is too long by itself; true when something is missing now.
fn begin(object: &mut Map<String, Value>) -> bool {
    let mut missing = false;
    if let Some(Value::String(description)) = object.get_mut("description") {
        let first =
            size::parts(description, size::PART / 2).first().map_or("", |part| part.trim_end()).to_owned();
        missing = first.len() < description.trim_end().len();
        *description = if missing { format!("{first}\n\n…") } else { first };
    }
    let mut value = Value::Object(std::mem::take(object));
    missing |= size::fit(&mut value, ROOM / 2).is_some();
    if let Value::Object(fitting) = value {
        *object = fitting;
    }
    mark(object, missing)
}

/// Leaves out what only a whole entry has; true when something is missing now.
fn shorten(object: &mut Map<String, Value>, length: Length) -> bool {
    let before = object.len();
    object.retain(|field, _| match length.fields {
        Some(fields) => fields.contains(&field.as_str()),
        None => !ONLY_WHOLE.contains(&field.as_str()),
    });
    let mut missing = object.len() < before;
    if let Some(Value::String(description)) = object.get_mut("description") {
        let short = if length.cut == 0 { String::new() } else { excerpt(description, length.cut) };
        missing |= short != *description;
        *description = short;
    }
    let mut value = Value::Object(std::mem::take(object));
    missing |= size::fit(&mut value, LONGEST_SHORTENED).is_some();
    if let Value::Object(fitting) = value {
        *object = fitting;
    }
    mark(object, missing)
}

fn mark(object: &mut Map<String, Value>, missing: bool) -> bool {
    if missing {
        object.insert("description_is_cut".to_owned(), Value::Bool(true));
    }
    missing
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
            required.retain(|field| field.as_str().is_some_and(|field| ALWAYS.contains(&field)));
        }
        schema
    }
}
