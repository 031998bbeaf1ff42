//! The fields of rules.

use super::field::Comparison::Equal;
use super::field::{Argument, Field, Read};
use super::value::values;

pub(super) static FIELDS: [&Field; 1] = [&SECTION];

/// The chapter that a section of the rules belongs to.
pub static SECTION: Field = Field {
    noun: Some("section of the rules"),
    arguments: &[Argument::new("section", Equal, "The chapter of the rules, such as `combat`.").one_in(30)],
    ..Field::column("section", "section", Read::Rule(|rule| values(&rule.section)))
};
