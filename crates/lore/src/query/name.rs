use crate::model::{Slug, fold};

/// A word as it was typed and, where it may be a plural, in the singular.
pub(crate) type WordForms = Vec<String>;

/// One way in which a name can match. A lookup lists what each of them finds, one after the other.
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
    /// The folded name contains each of these words in one of its forms. Names that begin with them come first, then names
    /// that have them as whole words, as beginnings of words, and inside words.
    Contains(Vec<WordForms>),
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
    let words: Vec<WordForms> = folded
        .split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '+')
        .filter(|word| !word.is_empty())
        .map(word_forms)
        .collect();
    let mut tests = vec![NameTest::Equal(folded), NameTest::Slug(Slug::new(name))];
    if !words.is_empty() {
        tests.push(NameTest::Contains(words));
    }
    tests
}

/// Returns a folded word and what it may be the plural of: `arrows` is `arrow`, `harpies` is `harpy` or `harpie`, `wolves` is
/// `wolf`, `wolfe` or `wolve`.
pub(crate) fn word_forms(word: &str) -> WordForms {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plural_has_its_singular_among_its_forms() {
        for (plural, singular) in [
            ("arrows", "arrow"),
            ("harpies", "harpy"),
            ("pixies", "pixie"),
            ("wolves", "wolf"),
            ("knives", "knife"),
            ("torches", "torch"),
            ("horses", "horse"),
        ] {
            assert!(word_forms(plural).contains(&singular.to_owned()), "{plural}");
        }
        for word in ["glass", "octopus", "thesis", "gas", "fire", "hunter's"] {
            assert_eq!(word_forms(word), [word]);
        }
    }

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
