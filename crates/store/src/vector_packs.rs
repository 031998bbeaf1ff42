//! All vectors of a model, for the first search by meaning, which waits for them. SQLite packs many rows into
//! one, because sqlx spends several times as long on a row as SQLite does on its vector.

use std::collections::HashMap;
use std::sync::Arc;

use content::model::Kind;
use embedding::VectorRow;
use sqlx::{Connection, FromRow, SqliteConnection};
use tokio::sync::mpsc::Sender;

const VECTORS_PER_PACK: i64 = 1_024;

/// The properties by which a vector scan filters entries: the kind and the number of the document.
pub type EntryLabel = (Kind, i64);

/// Some vectors, with the labels of all entries.
pub struct VectorPack {
    labels: Arc<HashMap<i64, EntryLabel>>,
    columns: PackColumns,
}

/// The columns of some vectors, each one after another: numbers are separated by commas.
#[derive(FromRow)]
struct PackColumns {
    /// The number of the last vector; `None` if there is none.
    last: Option<i64>,
    ids: String,
    entries: String,
    lengths: String,
    vectors: Vec<u8>,
}

/// One pack is used while the next is read. Returns the number of the last vector.
pub(super) async fn send_packs(
    connection: &mut SqliteConnection,
    model_id: i64,
    packs: Sender<VectorPack>,
) -> Result<i64, sqlx::Error> {
    // All packs show the database at one time.
    let mut snapshot = connection.begin().await?;
    let labels: Vec<(String, i64, String)> =
        sqlx::query_as("SELECT kind, document_id, group_concat(id) FROM entries GROUP BY kind, document_id")
            .fetch_all(&mut *snapshot)
            .await?;
    let labels = labels.into_iter().filter_map(|(kind, document, ids)| {
        let kind = Kind::try_from(kind).ok()?;
        Some(numbers(&ids).map(|id| (id, (kind, document))).collect::<Vec<_>>())
    });
    let labels = Arc::new(labels.flatten().collect());
    let mut last = 0;
    loop {
        let columns: PackColumns = sqlx::query_as(
            "SELECT max(id) AS last, ifnull(group_concat(id), '') AS ids,
                    ifnull(group_concat(entry_id), '') AS entries,
                    ifnull(group_concat(length(vector)), '') AS lengths,
                    CAST(ifnull(group_concat(vector, ''), '') AS BLOB) AS vectors
             FROM (SELECT id, entry_id, vector FROM vectors WHERE model_id = ? AND id > ? ORDER BY id LIMIT ?)",
        )
        .bind(model_id)
        .bind(last)
        .bind(VECTORS_PER_PACK)
        .fetch_one(&mut *snapshot)
        .await?;
        let Some(newest) = columns.last else { break };
        last = newest;
        if packs.send(VectorPack { labels: Arc::clone(&labels), columns }).await.is_err() {
            break;
        }
    }
    snapshot.rollback().await?;
    Ok(last)
}

impl VectorPack {
    /// Returns the vectors of entries with a label. Their bytes stay where they are.
    pub fn rows(&self) -> impl Iterator<Item = VectorRow<EntryLabel, &[u8]>> {
        let PackColumns { ids, entries, lengths, vectors, .. } = &self.columns;
        let mut rest = vectors.as_slice();
        let columns = numbers(ids).zip(numbers(entries)).zip(numbers(lengths));
        columns.filter_map(move |((id, entry), length)| {
            let (bytes, others) = rest.split_at_checked(usize::try_from(length).ok()?)?;
            rest = others;
            Some(VectorRow { id, entry, label: *self.labels.get(&entry)?, bytes })
        })
    }
}

fn numbers(list: &str) -> impl Iterator<Item = i64> {
    list.split(',').filter_map(|number| number.parse().ok())
}

#[cfg(test)]
mod tests;
