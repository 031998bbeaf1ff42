//! The formats of clients' files. Each edit changes our own entry and nothing else.

mod json;
mod toml;
mod yaml;

pub(crate) use json::{Grammar, Json};

use crate::server::{Entry, ExistingEntry};

/// The byte order mark with which some editors begin a file.
const BOM: &str = "\u{feff}";
/// The reason to refuse a file that our edit would change elsewhere.
const NOT_EDITABLE: &str = "its layout cannot be edited without changing other parts";

/// The format of a client's file.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Format {
    Json(Json),
    Toml,
    Yaml,
}

impl Format {
    /// Returns our entry. The error is a reason for the user.
    pub(crate) fn read(self, text: &str) -> Result<ExistingEntry, String> {
        let (bom, body) = without_bom(text);
        match self {
            Format::Json(json) => match json.read(body)? {
                ExistingEntry::Valid(_) | ExistingEntry::Remote(_) if bom != self.kept_bom(bom) => {
                    let reason =
                        "its file begins with a byte order mark, for which the client cannot read it";
                    Ok(ExistingEntry::Invalid(reason.to_owned()))
                }
                found => Ok(found),
            },
            Format::Toml => toml::read(body),
            Format::Yaml => yaml::read(body),
        }
    }

    /// Returns the text with our entry. Other fields of an existing entry are kept.
    pub(crate) fn with(self, text: &str, entry: &Entry) -> Result<String, String> {
        let (bom, body) = without_bom(text);
        let edited = match self {
            Format::Json(json) => json.with(body, entry)?,
            Format::Toml => toml::with(body, entry)?,
            Format::Yaml => yaml::with(body, entry)?,
        };
        match self.read(&edited)? {
            ExistingEntry::Valid(written) if written.starts(entry) => {
                Ok(format!("{}{edited}", self.kept_bom(bom)))
            }
            _ => Err(NOT_EDITABLE.to_owned()),
        }
    }

    /// Returns the text without our entry.
    pub(crate) fn without(self, text: &str) -> Result<String, String> {
        let (bom, body) = without_bom(text);
        let edited = match self {
            Format::Json(json) => json.without(body)?,
            Format::Toml => toml::without(body)?,
            Format::Yaml => yaml::without(body)?,
        };
        match self.read(&edited)? {
            ExistingEntry::Missing => Ok(format!("{bom}{edited}")),
            _ => Err(NOT_EDITABLE.to_owned()),
        }
    }

    /// Returns the byte order mark of a file that our entry is written to. The parsers of strict JSON, such as Node's, fail on it.
    fn kept_bom(self, bom: &'static str) -> &'static str {
        if matches!(self, Format::Json(Json { grammar: Grammar::Strict, .. })) { "" } else { bom }
    }

    /// Returns a complete file with our entry alone.
    pub(crate) fn snippet(self, entry: &Entry) -> String {
        match self {
            Format::Json(json) => json.snippet(entry),
            Format::Toml => toml::snippet(entry),
            Format::Yaml => yaml::snippet(entry),
        }
    }
}

fn without_bom(text: &str) -> (&'static str, &str) {
    text.strip_prefix(BOM).map_or(("", text), |body| (BOM, body))
}
