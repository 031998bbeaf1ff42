//! Compares the stored content with its hashes and repairs what can be repaired.

use futures::TryStreamExt;
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, FromRow, Row, SqliteConnection};

use super::Store;
use super::decoding::{LossyText, describe_row};
use super::row_hash::{DOCUMENTS, IMPORTED_FILES};
use super::settings::Settings;
use crate::error::{Error, Result};
use crate::model::{DocumentKey, Kind, Provider, Slug, content_hash, fold, shown};

/// The parts of an entry that its hash covers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Content<'a> {
    pub(super) name: &'a str,
    pub(super) body: &'a str,
    pub(super) details: &'a str,
    pub(super) raw: &'a str,
    pub(super) page: Option<i64>,
}

impl Content<'_> {
    /// Returns true if the content has this hash. Entries stored before pages were recorded have a hash of
    /// the texts alone.
    pub(super) fn has_hash(&self, hash: &[u8]) -> bool {
        let Self { name, body, details, raw, page } = *self;
        let with_page = |page: &str| content_hash([name, body, details, raw, page]) == hash;
        match page {
            Some(page) => with_page(&page.to_string()),
            None => with_page("") || content_hash([name, body, details, raw]) == hash,
        }
    }
}

/// Describes a damaged entry.
pub(super) fn describe_entry(kind: &str, name: &str, document: &str) -> String {
    let [kind, name, document] = [kind, name, document].map(shown);
    format!("the {kind} `{name}` of `{document}` is damaged and was left out")
}

/// The result of a check of the database.
#[derive(Debug, Default)]
pub(crate) struct Damage {
    /// A description of each damaged row.
    pub(crate) rows: Vec<String>,
    /// The ids of damaged entries.
    entries: Vec<i64>,
    texts: Vec<BrokenText>,
}

impl Damage {
    /// Returns true if any of the damage was not known before.
    pub(crate) fn is_new(&self) -> bool {
        !(self.entries.is_empty() && self.texts.is_empty())
    }
}

/// A stored text that is not valid UTF-8.
#[derive(Debug)]
struct BrokenText {
    column: Column,
    bytes: Vec<u8>,
    /// The repaired text.
    repaired: String,
}

/// A text column of a table.
#[derive(Debug, Clone, FromRow)]
struct Column {
    table: String,
    name: String,
}

impl Column {
    /// Returns the quoted names of table and column.
    fn quoted(&self) -> (String, String) {
        let quoted = |name: &str| format!("\"{}\"", name.replace('"', "\"\""));
        (quoted(&self.table), quoted(&self.name))
    }
}

#[derive(FromRow)]
struct StoredEntry {
    id: i64,
    kind: LossyText,
    name: LossyText,
    page: Option<i64>,
    hash: Option<Vec<u8>>,
    document_key: LossyText,
    body: LossyText,
    details: LossyText,
    raw: LossyText,
}

impl StoredEntry {
    fn is_sound(&self) -> bool {
        let Self { name, body, details, raw, page, .. } = self;
        let content = Content { name: &name.0, body: &body.0, details: &details.0, raw: &raw.0, page: *page };
        Kind::try_from(self.kind.clone()).is_ok()
            && content.has_hash(self.hash.as_deref().unwrap_or_default())
    }
}

/// The starter version recorded when some of the starter content was damaged or lost.
const STARTER_DAMAGED: &str = "damaged";

/// Records that some of the starter content is damaged or lost.
pub(super) async fn record_starter_damage(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE library SET starter = ?").bind(STARTER_DAMAGED).execute(connection).await?;
    Ok(())
}

impl Settings {
    /// Returns true if some of the starter content was damaged or lost.
    pub(crate) fn is_starter_damaged(&self) -> bool {
        self.starter.as_ref().is_some_and(|starter| starter.as_str() == STARTER_DAMAGED)
    }
}

/// Returns the repaired form of an invalid text: the value it must have been if that is known, else the text
/// with U+FFFD.
fn repaired(column: &Column, bytes: &[u8], row: Option<&SqliteRow>) -> String {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let known = match (column.table.as_str(), column.name.as_str()) {
        ("entries", "folded") => {
            let name = row.and_then(|row| row.try_get::<LossyText, _>("name").ok());
            name.map(|name| fold(name.as_str()))
        }
        ("entries", "kind") => {
            Kind::try_from(LossyText(text.clone())).ok().map(|kind| kind.as_str().to_owned())
        }
        ("documents", "provider") => {
            Provider::try_from(LossyText(text.clone())).ok().map(|provider| provider.as_str().to_owned())
        }
        ("documents", "key") => Some(DocumentKey::stored(text.clone()).to_string()),
        ("entries", "slug") => Some(Slug::stored(text.clone()).to_string()),
        _ => None,
    };
    known.unwrap_or(text)
}

impl Store {
    /// Compares all content with its hashes. Reads the whole database.
    pub(crate) async fn damage(&self) -> Result<Damage> {
        let mut damage = Damage::default();
        self.check_entries(&mut damage).await?;
        let columns = sqlx::query(
            "SELECT m.name AS \"table\", p.name AS name FROM sqlite_master m JOIN pragma_table_info(m.name) p
             WHERE m.type = 'table' AND p.type = 'TEXT' AND m.name <> 'texts' AND m.name NOT LIKE 'sqlite_%'",
        );
        for column in self.all::<Column>(columns).await? {
            self.check_texts(&column, &mut damage).await?;
        }
        for table in [DOCUMENTS, IMPORTED_FILES] {
            damage.rows.extend(self.changed_rows(&table).await?);
        }
        Ok(damage)
    }

    async fn check_entries(&self, damage: &mut Damage) -> Result<()> {
        let mut reader = self.reader().await?;
        let mut rows = sqlx::query(
            "SELECT e.id, e.kind, e.name, e.page, e.hash, d.key AS document_key, t.body, t.details, t.raw
             FROM entries e LEFT JOIN documents d ON d.id = e.document_id LEFT JOIN texts t ON t.entry_id = e.id",
        )
        .fetch(&mut *reader);
        while let Some(row) = rows.try_next().await.map_err(|error| self.error(error))? {
            match StoredEntry::from_row(&row) {
                Ok(entry) if entry.is_sound() => {}
                Ok(entry) => {
                    damage.rows.push(describe_entry(&entry.kind.0, &entry.name.0, &entry.document_key.0));
                    // An entry without a hash was reported before and waits for its document.
                    damage
                        .entries
                        .extend(entry.hash.is_some_and(|hash| !hash.is_empty()).then_some(entry.id));
                }
                Err(_) => {
                    damage.rows.push(describe_row(&row));
                    damage.entries.extend(row.try_get::<i64, _>("id").ok());
                }
            }
        }
        Ok(())
    }

    async fn check_texts(&self, column: &Column, damage: &mut Damage) -> Result<()> {
        let (table, name) = column.quoted();
        let sql = format!("SELECT DISTINCT CAST({name} AS BLOB) FROM {table} WHERE {name} IS NOT NULL");
        let texts: Vec<(Vec<u8>,)> = self.all(sqlx::query(AssertSqlSafe(sql))).await?;
        for (bytes,) in texts.into_iter().filter(|(bytes,)| std::str::from_utf8(bytes).is_err()) {
            let sql = format!("SELECT * FROM {table} WHERE CAST({name} AS BLOB) = ?");
            let rows: Vec<SqliteRow> = sqlx::query(AssertSqlSafe(sql))
                .bind(bytes.clone())
                .fetch_all(&mut *self.reader().await?)
                .await
                .map_err(|error| self.error(error))?;
            for row in &rows {
                let entry = row.try_get::<i64, _>("entry_id").ok();
                let named = match entry {
                    Some(id) => self.describe_entry_by_id(id).await?,
                    None => describe_row(row),
                };
                damage.entries.extend(entry);
                damage.rows.push(format!(
                    "{named} in `{}`: its `{}` holds bytes that are no text",
                    shown(&column.table),
                    shown(&column.name)
                ));
            }
            let repaired = repaired(column, &bytes, rows.first());
            damage.texts.push(BrokenText { column: column.clone(), bytes, repaired });
        }
        Ok(())
    }

    async fn describe_entry_by_id(&self, id: i64) -> Result<String> {
        let query = sqlx::query(
            "SELECT e.kind, e.name, d.key AS document_key FROM entries e JOIN documents d ON d.id = e.document_id WHERE e.id = ?",
        );
        let found = query
            .bind(id)
            .fetch_optional(&mut *self.reader().await?)
            .await
            .map_err(|error| self.error(error))?;
        Ok(found.as_ref().map_or_else(|| format!("entry {id}"), describe_row))
    }

    /// Repairs invalid texts, and marks damaged entries as changed so that the next sync or import of their
    /// document, including the starter content, replaces them.
    pub(crate) async fn repair(&self, damage: &Damage) -> Result<()> {
        self.check_file_identity()?;
        for BrokenText { column, bytes, repaired } in &damage.texts {
            let (table, name) = column.quoted();
            let sql = format!("UPDATE OR IGNORE {table} SET {name} = ? WHERE CAST({name} AS BLOB) = ?");
            let mended = sqlx::query(AssertSqlSafe(sql))
                .bind(repaired.clone())
                .bind(bytes.clone())
                .execute(&self.writer)
                .await;
            if let Err(error) = mended {
                tracing::warn!(%error, ?column, "a damaged text could not be repaired");
            }
        }
        let mut transaction = self.begin().await?;
        sqlx::query("UPDATE entries SET hash = x'' WHERE id IN (SELECT value FROM json_each(?))")
            .bind(super::sql::json_array(&damage.entries))
            .execute(&mut *transaction)
            .await
            .map_err(|error| self.error(error))?;
        record_starter_damage(&mut transaction).await.map_err(|error| self.error(error))?;
        self.commit(transaction).await
    }

    /// Reads every page of the database.
    ///
    /// # Errors
    /// [`Error::Damaged`] if a page is damaged.
    pub(crate) async fn check(&self) -> Result<()> {
        let answer: String = sqlx::query_scalar("PRAGMA integrity_check(1)")
            .fetch_one(&mut *self.reader().await?)
            .await
            .map_err(|error| self.error(error))?;
        if answer == "ok" {
            return Ok(());
        }
        self.mark_damaged();
        Err(Error::Damaged { path: self.path.clone() })
    }
}
