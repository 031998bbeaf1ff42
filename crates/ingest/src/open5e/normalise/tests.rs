mod facts;
mod invented;
mod recorded;

use std::io::Read;
use std::sync::LazyLock;

use content::model::{Details, Record};
use flate2::read::GzDecoder;
use open5e_replay::snapshot;
use serde_json::Value;

use super::objects::*;
use super::*;
use crate::open5e::endpoints::{ENDPOINTS, Endpoint};

/// Returns every object of a list: of the snapshot where one is set, else of the invented content.
fn objects_of(list: &str) -> Vec<Value> {
    let Some(folder) = snapshot() else { return open5e_replay::content::objects(list).unwrap().clone() };
    let name = format!("{}.jsonl.gz", list.trim_matches('/').replace('/', "-"));
    let mut text = String::new();
    GzDecoder::new(std::fs::File::open(folder.join(name)).unwrap()).read_to_string(&mut text).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

static OBJECTS: LazyLock<Objects> = LazyLock::new(|| {
    let mut objects = Objects::default();
    for Endpoint { path, .. } in ENDPOINTS {
        objects.add(path, objects_of(path));
    }
    objects
});

static BATCH: LazyLock<Batch> = LazyLock::new(|| normalise(&OBJECTS, None));

/// Returns `None` where no snapshot is set.
fn batch() -> Option<&'static Batch> {
    snapshot().map(|_| &*BATCH)
}

fn find<'a>(batch: &'a Batch, document: &str, kind: Kind, slug: &str) -> &'a Record {
    let is_it = |record: &&Record| {
        record.kind == kind && record.document.as_str() == document && record.slug.as_str() == slug
    };
    batch.records().iter().find(is_it).unwrap_or_else(|| panic!("no {kind} {slug} in {document}"))
}
