//! Vectors of passages, and the position of each model.

use std::collections::{HashMap, HashSet};

use embedding::VectorRow;
use sqlx::{FromRow, QueryBuilder, Sqlite, SqliteConnection};
use tokio::sync::mpsc::Sender;

use super::sql::json_array;
use super::vector_packs::{EntryLabel, VectorPack, send_packs};
use super::{LossyText, Store};
use crate::error::Result;
use crate::model::Kind;

/// Values bound per statement.
const ROWS_PER_STATEMENT: usize = 400;

/// The change numbers up to which a model has embedded the library.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromRow)]
pub(crate) struct EmbeddingPosition {
    /// The id of the model.
    pub(crate) id: i64,
    /// Every entry up to here has a vector for its first passage.
    pub(crate) first_passages: i64,
    /// Every entry up to here has vectors for all passages.
    pub(crate) all_passages: i64,
}

/// The position of a model to update.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EmbeddingStage {
    First(i64),
    All(i64),
}

/// A changed entry with the texts of its passages. Absent columns mean that it was deleted.
#[derive(Debug, Clone, FromRow)]
pub(crate) struct Text {
    /// The change number.
    pub(crate) number: i64,
    pub(crate) entry_id: i64,
    pub(crate) kind: Option<LossyText>,
    pub(crate) name: Option<LossyText>,
    pub(crate) details: Option<LossyText>,
    pub(crate) body: Option<LossyText>,
}

/// Vectors to write for an entry, unless it has changed since.
#[derive(Debug, Clone)]
pub(crate) struct Embedded {
    pub(crate) entry_id: i64,
    /// The change number of the passages.
    pub(crate) number: i64,
    /// True if existing vectors are deleted first.
    pub(crate) replace: bool,
    pub(crate) vectors: Vec<NewVector>,
}

/// A vector to write.
#[derive(Debug, Clone)]
pub(crate) struct NewVector {
    pub(crate) passage: i64,
    pub(crate) hash: [u8; 16],
    pub(crate) bytes: Vec<u8>,
}

/// The state of the vectors, to compare with a copy in memory.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, FromRow)]
pub(crate) struct VectorMark {
    /// The last change number.
    pub(crate) change: i64,
    /// The id of the last vector.
    pub(crate) vector: i64,
    /// The change number up to which every entry has a first passage.
    pub(crate) first_passages: i64,
}

impl VectorMark {
    /// Returns whether every entry has a vector for its first passage.
    pub(crate) fn covers_all(&self) -> bool {
        self.change > 0 && self.first_passages >= self.change
    }
}

impl Store {
    /// Returns the position of a model; `None` if it has no vectors here.
    pub(crate) async fn reached(&self, model: &str) -> Result<Option<EmbeddingPosition>> {
        sqlx::query_as("SELECT id, first_passages, all_passages FROM models WHERE name = ?")
            .bind(model.to_owned())
            .fetch_optional(&mut *self.reader().await?)
            .await
            .map_err(|error| self.error(error))
    }

    /// Registers a model.
    pub(crate) async fn begin_model(&self, model: &str) -> Result<EmbeddingPosition> {
        sqlx::query("INSERT OR IGNORE INTO models (name) VALUES (?)")
            .bind(model.to_owned())
            .execute(&self.writer)
            .await
            .map_err(|error| self.error(error))?;
        let reached = self.reached(model).await?;
        reached.ok_or_else(|| crate::error::Error::Internal(format!("the model {model} was not noted")))
    }

    /// Deletes every other model with its vectors and returns their number.
    pub(crate) async fn forget_other_models(&self, model_id: i64) -> Result<u64> {
        let gone = sqlx::query("DELETE FROM models WHERE id <> ?")
            .bind(model_id)
            .execute(&self.writer)
            .await
            .map_err(|error| self.error(error))?;
        Ok(gone.rows_affected())
    }

    /// Counts the existing entries that changed after a number.
    pub(crate) async fn count_entries_after(&self, number: i64) -> Result<u64> {
        let count: i64 = sqlx::query_scalar(
            "SELECT count(*) FROM changes c JOIN entries e ON e.id = c.entry_id WHERE c.number > ?",
        )
        .bind(number)
        .fetch_one(&mut *self.reader().await?)
        .await
        .map_err(|error| self.error(error))?;
        Ok(u64::try_from(count).unwrap_or(0))
    }

    /// Counts the vectors of a model.
    pub(crate) async fn count_vectors(&self, model_id: i64) -> Result<u64> {
        let count: i64 =
            sqlx::query_scalar("SELECT count(*) FROM vectors INDEXED BY vectors_by_text WHERE model_id = ?")
                .bind(model_id)
                .fetch_one(&mut *self.reader().await?)
                .await
                .map_err(|error| self.error(error))?;
        Ok(u64::try_from(count).unwrap_or(0))
    }

    /// Returns the next changes after one number and up to another, oldest first, at most `limit`.
    pub(crate) async fn texts_after(&self, number: i64, last: i64, limit: u32) -> Result<Vec<Text>> {
        let query = sqlx::query(
            "SELECT c.number, c.entry_id, e.kind, e.name, t.details, t.body
             FROM changes c LEFT JOIN entries e ON e.id = c.entry_id LEFT JOIN texts t ON t.entry_id = c.entry_id
             WHERE c.number > ? AND c.number <= ? ORDER BY c.number LIMIT ?",
        );
        self.all(query.bind(number).bind(last).bind(limit)).await
    }

    /// Returns the passages of entries that have a vector.
    pub(crate) async fn embedded_passages(
        &self,
        model_id: i64,
        entries: &[i64],
    ) -> Result<HashSet<(i64, i64)>> {
        let rows: Vec<(i64, i64)> = sqlx::query_as(
            "SELECT entry_id, passage FROM vectors
             WHERE model_id = ? AND entry_id IN (SELECT value FROM json_each(?))",
        )
        .bind(model_id)
        .bind(json_array(entries))
        .fetch_all(&mut *self.reader().await?)
        .await
        .map_err(|error| self.error(error))?;
        Ok(rows.into_iter().collect())
    }

    /// Returns the vectors of texts with these hashes, from any entry: those of every model whose name begins so.
    pub(crate) async fn known_vectors(
        &self,
        model_prefix: &str,
        hashes: &[[u8; 16]],
    ) -> Result<HashMap<[u8; 16], Vec<u8>>> {
        let mut known = HashMap::new();
        for chunk in hashes.chunks(ROWS_PER_STATEMENT) {
            let mut sql: QueryBuilder<Sqlite> = QueryBuilder::new(
                "SELECT text_hash, vector FROM vectors WHERE model_id IN (SELECT id FROM models WHERE instr(name, ",
            );
            sql.push_bind(model_prefix.to_owned()).push(") = 1) AND text_hash IN (");
            let mut list = sql.separated(", ");
            chunk.iter().for_each(|hash| {
                list.push_bind(hash.to_vec());
            });
            sql.push(")");
            let rows: Vec<(Vec<u8>, Vec<u8>)> = sql
                .build_query_as()
                .fetch_all(&mut *self.reader().await?)
                .await
                .map_err(|error| self.error(error))?;
            known.extend(rows.into_iter().filter_map(|(hash, vector)| Some((hash.try_into().ok()?, vector))));
        }
        Ok(known)
    }

    /// Writes vectors and the model's position in one short transaction. Entries that have changed since are
    /// skipped; they are embedded later.
    pub(crate) async fn write_vectors(
        &self,
        model_id: i64,
        entries: &[Embedded],
        marks: &[EmbeddingStage],
    ) -> Result<()> {
        let error = |error| self.error(error);
        let mut transaction = self.begin().await?;
        write(&mut transaction, model_id, entries).await.map_err(error)?;
        for mark in marks {
            let (sql, number) = match mark {
                EmbeddingStage::First(number) => {
                    ("UPDATE models SET first_passages = max(first_passages, ?) WHERE id = ?", number)
                }
                EmbeddingStage::All(number) => {
                    ("UPDATE models SET all_passages = max(all_passages, ?) WHERE id = ?", number)
                }
            };
            sqlx::query(sql).bind(number).bind(model_id).execute(&mut *transaction).await.map_err(error)?;
        }
        self.commit(transaction).await
    }

    /// Returns every vector of a model by the hash of its text.
    pub(crate) async fn all_vectors(&self, model_id: i64) -> Result<HashMap<[u8; 16], Vec<u8>>> {
        let rows: Vec<(Vec<u8>, Vec<u8>)> =
            sqlx::query_as("SELECT text_hash, vector FROM vectors WHERE model_id = ?")
                .bind(model_id)
                .fetch_all(&mut *self.reader().await?)
                .await
                .map_err(|error| self.error(error))?;
        Ok(rows.into_iter().filter_map(|(hash, vector)| Some((hash.try_into().ok()?, vector))).collect())
    }

    /// Returns the state of a model's vectors.
    pub(crate) async fn vector_mark(&self, model: &str) -> Result<VectorMark> {
        sqlx::query_as(
            "SELECT (SELECT ifnull(max(number), 0) FROM changes) AS change,
                    (SELECT ifnull(max(id), 0) FROM vectors) AS vector,
                    ifnull((SELECT first_passages FROM models WHERE name = ?), 0) AS first_passages",
        )
        .bind(model.to_owned())
        .fetch_one(&mut *self.reader().await?)
        .await
        .map_err(|error| self.error(error))
    }

    /// Returns every vector of the entries that got one after a number.
    pub(crate) async fn vectors_after(
        &self,
        model_id: i64,
        number: i64,
    ) -> Result<Vec<VectorRow<EntryLabel>>> {
        type Parts = (i64, i64, LossyText, i64, Vec<u8>);
        let query = sqlx::query(
            "SELECT v.id, v.entry_id, e.kind, e.document_id, v.vector
             FROM vectors v JOIN entries e ON e.id = v.entry_id WHERE v.model_id = ?1
             AND v.entry_id IN (SELECT entry_id FROM vectors WHERE id > ?2)",
        );
        let rows: Vec<Parts> = self.all(query.bind(model_id).bind(number)).await?;
        let row = |(id, entry, kind, document, bytes): Parts| {
            let kind = Kind::try_from(kind).ok()?;
            Some(VectorRow { id, entry, label: (kind, document), bytes })
        };
        Ok(rows.into_iter().filter_map(row).collect())
    }

    /// Reads every vector of a model, and sends them pack by pack. Returns the number of the last one, 0 without any.
    pub(crate) async fn send_vectors(&self, model_id: i64, packs: Sender<VectorPack>) -> Result<i64> {
        let sent = send_packs(&mut *self.reader().await?, model_id, packs).await;
        sent.map_err(|error| self.error(error))
    }

    /// Returns the entries deleted after a change.
    pub(crate) async fn deleted_after(&self, number: i64) -> Result<Vec<i64>> {
        sqlx::query_scalar(
            "SELECT c.entry_id FROM changes c LEFT JOIN entries e ON e.id = c.entry_id
             WHERE c.number > ? AND e.id IS NULL",
        )
        .bind(number)
        .fetch_all(&mut *self.reader().await?)
        .await
        .map_err(|error| self.error(error))
    }
}

async fn write(
    connection: &mut SqliteConnection,
    model_id: i64,
    entries: &[Embedded],
) -> Result<(), sqlx::Error> {
    let ids: Vec<i64> = entries.iter().map(|entry| entry.entry_id).collect();
    let current: Vec<(i64, i64)> = sqlx::query_as(
        "SELECT c.entry_id, c.number FROM changes c JOIN entries e ON e.id = c.entry_id
         WHERE c.entry_id IN (SELECT value FROM json_each(?))",
    )
    .bind(json_array(&ids))
    .fetch_all(&mut *connection)
    .await?;
    let current: HashMap<i64, i64> = current.into_iter().collect();
    let unchanged = |entry: &&Embedded| current.get(&entry.entry_id) == Some(&entry.number);
    let entries: Vec<&Embedded> = entries.iter().filter(unchanged).collect();
    let replaced: Vec<i64> =
        entries.iter().filter(|entry| entry.replace).map(|entry| entry.entry_id).collect();
    sqlx::query("DELETE FROM vectors WHERE model_id = ? AND entry_id IN (SELECT value FROM json_each(?))")
        .bind(model_id)
        .bind(json_array(&replaced))
        .execute(&mut *connection)
        .await?;
    let rows = entries.iter().flat_map(|entry| entry.vectors.iter().map(|vector| (entry.entry_id, vector)));
    let rows: Vec<(i64, &NewVector)> = rows.collect();
    for chunk in rows.chunks(ROWS_PER_STATEMENT) {
        let mut sql: QueryBuilder<Sqlite> = QueryBuilder::new(
            "INSERT OR IGNORE INTO vectors (model_id, entry_id, passage, text_hash, vector) ",
        );
        sql.push_values(chunk, |mut row, (entry_id, vector)| {
            row.push_bind(model_id).push_bind(*entry_id).push_bind(vector.passage);
            row.push_bind(vector.hash.to_vec()).push_bind(vector.bytes.clone());
        });
        sql.build().execute(&mut *connection).await?;
    }
    Ok(())
}
