//! Hashes of the rows of documents and imported files, by which a byte that changed on the disk is noticed. Those of entries are
//! compared in `contents`.

use sha2::{Digest as _, Sha256};
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, Row as _, SqliteConnection};

use super::Store;
use super::decoding::describe_row;
use crate::error::Result;

/// A table whose rows have a hash.
pub(super) struct HashedTable {
    name: &'static str,
    /// The columns that the hash covers.
    columns: &'static str,
}

pub(super) const DOCUMENTS: HashedTable = HashedTable {
    name: "documents",
    columns: "key, name, provider, publisher, license, notice, game_system, url, description",
};
pub(super) const IMPORTED_FILES: HashedTable =
    HashedTable { name: "imported_files", columns: "path, name, hash, imported_at, report" };

impl HashedTable {
    /// Returns the statement that reads rows with what their hash covers, as `content`.
    fn select(&self, condition: &str) -> AssertSqlSafe<String> {
        let Self { name, columns } = self;
        AssertSqlSafe(format!(
            "SELECT *, CAST(json_array({columns}) AS BLOB) AS content FROM {name} WHERE {condition}"
        ))
    }

    /// Hashes a row that was just written.
    pub(super) async fn seal(&self, connection: &mut SqliteConnection, id: i64) -> Result<(), sqlx::Error> {
        let row = sqlx::query(self.select("id = ?")).bind(id).fetch_one(&mut *connection).await?;
        let sql = format!("UPDATE {} SET row_hash = ? WHERE id = ?", self.name);
        let hash = Sha256::digest(row.try_get::<Vec<u8>, _>("content")?).to_vec();
        sqlx::query(AssertSqlSafe(sql)).bind(hash).bind(id).execute(connection).await.map(drop)
    }

    /// Returns whether a row is as it was written.
    pub(super) async fn is_sound(
        &self,
        connection: &mut SqliteConnection,
        id: i64,
    ) -> Result<bool, sqlx::Error> {
        let row = sqlx::query(self.select("id = ?")).bind(id).fetch_one(connection).await?;
        Ok(has_its_hash(&row))
    }
}

impl Store {
    /// Describes the rows of a table that are not as they were written. Those that are no text are found in another way.
    pub(super) async fn changed_rows(&self, table: &HashedTable) -> Result<Vec<String>> {
        let rows = sqlx::query(table.select("row_hash IS NOT NULL"))
            .fetch_all(&mut *self.reader().await?)
            .await
            .map_err(|error| self.error(error))?;
        let is_text = |row: &&SqliteRow| {
            row.try_get("content").is_ok_and(|content: Vec<u8>| std::str::from_utf8(&content).is_ok())
        };
        let changed = rows.iter().filter(is_text).filter(|row| !has_its_hash(row));
        Ok(changed
            .map(|row| format!("{} in `{}` is not as it was stored", describe_row(row), table.name))
            .collect())
    }
}

/// Returns whether a row that was read with its content has its hash. One that was stored without any has.
fn has_its_hash(row: &SqliteRow) -> bool {
    let hash: Option<Vec<u8>> = row.try_get("row_hash").unwrap_or_default();
    let content: Vec<u8> = row.try_get("content").unwrap_or_default();
    hash.is_none_or(|hash| hash == Sha256::digest(content).as_slice())
}
