mod both_versions;
mod facts;
mod invented;
mod recorded;

use std::io::Read;
use std::path::PathBuf;
use std::sync::LazyLock;

use flate2::read::GzDecoder;
use serde_json::Value;

use super::objects::*;
use super::*;
use crate::model::{Details, Record};

/// Returns the folder of recorded API responses, if it is beside the repository.
fn folder() -> Option<PathBuf> {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/open5e"));
    if folder.join("index.json").exists() {
        return Some(folder);
    }
    println!("skipped: there are no recorded answers of the API in {}", folder.display());
    None
}

/// Reads the table of contents of the recorded responses.
fn index() -> Option<Value> {
    Some(serde_json::from_slice(&std::fs::read(folder()?.join("index.json")).unwrap()).unwrap())
}

/// Reads every recorded object of version 2, and the useful ones of version 1.
fn recorded() -> Option<&'static Objects> {
    static OBJECTS: LazyLock<Option<Objects>> = LazyLock::new(|| {
        let folder = folder()?;
        let mut objects = Objects::default();
        let older = [
            "/v1/documents/",
            "/v1/monsters/",
            "/v1/spells/",
            "/v1/magicitems/",
            "/v1/weapons/",
            "/v1/armor/",
        ];
        for (endpoint, entry) in index()?["endpoints"].as_object().unwrap() {
            let file = entry["file"].as_str().unwrap();
            if !file.ends_with(".jsonl.gz")
                || (endpoint.starts_with("/v1/") && !older.contains(&endpoint.as_str()))
            {
                continue;
            }
            let mut text = String::new();
            let packed = std::fs::File::open(folder.join(file)).unwrap();
            GzDecoder::new(packed).read_to_string(&mut text).unwrap();
            objects.add(endpoint, text.lines().map(|line| serde_json::from_str(line).unwrap()).collect());
        }
        Some(objects)
    });
    OBJECTS.as_ref()
}

/// Normalises all recorded objects.
fn batch() -> Option<&'static Batch> {
    static BATCH: LazyLock<Option<Batch>> = LazyLock::new(|| Some(normalise(recorded()?, None)));
    BATCH.as_ref()
}

fn find<'a>(batch: &'a Batch, document: &str, kind: Kind, slug: &str) -> &'a Record {
    let is_it = |record: &&Record| {
        record.kind == kind && record.document.as_str() == document && record.slug.as_str() == slug
    };
    batch.records().iter().find(is_it).unwrap_or_else(|| panic!("no {kind} {slug} in {document}"))
}
