//! A library with the starter content, its text index and its vectors, which is made once and copied for each
//! test.

use std::path::{Path, PathBuf};

use serde_json::json;
use tempfile::TempDir;

use crate::meaning::model_folder;
use crate::program::{Serve, json_of, program, run};
use crate::resources::resources_folder;
use crate::template::Template;

/// The source of this module, for the commands that make the library.
const SOURCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/end_to_end/starter_library.rs");

pub(crate) fn starter_library() -> TempDir {
    let home = TempDir::new().unwrap();
    copy_starter_library(home.path());
    home
}

/// Starts a server of a library of its own.
pub(crate) fn served() -> (TempDir, Serve) {
    let home = starter_library();
    let serve = Serve::connected(&mut program(home.path()));
    (home, serve)
}

pub(crate) fn copy_starter_library(home: &Path) {
    let folder = resources_folder();
    let of_folder = ["starter/.stamp", "starter/vectors.bin", "model/model.json", "onnxruntime"]
        .map(|path| folder.join(path));
    let mut made_from = vec![Path::new(env!("CARGO_BIN_EXE_lorekeeper-mcp")), Path::new(SOURCE)];
    made_from.extend(of_folder.iter().map(PathBuf::as_path));
    let template = Template::open("end-to-end", &made_from).unwrap_or_else(|draft| {
        make(&draft.folder);
        draft.complete()
    });
    template.copy_to(home);
}

fn make(home: &Path) {
    // What lacks vectors, every server of a test would embed in the background.
    let command = if model_folder().is_some() { "embed" } else { "stats" };
    let made = run(home, &[command]);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let stats = json_of(home, &["stats", "--json"]);
    let is_indexed = stats["indexed_entries"] == stats["entries"] && stats["changes_to_index"] == json!(0);
    assert!(is_indexed, "{stats}");
}
