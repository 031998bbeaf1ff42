//! The vector file shipped with the program: starter content, and everyday words of other books' names.

use std::io::ErrorKind;
use std::sync::Arc;

use content::error::{Error, Result};
use embedding::{Model, VectorFile, VectorsByHash};

use super::semantic_search::SemanticSearch;

pub(super) const VECTOR_FILE: &str = "vectors.bin";

/// The bundled vectors, which are read as they are needed.
pub(super) struct PreparedVectors(Arc<VectorFile>);

impl PreparedVectors {
    pub(super) async fn vectors(&self, hashes: Vec<[u8; 16]>) -> Result<VectorsByHash> {
        let file = Arc::clone(&self.0);
        let read = tokio::task::spawn_blocking(move || file.vectors(hashes.iter())).await?;
        read.map_err(|error| Error::Internal(format!("the bundled vectors cannot be read: {error}")))
    }
}

impl SemanticSearch {
    /// Returns `None` if there are none, and an error if they are of another model or damaged.
    pub(super) async fn prepared_vectors(&self, model: &Model) -> Result<Option<PreparedVectors>> {
        let Some(folder) = &self.starter else { return Ok(None) };
        let path = folder.join(VECTOR_FILE);
        let open = {
            let (path, identity, dimension) = (path.clone(), model.identity_prefix(), model.dimension());
            move || VectorFile::open(&path, &identity, dimension)
        };
        match tokio::task::spawn_blocking(open).await? {
            Ok(file) => Ok(Some(PreparedVectors(Arc::new(file)))),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                tracing::info!(file = %disk::shown(&path), "no vectors are bundled with the starter content");
                Ok(None)
            }
            Err(error) => Err(Error::Invalid(format!("{} cannot be used: {error}", disk::shown(&path)))),
        }
    }
}
