//! Single entries, their sources, and creatures.

use content::error::Result;
use content::model::{DocumentKey, Kind, Slug};
use sqlx::{AssertSqlSafe, FromRow};

use super::Store;
use super::lookup::{ENTRY_COLUMNS, EntryRow};
use super::sql::sql;

/// A creature without its text.
#[derive(Debug, Clone, FromRow)]
pub struct CreatureRow {
    pub id: i64,
    pub document_id: i64,
    pub slug: String,
    pub name: String,
    pub details: String,
}

/// What is kept of the sources of an entry, and its identity.
#[derive(Debug, Clone, FromRow)]
pub struct EntrySources {
    pub document: DocumentKey,
    pub kind: String,
    pub slug: Slug,
    pub name: String,
    pub sources: Option<String>,
}

impl Store {
    /// Returns the entry with this document, kind and slug.
    pub async fn entry(&self, document: &str, kind: Kind, slug: &str) -> Result<Option<EntryRow>> {
        // An entry without its text is damaged, which is reported when it is decoded.
        let select = AssertSqlSafe(format!(
            "SELECT {ENTRY_COLUMNS}
             FROM documents d JOIN entries e ON e.document_id = d.id LEFT JOIN texts t ON t.entry_id = e.id
             WHERE d.key = ? AND e.kind = ? AND e.slug = ?"
        ));
        Ok(self.undamaged_entries(sql!(select, [document, kind.as_str(), slug])).await?.pop())
    }

    /// Returns the number of entries of each kind.
    pub async fn count_by_kind(&self) -> Result<Vec<(String, i64)>> {
        let select = "SELECT kind, count(*) FROM entries GROUP BY kind ORDER BY count(*) DESC, kind";
        self.all(sql!(select)).await
    }

    /// Returns slugs with this prefix, for completion.
    pub async fn slugs_starting_with(
        &self,
        document: &str,
        kind: &str,
        start: &str,
        limit: u32,
    ) -> Result<Vec<String>> {
        self.values(sql!(
            "SELECT DISTINCT e.slug FROM entries e JOIN documents d ON d.id = e.document_id
             WHERE (?1 = '' OR d.key = ?1) AND (?2 = '' OR e.kind = ?2) AND substr(e.slug, 1, length(?3)) = ?3
             ORDER BY e.slug LIMIT ?4",
            [document, kind, start, limit]
        ))
        .await
    }

    /// Returns the fields of the creatures of a document as JSON, with their bodies.
    pub async fn stat_blocks(&self, document: &str) -> Result<Vec<(String, String)>> {
        self.all(sql!(
            "SELECT t.details, t.body FROM entries e JOIN texts t ON t.entry_id = e.id
             JOIN documents d ON d.id = e.document_id WHERE d.key = ? AND e.kind = ? ORDER BY e.slug",
            [document, Kind::Creature.as_str()]
        ))
        .await
    }

    /// Returns every creature, by name.
    pub async fn creatures(&self) -> Result<Vec<CreatureRow>> {
        self.all(sql!(
            "SELECT e.id, e.document_id, e.slug, e.name, t.details
             FROM entries e JOIN texts t ON t.entry_id = e.id
             WHERE e.kind = ? ORDER BY e.folded, e.document_id, e.slug",
            [Kind::Creature.as_str()]
        ))
        .await
    }

    /// Returns what is kept of the sources of the entries of one document or all, sorted by name.
    pub async fn sources_in(&self, document: Option<&DocumentKey>) -> Result<Vec<EntrySources>> {
        self.all(sql!(
            "SELECT d.key AS document, e.kind, e.slug, e.name, t.sources
             FROM entries e JOIN documents d ON d.id = e.document_id JOIN texts t ON t.entry_id = e.id
             WHERE (?1 IS NULL OR d.key = ?1) AND t.sources IS NOT NULL
             ORDER BY e.folded, e.kind, e.slug",
            [document]
        ))
        .await
    }

    /// Returns the entries of a kind with one of these slugs, in any document.
    pub async fn sources_of(&self, kind: &str, slugs: &[Slug]) -> Result<Vec<EntrySources>> {
        let slugs: Vec<&str> = slugs.iter().map(Slug::as_str).collect();
        self.all(sql!(
            "SELECT d.key AS document, e.kind, e.slug, e.name, t.sources
             FROM entries e JOIN documents d ON d.id = e.document_id JOIN texts t ON t.entry_id = e.id
             WHERE e.kind = ? AND e.slug IN (SELECT value FROM json_each(?))",
            [kind, serde_json::Value::from(slugs).to_string()]
        ))
        .await
    }
}

#[cfg(test)]
mod tests;
