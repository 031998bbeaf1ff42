//! Models by their names in fastembed's catalogue, downloaded into the library's folder.

use std::path::{Path, PathBuf};

use fastembed::{EmbeddingModel, TextEmbedding};
use sha2::{Digest, Sha256};
use tokio::io::AsyncWriteExt;

use super::model::{MANIFEST, Manifest, Pooling};

/// Where models are downloaded from, unless `HF_ENDPOINT` says otherwise.
const HUB: &str = "https://huggingface.co";
/// The files beside the model itself.
const TOKENIZER: [&str; 4] =
    ["tokenizer.json", "config.json", "special_tokens_map.json", "tokenizer_config.json"];

/// A model of the catalogue that this program can use.
pub(super) struct Catalogued {
    name: String,
    repository: String,
    file: String,
    dimension: usize,
    pooling: Pooling,
}

/// Finds a model by its name in the catalogue, such as `BGESmallENV15`, whatever its case.
pub(super) fn find(name: &str) -> Option<Catalogued> {
    let model: EmbeddingModel = name.parse().ok()?;
    let about = TextEmbedding::get_model_info(&model).ok()?;
    // Models of several files, or with outputs of their own, are not described by a `model.json`.
    if !about.additional_files.is_empty() || about.output_key.is_some() {
        return None;
    }
    let pooling = match TextEmbedding::get_default_pooling_method(&model)? {
        fastembed::Pooling::Mean => Pooling::Mean,
        fastembed::Pooling::Cls => Pooling::Cls,
    };
    Some(Catalogued {
        name: model.to_string(),
        repository: about.model_code.clone(),
        file: about.model_file.clone(),
        dimension: about.dim,
        pooling,
    })
}

impl Catalogued {
    /// Where it stands once it is downloaded.
    pub(super) fn folder(&self, home: &Path) -> PathBuf {
        home.join("models").join(&self.name)
    }

    /// Downloads it unless it is there. A folder is either whole or absent.
    ///
    /// # Errors
    /// Says in a sentence what failed.
    pub(super) async fn download(&self, home: &Path) -> Result<(), String> {
        let folder = self.folder(home);
        if folder.join(MANIFEST).is_file() {
            return Ok(());
        }
        let failed = |why: String| format!("the model `{}` cannot be downloaded: {why}", self.name);
        let part = home.join("models").join(format!(".{}.part", self.name));
        let _ = tokio::fs::remove_dir_all(&part).await;
        tokio::fs::create_dir_all(&part)
            .await
            .map_err(|error| failed(format!("{}: {error}", part.display())))?;
        let hub = std::env::var("HF_ENDPOINT").unwrap_or_else(|_| HUB.to_owned());
        // An error means that a provider is installed already.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder()
            .user_agent(concat!("LoreKeeper/", env!("CARGO_PKG_VERSION")))
            .read_timeout(std::time::Duration::from_secs(30))
            .build()
            .map_err(|error| failed(error.to_string()))?;
        let address =
            |file: &str| format!("{}/{}/resolve/main/{file}", hub.trim_end_matches('/'), self.repository);
        tracing::info!(model = self.name, from = hub, "downloading a model");
        for file in TOKENIZER {
            fetch(&client, &address(file), &part.join(file)).await.map_err(failed)?;
        }
        let sha256 = fetch(&client, &address(&self.file), &part.join("model.onnx")).await.map_err(failed)?;
        let manifest = serde_json::to_string_pretty(&self.manifest(sha256))
            .map_err(|error| failed(error.to_string()))?;
        tokio::fs::write(part.join(MANIFEST), manifest).await.map_err(|error| failed(error.to_string()))?;
        tokio::fs::rename(&part, &folder).await.map_err(|error| failed(error.to_string()))
    }

    fn manifest(&self, sha256: String) -> Manifest {
        let (query_prefix, passage_prefix) = prefixes(&self.name);
        Manifest {
            name: self.name.clone(),
            file: "model.onnx".to_owned(),
            sha256: Some(sha256),
            dimension: self.dimension,
            pooling: self.pooling,
            query_prefix: query_prefix.to_owned(),
            passage_prefix: passage_prefix.to_owned(),
            tokens: 256,
        }
    }
}

/// What the makers of a model want before questions and before passages.
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

/// Downloads a file and gives its SHA-256.
async fn fetch(client: &reqwest::Client, address: &str, to: &Path) -> Result<String, String> {
    let answer = client.get(address).send().await.and_then(reqwest::Response::error_for_status);
    let answer = answer.map_err(|error| format!("{address}: {}", chain(&error)))?;
    let mut file = tokio::fs::File::create(to).await.map_err(|error| format!("{}: {error}", to.display()))?;
    let mut hash = Sha256::new();
    let mut answer = answer;
    loop {
        let chunk = answer.chunk().await.map_err(|error| format!("{address}: {}", chain(&error)))?;
        let Some(chunk) = chunk else { break };
        hash.update(&chunk);
        file.write_all(&chunk).await.map_err(|error| format!("{}: {error}", to.display()))?;
    }
    file.flush().await.map_err(|error| format!("{}: {error}", to.display()))?;
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// An error with its causes.
fn chain(error: &dyn std::error::Error) -> String {
    std::iter::successors(Some(error), |error| error.source())
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(": ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_catalogue_are_found_with_what_belongs_to_them() {
        let small = find("bgesmallenv15").unwrap();
        assert_eq!(
            (small.name.as_str(), small.dimension, small.pooling),
            ("BGESmallENV15", 384, Pooling::Cls)
        );
        let manifest = find("SnowflakeArcticEmbedXS").unwrap().manifest("00".to_owned());
        assert!(manifest.query_prefix.starts_with("Represent"));
        assert!(find("all-minilm").is_none() && find("/some/folder").is_none());
    }
}
