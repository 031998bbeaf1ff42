//! Recognises the format of a file.

use std::path::Path;

use orcbrew::{CancelCheck, Repair, SourceText};
use text::{Pattern, into_plain, pattern};
use unicode_normalization::UnicodeNormalization;

use crate::error::{Error, Result};
use crate::files::{Content, stem};
use crate::format::Format;
use crate::json::Top;
use crate::source::{File, Sample};

const ORCBREW: &str = "`.orcbrew` files of OrcPub and Dungeon Master's Vault";

/// Matches JSON, as opposed to EDN, whose keys have no colon behind them.
static JSON: Pattern = pattern!(r#"^\s*(?:\[\s*)?\{\s*"(?:[^"\\]|\\.)*"\s*:\s*["\[{\d\-tfn]"#);

/// A file whose format is known.
pub(crate) struct Classified {
    pub(crate) content: Content,
    /// Letters that could not be decoded.
    pub(crate) repair: Option<Repair>,
}

/// Recognises the format of a file by its content, and reads it if it is an OrcBrew file.
pub(crate) fn classify(
    path: &Path,
    bytes: Vec<u8>,
    formats: &[&'static Format],
    cancel: &CancelCheck,
) -> Result<Classified> {
    let refused = |reason| Error::not_homebrew(path, reason);
    let name = plain_name(&path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default());
    let mut source = SourceText::decode(bytes).map_err(refused)?;
    let title = stem(&name).to_owned();
    if !source.text.contains(":orcpub") {
        let repair = source.repair();
        let file = File { name, text: std::mem::take(&mut source.text) };
        let format = recognised(&file, formats).map_err(refused)?;
        if let Some(format) = format {
            return Ok(Classified { content: Content::Format { format, files: vec![file] }, repair });
        }
        source.text = file.text;
    }
    let read = source.read(&title, cancel);
    if cancel() {
        return Err(Error::Cancelled);
    }
    Ok(Classified { content: Content::OrcBrew(read.map_err(refused)?), repair: None })
}

/// `None` if only an OrcBrew file could look like this.
fn recognised(file: &File, formats: &[&'static Format]) -> Result<Option<&'static Format>, String> {
    let sample = Sample::of(file);
    if let Some(format) = formats.iter().find(|format| (format.recognises)(&sample)) {
        return Ok(Some(*format));
    }
    let start = file.text.trim_start();
    match &sample.json {
        Some(json) if !json.is_empty() => {
            Err(format!("it is JSON of a kind that LoreKeeper does not know; {}", reads(formats)))
        }
        Some(_) => Ok(None),
        None if JSON.is_match(&file.text) => Err(Top::read(&file.text).err().unwrap_or_default()),
        None if start.starts_with(['{', '[', '<', '(', '#']) => Ok(None),
        None => Err(format!("there is no homebrew in it that can be recognised; {}", reads(formats))),
    }
}

/// Says what can be read.
pub(crate) fn reads(formats: &[&'static Format]) -> String {
    let files: Vec<&str> = formats.iter().map(|format| format.files).collect();
    format!("LoreKeeper reads {ORCBREW}, {}", files.join(", "))
}

/// macOS may write an accent apart from its letter.
pub(crate) fn plain_name(name: &str) -> String {
    into_plain(name.to_owned()).nfc().collect()
}
