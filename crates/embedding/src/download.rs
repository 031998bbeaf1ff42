//! The download of a listed model from Hugging Face into the library's folder.

use std::path::Path;
use std::time::Duration;

use tokio::io::AsyncWriteExt;

use crate::error::{Error, Result};
use crate::model::{MANIFEST_FILE, Manifest, ONNX_FILE};
use crate::model_list::ListedModel;

/// `HF_ENDPOINT` overrides it.
const HUB: &str = "https://huggingface.co";
const READ_TIMEOUT: Duration = Duration::from_secs(30);
const TOKENIZER_FILES: [&str; 4] =
    ["tokenizer.json", "config.json", "special_tokens_map.json", "tokenizer_config.json"];

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Downloads a model unless it is already in its folder, which is complete or absent.
pub(crate) async fn download(model: &ListedModel, home: &Path) -> Result<()> {
    if model.folder(home).join(MANIFEST_FILE).is_file() {
        return Ok(());
    }
    download_files(model, home).await.map_err(|error| {
        Error::Unavailable(format!(
            "the model `{}` cannot be downloaded: {}",
            model.manifest.name,
            with_causes(error.as_ref())
        ))
    })
}

async fn download_files(model: &ListedModel, home: &Path) -> Result<(), Failure> {
    let part = home.join("models").join(format!(".{}.part", model.manifest.name));
    let _ = disk::remove_dir_all(&part);
    tokio::fs::create_dir_all(&part).await.map_err(|error| Error::file(&part, error))?;
    let hub = std::env::var("HF_ENDPOINT").unwrap_or_else(|_| HUB.to_owned());
    // An error means that a provider is installed already.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::builder()
        .user_agent(concat!("LoreKeeper/", env!("CARGO_PKG_VERSION")))
        .read_timeout(READ_TIMEOUT)
        .build()?;
    let url = |file: &str| format!("{}/{}/resolve/main/{file}", hub.trim_end_matches('/'), model.repository);
    tracing::info!(model = model.manifest.name, from = hub, "downloading a model");
    for file in TOKENIZER_FILES {
        download_file(&client, &url(file), &part.join(file)).await?;
    }
    let sha256 = download_file(&client, &url(&model.file), &part.join(ONNX_FILE)).await?;
    let manifest = Manifest { sha256: Some(sha256), ..model.manifest.clone() };
    let manifest = serde_json::to_string_pretty(&manifest)?;
    tokio::fs::write(part.join(MANIFEST_FILE), manifest).await?;
    let folder = model.folder(home);
    // A virus scanner may still be reading the new files.
    tokio::task::spawn_blocking(move || disk::rename(&part, &folder)).await??;
    Ok(())
}

/// Downloads a file and returns its SHA-256.
async fn download_file(client: &reqwest::Client, url: &str, path: &Path) -> Result<String, Failure> {
    let mut answer = client.get(url).send().await?.error_for_status()?;
    let mut file = tokio::fs::File::create(path).await.map_err(|error| Error::file(path, error))?;
    let mut hash = disk::Sha256::default();
    while let Some(chunk) = answer.chunk().await? {
        hash.update(&chunk);
        file.write_all(&chunk).await.map_err(|error| Error::file(path, error))?;
    }
    file.flush().await.map_err(|error| Error::file(path, error))?;
    Ok(hash.hex())
}

fn with_causes(error: &(dyn std::error::Error + 'static)) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}
