//! The order of what was found. Nothing here reads the library: what is known of an entry comes in, a score goes out.
//!
//! A score is a weighted sum of how near an entry is in meaning, how well its text holds the words, and how well its name
//! fits, each between 0 and 1. Sums of scores keep how much better one entry is than the next, which a fusion of ranks
//! throws away (Bruch, Gai and Ingber, "An analysis of fusion functions for hybrid retrieval", 2023). The index's scores
//! have no upper bound; they are saturated, `s / (s + k)`, as Craswell and others do with what has none ("Relevance weighting
//! for query independent evidence", 2005). Entries that are one thing in several books or shapes make way for
//! other things after the first, as in maximal marginal relevance (Carbonell and Goldstein, 1998).
//!
//! The weights were chosen with the judged queries of `tests/relevance`; the figures of the half that is for reporting
//! stood beside those of the other.

use std::collections::HashMap;

use super::words::query_words;
use crate::meaning::Nearness;
use crate::model::{Kind, fold};

/// How much each part counts.
mod weight {
    /// The nearness in meaning.
    pub(super) const MEANING: f64 = 1.0;
    /// The words in the text.
    pub(super) const TEXT: f64 = 0.2;
    /// The fit of the name, squared: half a name is much less than half as good.
    pub(super) const NAME: f64 = 0.35;
    /// That it is of the core rules or of the user's own books: what a table means by a name, unless it says more.
    pub(super) const CORE: f64 = 0.08;
}
/// Of the nearness in meaning, how much that of the first passage counts, which says what the entry is; the rest is that
/// of the nearest passage.
const FIRST_PASSAGE: f64 = 0.2;
/// The score of the text index that counts half.
const HALF: f64 = 15.0;
/// What is left of a score for each entry before it that is the same thing.
const REPEATED: f64 = 0.75;

/// From which likeness on two words may be one that is mistyped.
const ALIKE: f64 = 0.7;
/// The likeness of a word and its beginning.
pub(super) const BEGINNING: f64 = 0.9;

/// Which parts of a score count.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Ranking {
    /// Meaning and words.
    #[default]
    Fused,
    /// Meaning alone, to see what words are good for.
    Meaning,
}

/// Whose an entry is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// Of the user's own books.
    Own,
    /// Of the core rules.
    Core,
    /// Of another publisher's book.
    Other,
}

/// What is known of an entry that may answer a query.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Contender<'a> {
    /// The entry.
    pub(crate) id: i64,
    /// What it is.
    pub(crate) kind: Kind,
    /// Its name, folded.
    pub(crate) name: &'a str,
    /// The mundane thing that a magic item is made from, folded.
    pub(crate) base_item: Option<&'a str>,
    /// Whose it is.
    pub(crate) origin: Origin,
    /// The text index's score; 0 for one that it did not find.
    pub(crate) text: f32,
    /// How near it is in meaning, where that is known.
    pub(crate) nearness: Option<Nearness>,
}

/// An entry with how well it answers a query.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Scored {
    /// The entry.
    pub(crate) id: i64,
    /// From 0 to 1.
    pub(crate) score: f64,
}

/// Orders entries by how well they answer a query, the best first: before all others those whose name is the query.
pub(crate) fn rank(query: &str, ranking: Ranking, contenders: &[Contender<'_>]) -> Vec<Scored> {
    let asked = Asked { folded: fold(query), words: query_words(query, usize::MAX) };
    let mut ranked: Vec<(Scored, &Contender<'_>)> = contenders
        .iter()
        .map(|contender| (Scored { id: contender.id, score: asked.score(ranking, contender) }, contender))
        .collect();
    let order =
        |(scored, contender): &(Scored, &Contender<'_>)| (contender.origin == Origin::Other, scored.id);
    ranked.sort_by(|a, b| b.0.score.total_cmp(&a.0.score).then(order(a).cmp(&order(b))));
    if ranking == Ranking::Fused {
        make_way(&mut ranked);
    }
    ranked.into_iter().map(|(scored, _)| scored).collect()
}

/// A query and its words.
struct Asked {
    folded: String,
    words: Vec<String>,
}

impl Asked {
    fn score(&self, ranking: Ranking, contender: &Contender<'_>) -> f64 {
        let meaning = contender.nearness.map_or(0.0, |Nearness { nearest, first }| {
            f64::from(nearest) * (1.0 - FIRST_PASSAGE) + f64::from(first) * FIRST_PASSAGE
        });
        if ranking == Ranking::Meaning {
            return contender.nearness.map_or(0.0, |nearness| f64::from(nearness.nearest)).clamp(0.0, 1.0);
        }
        if contender.name == self.folded {
            return 1.0;
        }
        let text = f64::from(contender.text);
        let sum = weight::MEANING * meaning
            + weight::TEXT * text / (text + HALF)
            + weight::NAME * name_fit(&self.words, contender.name).powi(2)
            + weight::CORE * f64::from(u8::from(contender.origin != Origin::Other));
        let most = weight::MEANING + weight::TEXT + weight::NAME + weight::CORE;
        (sum / most).clamp(0.0, 0.99)
    }
}

/// Lowers the scores of entries that repeat one before them, and puts them in order again. Those whose name is the query
/// stay: whoever asks for them wants to see every edition. What users made themselves repeats nobody else's.
fn make_way(ranked: &mut [(Scored, &Contender<'_>)]) {
    let mut seen: HashMap<(Kind, bool, String), i32> = HashMap::new();
    for (scored, contender) in ranked.iter_mut().filter(|(scored, _)| scored.score < 1.0) {
        let before =
            seen.entry((contender.kind, contender.origin == Origin::Own, thing(contender))).or_default();
        scored.score *= REPEATED.powi(*before);
        *before += 1;
    }
    ranked.sort_by(|(a, _), (b, _)| b.score.total_cmp(&a.score));
}

/// What a thing is called in every edition and shape: `Flame Tongue Longsword` is a `flame tongue`, `Plate Armor (+2)` a
/// `plate armor`.
fn thing(contender: &Contender<'_>) -> String {
    let name = contender.name;
    let mut name = name.split_once(" (").map_or(name, |(name, _)| name).to_owned();
    if let Some(base) = contender.base_item {
        let without = name.replacen(base, "", 1);
        if without.chars().any(char::is_alphabetic) {
            name = without;
        }
    }
    let words = name.split(|c: char| c.is_whitespace() || c == ',');
    let told: Vec<&str> =
        words.filter(|word| !word.is_empty() && !word.starts_with('+') && *word != "of").collect();
    told.join(" ")
}

/// How well a folded name fits the words of a query: how much of the query the name covers, times how much of the name
/// the query covers.
fn name_fit(words: &[String], name: &str) -> f64 {
    let name_words = query_words(name, usize::MAX);
    covered(words, &name_words, asked_for)
        * covered(&name_words, words, |named, asked| asked_for(asked, named))
}

/// The likeness of a word that was asked for and a word of a name. A name that is only the beginning of what was asked for
/// is as like as it is long: `Fire` is not meant by `firebll`. A plural is.
fn asked_for(asked: &str, named: &str) -> f64 {
    let likeness = likeness(asked, named);
    if asked.len() > named.len() + 2 && asked.starts_with(named) {
        #[expect(clippy::cast_precision_loss, reason = "words are short")]
        return likeness * named.len() as f64 / asked.len() as f64;
    }
    likeness
}

/// The mean, over some words, of the likeness of the nearest among others.
fn covered(words: &[String], by: &[String], likeness: impl Fn(&str, &str) -> f64) -> f64 {
    if words.is_empty() {
        return 0.0;
    }
    let nearest = |word: &String| by.iter().map(|other| likeness(word, other)).fold(0.0, f64::max);
    #[expect(clippy::cast_precision_loss, reason = "a handful of words")]
    let number = words.len() as f64;
    words.iter().map(nearest).sum::<f64>() / number
}

/// 1 for the same word, near 1 for its beginning or one typing error, 0 for words that are not alike.
pub(super) fn likeness(word: &str, other: &str) -> f64 {
    if word == other {
        return 1.0;
    }
    let begins = |short: &str, long: &str| short.len() >= 3 && long.starts_with(short);
    if begins(word, other) || begins(other, word) {
        return BEGINNING;
    }
    if letters_in_common(word, other) < ALIKE {
        return 0.0;
    }
    let similarity = strsim::normalized_damerau_levenshtein(word, other);
    if similarity >= ALIKE { similarity * 0.9 } else { 0.0 }
}

/// The share of the longer word's letters that the other has, too, wherever they stand: no likeness is greater, and it is
/// quickly counted.
pub(super) fn letters_in_common(word: &str, other: &str) -> f64 {
    let mut counts = [0_i16; 32];
    let place = |letter: char| u32::from(letter) as usize % 32;
    let (mut longer, mut common) = (0, 0);
    for letter in word.chars() {
        longer += 1;
        if let Some(count) = counts.get_mut(place(letter)) {
            *count += 1;
        }
    }
    let mut length = 0;
    for letter in other.chars() {
        length += 1;
        if let Some(count) = counts.get_mut(place(letter)).filter(|count| **count > 0) {
            *count -= 1;
            common += 1;
        }
    }
    f64::from(common) / f64::from(longer.max(length).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contender(id: i64, name: &str) -> Contender<'_> {
        Contender {
            id,
            kind: Kind::Spell,
            name,
            base_item: None,
            origin: Origin::Other,
            text: 0.0,
            nearness: None,
        }
    }

    fn near(name: &str, cosine: f32) -> Contender<'_> {
        Contender { nearness: Some(Nearness { nearest: cosine, first: cosine }), ..contender(0, name) }
    }

    fn names<'a>(query: &str, mut contenders: Vec<Contender<'a>>) -> Vec<&'a str> {
        (0..).zip(&mut contenders).for_each(|(id, contender)| contender.id = id);
        let ranked = rank(query, Ranking::Fused, &contenders);
        ranked.iter().map(|scored| contenders[usize::try_from(scored.id).unwrap()].name).collect()
    }

    #[test]
    fn the_entry_that_is_named_comes_first() {
        let by_text =
            Contender { text: 90.0, origin: Origin::Core, ..near("shield of fire resistance", 0.9) };
        assert_eq!(names("fire shield", vec![by_text, contender(0, "fire shield")])[0], "fire shield");
        assert_eq!(names("HUNTER’S  mark", vec![by_text, contender(0, "hunter's mark")])[0], "hunter's mark");
    }

    #[test]
    fn a_typing_error_does_not_lose_the_name() {
        let same = |name| Contender { text: 7.0, ..near(name, 0.3) };
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
    fn of_equals_that_of_the_core_rules_comes_first() {
        let core = Contender { origin: Origin::Core, ..near("wight", 0.4) };
        assert_eq!(names("drains life", vec![near("barrow wight", 0.4), core])[0], "wight");
    }

    #[test]
    fn one_thing_in_many_shapes_does_not_crowd_out_the_rest() {
        let sword =
            |name, base| Contender { kind: Kind::MagicItem, base_item: Some(base), ..near(name, 0.8) };
        let ranked = names(
            "burning blade",
            vec![
                sword("flame tongue longsword", "longsword"),
                sword("flame tongue rapier", "rapier"),
                sword("flame tongue dagger", "dagger"),
                Contender { kind: Kind::MagicItem, ..near("sun blade", 0.7) },
            ],
        );
        assert_eq!(ranked[..2], ["flame tongue longsword", "sun blade"]);
    }

    #[test]
    fn what_users_made_stands_beside_what_it_is_named_after() {
        let own = Contender { origin: Origin::Own, ..near("fireball", 0.5) };
        let core = Contender { origin: Origin::Core, ..near("fireball", 0.5) };
        let ranked = names("firebal", vec![near("flame blade", 0.5), core, own]);
        assert_eq!(ranked[..2], ["fireball", "fireball"]);
    }

    #[test]
    fn every_edition_of_what_is_named_stays_on_top() {
        let wight = Contender { id: 1, text: 9.0, ..near("wight", 0.5) };
        let all = [wight, Contender { id: 2, ..wight }, Contender { id: 3, ..wight }];
        let scores: Vec<f64> =
            rank("wight", Ranking::Fused, &all).iter().map(|scored| scored.score).collect();
        assert_eq!(scores, [1.0, 1.0, 1.0]);
    }

    #[test]
    fn the_same_thing_has_one_name() {
        let item =
            |name, base_item| thing(&Contender { kind: Kind::MagicItem, base_item, ..contender(0, name) });
        assert_eq!(item("flame tongue longsword", Some("longsword")), "flame tongue");
        assert_eq!(item("longsword (+2)", Some("longsword")), "longsword");
        assert_eq!(item("plate armor of resistance", Some("plate armor")), "resistance");
        assert_eq!(item("+1 longsword", None), "longsword");
    }

    #[test]
    fn words_without_common_letters_are_not_compared_and_nothing_is_lost_by_it() {
        let words = [
            "fireball", "firebal", "ifreball", "dragon", "dargon", "grapple", "grappled", "ab", "ewig",
            "ölig",
        ];
        for (word, other) in words.iter().flat_map(|word| words.map(|other| (*word, other))) {
            let similarity = strsim::normalized_damerau_levenshtein(word, other);
            assert!(letters_in_common(word, other) >= similarity - 1e-9, "{word} {other}");
        }
    }

    #[test]
    fn meaning_alone_is_the_cosine() {
        let contenders = [Contender { text: 50.0, ..near("fireball", 0.25) }];
        let ranked = rank("fireball", Ranking::Meaning, &contenders);
        assert_eq!(ranked, [Scored { id: 0, score: 0.25 }]);
    }

    #[test]
    fn scores_stay_between_zero_and_one_and_never_rise() {
        let odd = [
            Contender { text: 1e9, origin: Origin::Core, ..near("dragon", 1.0) },
            Contender { text: 0.0, ..near("", 0.0) },
            Contender { text: f32::MAX, ..contender(3, "dragon wyrmling") },
        ];
        for query in ["dragon", "", "?", "red dragon that breathes fire"] {
            let scores = rank(query, Ranking::Fused, &odd);
            assert!(scores.windows(2).all(|pair| pair[0].score >= pair[1].score));
            assert!(scores.iter().all(|scored| (0.0..=1.0).contains(&scored.score)), "{scores:?}");
        }
    }
}
