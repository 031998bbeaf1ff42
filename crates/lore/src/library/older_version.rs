//! Objects of the first version of the Open5e API, kept for when that version no longer has them.

use content::model::{Kind, Provider};
use ingest::Sources;
use ingest::open5e::normalise::HeldObject;
use store::RawRow;

pub(super) fn objects_of(rows: Vec<RawRow>) -> Vec<HeldObject> {
    let object = |RawRow { document, kind, raw, .. }: RawRow| {
        let object = Sources::read(&raw)?.objects.remove(&Provider::Open5eV1)?;
        Some((kind.parse::<Kind>().ok()?, document, object))
    };
    rows.into_iter().filter_map(object).collect()
}
