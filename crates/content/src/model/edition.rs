//! Editions of the rules.

use std::str::FromStr;

use super::fold;
use crate::enums::named;

named! {
    /// The edition of the rules for which a document is written.
    pub enum Edition {
        /// The 2014 rules (SRD 5.1).
        Of2014 = "2014",
        /// The 2024 rules (SRD 5.2).
        Of2024 = "2024",
        /// Another system, homebrew, or unknown.
        Other = "other",
    }
}

/// A text that is not an edition.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not an edition; give 2014 or 2024, or a name of theirs such as 5e or SRD 5.2")]
pub struct UnknownEdition(pub String);

/// Words that may accompany the name of an edition: `2024 rules`, `SRD 5.2.1`, `D&D 5e`.
const AROUND: [&str; 16] = [
    "srd", "system", "reference", "document", "the", "of", "rules", "rule", "edition", "ed", "version",
    "dnd", "dungeons", "and", "dragons", "revised",
];

impl Edition {
    /// Returns the edition for a game system, such as `5th Edition 2014`.
    pub fn of(game_system: Option<&str>) -> Self {
        match game_system {
            Some(system) if system.contains("2014") => Edition::Of2014,
            Some(system) if system.contains("2024") => Edition::Of2024,
            _ => Edition::Other,
        }
    }

    /// Returns the key of the edition's System Reference Document.
    pub const fn srd(self) -> Option<&'static str> {
        match self {
            Edition::Of2014 => Some("srd-2014"),
            Edition::Of2024 => Some("srd-2024"),
            Edition::Other => None,
        }
    }
}

impl FromStr for Edition {
    type Err = UnknownEdition;

    /// `5e` and `fifth edition` alone mean the 2014 rules, as they did for ten years.
    fn from_str(text: &str) -> Result<Self, UnknownEdition> {
        let folded = fold(text).replace("d&d", "dnd").replace("one dnd", "onednd");
        let words = folded.split(|c: char| !c.is_alphanumeric() && c != '.');
        let (mut exact, mut fifth) = (None, false);
        for word in words.filter(|word| !word.is_empty() && !AROUND.contains(word)) {
            let edition = match word {
                "2014" | "5.0" | "5.1" => Edition::Of2014,
                "2024" | "5.5" | "5.5e" | "5.2" | "5.2.1" | "onednd" => Edition::Of2024,
                "5e" | "5th" | "fifth" => {
                    fifth = true;
                    continue;
                }
                _ => return Err(UnknownEdition(text.to_owned())),
            };
            if exact.replace(edition).is_some_and(|other| other != edition) {
                return Err(UnknownEdition(text.to_owned()));
            }
        }
        exact.or(fifth.then_some(Edition::Of2014)).ok_or_else(|| UnknownEdition(text.to_owned()))
    }
}

#[cfg(test)]
mod tests;
