use super::Made;
use super::equipment::equipment;
use super::fields::Fields;
use super::proficiencies::proficiencies;
use super::props::props;
use super::traits::{Trait, traits};
use crate::ingest::markdown::{self, Part};
use crate::model::{CharacterOption, Details, Kind};

/// A background with what it gives and its features.
pub(super) fn background(fields: &mut Fields<'_>) -> Made {
    let text = fields.story();
    let own = traits(fields, "traits");
    let details = CharacterOption {
        features: own.iter().map(|it| it.name.clone()).filter(|name| !name.is_empty()).collect(),
        ..CharacterOption::default()
    };
    let mut parts = proficiencies(fields).parts();
    parts.extend(equipment(fields).iter().map(|(label, words)| Part::new(label, words)));
    let benefits: Vec<String> = props(fields).into_iter().map(|benefit| format!("- {benefit}")).collect();
    parts.push(Part::new("Benefits", &benefits.join("\n")));
    parts.retain(|part| !part.text.is_empty());
    parts.extend(own.iter().map(Trait::part));
    let body = markdown::benefits(&details, &text, &parts);
    Made { kind: Kind::Background, details: Details::CharacterOption(details), body }
}
