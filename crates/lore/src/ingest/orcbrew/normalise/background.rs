//! Backgrounds.

use super::EntryContent;
use super::benefits::benefit_list;
use super::equipment::equipment;
use super::fields::Fields;
use super::proficiencies::proficiencies;
use super::traits::{Trait, names_of, traits};
use crate::ingest::markdown::{self, Part};
use crate::model::{CharacterOption, Kind};

/// Converts a background.
pub(super) fn background(fields: &mut Fields<'_>) -> EntryContent {
    let text = fields.description();
    let traits = traits(fields, "traits");
    let details = CharacterOption { features: names_of(&traits), ..CharacterOption::default() };
    let mut parts = proficiencies(fields).parts();
    parts.extend(equipment(fields).iter().map(|(label, words)| Part::new(label, words)));
    parts.push(Part::new("Benefits", &benefit_list(fields)));
    parts.retain(|part| !part.text.is_empty());
    parts.extend(traits.iter().map(Trait::part));
    let body = markdown::benefits(&details, &text, &parts);
    EntryContent::option(Kind::Background, details, body)
}
