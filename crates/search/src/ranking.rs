//! The ranking of entries. It is pure: it does not read the library.
//!
//! A score is a weighted sum of the nearness in meaning, the share of the query's words that the entry has,
//! and the fit of the name, each between 0 and 1. A sum of scores keeps the distance between two entries,
//! which a fusion of ranks discards (Bruch, Gai and Ingber, "An analysis of fusion functions for hybrid
//! retrieval", 2023). The text index's own score, which finds the entries, decides only between equal ones:
//! it has no upper bound, and a share of words tells more. Entries that repeat another one, from another book
//! or in another shape, are demoted, as in maximal marginal relevance (Carbonell and Goldstein, 1998).
//!
//! The weights are fitted by `scripts/fit-ranking` to one half of the judged queries of `tests/relevance`;
//! the other half checks them.

use std::collections::HashMap;

use content::model::{Kind, base_name, fold};
use content::query::SEPARATORS;
use embedding::Nearness;
use serde::{Deserialize, Serialize};

use super::coverage::Coverage;
use super::named_kinds::named_kinds;
use super::spelling::{likeness, mean_likeness};
use super::words::query_words;

/// The parts of a score: what is known of an entry and a query in numbers from 0 to 1, or their weights.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Parts {
    pub(crate) nearest_passage: f64,
    /// The mean nearness of the nearest passages: several that agree are surer than one.
    pub(crate) near_passages: f64,
    /// The share of the query's words among the everyday words.
    pub(crate) everyday_words: f64,
    /// The share of the query's words anywhere in the entry.
    pub all_words: f64,
    /// The share of the query's words that the entry does not have, but others that go with them.
    pub associated_words: f64,
    /// The fit of the name, squared: half a name is much less than half as good. That of a rules term, such
    /// as a condition, is not squared if the query has all of it: a question about a rule often names it.
    pub name: f64,
    /// An entry of the core rules, which players mean by a name unless they say more.
    pub core: f64,
    /// The nearness of an entry of the user's own books, or without one the share of the words. A shelf of
    /// such books does not come before better answers, as it would if each of their entries counted the same.
    pub own: f64,
    pub(crate) named_book: f64,
    pub(crate) named_kind: f64,
}

impl Parts {
    /// Returns the numbers in the order of the fields.
    pub const fn numbers(self) -> [f64; 10] {
        [
            self.nearest_passage, self.near_passages, self.everyday_words, self.all_words,
            self.associated_words, self.name, self.core, self.own, self.named_book, self.named_kind,
        ]
    }

    fn weighted_by(self, weights: Self) -> f64 {
        self.numbers().into_iter().zip(weights.numbers()).map(|(number, weight)| number * weight).sum()
    }
}

/// The weights that `scripts/fit-ranking` found, but for `name` and `own`, which decision 20 explains.
pub const WEIGHTS: Parts = Parts {
    nearest_passage: 0.413,
    near_passages: 0.587,
    everyday_words: 0.213,
    all_words: 0.178,
    associated_words: 0.422,
    name: 0.5,
    core: 0.03,
    own: 0.35,
    named_book: 0.2,
    named_kind: 0.064,
};
/// The factor of a score for each edition of the entry before it, which keeps it near the first.
const EDITION_FACTOR: f64 = 0.6;
/// The factor of a score for each shape of the same item in the same book before it: one stands for all.
const SHAPE_FACTOR: f64 = 0.3;
/// The highest score of an entry whose name is not the query.
const MAX_UNNAMED_SCORE: f64 = 0.99;

/// The source of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The user's own books.
    Homebrew,
    /// The core rules.
    CoreRules,
    /// A book of another publisher.
    ThirdParty,
}

/// An entry to rank.
#[derive(Debug, Clone, Copy)]
pub struct RankInput<'a> {
    /// The number of the entry.
    pub id: i64,
    /// The kind of the entry.
    pub kind: Kind,
    /// The folded name.
    pub name: &'a str,
    /// The folded name of the mundane item that a magic item is made from.
    pub base_item: Option<&'a str>,
    /// The source of the entry.
    pub origin: Origin,
    /// The number of its document.
    pub document: i64,
    /// True for an entry of the edition that the user prefers.
    pub is_preferred: bool,
    /// True if the query names its book.
    pub is_of_named_book: bool,
    /// The text index's score; 0 for an entry that it did not find.
    pub text_score: f32,
    /// How much of the query's words it has.
    pub coverage: Coverage,
    /// The share of the query's words that it does not have, but others that go with them.
    pub associated_words: f64,
    /// The nearness in meaning, if it is known.
    pub nearness: Option<Nearness>,
}

/// A ranked entry.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScoredEntry {
    /// The number of the entry.
    pub id: i64,
    /// The score, from 0 to 1.
    pub score: f64,
}

/// Ranks entries by how well they answer a query, best first. Those whose name is the query precede others.
pub fn rank(query: &str, inputs: &[RankInput<'_>]) -> Vec<ScoredEntry> {
    rank_by(WEIGHTS, &features(query, inputs))
}

/// What is known of an entry and a query.
#[derive(Debug, Clone)]
pub struct Features<'a> {
    /// The entry.
    pub entry: RankInput<'a>,
    base_name: String,
    /// True if the query is its name, with or without spaces.
    is_named: bool,
    /// The parts of its score.
    pub parts: Parts,
}

/// Returns the features of entries for a query.
pub fn features<'a>(query: &str, inputs: &[RankInput<'a>]) -> Vec<Features<'a>> {
    let (name, words) = (fold(query), query_words(query, usize::MAX));
    let letters = letters(&name);
    let kinds = named_kinds(&name, &words);
    let flag = |is_so: bool| f64::from(u8::from(is_so));
    let nearness = |input: &RankInput<'_>| {
        input.nearness.map_or(input.coverage.anywhere, |nearness| nearness.mean.into())
    };
    let features = |input: &RankInput<'a>| Features {
        entry: *input,
        base_name: base_name(input.name, input.base_item),
        is_named: self::letters(input.name) == letters,
        parts: Parts {
            nearest_passage: input.nearness.map_or(0.0, |nearness| nearness.best.into()),
            near_passages: input.nearness.map_or(0.0, |nearness| nearness.mean.into()),
            everyday_words: input.coverage.everyday,
            all_words: input.coverage.anywhere,
            associated_words: input.associated_words,
            name: name_fit(&words, input.kind, input.name),
            core: flag(input.origin == Origin::CoreRules),
            own: if input.origin == Origin::Homebrew { nearness(input) } else { 0.0 },
            named_book: flag(input.is_of_named_book),
            named_kind: flag(kinds.contains(&input.kind)),
        },
    };
    inputs.iter().map(features).collect()
}

fn letters(name: &str) -> String {
    name.replace(SEPARATORS, "")
}

/// Ranks entries by their features, best first.
pub fn rank_by(weights: Parts, entries: &[Features<'_>]) -> Vec<ScoredEntry> {
    let mut ranked: Vec<(f64, &Features<'_>)> =
        entries.iter().map(|features| (features.score(weights), features)).collect();
    prefer_edition(&mut ranked);
    let tie_break = |entry: &RankInput<'_>| (entry.origin == Origin::ThirdParty, entry.id);
    ranked.sort_by(|(score_a, Features { entry: a, .. }), (score_b, Features { entry: b, .. })| {
        let by_edition = b.is_preferred.cmp(&a.is_preferred);
        let by_text = b.text_score.total_cmp(&a.text_score);
        score_b.total_cmp(score_a).then(by_edition).then(by_text).then(tie_break(a).cmp(&tie_break(b)))
    });
    demote_duplicates(&mut ranked);
    ranked.into_iter().map(|(score, features)| ScoredEntry { id: features.entry.id, score }).collect()
}

impl Features<'_> {
    /// Returns the weighted sum as a share of the greatest sum of an entry that is not named in any way.
    fn score(&self, weights: Parts) -> f64 {
        if self.is_named {
            return 1.0;
        }
        let greatest = Parts {
            named_book: 0.0,
            named_kind: 0.0,
            core: weights.core.max(weights.own),
            own: 0.0,
            // A word that an entry has needs no associated one.
            everyday_words: weights.everyday_words.max(weights.associated_words),
            associated_words: 0.0,
            ..weights
        };
        let greatest: f64 = greatest.numbers().into_iter().sum();
        (self.parts.weighted_by(weights) / greatest).clamp(0.0, MAX_UNNAMED_SCORE)
    }
}

/// Gives entries of the preferred edition the score of the best entry of their name.
fn prefer_edition(ranked: &mut [(f64, &Features<'_>)]) {
    let mut best: HashMap<(Kind, &str), f64> = HashMap::new();
    for (score, Features { entry, base_name, .. }) in ranked.iter().filter(|(score, _)| *score < 1.0) {
        let best = best.entry((entry.kind, base_name)).or_default();
        *best = best.max(*score);
    }
    for (score, Features { entry, base_name, .. }) in ranked.iter_mut().filter(|(score, _)| *score < 1.0) {
        if entry.is_preferred {
            *score = best.get(&(entry.kind, base_name.as_str())).map_or(*score, |best| *best);
        }
    }
}

/// Entries whose name is the query keep their score, so that every edition is shown.
fn demote_duplicates(ranked: &mut [(f64, &Features<'_>)]) {
    let mut editions: HashMap<(Kind, bool, &str), HashMap<i64, i32>> = HashMap::new();
    for (score, Features { entry, base_name, .. }) in ranked.iter_mut().filter(|(score, _)| *score < 1.0) {
        let books = editions.entry((entry.kind, entry.origin == Origin::Homebrew, base_name)).or_default();
        let earlier_books = books.keys().filter(|book| **book != entry.document).count();
        let shapes = books.entry(entry.document).or_default();
        let earlier_books = i32::try_from(earlier_books).unwrap_or(i32::MAX);
        *score *= EDITION_FACTOR.powi(earlier_books) * SHAPE_FACTOR.powi(*shapes);
        *shapes += 1;
    }
    ranked.sort_by(|(a, _), (b, _)| b.total_cmp(a));
}

/// As [`Parts::name`] says, from the shares of the query and of the name that the other one covers.
fn name_fit(words: &[String], kind: Kind, name: &str) -> f64 {
    let name_words = query_words(name, usize::MAX);
    let of_query = mean_likeness(words, &name_words, |word, name_word| word_fit(word, name_word));
    let of_name = mean_likeness(&name_words, words, |name_word, word| word_fit(word, name_word));
    let is_term = matches!(kind, Kind::Rule | Kind::Condition | Kind::Skill | Kind::WeaponProperty);
    if is_term && of_name >= 1.0 { of_query } else { (of_query * of_name).powi(2) }
}

/// A name's word that is only the beginning of the query's counts less: `firebll` does not mean `Fire`.
fn word_fit(query_word: &str, name_word: &str) -> f64 {
    let likeness = likeness(query_word, name_word);
    if query_word.len() > name_word.len() + 2 && query_word.starts_with(name_word) {
        #[expect(clippy::cast_precision_loss, reason = "words are short")]
        return likeness * name_word.len() as f64 / query_word.len() as f64;
    }
    likeness
}

#[cfg(test)]
mod tests;
