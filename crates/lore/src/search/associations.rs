//! Words that go together, such as `rodent` and `rat`: they stand in the same lines of everyday words. An entry that does not have
//! a word of a query may have one that goes with it.
//!
//! How strongly two words go together is their normalised pointwise mutual information over the lines (Bouma, "Normalized
//! (pointwise) mutual information in collocation extraction", 2009).

use std::collections::HashMap;
use std::sync::{LazyLock, OnceLock};

use super::index_query::MAX_WORDS;
use super::words::{Stems, is_stop_word, query_words, searchable};
use crate::everyday;

/// The shortest word that goes with others.
const MIN_CHARS: usize = 3;
/// The mutual information below which words do not go together.
const MIN_INFORMATION: f64 = 0.2;
/// The least number of lines in which two words that go together stand.
const MIN_LINES: u16 = 2;
/// A word in more than this part of the lines goes with none: there is something of everything in its lines.
const MAX_SHARE_OF_LINES: usize = 10;
/// The most words that go with one.
const MAX_ASSOCIATES: usize = 30;

/// The number of a word's stem.
type WordNumber = u16;

/// The words of a text that stand in some line of everyday words.
type WordNumbers = Vec<WordNumber>;

static LINES: LazyLock<Lines> = LazyLock::new(Lines::read);

/// The lines of everyday words, as the numbers of their words.
#[derive(Default)]
struct Lines {
    /// The number of each word, by the word and by its stem.
    numbers: HashMap<String, WordNumber>,
    lines: Vec<WordNumbers>,
    /// The position of each line in `lines`, by the address of its text.
    positions: HashMap<usize, usize>,
    /// What is known of each word.
    words: Vec<Word>,
}

#[derive(Default)]
struct Word {
    /// The positions of the lines that have it.
    lines: Vec<u16>,
    /// What goes with it, once somebody has asked for it.
    associates: OnceLock<Vec<Associate>>,
}

/// A word that goes with another, and how strongly, from 0 to 1.
#[derive(Clone, Copy)]
struct Associate(WordNumber, f64);

impl Lines {
    fn read() -> Self {
        let mut read = Self::default();
        let mut stems = Stems::new();
        for (name, line) in everyday::lines() {
            let Ok(position) = u16::try_from(read.lines.len()) else { break };
            let mut numbers = WordNumbers::new();
            for word in words(&searchable(name)).chain(words(&searchable(line))) {
                numbers.extend(read.number_or_new(word, &mut stems));
            }
            let numbers = sorted(numbers);
            for number in &numbers {
                if let Some(word) = read.words.get_mut(usize::from(*number)) {
                    word.lines.push(position);
                }
            }
            read.positions.insert(line.as_ptr().addr(), read.lines.len());
            read.lines.push(numbers);
        }
        read
    }

    /// Returns the number of a word, a new one if its stem has none; `None` if there are too many.
    fn number_or_new(&mut self, word: &str, stems: &mut Stems) -> Option<WordNumber> {
        if let Some(number) = self.numbers.get(word) {
            return Some(*number);
        }
        let next = WordNumber::try_from(self.words.len()).ok()?;
        let number = *self.numbers.entry(stems.stem(word)).or_insert(next);
        if number == next {
            self.words.push(Word::default());
        }
        self.numbers.insert(word.to_owned(), number);
        Some(number)
    }

    /// Returns the words that go most with a word.
    fn associates(&self, number: WordNumber) -> &[Associate] {
        let word = self.words.get(usize::from(number));
        word.map_or(&[], |word| word.associates.get_or_init(|| self.find_associates(number, word)))
    }

    #[expect(clippy::cast_precision_loss, reason = "there are a few thousand lines")]
    fn find_associates(&self, number: WordNumber, word: &Word) -> Vec<Associate> {
        let all = self.lines.len();
        if word.lines.len() > all / MAX_SHARE_OF_LINES {
            return Vec::new();
        }
        let mut together = vec![0_u16; self.words.len()];
        for other in word.lines.iter().filter_map(|line| self.lines.get(usize::from(*line))).flatten() {
            if let Some(together) = together.get_mut(usize::from(*other)) {
                *together += 1;
            }
        }
        let share = |lines: usize| lines as f64 / all as f64;
        let mut associates = Vec::new();
        for ((other_number, other), together) in (0..).zip(&self.words).zip(together) {
            if together < MIN_LINES || other_number == number {
                continue;
            }
            let together = share(together.into());
            let by_chance = share(word.lines.len()) * share(other.lines.len());
            let information = (together / by_chance).ln() / -together.ln();
            if information > MIN_INFORMATION {
                let strength = (information - MIN_INFORMATION) / (1.0 - MIN_INFORMATION);
                associates.push(Associate(other_number, strength));
            }
        }
        associates.sort_by(|Associate(_, a), Associate(_, b)| b.total_cmp(a));
        associates.truncate(MAX_ASSOCIATES);
        associates
    }
}

/// Returns the words of a folded text that may go with others.
fn words(folded: &str) -> impl Iterator<Item = &str> {
    folded.split(|c: char| !c.is_alphanumeric()).filter(|word| has_meaning(word))
}

/// Returns whether a word says enough to go with others.
fn has_meaning(word: &str) -> bool {
    word.chars().count() >= MIN_CHARS && !is_stop_word(word)
}

fn sorted(mut numbers: WordNumbers) -> WordNumbers {
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// Returns the words of a line of everyday words and of its name.
pub(crate) fn words_of_line(line: &'static str) -> &'static [WordNumber] {
    let position = LINES.positions.get(&line.as_ptr().addr());
    position.and_then(|position| LINES.lines.get(*position)).map_or(&[], Vec::as_slice)
}

/// Returns the words of a text that stand in some line of everyday words.
pub(crate) fn words_of_text(text: &str) -> WordNumbers {
    let numbers = words(&searchable(text)).filter_map(|word| LINES.numbers.get(word).copied()).collect();
    sorted(numbers)
}

/// What goes with the words of a query.
#[derive(Debug, Default)]
pub(crate) struct Associations {
    /// The share of each word in the query, by how rare it is in the lines.
    shares: Vec<f64>,
    /// For the number of a word, one more than its place in `meant`; 0 for words that have nothing to do with the query.
    places: Vec<u16>,
    meant: Vec<Vec<Meant>>,
}

/// A word of a query that another word stands for.
#[derive(Debug)]
struct Meant {
    /// The position of the word in the query.
    position: usize,
    /// How strongly the words go together; `None` for the word itself.
    strength: Option<f64>,
}

impl Associations {
    /// Returns what goes with the words of a query.
    pub(crate) fn of(query: &str) -> Self {
        let (lines, mut stems) = (&*LINES, Stems::new());
        let mut associations =
            Self { places: vec![0; lines.words.len()], shares: Vec::new(), meant: Vec::new() };
        for word in query_words(query, MAX_WORDS).iter().filter(|word| has_meaning(word)) {
            let number = lines.numbers.get(word).or_else(|| lines.numbers.get(&stems.stem(word))).copied();
            let position = associations.shares.len();
            #[expect(clippy::cast_precision_loss, reason = "there are a few thousand lines")]
            let rarity = |having: usize| (1.0 + lines.lines.len() as f64 / (1.0 + having as f64)).ln();
            let word = number.and_then(|number| lines.words.get(usize::from(number)));
            associations.shares.push(rarity(word.map_or(0, |word| word.lines.len())));
            let Some(number) = number else { continue };
            associations.add(number, Meant { position, strength: None });
            for Associate(associate, strength) in lines.associates(number) {
                associations.add(*associate, Meant { position, strength: Some(*strength) });
            }
        }
        let sum: f64 = associations.shares.iter().sum();
        associations.shares.iter_mut().for_each(|share| *share /= sum);
        associations
    }

    /// Returns whether no word goes with one of the query's.
    pub(crate) fn is_empty(&self) -> bool {
        self.meant.is_empty()
    }

    fn add(&mut self, number: WordNumber, meant: Meant) {
        let Some(place) = self.places.get_mut(usize::from(number)) else { return };
        if *place == 0 {
            let Ok(next) = u16::try_from(self.meant.len() + 1) else { return };
            *place = next;
            self.meant.push(Vec::new());
        }
        if let Some(words) = self.meant.get_mut(usize::from(*place) - 1) {
            words.push(meant);
        }
    }

    /// Returns the share of the query's words that a text does not have, but something that goes with them, from 0 to 1. A word
    /// counts by how strongly the strongest goes with it.
    pub(crate) fn share_in(&self, text: &[WordNumber]) -> f64 {
        let mut strongest = vec![Some(0.0_f64); self.shares.len()];
        for number in text {
            let place = self.places.get(usize::from(*number)).copied().unwrap_or(0);
            let meant = usize::from(place).checked_sub(1).and_then(|place| self.meant.get(place));
            for meant in meant.into_iter().flatten() {
                if let Some(strongest) = strongest.get_mut(meant.position) {
                    *strongest = strongest.zip(meant.strength).map(|(one, other)| one.max(other));
                }
            }
        }
        self.shares.iter().zip(strongest).map(|(share, strongest)| share * strongest.unwrap_or(0.0)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Kind;

    #[test]
    fn words_that_stand_side_by_side_go_together() {
        for (query, text, other) in [
            ("rodent", "a swarm of rats", "a swarm of eagles"),
            ("soothsayer", "a prophet of the tide", "a butcher of the tide"),
            ("hurricane", "the storm dies down", "the king dies"),
            ("seaweed", "ropes of kelp", "ropes of hemp"),
        ] {
            let associations = Associations::of(query);
            let share = |text: &str| associations.share_in(&words_of_text(text));
            assert!(share(text) > 0.2 && share(text) > share(other) + 0.1, "{query}: {}", share(text));
        }
    }

    #[test]
    fn a_word_that_a_text_has_needs_no_other() {
        let associations = Associations::of("rodent");
        assert_eq!(associations.share_in(&words_of_text("a rodent and a rat")), 0.0);
        assert!(associations.share_in(&words_of_text("a rat")) > 0.2);
        let longer = Associations::of("rodent on the chimney").share_in(&words_of_text("a rat"));
        assert!(longer > 0.0 && longer < associations.share_in(&words_of_text("a rat")), "{longer}");
    }

    #[test]
    fn unknown_and_frequent_words_go_with_none() {
        for query in ["zzyzx", "", "the of", "someone"] {
            assert_eq!(
                Associations::of(query).share_in(&words_of_text("a rat and a knight")),
                0.0,
                "{query}"
            );
        }
    }

    #[test]
    fn a_line_has_its_own_words_and_those_of_its_name() {
        let (name, line) = everyday::lines().next().unwrap();
        let numbers = words_of_line(line);
        assert!(!numbers.is_empty() && numbers.is_sorted());
        let of_name = words_of_text(name);
        assert!(of_name.iter().all(|number| numbers.contains(number)), "{name}");
        let found = everyday::words(Kind::Creature, "Pegasus", None).unwrap();
        assert!(!words_of_line(found).is_empty(), "the line of an entry is one of all lines");
        assert!(words_of_line("no line").is_empty());
    }
}
