//! The pages that the API returns.

use serde::Deserialize;
use serde_json::Value;
use serde_json::error::Category;
use text::plain_json;

/// One page of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct Page {
    /// The number of objects in the whole list.
    pub count: u64,
    /// True if another page follows.
    pub more: bool,
    /// The objects of this page.
    pub objects: Vec<Value>,
}

#[derive(Deserialize)]
struct RawPage {
    count: Option<u64>,
    next: Option<Value>,
    results: Option<Vec<Value>>,
}

impl Page {
    /// An error describes what the response is instead of a page.
    pub(super) fn read(body: &[u8]) -> Result<Self, String> {
        let raw: RawPage = serde_json::from_slice(body).map_err(|error| what_came(body, &error))?;
        let Some(objects) = raw.results else {
            return Err("JSON without `results` came instead of a list".to_owned());
        };
        let Some(count) = raw.count else {
            return Err("a list without its `count` came".to_owned());
        };
        if !objects.iter().all(Value::is_object) {
            return Err("a list of something else than objects came".to_owned());
        }
        let objects = objects.into_iter().map(plain_json).collect();
        Ok(Self { count, more: raw.next.is_some_and(|next| !next.is_null()), objects })
    }
}

fn what_came(body: &[u8], error: &serde_json::Error) -> String {
    match body.iter().find(|byte| !byte.is_ascii_whitespace()) {
        None => "the answer is empty".to_owned(),
        Some(b'<') => "a web page came instead of data".to_owned(),
        Some(_) => match error.classify() {
            Category::Eof => format!("the answer breaks off after {} bytes", body.len()),
            Category::Data => format!("JSON of another shape than a list came ({error})"),
            Category::Syntax | Category::Io => format!("the answer is not JSON ({error})"),
        },
    }
}

#[cfg(test)]
mod tests;
