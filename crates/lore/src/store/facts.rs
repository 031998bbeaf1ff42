//! The facts about entries, derived from their texts and fields.

use sqlx::{QueryBuilder, Sqlite, SqliteConnection};

use super::{LossyText, Store};
use crate::error::Result;
use crate::facts::{Fact, FactValue, Facts, VERSION};
use crate::model::{Details, Kind, fold};

/// The number of rows that one statement writes.
const ROWS_PER_STATEMENT: usize = 400;

/// A row from which facts are derived.
type Source = (i64, LossyText, LossyText, LossyText, LossyText);

impl Store {
    /// Returns the values of a fact that occur in the library, in alphabetical order.
    pub(super) async fn fact_values(&self, fact: Fact) -> Result<Vec<String>> {
        let query = sqlx::query("SELECT DISTINCT value FROM fact_values WHERE fact = ? ORDER BY 1");
        self.texts(query.bind(fact.name())).await
    }

    /// Derives the facts of every entry, if another version of the program derived them last.
    pub(super) async fn derive_facts(&self) -> Result<()> {
        let error = |error| self.error(error);
        let version: i64 =
            sqlx::query_scalar("PRAGMA user_version").fetch_one(&self.writer).await.map_err(error)?;
        if version == VERSION {
            return Ok(());
        }
        let mut transaction = self.begin().await?;
        sqlx::query("DELETE FROM fact_values").execute(&mut *transaction).await.map_err(error)?;
        sqlx::query("DELETE FROM facts").execute(&mut *transaction).await.map_err(error)?;
        let mut last = 0;
        loop {
            let rows: Vec<Source> = sqlx::query_as(
                "SELECT e.id, e.kind, e.name, t.details, t.body FROM entries e JOIN texts t ON t.entry_id = e.id
                 WHERE e.id > ? ORDER BY e.id LIMIT 400",
            )
            .bind(last)
            .fetch_all(&mut *transaction)
            .await
            .map_err(error)?;
            let Some((id, ..)) = rows.last() else { break };
            last = *id;
            let facts: Vec<(i64, Facts)> = rows.into_iter().filter_map(derived).collect();
            let facts: Vec<(i64, &Facts)> = facts.iter().map(|(id, facts)| (*id, facts)).collect();
            insert(&mut transaction, &facts).await.map_err(error)?;
        }
        // A pragma takes no bound values.
        let version = sqlx::AssertSqlSafe(format!("PRAGMA user_version = {VERSION}"));
        sqlx::query(version).execute(&mut *transaction).await.map_err(error)?;
        self.commit(transaction).await
    }
}

/// Derives the facts of a row; `None` if it is damaged.
fn derived((id, kind, name, details, body): Source) -> Option<(i64, Facts)> {
    let kind = Kind::try_from(kind).ok()?;
    let details = Details::read(kind, details.as_str()).ok()?;
    Some((id, Facts::of(kind, name.as_str(), &details, body.as_str())))
}

/// Reads stored facts. Damaged ones are unknown until they are derived anew.
pub(crate) fn read(json: Option<&LossyText>) -> Facts {
    json.and_then(|json| serde_json::from_str(json.as_str()).ok()).unwrap_or_default()
}

/// Writes the facts of entries that have none yet.
pub(super) async fn insert(
    connection: &mut SqliteConnection,
    entries: &[(i64, &Facts)],
) -> Result<(), sqlx::Error> {
    let known: Vec<_> = entries.iter().filter(|(_, facts)| !facts.is_empty()).collect();
    for chunk in known.chunks(ROWS_PER_STATEMENT) {
        let mut sql = QueryBuilder::<Sqlite>::new("INSERT INTO facts (entry_id, facts) ");
        sql.push_values(chunk, |mut row, (id, facts)| {
            row.push_bind(*id).push_bind(serde_json::to_string(facts).unwrap_or_default());
        });
        sql.build().execute(&mut *connection).await?;
    }
    let mut values: Vec<(Fact, &FactValue, i64)> =
        known.iter().flat_map(|(id, facts)| facts.iter().map(|(fact, value)| (fact, value, *id))).collect();
    values.sort_by_key(|(fact, _, id)| (*fact, *id));
    for chunk in values.chunks(ROWS_PER_STATEMENT) {
        let mut sql =
            QueryBuilder::<Sqlite>::new("INSERT OR IGNORE INTO fact_values (fact, value, entry_id) ");
        sql.push_values(chunk, |mut row, (fact, value, id)| {
            row.push_bind(fact.name());
            match value {
                FactValue::Flag(flag) => row.push_bind(*flag),
                FactValue::Number(number) => row.push_bind(*number),
                FactValue::Text(text) => row.push_bind(fold(text)),
            };
            row.push_bind(*id);
        });
        sql.build().execute(&mut *connection).await?;
    }
    Ok(())
}

/// Deletes the facts about an entry.
pub(super) async fn delete(connection: &mut SqliteConnection, id: i64) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM facts WHERE entry_id = ?").bind(id).execute(connection).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn facts_are_derived_anew_when_another_version_derived_them() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("library.db");
        let older = Store::open(&path).await.unwrap();
        for sql in [
            "INSERT INTO documents (id, key, name, provider, entry_count, created_at, updated_at)
             VALUES (7, 'tome', 'The Tome', 'open5e_v2', 1, '2030-01-01', '2030-01-01')",
            "INSERT INTO entries (id, document_id, kind, slug, name, folded, hash, created_at, updated_at)
             VALUES (9, 7, 'creature', 'grub', 'Grub', 'grub', x'00', '2030-01-01', '2030-01-01')",
            "INSERT INTO texts (entry_id, body, details, raw) VALUES (9, 'It is wet.', '{\"speed\": \"fly 30 ft.\"}', '{}')",
            "INSERT INTO facts (entry_id, facts) VALUES (9, '{}')",
            "INSERT INTO fact_values (fact, value, entry_id) VALUES ('movement', 'plum', 9)",
            "PRAGMA user_version = 0",
        ] {
            sqlx::query(sql).execute(&older.writer).await.unwrap();
        }
        older.close().await;
        let store = Store::open(&path).await.unwrap();
        assert_eq!(store.fact_values(Fact::Movement).await.unwrap(), ["fly"]);
        let (rows, _) = store.rows_after(0).await.unwrap().unwrap();
        assert_eq!(serde_json::to_value(&rows[0].facts).unwrap()["movement"][0]["words"], "fly 30 ft.");
    }
}
