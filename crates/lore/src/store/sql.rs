//! Helpers for SQL that is built piece by piece.

use sqlx::{QueryBuilder, Sqlite};

/// A statement of SQLite that is built piece by piece, every value bound.
pub(super) type Sql = QueryBuilder<Sqlite>;

/// Returns row ids as a JSON array, which is bound as one value and read by `json_each`.
pub(super) fn json_array(ids: &[i64]) -> String {
    let numbers: Vec<String> = ids.iter().map(i64::to_string).collect();
    format!("[{}]", numbers.join(","))
}
