//! Reads JSON leniently, field by field.

use serde_json::Value;

use crate::markdown::{Part, clean_markdown};

/// A JSON object of a source. A field that is missing or has another type is absent; nothing fails.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Object<'a>(&'a Value);

impl<'a> Object<'a> {
    pub(crate) const NOTHING: Object<'static> = Object(&Value::Null);

    pub(crate) fn new(value: &'a Value) -> Self {
        Self(value)
    }

    pub(crate) fn value(self) -> &'a Value {
        self.0
    }

    pub(crate) fn at(self, key: &str) -> Self {
        self.0.get(key).map_or(Object::NOTHING, Object)
    }

    pub(crate) fn exists(self) -> bool {
        self.0.is_object()
    }

    /// Returns the trimmed text of a field, unless it is empty.
    pub(crate) fn text(self, key: &str) -> Option<&'a str> {
        self.0.get(key)?.as_str().map(str::trim).filter(|text| !text.is_empty())
    }

    pub(crate) fn string(self, key: &str) -> Option<String> {
        self.text(key).map(str::to_owned)
    }

    pub(crate) fn markdown(self, key: &str) -> String {
        clean_markdown(self.text(key).unwrap_or_default())
    }

    pub(crate) fn part(self) -> Part {
        Part::new(self.text("name").unwrap_or_default(), self.text("desc").unwrap_or_default())
    }

    pub(crate) fn needed_text(self, key: &str) -> Result<&'a str, String> {
        self.text(key).ok_or_else(|| format!("it has no text in `{key}`"))
    }

    pub(crate) fn flag(self, key: &str) -> bool {
        self.maybe_flag(key).unwrap_or(false)
    }

    pub(crate) fn maybe_flag(self, key: &str) -> Option<bool> {
        self.0.get(key)?.as_bool()
    }

    /// Returns a numeric field, given as a number or a decimal string.
    pub(crate) fn number(self, key: &str) -> Option<f64> {
        let number = match self.0.get(key)? {
            Value::String(text) => text.trim().parse().ok(),
            other => other.as_f64(),
        };
        number.filter(|number: &f64| number.is_finite())
    }

    pub(crate) fn integer<T: TryFrom<i64>>(self, key: &str) -> Option<T> {
        T::try_from(whole(self.0.get(key)?)?).ok()
    }

    pub(crate) fn list(self, key: &str) -> impl Iterator<Item = Object<'a>> + use<'a> {
        self.0.get(key).and_then(Value::as_array).into_iter().flatten().map(Object)
    }

    /// Returns the texts of a list, or a single text.
    pub(crate) fn texts(self, key: &str) -> impl Iterator<Item = &'a str> + use<'a> {
        let value = self.0.get(key);
        let one = value.and_then(Value::as_str);
        let many = value.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
        one.into_iter().chain(many).filter(|text| !text.trim().is_empty())
    }

    pub(crate) fn names(self, key: &str) -> Vec<String> {
        self.list(key).filter_map(|item| item.string("name")).collect()
    }

    pub(crate) fn fields(self) -> impl Iterator<Item = (&'a str, &'a Value)> + use<'a> {
        self.0.as_object().into_iter().flatten().map(|(key, value)| (key.as_str(), value))
    }
}

pub(crate) fn whole(value: &Value) -> Option<i64> {
    let whole = || value.as_f64().filter(|n| n.fract() == 0.0 && n.abs() < 1e15);
    #[expect(clippy::cast_possible_truncation, reason = "whole and far below the limits, checked above")]
    value.as_i64().or_else(|| whole().map(|n| n as i64))
}

#[cfg(test)]
mod tests;
