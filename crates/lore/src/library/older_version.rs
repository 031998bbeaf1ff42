//! Objects of the first version of the Open5e API that the library keeps, for when that version no longer has them.

use content::model::{DocumentKey, Kind, Provider};
use ingest::Sources;
use ingest::open5e::normalise::Objects;
use serde_json::Value;
use store::RawRow;

/// An object of the first API version with its place in the library.
pub(super) type Held = (Kind, DocumentKey, Value);

pub(super) fn objects_of(rows: Vec<RawRow>) -> Vec<Held> {
    let object = |RawRow { document, kind, raw, .. }: RawRow| {
        let object = Sources::read(&raw)?.objects.remove(&Provider::Open5eV1)?;
        Some((kind.parse::<Kind>().ok()?, document, object))
    };
    rows.into_iter().filter_map(object).collect()
}

pub(super) fn hold_all(objects: &mut Objects, held: Vec<Held>) {
    for (kind, document, object) in held {
        objects.hold(kind, document, object);
    }
}
