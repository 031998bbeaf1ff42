//! Regular expressions with names for the words of the game.

use std::ops::Range;
use std::sync::OnceLock;

use regex::bytes::{Captures, Regex, RegexBuilder};

/// The damage types of both editions.
pub(crate) const DAMAGE_TYPES: [&str; 13] = [
    "acid",
    "bludgeoning",
    "cold",
    "fire",
    "force",
    "lightning",
    "necrotic",
    "piercing",
    "poison",
    "psychic",
    "radiant",
    "slashing",
    "thunder",
];
/// The conditions that harm a creature.
pub(crate) const CONDITIONS: [&str; 14] = [
    "blinded",
    "charmed",
    "deafened",
    "exhaustion",
    "frightened",
    "grappled",
    "incapacitated",
    "paralyzed",
    "petrified",
    "poisoned",
    "prone",
    "restrained",
    "stunned",
    "unconscious",
];
/// The six abilities.
pub(crate) const ABILITIES: [&str; 6] =
    ["strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"];
const NUMBERS: [&str; 10] = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// What the names in a pattern stand for.
const NAMES: [(&str, &str); 5] = [
    ("<ability>", "(strength|dexterity|constitution|intelligence|wisdom|charisma|str|dex|con|int|wis|cha)"),
    (
        "<type>",
        "(?:acid|bludgeoning|cold|fire|force|lightning|necrotic|piercing|poison|psychic|radiant|slashing|thunder)",
    ),
    (
        "<condition>",
        "(?:blinded|charmed|deafened|exhaustion|frightened|grappled|incapacitated|paralyzed|petrified|poisoned|prone|restrained|stunned|unconscious)",
    ),
    ("<number>", r"(one|two|three|four|five|six|seven|eight|nine|ten|\d+)"),
    ("<feet>", r"(?:-| )?(?:foot|feet|ft\.?|')"),
];

/// A regular expression without regard to case, compiled at its first use.
///
/// It works on bytes: with the classes of Unicode, the same patterns take ten times as long. The words of the game are ASCII.
pub(super) struct Pattern {
    source: &'static str,
    regex: OnceLock<Option<Regex>>,
}

impl Pattern {
    /// A pattern in which `<ability>`, `<type>`, `<condition>`, `<number>` and `<feet>` stand for such words.
    pub(super) const fn new(source: &'static str) -> Self {
        Self { source, regex: OnceLock::new() }
    }

    fn regex(&self) -> Option<&Regex> {
        let compile = || {
            let named = |source: String, (name, words): &(&str, &str)| source.replace(name, words);
            let source = NAMES.iter().fold(self.source.to_owned(), named);
            let regex = RegexBuilder::new(&source).case_insensitive(true).unicode(false).build();
            debug_assert!(regex.is_ok(), "{regex:?}");
            regex.ok()
        };
        self.regex.get_or_init(compile).as_ref()
    }

    pub(super) fn is_match(&self, text: &str) -> bool {
        self.regex().is_some_and(|regex| regex.is_match(text.as_bytes()))
    }

    pub(super) fn captures<'t>(&self, text: &'t str) -> Option<Found<'t>> {
        Some(Found { text, captures: self.regex()?.captures(text.as_bytes())? })
    }

    pub(super) fn captures_iter<'t>(&self, text: &'t str) -> impl Iterator<Item = Found<'t>> {
        let found = self.regex().into_iter().flat_map(|regex| regex.captures_iter(text.as_bytes()));
        found.map(move |captures| Found { text, captures })
    }
}

/// A match of a pattern.
pub(super) struct Found<'t> {
    text: &'t str,
    captures: Captures<'t>,
}

/// The words of a group.
#[derive(Clone)]
pub(super) struct Words<'t> {
    text: &'t str,
    range: Range<usize>,
}

impl<'t> Found<'t> {
    pub(super) fn get(&self, group: usize) -> Option<Words<'t>> {
        Some(Words { text: self.text, range: self.captures.get(group)?.range() })
    }
}

impl<'t> Words<'t> {
    pub(super) fn as_str(&self) -> &'t str {
        self.text.get(self.range.clone()).unwrap_or_default()
    }

    pub(super) fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    pub(super) const fn start(&self) -> usize {
        self.range.start
    }

    pub(super) const fn end(&self) -> usize {
        self.range.end
    }
}

/// Returns the whole name of an ability.
pub(super) fn ability(word: &str) -> Option<&'static str> {
    let start = word.get(..3)?.to_ascii_lowercase();
    ABILITIES.into_iter().find(|ability| ability.starts_with(&start))
}

/// Returns the words of a list that a text names, in the order of the list.
pub(super) fn named<'w>(words: &'w [&'static str], text: &str) -> impl Iterator<Item = &'static str> + 'w {
    let text = text.to_ascii_lowercase();
    let parts: Vec<String> = text.split(|c: char| !c.is_ascii_alphabetic()).map(ToOwned::to_owned).collect();
    words.iter().copied().filter(move |word| parts.iter().any(|part| part == word))
}

/// Reads a number in words or digits.
pub(super) fn number(word: &str) -> Option<u32> {
    let word = word.to_ascii_lowercase();
    let place = NUMBERS.iter().position(|number| *number == word);
    place.and_then(|place| u32::try_from(place + 1).ok()).or_else(|| word.parse().ok())
}
