//! The keys that names of documents and editions mean.

use crate::model::{Edition, fold};

/// Names of the System Reference Document of 2014 without an edition, from when there was only one.
const SRD_2014_NAMES: [&str; 3] = ["srd", "wotc-srd", "system-reference-document"];

/// Returns the key that a text means. An edition (`5e`, `5.5e`, `SRD 5.1`, `2024`) means that of its System
/// Reference Document, and `SRD` alone that of 2014. Any other text is a key, folded, with `-` for spaces.
pub fn key_meant_by(text: &str) -> String {
    let folded = fold(text).replace(' ', "-");
    let is_of_2014 = SRD_2014_NAMES.contains(&folded.as_str());
    let edition = if is_of_2014 { Some(Edition::Of2014) } else { text.parse().ok() };
    edition.and_then(Edition::srd).map_or(folded, str::to_owned)
}

/// Returns true if a key is that of a System Reference Document.
pub fn is_srd(key: &str) -> bool {
    [Edition::Of2014, Edition::Of2024].into_iter().any(|edition| edition.srd() == Some(key))
}

#[cfg(test)]
mod tests;
