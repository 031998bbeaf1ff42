//! The comparison of entries with what is known of them.

use serde_json::{Map, Value};

use crate::Batch;

/// In `known`, the value of an absent field is null, and `words` stand in the text or the fields.
pub(crate) fn check(batch: &Batch, known: &str) {
    let known: Map<String, Value> = serde_json::from_str(known).unwrap();
    for (address, facts) in known {
        let mut records = batch.records().iter();
        let is_it =
            |it: &&content::model::Record| format!("{}/{}/{}", it.document, it.kind, it.slug) == address;
        let record = records.find(is_it).unwrap_or_else(|| panic!("no {address}"));
        let stored = record.stored_fields().unwrap();
        let fields: Value = serde_json::from_str(&stored).unwrap();
        for (field, value) in facts.as_object().unwrap().iter().filter(|(field, _)| *field != "words") {
            assert_eq!(fields[field], *value, "{address}: {field}");
        }
        for word in facts["words"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            assert!(record.body.contains(word) || stored.contains(word), "{address}: {word}\n{record:?}");
        }
    }
}
