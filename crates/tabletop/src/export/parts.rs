//! The parts of a rendered stat block, without marks of Markdown.

use content::model::OwnEntry;
use content::query::Entry;
use serde_json::Value;

use crate::own::written_form;

pub(super) struct Passage {
    pub(super) name: String,
    pub(super) text: String,
}

/// The passages of a creature, in the form in which its author would have written them.
pub(super) struct Parts(OwnEntry);

impl Parts {
    pub(super) fn of(entry: &Entry) -> Self {
        Self(written_form(entry.kind, &entry.name, &entry.details, &entry.body))
    }

    /// Returns the passages of a field, such as `bonus_actions`.
    pub(super) fn list(&self, field: &str) -> Vec<Passage> {
        let items = self.0.fields.get(field).and_then(Value::as_array).into_iter().flatten();
        let text = |item: &Value, key: &str| item.get(key).and_then(Value::as_str).map(plain);
        let passage = |item: &Value| Some(Passage { name: text(item, "name")?, text: text(item, "text")? });
        items.filter_map(passage).collect()
    }

    pub(super) fn legendary_text(&self) -> Option<String> {
        self.0.fields.get("legendary_text").and_then(Value::as_str).map(plain)
    }

    pub(super) fn description(&self) -> String {
        plain(&self.0.text)
    }
}

pub(super) fn plain(text: &str) -> String {
    text.chars().filter(|letter| !matches!(letter, '*' | '\\')).collect()
}
