//! Renders character options.

use content::model::{CharacterOption, Kind, ordinal};

use super::{Body, Part};

/// Renders an option that is no class: `Rogue feature, 3rd level`, prerequisite, text (clean), named parts.
pub(crate) fn option(kind: Kind, option: &CharacterOption, text: &str, parts: &[Part]) -> String {
    let level = option.level.map(|level| format!(", {} level", ordinal(level))).unwrap_or_default();
    let (of, has_prerequisite) = match kind {
        Kind::Race | Kind::Subrace => (Some("subrace".to_owned()), false),
        Kind::Trait => (Some("trait".to_owned()), false),
        Kind::ClassOption => (Some(format!("feature{level}")), true),
        _ => (None, true),
    };
    let owner = option.parent.as_ref().zip(of).map(|(parent, of)| format!("{parent} {of}"));
    let prerequisite = option.prerequisite.as_ref().filter(|_| has_prerequisite);
    let prerequisite = prerequisite.map(|prerequisite| format!("Prerequisite: {prerequisite}"));
    let mut body = Body::default();
    body.italic(&owner.unwrap_or_default()).italic(&prerequisite.unwrap_or_default());
    body.block(text).parts(parts).finish()
}

#[cfg(test)]
mod tests;
