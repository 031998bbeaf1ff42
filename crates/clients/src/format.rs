//! The formats of clients' files, and the one way in which our entry is edited in each of them.

mod json;
mod toml;
mod yaml;

use serde_json::Value;

use crate::entry::{ENTRY_KEY, Entry, ExistingEntry, Fields};

const BOM: &str = "\u{feff}";
const NOT_EDITABLE: &str = "its layout cannot be edited without changing other parts";

/// The format that a client's own parser accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Json,
    CommentedJson,
    /// JSON with comments and trailing commas.
    LenientJson,
    Toml,
    Yaml,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Layout {
    pub(crate) format: Format,
    pub(crate) table: &'static str,
    pub(crate) fields: Fields,
    /// Set if the table is a list, whose entries have a `name`.
    pub(crate) is_list: bool,
    /// Set if the client can read a file that begins with a byte order mark.
    pub(crate) takes_bom: bool,
    /// The content without which the client refuses a file.
    pub(crate) new_file: &'static str,
}

impl Layout {
    pub(crate) const fn new(format: Format, table: &'static str, fields: Fields) -> Self {
        // The parsers of strict JSON, such as Node's, fail on the mark.
        let takes_bom = !matches!(format, Format::Json);
        Self { format, table, fields, is_list: false, takes_bom, new_file: "" }
    }

    pub(crate) const fn refusing_bom(self) -> Self {
        Self { takes_bom: false, ..self }
    }

    pub(crate) fn read(self, text: &str) -> Result<ExistingEntry, String> {
        let (bom, body) = without_bom(text);
        let (_, found) = self.parse(body)?;
        Ok(match ExistingEntry::of(found.as_ref(), self.fields) {
            ExistingEntry::Valid(_) | ExistingEntry::Remote(_) if bom != self.kept_bom(bom) => {
                let reason = "its file begins with a byte order mark, for which the client cannot read it";
                ExistingEntry::Invalid(reason.to_owned())
            }
            found => found,
        })
    }

    /// Other fields of an existing entry are kept.
    pub(crate) fn with(self, text: &str, entry: &Entry) -> Result<String, String> {
        let (bom, body) = without_bom(text);
        let body = if body.trim().is_empty() { self.new_file } else { body };
        let (others, found) = self.parse(body)?;
        let wanted = Value::Object(entry.merged(found.as_ref(), self.fields));
        Ok(format!("{}{}", self.kept_bom(bom), self.edit(body, &others, Some(&wanted))?))
    }

    pub(crate) fn without(self, text: &str) -> Result<String, String> {
        let (bom, body) = without_bom(text);
        let (others, _) = self.parse(body)?;
        Ok(format!("{bom}{}", self.edit(body, &others, None)?))
    }

    pub(crate) fn snippet(self, entry: &Entry) -> String {
        self.with("", entry).unwrap_or_default().trim_end().to_owned()
    }

    /// Sets or removes our entry, and refuses an edit that changes anything else.
    fn edit(self, body: &str, others: &Value, wanted: Option<&Value>) -> Result<String, String> {
        let edited = match self.format {
            Format::Toml => toml::write(body, self, wanted)?,
            Format::Yaml => yaml::write(body, self, wanted)?,
            Format::Json | Format::CommentedJson | Format::LenientJson => json::write(body, self, wanted)?,
        };
        match self.parse(&edited) {
            Ok((left, found)) if left == *others && found.as_ref() == wanted => Ok(edited),
            _ => Err(NOT_EDITABLE.to_owned()),
        }
    }

    /// Returns the content without our entry, and our entry. An empty table of servers counts as none.
    fn parse(self, body: &str) -> Result<(Value, Option<Value>), String> {
        let (mut root, word) = match self.format {
            Format::Toml => (toml::read(body)?, "table"),
            Format::Yaml => (yaml::read(body)?, "mapping"),
            json => (json::read(body, json, self.table)?, "object"),
        };
        let all = root.as_object_mut().ok_or_else(|| format!("line 1: it does not contain one {word}"))?;
        let mut found: Vec<_> = match all.get_mut(self.table) {
            Some(Value::Object(servers)) if !self.is_list => {
                servers.shift_remove(ENTRY_KEY).into_iter().collect()
            }
            Some(Value::Array(servers)) if self.is_list => {
                servers.extract_if(.., |server| is_ours(server)).collect()
            }
            Some(Value::Null) if self.format == Format::Yaml => Vec::new(),
            Some(_) if self.is_list => return Err(format!("`{}` is no list", self.table)),
            Some(_) => return Err(format!("`{}` is no {word}", self.table)),
            None => Vec::new(),
        };
        if found.len() > 1 {
            return Err(format!("`{ENTRY_KEY}` occurs twice"));
        }
        let is_empty = |servers: &Value| match servers {
            Value::Object(servers) => servers.is_empty(),
            Value::Array(servers) => servers.is_empty(),
            _ => true,
        };
        if all.get(self.table).is_some_and(is_empty) {
            all.shift_remove(self.table);
        }
        Ok((root, found.pop()))
    }

    fn kept_bom(self, bom: &'static str) -> &'static str {
        if self.takes_bom { bom } else { "" }
    }
}

fn is_ours(server: &Value) -> bool {
    server.get("name").is_some_and(|name| name == ENTRY_KEY)
}

fn without_bom(text: &str) -> (&'static str, &str) {
    text.strip_prefix(BOM).map_or(("", text), |body| (BOM, body))
}
