//! Reading of bytes and texts: the strict reader for a text in order, the best of several readers for a
//! damaged one.

use std::borrow::Cow;
use std::sync::{Arc, LazyLock};

use regex::Captures;
use text::{Pattern, pattern};

use crate::cancel::CancelCheck;
use crate::collect::{CollectedBooks, Origin, collect};
use crate::edn::{CONTENT_TYPES, Notice, Notices, Value, content_type, mend, read_strictly};
use crate::encoding::{decode, explain_empty};
use crate::item::{OrcBrewFile, Repair};
use crate::salvage::salvage;

/// A file's text.
#[derive(Debug)]
pub struct SourceText {
    /// The text.
    pub text: String,
    notice: Option<Notice>,
}

impl SourceText {
    /// Decodes the bytes of a file, in whichever encoding: lines end with `\n`, and invisible and control
    /// characters are gone.
    ///
    /// # Errors
    /// If the bytes are no text; the reason says what they are instead.
    pub fn decode(bytes: Vec<u8>) -> Result<Self, String> {
        decode(bytes).map(|(text, notice)| Self { text, notice })
    }

    /// Returns a sentence about letters that could not be decoded.
    pub fn repair(&self) -> Option<Repair> {
        self.notice.as_ref().map(|notice| Repair { line: 1, what: notice.what.clone() })
    }

    /// Reads the books. A book without a name is called `file_name`. Once the reading is cancelled, the rest
    /// of the text is left out.
    ///
    /// # Errors
    /// If the text holds no homebrew; the reason says what it is instead.
    pub fn read(self, file_name: &str, cancel: &CancelCheck) -> Result<OrcBrewFile, String> {
        read_decoded(&self.text, file_name, self.notice, cancel)
    }
}

/// Reads the books in a text. A book without a name is called `file_name`.
///
/// # Errors
/// If the text holds no homebrew; the reason says what it is instead.
pub fn read_text(text: &str, file_name: &str) -> Result<OrcBrewFile, String> {
    let never: CancelCheck = Arc::new(|| false);
    read_decoded(text, file_name, None, &never)
}

/// `notice` is that of the decoding. Once the reading is cancelled, the rest of the text is left out.
fn read_decoded(
    text: &str,
    file_name: &str,
    notice: Option<Notice>,
    cancel: &CancelCheck,
) -> Result<OrcBrewFile, String> {
    let mut strict_notices = Notices::new(cancel, notice.as_slice());
    match read_strictly(text, &mut strict_notices) {
        Ok(values) if !values.iter().any(looks_damaged) => {
            Reading::new(values, text, file_name, strict_notices, false).into_file()
        }
        _ => read_damaged(text, file_name, notice, cancel),
    }
}

fn read_damaged(
    text: &str,
    file_name: &str,
    notice: Option<Notice>,
    cancel: &CancelCheck,
) -> Result<OrcBrewFile, String> {
    let (text, repairs) = repair_content_types(text);
    let earlier: Vec<Notice> = notice.into_iter().chain(repairs).collect();
    let mut notices = Notices::new(cancel, &earlier);
    let mended = Reading::new(mend(&text, &mut notices), &text, file_name, notices, true);
    let mut notices = Notices::new(cancel, &earlier);
    let salvaged = Reading::new(salvage(&text, &mut notices), &text, file_name, notices, true);
    let best = if salvaged.quality() > mended.quality() { salvaged } else { mended };
    best.into_file()
}

struct Reading<'t> {
    source: Origin<'t>,
    books: CollectedBooks,
    notices: Notices,
}

impl<'t> Reading<'t> {
    fn new(
        values: Vec<Value<'t>>,
        text: &'t str,
        file_name: &'t str,
        mut notices: Notices,
        is_damaged: bool,
    ) -> Self {
        let source = Origin::new(text, file_name, is_damaged);
        let books = collect(values, &source, &mut notices);
        Self { source, books, notices }
    }

    /// Returns the number of items with a name and an option pack, of all items, and of their fields.
    fn quality(&self) -> (usize, usize, usize) {
        let (mut complete, mut all, mut fields) = (0, 0, 0);
        for item in self.books.books.iter().flat_map(|book| &book.items) {
            let value = item.fields();
            let has = |field: &str| value.get(field).is_some_and(|value| !value.is_null());
            complete += usize::from(has("name") && has("option-pack"));
            all += 1;
            fields += value.as_object().map_or(0, serde_json::Map::len);
        }
        (complete, all, fields)
    }

    fn into_file(self) -> Result<OrcBrewFile, String> {
        let Self { source, books: CollectedBooks { books, rejected, has_books }, notices } = self;
        if books.is_empty() && rejected.is_empty() {
            return Err(explain_empty(source.text, has_books));
        }
        let mut repairs: Vec<Repair> = notices
            .into_list()
            .into_iter()
            .map(|Notice { at, what }| Repair { line: source.line_of(at), what })
            .collect();
        repairs.sort_by_key(|repair| repair.line);
        repairs.dedup();
        Ok(OrcBrewFile { books, repairs, rejected, damaged: source.is_damaged })
    }
}

static BROKEN_CONTENT_TYPE: Pattern = LazyLock::new(|| {
    let broken = |name: &&str| {
        let keyword = format!(":orcpub.dnd.e5/{name}");
        let variants = keyword.char_indices().skip(1).map(|(at, _)| {
            let (before, after) = keyword.split_at(at);
            format!(r#"{}[{{}}"]{}"#, regex::escape(before), regex::escape(after))
        });
        variants.collect::<Vec<_>>().join("|")
    };
    let variants: Vec<String> = CONTENT_TYPES.iter().map(broken).collect();
    pattern(&format!("(?:{})", variants.join("|")))
});

fn repair_content_types(text: &str) -> (Cow<'_, str>, Vec<Notice>) {
    let (mut notices, mut removed) = (Vec::new(), 0);
    let repaired = BROKEN_CONTENT_TYPE.replace_all(text, |broken: &Captures<'_>| {
        let Some(broken) = broken.get(0) else { return String::new() };
        let keyword = broken.as_str().replace(['{', '}', '"'], "");
        let what = format!("a stray mark within `{keyword}` was left out");
        notices.push(Notice::new(broken.start() - removed, what));
        removed += broken.len() - keyword.len();
        keyword
    });
    (repaired, notices)
}

/// Returns true if a map has a word, string or list as a key beside keywords: quotation marks are lost.
fn looks_damaged(value: &Value<'_>) -> bool {
    match value {
        Value::Map(map) => {
            let is_odd = |key: &Value<'_>| {
                matches!(key, Value::Symbol(_) | Value::String(_) | Value::List(_) | Value::Vector(_))
            };
            let is_field = |key: &Value<'_>| matches!(key, Value::Keyword(name) if name != "disabled?" && content_type(name).is_none());
            (map.pairs.iter().any(|(key, _)| is_odd(key)) && map.pairs.iter().any(|(key, _)| is_field(key)))
                || map.pairs.iter().any(|(_, value)| looks_damaged(value))
        }
        Value::List(values) | Value::Vector(values) | Value::Set(values) => values.iter().any(looks_damaged),
        Value::Tagged(_, value) => looks_damaged(value),
        _ => false,
    }
}
