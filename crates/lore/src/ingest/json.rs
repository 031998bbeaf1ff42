use std::io;
use std::path::Path;

use serde_json::Value;

use crate::error::{Error, Result as LoreResult};

/// Reads a file that holds a list of objects.
///
/// # Errors
/// When the file is missing or holds something else; the error names it.
pub(crate) fn read_list(path: &Path) -> LoreResult<Vec<Value>> {
    read_json(path, "a list of objects")
}

/// Reads a JSON file. `what` says in an error what it should hold.
pub(crate) fn read_json<T: serde::de::DeserializeOwned>(path: &Path, what: &str) -> LoreResult<T> {
    let text = std::fs::read(path).map_err(|source| Error::file(path, source))?;
    serde_json::from_slice(&text).map_err(|problem| {
        let problem = format!("this is not {what}: {problem}");
        Error::file(path, io::Error::new(io::ErrorKind::InvalidData, problem))
    })
}

/// An object of a source, read field by field. What is missing or of another type than asked for is absent:
/// nothing here fails.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Object<'a>(&'a Value);

impl<'a> Object<'a> {
    /// The object in `value`; a value of another type has no fields.
    pub(crate) fn new(value: &'a Value) -> Self {
        Self(value)
    }

    /// The JSON it is.
    pub(crate) fn value(self) -> &'a Value {
        self.0
    }

    /// The object of a field.
    pub(crate) fn at(self, key: &str) -> Self {
        const NOTHING: &Value = &Value::Null;
        Self(self.0.get(key).unwrap_or(NOTHING))
    }

    /// Whether it is an object at all.
    pub(crate) fn exists(self) -> bool {
        self.0.is_object()
    }

    /// The text of a field without spaces around it, unless that is empty.
    pub(crate) fn text(self, key: &str) -> Option<&'a str> {
        self.0.get(key)?.as_str().map(str::trim).filter(|text| !text.is_empty())
    }

    /// The text of a field that an entry cannot do without.
    pub(crate) fn needed_text(self, key: &str) -> Result<&'a str, String> {
        self.text(key).ok_or_else(|| format!("it has no text in `{key}`"))
    }

    /// The truth of a field; an absent one is false.
    pub(crate) fn flag(self, key: &str) -> bool {
        self.maybe_flag(key).unwrap_or(false)
    }

    /// The truth of a field.
    pub(crate) fn maybe_flag(self, key: &str) -> Option<bool> {
        self.0.get(key)?.as_bool()
    }

    /// The number of a field, given as a number or as a decimal string.
    pub(crate) fn number(self, key: &str) -> Option<f64> {
        let value = self.0.get(key)?;
        let number = match value {
            Value::String(text) => text.trim().parse().ok(),
            other => other.as_f64(),
        };
        number.filter(|number: &f64| number.is_finite())
    }

    /// The whole number of a field, if it fits.
    pub(crate) fn integer<T: TryFrom<i64>>(self, key: &str) -> Option<T> {
        let value = self.0.get(key)?;
        let whole = || value.as_f64().filter(|n| n.fract() == 0.0 && n.abs() < 1e15);
        #[expect(clippy::cast_possible_truncation, reason = "whole and far below the limits, checked above")]
        let number = value.as_i64().or_else(|| whole().map(|n| n as i64))?;
        T::try_from(number).ok()
    }

    /// The items of a list.
    pub(crate) fn list(self, key: &str) -> impl Iterator<Item = Object<'a>> + use<'a> {
        self.0.get(key).and_then(Value::as_array).into_iter().flatten().map(Object)
    }

    /// The texts of a list, or the one text of the field.
    pub(crate) fn texts(self, key: &str) -> impl Iterator<Item = &'a str> + use<'a> {
        let value = self.0.get(key);
        let one = value.and_then(Value::as_str);
        let many = value.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
        one.into_iter().chain(many).filter(|text| !text.trim().is_empty())
    }

    /// The names of the objects in a list.
    pub(crate) fn names(self, key: &str) -> Vec<String> {
        self.list(key).filter_map(|item| item.text("name")).map(str::to_owned).collect()
    }

    /// The fields by name.
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
