//! The columns of lists of one family of entries, and the orders of lists.

use std::borrow::Cow;
use std::cmp::Ordering;

use content::facts::Facts;
use content::fields::{FacetValue, Field, Value, creature, equipment, spell};
use content::model::{Details, Family, Kind, capitalised};
use ingest::markdown::coins;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

/// A column of the lists of a family of entries.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Column {
    /// The name of its field, by which a list is ordered unless the values have no useful order.
    #[serde(rename = "name")]
    #[schemars(with = "String")]
    pub(super) field: &'static Field,
    /// The title.
    pub title: &'static str,
    /// True if lists can be ordered by it.
    pub is_ordered: bool,
}

/// The order of a list. Entries whose value is unknown come last.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Order {
    pub(super) by: OrderBy,
    pub(super) is_descending: bool,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum OrderBy {
    Name,
    /// The title of the document.
    Source,
    Field(&'static Field),
}

static SPELLS: [Column; 5] = [
    Column::of("Level", &spell::LEVEL),
    Column::of("School", &spell::SCHOOL),
    Column::of("Time", &spell::CASTING_TIME),
    Column { is_ordered: false, ..Column::of("Range", &spell::RANGE) },
    Column::of("Conc.", &spell::CONCENTRATION),
];
static CREATURES: [Column; 4] = [
    Column::of("CR", &creature::CHALLENGE_RATING),
    Column::of("Type", &creature::TYPE),
    Column::of("AC", &creature::ARMOR_CLASS),
    Column::of("HP", &creature::HIT_POINTS),
];
static EQUIPMENT: [Column; 3] = [
    Column::of("Category", &equipment::CATEGORY),
    Column::of("Rarity", &equipment::RARITY),
    Column::of("Price", &equipment::COST),
];

/// The columns of a family's lists.
pub(super) fn columns(family: Family) -> &'static [Column] {
    match family {
        Family::Spell => &SPELLS,
        Family::Creature => &CREATURES,
        Family::Equipment => &EQUIPMENT,
        Family::CharacterOption | Family::Encounter | Family::Rule => &[],
    }
}

/// The columns of a list of these kinds; none if they have different ones.
pub(super) fn requested_columns(kinds: &[Kind]) -> &'static [Column] {
    match kinds {
        [first, rest @ ..] if rest.iter().all(|kind| kind.family() == first.family()) => {
            columns(first.family())
        }
        _ => &[],
    }
}

impl Column {
    const fn of(title: &'static str, field: &'static Field) -> Self {
        Self { field, title, is_ordered: true }
    }

    /// Returns the value of an entry, which is empty if it has none.
    pub(super) fn cell(&self, details: &Details, facts: &Facts) -> FacetValue {
        let value = self.field.values(details, facts).into_iter().next();
        let cell = self.field.facet_value(&value.as_ref().map_or_else(String::new, Value::to_string));
        let label = match value {
            _ if *self.field == spell::LEVEL => cell.label.replace(" level", ""),
            Some(Value::Flag(true)) => "Yes".to_owned(),
            Some(Value::Flag(false)) => String::new(),
            Some(Value::Text(_)) => capitalised(&cell.value),
            Some(Value::Number(gold)) if *self.field == equipment::COST => coins(gold),
            _ => return cell,
        };
        FacetValue { label, ..cell }
    }
}

/// Compares two values of a field in ascending order: by rank, as numbers, then by label.
pub(super) fn compare(one: &FacetValue, other: &FacetValue) -> Ordering {
    let rank = |value: &FacetValue| (value.field.rank(&value.value), number(&value.value).is_none());
    let numbers =
        || number(&one.value).unwrap_or_default().total_cmp(&number(&other.value).unwrap_or_default());
    rank(one).cmp(&rank(other)).then_with(numbers).then_with(|| one.label.cmp(&other.label))
}

/// `19`, `0.5`, `1/4`
fn number(text: &str) -> Option<f64> {
    let (part, whole) = text.split_once('/').unwrap_or((text, "1"));
    Some(part.parse::<f64>().ok()? / whole.parse::<f64>().ok()?)
}

impl Order {
    fn all() -> impl Iterator<Item = (&'static str, OrderBy)> {
        let families = [Family::Spell, Family::Creature, Family::Equipment];
        let columns = families.into_iter().flat_map(columns).filter(|column| column.is_ordered);
        let of_fields = columns.map(|column| (column.field.name, OrderBy::Field(column.field)));
        [("name", OrderBy::Name), ("source", OrderBy::Source)].into_iter().chain(of_fields)
    }

    fn names() -> Vec<String> {
        Self::all().flat_map(|(name, _)| [name.to_owned(), format!("-{name}")]).collect()
    }
}

impl<'de> Deserialize<'de> for Order {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        let name = text.trim_start_matches('-');
        let is_descending = name.len() < text.len();
        let found = Self::all().find(|(other, _)| *other == name);
        found.map(|(_, by)| Self { by, is_descending }).ok_or_else(|| {
            let names: Vec<String> = Self::names().into_iter().map(|name| format!("`{name}`")).collect();
            D::Error::custom(format!("unknown variant `{text}`, expected one of {}", names.join(", ")))
        })
    }
}

impl schemars::JsonSchema for Order {
    fn schema_name() -> Cow<'static, str> {
        "Order".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "enum": Self::names() })
    }
}
