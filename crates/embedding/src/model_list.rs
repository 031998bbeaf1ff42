//! The models that can be chosen by name: those of fastembed's list that this program can use.

use std::path::{Path, PathBuf};

use fastembed::{EmbeddingModel, TextEmbedding};

use crate::model::{DEFAULT_TOKENS, Manifest, ONNX_FILE};

pub(crate) struct ListedModel {
    pub(crate) repository: String,
    pub(crate) file: String,
    /// The hash of the file is known once it is downloaded.
    pub(crate) manifest: Manifest,
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
        let name = model.to_string();
        let (query_prefix, passage_prefix) = prefixes(&name);
        let manifest = Manifest {
            query_prefix: query_prefix.to_owned(),
            passage_prefix: passage_prefix.to_owned(),
            name,
            file: ONNX_FILE.to_owned(),
            sha256: None,
            dimension: info.dim,
            leading: None,
            pooling: TextEmbedding::get_default_pooling_method(&model)?,
            tokens: DEFAULT_TOKENS,
        };
        Some(Self { repository: info.model_code.clone(), file: info.model_file.clone(), manifest })
    }

    pub(crate) fn folder(&self, home: &Path) -> PathBuf {
        home.join("models").join(&self.manifest.name)
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
