//! Alternative names of entries: those that players use, and those of the other edition. For names in other
//! languages see [`translated_names`](super::translated_names()).

use std::collections::HashMap;
use std::sync::LazyLock;

use super::{Edition, Kind, fold};

/// The reviewed lists: a heading with the list and the kind, then a line for each name.
const LISTS: &str = include_str!("other_names.txt");
/// The list of the names of SRD 5.1 that SRD 5.2.1 has changed. The other list, `known as`, is for both.
const RENAMED: &str = "renamed";

type KindAndName = (Kind, &'static str);

fn names_in(list: &str) -> impl Iterator<Item = (KindAndName, KindAndName)> {
    let mut heading = ("", None);
    LISTS.lines().filter(|line| !line.starts_with('#')).filter_map(move |line| {
        if let Some((list, kind)) =
            line.strip_prefix('[').and_then(|line| line.strip_suffix(']')?.split_once(": "))
        {
            heading = (list, kind.parse().ok());
        }
        let ((name, other), kind) = (line.split_once(" = ")?, heading.1?);
        let moved = other.split_once(": ").and_then(|(kind, other)| Some((kind.parse().ok()?, other)));
        (heading.0 == list).then_some(((kind, name), moved.unwrap_or((kind, other))))
    })
}

/// Returns the kinds and names of SRD 5.1 that SRD 5.2.1 changed, with its own; `*` is the same text in both.
pub fn renamed() -> impl Iterator<Item = (KindAndName, KindAndName)> {
    names_in(RENAMED)
}

/// An entry's name in the library, found by another name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OtherName {
    /// The kind of the entry.
    pub kind: Kind,
    /// The requested name, as printed.
    pub asked: &'static str,
    /// The entry's name. `*` matches any text: the entries are forms of what has the requested name.
    pub name: &'static str,
    /// The edition whose System Reference Document uses this name; `None` for both.
    pub edition: Option<Edition>,
    /// The language of the requested name, if it is not English.
    pub language: Option<&'static str>,
}

impl OtherName {
    /// Returns true if the entries are forms of what has the requested name.
    pub fn is_of_forms(&self) -> bool {
        self.name.contains('*')
    }

    /// Returns a message; `names` matter for forms: `In the SRD, Bigby's Hand is called Arcane Hand.`
    pub fn message(&self, names: &[String]) -> String {
        if let Some(language) = self.language {
            return format!(
                "{} is the {language} name of {}; entries are in English.",
                self.asked, self.name
            );
        }
        let place = self.edition.map_or("SRD".to_owned(), |edition| format!("{} rules", edition.as_str()));
        let own = [self.name.to_owned()];
        match if self.is_of_forms() { names } else { &own } {
            [name] => format!("In the {place}, {} is called {name}.", self.asked),
            forms => {
                format!("In the {place}, {} has {} entries: {}.", self.asked, forms.len(), forms.join("; "))
            }
        }
    }
}

/// A pattern for names of SRD 5.1, and the corresponding SRD 5.2.1 name.
struct Pattern {
    kind: Kind,
    start: String,
    end: String,
    to_kind: Kind,
    to: &'static str,
}

impl Pattern {
    fn read(&self, kind: Kind, folded: &str) -> Option<(Kind, String)> {
        let gap = folded.strip_prefix(&self.start)?.strip_suffix(&self.end)?;
        (self.kind == kind && !gap.is_empty()).then(|| (self.to_kind, self.to.replace('*', gap)))
    }
}

#[derive(Default)]
struct OtherNames {
    by_spelling: HashMap<String, Vec<OtherName>>,
    patterns: Vec<Pattern>,
    /// The names of SRD 5.1 that became one name which no other became, by kind and folded name.
    one_to_one: HashMap<(Kind, String), KindAndName>,
}

static OTHER_NAMES: LazyLock<OtherNames> = LazyLock::new(|| {
    let mut names = OtherNames::default();
    for ((kind, known), (_, name)) in names_in("known as") {
        names.add(known, (kind, name), None);
    }
    for ((kind, old), (to_kind, to)) in renamed() {
        if let Some((start, end)) = fold(old).split_once('*') {
            let (start, end) = (start.to_owned(), end.to_owned());
            names.patterns.push(Pattern { kind, start, end, to_kind, to });
            // The whole of a creature's forms is an entry of the same name.
            if !to.contains('*') && kind != Kind::Creature {
                names.add(to, (kind, old), Some(Edition::Of2014));
            }
        } else {
            names.add(old, (to_kind, to), Some(Edition::Of2024));
            names.add(to, (kind, old), Some(Edition::Of2014));
        }
    }
    let all: Vec<(KindAndName, KindAndName)> = renamed().collect();
    for (from, to) in &all {
        if all.iter().filter(|(other, other_to)| other == from || other_to == to).count() == 1 {
            names.one_to_one.insert((from.0, fold(from.1)), *to);
        }
    }
    names
});

impl OtherNames {
    fn add(&mut self, asked: &'static str, (kind, name): KindAndName, edition: Option<Edition>) {
        let other = OtherName { kind, asked, name, edition, language: None };
        self.by_spelling.entry(spelling(asked)).or_default().push(other);
    }
}

/// Returns the entry names of these kinds (all if empty) for an alternative name. Apostrophes and plurals may
/// vary; the mere plural of an entry's own name is not an alternative.
pub fn other_names(kinds: &[Kind], name: &str) -> Vec<OtherName> {
    let spelled = spelling(name);
    let is_wanted = |kind| kinds.is_empty() || kinds.contains(&kind);
    let wanted = |other: &&OtherName| {
        is_wanted(other.kind) && (other.is_of_forms() || spelling(other.name) != spelled)
    };
    let known = OTHER_NAMES.by_spelling.get(&spelled).into_iter().flatten().filter(wanted);
    known.copied().collect()
}

/// Returns the kinds and names of an SRD 5.1 entry in SRD 5.2.1, if they differ.
pub fn names_of_2024(kind: Kind, name: &str) -> Vec<(Kind, String)> {
    let folded = fold(name);
    let of_2024 = |other: &&OtherName| other.edition == Some(Edition::Of2024) && fold(other.asked) == folded;
    let same_family = |other: &&OtherName| other.kind == kind || is_moved(kind, &folded, other);
    let renamed = OTHER_NAMES.by_spelling.get(&spelling(name)).into_iter().flatten();
    let renamed =
        renamed.filter(of_2024).filter(same_family).map(|other| (other.kind, other.name.to_owned()));
    let patterns = OTHER_NAMES.patterns.iter().filter_map(|pattern| pattern.read(kind, &folded));
    renamed.chain(patterns).collect()
}

/// Returns the kind and name in SRD 5.2.1 of a renamed entry of SRD 5.1, if one entry became one.
pub fn only_name_of_2024(kind: Kind, name: &str) -> Option<(Kind, String)> {
    let key = (kind, fold(name));
    if let Some((kind, name)) = OTHER_NAMES.one_to_one.get(&key) {
        return Some((*kind, (*name).to_owned()));
    }
    // With a gap in both names, each entry becomes one.
    let mut patterns = OTHER_NAMES.patterns.iter().filter(|pattern| pattern.to.contains('*'));
    patterns.find_map(|pattern| pattern.read(kind, &key.1))
}

/// Returns true if an entry also has another kind in SRD 5.2.1.
fn is_moved(kind: Kind, folded: &str, other: &OtherName) -> bool {
    renamed().any(|((from, old), (to, new))| {
        from != to && from == kind && fold(old) == folded && to == other.kind && new == other.name
    })
}

pub(super) fn spelling(name: &str) -> String {
    let plain = fold(name).replace('\'', "");
    let words = plain.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(|word| word.trim_end_matches('s')).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
