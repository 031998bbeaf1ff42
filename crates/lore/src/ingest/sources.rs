use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::model::Provider;

/// How a raw record of several sources begins. An object of a source has no such field.
pub(crate) const SEVERAL: &str = "{\"leading\":";

/// What several sources say of one entry, and which of them each of its fields comes from. It is kept in the entry's
/// raw record.
///
/// The leading source decides every field that it has; another source fills only what is absent there.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sources {
    /// The source that decides.
    pub leading: Provider,
    /// What each source gave, as JSON; of a source that only fills, what was used of it.
    pub objects: BTreeMap<Provider, Value>,
    /// The fields that the leading source lacks, with the source that filled them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub filled: BTreeMap<String, Provider>,
    /// The fields on which the sources differ.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub disagreements: Vec<Disagreement>,
}

/// A field on which two sources differ.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Disagreement {
    /// The field, such as `armor_class`.
    pub field: String,
    /// What the entry has.
    pub kept: Value,
    /// The source of what the entry has.
    pub kept_from: Provider,
    /// What the other source says.
    pub other: Value,
    /// The other source.
    pub other_from: Provider,
    /// The rule that decided, in a sentence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub rule: String,
}

impl Sources {
    /// Begins with the source that decides.
    #[must_use]
    pub fn led_by(leading: Provider, object: Value) -> Self {
        let objects = BTreeMap::from([(leading, object)]);
        Self { leading, objects, filled: BTreeMap::new(), disagreements: Vec::new() }
    }

    /// Notes that a field comes from another source than the leading one, and what that source gave for it.
    pub fn fill(&mut self, field: &str, from: Provider, given: &Value) {
        self.filled.insert(field.to_owned(), from);
        self.keep(from, field, given);
    }

    /// Keeps what a source gives under a key of its own.
    pub fn keep(&mut self, from: Provider, key: &str, given: &Value) {
        let object = self.objects.entry(from).or_insert_with(|| Value::Object(serde_json::Map::new()));
        if let Value::Object(fields) = object {
            fields.insert(key.to_owned(), given.clone());
        }
    }

    /// Notes that another source says something else than what the entry has.
    pub fn differ(&mut self, field: &str, kept: Value, other_from: Provider, other: Value) {
        let kept_from = self.filled.get(field).copied().unwrap_or(self.leading);
        self.disagreements.push(Disagreement {
            field: field.to_owned(),
            kept,
            kept_from,
            other,
            other_from,
            rule: String::new(),
        });
    }

    /// Reads a raw record. `None` when it is the object of one source.
    #[must_use]
    pub fn read(raw: &str) -> Option<Self> {
        // Most are objects of one source, and long: look before reading.
        if !raw.starts_with(SEVERAL) {
            return None;
        }
        serde_json::from_str(raw).ok()
    }

    /// Whether there is anything to tell beside the object of the leading source.
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
        struct Raw<'a> {
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
        let raw = Raw { leading: *leading, objects, filled, disagreements };
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
        sources.differ("armor_class", json!(12), Provider::Open5eV1, json!(13));
        let read = Sources::read(&sources.clone().into_raw()).unwrap();
        assert_eq!(read, sources);
        assert_eq!(read.objects[&Provider::Open5eV1], json!({ "subtype": "fruit" }));
        assert_eq!(read.disagreements[0].kept_from, Provider::Open5eV2);
    }
}
