//! File paths as people and assistants write them.

use std::path::PathBuf;

/// Parses a path. Quotation marks around it are removed, `~/` becomes the user's home folder, and a `file://` URL becomes the
/// path of its file.
pub(crate) fn parse(text: &str) -> PathBuf {
    let text = unquoted(text.trim());
    let is_url = text.get(..7).is_some_and(|start| start.eq_ignore_ascii_case("file://"));
    if is_url && let Some(path) = url::Url::parse(text).ok().and_then(|url| url.to_file_path().ok()) {
        return path;
    }
    let in_home = text.strip_prefix("~/").and_then(|rest| Some(std::env::home_dir()?.join(rest)));
    in_home.unwrap_or_else(|| PathBuf::from(text))
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
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn quotation_marks_around_a_path_are_removed() {
        for text in
            ["/home/gm/my book.orcbrew", " \"/home/gm/my book.orcbrew\" ", "'/home/gm/my book.orcbrew'"]
        {
            assert_eq!(parse(text), Path::new("/home/gm/my book.orcbrew"));
        }
        assert_eq!(parse("relative/book.orcbrew"), Path::new("relative/book.orcbrew"));
        assert_eq!(parse(r"C:\Users\gm\book.orcbrew"), Path::new(r"C:\Users\gm\book.orcbrew"));
        assert_eq!(parse("\""), Path::new("\""));
        assert_eq!(parse("ä"), Path::new("ä"));
    }

    #[cfg(unix)]
    #[test]
    fn home_folders_and_file_urls_are_resolved() {
        assert_eq!(parse("file:///home/gm/my%20book.orcbrew"), Path::new("/home/gm/my book.orcbrew"));
        assert_eq!(parse("FILE://localhost/tmp/a.zip"), Path::new("/tmp/a.zip"));
        assert_eq!(parse("~/book.orcbrew"), std::env::home_dir().unwrap().join("book.orcbrew"));
        assert_eq!(parse("~gm/book.orcbrew"), Path::new("~gm/book.orcbrew"));
    }
}
