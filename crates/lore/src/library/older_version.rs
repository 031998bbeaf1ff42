//! Objects of the first version of the Open5e API that the library keeps, for when that version no longer has them.

use crate::ingest::Sources;
use crate::ingest::open5e::normalise::Objects;
use crate::model::{Kind, Provider};
use crate::store::RawRow;

/// Adds the objects of the first API version from stored entries to fetched objects.
pub(super) fn add_stored(objects: &mut Objects, rows: Vec<RawRow>) {
    for RawRow { document, kind, raw, .. } in rows {
        let older = Sources::read(&raw).and_then(|mut sources| sources.objects.remove(&Provider::Open5eV1));
        if let (Some(object), Ok(kind)) = (older, kind.parse::<Kind>()) {
            objects.hold(kind, document, object);
        }
    }
}
