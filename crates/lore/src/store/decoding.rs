//! Decodes rows that may come from a damaged database: text that is not UTF-8, values of the wrong type.

use std::cell::Cell;
use std::sync::{Mutex, PoisonError};

use sqlx::error::BoxDynError;
use sqlx::sqlite::{SqliteRow, SqliteTypeInfo, SqliteValueRef};
use sqlx::{Decode, Row, Sqlite, Type, ValueRef};

use crate::model::{DocumentKey, Kind, Provider, Slug, UnknownKind, UnknownProvider, shown};

/// The maximum edit distance between a damaged text and the value it is read as.
const MAX_EDIT_DISTANCE: usize = 1;
/// Columns that identify a row in a message, if it has them.
const IDENTIFYING_COLUMNS: [&str; 6] = ["document_key", "kind", "name", "slug", "key", "path"];

thread_local! {
    /// Set when a text that is not UTF-8 is decoded.
    static BYTES_REPLACED: Cell<bool> = const { Cell::new(false) };
}

/// Returns true if a text that is not UTF-8 was decoded since the last call.
pub(super) fn take_bytes_replaced() -> bool {
    BYTES_REPLACED.take()
}

/// A text from the database in which every invalid byte is replaced by U+FFFD.
#[derive(Debug, Clone, Default)]
pub(crate) struct LossyText(pub(super) String);

impl LossyText {
    /// Returns the text.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl Type<Sqlite> for LossyText {
    fn type_info() -> SqliteTypeInfo {
        <String as Type<Sqlite>>::type_info()
    }

    fn compatible(_: &SqliteTypeInfo) -> bool {
        true
    }
}

impl<'r> Decode<'r, Sqlite> for LossyText {
    fn decode(value: SqliteValueRef<'r>) -> Result<Self, BoxDynError> {
        if value.is_null() {
            return Ok(Self::default());
        }
        let bytes = <Vec<u8> as Decode<Sqlite>>::decode(value)?;
        Ok(Self(String::from_utf8(bytes).unwrap_or_else(|wrong| {
            BYTES_REPLACED.set(true);
            String::from_utf8_lossy(wrong.as_bytes()).into_owned()
        })))
    }
}

impl From<LossyText> for String {
    fn from(text: LossyText) -> Self {
        text.0
    }
}

impl From<LossyText> for DocumentKey {
    fn from(text: LossyText) -> Self {
        DocumentKey::stored(text.0)
    }
}

impl From<LossyText> for Slug {
    fn from(text: LossyText) -> Self {
        Slug::stored(text.0)
    }
}

impl TryFrom<LossyText> for Kind {
    type Error = UnknownKind;

    fn try_from(text: LossyText) -> Result<Self, Self::Error> {
        text.0.parse().or_else(|error| closest_value(&text, &Kind::ALL, Kind::as_str).ok_or(error))
    }
}

impl TryFrom<LossyText> for Provider {
    type Error = UnknownProvider;

    fn try_from(text: LossyText) -> Result<Self, Self::Error> {
        text.0.parse().or_else(|error| closest_value(&text, &Provider::ALL, Provider::as_str).ok_or(error))
    }
}

/// Returns the value that a damaged text most likely was, if exactly one is near.
fn closest_value<T: Copy>(text: &LossyText, all: &[T], name: fn(T) -> &'static str) -> Option<T> {
    let is_near = |value: &&T| strsim::levenshtein(&text.0, name(**value)) <= MAX_EDIT_DISTANCE;
    let mut near = all.iter().filter(is_near);
    let only = near.next().filter(|_| text.0.contains(char::REPLACEMENT_CHARACTER));
    only.filter(|_| near.next().is_none()).copied()
}

/// Describes a row by its identifying columns.
pub(super) fn describe_row(row: &SqliteRow) -> String {
    let name = |column: &&str| row.try_get::<LossyText, _>(*column).ok();
    let names: Vec<String> = IDENTIFYING_COLUMNS.iter().filter_map(name).map(|text| shown(&text.0)).collect();
    if names.is_empty() { "a row of the library".to_owned() } else { format!("`{}`", names.join("` `")) }
}

/// The maximum number of damaged rows that are reported; `doctor` reports all of them.
const MAX_REPORTED_ROWS: usize = 50;

/// Descriptions of the damaged rows that were read since the database was opened.
#[derive(Debug, Default)]
pub(super) struct DamagedRows(Mutex<Vec<String>>);

impl DamagedRows {
    /// Adds a description unless it is known or there are too many.
    pub(super) fn report(&self, description: &str) {
        let mut reported = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if reported.len() < MAX_REPORTED_ROWS && !reported.iter().any(|known| known == description) {
            tracing::error!("{description}");
            reported.push(description.to_owned());
        }
    }

    /// Returns the descriptions in the order in which the rows were read.
    pub(super) fn descriptions(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
