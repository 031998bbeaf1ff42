use std::path::Path;

use anyhow::{Context, Result};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{AssertSqlSafe, ConnectOptions, SqliteConnection};

/// What the names of copies end with, so that they stay plausible and differ.
const WORDS: &[&str] = &[
    "Ash", "Brass", "Cinders", "Dusk", "Embers", "Frost", "Glass", "Hollows", "Iron", "Jade", "Knives",
    "Lanterns", "Mist", "Night", "Oak", "Pearls", "Quartz", "Ravens", "Salt", "Thorns", "Umber", "Veils",
    "Willows", "Yew", "Zeal", "Amber", "Bones", "Coral", "Dawn", "Echoes", "Flint", "Gold", "Honey", "Ivory",
    "Jasper", "Kelp", "Lead", "Marble", "Nettles", "Opal", "Pitch", "Reeds", "Silver", "Tides", "Vines",
    "Wax", "Ink", "Storms", "Moss", "Rust", "Smoke", "Snow", "Stars", "Stone", "Sand", "Rain", "Roots",
    "Runes", "Scales", "Wool",
];

/// Writes a library that holds the entries of another and copies of them under other names and in other documents,
/// until there are as many as asked for. Its text index is empty.
pub(crate) fn grow(from: &Path, to: &Path, entries: u64) -> Result<()> {
    std::fs::create_dir_all(to)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let target = to.join("library.db");
        let target = target.to_str().context("the folder's name is not Unicode")?;
        let mut source = SqliteConnectOptions::new().filename(from.join("library.db")).connect().await?;
        sqlx::query("VACUUM INTO ?").bind(target).execute(&mut source).await?;
        let mut grown = SqliteConnectOptions::new()
            .filename(target)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Off)
            .connect()
            .await?;
        copy_until(&mut grown, entries).await
    })
}

async fn copy_until(grown: &mut SqliteConnection, entries: u64) -> Result<()> {
    let (count, last_entry, last_document): (i64, i64, i64) =
        sqlx::query_as("SELECT count(*), max(id), (SELECT max(id) FROM documents) FROM entries")
            .fetch_one(&mut *grown)
            .await?;
    let facets = tables_of_entries(grown).await?;
    let mut words = WORDS.iter();
    let mut copies = 0;
    while u64::try_from(count * (copies + 1))? < entries {
        let word = words.next().context("the library is too small to be grown so far")?;
        copies += 1;
        let (entry_offset, document_offset) = (last_entry * copies, last_document * copies);
        let lower = word.to_lowercase();
        let changed = |column: &str| match column {
            "name" => Some(format!("name || ' of {word}'")),
            "folded" => Some(format!("folded || ' of {lower}'")),
            "slug" | "key" => Some(format!("{column} || '-of-{lower}'")),
            "document_id" => Some(format!("document_id + {document_offset}")),
            "entry_id" => Some(format!("entry_id + {entry_offset}")),
            _ => None,
        };
        let document = |column: &str| match column {
            "id" => Some(format!("id + {document_offset}")),
            other => changed(other),
        };
        let entry = |column: &str| match column {
            "id" => Some(format!("id + {entry_offset}")),
            other => changed(other),
        };
        sqlx::query("BEGIN").execute(&mut *grown).await?;
        // The tables are copied in any order.
        sqlx::query("PRAGMA defer_foreign_keys = ON").execute(&mut *grown).await?;
        copy(grown, "documents", &format!("id <= {last_document}"), document).await?;
        copy(grown, "entries", &format!("id <= {last_entry}"), entry).await?;
        for table in &facets {
            copy(grown, table, &format!("entry_id <= {last_entry}"), changed).await?;
        }
        sqlx::query("COMMIT").execute(&mut *grown).await?;
    }
    // The copies of the vectors are taken for those of the copies, though these have other names.
    let last = "(SELECT max(number) FROM changes)";
    let reached = format!("UPDATE models SET first_passages = {last}, all_passages = {last}");
    sqlx::query(AssertSqlSafe(reached)).execute(&mut *grown).await?;
    Ok(())
}

/// The tables that hold something of an entry; the changes come by themselves.
async fn tables_of_entries(library: &mut SqliteConnection) -> Result<Vec<String>> {
    Ok(sqlx::query_scalar(
        "SELECT t.name FROM pragma_table_list t JOIN pragma_table_info(t.name) c
         WHERE c.name = 'entry_id' AND t.type = 'table' AND t.name <> 'changes'",
    )
    .fetch_all(library)
    .await?)
}

/// Copies the rows of a table that meet a condition, with some columns changed.
async fn copy(
    library: &mut SqliteConnection,
    table: &str,
    condition: &str,
    changed: impl Fn(&str) -> Option<String>,
) -> Result<()> {
    // A vector's number is given anew.
    let columns: Vec<String> = sqlx::query_scalar(
        "SELECT name FROM pragma_table_info(?1) WHERE NOT (?1 = 'vectors' AND name = 'id') ORDER BY cid",
    )
    .bind(table)
    .fetch_all(&mut *library)
    .await?;
    let values: Vec<String> =
        columns.iter().map(|column| changed(column).unwrap_or_else(|| column.clone())).collect();
    let sql = format!(
        "INSERT INTO {table} ({}) SELECT {} FROM {table} WHERE {condition}",
        columns.join(", "),
        values.join(", ")
    );
    // Every part of it is a name in the schema, a number or a word of this file.
    sqlx::query(AssertSqlSafe(sql)).execute(library).await?;
    Ok(())
}
