//! Tests of names.

use crate::model::{Slug, fold};

/// Separators that players write in names or leave out: `Fire Ball`, `Half-Plate`, `Hunters Mark`.
pub const SEPARATORS: [char; 3] = [' ', '-', '\''];

/// A word as it was typed and its possible singular forms.
pub type WordForms = Vec<String>;

/// A test of an entry's name.
#[derive(Debug, Clone, PartialEq)]
pub enum NameTest {
    /// Every name matches.
    Any,
    /// The folded name matches a pattern.
    Pattern(Glob),
    /// The folded name is equal.
    Equal(String),
    /// The folded name is equal to one of these.
    OneOf(Vec<String>),
    /// The slug is equal.
    Slug(Slug),
    /// The folded name is equal but for the [`SEPARATORS`] between its letters, which this text lacks.
    Letters(String),
    /// The folded name contains each word in one of its forms. Names that begin with them come first, then
    /// names with them as whole words, at the beginning of words, and inside words.
    Contains(Vec<WordForms>),
    /// The entry has one of these ids, best first.
    Ranked(Vec<i64>),
}

impl NameTest {
    /// Returns false if an entry found with this test cannot have matched it: an index of the database is
    /// then damaged. Only tests for equality are repeated.
    pub fn may_match(&self, name: &str, slug: &Slug) -> bool {
        match self {
            Self::Equal(folded) => fold(name) == *folded,
            Self::OneOf(folded) => folded.contains(&fold(name)),
            Self::Slug(asked) => slug == asked,
            Self::Any | Self::Letters(_) | Self::Pattern(_) | Self::Contains(_) | Self::Ranked(_) => true,
        }
    }
}

/// A pattern for SQLite's GLOB over folded names, with the range of the index in which it can match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Glob {
    /// The pattern, with everything but `*` literal.
    pub pattern: String,
    /// The prefix of every match; may be empty.
    pub start: String,
    /// The least text greater than all with that prefix; `None` if any text from `start` on may match.
    pub end: Option<String>,
}

impl Glob {
    /// Parses a name with `*` or `%`; `None` if it has neither.
    pub fn read(name: &str) -> Option<Self> {
        if !name.contains(['*', '%']) {
            return None;
        }
        let folded = fold(&name.replace('%', "*"));
        let mut pattern = String::with_capacity(folded.len());
        for c in folded.chars() {
            match c {
                '?' | '[' => pattern.extend(['[', c, ']']),
                '*' if pattern.ends_with('*') => {}
                c => pattern.push(c),
            }
        }
        let start = folded.split('*').next().unwrap_or_default().to_owned();
        let end = end_of_prefix(&start);
        Some(Self { pattern, start, end })
    }
}

/// Returns the least text that is greater than every text with a prefix.
fn end_of_prefix(start: &str) -> Option<String> {
    let mut letters: Vec<char> = start.chars().collect();
    while let Some(last) = letters.pop() {
        if let Some(next) = char::from_u32(u32::from(last) + 1) {
            letters.push(next);
            return Some(letters.into_iter().collect());
        }
    }
    None
}

/// Returns the tests of a name without wildcards, in the order in which a lookup tries them.
pub fn plain_tests(name: &str) -> Vec<NameTest> {
    let folded = fold(name);
    let words: Vec<WordForms> = folded
        .split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '+')
        .filter(|word| !word.is_empty())
        .map(word_forms)
        .collect();
    let letters = folded.replace(SEPARATORS, "");
    let mut tests = vec![NameTest::Equal(folded), NameTest::Slug(Slug::new(name))];
    if !words.is_empty() {
        tests.push(NameTest::Letters(letters));
        tests.push(NameTest::Contains(words));
    }
    tests
}

/// Returns a folded word and the singulars of which it may be the plural: `arrow` for `arrows`, `harpy` and
/// `harpie` for `harpies`, `wolf`, `wolfe` and `wolve` for `wolves`.
pub fn word_forms(word: &str) -> WordForms {
    let mut forms = vec![word.to_owned()];
    let singular = |end: &str| word.strip_suffix(end).filter(|stem| stem.chars().count() >= 3);
    let keeps_its_s = ["'s", "ss", "us", "is"].iter().any(|end| word.ends_with(end));
    if let Some(stem) = singular("s").filter(|_| !keeps_its_s) {
        forms.push(stem.to_owned());
    }
    if let Some(stem) = singular("ies") {
        forms.push(format!("{stem}y"));
    }
    if let Some(stem) = singular("ves") {
        forms.extend([format!("{stem}f"), format!("{stem}fe")]);
    }
    if let Some(stem) = singular("es").filter(|stem| stem.ends_with(['s', 'x', 'z', 'h', 'o'])) {
        forms.push(stem.to_owned());
    }
    forms
}

/// Returns the plurals that a folded word may have: those of which [`word_forms`] returns the word.
pub fn plurals(word: &str) -> Vec<String> {
    let mut plurals = vec![format!("{word}s")];
    if word.ends_with(['s', 'x', 'z', 'h', 'o']) {
        plurals.push(format!("{word}es"));
    }
    for (end, of_plural) in [("y", "ies"), ("f", "ves"), ("fe", "ves")] {
        plurals.extend(word.strip_suffix(end).map(|stem| format!("{stem}{of_plural}")));
    }
    plurals
}

#[cfg(test)]
mod tests;
