//! Takes entries of any source apart into fields and text, so that they can be copied and changed.

use content::model::{Details, Kind, OwnEntry};
use content::query::without_facts;
use content::stat_block;
use ingest::written::{body_of, details_of};
use serde_json::{Map, Value};

use super::form::form_of;

/// Stands for the text in a body.
const TEXT: &str = "LOREKEEPER-TEXT";

/// Returns an entry as its author would have written it: rendered again, it has the same body.
pub fn written_form(kind: Kind, name: &str, details: &Details, body: &str) -> OwnEntry {
    let mut fields = known_fields(kind, details);
    let text = match details {
        Details::Creature(_) => stat_block::parts(body, &mut fields),
        _ => text_of(kind, details, body),
    };
    OwnEntry { kind, name: name.to_owned(), fields, text, copied_from: None }
}

/// Returns the fields that differ from their defaults.
pub(super) fn known_fields(kind: Kind, details: &Details) -> Map<String, Value> {
    let to_map = |details: &Details| match serde_json::to_value(details) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    };
    let defaults = details_of(kind, &Map::new()).map(|details| to_map(&details)).unwrap_or_default();
    let mut fields = to_map(details);
    fields.retain(|name, value| {
        form_of(kind).iter().any(|field| field.name == name) && defaults.get(name) != Some(value)
    });
    fields
}

/// Returns the text of a body: what stands between the parts that are rendered from the fields.
fn text_of(kind: Kind, details: &Details, body: &str) -> String {
    let frame = body_of(kind, details, &Map::new(), TEXT);
    let (before, after) = frame.split_once(TEXT).unwrap_or((&frame, ""));
    let inner = body.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
    // A body without a text has no line between its parts.
    let without = || (body == body_of(kind, details, &Map::new(), "")).then_some("");
    inner.or_else(without).map_or_else(|| without_facts(kind, details, body), str::to_owned)
}
