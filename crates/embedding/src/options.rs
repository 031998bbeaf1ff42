//! The options of text embedding, and the model that they select.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::error::{Error, Result};
use crate::model::{MANIFEST_FILE, Manifest, Model};
use crate::model_list::ListedModel;

const RUNTIME: &str = "onnxruntime";
/// The libraries of a macOS app, from its folder of resources: code must be there to be signed with the app.
const RUNTIME_IN_APP: &str = "../../Frameworks";

/// The files and time limits of text embedding. Without a model or a runtime, embedding is unavailable.
#[derive(Debug, Clone)]
pub struct EmbeddingOptions {
    /// The folder of the bundled model, if it is installed.
    pub bundled_model: Option<PathBuf>,
    /// ONNX Runtime's library file, if it is installed.
    pub runtime: Option<PathBuf>,
    /// A model to use instead of the bundled one: a folder with a `model.json`, or a name of fastembed's
    /// model list such as `SnowflakeArcticEmbedXS`, which is downloaded before texts are embedded.
    pub chosen_model: Option<String>,
    /// The time after which an unused model is freed.
    pub idle_timeout: Duration,
    /// The time that a query waits for its vector.
    pub query_timeout: Duration,
}

impl Default for EmbeddingOptions {
    fn default() -> Self {
        Self {
            bundled_model: None,
            runtime: None,
            chosen_model: None,
            idle_timeout: Duration::from_secs(10 * 60),
            query_timeout: Duration::from_secs(2),
        }
    }
}

impl EmbeddingOptions {
    /// Uses the first `model/` and the first ONNX Runtime among folders of resources.
    pub fn found_in(folders: &[PathBuf]) -> Self {
        let places: &[&str] = if cfg!(target_os = "macos") { &[RUNTIME, RUNTIME_IN_APP] } else { &[RUNTIME] };
        Self {
            bundled_model: first_existing(folders, Path::new("model")),
            runtime: first_runtime(folders, places),
            ..Self::default()
        }
    }

    /// The model's weights are not read. Downloaded models are in `home`.
    pub(crate) fn model(&self, home: &Path) -> Result<Model> {
        let chosen = self.chosen_model.as_deref().map(str::trim).filter(|name| !name.is_empty());
        let (folder, manifest) = match (chosen, &self.bundled_model) {
            (Some(name), _) => {
                let listed = ListedModel::find(name);
                let folder = listed.as_ref().map_or_else(|| PathBuf::from(name), |model| model.folder(home));
                let manifest = Manifest::read(&folder)?
                    .ok_or_else(|| Error::Unavailable(missing_manifest(name, listed.is_some())))?;
                (folder, manifest)
            }
            (None, Some(folder)) => {
                (folder.clone(), Manifest::read(folder)?.unwrap_or_else(Manifest::bundled))
            }
            (None, None) => {
                return Err(Error::Unavailable(
                    "no model is installed; one comes with LoreKeeper".to_owned(),
                ));
            }
        };
        Model::at(folder, manifest)
    }

    pub(crate) fn listed_model(&self) -> Option<ListedModel> {
        self.chosen_model.as_deref().map(str::trim).and_then(ListedModel::find)
    }
}

fn first_existing(folders: &[PathBuf], path: &Path) -> Option<PathBuf> {
    folders.iter().map(|folder| folder.join(path)).find(|path| path.exists())
}

fn first_runtime(folders: &[PathBuf], places: &[&str]) -> Option<PathBuf> {
    let library = format!("{}onnxruntime{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    places.iter().find_map(|place| first_existing(folders, &Path::new(place).join(&library)))
}

fn missing_manifest(name: &str, is_listed: bool) -> String {
    if is_listed {
        format!("the model `{name}` is not downloaded yet; `lorekeeper-mcp embed` downloads it")
    } else {
        format!(
            "`{name}` (LOREKEEPER_MODEL) is neither a folder with a {MANIFEST_FILE} nor a model that fastembed lists"
        )
    }
}

#[cfg(test)]
pub(crate) fn installed_model() -> Option<EmbeddingOptions> {
    let named = std::env::var_os("LOREKEEPER_RESOURCES").map(PathBuf::from);
    let tree = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../resources");
    let found = EmbeddingOptions::found_in(&[named.unwrap_or(tree)]);
    // A busy machine may be slow; what a timeout does has tests of its own.
    let options = EmbeddingOptions { query_timeout: Duration::from_secs(60), ..found };
    if options.bundled_model.is_none() || options.runtime.is_none() {
        eprintln!("skipped: there is no model; run scripts/fetch-resources");
        return None;
    }
    Some(options)
}

#[cfg(test)]
mod tests;
