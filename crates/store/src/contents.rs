//! Compares the stored content with its hashes.

use content::error::{Error, Result};
use content::model::{content_hash, shown};
use futures::TryStreamExt;
use sqlx::{AssertSqlSafe, FromRow};

use super::Store;
use super::reading::describe_row;
use super::row_hash::{DOCUMENTS, IMPORTED_FILES};
use super::sql::{json_array, sql};

/// The parts of an entry that its hash covers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Content<'a> {
    pub(super) name: &'a str,
    pub(super) body: &'a str,
    pub(super) details: &'a str,
    pub(super) sources: Option<&'a str>,
    pub(super) page: Option<i64>,
}

impl Content<'_> {
    pub(super) fn has_hash(&self, hash: &[u8]) -> bool {
        let Self { name, body, details, sources, page } = *self;
        let page = page.map(|page| page.to_string()).unwrap_or_default();
        content_hash([name, body, details, sources.unwrap_or_default(), &page]) == hash
    }
}

pub(super) fn describe_entry(kind: &str, name: &str, document: &str) -> String {
    let [kind, name, document] = [kind, name, document].map(shown);
    format!("the {kind} `{name}` of `{document}` is damaged and was left out")
}

/// The result of a check of the databases.
#[derive(Debug, Default)]
pub struct Damage {
    /// A description of each damaged row.
    pub rows: Vec<String>,
    entries: Vec<i64>,
    /// True if any of it is in the projection, which can be made again.
    pub is_in_projection: bool,
}

#[derive(FromRow)]
struct StoredEntry {
    kind: String,
    name: String,
    page: Option<i64>,
    hash: Vec<u8>,
    document_key: String,
    body: String,
    details: String,
    sources: Option<String>,
}

impl Store {
    /// Compares all content with its hashes. Reads the whole projection.
    pub async fn damage(&self) -> Result<Damage> {
        let mut damage = Damage::default();
        self.check_entries(&mut damage).await?;
        damage.rows.extend(self.changed_rows(&DOCUMENTS).await?);
        damage.is_in_projection = !damage.rows.is_empty();
        damage.rows.extend(self.changed_rows(&IMPORTED_FILES).await?);
        damage.rows.iter().for_each(|row| self.report_damage(row));
        Ok(damage)
    }

    async fn check_entries(&self, damage: &mut Damage) -> Result<()> {
        let mut reader = self.reader().await?;
        let mut rows = sql!(
            "SELECT e.id, e.kind, e.name, e.page, e.hash, d.key AS document_key, t.body, t.details, t.sources
             FROM entries e LEFT JOIN documents d ON d.id = e.document_id LEFT JOIN texts t ON t.entry_id = e.id"
        )
        .fetch(&mut *reader);
        while let Some(row) = rows.try_next().await.map_err(|error| self.error(error))? {
            let description = match StoredEntry::from_row(&row) {
                Ok(StoredEntry { kind, name, page, hash, document_key, body, details, sources }) => {
                    let sources = sources.as_deref();
                    let content = Content { name: &name, body: &body, details: &details, sources, page };
                    (!content.has_hash(&hash)).then(|| describe_entry(&kind, &name, &document_key))
                }
                Err(_) => Some(format!("{} is damaged and was left out", describe_row(&row))),
            };
            if let Some(description) = description {
                damage.rows.push(description);
                damage.entries.extend(sqlx::Row::try_get::<i64, _>(&row, "id").ok());
            }
        }
        Ok(())
    }

    /// Marks damaged entries as changed and all sources as unread, so that rereading restores what can be.
    pub async fn forget_sources(&self, damage: &Damage) -> Result<()> {
        let mut transaction = self.begin().await?;
        let update = "UPDATE entries SET hash = x'' WHERE id IN (SELECT value FROM json_each(?))";
        transaction.run(sql!(update, [json_array(&damage.entries)])).await?;
        transaction.run(sql!("UPDATE library SET starter = NULL, readers = NULL")).await?;
        transaction.commit().await
    }

    /// Reads every page of the databases.
    ///
    /// # Errors
    /// [`Error::Damaged`] if a page is damaged.
    pub async fn check(&self) -> Result<()> {
        for database in ["main", "library"] {
            let check = AssertSqlSafe(format!("PRAGMA {database}.integrity_check(1)"));
            let answer: String = self.value(sql!(check)).await?;
            if answer != "ok" {
                self.mark_damaged();
                return Err(Error::Damaged(self.path.clone()));
            }
        }
        Ok(())
    }
}
