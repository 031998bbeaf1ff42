//! Merges the actions of a creature of both API versions.

use std::sync::LazyLock;

use regex::Regex;

use super::words::{differ_in_substance, plain};
use super::{Both, LEADS, OWN_TEXT, V1, V2};
use crate::ingest::json::Object;
use crate::ingest::markdown::{Part, action, pattern};

/// The minimum number of words of a name that is a detached sentence.
const SENTENCE: usize = 8;
/// The minimum length of a text, in letters, that is searched in others.
const TELLING: usize = 15;

static RECHARGE: LazyLock<Regex> = LazyLock::new(|| pattern(r"(Recharge \d)-(\d)"));
/// Matches a list of spells that directly follows another.
static USES: LazyLock<Regex> = LazyLock::new(|| pattern(r"(\p{Ll}|\))(\d/day)"));

/// One action list of both versions.
pub(super) struct ActionList<'a> {
    /// The field of the entry.
    pub(super) field: &'a str,
    /// The field of the version 1 object.
    pub(super) key: &'a str,
    /// The actions of version 2 in printed order, as objects and passages.
    pub(super) newer: Vec<(Object<'a>, Part)>,
    /// The actions of version 1.
    pub(super) older: Vec<Object<'a>>,
    /// All actions of version 2, in any list.
    pub(super) everything: &'a [Vec<Object<'a>>],
    /// The actions of version 1 in other lists.
    pub(super) of_other_sorts: &'a [Object<'a>],
}

/// The name and text of an action for comparison. Most are spelled alike, so normalised forms are computed
/// only when needed.
#[derive(Clone, Copy)]
struct ActionText<'a> {
    name: &'a str,
    text: &'a str,
}

impl<'a> ActionText<'a> {
    fn of(object: Object<'a>) -> Self {
        Self { name: object.text("name").unwrap_or_default(), text: object.text("desc").unwrap_or_default() }
    }

    /// Returns the name without text in brackets.
    fn base(&self) -> &'a str {
        self.name.split_once(" (").map_or(self.name, |(base, _)| base)
    }

    fn has_base_of(&self, other: &ActionText<'_>) -> bool {
        same(self.base(), other.base())
    }

    fn has_text_of(&self, other: &ActionText<'_>) -> bool {
        same(self.text, other.text)
    }

    /// Returns true if the text of one contains that of the other.
    fn shares_text(&self, other: &ActionText<'_>) -> bool {
        let (ours, theirs) = (plain(self.text), plain(other.text));
        let holds = |long: &str, short: &str| short.len() >= TELLING && long.contains(short);
        holds(&ours, &theirs) || holds(&theirs, &ours)
    }

    /// Returns true if the name is a sentence detached from the preceding text.
    fn is_sentence(&self) -> bool {
        self.name.split_whitespace().count() >= SENTENCE
    }

    /// Returns true if this is a sentence of another action.
    fn is_torn_off(&self, other: &ActionText<'_>) -> bool {
        self.is_sentence() && (plain(other.text).contains(&plain(self.name)) || self.has_text_of(other))
    }
}

/// Returns true if two texts are equal regardless of spelling.
fn same(one: &str, other: &str) -> bool {
    one == other || plain(one) == plain(other)
}

impl ActionList<'_> {
    /// Merges both lists, in printed order.
    pub(super) fn join(&self, both: &mut Both<'_>) -> Vec<Part> {
        let names: Vec<ActionText<'_>> =
            self.newer.iter().map(|(object, _)| ActionText::of(*object)).collect();
        let mut parts: Vec<(Option<usize>, Part)> =
            self.newer.iter().enumerate().map(|(place, (_, part))| (Some(place), part.clone())).collect();
        let mut taken = vec![false; names.len()];
        let mut next = 0;
        for object in &self.older {
            let named = ActionText::of(*object);
            let Some(found) = match_for(&named, &names, &taken) else {
                if is_new(&named, &names, self.everything) {
                    parts.insert(next, (None, older_part(*object)));
                    next += 1;
                    both.filled(self.field, &[]);
                    both.keep_item(self.key, *object);
                }
                continue;
            };
            if let Some(taken) = taken.get_mut(found) {
                *taken = true;
            }
            let place = parts.iter().position(|(place, _)| *place == Some(found)).unwrap_or(parts.len());
            next = place + 1;
            if let (Some((_, part)), Some(other)) = (parts.get_mut(place), names.get(found)) {
                self.settle_text(both, part, *object, other);
            }
        }
        parts.into_iter().map(|(_, part)| part).collect()
    }

    /// Chooses between the texts of an action.
    fn settle_text(&self, both: &mut Both<'_>, part: &mut Part, older: Object<'_>, newer: &ActionText<'_>) {
        let ours = older.text("desc").unwrap_or_default();
        let says_no_more =
            || plain(newer.text).contains(&plain(ours)) || !differ_in_substance(ours, newer.text);
        if ours.is_empty() || ours == newer.text || says_no_more() {
            return;
        }
        let base = part.name.split_once(" (").map_or(part.name.as_str(), |(base, _)| base);
        let field = format!("{}: {base}", self.field);
        both.keep_item(self.key, older);
        let mut others = self.of_other_sorts.iter().map(|it| ActionText::of(*it));
        if newer.text.is_empty() {
            both.filled(self.field, &[]);
        } else if others.any(|it| it.has_base_of(newer) && it.has_text_of(newer)) {
            both.differ(&field, &[], (V1, ours), (V2, newer.text), OWN_TEXT);
        } else {
            both.differ(&field, &[], (V2, newer.text), (V1, ours), LEADS);
            return;
        }
        part.text = action(&part.name, ours).text;
    }
}

/// Returns the position of the action with a name. A whole name precedes one without brackets, and equal
/// spelling precedes another.
fn match_for(named: &ActionText<'_>, names: &[ActionText<'_>], taken: &[bool]) -> Option<usize> {
    let ways: [fn(&ActionText<'_>, &ActionText<'_>) -> bool; 4] = [
        |one, other| one.name == other.name,
        |one, other| same(one.name, other.name),
        |one, other| one.base() == other.base(),
        |one, other| one.has_base_of(other),
    ];
    let free = |place: &usize| !taken.get(*place).copied().unwrap_or(true);
    let found = |way: fn(&ActionText<'_>, &ActionText<'_>) -> bool| {
        names.iter().enumerate().filter(|(place, _)| free(place)).find(|(_, other)| way(named, other))
    };
    ways.into_iter().find_map(found).map(|(place, _)| place)
}

/// Returns true if version 2 lacks an action under any name.
fn is_new(named: &ActionText<'_>, names: &[ActionText<'_>], everything: &[Vec<Object<'_>>]) -> bool {
    let known = names.iter().any(|other| named.shares_text(other))
        || everything.iter().flatten().map(|object| ActionText::of(*object)).any(|other| {
            named.is_torn_off(&other) || (named.has_base_of(&other) && named.has_text_of(&other))
        });
    !(known || named.text.is_empty() && named.is_sentence())
}

/// Converts an action of version 1.
fn older_part(object: Object<'_>) -> Part {
    let name = RECHARGE.replace(object.text("name").unwrap_or_default(), "$1–$2").into_owned();
    let text = USES.replace_all(object.text("desc").unwrap_or_default(), "$1; $2");
    action(&name, &text)
}
