mod damage;
mod items;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::{CancelCheck, OrcBrewFile};

const SPARK: &str = r#"{"Embers" {:orcpub.dnd.e5/spells {:spark {:name "Étincelle", :level 0}}}}"#;

fn never() -> CancelCheck {
    Arc::new(|| false)
}

fn samples() -> BTreeMap<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/orcbrew");
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let text = |path: PathBuf| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        (name, std::fs::read_to_string(path).unwrap())
    };
    files.filter(|path| path.extension().is_some_and(|it| it == "orcbrew")).map(text).collect()
}

fn keys(file: &OrcBrewFile) -> BTreeSet<(String, String)> {
    let items = file.books.iter().flat_map(|book| &book.items);
    items.map(|item| (item.content_type.clone(), item.key.clone())).collect()
}
