//! Regular expressions with names for the words of the game.

use std::ops::Range;
use std::sync::OnceLock;

use regex::bytes::{Captures, Regex, RegexBuilder};

/// The damage types of both editions.
pub const DAMAGE_TYPES: [&str; 13] = [
    "acid", "bludgeoning", "cold", "fire", "force", "lightning", "necrotic", "piercing", "poison", "psychic",
    "radiant", "slashing", "thunder",
];
/// The conditions that harm a creature.
pub const CONDITIONS: [&str; 14] = [
    "blinded", "charmed", "deafened", "exhaustion", "frightened", "grappled", "incapacitated", "paralyzed",
    "petrified", "poisoned", "prone", "restrained", "stunned", "unconscious",
];
/// The six abilities.
pub const ABILITIES: [&str; 6] =
    ["strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"];
const NUMBERS: [&str; 10] = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

fn without_names(source: &str) -> String {
    let any = |words: &[&str]| words.join("|");
    source
        .replace("<ability>", &format!("({}|str|dex|con|int|wis|cha)", any(&ABILITIES)))
        .replace("<type>", &format!("(?:{})", any(&DAMAGE_TYPES)))
        .replace("<condition>", &format!("(?:{})", any(&CONDITIONS)))
        .replace("<number>", &format!(r"({}|\d+)", any(&NUMBERS)))
        .replace("<feet>", r"(?:-| )?(?:foot|feet|ft\.?|')")
}

/// Case is ignored. Patterns work on bytes: with the classes of Unicode, they take ten times as long.
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
            let source = without_names(self.source);
            let regex = RegexBuilder::new(&source).case_insensitive(true).unicode(false).build();
            debug_assert!(regex.is_ok(), "{regex:?}");
            regex.ok()
        };
        self.regex.get_or_init(compile).as_ref()
    }

    pub(super) fn is_match(&self, text: &str) -> bool {
        searched(text);
        self.regex().is_some_and(|regex| regex.is_match(text.as_bytes()))
    }

    pub(super) fn captures<'t>(&self, text: &'t str) -> Option<Found<'t>> {
        searched(text);
        Some(Found { text, start: 0, captures: self.regex()?.captures(text.as_bytes())? })
    }

    pub(super) fn captures_iter<'t>(&self, text: &'t str) -> impl Iterator<Item = Found<'t>> {
        self.captures_from(0, text)
    }

    /// Returns the matches in the part of a text from a place on. Each search can go through all of it.
    pub(super) fn captures_from<'t>(&self, start: usize, text: &'t str) -> impl Iterator<Item = Found<'t>> {
        searched(text);
        let found = self.regex().into_iter().flat_map(|regex| regex.captures_iter(text.as_bytes()));
        found.inspect(|_| searched(text)).map(move |captures| Found { text, start, captures })
    }
}

/// Counts the bytes searches can go through, in debug builds, to test their growth and when facts are read.
#[cfg(not(debug_assertions))]
const fn searched(_: &str) {}

#[cfg(debug_assertions)]
fn searched(text: &str) {
    SEARCHED.with(|bytes| bytes.set(bytes.get() + text.len()));
}

#[cfg(debug_assertions)]
thread_local! {
    /// The number of bytes that the searches of this thread could go through.
    pub static SEARCHED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

pub(super) struct Found<'t> {
    /// The part in which it was searched, and the place where that part begins.
    text: &'t str,
    start: usize,
    captures: Captures<'t>,
}

impl<'t> Found<'t> {
    /// Returns the place of the whole match in the text.
    pub(super) fn place(&self) -> Range<usize> {
        self.in_text(self.captures.get_match().range())
    }

    pub(super) fn place_of(&self, group: usize) -> Option<Range<usize>> {
        self.captures.get(group).map(|found| self.in_text(found.range()))
    }

    pub(super) fn get(&self, group: usize) -> Option<&'t str> {
        self.text.get(self.captures.get(group)?.range())
    }

    fn in_text(&self, place: Range<usize>) -> Range<usize> {
        self.start + place.start..self.start + place.end
    }
}

pub(super) fn ability(word: &str) -> Option<&'static str> {
    let start = word.get(..3)?.to_ascii_lowercase();
    ABILITIES.into_iter().find(|ability| ability.starts_with(&start))
}

pub(super) fn named<'w>(words: &'w [&'static str], text: &str) -> impl Iterator<Item = &'static str> + 'w {
    let text = text.to_ascii_lowercase();
    let parts: Vec<String> = text.split(|c: char| !c.is_ascii_alphabetic()).map(ToOwned::to_owned).collect();
    words.iter().copied().filter(move |word| parts.iter().any(|part| part == word))
}

/// Reads a number in words up to ten, or in digits up to 99.
pub fn number(word: &str) -> Option<u32> {
    let word = word.to_ascii_lowercase();
    let place = NUMBERS.iter().position(|number| *number == word);
    let digits = || word.parse().ok().filter(|number| *number < 100);
    place.and_then(|place| u32::try_from(place + 1).ok()).or_else(digits)
}
