//! The phrases and nouns of `grammar.txt`.

use std::ops::Range;
use std::sync::LazyLock;

use content::fields::{
    CharacterOptionType, Comparison, Condition, EntryType, Field, Value, ValueType, of_family,
};
use content::model::{ChallengeRating, Family};
use regex::{Captures, Regex, RegexBuilder};

pub(super) const GRAMMAR: &str = include_str!("grammar.txt");
const NUMBERS: [&str; 10] = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const ORDINALS: [&str; 9] =
    ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"];

static WORDS: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| section("[words]").collect());
pub(super) static PHRASES: LazyLock<Vec<Phrase>> =
    LazyLock::new(|| section("[phrases]").filter_map(Phrase::read).collect());
pub(super) static NOUNS: LazyLock<Vec<Noun>> =
    LazyLock::new(|| section("[nouns]").filter_map(Noun::read).collect());
pub(super) static QUESTION: LazyLock<Option<Regex>> = LazyLock::new(|| regex("<question>"));

/// Returns what stands before and after ` = ` in the lines of a section.
fn section(name: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = GRAMMAR.lines().skip_while(move |line| *line != name).skip(1);
    let lines = lines.take_while(|line| !line.starts_with('[')).filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(" = "))
}

/// Compiles a pattern with words of the grammar, which consist of those before them.
fn regex(pattern: &str) -> Option<Regex> {
    let source = WORDS.iter().rev().fold(pattern.to_owned(), |text, (name, words)| text.replace(name, words));
    let parts = source.split_inclusive('#').enumerate();
    let numbered: String = parts.map(|(number, part)| part.replace('#', &number.to_string())).collect();
    // With the classes of Unicode, it would take several times as long.
    let regex = RegexBuilder::new(&numbered).unicode(false).build();
    debug_assert!(regex.is_ok(), "{regex:?}");
    regex.ok()
}

/// How surely a phrase is a condition: beside a strong one, with a noun or another phrase, or by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Strength {
    Weak,
    Soft,
    Strong,
}

pub(super) struct Phrase {
    regex: Regex,
    pub(super) fields: Vec<&'static Field>,
    /// The value that it gives the field; empty if the groups have it.
    value: &'static str,
    is_number: bool,
    pub(super) strength: Strength,
    /// True if only entries of the field's family can be meant.
    implies_family: bool,
}

/// What a text says with a phrase.
pub(super) struct Reading {
    pub(super) conditions: Vec<Condition>,
    pub(super) place: Range<usize>,
    /// True for comparisons and denials, whose words would mislead a search by meaning.
    pub(super) misleads: bool,
}

impl Phrase {
    fn read((left, pattern): (&'static str, &str)) -> Option<Self> {
        let (names, meaning) = left.split_once(": ").unwrap_or(("", ""));
        let (kind, value) = meaning.split_once(' ').unwrap_or((meaning, ""));
        let strength = match kind {
            "weak" => Strength::Weak,
            "soft" => Strength::Soft,
            _ => Strength::Strong,
        };
        let word = format!("<{kind}>");
        let number =
            WORDS.iter().find(|(name, _)| *name == word).map(|(_, words)| words.replace('~', pattern));
        Some(Self {
            is_number: number.is_some(),
            regex: regex(number.as_deref().unwrap_or(pattern))?,
            fields: names.split(", ").filter_map(field).collect(),
            value: value.trim_end_matches('!'),
            strength,
            implies_family: value.ends_with('!'),
        })
    }

    /// Returns what a text says of a family's entries.
    pub(super) fn readings(&self, text: &str, family: Family) -> Vec<Reading> {
        let field = self.fields.iter().find(|field| field.families().contains(&family));
        let Some(field) = field.copied() else { return Vec::new() };
        let read = |found: Captures<'_>| {
            let conditions = self.conditions(field, &found).filter(|conditions| !conditions.is_empty())?;
            let misleads = self.is_number || self.value == "no" || found.name("not").is_some();
            let place = found.get_match().range();
            (misleads || !is_choice(text, &place)).then_some(Reading { conditions, place, misleads })
        };
        self.regex.captures_iter(text).filter_map(read).collect()
    }

    /// Returns the only family whose entries a text can mean that has this phrase.
    pub(super) fn implied_family(&self, text: &str) -> Option<Family> {
        let family = *self.fields.first().filter(|_| self.implies_family)?.families().first()?;
        (!self.readings(text, family).is_empty()).then_some(family)
    }

    fn conditions(&self, field: &'static Field, found: &Captures<'_>) -> Option<Vec<Condition>> {
        if self.is_number {
            return self.comparisons(field, found);
        }
        let comparison = if found.name("not").is_some() { Comparison::NotEqual } else { Comparison::Equal };
        let of = |text: &str| Some(Condition { field, comparison, value: value(field, text, 0)? });
        if !self.value.is_empty() {
            return Some(vec![of(self.value)?]);
        }
        let groups = self.regex.capture_names().zip(found.iter()).skip(1);
        let values = groups.filter_map(|(name, group)| group.filter(|_| name.is_none()));
        values.map(|value| of(value.as_str())).collect()
    }

    /// The groups `low` and `high` are numbers, and one such as `least0` compares them.
    fn comparisons(&self, field: &'static Field, found: &Captures<'_>) -> Option<Vec<Condition>> {
        let number = |group: &str, step| value(field, &digits(found.name(group)?.as_str()), step);
        if found.name("high").is_some() {
            return Some(vec![field.at_least(number("low", 0)?), field.at_most(number("high", 0)?)]);
        }
        let groups = self.regex.capture_names().zip(found.iter());
        let groups = groups.filter_map(|(name, group)| name.filter(|_| group.is_some()));
        let of_group = |name: &str| match name.trim_end_matches(char::is_numeric) {
            "least" => Some((Comparison::AtLeast, 0)),
            "most" => Some((Comparison::AtMost, 0)),
            "above" => Some((Comparison::AtLeast, 1)),
            "below" => Some((Comparison::AtMost, -1)),
            "equal" => Some((Comparison::Equal, 0)),
            _ => None,
        };
        let (comparison, step) = groups.chain([self.value]).find_map(of_group)?;
        Some(vec![Condition { field, comparison, value: number("low", step)? }])
    }
}

/// Returns whether a place is one of several that `or` separates: a condition on it alone would be too much.
fn is_choice(text: &str, place: &Range<usize>) -> bool {
    let around = place.start.saturating_sub(4)..text.len().min(place.end + 4);
    text.get(around).is_some_and(|words| words.contains(" or "))
}

/// Returns the digits of a number in words, an ordinal, or a number with commas.
fn digits(word: &str) -> String {
    let place = |words: &[&str]| words.iter().position(|other| *other == word).map(|place| place + 1);
    match place(&NUMBERS).or_else(|| place(&ORDINALS)) {
        Some(number) => number.to_string(),
        None => word.replace(',', "").trim_end_matches(char::is_alphabetic).to_owned(),
    }
}

/// Reads a value of a field, or the next greater or lesser one. Prices and weights differ by hundredths.
fn value(field: &Field, text: &str, step: i8) -> Option<Value> {
    Some(match field.value_type {
        ValueType::Flag => (text == "yes").into(),
        ValueType::Text | ValueType::Rarity => text.into(),
        ValueType::Integer { .. } => text.parse::<i64>().ok()?.checked_add(step.into())?.into(),
        ValueType::Number => (text.parse::<f64>().ok()? + f64::from(step) / 100.0).into(),
        ValueType::ChallengeRating => {
            let rating = text.parse::<ChallengeRating>().ok()?.decimal();
            let beside = |eighths: u8| rating + f64::from(step) * f64::from(eighths) / 8.0;
            let found = (1..=8).find_map(|eighths| ChallengeRating::from_decimal(beside(eighths)).ok());
            found?.into()
        }
    })
}

fn field(name: &str) -> Option<&'static Field> {
    let families = [Family::Spell, Family::Creature, Family::Equipment, Family::CharacterOption];
    families.into_iter().flat_map(of_family).copied().find(|field| field.name == name)
}

/// A noun for the entries that are wanted.
pub(super) struct Noun {
    pub(super) entry_type: EntryType,
    phrase: Phrase,
}

impl Noun {
    fn read((left, pattern): (&'static str, &str)) -> Option<Self> {
        let (name, meaning) = left.split_once(" |")?;
        let entry_type = match name {
            "spell" => EntryType::Spell,
            "creature" => EntryType::Creature,
            "feat" => EntryType::CharacterOption(CharacterOptionType::Feat),
            name => EntryType::Equipment(serde_json::from_value(name.into()).ok()?),
        };
        let pattern = format!("<before noun>(?<noun>{pattern})<after noun>");
        Some(Self { entry_type, phrase: Phrase::read((meaning.trim(), &pattern))? })
    }

    /// Returns what a text says with the noun where it is what is wanted, and whether a clause describes that
    /// and the noun says more than the kind.
    pub(super) fn reading(&self, text: &str) -> Option<(Reading, bool)> {
        let Phrase { regex, fields, strength, .. } = &self.phrase;
        let found = regex.captures_iter(text).find(|found| found.name("other").is_none())?;
        let place = found.name("noun")?.range();
        let field = fields.first().filter(|_| !is_choice(text, &place));
        let conditions = field.and_then(|field| self.phrase.conditions(field, &found)).unwrap_or_default();
        let is_sure = *strength == Strength::Strong && !conditions.is_empty();
        Some((Reading { conditions, place, misleads: false }, is_sure && found.name("clause").is_some()))
    }
}
