//! The ranking of entries. It is pure: it does not read the library.
//!
//! A score is a weighted sum of the nearness in meaning, the share of the query's words that the entry has, and the fit of the
//! name, each between 0 and 1. A sum of scores keeps the distance between two entries, which a fusion of ranks discards (Bruch,
//! Gai and Ingber, "An analysis of fusion functions for hybrid retrieval", 2023). The text index's own score, which finds the
//! entries, decides only between equal ones: it has no upper bound, and a share of words tells more. Entries that repeat another
//! one, from another book or in another shape, are demoted, as in maximal marginal relevance (Carbonell and Goldstein, 1998).
//!
//! The weights are fitted by `scripts/fit-ranking` to one half of the judged queries of `tests/relevance`; the other half
//! checks them.

use std::collections::HashMap;

use embedding::Nearness;

use super::coverage::Coverage;
use super::named_kinds::named_kinds;
use super::spelling::{likeness, mean_likeness};
use super::words::query_words;
use crate::model::{Kind, base_name, fold};
use crate::query::SEPARATORS;

/// The parts of a score: what is known of an entry and a query in numbers from 0 to 1, or the weight of each number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Parts {
    /// The nearness in meaning of the nearest passage.
    pub(crate) nearest_passage: f64,
    /// The mean nearness of the nearest passages: several that agree are surer than one.
    pub(crate) near_passages: f64,
    /// The share of the query's words among the everyday words.
    pub(crate) everyday_words: f64,
    /// The share of the query's words anywhere in the entry.
    pub(crate) all_words: f64,
    /// The share of the query's words that the entry does not have, but others that go with them.
    pub(crate) associated_words: f64,
    /// The fit of the name, squared: half a name is much less than half as good. That of a term of the rules, such as a condition, is not
    /// squared if the query has the whole name: whoever asks about a rule may well name it.
    pub(crate) name: f64,
    /// An entry of the core rules, which players mean by a name unless they say more.
    pub(crate) core: f64,
    /// The nearness of an entry of the user's own books, or without one the share of the words. A shelf of such books does not
    /// come before better answers, as it would if each of their entries counted the same.
    pub(crate) own: f64,
    /// An entry of a book that the query names.
    pub(crate) named_book: f64,
    /// An entry of a kind that the query names.
    pub(crate) named_kind: f64,
}

impl Parts {
    /// Returns the numbers in the order of the fields.
    pub(crate) const fn numbers(self) -> [f64; 10] {
        [
            self.nearest_passage,
            self.near_passages,
            self.everyday_words,
            self.all_words,
            self.associated_words,
            self.name,
            self.core,
            self.own,
            self.named_book,
            self.named_kind,
        ]
    }

    /// Returns the parts with numbers in the order of the fields.
    #[cfg(test)]
    pub(crate) fn from_numbers(numbers: [f64; 10]) -> Self {
        let [
            nearest_passage,
            near_passages,
            everyday_words,
            all_words,
            associated_words,
            name,
            core,
            own,
            named_book,
            named_kind,
        ] = numbers;
        Self {
            nearest_passage,
            near_passages,
            everyday_words,
            all_words,
            associated_words,
            name,
            core,
            own,
            named_book,
            named_kind,
        }
    }

    /// Returns the sum of the numbers, each times its weight.
    fn weighted_by(self, weights: Self) -> f64 {
        self.numbers().into_iter().zip(weights.numbers()).map(|(number, weight)| number * weight).sum()
    }
}

/// The weights that `scripts/fit-ranking` found, but for `name` and `own`, which decisions 20 and 26 explain.
pub(crate) const WEIGHTS: Parts = Parts {
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
/// The factor of a score for each edition of the entry before it: it shall stay near the first.
const EDITION_FACTOR: f64 = 0.6;
/// The factor of a score for each shape of the same item in the same book before it: one stands for all.
const SHAPE_FACTOR: f64 = 0.3;
/// The highest score of an entry whose name is not the query.
const MAX_UNNAMED_SCORE: f64 = 0.99;

/// The source of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The user's own books.
    Homebrew,
    /// The core rules.
    CoreRules,
    /// A book of another publisher.
    ThirdParty,
}

/// An entry to rank.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RankInput<'a> {
    /// The number of the entry.
    pub(crate) id: i64,
    /// The kind of the entry.
    pub(crate) kind: Kind,
    /// The folded name.
    pub(crate) name: &'a str,
    /// The folded name of the mundane item that a magic item is made from.
    pub(crate) base_item: Option<&'a str>,
    /// The source of the entry.
    pub(crate) origin: Origin,
    /// The number of its document.
    pub(crate) document: i64,
    /// True for an entry of the edition that the user prefers.
    pub(crate) is_preferred: bool,
    /// True if the query names its book.
    pub(crate) is_of_named_book: bool,
    /// The text index's score; 0 for an entry that it did not find.
    pub(crate) text_score: f32,
    /// How much of the query's words it has.
    pub(crate) coverage: Coverage,
    /// The share of the query's words that it does not have, but others that go with them.
    pub(crate) associated_words: f64,
    /// The nearness in meaning, if it is known.
    pub(crate) nearness: Option<Nearness>,
}

/// A ranked entry.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ScoredEntry {
    /// The number of the entry.
    pub(crate) id: i64,
    /// The score, from 0 to 1.
    pub(crate) score: f64,
}

/// Ranks entries by how well they answer a query, best first. Entries whose name is the query come before all others.
pub(crate) fn rank(query: &str, inputs: &[RankInput<'_>]) -> Vec<ScoredEntry> {
    rank_by(WEIGHTS, &features(query, inputs))
}

/// What is known of an entry and a query.
#[derive(Debug, Clone)]
pub(crate) struct Features {
    pub(crate) id: i64,
    document: i64,
    is_preferred: bool,
    origin: Origin,
    kind: Kind,
    /// The name that it shares with its other editions and shapes.
    base_name: String,
    /// True if the query is its name, with or without spaces.
    is_named: bool,
    text_score: f32,
    pub(crate) parts: Parts,
}

/// Returns the features of entries for a query.
pub(crate) fn features(query: &str, inputs: &[RankInput<'_>]) -> Vec<Features> {
    let (name, words) = (fold(query), query_words(query, usize::MAX));
    let letters = letters(&name);
    let kinds = named_kinds(&name, &words);
    let flag = |is_so: bool| f64::from(u8::from(is_so));
    let nearness = |input: &RankInput<'_>| {
        input.nearness.map_or(input.coverage.anywhere, |nearness| nearness.mean.into())
    };
    let features = |input: &RankInput<'_>| Features {
        id: input.id,
        document: input.document,
        is_preferred: input.is_preferred,
        origin: input.origin,
        kind: input.kind,
        base_name: base_name(input.name, input.base_item),
        is_named: self::letters(input.name) == letters,
        text_score: input.text_score,
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

/// Returns a folded name without what players write it with or without.
fn letters(name: &str) -> String {
    name.replace(SEPARATORS, "")
}

/// Ranks entries by their features, best first.
pub(crate) fn rank_by(weights: Parts, entries: &[Features]) -> Vec<ScoredEntry> {
    let mut ranked: Vec<(ScoredEntry, &Features)> = entries
        .iter()
        .map(|entry| (ScoredEntry { id: entry.id, score: entry.score(weights) }, entry))
        .collect();
    prefer_edition(&mut ranked);
    let tie_break =
        |(scored, entry): &(ScoredEntry, &Features)| (entry.origin == Origin::ThirdParty, scored.id);
    ranked.sort_by(|a, b| {
        let by_edition = b.1.is_preferred.cmp(&a.1.is_preferred);
        let by_text = b.1.text_score.total_cmp(&a.1.text_score);
        b.0.score.total_cmp(&a.0.score).then(by_edition).then(by_text).then(tie_break(a).cmp(&tie_break(b)))
    });
    demote_duplicates(&mut ranked);
    ranked.into_iter().map(|(scored, _)| scored).collect()
}

impl Features {
    /// Returns the score: the weighted sum as a share of the greatest sum of an entry that is not named in any way.
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
fn prefer_edition(ranked: &mut [(ScoredEntry, &Features)]) {
    if !ranked.iter().any(|(_, entry)| entry.is_preferred) {
        return;
    }
    let mut best: HashMap<(Kind, &str), f64> = HashMap::new();
    for (scored, entry) in ranked.iter().filter(|(scored, _)| scored.score < 1.0) {
        let best = best.entry((entry.kind, entry.base_name.as_str())).or_default();
        *best = best.max(scored.score);
    }
    for (scored, entry) in
        ranked.iter_mut().filter(|(scored, entry)| entry.is_preferred && scored.score < 1.0)
    {
        scored.score = best.get(&(entry.kind, entry.base_name.as_str())).map_or(scored.score, |best| *best);
    }
}

/// Lowers the scores of entries that repeat one before them, and sorts again. Entries whose name is the query keep their
/// score, so that every edition is shown. Homebrew does not repeat other entries.
fn demote_duplicates(ranked: &mut [(ScoredEntry, &Features)]) {
    let mut editions: HashMap<(Kind, bool, &str), HashMap<i64, i32>> = HashMap::new();
    for (scored, entry) in ranked.iter_mut().filter(|(scored, _)| scored.score < 1.0) {
        let key = (entry.kind, entry.origin == Origin::Homebrew, entry.base_name.as_str());
        let books = editions.entry(key).or_default();
        let earlier_books = books.keys().filter(|book| **book != entry.document).count();
        let shapes = books.entry(entry.document).or_default();
        let earlier_books = i32::try_from(earlier_books).unwrap_or(i32::MAX);
        scored.score *= EDITION_FACTOR.powi(earlier_books) * SHAPE_FACTOR.powi(*shapes);
        *shapes += 1;
    }
    ranked.sort_by(|(a, _), (b, _)| b.score.total_cmp(&a.score));
}

/// Returns how well a folded name of a kind fits the words of a query, from 0 to 1, as [`Parts::name`] says: from the share of the
/// query that the name covers, and the share of the name that the query covers.
fn name_fit(words: &[String], kind: Kind, name: &str) -> f64 {
    let name_words = query_words(name, usize::MAX);
    let of_query = mean_likeness(words, &name_words, |word, name_word| word_fit(word, name_word));
    let of_name = mean_likeness(&name_words, words, |name_word, word| word_fit(word, name_word));
    let is_term = matches!(kind, Kind::Rule | Kind::Condition | Kind::Skill | Kind::WeaponProperty);
    if is_term && of_name >= 1.0 { of_query } else { (of_query * of_name).powi(2) }
}

/// Returns the likeness of a word of a query and a word of a name. It is lower for a name's word that is only the beginning
/// of the query's: `firebll` does not mean `Fire`. Plurals are not affected.
fn word_fit(query_word: &str, name_word: &str) -> f64 {
    let likeness = likeness(query_word, name_word);
    if query_word.len() > name_word.len() + 2 && query_word.starts_with(name_word) {
        #[expect(clippy::cast_precision_loss, reason = "words are short")]
        return likeness * name_word.len() as f64 / query_word.len() as f64;
    }
    likeness
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(id: i64, name: &str) -> RankInput<'_> {
        RankInput {
            id,
            kind: Kind::Spell,
            name,
            base_item: None,
            origin: Origin::ThirdParty,
            document: id,
            is_preferred: false,
            is_of_named_book: false,
            text_score: 0.0,
            coverage: Coverage::default(),
            associated_words: 0.0,
            nearness: None,
        }
    }

    fn near(name: &str, cosine: f32) -> RankInput<'_> {
        RankInput { nearness: Some(Nearness { best: cosine, mean: cosine }), ..input(0, name) }
    }

    fn names<'a>(query: &str, mut inputs: Vec<RankInput<'a>>) -> Vec<&'a str> {
        (0..).zip(&mut inputs).for_each(|(id, input)| (input.id, input.document) = (id, id));
        let ranked = rank(query, &inputs);
        ranked.iter().map(|scored| inputs[usize::try_from(scored.id).unwrap()].name).collect()
    }

    #[test]
    fn the_preferred_edition_of_an_entry_comes_first() {
        let preferred = |input: RankInput<'static>| RankInput { is_preferred: true, ..input };
        let found = rank(
            "a ring of plums",
            &[
                RankInput { text_score: 9.0, ..RankInput { id: 1, ..near("plum ward", 0.6) } },
                RankInput { id: 2, document: 2, ..preferred(near("plum ward", 0.5)) },
                RankInput { id: 3, document: 3, ..preferred(near("pear ward", 0.55)) },
            ],
        );
        assert_eq!(found.iter().map(|scored| scored.id).collect::<Vec<_>>(), [2, 3, 1]);
        let named = [
            RankInput { text_score: 9.0, ..RankInput { id: 1, ..near("plum ward", 0.6) } },
            RankInput { id: 2, document: 2, ..preferred(near("plum ward", 0.5)) },
        ];
        assert_eq!(rank("plum ward", &named)[0].id, 2);
    }

    #[test]
    fn the_named_entry_comes_first() {
        let by_text = RankInput {
            text_score: 90.0,
            origin: Origin::CoreRules,
            ..near("shield of fire resistance", 0.9)
        };
        assert_eq!(names("fire shield", vec![by_text, input(0, "fire shield")])[0], "fire shield");
        assert_eq!(names("HUNTER’S  mark", vec![by_text, input(0, "hunter's mark")])[0], "hunter's mark");
    }

    #[test]
    fn a_name_with_a_typing_error_comes_first() {
        let same = |name| RankInput { text_score: 7.0, ..near(name, 0.3) };
        assert_eq!(names("firebal", vec![same("wall of fire"), same("fireball")])[0], "fireball");
        assert_eq!(names("healling wrod", vec![same("holy word"), same("healing word")])[0], "healing word");
        assert_eq!(
            names("adlut red dargon", vec![near("red slaad", 0.35), near("adult red dragon", 0.3)])[0],
            "adult red dragon"
        );
    }

    #[test]
    fn a_question_that_names_a_condition_is_about_it() {
        let condition = RankInput { kind: Kind::Condition, ..input(1, "grappled") };
        let language = RankInput {
            coverage: Coverage { everyday: 0.6, anywhere: 0.6 },
            kind: Kind::Language,
            ..input(2, "orc")
        };
        let condition = RankInput { coverage: Coverage { everyday: 0.3, anywhere: 0.6 }, ..condition };
        let question = "what does it mean to be grappled, and how do I end it";
        assert_eq!(names(question, vec![language, condition]), ["grappled", "orc"]);
        let spell = RankInput { kind: Kind::Spell, ..condition };
        assert_eq!(names(question, vec![language, spell]), ["orc", "grappled"], "half a name");
    }

    #[test]
    fn meaning_decides_where_words_do_not() {
        assert_eq!(
            names("protect from fire", vec![near("ice storm", 0.2), near("flame ward", 0.6)]),
            ["flame ward", "ice storm"]
        );
    }

    #[test]
    fn core_rules_come_before_equal_entries() {
        let core = RankInput { origin: Origin::CoreRules, ..near("wight", 0.4) };
        assert_eq!(names("drains life", vec![near("barrow wight", 0.4), core])[0], "wight");
    }

    #[test]
    fn duplicates_are_demoted_below_other_entries() {
        let sword =
            |name, base| RankInput { kind: Kind::MagicItem, base_item: Some(base), ..near(name, 0.8) };
        let ranked = names(
            "burning blade",
            vec![
                sword("flame tongue longsword", "longsword"),
                sword("flame tongue rapier", "rapier"),
                sword("flame tongue dagger", "dagger"),
                RankInput { kind: Kind::MagicItem, ..near("sun blade", 0.7) },
            ],
        );
        assert_eq!(ranked[..2], ["flame tongue longsword", "sun blade"]);
    }

    #[test]
    fn the_shapes_of_an_item_do_not_fill_a_page() {
        let shape = |name| RankInput { kind: Kind::MagicItem, ..near(name, 0.8) };
        let mut inputs = vec![
            shape("weapon of warning (javelin)"),
            shape("weapon of warning (rapier)"),
            shape("weapon of warning (dagger)"),
            RankInput { kind: Kind::MagicItem, ..near("bell of alarm", 0.3) },
        ];
        (0..).zip(&mut inputs).for_each(|(id, input)| input.id = id);
        inputs.iter_mut().for_each(|input| input.document = 1);
        let ranked = rank("wakes me up when enemies come", &inputs);
        assert_eq!(ranked[1].id, 3, "{ranked:?}");
    }

    #[test]
    fn homebrew_is_not_a_duplicate_of_its_namesake() {
        let own = RankInput { origin: Origin::Homebrew, ..near("fireball", 0.5) };
        let core = RankInput { origin: Origin::CoreRules, ..near("fireball", 0.5) };
        let ranked = names("firebal", vec![near("flame blade", 0.5), core, own]);
        assert_eq!(ranked[..2], ["fireball", "fireball"]);
    }

    #[test]
    fn every_edition_of_the_named_entry_has_the_top_score() {
        let wight = RankInput { id: 1, text_score: 9.0, ..near("wight", 0.5) };
        let all = [wight, RankInput { id: 2, ..wight }, RankInput { id: 3, ..wight }];
        let scores: Vec<f64> = rank("wight", &all).iter().map(|scored| scored.score).collect();
        assert_eq!(scores, [1.0, 1.0, 1.0]);
    }

    #[test]
    fn scores_stay_between_zero_and_one_and_never_rise() {
        let odd = [
            RankInput { text_score: 1e9, origin: Origin::CoreRules, ..near("dragon", 1.0) },
            RankInput { text_score: 0.0, ..near("", 0.0) },
            RankInput { text_score: f32::MAX, ..input(3, "dragon wyrmling") },
        ];
        for query in ["dragon", "", "?", "red dragon that breathes fire"] {
            let scores = rank(query, &odd);
            assert!(scores.windows(2).all(|pair| pair[0].score >= pair[1].score));
            assert!(scores.iter().all(|scored| (0.0..=1.0).contains(&scored.score)), "{scores:?}");
        }
    }
}
