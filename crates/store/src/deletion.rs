//! Deletes documents with everything that belongs to them.

use content::error::Result;
use content::model::{Document, Provider};
use content::progress::Job;

use super::Store;
use super::sql::{homebrew_providers, sql};

impl Store {
    /// Deletes the books that the user no longer has.
    pub async fn delete_orphans(&self) -> Result<()> {
        self.run(sql!(
            "DELETE FROM documents WHERE (provider = ? AND key NOT IN (SELECT document FROM own_entries))
                OR (provider = ? AND key NOT IN (SELECT document FROM imported_books))",
            [Provider::Own.as_str(), Provider::OrcBrew.as_str()]
        ))
        .await
    }

    /// Deletes a document with its entries, and files that hold no other document. Returns false if there is
    /// no such document. Unless it is homebrew, it is recorded as unwanted.
    pub async fn delete_document(&self, document: &Document, job: &Job) -> Result<bool> {
        let key = &document.document_key;
        let mut transaction = self.begin().await?;
        let decline = sql!(
            "INSERT OR IGNORE INTO declined_documents
             SELECT key FROM documents WHERE key = ? AND provider NOT IN (SELECT value FROM json_each(?))",
            [key, homebrew_providers()]
        );
        transaction.run(decline).await?;
        let deleted = transaction.count_changed(sql!("DELETE FROM documents WHERE key = ?", [key])).await?;
        transaction.run(sql!("DELETE FROM imported_books WHERE document = ?", [key])).await?;
        transaction.run(sql!("DELETE FROM own_entries WHERE document = ?", [key])).await?;
        transaction.delete_unused_files().await?;
        transaction.record_call(job, document).await?;
        transaction.advance().await?;
        transaction.commit().await?;
        Ok(deleted > 0)
    }
}
