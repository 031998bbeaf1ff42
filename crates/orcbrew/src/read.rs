//! Reading of bytes and texts: strictly if a text is in order, else by the best of several readers.

use std::borrow::Cow;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use regex::Captures;
use text::{Pattern, into_plain, pattern};
use unicode_normalization::UnicodeNormalization;

use crate::collect::{CollectedBooks, SourceText, collect};
use crate::edn::{CONTENT_TYPES, Notice, Notices, Value, content_type, mend, read_strictly};
use crate::encoding::{decode, explain_empty};
use crate::error::{CancelCheck, Error, Result};
use crate::item::{OrcBrewFile, Repair};
use crate::salvage::salvage;

/// The maximum size of a file, and of all files of an archive together. The largest known library has 3.5 MB.
pub(crate) const MAX_BYTES: u64 = 128 << 20;

/// An OrcBrew file with its contents.
#[derive(Debug)]
pub struct SourceFile {
    /// The absolute path; for a file in an archive, the archive's path, `!` and the name in the archive.
    pub path: String,
    /// The name without folders.
    pub name: String,
    /// The SHA-256 of the bytes, in hexadecimal.
    pub hash: String,
    /// The contents.
    pub file: OrcBrewFile,
}

/// The files that were read at a path.
#[derive(Debug, Default)]
pub struct ReadFiles {
    /// The files that hold homebrew; at least one.
    pub files: Vec<SourceFile>,
    /// The problems of an archive and of the other files in it.
    pub errors: Vec<Error>,
}

/// `path` names the file in errors, `absolute` in the result.
pub(crate) fn read_bytes(
    path: &Path,
    absolute: String,
    bytes: Vec<u8>,
    cancel: &CancelCheck,
) -> Result<SourceFile> {
    let hash = disk::sha256(&bytes);
    let name = path.file_name().map_or_else(|| absolute.clone(), |name| name.to_string_lossy().into_owned());
    // macOS may write an accent apart from its letter.
    let name: String = into_plain(name).nfc().collect();
    let stem =
        Path::new(&name).file_stem().map_or_else(|| name.as_str().into(), |stem| stem.to_string_lossy());
    let (text, notice) = decode(bytes).map_err(|reason| Error::not_orcbrew(path, reason))?;
    let file = read_decoded(&text, &stem, notice, cancel);
    if cancel() {
        return Err(Error::Cancelled);
    }
    let file = file.map_err(|reason| Error::not_orcbrew(path, reason))?;
    Ok(SourceFile { path: absolute, name, hash, file })
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
    if let Ok(values) = read_strictly(text, &mut strict_notices)
        && !values.iter().any(looks_damaged)
    {
        return Reading::new(values, text, file_name, strict_notices, false).into_file();
    }
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
    source: SourceText<'t>,
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
        let source = SourceText::new(text, file_name, is_damaged);
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
