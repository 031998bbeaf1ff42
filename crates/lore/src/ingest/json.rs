//! Reads JSON leniently, field by field.

use std::io;
use std::path::Path;

use serde_json::Value;

use crate::error::{Error, Result as LoreResult};

/// Reads a file that contains a list of objects.
///
/// # Errors
/// If the file is missing or contains something else; the error names it.
pub(crate) fn read_list(path: &Path) -> LoreResult<Vec<Value>> {
    read_json(path, "a list of objects")
}

/// Reads a JSON file. `what` describes the expected content in errors.
pub(crate) fn read_json<T: serde::de::DeserializeOwned>(path: &Path, what: &str) -> LoreResult<T> {
    let text = std::fs::read(path).map_err(|source| Error::file(path, source))?;
    serde_json::from_slice(&text).map_err(|problem| {
        let problem = format!("this is not {what}: {problem}");
        Error::file(path, io::Error::new(io::ErrorKind::InvalidData, problem))
    })
}

/// A JSON object of a source, read field by field. A field that is missing or has another type is absent;
/// nothing fails.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Object<'a>(&'a Value);

impl<'a> Object<'a> {
    /// Wraps a value. A value that is no object has no fields.
    pub(crate) fn new(value: &'a Value) -> Self {
        Self(value)
    }

    /// Returns the JSON value.
    pub(crate) fn value(self) -> &'a Value {
        self.0
    }

    /// Returns the object in a field.
    pub(crate) fn at(self, key: &str) -> Self {
        const NOTHING: &Value = &Value::Null;
        Self(self.0.get(key).unwrap_or(NOTHING))
    }

    /// Returns true if the value is an object.
    pub(crate) fn exists(self) -> bool {
        self.0.is_object()
    }

    /// Returns the trimmed text of a field, unless it is empty.
    pub(crate) fn text(self, key: &str) -> Option<&'a str> {
        self.0.get(key)?.as_str().map(str::trim).filter(|text| !text.is_empty())
    }

    /// Returns the text of a required field.
    pub(crate) fn needed_text(self, key: &str) -> Result<&'a str, String> {
        self.text(key).ok_or_else(|| format!("it has no text in `{key}`"))
    }

    /// Returns a boolean field; absent means false.
    pub(crate) fn flag(self, key: &str) -> bool {
        self.maybe_flag(key).unwrap_or(false)
    }

    /// Returns a boolean field.
    pub(crate) fn maybe_flag(self, key: &str) -> Option<bool> {
        self.0.get(key)?.as_bool()
    }

    /// Returns a numeric field, given as a number or a decimal string.
    pub(crate) fn number(self, key: &str) -> Option<f64> {
        let value = self.0.get(key)?;
        let number = match value {
            Value::String(text) => text.trim().parse().ok(),
            other => other.as_f64(),
        };
        number.filter(|number: &f64| number.is_finite())
    }

    /// Returns an integer field, if it fits the type.
    pub(crate) fn integer<T: TryFrom<i64>>(self, key: &str) -> Option<T> {
        let value = self.0.get(key)?;
        let whole = || value.as_f64().filter(|n| n.fract() == 0.0 && n.abs() < 1e15);
        #[expect(clippy::cast_possible_truncation, reason = "whole and far below the limits, checked above")]
        let number = value.as_i64().or_else(|| whole().map(|n| n as i64))?;
        T::try_from(number).ok()
    }

    /// Returns the items of a list.
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

    /// Returns the names of the objects in a list.
    pub(crate) fn names(self, key: &str) -> Vec<String> {
        self.list(key).filter_map(|item| item.text("name")).map(str::to_owned).collect()
    }

    /// Returns the fields by name.
    pub(crate) fn fields(self) -> impl Iterator<Item = (&'a str, &'a Value)> + use<'a> {
        self.0.as_object().into_iter().flatten().map(|(key, value)| (key.as_str(), value))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_field_of_another_type_is_absent() {
        let value =
            json!({ "name": 3, "level": "x", "list": { "a": 1 }, "cost": "2.50", "n": 4.0, "big": 300 });
        let object = Object::new(&value);
        assert_eq!(object.text("name"), None);
        assert_eq!(object.number("level"), None);
        assert_eq!(object.list("list").count(), 0);
        assert_eq!(object.at("name").at("deeper").text("x"), None);
        assert_eq!(object.number("cost"), Some(2.5));
        assert_eq!(object.integer::<u8>("n"), Some(4));
        assert_eq!(object.integer::<u8>("big"), None);
        assert_eq!(object.integer::<u8>("cost"), None);
    }
}
