//! Rules for the source code that a program can check.

use std::path::{Path, PathBuf};

use regex::Regex;

/// The most lines of a source file, unless a program writes it.
const MAX_FILE_LINES: usize = 500;
/// The most characters of a test's name.
const MAX_TEST_NAME_CHARS: usize = 70;

/// Adds the source files in a folder.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(files) = std::fs::read_dir(folder) else { return };
    for path in files.map(|file| file.unwrap().path()) {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && !["node_modules", "dist", "gen", "target"].contains(&name.as_str()) {
            sources(&path, found);
        } else if ["rs", "ts", "svelte", "py", "css"]
            .contains(&path.extension().unwrap_or_default().to_str().unwrap())
        {
            found.push(path);
        }
    }
}

/// Returns the source files of the project.
fn all_sources() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    for folder in ["crates", "src-tauri", "ui", "tests", "scripts"] {
        sources(&root.join(folder), &mut files);
    }
    assert!(files.len() > 50, "the sources were found");
    files
}

#[test]
fn no_source_file_is_longer_than_500_lines() {
    let offenders: Vec<String> = all_sources()
        .iter()
        .map(|path| (path, std::fs::read_to_string(path).unwrap()))
        .filter(|(_, text)| !text.lines().next().is_some_and(|first| first.ends_with("Do not edit.")))
        .map(|(path, text)| (path, text.lines().count()))
        .filter(|(_, lines)| *lines > MAX_FILE_LINES)
        .map(|(path, lines)| format!("{}: {lines} lines", path.display()))
        .collect();
    assert!(offenders.is_empty(), "{offenders:#?}");
}

#[test]
fn test_names_have_at_most_70_characters() {
    let test = Regex::new(r"#\[(?:tokio::)?test[^\n]*\]\s*(?:#\[[^\n]*\]\s*)*(?:async )?fn (\w+)").unwrap();
    let mut offenders = Vec::new();
    for path in
        all_sources().iter().filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
    {
        for found in test.captures_iter(&std::fs::read_to_string(path).unwrap()) {
            if found[1].chars().count() > MAX_TEST_NAME_CHARS {
                offenders.push(format!("{}: {}", path.display(), &found[1]));
            }
        }
    }
    assert!(offenders.is_empty(), "{offenders:#?}");
}
