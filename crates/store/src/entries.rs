//! Single entries.

use content::error::Result;
use content::model::Kind;
use sqlx::AssertSqlSafe;

use super::Store;
use super::lookup::{ENTRY_COLUMNS, EntryRow};
use super::sql::sql;

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
}

#[cfg(test)]
mod tests;
