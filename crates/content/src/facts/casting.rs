//! The spells that a creature or an item casts.

use super::pattern::Pattern;
use super::text::Text;
use super::{Fact, Facts};
use crate::everyday::is_spell;

const MAX_NAME_WORDS: usize = 6;

/// A list of spells after the number of their uses or their level.
static LIST: Pattern = Pattern::new(
    r"(?m)(?:^[- ]*|[.;:] +)(?:at[- ]will|constant|cantrips?|\d+/(?:day|short rest|long rest|rest|turn)(?: (?:each|ea)\.?)?|\d+(?:st|nd|rd|th)[- ]level)\b(?: spells?)?(?: \([^)\n]*\))?: *([^;\n]+)",
);
static CASTS: Pattern = Pattern::new(
    r"\b(?:(?:can|to|and|may|innately|also|then) cast|casts) (?:one of |either |any of )?(?:the |a |an )?",
);
static OTHERS: Pattern = Pattern::new(
    r"\b(?:as if|had|whenever|when|if|each time|after|before|another creature|a creature|target|who|that|spellcaster)\b[^,]{0,25}$|\b(?:djinni|efreeti|genie)s? $",
);
static FOLLOWING: Pattern = Pattern::new(r"^(?:the )?following (?:\w+ )?spells?[^:.]*: ?([^.\n]+)");
static NAMED: Pattern = Pattern::new(r"^([a-z][a-z'/ -]{2,30}?) (?:spell|cantrip)\b");
static NOT_A_NAME: Pattern = Pattern::new(
    r"\b(?:same|second|another|chosen|stored|triggering|first|level|following|spells?|any|that|this|its|your|other|new)\b",
);
static BETWEEN: Pattern = Pattern::new(
    r"^(?: spells?| cantrips?)?(?: \([^)]*\))?(?:,? (?:or|and) |, |(?: spells?)? or (?:cast )?)(?:the |a |an )?",
);

pub(super) fn read(text: &Text, facts: &mut Facts) {
    for found in text.matches(&LIST) {
        let (Some(list), Some(place)) = (found.get(1), found.place_of(1)) else { continue };
        add_list(list.split(". ").next().unwrap_or_default(), &text.words(&place), facts);
    }
    read_tables(text, facts);
    for found in text.matches(&CASTS) {
        let place = found.place();
        if OTHERS.is_match(text.around(&place).0) {
            continue;
        }
        let words = text.words(&place);
        let (_, mut rest) = text.beside(&place);
        if let Some(list) = FOLLOWING.captures(rest).and_then(|found| found.get(1)) {
            add_list(list, &words, facts);
            continue;
        }
        let mut is_first = true;
        while let Some(length) = known_name(rest).or_else(|| named(rest).filter(|_| is_first)) {
            add(rest.get(..length).unwrap_or_default(), &words, facts);
            is_first = false;
            rest = rest.get(length..).unwrap_or_default();
            let Some(between) = BETWEEN.captures(rest) else { break };
            rest = rest.get(between.place().end..).unwrap_or_default();
        }
    }
}

fn read_tables(text: &Text, facts: &mut Facts) {
    let mut column = None;
    for line in text.as_str().lines() {
        if !line.starts_with('|') {
            column = None;
            continue;
        }
        let mut cells = line.split('|').map(str::trim);
        match column {
            None => column = Some(cells.position(|cell| matches!(cell, "Spell" | "Spells"))),
            Some(Some(column)) => {
                let cell = without_brackets(cells.nth(column).unwrap_or_default());
                cell.split(" or ")
                    .filter(|name| is_spell(name.trim()))
                    .for_each(|name| add(name, line, facts));
            }
            Some(None) => {}
        }
    }
}

/// One publisher leaves out the commas, so that only names that are known can be told apart.
fn add_list(list: &str, words: &str, facts: &mut Facts) {
    let list = without_brackets(list);
    for part in list.split(',') {
        let part = part.trim().trim_start_matches("and ").trim_start_matches("or ").trim();
        let part = part.trim_matches(|c: char| !c.is_alphabetic());
        if part.is_empty() {
            continue;
        }
        let (known, is_all) = known_names(part);
        if is_spell(part)
            || known.is_empty()
            || (known.len() < 2 && !list.is_empty() && part.split(' ').count() < 4)
        {
            if part.split(' ').count() <= MAX_NAME_WORDS && !part.contains([':', '|']) {
                add(part, words, facts);
            }
        } else if is_all {
            known.into_iter().for_each(|name| add(name, words, facts));
        }
    }
}

/// Splits words into names of known spells, and says whether they are nothing else.
fn known_names(words: &str) -> (Vec<&str>, bool) {
    let (mut names, mut rest, mut is_all) = (Vec::new(), words, true);
    while !rest.is_empty() {
        let length = known_name(rest);
        is_all &= length.is_some();
        let length = length.unwrap_or_else(|| rest.find(' ').unwrap_or(rest.len()));
        let (name, other) = rest.split_at(length);
        if is_spell(name) {
            names.push(name);
        }
        rest = other.trim_start();
    }
    (names, is_all)
}

/// Returns the length of the longest known name with which a text begins.
fn known_name(text: &str) -> Option<usize> {
    let is_end = |c: char| !c.is_alphanumeric() && !matches!(c, '\'' | '/' | '-');
    let ends = text.match_indices(is_end).map(|(at, _)| at).chain([text.len()]).take(MAX_NAME_WORDS);
    ends.filter(|end| text.get(..*end).is_some_and(is_spell)).last()
}

fn named(text: &str) -> Option<usize> {
    let name = NAMED.captures(text)?.get(1)?;
    (!NOT_A_NAME.is_match(name)).then_some(name.len())
}

fn without_brackets(list: &str) -> String {
    let mut depth = 0_usize;
    let mut kept = String::with_capacity(list.len());
    for c in list.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 => kept.push(c),
            _ => {}
        }
    }
    kept.split_whitespace().collect::<Vec<_>>().join(" ").replace(" ,", ",")
}

fn add(name: &str, words: &str, facts: &mut Facts) {
    let name = name.trim().to_lowercase();
    if name.len() > 2 {
        facts.add(Fact::Casts, name, words);
    }
}
