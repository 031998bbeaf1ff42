//! JSON that the shell passes on from the server to the page.

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// JSON from the server, passed on to the page unchanged, with the fields of it that the shell reads.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PassThrough<T> {
    json: Value,
    pub(crate) fields: T,
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for PassThrough<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let json = Value::deserialize(from)?;
        let fields = T::deserialize(&json).map_err(D::Error::custom)?;
        Ok(Self { json, fields })
    }
}

impl<T> Serialize for PassThrough<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.json.serialize(to)
    }
}

#[cfg(test)]
mod tests;
