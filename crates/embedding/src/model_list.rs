//! The models that can be chosen by name: those of fastembed's list that this program can use.

use std::path::{Path, PathBuf};

use fastembed::{EmbeddingModel, Pooling, TextEmbedding};

use crate::model::{DEFAULT_TOKENS, Manifest, ONNX_FILE};

pub(crate) struct ListedModel {
    pub(crate) name: String,
    pub(crate) repository: String,
    pub(crate) file: String,
    dimension: usize,
    pooling: Pooling,
}

impl ListedModel {
    /// Finds a model by its name, such as `BGESmallENV15`, in any case.
    pub(crate) fn find(name: &str) -> Option<Self> {
        let model: EmbeddingModel = name.parse().ok()?;
        let info = TextEmbedding::get_model_info(&model).ok()?;
        // A `model.json` cannot describe models of several files or with an output of their own.
        if !info.additional_files.is_empty() || info.output_key.is_some() {
            return None;
        }
        Some(Self {
            name: model.to_string(),
            repository: info.model_code.clone(),
            file: info.model_file.clone(),
            dimension: info.dim,
            pooling: TextEmbedding::get_default_pooling_method(&model)?,
        })
    }

    pub(crate) fn folder(&self, home: &Path) -> PathBuf {
        home.join("models").join(&self.name)
    }

    pub(crate) fn manifest(&self, sha256: String) -> Manifest {
        let (query_prefix, passage_prefix) = prefixes(&self.name);
        Manifest {
            name: self.name.clone(),
            file: ONNX_FILE.to_owned(),
            sha256: Some(sha256),
            dimension: self.dimension,
            pooling: self.pooling.clone(),
            leading: None,
            query_prefix: query_prefix.to_owned(),
            passage_prefix: passage_prefix.to_owned(),
            tokens: DEFAULT_TOKENS,
        }
    }
}

/// Returns the prefixes of queries and passages that the makers of a model recommend.
fn prefixes(name: &str) -> (&'static str, &'static str) {
    const RETRIEVE: &str = "Represent this sentence for searching relevant passages: ";
    let is = |start: &str| name.starts_with(start);
    if is("SnowflakeArctic") || is("MxbaiEmbed") || (is("BGE") && name.contains("EN")) {
        (RETRIEVE, "")
    } else if is("MultilingualE5") {
        ("query: ", "passage: ")
    } else if is("NomicEmbed") || is("ModernBertEmbed") {
        ("search_query: ", "search_document: ")
    } else {
        ("", "")
    }
}

#[cfg(test)]
mod tests;
