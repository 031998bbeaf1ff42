//! Statements of SQL with their values.

use content::model::Provider;
use sqlx::query::Query;
use sqlx::sqlite::SqliteArguments;
use sqlx::{QueryBuilder, Sqlite};

pub(super) type Statement<'q> = Query<'q, Sqlite, SqliteArguments>;

pub(super) type Sql = QueryBuilder<Sqlite>;

/// SQLite binds at most 32,766 values.
pub(super) const ROWS_PER_STATEMENT: usize = 400;

/// Makes a statement, and binds the values of its placeholders.
macro_rules! sql {
    ($sql:expr) => { sqlx::query($sql) };
    ($sql:expr, [$($value:expr),+ $(,)?] $(,)?) => { sqlx::query($sql)$(.bind(&$value))+ };
}
pub(super) use sql;

/// Returns the providers of homebrew as a JSON array, which is read by `json_each`.
pub(super) fn homebrew_providers() -> String {
    let homebrew = Provider::ALL.into_iter().filter(|provider| provider.is_homebrew());
    homebrew.map(Provider::as_str).collect::<serde_json::Value>().to_string()
}

/// Returns row ids as a JSON array, which is bound as one value and read by `json_each`.
pub(super) fn json_array(ids: &[i64]) -> String {
    let numbers: Vec<String> = ids.iter().map(i64::to_string).collect();
    format!("[{}]", numbers.join(","))
}
