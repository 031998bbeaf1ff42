//! From a text to the books in it.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::books::{self, Found, Origin};
use super::edn::{CONTENT_TYPES, Notice, Notices, Value, mend, read_strictly};
use super::lines::Lines;
use super::salvage::salvage;
use super::{OrcBrewFile, Repair, Unusable, encoding};
use crate::ingest::markdown::pattern;
use crate::progress::Job;

/// Reads the books in a text; `file_name` is what a book without a name is called.
///
/// # Errors
/// When there is no homebrew in it; says what a person should know.
pub fn read_text(text: &str, file_name: &str) -> Result<OrcBrewFile, String> {
    read_noted(text, file_name, &[], &Job::quiet())
}

/// Reads the books in a text of which something was already told. Once the job is stopped, the rest of the text is left out.
pub(super) fn read_noted(
    text: &str,
    file_name: &str,
    notices: &[Notice],
    job: &Job,
) -> Result<OrcBrewFile, String> {
    let mut told = Notices::new(job).after(notices);
    match read_strictly(text, &mut told) {
        Ok(values) if !values.iter().any(looks_damaged) => {
            Reading::of(values, text, file_name, told, false).file()
        }
        _ => read_damaged(text, file_name, notices, job),
    }
}

/// A way of reading a text.
type Way = for<'a> fn(&'a str, &mut Notices) -> Vec<Value<'a>>;

/// Reads a text whose marks are not in order in each way that there is, and takes what gives most.
fn read_damaged(text: &str, file_name: &str, notices: &[Notice], job: &Job) -> Result<OrcBrewFile, String> {
    let (whole, mended) = with_whole_types(text);
    let read = |in_this_way: Way| {
        let mut told = Notices::new(job).after(&mended).after(notices);
        let values = in_this_way(&whole, &mut told);
        Reading::of(values, &whole, file_name, told, true)
    };
    let strictly: Way = |text, told| read_strictly(text, told).unwrap_or_default();
    let mut best = read(mend);
    let others: [Way; 2] = [salvage, strictly];
    for way in others {
        let other = read(way);
        if other.worth() > best.worth() {
            best = other;
        }
    }
    best.file()
}

/// What one way of reading a text gave.
struct Reading<'t> {
    text: &'t str,
    found: Found,
    notices: Notices,
    lines: Lines,
    damaged: bool,
}

impl<'t> Reading<'t> {
    fn of(
        values: Vec<Value<'t>>,
        text: &'t str,
        file_name: &str,
        mut notices: Notices,
        damaged: bool,
    ) -> Self {
        let lines = Lines::of(text);
        let found = books::collect(values, Origin { text, lines: &lines, file_name, damaged }, &mut notices);
        Self { text, found, notices, lines, damaged }
    }

    /// How much was found: items that have a name and a pack first, then items at all, then their fields.
    fn worth(&self) -> (usize, usize, usize) {
        let items = || self.found.books.iter().flat_map(|book| &book.items);
        let (mut whole, mut all, mut fields) = (0, 0, 0);
        for value in items().map(|item| item.fields.value()) {
            let has = |field: &str| value.get(field).is_some_and(|value| !value.is_null());
            whole += usize::from(has("name") && has("option-pack"));
            all += 1;
            fields += value.as_object().map_or(0, serde_json::Map::len);
        }
        (whole, all, fields)
    }

    fn file(self) -> Result<OrcBrewFile, String> {
        let Self { text, found, notices, lines, damaged } = self;
        if found.books.is_empty() && found.unusable.is_empty() {
            return Err(encoding::why_nothing(text, found.anything));
        }
        let mut repairs: Vec<Repair> = notices
            .into_list()
            .into_iter()
            .map(|Notice { at, what }| Repair { line: lines.line_of(at), what })
            .collect();
        repairs.sort_by_key(|repair| repair.line);
        repairs.dedup();
        let rejected = found.unusable.into_iter().map(|refused| Unusable {
            line: lines.line_of(refused.at),
            book: refused.book,
            content_type: refused.content_type,
            key: refused.key,
            reason: refused.reason,
        });
        Ok(OrcBrewFile { books: found.books, repairs, rejected: rejected.collect(), damaged })
    }
}

/// The keyword of a known content type with one mark too many in it.
static TORN_TYPE: LazyLock<Regex> = LazyLock::new(|| {
    let torn = |name: &str| {
        let keyword = format!(":orcpub.dnd.e5/{name}");
        let ways = keyword.char_indices().skip(1).map(|(at, _)| {
            let (before, after) = keyword.split_at(at);
            format!(r#"{}[{{}}"]{}"#, regex::escape(before), regex::escape(after))
        });
        ways.collect::<Vec<_>>().join("|")
    };
    let ways: Vec<String> = CONTENT_TYPES.iter().map(|name| torn(name)).collect();
    pattern(&format!("(?:{})", ways.join("|")))
});

/// The text with the keywords of content types whole again, and what was mended.
fn with_whole_types(text: &str) -> (Cow<'_, str>, Vec<Notice>) {
    let (mut mended, mut removed) = (Vec::new(), 0);
    let whole = TORN_TYPE.replace_all(text, |torn: &Captures<'_>| {
        let Some(torn) = torn.get(0) else { return String::new() };
        let keyword = torn.as_str().replace(['{', '}', '"'], "");
        let what = format!("a mark in the middle of `{keyword}` was left out");
        mended.push(Notice { at: torn.start() - removed, what });
        removed += torn.len() - keyword.len();
        keyword
    });
    (whole, mended)
}

/// Whether a map has a bare word or a text among keywords as keys: the text has lost its quotation marks.
fn looks_damaged(value: &Value<'_>) -> bool {
    match value {
        Value::Map(map) => {
            let odd = |key: &Value<'_>| {
                matches!(key, Value::Symbol(_) | Value::Text(_) | Value::List(_) | Value::Vector(_))
            };
            let plain =
                |key: &Value<'_>| matches!(key, Value::Keyword(name) if content_type_of(name).is_none());
            (map.pairs.iter().any(|(key, _)| odd(key)) && map.pairs.iter().any(|(key, _)| plain(key)))
                || map.pairs.iter().any(|(_, value)| looks_damaged(value))
        }
        Value::List(values) | Value::Vector(values) | Value::Set(values) => values.iter().any(looks_damaged),
        Value::Tagged(_, value) => looks_damaged(value),
        _ => false,
    }
}

fn content_type_of(name: &str) -> Option<&str> {
    if name == "disabled?" { Some(name) } else { super::edn::content_type(name) }
}
