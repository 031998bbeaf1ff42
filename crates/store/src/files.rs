//! Imported files: their books, and the entries that they hold.

use content::error::{Error, Result};
use content::model::{DocumentKey, NewDocument, Provider, fold};
use ingest::orcbrew::{ImportReport, PreparedBook, PreparedFile, is_same_file};
use sqlx::FromRow;

use super::Store;
use super::row_hash::{DOCUMENTS, IMPORTED_FILES};
use super::sql::{ROWS_PER_STATEMENT, Sql, json_array, sql};
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

pub(super) struct FinishedDocument {
    pub(super) name: String,
    pub(super) key: DocumentKey,
    /// True if the document was deleted because it has no entries.
    pub(super) gone: bool,
}

impl Transaction {
    /// Returns the file's id and the path it was imported from before, as the file is spelt now.
    pub(super) async fn record_file(
        &mut self,
        file: &PreparedFile,
        source: &str,
        now: &str,
    ) -> Result<(i64, Option<String>)> {
        let PreparedFile { hash, report: ImportReport { path, file: name, .. }, .. } = file;
        let same = self.id_of_path(path).await?;
        let known: Option<(i64, String)> = self
            .row(sql!(
                "SELECT id, path FROM imported_files WHERE id = ?1 OR hash = ?2 ORDER BY id IS ?1 DESC, id LIMIT 1",
                [same, hash]
            ))
            .await?;
        let Some((id, earlier)) = known else {
            let insert = sql!(
                "INSERT INTO imported_files (path, name, hash, source, imported_at, report)
                 VALUES (?, ?, ?, ?, ?, '{}') RETURNING id",
                [path, name, hash, source, now]
            );
            return Ok((self.value(insert).await?.unwrap_or_default(), None));
        };
        self.run(sql!(
            "UPDATE imported_files SET path = ?, name = ?, hash = ?, source = ?, imported_at = ? WHERE id = ?",
            [path, name, hash, source, now, id]
        ))
        .await?;
        Ok((id, Some(if same == Some(id) { path.clone() } else { earlier })))
    }

    /// The path may have been spelt in another way before: some file systems disregard case.
    async fn id_of_path(&mut self, path: &str) -> Result<Option<i64>> {
        let files: Vec<(i64, String)> =
            self.rows(sql!("SELECT id, path FROM imported_files ORDER BY path = ? DESC, id", [path])).await?;
        Ok(files.iter().find(|(_, earlier)| is_same_file(earlier, path)).map(|(id, _)| *id))
    }

    pub(super) async fn store_report(&mut self, file_id: i64, report: &str) -> Result<()> {
        self.run(sql!("UPDATE imported_files SET report = ? WHERE id = ?", [report, file_id])).await?;
        self.seal(&IMPORTED_FILES, file_id).await
    }

    pub(super) async fn delete_unused_files(&mut self) -> Result<()> {
        self.run(sql!("DELETE FROM imported_files WHERE id NOT IN (SELECT file_id FROM imported_books)"))
            .await?;
        self.run(sql!("DELETE FROM entry_files WHERE file_id NOT IN (SELECT id FROM imported_files)")).await
    }

    pub(super) async fn books_of(&mut self, file_id: i64) -> Result<Vec<(String, i64)>> {
        self.rows(sql!(
            "SELECT b.folded, d.id FROM imported_books b JOIN documents d ON d.key = b.document
             WHERE b.file_id = ? ORDER BY b.folded",
            [file_id]
        ))
        .await
    }

    /// Returns the key and the title of the document that a book became, and the document's id if it exists.
    pub(super) async fn recorded_book(
        &mut self,
        file_id: i64,
        folded: &str,
    ) -> Result<Option<(DocumentKey, String, Option<i64>)>> {
        self.row(sql!(
            "SELECT b.document, b.title, d.id FROM imported_books b LEFT JOIN documents d ON d.key = b.document
             WHERE b.file_id = ? AND b.folded = ?",
            [file_id, folded]
        ))
        .await
    }

    /// Returns the ids and names of homebrew documents, oldest first.
    pub(super) async fn homebrew_documents(&mut self) -> Result<Vec<(i64, String)>> {
        let provider = Provider::OrcBrew.as_str();
        self.rows(sql!("SELECT id, name FROM documents WHERE provider = ? ORDER BY id", [provider])).await
    }

    /// Without `file_id`, any file counts. A document recovered from a damaged database has no file.
    pub(super) async fn has_file_besides(&mut self, file_id: Option<i64>, document_id: i64) -> Result<bool> {
        let other: Option<i64> = self
            .value(sql!(
                "SELECT 1 FROM imported_books b JOIN documents d ON d.key = b.document
                 WHERE d.id = ? AND b.file_id IS NOT ?",
                [document_id, file_id]
            ))
            .await?;
        Ok(other.is_some())
    }

    pub(super) async fn record_book(&mut self, file_id: i64, folded: &str, document_id: i64) -> Result<()> {
        self.run(sql!(
            "INSERT OR REPLACE INTO imported_books (file_id, folded, document, title)
             SELECT ?, ?, key, name FROM documents WHERE id = ?",
            [file_id, folded, document_id]
        ))
        .await
    }

    pub(super) async fn remove_book(&mut self, file_id: i64, folded: &str) -> Result<()> {
        self.run(sql!("DELETE FROM imported_books WHERE file_id = ? AND folded = ?", [file_id, folded])).await
    }

    pub(super) async fn add_entries(&mut self, file_id: i64, entries: &[i64]) -> Result<()> {
        for chunk in entries.chunks(ROWS_PER_STATEMENT) {
            let mut sql = Sql::new("INSERT OR IGNORE INTO entry_files (entry_id, file_id) ");
            sql.push_values(chunk, |mut row, entry| {
                row.push_bind(*entry).push_bind(file_id);
            });
            self.run(sql.build()).await?;
        }
        Ok(())
    }

    pub(super) async fn release_entries(&mut self, file_id: i64, entries: &[i64]) -> Result<()> {
        self.run(sql!(
            "DELETE FROM entry_files WHERE entry_id IN (SELECT value FROM json_each(?)) AND file_id = ?",
            [json_array(entries), file_id]
        ))
        .await
    }

    /// Records that no other file holds these entries.
    pub(super) async fn claim_entries(&mut self, file_id: i64, entries: &[i64]) -> Result<()> {
        self.run(sql!(
            "DELETE FROM entry_files WHERE entry_id IN (SELECT value FROM json_each(?)) AND file_id <> ?",
            [json_array(entries), file_id]
        ))
        .await
    }

    pub(super) async fn claim_document(&mut self, file_id: i64, document_id: i64) -> Result<()> {
        self.run(sql!(
            "DELETE FROM imported_books WHERE document = (SELECT key FROM documents WHERE id = ?) AND file_id <> ?",
            [document_id, file_id]
        ))
        .await
    }

    /// Updates the entry count and name of a document and deletes it if it has no entries.
    pub(super) async fn finish_document(
        &mut self,
        id: i64,
        book: &PreparedBook,
        now: &str,
    ) -> Result<FinishedDocument> {
        self.recount(id).await?;
        let row = self.row(sql!("SELECT key, name, entry_count FROM documents WHERE id = ?", [id])).await?;
        let (key, name, entries): (DocumentKey, String, i64) =
            row.ok_or_else(|| Error::Internal("a document is gone".to_owned()))?;
        if entries == 0 {
            self.run(sql!("DELETE FROM documents WHERE id = ?", [id])).await?;
            self.run(sql!("DELETE FROM imported_books WHERE document = ?", [key])).await?;
            return Ok(FinishedDocument { name, key, gone: true });
        }
        let same = fold(&name) == book.folded || !self.is_sound(&DOCUMENTS, id).await?;
        let name = if same && !book.keys.is_empty() { book.name.clone() } else { name };
        self.upsert(&NewDocument::homebrew(key.clone(), name.clone()), true, now).await?;
        self.run(sql!("UPDATE imported_books SET title = ? WHERE document = ?", [name, key])).await?;
        Ok(FinishedDocument { name, key, gone: false })
    }
}
