//! StoredSources records that keep several sources, and the source of each field.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::model::Provider;

/// The first characters of a raw record with several sources. No source uses this field.
pub(crate) const SEVERAL: &str = "{\"leading\":";

/// The statements of several sources about one entry, and the source of each field. It is stored as the entry's raw
/// record.
///
/// The leading source decides every field that it has; another source only fills absent fields.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sources {
    /// The leading source.
    pub leading: Provider,
    /// The object of each source, as JSON; of a source that only fills gaps, the parts that were used.
    pub objects: BTreeMap<Provider, Value>,
    /// Fields that another source filled.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub filled: BTreeMap<String, Provider>,
    /// Fields in which the sources differ.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub disagreements: Vec<Disagreement>,
}

/// A field in which two sources differ.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Disagreement {
    /// The field, such as `armor_class`.
    pub field: String,
    /// The value of the entry.
    pub kept: Value,
    /// The source of that value.
    pub kept_from: Provider,
    /// The value of the other source.
    pub other: Value,
    /// The other source.
    pub other_from: Provider,
    /// The rule that decided, as a sentence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub rule: String,
}

impl Sources {
    /// Creates a record with a leading source.
    #[must_use]
    pub fn led_by(leading: Provider, object: Value) -> Self {
        let objects = BTreeMap::from([(leading, object)]);
        Self { leading, objects, filled: BTreeMap::new(), disagreements: Vec::new() }
    }

    /// Records that another source filled a field, with its value.
    pub fn fill(&mut self, field: &str, from: Provider, given: &Value) {
        self.filled.insert(field.to_owned(), from);
        self.keep(from, field, given);
    }

    /// Stores a value of a source under its own key.
    pub fn keep(&mut self, from: Provider, key: &str, given: &Value) {
        let object = self.objects.entry(from).or_insert_with(|| Value::Object(serde_json::Map::new()));
        if let Value::Object(fields) = object {
            fields.insert(key.to_owned(), given.clone());
        }
    }

    /// Records a difference and the rule that decided it.
    pub fn differ(&mut self, field: &str, kept: Value, (other_from, other): (Provider, Value), rule: &str) {
        let kept_from = self.filled.get(field).copied().unwrap_or(self.leading);
        self.disagreements.push(Disagreement {
            field: field.to_owned(),
            kept,
            kept_from,
            other,
            other_from,
            rule: rule.to_owned(),
        });
    }

    /// Parses a raw record. Returns `None` for the object of a single source.
    #[must_use]
    pub fn read(raw: &str) -> Option<Self> {
        // Most raw records are long objects of one source, so the prefix is checked first.
        if !raw.starts_with(SEVERAL) {
            return None;
        }
        serde_json::from_str(raw).ok()
    }

    /// Returns true if there is anything to tell beside the object of the leading source.
    fn tells_of_several(&self) -> bool {
        !self.filled.is_empty() || !self.disagreements.is_empty()
    }

    /// The raw record: the object itself when there is no other source to tell of.
    #[must_use]
    pub fn into_raw(mut self) -> String {
        let object = self.objects.remove(&self.leading).unwrap_or_default();
        self.raw_with(&object)
    }

    /// The raw record with the object of the leading source, which is not copied.
    pub(crate) fn raw_with(&self, object: &Value) -> String {
        #[derive(Serialize)]
        struct StoredSources<'a> {
            leading: Provider,
            objects: BTreeMap<Provider, &'a Value>,
            #[serde(skip_serializing_if = "BTreeMap::is_empty")]
            filled: &'a BTreeMap<String, Provider>,
            #[serde(skip_serializing_if = "<[Disagreement]>::is_empty")]
            disagreements: &'a [Disagreement],
        }
        let Self { leading, objects, filled, disagreements } = self;
        if !self.tells_of_several() {
            return object.to_string();
        }
        let mut objects: BTreeMap<Provider, &Value> = objects.iter().map(|(from, it)| (*from, it)).collect();
        objects.insert(*leading, object);
        let raw = StoredSources { leading: *leading, objects, filled, disagreements };
        serde_json::to_string(&raw).unwrap_or_default()
    }
}

/// The object of the source that leads in a raw record, whether that has one source or several.
#[must_use]
pub(crate) fn leading_object(raw: &str) -> Option<Value> {
    match Sources::read(raw) {
        Some(mut sources) => sources.objects.remove(&sources.leading),
        None => serde_json::from_str(raw).ok(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn one_source_is_kept_as_it_came() {
        let object = json!({ "name": "Plum", "level": 3 });
        let raw = Sources::led_by(Provider::Open5eV2, object.clone()).into_raw();
        assert_eq!(raw, object.to_string());
        assert_eq!(Sources::read(&raw), None);
    }

    #[test]
    fn several_sources_read_back_with_their_fields() {
        let mut sources = Sources::led_by(Provider::Open5eV2, json!({ "name": "Plum" }));
        sources.fill("subtype", Provider::Open5eV1, &json!("fruit"));
        sources.differ("armor_class", json!(12), (Provider::Open5eV1, json!(13)), "The newer leads.");
        let read = Sources::read(&sources.clone().into_raw()).unwrap();
        assert_eq!(read, sources);
        assert_eq!(read.objects[&Provider::Open5eV1], json!({ "subtype": "fruit" }));
        assert_eq!(read.disagreements[0].kept_from, Provider::Open5eV2);
    }
}
