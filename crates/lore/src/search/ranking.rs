//! The ranking of entries. It is pure: it does not read the library.
//!
//! A score is a weighted sum of the nearness in meaning, the match of words in the text, and the fit of the name, each between
//! 0 and 1. A sum of scores keeps the distance between two entries, which a fusion of ranks discards (Bruch, Gai and Ingber,
//! "An analysis of fusion functions for hybrid retrieval", 2023). Scores of the text index have no upper bound; they are
//! saturated, `s / (s + k)`, as in Craswell and others, "Relevance weighting for query independent evidence", 2005. Entries that
//! repeat another one, from another book or in another shape, are demoted, as in maximal marginal relevance (Carbonell and
//! Goldstein, 1998).
//!
//! The weights were tuned with the judged queries of `tests/relevance`: with one half of them, checked with the other.

use std::collections::HashMap;

use embedding::Nearness;

use super::spelling::likeness;
use super::words::query_words;
use crate::model::{Kind, fold};

/// The weights of a score's parts.
mod weight {
    /// The nearness in meaning.
    pub(super) const MEANING: f64 = 1.0;
    /// The words in the text.
    pub(super) const TEXT: f64 = 0.2;
    /// The fit of the name, squared: half a name is much less than half as good.
    pub(super) const NAME: f64 = 0.35;
    /// An entry of the core rules or of the user's own books, which players mean by a name unless they say more.
    pub(super) const CORE: f64 = 0.08;
}
/// The share of the first passage, which says what the entry is, in the nearness in meaning; the nearest passage has the rest.
const FIRST_PASSAGE_SHARE: f64 = 0.2;
/// The score of the text index that is saturated to one half.
const HALF_TEXT_SCORE: f64 = 15.0;
/// The highest score of an entry whose name is not the query.
const MAX_UNNAMED_SCORE: f64 = 0.99;
/// The factor of a score for each duplicate before it.
const DUPLICATE_FACTOR: f64 = 0.75;

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
    /// The text index's score; 0 for an entry that it did not find.
    pub(crate) text_score: f32,
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
    let (name, words) = (fold(query), query_words(query, usize::MAX));
    let mut ranked: Vec<(ScoredEntry, &RankInput<'_>)> = inputs
        .iter()
        .map(|input| (ScoredEntry { id: input.id, score: score(&name, &words, input) }, input))
        .collect();
    let tie_break =
        |(scored, input): &(ScoredEntry, &RankInput<'_>)| (input.origin == Origin::ThirdParty, scored.id);
    ranked.sort_by(|a, b| b.0.score.total_cmp(&a.0.score).then(tie_break(a).cmp(&tie_break(b))));
    demote_duplicates(&mut ranked);
    ranked.into_iter().map(|(scored, _)| scored).collect()
}

/// Returns the score of an entry for a query, given as folded text and as words.
fn score(query: &str, words: &[String], input: &RankInput<'_>) -> f64 {
    if input.name == query {
        return 1.0;
    }
    let meaning = input.nearness.map_or(0.0, |Nearness { nearest, first }| {
        f64::from(nearest) * (1.0 - FIRST_PASSAGE_SHARE) + f64::from(first) * FIRST_PASSAGE_SHARE
    });
    let text = f64::from(input.text_score);
    let sum = weight::MEANING * meaning
        + weight::TEXT * text / (text + HALF_TEXT_SCORE)
        + weight::NAME * name_fit(words, input.name).powi(2)
        + weight::CORE * f64::from(u8::from(input.origin != Origin::ThirdParty));
    let max = weight::MEANING + weight::TEXT + weight::NAME + weight::CORE;
    (sum / max).clamp(0.0, MAX_UNNAMED_SCORE)
}

/// Lowers the scores of entries that repeat one before them, and sorts again. Entries whose name is the query keep their
/// score, so that every edition is shown. Homebrew does not repeat other entries.
fn demote_duplicates(ranked: &mut [(ScoredEntry, &RankInput<'_>)]) {
    let mut seen: HashMap<(Kind, bool, String), i32> = HashMap::new();
    for (scored, input) in ranked.iter_mut().filter(|(scored, _)| scored.score < 1.0) {
        let duplicates =
            seen.entry((input.kind, input.origin == Origin::Homebrew, base_name(input))).or_default();
        scored.score *= DUPLICATE_FACTOR.powi(*duplicates);
        *duplicates += 1;
    }
    ranked.sort_by(|(a, _), (b, _)| b.score.total_cmp(&a.score));
}

/// Returns the name that an entry shares with its other editions and shapes: `Flame Tongue Longsword` is a `flame tongue`,
/// `Plate Armor (+2)` a `plate armor`.
fn base_name(input: &RankInput<'_>) -> String {
    let name = input.name;
    let mut name = name.split_once(" (").map_or(name, |(name, _)| name).to_owned();
    if let Some(base) = input.base_item {
        let without = name.replacen(base, "", 1);
        if without.chars().any(char::is_alphabetic) {
            name = without;
        }
    }
    let words = name.split(|c: char| c.is_whitespace() || c == ',');
    let kept: Vec<&str> =
        words.filter(|word| !word.is_empty() && !word.starts_with('+') && *word != "of").collect();
    kept.join(" ")
}

/// Returns how well a folded name fits the words of a query: the share of the query that the name covers, times the share of
/// the name that the query covers.
fn name_fit(words: &[String], name: &str) -> f64 {
    let name_words = query_words(name, usize::MAX);
    coverage(words, &name_words, word_fit)
        * coverage(&name_words, words, |name_word, query_word| word_fit(query_word, name_word))
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

/// Returns the mean, over some words, of the greatest likeness to another word.
fn coverage(words: &[String], others: &[String], likeness: impl Fn(&str, &str) -> f64) -> f64 {
    if words.is_empty() {
        return 0.0;
    }
    let greatest = |word: &String| others.iter().map(|other| likeness(word, other)).fold(0.0, f64::max);
    #[expect(clippy::cast_precision_loss, reason = "a handful of words")]
    let count = words.len() as f64;
    words.iter().map(greatest).sum::<f64>() / count
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
            text_score: 0.0,
            nearness: None,
        }
    }

    fn near(name: &str, cosine: f32) -> RankInput<'_> {
        RankInput { nearness: Some(Nearness { nearest: cosine, first: cosine }), ..input(0, name) }
    }

    fn names<'a>(query: &str, mut inputs: Vec<RankInput<'a>>) -> Vec<&'a str> {
        (0..).zip(&mut inputs).for_each(|(id, input)| input.id = id);
        let ranked = rank(query, &inputs);
        ranked.iter().map(|scored| inputs[usize::try_from(scored.id).unwrap()].name).collect()
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
    fn editions_and_shapes_share_a_base_name() {
        let item =
            |name, base_item| base_name(&RankInput { kind: Kind::MagicItem, base_item, ..input(0, name) });
        assert_eq!(item("flame tongue longsword", Some("longsword")), "flame tongue");
        assert_eq!(item("longsword (+2)", Some("longsword")), "longsword");
        assert_eq!(item("plate armor of resistance", Some("plate armor")), "resistance");
        assert_eq!(item("+1 longsword", None), "longsword");
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
