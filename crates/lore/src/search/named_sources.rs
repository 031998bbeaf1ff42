//! Books, publishers and editions that a query names: `2024 grappling`, `Tome of Beasts vampire`.

use crate::model::{Edition, fold};

/// The least length of a title or a publisher's name that a query may name; shorter ones are ordinary words.
const MIN_NAME_CHARS: usize = 8;
/// How players write the 2024 rules and the 2014 rules.
const EDITIONS: [(&str, Edition); 4] = [
    ("2014", Edition::Of2014),
    ("2024", Edition::Of2024),
    ("5.5e", Edition::Of2024),
    ("5.5", Edition::Of2024),
];
/// How players write the system "Level Up: Advanced 5th Edition". In lower case the first is what characters do.
const ADVANCED: [&str; 3] = ["Level Up", "A5E", "a5e"];
/// Its name in the documents.
const ADVANCED_SYSTEM: &str = "Advanced 5th Edition";

/// What a query says about the books that are meant.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct NamedSources {
    folded: String,
    edition: Option<Edition>,
    is_advanced: bool,
}

impl NamedSources {
    /// Returns what a query names, and the query without a name that has nothing to do with its subject.
    pub(crate) fn read(query: &str) -> (Self, String) {
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

    /// Returns whether the query names a document: by its title without its edition, as in `Tome of Beasts 1 (2023 Edition)`, its
    /// publisher, or its edition or system.
    pub(crate) fn has(&self, title: &str, publisher: Option<&str>, game_system: Option<&str>) -> bool {
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
    pub(crate) fn has_edition(&self, game_system: Option<&str>) -> bool {
        self.edition == Some(Edition::of(game_system))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(query: &str) -> NamedSources {
        NamedSources::read(query).0
    }

    #[test]
    fn a_query_names_books_publishers_editions_and_systems() {
        let tome = |query| named(query).has("Tome of Beasts 1 (2023 Edition)", Some("Kobold Press"), None);
        assert!(tome("vampire from the Tome of Beasts") && tome("kobold press vampire"));
        assert!(!tome("a tome") && !tome("kobold"));
        let of = |query, system| named(query).has("System Reference Document", None, Some(system));
        assert!(of("2024 flying ship", "5th Edition 2024") && of("grapple (5.5e)", "5th Edition 2024"));
        assert!(!of("2024 flying ship", "5th Edition 2014") && !of("2,024 gold", "5th Edition 2024"));
        assert!(of("Level Up condition", "Advanced 5th Edition"));
        assert!(!of("what happens when I level up", "Advanced 5th Edition"));
        assert!(!named("other").has("Some Homebrew", None, None));
    }

    #[test]
    fn the_name_of_a_system_is_no_subject() {
        let rest = |query| NamedSources::read(query).1;
        assert_eq!(rest("Level Up A5E: roll a d8").trim(), ": roll a d8");
        assert_eq!(rest("2024 flying ship"), "2024 flying ship");
        assert_eq!(rest("Level Up"), "Level Up");
    }
}
