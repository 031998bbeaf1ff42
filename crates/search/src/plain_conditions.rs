//! Conditions that the words of a query make on the entries: `flying fiends of CR 5 or less`.
//!
//! A noun says of what, phrases say which: `grammar.txt` has both. A wrong one hides the right entry, so
//! words are conditions only where that is plain: not in questions about rules, not in the name of a thing,
//! and not if a single word could be meant otherwise. What is not understood stays words.

mod grammar;

use std::cmp::Reverse;
use std::ops::Range;

use content::fields::{Condition, EntryType, EquipmentType, Filter, Storage};
use content::model::{Family, Kind, fold};

use self::grammar::{NOUNS, PHRASES, QUESTION, Reading, Strength};
use super::analysis::{is_stop_word, words};

/// Conditions in the words of a query.
#[derive(Debug, Clone, PartialEq)]
pub struct PlainConditions {
    entry_type: EntryType,
    conditions: Vec<Condition>,
    /// The words by which the entries that meet them are ranked.
    pub words: String,
}

impl PlainConditions {
    /// Reads the conditions on entries of some kinds, all if there are none; `None` if the words are none.
    pub fn read(query: &str, kinds: &[Kind]) -> Option<Self> {
        let text = fold(query).replace("non-magic", "nonmagic");
        if QUESTION.as_ref()?.is_match(&text) {
            return None;
        }
        let is_asked = |family: Family| kinds.is_empty() || kinds.iter().any(|kind| kind.family() == family);
        let nouns = NOUNS.iter().filter(|noun| is_asked(noun.entry_type.family()));
        let nouns = nouns.filter_map(|noun| Some((noun.entry_type, noun.reading(&text)?)));
        let (of_noun, noun) =
            nouns.min_by_key(|(_, (it, _))| (it.place.start, Reverse(it.place.end))).unzip();
        let first = kinds.first().map(|kind| kind.family());
        let only = first.filter(|family| kinds.iter().all(|kind| kind.family() == *family));
        let implied = || PHRASES.iter().find_map(|phrase| phrase.implied_family(&text));
        let family = only.or_else(|| Some(of_noun?.family())).or_else(implied).filter(|it| is_asked(*it))?;
        let of_family = match family {
            Family::Spell => EntryType::Spell,
            Family::Creature => EntryType::Creature,
            Family::Equipment => EntryType::Equipment(EquipmentType::All),
            // Too few phrases are about others to be sure without the noun.
            _ => of_noun?,
        };
        Self::of_phrases(text, of_noun.unwrap_or(of_family), noun)
    }

    fn of_phrases(text: String, entry_type: EntryType, noun: Option<(Reading, bool)>) -> Option<Self> {
        let (mut conditions, mut strengths) = (Vec::new(), Vec::new());
        let (mut understood, mut misleading) = (Vec::new(), Vec::new());
        let mut is_described = false;
        if let Some((Reading { conditions: read, place, .. }, has_clause)) = noun {
            is_described = has_clause;
            conditions.extend(read.into_iter().map(|condition| (condition, Strength::Strong)));
            strengths.push(Strength::Soft);
            understood.push(place);
        }
        for phrase in PHRASES.iter() {
            for Reading { conditions: mut read, place, misleads } in
                phrase.readings(&text, entry_type.family())
            {
                read.retain(|condition| conditions.iter().all(|(known, _)| is_another(condition, known)));
                if !read.is_empty() {
                    conditions.extend(read.into_iter().map(|condition| (condition, phrase.strength)));
                    strengths.push(phrase.strength);
                    misleading.extend(misleads.then(|| place.clone()));
                }
                understood.push(place);
            }
        }
        let is_whole = strengths.len() > 1 && words(&without(&text, &understood)).all(is_stop_word);
        let soft = strengths.iter().filter(|strength| **strength == Strength::Soft).count();
        if !strengths.contains(&Strength::Strong) && !is_whole {
            if !is_described && soft < 2 {
                return None;
            }
            conditions.retain(|(_, strength)| *strength != Strength::Weak);
        }
        let conditions: Vec<Condition> = conditions.into_iter().map(|(condition, _)| condition).collect();
        let words = without(&text, &misleading);
        let words = if words.is_empty() { text } else { words };
        (!conditions.is_empty()).then_some(Self { entry_type, conditions, words })
    }

    /// Returns a filter by the conditions. The type and fields of a given filter precede those of the words.
    pub fn filter(&self, given: Option<&Filter>) -> Filter {
        let mut filter = given.cloned().unwrap_or_else(|| Filter::new(self.entry_type, []));
        if filter.entry_type == EntryType::Equipment(EquipmentType::All) {
            filter.entry_type = self.entry_type;
        }
        let given = filter.conditions.clone();
        let is_free = |condition: &&Condition| given.iter().all(|other| other.field != condition.field);
        filter.conditions.extend(self.conditions.iter().filter(is_free).cloned());
        filter
    }
}

/// Returns whether a condition adds something to a known one. A column has one value.
fn is_another(condition: &Condition, known: &Condition) -> bool {
    condition.field != known.field
        || !matches!(known.field.storage, Storage::Column(..)) && condition.value != known.value
}

/// Returns a text without some of its places, and without signs at its ends.
fn without(text: &str, places: &[Range<usize>]) -> String {
    let is_kept = |at: usize| !places.iter().any(|place| place.contains(&at));
    let kept: String = text.char_indices().map(|(at, c)| if is_kept(at) { c } else { ' ' }).collect();
    let words: Vec<&str> = kept.split_whitespace().collect();
    words.join(" ").trim_matches(|c: char| !c.is_alphanumeric()).to_owned()
}

#[cfg(test)]
mod tests;
