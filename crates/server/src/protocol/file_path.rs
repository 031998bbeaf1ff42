//! File paths as people and assistants write them.

use std::path::{Component, PathBuf};

/// Parses a path. Quotation marks around it are removed, `~/` (on Windows also `~\`) becomes the user's
/// home folder, and a `file://` URL becomes the path of its file. The error is a sentence for the user.
pub(crate) fn parse(text: &str) -> Result<PathBuf, String> {
    let text = unquoted(text.trim());
    if text.get(..7).is_some_and(|start| start.eq_ignore_ascii_case("file://")) {
        let path = url::Url::parse(text).ok().and_then(|url| url.to_file_path().ok());
        return path.ok_or_else(|| {
            format!(
                "`{text}` is not the address of a file on this computer; write the path of the file instead"
            )
        });
    }
    let in_home = text.strip_prefix('~').and_then(|rest| rest.strip_prefix(std::path::is_separator));
    let path = in_home.and_then(|rest| Some(std::env::home_dir()?.join(rest)));
    let path = path.unwrap_or_else(|| PathBuf::from(text));
    // The current folder of a drive is that of another program, whoever wrote the path.
    if matches!(path.components().next(), Some(Component::Prefix(_))) && !path.has_root() {
        let example = r"C:\Users\gm\Downloads\book.orcbrew";
        return Err(format!("`{text}` leaves out the folder; write the whole path, such as `{example}`"));
    }
    Ok(path)
}

/// Parses a path from the command line or an environment variable. A path that is no text is kept.
pub(crate) fn parse_argument(path: PathBuf) -> Result<PathBuf, String> {
    path.to_str().map(parse).unwrap_or(Ok(path))
}

fn unquoted(text: &str) -> &str {
    for (open, close) in [('"', '"'), ('\'', '\''), ('`', '`'), ('“', '”'), ('‘', '’'), ('<', '>')] {
        let inner = text.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
        if let Some(inner) = inner.filter(|inner| !inner.is_empty()) {
            return inner.trim();
        }
    }
    text
}

#[cfg(test)]
mod tests;
