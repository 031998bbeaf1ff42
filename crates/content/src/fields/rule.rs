//! The fields of rules.

use super::field::Comparison::Equal;
use super::field::{Argument, Field, Missing, Read, Storage};
use super::value::Value;

pub(super) static FIELDS: [&Field; 1] = [&SECTION];

/// The chapter that a section of the rules belongs to.
pub static SECTION: Field = Field {
    name: "section",
    read: Read::Rule(|rule| rule.section.iter().map(Value::from).collect()),
    storage: Storage::Column("section", Missing::Null),
    noun: Some("section of the rules"),
    arguments: &[Argument::new("section", Equal, "The chapter of the rules, such as `combat`.").one_in(30)],
    ..Field::BASE
};
