use super::Library;
use crate::error::{Error, Result};
use crate::model::Document;
use crate::progress::Job;
use crate::query::{key_meant_by, nearest};

impl Library {
    /// Deletes a document with all its entries, in one transaction, and takes them out of the text index.
    ///
    /// # Errors
    /// When there is no such document, or the database cannot be written.
    pub async fn delete_document(&self, key: &str, job: &Job) -> Result<Document> {
        if let Some(done) = self.store.done(job).await? {
            return Ok(done);
        }
        let wanted = key_meant_by(key);
        let documents = self.documents(None).await?;
        let keys: Vec<&str> = documents.iter().map(|document| document.document_key.as_str()).collect();
        let missing = || Error::NoSuchDocument { key: key.to_owned(), nearest: nearest(key, &keys, 3) };
        let document = documents
            .iter()
            .find(|document| document.document_key.as_str() == wanted)
            .cloned()
            .ok_or_else(missing)?;
        let _alone = self.importing.lock().await;
        if !self.store.delete_document(&document, job).await? {
            return Err(missing());
        }
        self.catch_up(&Job::quiet()).await?;
        Ok(document)
    }
}
