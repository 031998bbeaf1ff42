//! File paths as people and assistants write them.

use std::path::{Component, PathBuf};

/// The folder of downloads in examples of JSON, as users of this system write it.
#[cfg(windows)]
macro_rules! downloads {
    () => {
        r"C:\\Users\\gm\\Downloads\\"
    };
}
#[cfg(target_os = "macos")]
macro_rules! downloads {
    () => {
        "/Users/gm/Downloads/"
    };
}
#[cfg(not(any(windows, target_os = "macos")))]
macro_rules! downloads {
    () => {
        "/home/gm/Downloads/"
    };
}
pub(crate) use downloads;

/// Parses a path. Quotation marks around it are removed, `~/` (on Windows also `~\`) becomes the user's home folder, and a
/// `file://` URL becomes the path of its file.
///
/// # Errors
/// A sentence for the user about a text that names no file of this computer.
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
///
/// # Errors
/// Those of [`parse`].
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
mod tests {
    use std::path::Path;

    use super::*;

    fn parsed(text: &str) -> PathBuf {
        parse(text).unwrap()
    }

    #[test]
    fn quotation_marks_around_a_path_are_removed() {
        for text in
            ["/home/gm/my book.orcbrew", " \"/home/gm/my book.orcbrew\" ", "'/home/gm/my book.orcbrew'"]
        {
            assert_eq!(parsed(text), Path::new("/home/gm/my book.orcbrew"));
        }
        assert_eq!(parsed("relative/book.orcbrew"), Path::new("relative/book.orcbrew"));
        assert_eq!(parsed(r#""C:\Users\gm\book.orcbrew""#), Path::new(r"C:\Users\gm\book.orcbrew"));
        assert_eq!(parsed("\""), Path::new("\""));
        assert_eq!(parsed("ä"), Path::new("ä"));
    }

    #[test]
    fn the_home_folder_is_resolved() {
        let home = std::env::home_dir().unwrap();
        assert_eq!(parsed("~/books/a.orcbrew"), home.join("books").join("a.orcbrew"));
        assert_eq!(parsed(r"~\a.orcbrew") == home.join("a.orcbrew"), cfg!(windows));
        for text in ["~gm/book.orcbrew", "~", "a~/b"] {
            assert_eq!(parsed(text), Path::new(text));
        }
    }

    #[cfg(unix)]
    #[test]
    fn file_urls_are_resolved() {
        assert_eq!(parsed("file:///home/gm/my%20book.orcbrew"), Path::new("/home/gm/my book.orcbrew"));
        assert_eq!(parsed("FILE://localhost/tmp/a.zip"), Path::new("/tmp/a.zip"));
        let error = parse("file://server/share/a.zip").unwrap_err();
        assert!(error.contains("file://server") && error.contains("write the path"), "{error}");
    }

    #[cfg(windows)]
    #[test]
    fn file_urls_are_resolved() {
        for (url, path) in [
            ("file:///C:/Users/gm/my%20book.orcbrew", r"C:\Users\gm\my book.orcbrew"),
            (r"file:///C:\Users\gm\book.orcbrew", r"C:\Users\gm\book.orcbrew"),
            ("FILE://localhost/D:/a.zip", r"D:\a.zip"),
            ("file://server/share/a.zip", r"\\server\share\a.zip"),
            ("file:///C:/%C3%9Cbung/%F0%9F%90%89.orcbrew", r"C:\Übung\🐉.orcbrew"),
        ] {
            assert_eq!(parsed(url), Path::new(path));
        }
        assert!(parse("file:///home/gm/a.zip").unwrap_err().contains("write the path"));
    }

    #[cfg(windows)]
    #[test]
    fn paths_of_every_form_are_kept() {
        let long = format!(r"C:\{}\book.orcbrew", "a-folder".repeat(40));
        for path in [
            r"\\server\share\book.orcbrew",
            r"\\?\C:\book.orcbrew",
            r"C:/Users/gm\book.orcbrew",
            r"\book.orcbrew",
            r"C:\Übung\🐉.orcbrew",
            r"C:\books\CONAN.orcbrew",
            &long,
        ] {
            assert_eq!(parsed(path), Path::new(path));
        }
    }

    #[cfg(windows)]
    #[test]
    fn a_path_without_its_folder_is_refused() {
        for text in ["C:book.orcbrew", "d:books\\a.zip", "C:"] {
            let error = parse(text).unwrap_err();
            assert!(error.contains(text) && error.contains(r"C:\"), "{error}");
        }
    }
}
