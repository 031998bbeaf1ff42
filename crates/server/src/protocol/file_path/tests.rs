use std::path::Path;

use super::*;

fn parsed(text: &str) -> PathBuf {
    parse(text).unwrap()
}

#[test]
fn quotation_marks_around_a_path_are_removed() {
    for text in ["/home/gm/my book.orcbrew", " \"/home/gm/my book.orcbrew\" ", "'/home/gm/my book.orcbrew'"] {
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
        r"\\server\share\book.orcbrew", r"\\?\C:\book.orcbrew", r"C:/Users/gm\book.orcbrew",
        r"\book.orcbrew", r"C:\Übung\🐉.orcbrew", r"C:\books\CONAN.orcbrew", &long,
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
