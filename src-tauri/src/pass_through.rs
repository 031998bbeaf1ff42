//! JSON that the shell passes on from the server to the page.

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

/// JSON from the server, passed on to the page unchanged, with the fields of it that the shell reads.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub(crate) struct PassThrough<T> {
    json: Value,
    #[serde(skip)]
    pub(crate) fields: T,
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for PassThrough<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let json = Value::deserialize(from)?;
        let fields = T::deserialize(&json).map_err(D::Error::custom)?;
        Ok(Self { json, fields })
    }
}

#[cfg(test)]
mod tests;
