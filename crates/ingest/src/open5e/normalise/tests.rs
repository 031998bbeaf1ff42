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

const OLDER_LISTS: [&str; 6] =
    ["/v1/documents/", "/v1/monsters/", "/v1/spells/", "/v1/magicitems/", "/v1/weapons/", "/v1/armor/"];

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
    for list in open5e_replay::counts().keys() {
        if list.starts_with("/v2/") || OLDER_LISTS.contains(&list.as_str()) {
            objects.add(list, objects_of(list));
        }
    }
    objects
});

static BATCH: LazyLock<Batch> = LazyLock::new(|| normalise(&OBJECTS, None));

/// Returns `None` where no snapshot is set.
fn recorded() -> Option<&'static Objects> {
    snapshot().map(|_| &*OBJECTS)
}

fn batch() -> Option<&'static Batch> {
    snapshot().map(|_| &*BATCH)
}

fn find<'a>(batch: &'a Batch, document: &str, kind: Kind, slug: &str) -> &'a Record {
    let is_it = |record: &&Record| {
        record.kind == kind && record.document.as_str() == document && record.slug.as_str() == slug
    };
    batch.records().iter().find(is_it).unwrap_or_else(|| panic!("no {kind} {slug} in {document}"))
}
