//! The description of a field.

use std::fmt;

use super::value::{Value, ValueType};
use crate::facts::{Fact, FactValue, Facts};
use crate::model::{CharacterOption, Creature, Details, Equipment, Family, Rule, Spell, capitalised, fold};

/// A field by which entries are filtered.
pub struct Field {
    /// The name in the filters and counts of browsing, such as `casting-time`; unique.
    pub name: &'static str,
    /// Reads the values of an entry; the family of the entries that have the field.
    pub read: Read,
    /// The type of the values.
    pub value_type: ValueType,
    /// The column that stores the values.
    pub storage: Storage,
    /// The form in which texts are stored and compared.
    pub normalise: fn(&str) -> String,
    /// True if entries can lack the field because nobody knows it; `None` if it is always known.
    pub unknown: Option<Unknown>,
    /// The noun of the values in a message that lists them; `None` where they are not words.
    pub noun: Option<&'static str>,
    /// The labels in the window; `None` for a field that is not offered there.
    pub facet: Option<Facet>,
    /// The arguments of the lookup that filter by the field.
    pub arguments: &'static [Argument],
    /// The name of the order by the field, such as `level`; `None` if lookups cannot be ordered by it.
    pub sort: Option<&'static str>,
}

/// Reads the values of a field from the details of an entry.
#[derive(Clone, Copy)]
pub enum Read {
    Spell(fn(&Spell) -> Vec<Value>),
    Creature(fn(&Creature) -> Vec<Value>),
    Equipment(fn(&Equipment) -> Vec<Value>),
    Option(fn(&CharacterOption) -> Vec<Value>),
    Rule(fn(&Rule) -> Vec<Value>),
    Fact(Fact, &'static [Family]),
    OfDocument,
}

/// The place of a field in the database, within the table of its family.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Storage {
    /// Not stored: it can be browsed by, but not looked up by.
    None,
    /// A column of the family's table, with the form of a value that is not known.
    Column(&'static str, Missing),
    /// A table with one row for each value of an entry, and its column.
    Table(&'static str, &'static str),
    /// The same; the values hold for all entries of the same name in the family, whatever their document.
    Shared(&'static str, &'static str),
    /// The table of facts.
    Fact(Fact),
}

/// The stored form of a value that is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    /// `NULL`.
    Null,
    /// -1.
    MinusOne,
    /// The empty text.
    EmptyText,
}

/// A field that can be unknown.
#[derive(Debug, Clone, Copy)]
pub struct Unknown {
    /// The noun in `3 spells have no class information`.
    pub noun: &'static str,
    /// The entries that should have the field.
    pub only: Only,
}

/// Entries of a family that a field applies to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Only {
    /// All of them.
    All,
    /// Magic items.
    Magic,
    /// Weapons.
    Weapons,
}

/// The look of a field in the window.
#[derive(Clone, Copy)]
pub struct Facet {
    /// The title of the field.
    pub title: &'static str,
    /// True if an entry can have several values.
    pub several: bool,
    /// True if its values are shown on request only.
    pub folded: bool,
    /// The label of a value, of its text.
    pub label: fn(&str) -> String,
    /// The rank of a value, of its normalised text; values of equal rank are ordered by label.
    pub rank: fn(&str) -> usize,
}

/// An argument of a lookup.
pub struct Argument {
    /// The name, such as `level_min`.
    pub name: &'static str,
    /// The comparison with an entry's value.
    pub comparison: Comparison,
    /// The description in the tool's schema.
    pub description: &'static str,
    /// Translates a text into the form of the field's values, if that is not [`Field::normalise`].
    pub(crate) translate: Option<fn(&str) -> String>,
    /// The filter of the Open5e API.
    pub(super) api: ApiFilter,
    /// An estimate: one entry in so many has a given value. 1 if no index is worth using.
    pub one_in: u32,
}

/// A comparison of an entry's value with that of a filter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// The values are equal, or one of the entry's values is.
    Equal,
    /// The entry's value is equal or greater.
    AtLeast,
    /// The entry's value is equal or less.
    AtMost,
    /// The entry has other values or none.
    NotEqual,
}

#[derive(Clone, Copy)]
pub(super) enum ApiFilter {
    Unsupported,
    /// A parameter that takes the value as it is.
    Parameter(&'static str),
    /// A function of the list's path and the value.
    Translated(fn(&str, &Value) -> ApiCondition),
}

/// A condition as the Open5e API takes it.
#[derive(Debug, Clone, PartialEq)]
pub enum ApiCondition {
    /// Parameters of the query.
    Parameters(Vec<(&'static str, String)>),
    /// Every object of the list satisfies it.
    AlwaysTrue,
    /// No object of the list satisfies it, or the API does not know the value.
    NeverTrue,
    /// The API cannot filter by it; the library filters the answer.
    Unsupported,
}

impl Field {
    /// A text field that is neither stored nor offered; the base of the others.
    pub const BASE: Field = Field {
        name: "",
        read: Read::OfDocument,
        value_type: ValueType::Text,
        storage: Storage::None,
        normalise: fold,
        unknown: None,
        noun: None,
        facet: None,
        arguments: &[],
        sort: None,
    };

    /// A text field in a column of the table of its family.
    pub(super) const fn column(name: &'static str, column: &'static str, read: Read) -> Self {
        Self { name, read, storage: Storage::Column(column, Missing::Null), ..Self::BASE }
    }

    /// Returns the families of the entries that have the field; none if all have it from their documents.
    pub const fn families(&self) -> &'static [Family] {
        match self.read {
            Read::Spell(_) => &[Family::Spell],
            Read::Creature(_) => &[Family::Creature],
            Read::Equipment(_) => &[Family::Equipment],
            Read::Option(_) => &[Family::CharacterOption],
            Read::Rule(_) => &[Family::Rule],
            Read::Fact(_, families) => families,
            Read::OfDocument => &[],
        }
    }

    /// Reads the values of an entry.
    pub fn values(&self, details: &Details, facts: &Facts) -> Vec<Value> {
        match (self.read, details) {
            (Read::Fact(fact, _), _) => facts.values(fact).map(Value::from).collect(),
            (Read::Spell(read), Details::Spell(spell)) => read(spell),
            (Read::Creature(read), Details::Creature(creature)) => read(creature),
            (Read::Equipment(read), Details::Equipment(equipment)) => read(equipment),
            (Read::Option(read), Details::CharacterOption(option)) => read(option),
            (Read::Rule(read), Details::Rule(rule)) => read(rule),
            _ => Vec::new(),
        }
    }

    /// Returns a value in the form in which it is stored.
    pub fn stored(&self, value: Value) -> Value {
        match value {
            Value::Text(text) => Value::Text((self.normalise)(&text)),
            Value::ChallengeRating(rating) => Value::Number(rating.decimal()),
            other => other,
        }
    }
}

impl Facet {
    /// A facet whose labels begin with a capital letter and are in alphabetical order.
    pub(crate) const fn titled(title: &'static str) -> Self {
        Self { title, several: false, folded: false, label: capitalised, rank: |_| 0 }
    }

    pub(crate) const fn with_several_values(self) -> Self {
        Self { several: true, ..self }
    }

    pub(crate) const fn folded(self) -> Self {
        Self { folded: true, ..self }
    }
}

impl From<&FactValue> for Value {
    fn from(value: &FactValue) -> Self {
        match value {
            FactValue::Flag(flag) => Value::Flag(*flag),
            FactValue::Number(number) => Value::Integer((*number).into()),
            FactValue::Text(text) => Value::Text(text.to_string()),
        }
    }
}

impl ApiCondition {
    /// A parameter with a value.
    pub fn parameter(name: &'static str, value: impl Into<String>) -> Self {
        ApiCondition::Parameters(vec![(name, value.into())])
    }

    /// A parameter with a word as the API writes keys: `Very Rare` → `very-rare`.
    pub fn key(name: &'static str, word: &Value) -> Self {
        let key = fold(&word.to_string()).replace(' ', "-");
        let fits = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
        if fits { Self::parameter(name, key) } else { ApiCondition::NeverTrue }
    }

    pub(crate) fn known_key(name: &'static str, word: &Value, known: &[&str]) -> Self {
        match Self::key(name, word) {
            ApiCondition::Parameters(parameters)
                if parameters.iter().all(|(_, key)| known.contains(&key.as_str())) =>
            {
                ApiCondition::Parameters(parameters)
            }
            _ => ApiCondition::NeverTrue,
        }
    }
}

impl fmt::Debug for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl PartialEq for Field {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Field {}

impl Argument {
    /// An argument with the given name, comparison and description, which the Open5e API has no filter for.
    pub const fn new(name: &'static str, comparison: Comparison, description: &'static str) -> Self {
        Self { name, comparison, description, translate: None, api: ApiFilter::Unsupported, one_in: 1 }
    }

    pub(super) const fn parameter(self, name: &'static str) -> Self {
        Self { api: ApiFilter::Parameter(name), ..self }
    }

    pub(super) const fn translated(self, condition: fn(&str, &Value) -> ApiCondition) -> Self {
        Self { api: ApiFilter::Translated(condition), ..self }
    }

    /// The same argument with an estimate of its selectivity.
    pub const fn one_in(self, one_in: u32) -> Self {
        Self { one_in, ..self }
    }
}
