//! Decodes rows that may come from a damaged database: text that is not UTF-8, values of the wrong type.

use std::cell::Cell;
use std::sync::{Mutex, PoisonError};

use futures::TryStreamExt;
use sqlx::error::BoxDynError;
use sqlx::query::Query;
use sqlx::sqlite::{SqliteArguments, SqliteRow, SqliteTypeInfo, SqliteValueRef};
use sqlx::{Decode, FromRow, Row, Sqlite, Type, ValueRef};

use super::Store;
use crate::error::Result;
use crate::model::{DocumentKey, Kind, Provider, Slug, UnknownKind, UnknownProvider, shown};

/// The maximum number of damaged rows that are reported; `doctor` reports all of them.
const MAX_REPORTED_ROWS: usize = 50;
/// The maximum edit distance between a damaged text and the value it is read as.
const MAX_EDIT_DISTANCE: usize = 1;
/// Columns that identify a row in a message, if it has them.
const IDENTIFYING_COLUMNS: [&str; 6] = ["document_key", "kind", "name", "slug", "key", "path"];

thread_local! {
    /// Set when a text that is not UTF-8 is decoded.
    static BYTES_REPLACED: Cell<bool> = const { Cell::new(false) };
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

/// Descriptions of the damaged rows that were read since the database was opened.
#[derive(Debug, Default)]
pub(super) struct DamagedRows(Mutex<Vec<String>>);

impl Store {
    /// Reads rows one by one. A row that cannot be decoded is reported and left out.
    pub(super) async fn all<T>(&self, query: Query<'_, Sqlite, SqliteArguments>) -> Result<Vec<T>>
    where
        T: for<'r> FromRow<'r, SqliteRow> + Send + Unpin,
    {
        let mut rows = query.fetch(&self.reader);
        let mut read = Vec::new();
        while let Some(row) = rows.try_next().await.map_err(|error| self.error(error))? {
            BYTES_REPLACED.set(false);
            match T::from_row(&row) {
                Ok(value) => {
                    if BYTES_REPLACED.take() {
                        self.report_damage(&format!("{} holds bytes that are no text", describe_row(&row)));
                    }
                    read.push(value);
                }
                Err(error) => {
                    tracing::error!(%error, row = describe_row(&row), "a row of the database cannot be read");
                    self.report_damage(&format!("{} cannot be read and was left out", describe_row(&row)));
                }
            }
        }
        Ok(read)
    }

    /// Reads the first column of each row as text.
    pub(super) async fn texts(&self, query: Query<'_, Sqlite, SqliteArguments>) -> Result<Vec<String>> {
        let texts: Vec<(LossyText,)> = self.all(query).await?;
        Ok(texts.into_iter().map(|(text,)| text.into()).collect())
    }

    /// Reports a damaged row once.
    pub(super) fn report_damage(&self, words: &str) {
        let mut noted = self.damaged_rows.0.lock().unwrap_or_else(PoisonError::into_inner);
        if noted.len() < MAX_REPORTED_ROWS && !noted.iter().any(|known| known == words) {
            tracing::error!("{words}");
            noted.push(words.to_owned());
        }
    }

    /// Reports damage that a check has found.
    pub(crate) fn report_damaged_rows(&self, rows: &[String]) {
        rows.iter().for_each(|row| self.report_damage(row));
    }

    /// Returns the descriptions of all damaged rows, in the order in which they were read.
    pub(crate) fn damaged_rows(&self) -> Vec<String> {
        self.damaged_rows.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Describes a row by its identifying columns.
pub(super) fn describe_row(row: &SqliteRow) -> String {
    let name = |column: &&str| row.try_get::<LossyText, _>(*column).ok();
    let names: Vec<String> = IDENTIFYING_COLUMNS.iter().filter_map(name).map(|text| shown(&text.0)).collect();
    if names.is_empty() { "a row of the library".to_owned() } else { format!("`{}`", names.join("` `")) }
}
