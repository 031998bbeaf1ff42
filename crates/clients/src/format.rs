//! The forms that clients' files have. Each edit touches our own entry and nothing else.

mod json;
mod toml;

pub(crate) use json::{Grammar, Json};

use crate::server::{Entry, Found};

/// The mark with which some editors begin a file.
const BOM: &str = "\u{feff}";

/// The form of a client's file.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Format {
    Json(Json),
    Toml,
}

impl Format {
    /// What stands under our key. A reason in words when the text cannot be understood.
    pub(crate) fn read(self, text: &str) -> Result<Found, String> {
        let (_, body) = without_bom(text);
        match self {
            Format::Json(json) => json.read(body),
            Format::Toml => toml::read(body),
        }
    }

    /// The text with our entry in it. Other fields of an entry that is there already are kept.
    pub(crate) fn with(self, text: &str, entry: &Entry) -> Result<String, String> {
        let (bom, body) = without_bom(text);
        let edited = match self {
            Format::Json(json) => json.with(body, entry)?,
            Format::Toml => toml::with(body, entry)?,
        };
        match self.read(&edited)? {
            Found::Entry(written) if written.starts(entry) => Ok(format!("{bom}{edited}")),
            _ => Err("it is written in a way that cannot be edited without touching other things".to_owned()),
        }
    }

    /// The text without our entry.
    pub(crate) fn without(self, text: &str) -> Result<String, String> {
        let (bom, body) = without_bom(text);
        let edited = match self {
            Format::Json(json) => json.without(body)?,
            Format::Toml => toml::without(body)?,
        };
        match self.read(&edited)? {
            Found::Nothing => Ok(format!("{bom}{edited}")),
            _ => Err("it is written in a way that cannot be edited without touching other things".to_owned()),
        }
    }

    /// A whole file that holds our entry alone.
    pub(crate) fn snippet(self, entry: &Entry) -> String {
        match self {
            Format::Json(json) => json.snippet(entry),
            Format::Toml => toml::snippet(entry),
        }
    }
}

fn without_bom(text: &str) -> (&'static str, &str) {
    text.strip_prefix(BOM).map_or(("", text), |body| (BOM, body))
}
