//! The path of a file as people and assistants write it.

use std::path::PathBuf;

/// Reads a path: quotation marks around it are dropped, `~/` is the user's home folder, and a `file://` address is the
/// file that it means. Everything else is taken as it is.
pub(crate) fn read(text: &str) -> PathBuf {
    let text = unquoted(text.trim());
    let is_address = text.get(..7).is_some_and(|start| start.eq_ignore_ascii_case("file://"));
    if is_address && let Some(path) = url::Url::parse(text).ok().and_then(|url| url.to_file_path().ok()) {
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
    fn a_path_is_read_however_it_was_pasted() {
        for text in
            ["/home/gm/my book.orcbrew", " \"/home/gm/my book.orcbrew\" ", "'/home/gm/my book.orcbrew'"]
        {
            assert_eq!(read(text), Path::new("/home/gm/my book.orcbrew"));
        }
        assert_eq!(read("relative/book.orcbrew"), Path::new("relative/book.orcbrew"));
        assert_eq!(read(r"C:\Users\gm\book.orcbrew"), Path::new(r"C:\Users\gm\book.orcbrew"));
        assert_eq!(read("\""), Path::new("\""));
        assert_eq!(read("ä"), Path::new("ä"));
    }

    #[cfg(unix)]
    #[test]
    fn the_home_folder_and_addresses_of_files_are_understood() {
        assert_eq!(read("file:///home/gm/my%20book.orcbrew"), Path::new("/home/gm/my book.orcbrew"));
        assert_eq!(read("FILE://localhost/tmp/a.zip"), Path::new("/tmp/a.zip"));
        assert_eq!(read("~/book.orcbrew"), std::env::home_dir().unwrap().join("book.orcbrew"));
        assert_eq!(read("~gm/book.orcbrew"), Path::new("~gm/book.orcbrew"));
    }
}
