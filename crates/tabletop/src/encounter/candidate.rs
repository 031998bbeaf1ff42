//! The creatures that encounters are planned from.

use content::model::{Kind, fold, names_of_2024};

use super::answer::EncounterCreature;

/// A creature that an encounter may have.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// The id of its entry.
    pub id: i64,
    /// The id of its document.
    pub document: i64,
    /// The creature, once.
    pub creature: EncounterCreature,
    /// The folded creature type.
    pub creature_type: Option<String>,
    /// The folded environments, of its own entry and of the same creature in other documents.
    pub environments: Vec<String>,
    /// The name that it shares with the same creature in other documents.
    pub shared_name: String,
    /// The place of its document among those with the same creature: the lowest is taken.
    pub preference: usize,
    /// Its place among the creatures that fit the theme, best first.
    pub theme_place: Option<usize>,
}

impl Candidate {
    pub(super) fn xp(&self) -> u32 {
        self.creature.xp.unwrap_or(0)
    }

    pub(super) fn kinship(&self, other: &Self) -> f64 {
        let has_type = self.creature_type.is_some() && self.creature_type == other.creature_type;
        let has_place = self.environments.iter().any(|place| other.environments.contains(place));
        let has_book = self.document == other.document;
        2.0 * f64::from(has_type) + f64::from(has_place) + 0.5 * f64::from(has_book)
    }
}

/// Returns the name under which the same creature is found in every document: that of the 2024 rules.
pub fn shared_name(name: &str) -> String {
    let of_2024 = names_of_2024(Kind::Creature, name);
    let renamed = of_2024.into_iter().find(|(kind, _)| *kind == Kind::Creature).map(|(_, name)| name);
    fold(renamed.as_deref().unwrap_or(name))
}

/// Returns true if a text has all of some words.
pub fn has_words(text: &str, wanted: &[String]) -> bool {
    has_all(&words(text), wanted)
}

/// Returns true if all of some words are among others.
pub fn has_all(words: &[String], wanted: &[String]) -> bool {
    wanted.iter().all(|word| words.contains(word))
}

/// Returns the folded words of a name without the `s` of plurals.
pub fn words(text: &str) -> Vec<String> {
    let folded = fold(text);
    let words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(|word| word.trim_end_matches('s').to_owned()).collect()
}
