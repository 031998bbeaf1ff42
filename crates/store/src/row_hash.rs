//! Hashes of the rows of documents and imported files, by which a byte that changed on the disk is noticed.

use content::error::Result;
use sha2::{Digest as _, Sha256};
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, FromRow, Row as _};

use super::Store;
use super::reading::describe_row;
use super::sql::sql;
use super::transaction::Transaction;

pub(super) struct HashedTable {
    name: &'static str,
    columns: &'static str,
}

pub(super) const DOCUMENTS: HashedTable = HashedTable {
    name: "documents",
    columns: "key, name, provider, publisher, license, notice, game_system, url, description",
};
pub(super) const IMPORTED_FILES: HashedTable =
    HashedTable { name: "imported_files", columns: "path, name, hash, imported_at, report" };

impl HashedTable {
    fn select(&self, condition: &str) -> AssertSqlSafe<String> {
        let Self { name, columns } = self;
        AssertSqlSafe(format!(
            "SELECT *, CAST(json_array({columns}) AS BLOB) AS content FROM {name} WHERE {condition}"
        ))
    }
}

impl Transaction {
    /// Hashes a row that was just written.
    pub(super) async fn seal(&mut self, table: &HashedTable, id: i64) -> Result<()> {
        let Some(row) = self.row::<HashedRow>(sql!(table.select("id = ?"), [id])).await? else {
            return Ok(());
        };
        let sql = AssertSqlSafe(format!("UPDATE {} SET row_hash = ? WHERE id = ?", table.name));
        self.run(sql!(sql, [Sha256::digest(row.content).to_vec(), id])).await
    }

    pub(super) async fn is_sound(&mut self, table: &HashedTable, id: i64) -> Result<bool> {
        let row = self.row::<HashedRow>(sql!(table.select("id = ?"), [id])).await?;
        Ok(row.is_none_or(|row| row.is_sound()))
    }
}

struct HashedRow {
    description: String,
    hash: Option<Vec<u8>>,
    content: Vec<u8>,
}

impl FromRow<'_, SqliteRow> for HashedRow {
    fn from_row(row: &SqliteRow) -> sqlx::Result<Self> {
        let hash = row.try_get("row_hash").unwrap_or_default();
        let content = row.try_get("content").unwrap_or_default();
        Ok(Self { description: describe_row(row), hash, content })
    }
}

impl HashedRow {
    /// A row that was stored without a hash is sound.
    fn is_sound(&self) -> bool {
        self.hash.as_ref().is_none_or(|hash| *hash == Sha256::digest(&self.content).as_slice())
    }
}

impl Store {
    pub(super) async fn changed_rows(&self, table: &HashedTable) -> Result<Vec<String>> {
        let rows: Vec<HashedRow> = self.all(sql!(table.select("row_hash IS NOT NULL"))).await?;
        let changed = rows.iter().filter(|row| !row.is_sound());
        Ok(changed
            .map(|row| format!("{} in `{}` is not as it was stored", row.description, table.name))
            .collect())
    }
}
