//! Raw records that keep several sources, and the source of each field.

use std::collections::BTreeMap;

use content::model::Provider;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The first characters of a raw record with several sources. No source uses this field.
pub const SEVERAL: &str = "{\"leading\":";

/// The statements of several sources about one entry, and the source of each field. It is stored as the
/// entry's raw record.
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

    /// Records a difference, each value with its source, and the rule that decided it.
    pub fn differ(&mut self, field: &str, kept: (Provider, Value), other: (Provider, Value), rule: &str) {
        let ((kept_from, kept), (other_from, other)) = (kept, other);
        let (field, rule) = (field.to_owned(), rule.to_owned());
        self.disagreements.push(Disagreement { field, kept, kept_from, other, other_from, rule });
    }

    /// Parses a raw record. Returns `None` for the object of a single source.
    pub fn read(raw: &str) -> Option<Self> {
        // Most raw records are long objects of one source, so the prefix is checked first.
        if !raw.starts_with(SEVERAL) {
            return None;
        }
        serde_json::from_str(raw).ok()
    }

    /// Returns the raw record: the object itself if there is nothing to tell of another source.
    pub fn into_raw(mut self) -> String {
        if self.filled.is_empty() && self.disagreements.is_empty() {
            return self.objects.remove(&self.leading).unwrap_or_default().to_string();
        }
        serde_json::to_string(&self).unwrap_or_default()
    }
}

/// The object of the source that leads in a raw record, whether that has one source or several.
pub fn leading_object(raw: &str) -> Option<Value> {
    match Sources::read(raw) {
        Some(mut sources) => sources.objects.remove(&sources.leading),
        None => serde_json::from_str(raw).ok(),
    }
}

#[cfg(test)]
mod tests;
