use super::Library;
use crate::error::{Error, Result};
use crate::model::Document;
use crate::progress::Job;

impl Library {
    /// Deletes a document with all its entries, in one transaction, and takes them out of the text index.
    ///
    /// # Errors
    /// When there is no such document, or the database cannot be written.
    pub async fn delete_document(&self, key: &str, job: &Job) -> Result<Document> {
        if let Some(done) = self.store.recorded_result(job).await? {
            return Ok(done);
        }
        let document = self.document_to_delete(key).await?;
        let _alone = self.importing.lock().await;
        if !self.store.delete_document(&document, job).await? {
            return Err(Error::NoSuchDocument { key: key.to_owned(), nearest: Vec::new() });
        }
        self.catch_up(&Job::quiet()).await?;
        Ok(document)
    }
}
