//! A model on disk: a folder with an ONNX file, tokenizer files, and a `model.json` that describes them.

use std::path::{Path, PathBuf};

use fastembed::{Pooling, TokenizerFiles};
use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};

pub(crate) const MANIFEST_FILE: &str = "model.json";
pub(crate) const ONNX_FILE: &str = "model.onnx";
pub(crate) const DEFAULT_TOKENS: usize = 256;

/// A passage of a few sentences has one subject, and small models were trained on such.
const MAX_PASSAGE_TOKENS: usize = 128;
/// The SHA-256 of the bundled model's ONNX file, which `scripts/fetch-resources` converts.
const BUNDLED_SHA256: &str = "8fb1c06a7e7f213d8eb35af416e0bc663767115558d0b66aaf7f28ce1092931d";

/// The content of `model.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Manifest {
    pub(crate) name: String,
    #[serde(default = "default_file")]
    pub(crate) file: String,
    /// The SHA-256 of the ONNX file in hexadecimal digits; not verified if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) sha256: Option<String>,
    /// The number of components of a vector, from 1 to 4096.
    pub(crate) dimension: usize,
    /// The number of first components in which vectors differ most, up to `dimension`; all if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) leading: Option<usize>,
    #[serde(with = "PoolingName")]
    pub(crate) pooling: Pooling,
    #[serde(default)]
    pub(crate) query_prefix: String,
    #[serde(default)]
    pub(crate) passage_prefix: String,
    /// The number of tokens that the model reads of a text, from 32 to 8192.
    #[serde(default = "default_tokens")]
    pub(crate) tokens: usize,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Pooling", rename_all = "lowercase")]
enum PoolingName {
    Mean,
    /// The vector of the first token.
    Cls,
}

fn default_file() -> String {
    ONNX_FILE.to_owned()
}

fn default_tokens() -> usize {
    DEFAULT_TOKENS
}

impl Manifest {
    /// Describes the bundled model, for a folder without a `model.json`.
    pub(crate) fn bundled() -> Self {
        Self {
            name: "all-MiniLM-L6-v2-fine-tuned".to_owned(),
            file: default_file(),
            sha256: Some(BUNDLED_SHA256.to_owned()),
            dimension: 256,
            leading: Some(128),
            pooling: Pooling::Mean,
            query_prefix: String::new(),
            passage_prefix: String::new(),
            tokens: DEFAULT_TOKENS,
        }
    }

    pub(crate) fn read(folder: &Path) -> Result<Option<Self>> {
        let path = folder.join(MANIFEST_FILE);
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Error::file(&path, error)),
        };
        let manifest: Self = serde_json::from_str(&text).map_err(|error| Error::file(&path, error))?;
        if !(1..=4_096).contains(&manifest.dimension) {
            return Err(Error::file(&path, "`dimension` must be from 1 to 4096"));
        }
        if manifest.leading.is_some_and(|leading| !(1..=manifest.dimension).contains(&leading)) {
            return Err(Error::file(&path, "`leading` must be from 1 to `dimension`"));
        }
        if !(32..=8_192).contains(&manifest.tokens) {
            return Err(Error::file(&path, "`tokens` must be from 32 to 8192"));
        }
        Ok(Some(manifest))
    }
}

/// A model on disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Model {
    folder: PathBuf,
    pub(crate) manifest: Manifest,
}

impl Model {
    /// The ONNX file must exist.
    pub(crate) fn at(folder: PathBuf, manifest: Manifest) -> Result<Self> {
        let model = Self { folder, manifest };
        let file = model.onnx_path();
        if !file.is_file() {
            return Err(Error::Unavailable(format!("the model's file {} is missing", disk::shown(&file))));
        }
        Ok(model)
    }

    /// Returns the name of this model's vectors of passages in a format. Others cannot be compared with them.
    pub fn identity(&self, passage_format: u32) -> String {
        format!("{}{passage_format}", self.identity_prefix())
    }

    /// Returns the start of that name, the same for every format: equal texts have equal vectors.
    pub fn identity_prefix(&self) -> String {
        let Manifest { name, sha256, .. } = &self.manifest;
        let hash = sha256.as_deref().unwrap_or("unknown");
        format!("{name}@{}/", hash.chars().take(12).collect::<String>())
    }

    /// The name for people.
    pub fn name(&self) -> &str {
        &self.manifest.name
    }

    /// The number of components of a vector.
    pub fn dimension(&self) -> usize {
        self.manifest.dimension
    }

    /// The number of first components in which vectors differ most.
    pub fn leading_components(&self) -> usize {
        self.manifest.leading.unwrap_or(self.manifest.dimension)
    }

    /// Returns the number of tokens that a passage may have. Two more mark its begin and its end.
    pub fn max_passage_tokens(&self) -> usize {
        let prefix = self.manifest.passage_prefix.len().div_ceil(3);
        self.manifest.tokens.min(MAX_PASSAGE_TOKENS).saturating_sub(prefix + 2)
    }

    pub(crate) fn verify(&self) -> Result<()> {
        let Some(expected) = &self.manifest.sha256 else { return Ok(()) };
        let path = self.onnx_path();
        let hash = disk::sha256_of_file(&path).map_err(|error| unreadable(&path, &error))?;
        if hash.eq_ignore_ascii_case(expected) {
            return Ok(());
        }
        Err(Error::Unavailable(format!(
            "the model's file {} is damaged or belongs to another model (its SHA-256 differs)",
            disk::shown(&path)
        )))
    }

    pub(crate) fn onnx(&self) -> Result<Vec<u8>> {
        self.read(&self.manifest.file)
    }

    pub(crate) fn tokenizer_files(&self) -> Result<TokenizerFiles> {
        Ok(TokenizerFiles {
            tokenizer_file: self.read("tokenizer.json")?,
            config_file: self.read("config.json")?,
            special_tokens_map_file: self.read("special_tokens_map.json")?,
            tokenizer_config_file: self.read("tokenizer_config.json")?,
        })
    }

    fn onnx_path(&self) -> PathBuf {
        self.folder.join(&self.manifest.file)
    }

    fn read(&self, name: &str) -> Result<Vec<u8>> {
        let path = self.folder.join(name);
        std::fs::read(&path).map_err(|error| unreadable(&path, &error))
    }
}

fn unreadable(path: &Path, error: &std::io::Error) -> Error {
    Error::Unavailable(format!("the model's file {} cannot be read: {error}", disk::shown(path)))
}
