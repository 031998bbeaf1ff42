//! Words that go together, such as `rodent` and `rat`: they stand in the same lines of everyday words. An
//! entry that does not have a word of a query may have one that goes with it.
//!
//! How strongly two words go together is their normalised pointwise mutual information over the lines (Bouma,
//! "Normalized (pointwise) mutual information in collocation extraction", 2009).

use std::sync::{LazyLock, OnceLock};

use hashbrown::HashMap;

use super::analysis::{has_meaning, searchable, stem, words};
use super::words::{MAX_WORDS, query_words};

/// The words of all lines, by number: of each the number of lines that have it, and its forms.
static WORDS: &str = include_str!(concat!(env!("OUT_DIR"), "/words.txt"));
/// For each line, the number of its words, then their numbers, in two bytes each (little endian).
static LINE_WORDS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/line_words.bin"));

const MIN_INFORMATION: f64 = 0.2;
const MIN_LINES: u16 = 2;
/// A word in more than this part of the lines goes with none: there is something of everything in its lines.
const MAX_SHARE_OF_LINES: usize = 10;
const MAX_ASSOCIATES: usize = 30;

type WordNumber = u16;

type NumberBytes = [u8; size_of::<WordNumber>()];

static LINES: LazyLock<Lines> = LazyLock::new(Lines::read);

/// The build script splits and counts the lines: at run time, the first answer would wait for that.
#[derive(Default)]
struct Lines {
    /// The number of each word that has meaning, by its forms and its stem.
    numbers: HashMap<&'static str, WordNumber>,
    lines: Vec<&'static [NumberBytes]>,
    words: Vec<Word>,
}

#[derive(Default)]
struct Word {
    lines: usize,
    associates: OnceLock<Vec<Associate>>,
}

/// A word that goes with another, and how strongly, from 0 to 1.
type Associate = (WordNumber, f64);

impl Lines {
    fn read() -> Self {
        let mut read = Self::default();
        for (number, line) in (0..).zip(WORDS.lines()) {
            let mut forms = line.split(' ');
            let lines = forms.next().and_then(|lines| lines.parse().ok()).unwrap_or_default();
            read.words.push(Word { lines, associates: OnceLock::new() });
            read.numbers.extend(forms.map(|form| (form, number)));
        }
        let (mut rest, _) = LINE_WORDS.as_chunks();
        while let Some((length, others)) = rest.split_first() {
            let Some((line, others)) = others.split_at_checked(number(*length).into()) else { break };
            read.lines.push(line);
            rest = others;
        }
        read
    }

    fn number(&self, word: &str) -> Option<WordNumber> {
        self.numbers.get(word).or_else(|| self.numbers.get(&*stem(word))).copied()
    }

    fn associates(&self, number: WordNumber) -> &[Associate] {
        let word = self.words.get(usize::from(number));
        word.map_or(&[], |word| word.associates.get_or_init(|| self.find_associates(number, word)))
    }

    #[expect(clippy::cast_precision_loss, reason = "there are a few thousand lines")]
    fn find_associates(&self, word_number: WordNumber, word: &Word) -> Vec<Associate> {
        let all = self.lines.len();
        if word.lines > all / MAX_SHARE_OF_LINES {
            return Vec::new();
        }
        let bytes = word_number.to_le_bytes();
        let mut together = vec![0_u16; self.words.len()];
        for other in self.lines.iter().filter(|line| line.contains(&bytes)).copied().flatten() {
            if let Some(together) = together.get_mut(usize::from(number(*other))) {
                *together += 1;
            }
        }
        let share = |lines: usize| lines as f64 / all as f64;
        let mut associates = Vec::new();
        for ((other_number, other), together) in (0..).zip(&self.words).zip(together) {
            if together < MIN_LINES || other_number == word_number {
                continue;
            }
            let together = share(together.into());
            let by_chance = share(word.lines) * share(other.lines);
            let information = (together / by_chance).ln() / -together.ln();
            if information > MIN_INFORMATION {
                let strength = (information - MIN_INFORMATION) / (1.0 - MIN_INFORMATION);
                associates.push((other_number, strength));
            }
        }
        associates.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        associates.truncate(MAX_ASSOCIATES);
        associates
    }
}

fn number(bytes: NumberBytes) -> WordNumber {
    WordNumber::from_le_bytes(bytes)
}

/// Returns the words of a line of everyday words and of its name, each once.
pub fn words_of_line(line: usize) -> impl Iterator<Item = WordNumber> {
    LINES.lines.get(line).copied().unwrap_or_default().iter().copied().map(number)
}

/// Returns the words of a text that stand in some line of everyday words, in their order.
pub fn words_of_text(text: &str) -> Vec<WordNumber> {
    words(&searchable(text)).filter_map(|word| LINES.numbers.get(word).copied()).collect()
}

/// What goes with the words of a query.
#[derive(Debug, Default)]
pub struct Associations {
    /// The share of each word in the query, by how rare it is in the lines.
    shares: Vec<f64>,
    /// For a word's number, one more than its place in `meant`; 0 for words unrelated to the query.
    places: Vec<u16>,
    meant: Vec<Vec<Meant>>,
}

/// The position of a query's word that another word stands for, and how strongly the two go together; `None`
/// for the word itself.
type Meant = (usize, Option<f64>);

impl Associations {
    /// Returns what goes with the words of a query.
    pub fn of(query: &str) -> Self {
        let lines = &*LINES;
        let mut associations = Self { places: vec![0; lines.words.len()], ..Self::default() };
        for word in query_words(query, MAX_WORDS).iter().filter(|word| has_meaning(word)) {
            let number = lines.number(word);
            let position = associations.shares.len();
            #[expect(clippy::cast_precision_loss, reason = "there are a few thousand lines")]
            let rarity = |having: usize| (1.0 + lines.lines.len() as f64 / (1.0 + having as f64)).ln();
            let word = number.and_then(|number| lines.words.get(usize::from(number)));
            associations.shares.push(rarity(word.map_or(0, |word| word.lines)));
            let Some(number) = number else { continue };
            associations.add(number, (position, None));
            for (associate, strength) in lines.associates(number) {
                associations.add(*associate, (position, Some(*strength)));
            }
        }
        let sum: f64 = associations.shares.iter().sum();
        associations.shares.iter_mut().for_each(|share| *share /= sum);
        associations
    }

    /// Returns whether no word goes with one of the query's.
    pub fn is_empty(&self) -> bool {
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

    /// Returns the share of the query's words that a text does not have, but something that goes with them,
    /// from 0 to 1. A word counts by how strongly the strongest goes with it.
    pub fn share_in(&self, text: impl IntoIterator<Item = WordNumber>) -> f64 {
        let mut strongest = vec![Some(0.0_f64); self.shares.len()];
        for number in text {
            let place = self.places.get(usize::from(number)).copied().unwrap_or(0);
            let meant = usize::from(place).checked_sub(1).and_then(|place| self.meant.get(place));
            for (position, strength) in meant.into_iter().flatten() {
                if let Some(strongest) = strongest.get_mut(*position) {
                    *strongest = strongest.zip(*strength).map(|(one, other)| one.max(other));
                }
            }
        }
        self.shares.iter().zip(strongest).map(|(share, strongest)| share * strongest.unwrap_or(0.0)).sum()
    }
}

#[cfg(test)]
mod tests;
