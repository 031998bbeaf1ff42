//! The tables of the fields by which entries are filtered, and of the facts about them.

use content::error::Result;
use content::facts::{Fact, FactValue, Facts};
use content::fields::{Field, Missing, Storage, Value, of_family};
use content::model::{Details, Family, Record, fold};
use sqlx::Sqlite;
use sqlx::query_builder::Separated;

use super::Store;
use super::sql::{Sql, sql};
use super::transaction::Transaction;

const TABLES: [(Family, &str); 5] = [
    (Family::Spell, "spells"),
    (Family::Creature, "creatures"),
    (Family::Equipment, "equipment"),
    (Family::CharacterOption, "options"),
    (Family::Rule, "rules"),
];

/// Reads stored facts. Damaged ones are unknown.
pub fn read_facts(json: Option<&str>) -> Facts {
    json.and_then(|json| serde_json::from_str(json).ok()).unwrap_or_default()
}

impl Store {
    /// Returns the values of a text field that occur in the library, in alphabetical order.
    pub async fn field_values(&self, field: &Field) -> Result<Vec<String>> {
        let (table, column) = match field.storage {
            Storage::Fact(fact) => {
                let select = "SELECT DISTINCT value FROM fact_values WHERE fact = ? ORDER BY 1";
                return self.values(sql!(select, [fact.as_str()])).await;
            }
            Storage::Column(column, _) => (field.families().first().copied().and_then(table_of), column),
            Storage::Table(table, column) | Storage::Shared(table, column) => (Some(table), column),
            Storage::None => (None, ""),
        };
        let Some(table) = table else { return Ok(Vec::new()) };
        let mut sql = Sql::new("SELECT DISTINCT ");
        sql.push(column).push(" FROM ").push(table).push(" WHERE ").push(column);
        sql.push(" IS NOT NULL ORDER BY 1");
        self.values(sql.build()).await
    }
}

pub(super) fn table_of(family: Family) -> Option<&'static str> {
    TABLES.into_iter().find(|(other, _)| *other == family).map(|(_, table)| table)
}

type Row<'a> = (i64, &'a Details, &'a Facts);

impl Transaction {
    pub(super) async fn insert_facets(&mut self, entries: &[(i64, &Record, &Facts)]) -> Result<()> {
        for (family, table) in TABLES {
            let of_family_only = entries.iter().map(|(id, record, facts)| (*id, &record.details, *facts));
            let rows: Vec<_> = of_family_only.filter(|(_, details, _)| details.family() == family).collect();
            self.insert_columns(family, table, &rows).await?;
            for field in of_family(family) {
                if let Storage::Table(table, column) | Storage::Shared(table, column) = field.storage {
                    self.insert_values(field, (table, column), &rows).await?;
                }
            }
        }
        self.insert_facts(entries).await
    }

    async fn insert_columns(&mut self, family: Family, table: &str, rows: &[Row<'_>]) -> Result<()> {
        let columns: Vec<(&Field, &str, Missing)> = of_family(family)
            .iter()
            .filter_map(|field| match field.storage {
                Storage::Column(column, missing) => Some((*field, column, missing)),
                _ => None,
            })
            .collect();
        let names: String = columns.iter().map(|(_, column, _)| format!(", {column}")).collect();
        let insert = format!("INSERT INTO {table} (entry_id{names}) ");
        self.insert_rows(&insert, rows, |mut row, (id, details, facts)| {
            row.push_bind(*id);
            for (field, _, missing) in &columns {
                let value = field.values(details, facts).into_iter().next().map(|value| field.stored(value));
                push_bind(&mut row, value, *missing);
            }
        })
        .await
    }

    async fn insert_values(
        &mut self,
        field: &Field,
        (table, column): (&str, &str),
        rows: &[Row<'_>],
    ) -> Result<()> {
        let values: Vec<(i64, Value)> = rows
            .iter()
            .flat_map(|(id, details, facts)| {
                field.values(details, facts).into_iter().map(|value| (*id, field.stored(value)))
            })
            .collect();
        let insert = format!("INSERT OR IGNORE INTO {table} (entry_id, {column}) ");
        self.insert_rows(&insert, &values, |mut row, (id, value)| {
            row.push_bind(*id);
            push_bind(&mut row, Some(value.clone()), Missing::Null);
        })
        .await
    }

    async fn insert_facts(&mut self, entries: &[(i64, &Record, &Facts)]) -> Result<()> {
        let known: Vec<_> = entries.iter().filter(|(.., facts)| !facts.is_empty()).collect();
        self.insert_rows("INSERT INTO facts (entry_id, facts) ", &known, |mut row, (id, _, facts)| {
            row.push_bind(*id).push_bind(serde_json::to_string(facts).unwrap_or_default());
        })
        .await?;
        let mut values: Vec<(Fact, &FactValue, i64)> = known
            .iter()
            .flat_map(|(id, _, facts)| facts.iter().map(|(fact, value)| (fact, value, *id)))
            .collect();
        values.sort_by_key(|(fact, _, id)| (*fact, *id));
        let insert = "INSERT OR IGNORE INTO fact_values (fact, value, entry_id) ";
        self.insert_rows(insert, &values, |mut row, (fact, value, id)| {
            row.push_bind(fact.as_str());
            match value {
                FactValue::Flag(flag) => row.push_bind(*flag),
                FactValue::Number(number) => row.push_bind(*number),
                FactValue::Text(text) => row.push_bind(fold(text)),
            };
            row.push_bind(*id);
        })
        .await
    }

    /// The entry's rows in the tables of single fields go with them.
    pub(super) async fn delete_facets(&mut self, id: i64) -> Result<()> {
        for (_, table) in TABLES {
            let mut sql = Sql::new(format!("DELETE FROM {table} WHERE entry_id = "));
            self.run(sql.push_bind(id).build()).await?;
        }
        self.run(sql!("DELETE FROM facts WHERE entry_id = ?", [id])).await
    }
}

pub(super) fn push_bind(
    row: &mut Separated<'_, Sqlite, &'static str>,
    value: Option<Value>,
    missing: Missing,
) {
    match (value, missing) {
        (Some(Value::Text(text)), _) => row.push_bind(text),
        (Some(Value::Integer(number)), _) => row.push_bind(number),
        (Some(Value::Number(number)), _) => row.push_bind(number),
        (Some(Value::Flag(flag)), _) => row.push_bind(flag),
        (Some(Value::ChallengeRating(rating)), _) => row.push_bind(rating.decimal()),
        (None, Missing::Null) => row.push_bind(None::<i64>),
        (None, Missing::MinusOne) => row.push_bind(-1),
        (None, Missing::EmptyText) => row.push_bind(""),
    };
}
