use sqlx::{FromRow, QueryBuilder, SqliteConnection};

use super::{Lossy, Store, documents};
use crate::error::Result;
use crate::ingest::orcbrew::{PreparedBook, PreparedFile};
use crate::model::{DocumentKey, Provider, fold};

/// Rows written or numbers given by one statement.
const CHUNK: usize = 400;

/// A file that was imported.
#[derive(Debug, Clone, FromRow)]
pub(crate) struct FileRow {
    /// Its number.
    pub(crate) id: i64,
    /// Its name.
    #[sqlx(try_from = "Lossy")]
    pub(crate) name: String,
    /// When it was last imported (RFC 3339).
    #[sqlx(try_from = "Lossy")]
    pub(crate) imported_at: String,
    /// What that did, as JSON.
    #[sqlx(try_from = "Lossy")]
    pub(crate) report: String,
}

/// A book of an imported file.
#[derive(Debug, Clone, FromRow)]
pub(crate) struct BookRow {
    /// The file's number.
    pub(crate) file_id: i64,
    /// The book's name in the file, folded.
    #[sqlx(try_from = "Lossy")]
    pub(crate) folded: String,
    /// The number of the document it became.
    pub(crate) document_id: i64,
    /// The key of that document.
    #[sqlx(try_from = "Lossy")]
    pub(crate) document_key: DocumentKey,
}

impl Store {
    /// The imported files of which a document has entries, or all of them, and every book of these files.
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

    /// Forgets files of which no document is left.
    pub(super) async fn forget_unused_files(&self) -> Result<()> {
        let mut connection = self.writer.acquire().await.map_err(|error| self.error(error))?;
        forget_unused(&mut connection).await.map_err(|error| self.error(error))
    }
}

/// Writes down that a file is imported; gives its number, and where it was imported from before.
pub(super) async fn open(
    connection: &mut SqliteConnection,
    file: &PreparedFile,
    now: &str,
) -> Result<(i64, Option<String>), sqlx::Error> {
    let known: Option<(i64, Lossy)> = sqlx::query_as(
        "SELECT id, path FROM imported_files WHERE path = ?1 OR hash = ?2 ORDER BY path = ?1 DESC, id LIMIT 1",
    )
    .bind(file.path.clone())
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
    Ok((id, Some(path.into())))
}

/// Keeps what the import of a file did.
pub(super) async fn keep_report(
    connection: &mut SqliteConnection,
    file_id: i64,
    report: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE imported_files SET report = ? WHERE id = ?")
        .bind(report.to_owned())
        .bind(file_id)
        .execute(connection)
        .await?;
    Ok(())
}

/// Forgets files that feed no document.
pub(super) async fn forget_unused(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM imported_files WHERE id NOT IN (SELECT file_id FROM imported_books)")
        .execute(connection)
        .await?;
    Ok(())
}

/// The books of a file by folded name, with the numbers of their documents.
pub(super) async fn books_of(
    connection: &mut SqliteConnection,
    file_id: i64,
) -> Result<Vec<(String, i64)>, sqlx::Error> {
    let books: Vec<(Lossy, i64)> =
        sqlx::query_as("SELECT folded, document_id FROM imported_books WHERE file_id = ? ORDER BY folded")
            .bind(file_id)
            .fetch_all(connection)
            .await?;
    Ok(books.into_iter().map(|(folded, id)| (folded.into(), id)).collect())
}

/// The document that a book of a file became when it was imported before.
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

/// The documents of the user's own files, the oldest first, with their names.
pub(super) async fn own_documents(
    connection: &mut SqliteConnection,
) -> Result<Vec<(i64, String)>, sqlx::Error> {
    let own: Vec<(i64, Lossy)> =
        sqlx::query_as("SELECT id, name FROM documents WHERE provider = ? ORDER BY id")
            .bind(Provider::OrcBrew.as_str())
            .fetch_all(connection)
            .await?;
    Ok(own.into_iter().map(|(id, name)| (id, name.into())).collect())
}

/// Whether any file feeds a document. None does when it was saved from a damaged database.
pub(super) async fn is_fed(connection: &mut SqliteConnection, document_id: i64) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM imported_books WHERE document_id = ?)")
        .bind(document_id)
        .fetch_one(connection)
        .await
}

/// Whether books of other files, too, became a document.
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

/// Notes which document a book of a file became.
pub(super) async fn note_book(
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

/// Notes that a file does not hold a book any more.
pub(super) async fn forget_book(
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

/// Notes that a file holds entries.
pub(super) async fn hold(
    connection: &mut SqliteConnection,
    file_id: i64,
    entries: &[i64],
) -> Result<(), sqlx::Error> {
    for chunk in entries.chunks(CHUNK) {
        let mut sql = QueryBuilder::new("INSERT OR IGNORE INTO entry_files (entry_id, file_id) ");
        sql.push_values(chunk, |mut row, entry| {
            row.push_bind(*entry).push_bind(file_id);
        });
        sql.build().execute(&mut *connection).await?;
    }
    Ok(())
}

/// Notes that a file does not hold entries any more.
pub(super) async fn release(
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

/// Notes that no other file holds these entries.
pub(super) async fn hold_alone(
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

/// Notes that no other file feeds a document.
pub(super) async fn feed_alone(
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

/// A document after a book was put into it.
pub(super) struct Finished {
    pub(super) name: String,
    pub(super) key: DocumentKey,
    /// Whether it is gone because nothing is left in it.
    pub(super) gone: bool,
}

/// Counts a document's entries anew, takes over how the book writes its name, and deletes it when nothing is left.
pub(super) async fn finish(
    connection: &mut SqliteConnection,
    document_id: i64,
    book: &PreparedBook,
    now: &str,
) -> Result<Finished, sqlx::Error> {
    documents::recount(connection, document_id).await?;
    let (key, name, entries): (Lossy, Lossy, i64) =
        sqlx::query_as("SELECT key, name, entry_count FROM documents WHERE id = ?")
            .bind(document_id)
            .fetch_one(&mut *connection)
            .await?;
    let (key, name) = (DocumentKey::from(key), String::from(name));
    if entries == 0 {
        sqlx::query("DELETE FROM documents WHERE id = ?").bind(document_id).execute(connection).await?;
        return Ok(Finished { name, key, gone: true });
    }
    let same = !book.records.is_empty() && fold(&name) == book.folded;
    let name = if same { book.name.clone() } else { name };
    sqlx::query("UPDATE documents SET name = ?, updated_at = ? WHERE id = ?")
        .bind(name.clone())
        .bind(now.to_owned())
        .bind(document_id)
        .execute(connection)
        .await?;
    Ok(Finished { name, key, gone: false })
}
