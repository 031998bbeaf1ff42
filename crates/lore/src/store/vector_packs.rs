//! All vectors of a model, for the first search by meaning, which waits for them. SQLite packs many rows into one, because sqlx spends
//! several times as long on a row as SQLite does on its vector.

use std::collections::HashMap;

use embedding::VectorRow;
use sqlx::{Connection, FromRow, SqliteConnection};

use super::LossyText;
use crate::model::Kind;

/// The number of vectors in a pack.
const VECTORS_PER_PACK: i64 = 1_024;

/// The properties by which a vector scan filters entries: the kind and the number of the document.
pub(crate) type EntryLabel = (Kind, i64);

/// The vectors of some rows, one after another: numbers are separated by commas.
#[derive(Debug, FromRow)]
pub(crate) struct VectorPack {
    /// The number of the last vector; `None` if there is none.
    last: Option<i64>,
    ids: String,
    entries: String,
    lengths: String,
    vectors: Vec<u8>,
}

/// Vectors as they were read.
pub(crate) enum StoredVectors {
    /// Many.
    Packs {
        /// The kind and the document of each entry.
        labels: HashMap<i64, EntryLabel>,
        packs: Vec<VectorPack>,
    },
    /// A few.
    Rows(Vec<VectorRow<EntryLabel>>),
}

impl StoredVectors {
    /// Returns the vectors. Their bytes stay where they are: a piece of memory for each would cost more than the vector.
    pub(crate) fn rows(&self) -> Vec<VectorRow<EntryLabel, &[u8]>> {
        match self {
            Self::Packs { labels, packs } => packs.iter().flat_map(|pack| pack.rows(labels)).collect(),
            Self::Rows(rows) => rows.iter().map(VectorRow::borrowed).collect(),
        }
    }
}

/// Reads every vector of a model.
pub(super) async fn read_packs(
    connection: &mut SqliteConnection,
    model_id: i64,
) -> Result<StoredVectors, sqlx::Error> {
    // All packs show the database at one time.
    let mut snapshot = connection.begin().await?;
    let labels: Vec<(LossyText, i64, String)> =
        sqlx::query_as("SELECT kind, document_id, group_concat(id) FROM entries GROUP BY kind, document_id")
            .fetch_all(&mut *snapshot)
            .await?;
    let labels = labels.into_iter().filter_map(|(kind, document, ids)| {
        let kind = Kind::try_from(kind).ok()?;
        Some(numbers(&ids).map(|id| (id, (kind, document))).collect::<Vec<_>>())
    });
    let labels = labels.flatten().collect();
    let (mut packs, mut last) = (Vec::new(), 0);
    loop {
        let pack: VectorPack = sqlx::query_as(
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
        let Some(newest) = pack.last else { break };
        last = newest;
        packs.push(pack);
    }
    snapshot.rollback().await?;
    Ok(StoredVectors::Packs { labels, packs })
}

impl VectorPack {
    /// Returns the rows of entries with a label.
    fn rows<'a>(
        &'a self,
        labels: &'a HashMap<i64, EntryLabel>,
    ) -> impl Iterator<Item = VectorRow<EntryLabel, &'a [u8]>> {
        let mut rest = self.vectors.as_slice();
        let columns = numbers(&self.ids).zip(numbers(&self.entries)).zip(numbers(&self.lengths));
        columns.filter_map(move |((id, entry), length)| {
            let (bytes, others) = rest.split_at_checked(usize::try_from(length).ok()?)?;
            rest = others;
            Some(VectorRow { id, entry, label: *labels.get(&entry)?, bytes })
        })
    }
}

/// Reads numbers that are separated by commas.
fn numbers(list: &str) -> impl Iterator<Item = i64> {
    list.split(',').filter_map(|number| number.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pack_is_split_into_vectors_of_any_length() {
        let pack = VectorPack {
            last: Some(9),
            ids: "1,2,9".to_owned(),
            entries: "5,6,7".to_owned(),
            lengths: "3,0,2".to_owned(),
            vectors: vec![1, 2, 3, 8, 9],
        };
        let labels = HashMap::from([(5, (Kind::Spell, 1)), (7, (Kind::Creature, 2))]);
        let rows: Vec<_> = pack.rows(&labels).map(|row| (row.id, row.entry, row.label, row.bytes)).collect();
        let expected: [(_, _, _, &[u8]); 2] =
            [(1, 5, (Kind::Spell, 1), &[1, 2, 3]), (9, 7, (Kind::Creature, 2), &[8, 9])];
        assert_eq!(rows, expected, "an entry without a readable kind is left out");
    }
}
