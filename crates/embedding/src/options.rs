//! The options of text embedding, and the model that they select.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::error::{Error, Result};
use crate::model::{MANIFEST_FILE, Manifest, Model};
use crate::model_list::ListedModel;

/// The folder of ONNX Runtime within a folder of resources.
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
    /// A model to use instead of the bundled one: a folder with a `model.json`, or a name of fastembed's model list such
    /// as `SnowflakeArcticEmbedXS`, which is downloaded before texts are embedded.
    pub chosen_model: Option<String>,
    /// The time after which an unused model is freed.
    pub idle_timeout: Duration,
    /// The time that a query waits for its vector.
    pub query_timeout: Duration,
}

impl Default for EmbeddingOptions {
    /// No model and no runtime.
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
    #[must_use]
    pub fn found_in(folders: &[PathBuf]) -> Self {
        let places: &[&str] = if cfg!(target_os = "macos") { &[RUNTIME, RUNTIME_IN_APP] } else { &[RUNTIME] };
        Self {
            bundled_model: first_existing(folders, Path::new("model")),
            runtime: first_runtime(folders, places),
            ..Self::default()
        }
    }

    /// Returns the selected model without reading its weights. Downloaded models are in `home`.
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

    /// Returns the chosen model if it is one of the model list.
    pub(crate) fn listed_model(&self) -> Option<ListedModel> {
        self.chosen_model.as_deref().map(str::trim).and_then(ListedModel::find)
    }
}

fn first_existing(folders: &[PathBuf], path: &Path) -> Option<PathBuf> {
    folders.iter().map(|folder| folder.join(path)).find(|path| path.exists())
}

/// Returns the first ONNX Runtime in one of the places that each folder of resources has for it.
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

/// The options for the installed model, if there is one.
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
mod tests {
    use super::*;

    fn model(options: &EmbeddingOptions) -> Result<Model, String> {
        options.model(Path::new("/nowhere")).map_err(|error| error.to_string())
    }

    fn chosen(name: &str) -> EmbeddingOptions {
        EmbeddingOptions { chosen_model: Some(name.to_owned()), ..EmbeddingOptions::default() }
    }

    fn bundled(folder: &Path) -> EmbeddingOptions {
        EmbeddingOptions { bundled_model: Some(folder.to_owned()), ..EmbeddingOptions::default() }
    }

    #[test]
    fn the_runtime_is_found_among_the_libraries_of_an_app() {
        let app = tempfile::tempdir().unwrap();
        let resources = app.path().join("Contents/Resources/resources");
        let frameworks = app.path().join("Contents/Frameworks");
        std::fs::create_dir_all(&resources).unwrap();
        std::fs::create_dir_all(&frameworks).unwrap();
        let library = format!("{}onnxruntime{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
        std::fs::write(frameworks.join(&library), "code").unwrap();

        let found = first_runtime(std::slice::from_ref(&resources), &[RUNTIME, RUNTIME_IN_APP]).unwrap();
        assert_eq!(found.canonicalize().unwrap(), frameworks.join(library).canonicalize().unwrap());
        assert_eq!(first_runtime(&[resources], &[RUNTIME]), None);
    }

    #[test]
    fn a_missing_model_is_an_error_with_its_reason() {
        assert!(model(&EmbeddingOptions::default()).unwrap_err().contains("no model is installed"));
        let folder = tempfile::tempdir().unwrap();
        assert!(model(&bundled(folder.path())).unwrap_err().contains("model.onnx is missing"));
        assert!(model(&chosen("/no/such/folder")).unwrap_err().contains("LOREKEEPER_MODEL"));
        let error = model(&chosen("snowflakearcticembedxs")).unwrap_err();
        assert!(error.contains("not downloaded yet"), "{error}");
    }

    #[test]
    fn a_damaged_model_is_detected_by_its_hash() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("model.onnx"), "no model").unwrap();
        let model = model(&bundled(folder.path())).unwrap();
        assert_eq!((model.name(), model.dimension()), ("all-MiniLM-L6-v2-fine-tuned", 256));
        assert!(model.verify().unwrap_err().to_string().contains("damaged"));
    }

    #[test]
    fn a_folder_with_a_manifest_is_a_model() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        let options = chosen(&folder.path().display().to_string());
        write("plum.onnx", "");
        write(
            MANIFEST_FILE,
            r#"{"name": "plum", "file": "plum.onnx", "dimension": 4, "pooling": "cls", "query_prefix": "Q: "}"#,
        );
        let found = model(&options).unwrap();
        assert_eq!((found.identity(2).as_str(), found.manifest.tokens), ("plum@unknown/2", 256));
        write(MANIFEST_FILE, r#"{"name": "plum", "dimension": 0, "pooling": "cls"}"#);
        assert!(model(&options).unwrap_err().contains("dimension"));
        write(MANIFEST_FILE, r#"{"name": "plum", "dimension": 4, "leading": 5, "pooling": "cls"}"#);
        assert!(model(&options).unwrap_err().contains("`leading`"));
        write(MANIFEST_FILE, r#"{"name": "plum", "dimension": 4, "pooling": "sum"}"#);
        assert!(model(&options).unwrap_err().contains("model.json"));
    }
}
