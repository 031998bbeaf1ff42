use super::words::query_words;
use crate::model::fold;

/// How much of a score is how well the name fits the query; the rest is the text index's score.
const NAME_SHARE: f64 = 0.5;
/// A query has more words than a name when it is a question; then the name tells less.
const WORDS_OF_A_NAME: usize = 4;

/// An entry to be ranked, and after ranking: its score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Scored {
    /// The entry.
    pub(crate) id: i64,
    /// How well it fits, 0 to 1.
    pub(crate) score: f64,
}

/// Orders entries, each given with its name and the text index's score (0 for one that the index does not know):
/// first those whose name is the query, then by a mix of how well the name and how well the text fits.
///
/// The text index's scores have no upper bound; they are taken relative to the best one.
pub(crate) fn order<'a>(
    query: &str,
    candidates: impl IntoIterator<Item = (i64, &'a str, f32)>,
) -> Vec<Scored> {
    let folded = fold(query);
    let words = query_words(query, usize::MAX);
    let candidates: Vec<_> = candidates.into_iter().collect();
    let best = candidates.iter().map(|(_, _, score)| f64::from(*score)).fold(f64::MIN_POSITIVE, f64::max);
    let name_share = if words.len() > WORDS_OF_A_NAME { NAME_SHARE / 2.0 } else { NAME_SHARE };
    let mut scored: Vec<Scored> = candidates
        .into_iter()
        .map(|(id, name, score)| {
            let name = fold(name);
            if name == folded {
                return Scored { id, score: 1.0 };
            }
            let text = f64::from(score) / best;
            Scored { id, score: 0.99 * (name_share * name_fit(&words, &name) + (1.0 - name_share) * text) }
        })
        .collect();
    scored.sort_by(|a, b| b.score.total_cmp(&a.score));
    scored
}

/// How well a folded name fits the words of a query: the mean, over the words, of the likeness of the nearest word
/// of the name, less what of the name the query does not ask for.
fn name_fit(words: &[String], name: &str) -> f64 {
    let name_words = query_words(name, usize::MAX);
    if words.is_empty() || name_words.is_empty() {
        return 0.0;
    }
    let likeness =
        |word: &String| name_words.iter().map(|other| word_likeness(word, other)).fold(0.0, f64::max);
    let likeness_sum: f64 = words.iter().map(likeness).sum();
    #[expect(clippy::cast_precision_loss, reason = "a handful of words")]
    let (asked, named) = (words.len() as f64, name_words.len() as f64);
    let covered = likeness_sum / asked;
    let surplus = (named - asked).max(0.0) / named;
    covered * (1.0 - 0.3 * surplus)
}

/// 1 for the same word, near 1 for its beginning or one typing error, 0 for words that are not alike.
fn word_likeness(word: &str, other: &str) -> f64 {
    if word == other {
        return 1.0;
    }
    if other.starts_with(word) && word.len() >= 3 {
        return 0.9;
    }
    let similarity = strsim::normalized_damerau_levenshtein(word, other);
    if similarity >= 0.7 { similarity * 0.9 } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranked(query: &str, candidates: &[(&str, f32)]) -> Vec<String> {
        let numbered = candidates.iter().enumerate().map(|(id, (name, score))| (id as i64, *name, *score));
        order(query, numbered).into_iter().map(|scored| candidates[scored.id as usize].0.to_owned()).collect()
    }

    #[test]
    fn the_entry_that_is_named_comes_first() {
        assert_eq!(
            ranked("fire shield", &[("Shield of Fire Resistance", 30.0), ("Fire Shield", 4.0)]),
            ["Fire Shield", "Shield of Fire Resistance"]
        );
    }

    #[test]
    fn a_typing_error_does_not_lose_the_name() {
        assert_eq!(ranked("firebal", &[("Wall of Fire", 7.0), ("Fireball", 7.0)])[0], "Fireball");
        assert_eq!(ranked("healling word", &[("Holy Word", 5.0), ("Healing Word", 5.0)])[0], "Healing Word");
    }

    #[test]
    fn scores_stay_between_zero_and_one_and_never_rise() {
        let scores = order("dragon", [(1, "Dragon", 2.0), (2, "Red Dragon", 9.0), (3, "Wyrmling", 0.0)]);
        assert!(scores.windows(2).all(|pair| pair[0].score >= pair[1].score));
        assert!(scores.iter().all(|scored| (0.0..=1.0).contains(&scored.score)));
    }
}
