//! Requests and replies.

use std::time::Duration;

use serde_json::{Value, json};
use url::Url;

/// A request.
#[derive(Debug, Clone)]
pub struct Request {
    /// The method, such as `GET`.
    pub method: String,
    /// The path with the query.
    pub target: String,
    /// The request line and the headers.
    pub head: String,
    /// The body.
    pub body: Vec<u8>,
}

impl Request {
    /// Makes a request for a path with its query.
    pub fn get(target: &str) -> Self {
        Self { method: "GET".to_owned(), target: target.to_owned(), head: String::new(), body: Vec::new() }
    }

    /// Returns the path without the query.
    pub fn path(&self) -> &str {
        self.target.split('?').next().unwrap_or_default()
    }

    /// Returns the decoded parameters of the query in their order.
    pub fn parameters(&self) -> Vec<(String, String)> {
        let url = Url::parse("http://replay").unwrap().join(&self.target).unwrap();
        url.query_pairs().into_owned().collect()
    }

    /// Returns the last value of a parameter.
    pub fn parameter(&self, name: &str) -> Option<String> {
        self.parameters().into_iter().rev().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// Returns a number in the query, or the default where it is absent or no positive number.
    pub fn number(&self, name: &str, default: usize) -> usize {
        let number = self.parameter(name).and_then(|text| text.parse().ok());
        number.filter(|number| *number != 0).unwrap_or(default)
    }

    /// Returns the value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(':'));
        lines.find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }
}

/// What the server sends on a connection.
#[derive(Debug, Clone)]
pub enum Reply {
    /// A whole answer. The connection stays open.
    Answer(Vec<u8>),
    /// These bytes, then an orderly end.
    Close(Vec<u8>),
    /// These bytes, then a reset.
    Reset(Vec<u8>),
    /// These bytes, then silence on an open connection.
    Stall(Vec<u8>),
    /// The first bytes once, then the second again and again, with a pause of so many milliseconds between.
    Endless(Vec<u8>, Vec<u8>, u64),
    /// A whole answer, so many bytes a second.
    Slow(Vec<u8>, u64),
    /// Another reply after a wait.
    After(Duration, Box<Self>),
}

/// Makes an answer of a status line, further header lines (each with its line end) and a body.
pub fn answer(status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let length = body.len();
    let mut bytes = format!("HTTP/1.1 {status}\r\nContent-Length: {length}\r\n{headers}\r\n").into_bytes();
    bytes.extend_from_slice(body);
    bytes
}

/// Makes a successful answer of JSON text.
pub fn json(body: &str) -> Vec<u8> {
    answer("200 OK", "Content-Type: application/json\r\n", body.as_bytes())
}

/// Returns one page of a list of objects, by the `limit` and `page` of the request.
pub fn page(request: &Request, objects: &[Value]) -> Value {
    let (limit, number) = (request.number("limit", 50), request.number("page", 1));
    let results: Vec<&Value> = objects.iter().skip((number - 1) * limit).take(limit).collect();
    let next = (number * limit < objects.len()).then_some("http://127.0.0.1/next");
    json!({ "count": objects.len(), "next": next, "previous": null, "results": results })
}
