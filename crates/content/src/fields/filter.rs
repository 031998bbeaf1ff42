//! Filters of lookups: a type of entries, and conditions on their fields.

use std::fmt;

use super::entry_type::{EntryType, EquipmentType};
use super::field::{ApiCondition, ApiFilter, Argument, Comparison, Field};
use super::value::Value;
use crate::model::{Family, Kind};

/// Selects entries of one family by their fields. All conditions must hold.
#[derive(Debug, Clone, PartialEq)]
pub struct Filter {
    /// The type of the entries.
    pub entry_type: EntryType,
    /// The conditions on their fields.
    pub conditions: Vec<Condition>,
}

/// A condition on a field.
#[derive(Debug, Clone, PartialEq)]
pub struct Condition {
    /// The field.
    pub field: &'static Field,
    /// The comparison with the value.
    pub comparison: Comparison,
    /// The value as it was given.
    pub value: Value,
}

impl Filter {
    /// Selects spells.
    pub fn spells(conditions: impl IntoIterator<Item = Condition>) -> Self {
        Self::new(EntryType::Spell, conditions)
    }

    /// Selects creatures.
    pub fn creatures(conditions: impl IntoIterator<Item = Condition>) -> Self {
        Self::new(EntryType::Creature, conditions)
    }

    /// Selects entries of a type.
    pub fn new(entry_type: EntryType, conditions: impl IntoIterator<Item = Condition>) -> Self {
        Self { entry_type, conditions: conditions.into_iter().collect() }
    }

    /// The kinds of entries, base entries first.
    pub fn kinds(&self) -> &'static [Kind] {
        self.entry_type.kinds()
    }

    /// Returns true if it leaves out entries of its kinds.
    pub fn narrows(&self) -> bool {
        !self.conditions.is_empty() || !self.entry_type.magic_categories().is_empty()
    }

    /// The filters by each of the conditions alone.
    pub fn by_condition(&self) -> impl Iterator<Item = (&Condition, Filter)> {
        self.conditions.iter().map(|condition| (condition, Filter::new(self.entry_type, [condition.clone()])))
    }

    /// The same filter for every type of its family, with the kinds that it then admits too.
    pub fn of_any_type(&self) -> Option<(Option<Filter>, Vec<Kind>)> {
        let family = self.entry_type.family();
        let filter = match self.entry_type {
            EntryType::Equipment(_) => {
                Some(Filter { entry_type: EntryType::Equipment(EquipmentType::All), ..self.clone() })
            }
            _ if !self.conditions.is_empty() => return None,
            _ => None,
        };
        let is_other = |kind: &Kind| kind.family() == family && !self.kinds().contains(kind);
        let kinds: Vec<Kind> = Kind::ALL.into_iter().filter(is_other).collect();
        (!kinds.is_empty() && family != Family::Encounter).then_some((filter, kinds))
    }
}

impl Field {
    /// The condition that the field has a value.
    pub fn is(&'static self, value: impl Into<Value>) -> Condition {
        Condition { field: self, comparison: Comparison::Equal, value: value.into() }
    }

    /// The condition that the field has a value or a greater one.
    pub fn at_least(&'static self, value: impl Into<Value>) -> Condition {
        Condition { field: self, comparison: Comparison::AtLeast, value: value.into() }
    }

    /// The condition that the field has a value or a smaller one.
    pub fn at_most(&'static self, value: impl Into<Value>) -> Condition {
        Condition { field: self, comparison: Comparison::AtMost, value: value.into() }
    }
}

impl Condition {
    /// The argument of the lookup that makes the condition.
    pub fn argument(&self) -> Option<&'static Argument> {
        self.field.arguments.iter().find(|argument| argument.comparison == self.comparison)
    }

    /// The name of its argument.
    pub fn name(&self) -> &'static str {
        self.argument().map_or(self.field.name, |argument| argument.name)
    }

    /// The value in the form in which the field is stored.
    pub fn stored_value(&self) -> Value {
        let translate = self.field.arguments.iter().find_map(|argument| argument.translate);
        match (translate, &self.value) {
            (Some(translate), Value::Text(text)) => Value::Text(translate(text)),
            (_, value) => self.field.stored(value.clone()),
        }
    }

    /// The condition as the Open5e API takes it for the list at a path.
    pub fn for_api(&self, path: &str) -> ApiCondition {
        match self.argument().map_or(ApiFilter::Unsupported, |argument| argument.api) {
            ApiFilter::Unsupported => ApiCondition::Unsupported,
            ApiFilter::Parameter(name) => {
                ApiCondition::Parameters(vec![(name, self.field.stored(self.value.clone()).to_string())])
            }
            ApiFilter::Translated(translate) => translate(path, &self.value),
        }
    }
}

/// In words: `creatures, type fiend, challenge rating at most 5`.
impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}s", self.entry_type.noun())?;
        self.conditions.iter().try_for_each(|condition| write!(f, ", {condition}"))
    }
}

/// In words: `challenge rating at most 5`, `no concentration`, `type not undead`.
impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let field = self.field.name.replace('-', " ");
        let comparison = match self.comparison {
            Comparison::Equal => "",
            Comparison::AtLeast => "at least ",
            Comparison::AtMost => "at most ",
            Comparison::NotEqual => "not ",
        };
        match &self.value {
            Value::Flag(flag) => match (field.strip_prefix("is "), *flag) {
                (Some(adjective), true) => f.write_str(adjective),
                (Some(adjective), false) => write!(f, "not {adjective}"),
                (None, true) => f.write_str(&field),
                (None, false) => write!(f, "no {field}"),
            },
            Value::Text(_) => write!(f, "{field} {comparison}{}", self.stored_value()),
            other => write!(f, "{field} {comparison}{other}"),
        }
    }
}

#[cfg(test)]
mod tests;
