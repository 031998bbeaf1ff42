//! Lists of entries, kept short enough for an assistant to take in.

use std::marker::PhantomData;

use lore::model::{CharacterOption, Creature, Equipment, Rule, Spell, excerpt};
use lore::query::Entry;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde_json::{Map, Value};

/// Characters of JSON up to which a lookup gives entries whole. Clients cap a tool's answer at about 100,000.
pub(crate) const WHOLE_IN_LOOKUP: usize = 20_000;
/// Characters of JSON up to which a search gives hits whole.
pub(crate) const WHOLE_IN_SEARCH: usize = 12_000;
/// Characters of a description that is cut.
const CUT: usize = 200;

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
    "higher_level",
    "hit_dice",
    "initiative_bonus",
    "languages",
    "material",
    "proficiency_bonus",
    "properties",
    "reaction_condition",
    "saving_throws",
    "senses",
    "skills",
    "speed",
];

/// Entries as JSON, with the schema of entries that have the fields of `D`.
#[derive(Debug)]
pub(crate) struct Listing<D> {
    entries: Vec<Shown>,
    cut: usize,
    fields: PhantomData<fn() -> D>,
}

/// An entry in a list. A whole one becomes JSON only once, with the answer.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Shown {
    Whole(Box<Entry>),
    Shortened(Map<String, Value>),
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
    /// Lists entries: whole ones until together they have `whole` characters, the rest shortened.
    pub(crate) fn of(entries: impl IntoIterator<Item = Entry>, whole: usize) -> Self {
        let mut listing = Self { entries: Vec::new(), cut: 0, fields: PhantomData };
        let mut used = 0;
        for entry in entries {
            let size = entry.body.len() + 1_000;
            if used == 0 || used + size <= whole {
                used += size;
                listing.entries.push(Shown::Whole(Box::new(entry)));
                continue;
            }
            used = whole.max(1);
            let Ok(Value::Object(mut object)) = serde_json::to_value(&entry) else { continue };
            if shorten(&mut object) {
                listing.cut += 1;
            }
            listing.entries.push(Shown::Shortened(object));
        }
        listing
    }

    /// How many entries there are.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// What to tell the assistant about entries that were shortened.
    pub(crate) fn instruction(&self) -> Option<String> {
        (self.cut > 0).then(|| {
            format!(
                "{} of {} entries are shortened (`description_is_cut`). For a whole one, look it up by its name with its \
                 `document_key` in `documents`, or read the resource at its `uri`.",
                self.cut,
                self.len()
            )
        })
    }
}

/// Leaves out what only a whole entry has; true when something is missing now.
fn shorten(object: &mut Map<String, Value>) -> bool {
    let mut missing = false;
    for field in ONLY_WHOLE {
        missing |= object.shift_remove(*field).is_some();
    }
    let Some(Value::String(description)) = object.get_mut("description") else { return missing };
    let short = excerpt(description, CUT);
    missing |= short != *description;
    *description = short;
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
        Vec::<Entry<D>>::json_schema(generator)
    }
}
