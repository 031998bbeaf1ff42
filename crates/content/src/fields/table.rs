//! The whole table of fields.

use std::borrow::Cow;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::field::{Argument, Field};
use super::value::Value;
use super::{creature, equipment, option, origin, rule, spell};
use crate::facts::Facts;
use crate::model::{Details, Family};

/// The value of a flag that is set, in the filters of browsing.
const YES: &str = "yes";

/// A value of an entry as it is browsed by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FacetValue {
    /// The field.
    pub field: &'static Field,
    /// The value in a filter.
    pub value: String,
    /// The value as a person reads it.
    pub label: String,
}

/// The fields of a family's entries, in the order in which the window offers them.
pub fn of_family(family: Family) -> &'static [&'static Field] {
    match family {
        Family::Spell => &spell::FIELDS,
        Family::Creature => &creature::FIELDS,
        Family::Equipment => &equipment::FIELDS,
        Family::Rule => &rule::FIELDS,
        Family::CharacterOption => &option::FIELDS,
        Family::Encounter => &[],
    }
}

/// Finds the argument with a name among those of a family's fields.
pub fn argument(family: Family, name: &str) -> Option<(&'static Field, &'static Argument)> {
    let of_field = |field: &'static Field| field.arguments.iter().map(move |argument| (field, argument));
    of_family(family).iter().flat_map(|field| of_field(field)).find(|(_, argument)| argument.name == name)
}

/// The fields by which entries are browsed, in the order in which the window offers them.
pub fn browsable() -> impl Iterator<Item = &'static Field> {
    let families =
        [Family::Spell, Family::Creature, Family::Equipment, Family::CharacterOption, Family::Rule];
    // A field of several families comes with the last of them, so that those of one family stand together.
    let is_last = move |at: usize, field: &Field| {
        !families.iter().skip(at + 1).flat_map(|family| of_family(*family)).any(|other| *other == field)
    };
    let of_families = families
        .into_iter()
        .enumerate()
        .flat_map(move |(at, family)| of_family(family).iter().filter(move |field| is_last(at, field)));
    of_families.chain(&origin::FIELDS).copied().filter(|field| field.facet.is_some())
}

/// Reads the values by which an entry is browsed, each once.
pub fn facet_values(details: &Details, facts: &Facts) -> Vec<FacetValue> {
    let mut values: Vec<FacetValue> = Vec::new();
    for field in of_family(details.family()).iter().copied().filter(|field| field.facet.is_some()) {
        for value in field.values(details, facts) {
            let text = match value {
                Value::Flag(true) => YES.to_owned(),
                Value::Flag(false) => continue,
                other => other.to_string(),
            };
            let value = field.facet_value(&text);
            if !value.value.is_empty() && !values.contains(&value) {
                values.push(value);
            }
        }
    }
    values
}

impl Field {
    /// A value of the field with its label.
    pub fn facet_value(&'static self, text: &str) -> FacetValue {
        let label = self.facet.map_or_else(|| text.to_owned(), |facet| (facet.label)(text.trim()));
        FacetValue { field: self, value: (self.normalise)(text), label }
    }

    /// The rank of a value among those of the field.
    pub fn rank(&self, value: &str) -> usize {
        self.facet.map_or(0, |facet| (facet.rank)(value))
    }
}

impl Serialize for Field {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name)
    }
}

impl<'de> Deserialize<'de> for &'static Field {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = Cow::<'de, str>::deserialize(deserializer)?;
        browsable().find(|field| field.name == name).ok_or_else(|| {
            let names: Vec<String> = browsable().map(|field| format!("`{}`", field.name)).collect();
            D::Error::custom(format!("unknown variant `{name}`, expected one of {}", names.join(", ")))
        })
    }
}

impl schemars::JsonSchema for Field {
    fn schema_name() -> Cow<'static, str> {
        "Field".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let names: Vec<&str> = browsable().map(|field| field.name).collect();
        schemars::json_schema!({ "type": "string", "enum": names })
    }
}

#[cfg(test)]
mod tests;
