//! Imported files: their books, and the entries that they hold.

use content::error::Result;
use content::model::DocumentKey;
use sqlx::FromRow;

use super::Store;
use super::sql::sql;
use super::transaction::Transaction;

/// An imported file.
#[derive(Debug, Clone, FromRow)]
pub struct FileRow {
    pub id: i64,
    pub name: String,
    /// The time of the last import (RFC 3339).
    pub imported_at: String,
    pub report: String,
}

/// A book of an imported file.
#[derive(Debug, Clone, FromRow)]
pub struct BookRow {
    pub file_id: i64,
    /// The folded name of the book in the file.
    pub folded: String,
    pub document_id: i64,
    pub document_key: DocumentKey,
}

impl Store {
    /// Returns the files that hold entries of a document, or all files, and every book of these files.
    pub async fn imported(&self, document_id: Option<i64>) -> Result<(Vec<FileRow>, Vec<BookRow>)> {
        let files = sql!(
            "SELECT id, name, imported_at, report FROM imported_files
             WHERE ?1 IS NULL OR id IN (SELECT b.file_id FROM imported_books b JOIN documents d ON
             d.key = b.document WHERE d.id = ?1) ORDER BY id",
            [document_id]
        );
        let books = sql!(
            "SELECT b.file_id, b.folded, d.id AS document_id, d.key AS document_key
             FROM imported_books b JOIN documents d ON d.key = b.document
             WHERE ?1 IS NULL OR b.file_id IN (SELECT o.file_id FROM imported_books o JOIN documents d
             ON d.key = o.document WHERE d.id = ?1)",
            [document_id]
        );
        Ok((self.all(files).await?, self.all(books).await?))
    }

    /// Returns what has to be read again to make the books of the user's files, the first import first.
    pub async fn files_to_read(&self) -> Result<Vec<SourceRow>> {
        self.all(sql!(
            "SELECT id, name, hash, path, source, imported_at
             FROM imported_files ORDER BY imported_at, id"
        ))
        .await
    }
}

/// An imported file and the copy of it among the sources.
#[derive(Debug, Clone, FromRow)]
pub struct SourceRow {
    pub id: i64,
    pub name: String,
    /// The SHA-256 of its bytes, in hexadecimal digits.
    pub hash: String,
    pub path: String,
    /// The name of the copy.
    pub source: String,
    /// The time of the last import (RFC 3339).
    pub imported_at: String,
}

impl Transaction {
    pub(super) async fn delete_unused_files(&mut self) -> Result<()> {
        self.run(sql!("DELETE FROM imported_files WHERE id NOT IN (SELECT file_id FROM imported_books)"))
            .await?;
        self.run(sql!("DELETE FROM entry_files WHERE file_id NOT IN (SELECT id FROM imported_files)")).await
    }
}
