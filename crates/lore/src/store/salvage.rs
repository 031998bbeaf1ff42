use std::path::{Path, PathBuf};

use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqlitePoolOptions};

use crate::error::{Error, Result};
use crate::ingest::Batch;
use crate::model::{Details, DocumentKey, Homebrew, Kind, NewDocument, Provider, Record, Slug};

/// How many entries are read at once while nothing is wrong.
const CHUNK: i64 = 256;

type EntryParts = (DocumentKey, String, Slug, String, String, String, String);
type DocumentParts = (
    DocumentKey,
    String,
    String,
    Option<String>,
    Option<String>,
    Option<String>,
    Option<String>,
    Option<String>,
    Option<String>,
);

/// Moves a damaged database, with its companions, out of the way; gives its new place.
pub(crate) fn move_aside(path: &Path, now: jiff::Timestamp) -> Result<PathBuf> {
    let aside = path.with_extension(format!("damaged-{}.db", now.strftime("%Y%m%d-%H%M%S")));
    for (suffix, needed) in [("", true), ("-wal", false), ("-shm", false)] {
        let from = with_suffix(path, suffix);
        if needed || from.exists() {
            std::fs::rename(&from, with_suffix(&aside, suffix)).map_err(|error| Error::file(&from, error))?;
        }
    }
    Ok(aside)
}

/// Reads every document and entry that can still be read from a damaged database.
pub(crate) async fn read_what_is_left(path: &Path) -> Batch {
    let mut batch = Batch::default();
    let options =
        SqliteConnectOptions::new().filename(path).create_if_missing(false).pragma("query_only", "ON");
    let Ok(pool) = SqlitePoolOptions::new().max_connections(1).connect_with(options).await else {
        return batch;
    };
    for document in documents(&pool).await {
        batch.add_document(document);
    }
    let last = last_id(&pool).await;
    let mut first = 1;
    while first <= last {
        read_range(&pool, first, (first + CHUNK - 1).min(last), &mut batch).await;
        first += CHUNK;
    }
    pool.close().await;
    batch
}

/// Reads the entries of a range of numbers; a range that cannot be read is halved until the unreadable entry is alone.
async fn read_range(pool: &SqlitePool, first: i64, last: i64, batch: &mut Batch) {
    let mut ranges = vec![(first, last)];
    while let Some((first, last)) = ranges.pop() {
        let rows: Result<Vec<EntryParts>, _> = sqlx::query_as(
            "SELECT d.key, e.kind, e.slug, e.name, t.body, t.details, t.raw
             FROM entries e NOT INDEXED JOIN documents d ON d.id = e.document_id JOIN texts t ON t.entry_id = e.id
             WHERE e.id BETWEEN ? AND ? ORDER BY e.id",
        )
        .bind(first)
        .bind(last)
        .fetch_all(pool)
        .await;
        match rows {
            Ok(rows) => {
                for row in rows {
                    let key = row.2.to_string();
                    batch.add("library", &key, record(row));
                }
            }
            Err(_) if first < last => {
                let middle = first + (last - first) / 2;
                ranges.push((middle + 1, last));
                ranges.push((first, middle));
            }
            Err(error) => {
                batch.add("library", &first.to_string(), Err(format!("it cannot be read: {error}")));
            }
        }
    }
}

fn record((document, kind, slug, name, body, stored, raw): EntryParts) -> Result<Record, String> {
    let kind: Kind = kind.parse().map_err(|error| format!("{error}"))?;
    let details =
        Details::read(kind, &stored).map_err(|error| format!("its fields cannot be read: {error}"))?;
    let homebrew = Homebrew::read(&stored);
    // A database of an earlier version has no pages; what has some is taken in anew from the starter content.
    Ok(Record { document, kind, slug, name, body, details, page: None, homebrew, raw })
}

async fn documents(pool: &SqlitePool) -> Vec<NewDocument> {
    let rows: Result<Vec<DocumentParts>, _> = sqlx::query_as(
        "SELECT key, name, provider, publisher, license, notice, game_system, url, description FROM documents NOT INDEXED",
    )
    .fetch_all(pool)
    .await;
    let document =
        |(key, name, provider, publisher, license, notice, game_system, url, description): DocumentParts| {
            let provider: Provider = provider.parse().ok()?;
            Some(NewDocument {
                key,
                name,
                provider,
                publisher,
                license,
                notice,
                game_system,
                url,
                description,
            })
        };
    rows.unwrap_or_default().into_iter().filter_map(document).collect()
}

/// The highest number any entry may have.
async fn last_id(pool: &SqlitePool) -> i64 {
    for sql in ["SELECT seq FROM sqlite_sequence WHERE name = 'entries'", "SELECT max(id) FROM entries"] {
        if let Ok(Some(last)) = sqlx::query_scalar::<_, Option<i64>>(sql).fetch_one(pool).await {
            return last;
        }
    }
    0
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}
