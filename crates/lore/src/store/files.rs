//! Imported files: their books, and the entries that they hold.

use sqlx::{FromRow, QueryBuilder, SqliteConnection};

use super::row_hash::{DOCUMENTS, IMPORTED_FILES};
use super::{LossyText, Store, documents};
use crate::error::Result;
use crate::ingest::orcbrew::{PreparedBook, PreparedFile, is_same_file};
use crate::model::{DocumentKey, NewDocument, Provider, fold};

/// Rows written, or ids passed, per statement.
const ROWS_PER_STATEMENT: usize = 400;

/// An imported file.
#[derive(Debug, Clone, FromRow)]
pub(crate) struct FileRow {
    /// The id of the file.
    pub(crate) id: i64,
    /// The name of the file.
    #[sqlx(try_from = "LossyText")]
    pub(crate) name: String,
    /// The time of the last import (RFC 3339).
    #[sqlx(try_from = "LossyText")]
    pub(crate) imported_at: String,
    /// The import report, as JSON.
    #[sqlx(try_from = "LossyText")]
    pub(crate) report: String,
}

/// A book of an imported file.
#[derive(Debug, Clone, FromRow)]
pub(crate) struct BookRow {
    /// The id of the file.
    pub(crate) file_id: i64,
    /// The folded name of the book in the file.
    #[sqlx(try_from = "LossyText")]
    pub(crate) folded: String,
    /// The id of its document.
    pub(crate) document_id: i64,
    /// The key of its document.
    #[sqlx(try_from = "LossyText")]
    pub(crate) document_key: DocumentKey,
}

impl Store {
    /// Returns the files that hold entries of a document, or all files, and every book of these files.
    pub(crate) async fn imported(&self, document_id: Option<i64>) -> Result<(Vec<FileRow>, Vec<BookRow>)> {
        let files = sqlx::query(
            "SELECT id, name, imported_at, report FROM imported_files
             WHERE ?1 IS NULL OR id IN (SELECT file_id FROM imported_books WHERE document_id = ?1) ORDER BY id",
        );
        let books = sqlx::query(
            "SELECT b.file_id, b.folded, b.document_id, d.key AS document_key
             FROM imported_books b JOIN documents d ON d.id = b.document_id
             WHERE ?1 IS NULL OR b.file_id IN (SELECT file_id FROM imported_books WHERE document_id = ?1)",
        );
        Ok((self.all(files.bind(document_id)).await?, self.all(books.bind(document_id)).await?))
    }

    /// Deletes files without documents.
    pub(super) async fn delete_unused_files(&self) -> Result<()> {
        let mut connection = self.writer.acquire().await.map_err(|error| self.error(error))?;
        delete_unused(&mut connection).await.map_err(|error| self.error(error))
    }
}

/// Records a file as imported. Returns its id and the path it was imported from before, as the file is spelt now.
pub(super) async fn record_file(
    connection: &mut SqliteConnection,
    file: &PreparedFile,
    now: &str,
) -> Result<(i64, Option<String>), sqlx::Error> {
    let same = id_of_path(connection, &file.path).await?;
    let known: Option<(i64, LossyText)> = sqlx::query_as(
        "SELECT id, path FROM imported_files WHERE id = ?1 OR hash = ?2 ORDER BY id IS ?1 DESC, id LIMIT 1",
    )
    .bind(same)
    .bind(file.hash.clone())
    .fetch_optional(&mut *connection)
    .await?;
    let Some((id, path)) = known else {
        let id = sqlx::query_scalar(
            "INSERT INTO imported_files (path, name, hash, imported_at, report) VALUES (?, ?, ?, ?, '{}') RETURNING id",
        )
        .bind(file.path.clone())
        .bind(file.name.clone())
        .bind(file.hash.clone())
        .bind(now.to_owned())
        .fetch_one(connection)
        .await?;
        return Ok((id, None));
    };
    sqlx::query("UPDATE imported_files SET path = ?, name = ?, hash = ?, imported_at = ? WHERE id = ?")
        .bind(file.path.clone())
        .bind(file.name.clone())
        .bind(file.hash.clone())
        .bind(now.to_owned())
        .bind(id)
        .execute(connection)
        .await?;
    let path = if same == Some(id) { file.path.clone() } else { path.into() };
    Ok((id, Some(path)))
}

/// Returns the id of the file at a path, which may have been spelt in another way before: some file systems disregard case.
async fn id_of_path(connection: &mut SqliteConnection, path: &str) -> Result<Option<i64>, sqlx::Error> {
    let files: Vec<(i64, LossyText)> =
        sqlx::query_as("SELECT id, path FROM imported_files ORDER BY path = ? DESC, id")
            .bind(path.to_owned())
            .fetch_all(connection)
            .await?;
    let mut files = files.iter();
    Ok(files.find(|(_, earlier)| is_same_file(earlier.as_str(), path)).map(|(id, _)| *id))
}

/// Stores the import report of a file.
pub(super) async fn store_report(
    connection: &mut SqliteConnection,
    file_id: i64,
    report: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE imported_files SET report = ? WHERE id = ?")
        .bind(report.to_owned())
        .bind(file_id)
        .execute(&mut *connection)
        .await?;
    IMPORTED_FILES.seal(connection, file_id).await
}

/// Deletes files that hold no document.
pub(super) async fn delete_unused(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM imported_files WHERE id NOT IN (SELECT file_id FROM imported_books)")
        .execute(connection)
        .await?;
    Ok(())
}

/// Returns the folded names of the books of a file with the ids of their documents.
pub(super) async fn books_of(
    connection: &mut SqliteConnection,
    file_id: i64,
) -> Result<Vec<(String, i64)>, sqlx::Error> {
    let books: Vec<(LossyText, i64)> =
        sqlx::query_as("SELECT folded, document_id FROM imported_books WHERE file_id = ? ORDER BY folded")
            .bind(file_id)
            .fetch_all(connection)
            .await?;
    Ok(books.into_iter().map(|(folded, id)| (folded.into(), id)).collect())
}

/// Returns the document of a book from an earlier import.
pub(super) async fn document_of_book(
    connection: &mut SqliteConnection,
    file_id: i64,
    folded: &str,
) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar("SELECT document_id FROM imported_books WHERE file_id = ? AND folded = ?")
        .bind(file_id)
        .bind(folded.to_owned())
        .fetch_optional(connection)
        .await
}

/// Returns the ids and names of homebrew documents, oldest first.
pub(super) async fn homebrew_documents(
    connection: &mut SqliteConnection,
) -> Result<Vec<(i64, String)>, sqlx::Error> {
    let own: Vec<(i64, LossyText)> =
        sqlx::query_as("SELECT id, name FROM documents WHERE provider = ? ORDER BY id")
            .bind(Provider::OrcBrew.as_str())
            .fetch_all(connection)
            .await?;
    Ok(own.into_iter().map(|(id, name)| (id, name.into())).collect())
}

/// Returns true if any file holds a document. A document recovered from a damaged database has no file.
pub(super) async fn has_file(
    connection: &mut SqliteConnection,
    document_id: i64,
) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM imported_books WHERE document_id = ?)")
        .bind(document_id)
        .fetch_one(connection)
        .await
}

/// Returns true if another file holds the document, too.
pub(super) async fn is_shared(
    connection: &mut SqliteConnection,
    document_id: i64,
    file_id: i64,
) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM imported_books WHERE document_id = ? AND file_id <> ?)")
        .bind(document_id)
        .bind(file_id)
        .fetch_one(connection)
        .await
}

/// Records the document of a book.
pub(super) async fn record_book(
    connection: &mut SqliteConnection,
    file_id: i64,
    folded: &str,
    document_id: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query("INSERT OR REPLACE INTO imported_books (file_id, folded, document_id) VALUES (?, ?, ?)")
        .bind(file_id)
        .bind(folded.to_owned())
        .bind(document_id)
        .execute(connection)
        .await?;
    Ok(())
}

/// Removes a book from a file.
pub(super) async fn remove_book(
    connection: &mut SqliteConnection,
    file_id: i64,
    folded: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM imported_books WHERE file_id = ? AND folded = ?")
        .bind(file_id)
        .bind(folded.to_owned())
        .execute(connection)
        .await?;
    Ok(())
}

/// Records that a file holds these entries.
pub(super) async fn add_entries(
    connection: &mut SqliteConnection,
    file_id: i64,
    entries: &[i64],
) -> Result<(), sqlx::Error> {
    for chunk in entries.chunks(ROWS_PER_STATEMENT) {
        let mut sql = QueryBuilder::new("INSERT OR IGNORE INTO entry_files (entry_id, file_id) ");
        sql.push_values(chunk, |mut row, entry| {
            row.push_bind(*entry).push_bind(file_id);
        });
        sql.build().execute(&mut *connection).await?;
    }
    Ok(())
}

/// Records that a file no longer holds these entries.
pub(super) async fn release_entries(
    connection: &mut SqliteConnection,
    file_id: i64,
    entries: &[i64],
) -> Result<(), sqlx::Error> {
    for entry in entries {
        sqlx::query("DELETE FROM entry_files WHERE entry_id = ? AND file_id = ?")
            .bind(*entry)
            .bind(file_id)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// Records that no other file holds these entries.
pub(super) async fn claim_entries(
    connection: &mut SqliteConnection,
    file_id: i64,
    entries: &[i64],
) -> Result<(), sqlx::Error> {
    for entry in entries {
        sqlx::query("DELETE FROM entry_files WHERE entry_id = ? AND file_id <> ?")
            .bind(*entry)
            .bind(file_id)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// Records that no other file holds a document.
pub(super) async fn claim_document(
    connection: &mut SqliteConnection,
    file_id: i64,
    document_id: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM imported_books WHERE document_id = ? AND file_id <> ?")
        .bind(document_id)
        .bind(file_id)
        .execute(connection)
        .await?;
    Ok(())
}

/// A document after one of its books was stored.
pub(super) struct FinishedDocument {
    pub(super) name: String,
    pub(super) key: DocumentKey,
    /// True if the document was deleted because it has no entries.
    pub(super) gone: bool,
}

/// Updates the entry count and name of a document and deletes it if it has no entries.
pub(super) async fn finish_document(
    connection: &mut SqliteConnection,
    document_id: i64,
    book: &PreparedBook,
    now: &str,
) -> Result<FinishedDocument, sqlx::Error> {
    documents::recount(connection, document_id).await?;
    let (key, name, entries): (LossyText, LossyText, i64) =
        sqlx::query_as("SELECT key, name, entry_count FROM documents WHERE id = ?")
            .bind(document_id)
            .fetch_one(&mut *connection)
            .await?;
    let (key, name) = (DocumentKey::from(key), String::from(name));
    if entries == 0 {
        sqlx::query("DELETE FROM documents WHERE id = ?").bind(document_id).execute(connection).await?;
        return Ok(FinishedDocument { name, key, gone: true });
    }
    let same = fold(&name) == book.folded || !DOCUMENTS.is_sound(connection, document_id).await?;
    let name = if same && !book.records.is_empty() { book.name.clone() } else { name };
    documents::upsert(connection, &NewDocument::homebrew(key.clone(), name.clone()), true, now).await?;
    Ok(FinishedDocument { name, key, gone: false })
}
