//! Books, publishers and editions that a query names: `2024 grappling`, `Tome of Beasts vampire`.

use content::model::{Edition, fold};

/// The least length of a title or a publisher's name that a query may name; shorter ones are ordinary words.
const MIN_NAME_CHARS: usize = 8;
const EDITIONS: [(&str, Edition); 4] = [
    ("2014", Edition::Of2014),
    ("2024", Edition::Of2024),
    ("5.5e", Edition::Of2024),
    ("5.5", Edition::Of2024),
];
/// How players write "Level Up: Advanced 5th Edition". In lower case the first is what characters do.
const ADVANCED: [&str; 3] = ["Level Up", "A5E", "a5e"];
const ADVANCED_SYSTEM: &str = "Advanced 5th Edition";

/// What a query says about the books that are meant.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NamedSources {
    folded: String,
    edition: Option<Edition>,
    is_advanced: bool,
}

impl NamedSources {
    /// Returns what a query names, and the query without a name that has nothing to do with its subject.
    pub fn read(query: &str) -> (Self, String) {
        let edition_of = |word: &str| {
            let word = word.trim_matches(|c: char| !c.is_alphanumeric());
            EDITIONS.iter().find(|(name, _)| name.eq_ignore_ascii_case(word)).map(|(_, edition)| *edition)
        };
        let mut rest = query.to_owned();
        for name in ADVANCED {
            rest = rest.replace(name, " ");
        }
        let is_advanced = rest != query;
        if rest.trim().is_empty() {
            query.clone_into(&mut rest);
        }
        let edition = query.split_whitespace().find_map(edition_of);
        (Self { folded: fold(query), edition, is_advanced }, rest)
    }

    /// Returns whether the query names a document: by its title without its edition, as in `Tome of Beasts 1
    /// (2023 Edition)`, its publisher, or its edition or system.
    pub fn has(&self, title: &str, publisher: Option<&str>, game_system: Option<&str>) -> bool {
        let title = fold(title);
        let title = title.split(" (").next().unwrap_or_default();
        let title = title.trim_end_matches(|c: char| c == ' ' || c.is_numeric());
        let is_named = |name: &str| name.chars().count() >= MIN_NAME_CHARS && self.folded.contains(name);
        is_named(title)
            || publisher.is_some_and(|publisher| is_named(&fold(publisher)))
            || self.has_edition(game_system)
            || (self.is_advanced && game_system == Some(ADVANCED_SYSTEM))
    }

    /// Returns whether the query names the edition of a game system.
    pub fn has_edition(&self, game_system: Option<&str>) -> bool {
        self.edition == Some(Edition::of(game_system))
    }
}

#[cfg(test)]
mod tests;
