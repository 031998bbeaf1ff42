//! Alternative names of entries: those that players use, and those of the other edition.

mod tables;

use std::collections::HashMap;
use std::slice;
use std::sync::LazyLock;

use self::tables::KNOWN_AS;
pub(crate) use self::tables::{MOVED, RENAMED};
use super::{Edition, Kind, fold};

/// An entry's name in the library, found by another name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OtherName {
    /// The kind of the entry.
    pub(crate) kind: Kind,
    /// The requested name, as printed.
    pub(crate) asked: String,
    /// The name of the entry. `*` in it matches any text: the entries are forms of what has the requested name.
    pub(crate) name: String,
    /// The edition whose System Reference Document uses this name; `None` for both.
    pub(crate) edition: Option<Edition>,
}

impl OtherName {
    /// Returns true if the entries are forms of what has the requested name.
    pub(crate) fn is_of_forms(&self) -> bool {
        self.name.contains('*')
    }

    /// Returns a message about the entries, whose names matter if they are forms: `In the SRD, Bigby's Hand is called Arcane Hand.`
    pub(crate) fn message(&self, names: &[String]) -> String {
        let place = self.edition.map_or("SRD".to_owned(), |edition| format!("{} rules", edition.as_str()));
        match if self.is_of_forms() { names } else { slice::from_ref(&self.name) } {
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
    /// Returns the SRD 5.2.1 name if the SRD 5.1 name matches.
    fn read(&self, kind: Kind, folded: &str) -> Option<(Kind, String)> {
        let gap = folded.strip_prefix(&self.start)?.strip_suffix(&self.end)?;
        (self.kind == kind && !gap.is_empty()).then(|| (self.to_kind, self.to.replace('*', gap)))
    }
}

#[derive(Default)]
struct OtherNames {
    by_spelling: HashMap<String, Vec<OtherName>>,
    patterns: Vec<Pattern>,
}

static OTHER_NAMES: LazyLock<OtherNames> = LazyLock::new(|| {
    let mut names = OtherNames::default();
    for (kind, pairs) in KNOWN_AS {
        for (known, name) in *pairs {
            names.add(known, (*kind, name), None);
        }
    }
    let renamed = RENAMED
        .iter()
        .flat_map(|(kind, pairs)| pairs.iter().map(|(old, new)| ((*kind, *old), (*kind, *new))));
    for ((kind, old), (to_kind, to)) in renamed.chain(MOVED.iter().copied()) {
        if let Some((start, end)) = old.split_once('*') {
            names.patterns.push(Pattern { kind, start: fold_start(start), end: fold_end(end), to_kind, to });
            // The whole of a creature's forms is an entry of the same name.
            if !to.contains('*') && kind != Kind::Creature {
                names.add(to, (kind, old), Some(Edition::Of2014));
            }
        } else {
            names.add(old, (to_kind, to), Some(Edition::Of2024));
            names.add(to, (kind, old), Some(Edition::Of2014));
        }
    }
    names
});

impl OtherNames {
    fn add(&mut self, asked: &str, (kind, name): (Kind, &str), edition: Option<Edition>) {
        let other = OtherName { kind, asked: asked.to_owned(), name: name.to_owned(), edition };
        self.by_spelling.entry(spelling(asked)).or_default().push(other);
    }
}

/// Returns the entry names of these kinds (all if empty) for an alternative name. Apostrophes and plurals may
/// vary; the mere plural of an entry's own name is not an alternative.
pub(crate) fn other_names(kinds: &[Kind], name: &str) -> Vec<OtherName> {
    let spelled = spelling(name);
    let is_wanted = |kind| kinds.is_empty() || kinds.contains(&kind);
    let wanted = |other: &&OtherName| {
        is_wanted(other.kind) && (other.is_of_forms() || spelling(&other.name) != spelled)
    };
    let known = OTHER_NAMES.by_spelling.get(&spelled).into_iter().flatten().filter(wanted);
    known.cloned().collect()
}

/// Returns the kinds and names of an SRD 5.1 entry in SRD 5.2.1, if they differ.
pub(crate) fn names_of_2024(kind: Kind, name: &str) -> Vec<(Kind, String)> {
    let folded = fold(name);
    let of_2024 = |other: &&OtherName| other.edition == Some(Edition::Of2024) && fold(&other.asked) == folded;
    let same_family = |other: &&OtherName| other.kind == kind || is_moved(kind, &folded, other);
    let renamed = OTHER_NAMES.by_spelling.get(&spelling(name)).into_iter().flatten();
    let renamed = renamed.filter(of_2024).filter(same_family).map(|other| (other.kind, other.name.clone()));
    let patterns = OTHER_NAMES.patterns.iter().filter_map(|pattern| pattern.read(kind, &folded));
    renamed.chain(patterns).collect()
}

/// Returns true if an entry also has another kind in SRD 5.2.1.
fn is_moved(kind: Kind, folded: &str, other: &OtherName) -> bool {
    MOVED.iter().any(|((from, old), (to, new))| {
        *from == kind && fold(old) == folded && *to == other.kind && *new == other.name
    })
}

/// Returns a name independent of spelling: without apostrophes and final `s`.
fn spelling(name: &str) -> String {
    let plain = fold(name).replace('\'', "");
    let words = plain.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(|word| word.trim_end_matches('s')).collect::<Vec<_>>().join(" ")
}

/// Folds the start of a name and keeps a final space.
fn fold_start(text: &str) -> String {
    let space = if text.ends_with(' ') { " " } else { "" };
    fold(text) + space
}

/// Folds the end of a name and keeps an initial space.
fn fold_end(text: &str) -> String {
    let space = if text.starts_with(' ') { " " } else { "" };
    space.to_owned() + &fold(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_recognised_in_any_spelling() {
        for name in ["Bigby's Hand", "bigby’s  HAND", "Bigbys Hand", "bigby-hand"] {
            let found = other_names(&[Kind::Spell], name);
            assert_eq!(found.first().map(|other| other.name.as_str()), Some("Arcane Hand"), "{name}");
        }
        assert!(other_names(&[Kind::Creature], "Bigby's Hand").is_empty());
        assert!(other_names(&[], "Fireball").is_empty());
    }

    #[test]
    fn the_message_says_where_the_name_is_another() {
        let message = |name| other_names(&[], name)[0].message(&[]);
        assert_eq!(message("bigbys hand"), "In the SRD, Bigby's Hand is called Arcane Hand.");
        assert_eq!(message("feeblemind"), "In the 2024 rules, Feeblemind is called Befuddlement.");
        assert_eq!(message("Befuddlement"), "In the 2014 rules, Befuddlement is called Feeblemind.");
    }

    #[test]
    fn the_name_of_a_whole_means_its_forms() {
        let [forms] = other_names(&[Kind::MagicItem], "bag of tricks").try_into().unwrap();
        assert_eq!((forms.name.as_str(), forms.edition), ("* Bag of Tricks", Some(Edition::Of2014)));
        assert_eq!(
            forms.message(&["Gray Bag of Tricks", "Tan Bag of Tricks"].map(str::to_owned)),
            "In the 2014 rules, Bag of Tricks has 2 entries: Gray Bag of Tricks; Tan Bag of Tricks."
        );
        assert_eq!(other_names(&[Kind::Creature], "werewolf"), []);
    }

    #[test]
    fn a_gap_in_a_renaming_stands_for_any_text() {
        let feat = (Kind::Feat, "archery".to_owned());
        assert_eq!(names_of_2024(Kind::ClassOption, "Fighting Style: Archery"), [feat]);
        let were = (Kind::Creature, "Werebear".to_owned());
        assert_eq!(names_of_2024(Kind::Creature, "Werebear, Hybrid Form"), [were]);
        let scroll = (Kind::MagicItem, "Spell Scroll (Level 3)".to_owned());
        assert_eq!(names_of_2024(Kind::MagicItem, "Spell Scroll (3rd)"), [scroll]);
        assert!(names_of_2024(Kind::Creature, "Werebear").is_empty());
        assert!(names_of_2024(Kind::Item, "Goblin").is_empty());
    }
}
