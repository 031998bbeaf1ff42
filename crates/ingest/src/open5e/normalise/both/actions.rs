//! Merges the actions of a creature of both API versions.

use text::{Pattern, pattern};

use super::{Both, OWN_TEXT};
use crate::json::Object;
use crate::markdown::{Part, action};
use crate::words::plain;

/// The minimum number of words of a name that is a detached sentence.
const SENTENCE: usize = 8;
/// The minimum length of a text, in letters, that is searched in others.
const TELLING: usize = 15;

static RECHARGE: Pattern = pattern!(r"(Recharge \d)-(\d)");
/// Matches a list of spells that directly follows another.
static USES: Pattern = pattern!(r"(\p{Ll}|\))(\d/day)");

pub(super) struct ActionList<'a> {
    pub(super) field: &'a str,
    /// The field of the version 1 object.
    pub(super) key: &'a str,
    /// The actions of version 2 in printed order, as objects and passages.
    pub(super) newer: Vec<(Object<'a>, Part)>,
    pub(super) older: Vec<Object<'a>>,
    /// All actions of version 2, in any list.
    pub(super) everything: &'a [Vec<Object<'a>>],
    /// The actions of version 1 in other lists.
    pub(super) of_other_sorts: &'a [Object<'a>],
}

/// Most names and texts are spelled alike, so normalised forms are computed only when needed.
#[derive(Clone, Copy)]
struct ActionText<'a> {
    name: &'a str,
    text: &'a str,
}

impl<'a> ActionText<'a> {
    fn of(object: Object<'a>) -> Self {
        Self { name: object.text("name").unwrap_or_default(), text: object.text("desc").unwrap_or_default() }
    }

    fn base(&self) -> &'a str {
        self.name.split_once(" (").map_or(self.name, |(base, _)| base)
    }

    fn has_base_of(&self, other: &ActionText<'_>) -> bool {
        same(self.base(), other.base())
    }

    fn shares_text(&self, other: &ActionText<'_>) -> bool {
        let (ours, theirs) = (plain(self.text), plain(other.text));
        let holds = |long: &str, short: &str| short.len() >= TELLING && long.contains(short);
        holds(&ours, &theirs) || holds(&theirs, &ours)
    }

    fn is_sentence(&self) -> bool {
        self.name.split_whitespace().count() >= SENTENCE
    }

    fn is_torn_off(&self, other: &ActionText<'_>) -> bool {
        self.is_sentence() && (plain(other.text).contains(&plain(self.name)) || same(self.text, other.text))
    }
}

fn same(one: &str, other: &str) -> bool {
    one == other || plain(one) == plain(other)
}

impl ActionList<'_> {
    pub(super) fn join(&self, both: &mut Both<'_>) -> Vec<Part> {
        // Each with what it is matched by, until it is.
        let mut parts: Vec<(Option<ActionText<'_>>, Part)> =
            self.newer.iter().map(|(object, part)| (Some(ActionText::of(*object)), part.clone())).collect();
        let mut next = 0;
        for object in &self.older {
            let named = ActionText::of(*object);
            if let Some(place) = match_for(&named, &parts) {
                next = place + 1;
                if let Some((other, part)) = parts.get_mut(place)
                    && let Some(other) = other.take()
                {
                    self.settle_text(both, part, *object, &other);
                }
            } else if self.is_new(&named) {
                parts.insert(next, (None, older_part(*object)));
                next += 1;
                both.filled(self.field, "");
                both.keep_item(self.key, *object);
            }
        }
        parts.into_iter().map(|(_, part)| part).collect()
    }

    fn is_new(&self, named: &ActionText<'_>) -> bool {
        let known = self.newer.iter().any(|(other, _)| named.shares_text(&ActionText::of(*other)))
            || self.everything.iter().flatten().map(|object| ActionText::of(*object)).any(|other| {
                named.is_torn_off(&other) || (named.has_base_of(&other) && same(named.text, other.text))
            });
        !(known || named.text.is_empty() && named.is_sentence())
    }

    fn settle_text(&self, both: &mut Both<'_>, part: &mut Part, older: Object<'_>, newer: &ActionText<'_>) {
        let ours = older.text("desc").unwrap_or_default();
        let mut others = self.of_other_sorts.iter().map(|it| ActionText::of(*it));
        if ours.is_empty() || plain(newer.text).contains(&plain(ours)) {
            return;
        }
        if newer.text.is_empty() {
            both.filled(self.field, "");
        } else if others.any(|it| it.has_base_of(newer) && same(it.text, newer.text)) {
            let base = part.name.split_once(" (").map_or(part.name.as_str(), |(base, _)| base);
            both.decided(&format!("{}: {base}", self.field), "", ours, newer.text, OWN_TEXT);
        } else {
            return;
        }
        both.keep_item(self.key, older);
        part.text = action(&part.name, ours).text;
    }
}

/// A whole name precedes one without brackets, and equal spelling precedes another.
fn match_for(named: &ActionText<'_>, parts: &[(Option<ActionText<'_>>, Part)]) -> Option<usize> {
    let ways: [fn(&ActionText<'_>, &ActionText<'_>) -> bool; 4] = [
        |one, other| one.name == other.name,
        |one, other| same(one.name, other.name),
        |one, other| one.base() == other.base(),
        |one, other| one.has_base_of(other),
    ];
    let find = |way: fn(&ActionText<'_>, &ActionText<'_>) -> bool| {
        parts.iter().position(|(other, _)| other.as_ref().is_some_and(|other| way(named, other)))
    };
    ways.into_iter().find_map(find)
}

fn older_part(object: Object<'_>) -> Part {
    let name = RECHARGE.replace(object.text("name").unwrap_or_default(), "$1–$2").into_owned();
    let text = USES.replace_all(object.text("desc").unwrap_or_default(), "$1; $2");
    action(&name, &text)
}
