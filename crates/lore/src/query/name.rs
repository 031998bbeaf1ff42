use crate::model::{Slug, fold};

/// One way in which a name can match. A lookup tries one after the other and takes the first that finds anything.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum NameTest {
    /// Every name.
    Any,
    /// The folded name matches a pattern.
    Pattern(Glob),
    /// The folded name is this one.
    Equal(String),
    /// The slug is this one.
    Slug(Slug),
    /// The folded name holds each of these words.
    Contains(Vec<String>),
    /// The entry is one of these, best first.
    Ranked(Vec<i64>),
}

/// A pattern over folded names, as SQLite's GLOB reads it, with the part of the index it can match in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Glob {
    /// The pattern, with everything but `*` literal.
    pub(crate) pattern: String,
    /// What every match begins with; may be empty.
    pub(crate) start: String,
    /// The first text after everything that begins so; `None` when every text after `start` may match.
    pub(crate) end: Option<String>,
}

impl Glob {
    /// Reads a name with `*` or `%` in it; `None` when it has neither.
    pub(crate) fn read(name: &str) -> Option<Self> {
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
        let end = after_all_that_begin_with(&start);
        Some(Self { pattern, start, end })
    }
}

/// The least text that is greater than every text with this beginning.
fn after_all_that_begin_with(start: &str) -> Option<String> {
    let mut letters: Vec<char> = start.chars().collect();
    while let Some(last) = letters.pop() {
        if let Some(next) = char::from_u32(u32::from(last) + 1) {
            letters.push(next);
            return Some(letters.into_iter().collect());
        }
    }
    None
}

/// The tests of a plain name that the database answers, in the order in which they are tried.
pub(crate) fn plain_tests(name: &str) -> Vec<NameTest> {
    let folded = fold(name);
    let words: Vec<String> = folded
        .split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '+')
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    let mut tests = vec![NameTest::Equal(folded), NameTest::Slug(Slug::new(name))];
    if !words.is_empty() {
        tests.push(NameTest::Contains(words));
    }
    tests
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_star_is_special_in_a_pattern() {
        let glob = Glob::read("Fire[ball]?_\\*").unwrap();
        assert_eq!(glob.pattern, "fire[[]ball][?]_\\*");
        assert_eq!(glob.start, "fire[ball]?_\\");
        assert_eq!(Glob::read("fireball"), None);
    }

    #[test]
    fn a_pattern_knows_where_its_matches_stand() {
        let glob = Glob::read("Fire%").unwrap();
        assert_eq!((glob.start.as_str(), glob.end.as_deref()), ("fire", Some("firf")));
        let glob = Glob::read("**fire**").unwrap();
        assert_eq!((glob.pattern.as_str(), glob.start.as_str(), glob.end), ("*fire*", "", None));
    }
}
