//! Vectors of passages, and the position of each model.

use std::collections::{HashMap, HashSet};

use content::error::{Error, Result};
use content::model::Kind;
use embedding::VectorRow;
use sqlx::FromRow;
use tokio::sync::mpsc::Sender;

use super::Store;
use super::sql::{ROWS_PER_STATEMENT, Sql, json_array, sql};
use super::transaction::Transaction;
use super::vector_packs::{EntryLabel, VectorPack, send_packs};

/// The change numbers up to which a model has embedded the library.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromRow)]
pub struct EmbeddingPosition {
    pub id: i64,
    /// Every entry up to here has a vector for its first passage.
    pub first_passages: i64,
    /// Every entry up to here has vectors for all passages.
    pub all_passages: i64,
}

/// Vectors to write for an entry, unless it has changed since.
#[derive(Debug, Clone)]
pub struct Embedded {
    pub entry_id: i64,
    /// The change number of the passages.
    pub number: i64,
    /// True if existing vectors are deleted first.
    pub replace: bool,
    pub vectors: Vec<NewVector>,
}

/// A vector to write.
#[derive(Debug, Clone)]
pub struct NewVector {
    pub passage: i64,
    pub hash: [u8; 16],
    pub bytes: Vec<u8>,
}

/// The state of the vectors, to compare with a copy in memory.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, FromRow)]
pub struct VectorMark {
    /// The last change number.
    pub change: i64,
    /// The id of the last vector.
    pub vector: i64,
    /// The change number up to which every entry has a first passage.
    pub first_passages: i64,
}

impl VectorMark {
    /// Returns whether every entry has a vector for its first passage.
    pub fn covers_all(&self) -> bool {
        self.change > 0 && self.first_passages >= self.change
    }
}

impl Store {
    /// Returns the position of a model; `None` if it has no vectors here.
    pub async fn reached(&self, model: &str) -> Result<Option<EmbeddingPosition>> {
        let query = sql!("SELECT id, first_passages, all_passages FROM models WHERE name = ?", [model]);
        Ok(self.all(query).await?.pop())
    }

    /// Registers a model.
    pub async fn begin_model(&self, model: &str) -> Result<EmbeddingPosition> {
        self.run(sql!("INSERT OR IGNORE INTO models (name) VALUES (?)", [model])).await?;
        let reached = self.reached(model).await?;
        reached.ok_or_else(|| Error::Internal(format!("the model {model} was not noted")))
    }

    /// Deletes every other model with its vectors and returns their number.
    pub async fn forget_other_models(&self, model_id: i64) -> Result<u64> {
        self.count_changed(sql!("DELETE FROM models WHERE id <> ?", [model_id])).await
    }

    /// Counts the existing entries that changed after a number.
    pub async fn count_entries_after(&self, number: i64) -> Result<u64> {
        self.count(sql!(
            "SELECT count(*) FROM changes c JOIN entries e ON e.id = c.entry_id WHERE c.number > ?",
            [number]
        ))
        .await
    }

    /// Counts the vectors of a model.
    pub async fn count_vectors(&self, model_id: i64) -> Result<u64> {
        let select = "SELECT count(*) FROM vectors INDEXED BY vectors_by_text WHERE model_id = ?";
        self.count(sql!(select, [model_id])).await
    }

    /// Returns the passages of entries that have a vector.
    pub async fn embedded_passages(&self, model_id: i64, entries: &[i64]) -> Result<HashSet<(i64, i64)>> {
        let query = sql!(
            "SELECT entry_id, passage FROM vectors
             WHERE model_id = ? AND entry_id IN (SELECT value FROM json_each(?))",
            [model_id, json_array(entries)]
        );
        Ok(self.all(query).await?.into_iter().collect())
    }

    /// Returns the vectors of texts with these hashes, from any entry and every model whose name begins so.
    pub async fn known_vectors(
        &self,
        model_prefix: &str,
        hashes: &[[u8; 16]],
    ) -> Result<HashMap<[u8; 16], Vec<u8>>> {
        let mut known = HashMap::new();
        for chunk in hashes.chunks(ROWS_PER_STATEMENT) {
            let mut sql = Sql::new(
                "SELECT text_hash, vector FROM vectors WHERE model_id IN (SELECT id FROM models WHERE instr(name, ",
            );
            sql.push_bind(model_prefix).push(") = 1) AND text_hash IN (");
            let mut list = sql.separated(", ");
            chunk.iter().for_each(|hash| {
                list.push_bind(hash.to_vec());
            });
            sql.push(")");
            known.extend(by_hash(self.all(sql.build()).await?));
        }
        Ok(known)
    }

    /// Writes vectors and the changes that the model has reached, 0 for those of before, in one short
    /// transaction. Entries that have changed since are skipped; they are embedded later.
    pub async fn write_vectors(
        &self,
        model_id: i64,
        entries: &[Embedded],
        (first_passages, all_passages): (i64, i64),
    ) -> Result<()> {
        let mut transaction = self.begin().await?;
        transaction.write_vectors(model_id, entries).await?;
        let update = sql!(
            "UPDATE models SET first_passages = max(first_passages, ?), all_passages = max(all_passages, ?)
             WHERE id = ?",
            [first_passages, all_passages, model_id]
        );
        transaction.run(update).await?;
        transaction.commit().await
    }

    /// Returns every vector of a model by the hash of its text.
    pub async fn all_vectors(&self, model_id: i64) -> Result<HashMap<[u8; 16], Vec<u8>>> {
        let query = sql!("SELECT text_hash, vector FROM vectors WHERE model_id = ?", [model_id]);
        Ok(by_hash(self.all(query).await?).collect())
    }

    /// Returns the state of a model's vectors.
    pub async fn vector_mark(&self, model: &str) -> Result<VectorMark> {
        self.row(sql!(
            "SELECT (SELECT ifnull(max(number), 0) FROM changes) AS change,
                    (SELECT ifnull(max(id), 0) FROM vectors) AS vector,
                    ifnull((SELECT first_passages FROM models WHERE name = ?), 0) AS first_passages",
            [model]
        ))
        .await
    }

    /// Returns every vector of the entries that got one after a number.
    pub async fn vectors_after(&self, model_id: i64, number: i64) -> Result<Vec<VectorRow<EntryLabel>>> {
        type Parts = (i64, i64, String, i64, Vec<u8>);
        let query = sql!(
            "SELECT v.id, v.entry_id, e.kind, e.document_id, v.vector
             FROM vectors v JOIN entries e ON e.id = v.entry_id WHERE v.model_id = ?1
             AND v.entry_id IN (SELECT entry_id FROM vectors WHERE id > ?2)",
            [model_id, number]
        );
        let row = |(id, entry, kind, document, bytes): Parts| {
            let kind = Kind::try_from(kind).ok()?;
            Some(VectorRow { id, entry, label: (kind, document), bytes })
        };
        Ok(self.all(query).await?.into_iter().filter_map(row).collect())
    }

    /// Reads a model's vectors and sends them pack by pack. Returns the number of the last, 0 if none.
    pub async fn send_vectors(&self, model_id: i64, packs: Sender<VectorPack>) -> Result<i64> {
        let sent = send_packs(&mut *self.reader().await?, model_id, packs).await;
        sent.map_err(|error| self.error(error))
    }

    /// Returns the entries deleted after a change.
    pub async fn deleted_after(&self, number: i64) -> Result<Vec<i64>> {
        self.values(sql!(
            "SELECT c.entry_id FROM changes c LEFT JOIN entries e ON e.id = c.entry_id
             WHERE c.number > ? AND e.id IS NULL",
            [number]
        ))
        .await
    }
}

fn by_hash(rows: Vec<(Vec<u8>, Vec<u8>)>) -> impl Iterator<Item = ([u8; 16], Vec<u8>)> {
    rows.into_iter().filter_map(|(hash, vector)| Some((hash.try_into().ok()?, vector)))
}

impl Transaction {
    async fn write_vectors(&mut self, model_id: i64, entries: &[Embedded]) -> Result<()> {
        let ids: Vec<i64> = entries.iter().map(|entry| entry.entry_id).collect();
        let query = sql!(
            "SELECT c.entry_id, c.number FROM changes c JOIN entries e ON e.id = c.entry_id
             WHERE c.entry_id IN (SELECT value FROM json_each(?))",
            [json_array(&ids)]
        );
        let current: HashMap<i64, i64> = self.rows(query).await?.into_iter().collect();
        let unchanged = |entry: &&Embedded| current.get(&entry.entry_id) == Some(&entry.number);
        let entries: Vec<&Embedded> = entries.iter().filter(unchanged).collect();
        let replaced: Vec<i64> =
            entries.iter().filter(|entry| entry.replace).map(|entry| entry.entry_id).collect();
        self.run(sql!(
            "DELETE FROM vectors WHERE model_id = ? AND entry_id IN (SELECT value FROM json_each(?))",
            [model_id, json_array(&replaced)]
        ))
        .await?;
        let rows =
            entries.iter().flat_map(|entry| entry.vectors.iter().map(|vector| (entry.entry_id, vector)));
        let rows: Vec<(i64, &NewVector)> = rows.collect();
        let insert = "INSERT OR IGNORE INTO vectors (model_id, entry_id, passage, text_hash, vector) ";
        self.insert_rows(insert, &rows, |mut row, (entry_id, vector)| {
            row.push_bind(model_id).push_bind(*entry_id).push_bind(vector.passage);
            row.push_bind(vector.hash.to_vec()).push_bind(vector.bytes.clone());
        })
        .await
    }
}
