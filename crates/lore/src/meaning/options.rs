use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::search::Ranking;

/// What search by meaning works with. Without a model or a runtime it is unavailable, and everything else works.
#[derive(Debug, Clone)]
pub struct MeaningOptions {
    /// The folder of the model that is bundled, if there is one.
    pub model: Option<PathBuf>,
    /// ONNX Runtime's library file, if there is one.
    pub runtime: Option<PathBuf>,
    /// Another model than the bundled one: a folder with a `model.json`, or a name of fastembed's catalogue such as
    /// `SnowflakeArcticEmbedXS`, which is downloaded when texts are embedded.
    pub choice: Option<String>,
    /// How long the model stays in memory after it was last used.
    pub keep: Duration,
    /// How long a question waits for the model.
    pub patience: Duration,
    /// What decides the order of an answer.
    pub ranking: Ranking,
}

impl Default for MeaningOptions {
    /// Nothing to work with.
    fn default() -> Self {
        Self {
            model: None,
            runtime: None,
            choice: None,
            keep: Duration::from_secs(10 * 60),
            patience: Duration::from_secs(2),
            ranking: Ranking::default(),
        }
    }
}

impl MeaningOptions {
    /// What is found in folders of resources: the first `model/` and the first ONNX Runtime in `onnxruntime/`.
    #[must_use]
    pub fn found_in(folders: &[PathBuf]) -> Self {
        let first = |path: &Path| folders.iter().map(|folder| folder.join(path)).find(|path| path.exists());
        let library = format!("{}onnxruntime{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
        Self {
            model: first(Path::new("model")),
            runtime: first(&Path::new("onnxruntime").join(library)),
            ..Self::default()
        }
    }
}

/// The real model, where it was fetched.
#[cfg(test)]
pub(crate) fn real() -> Option<MeaningOptions> {
    let named = std::env::var_os("LOREKEEPER_RESOURCES").map(PathBuf::from);
    let tree = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../resources");
    let options = MeaningOptions::found_in(&[named.unwrap_or(tree)]);
    if options.model.is_none() || options.runtime.is_none() {
        eprintln!("skipped: there is no model; run scripts/fetch-resources");
        return None;
    }
    Some(options)
}
