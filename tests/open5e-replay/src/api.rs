//! The answers of the API to requests.

use std::sync::Mutex;

use serde_json::{Map, Value, json};

use crate::content;
use crate::faults::{self, Faults};
use crate::filters;
use crate::http::{Reply, Request, answer};

const API_ADDRESS: &str = "\"https://api.open5e.com/";
const JSON: &str = "Content-Type: application/json\r\nVary: Accept, origin\r\n";
const HTML: &str = "Content-Type: text/html; charset=utf-8\r\n";
const NOT_FOUND: &str =
    "<!doctype html><html><head><title>Not Found</title></head><body><h1>Not Found</h1></body></html>";
const DEPRECATED: &str = "Warning: 299 Deprecated API: use /v2/ instead.\r\n";

/// The content with the faults in force and the requests so far.
#[derive(Default)]
pub(crate) struct Api {
    faults: Mutex<Faults>,
    requests: Mutex<Map<String, Value>>,
}

pub(crate) struct Answer {
    pub(crate) status: &'static str,
    pub(crate) headers: String,
    pub(crate) body: String,
}

impl Answer {
    fn json(status: &'static str, body: &Value) -> Self {
        Self { status, headers: JSON.to_owned(), body: body.to_string() }
    }

    fn not_found() -> Self {
        Self { status: "404 Not Found", headers: HTML.to_owned(), body: NOT_FOUND.to_owned() }
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        answer(self.status, &self.headers, self.body.as_bytes())
    }
}

impl Api {
    /// Returns the reply to a request: of the API, or of `/__faults` and `/__stats`, which control the
    /// replay.
    pub(crate) fn reply(&self, request: &Request) -> Reply {
        if request.path().starts_with("/__") {
            return Reply::Answer(self.control(request).bytes());
        }
        self.count(&request.target);
        let (wait, fault) = self.faults.lock().unwrap().pick(&request.target);
        let mut answer = respond(request);
        if request.path().starts_with("/v1") {
            answer.headers.push_str(DEPRECATED);
        }
        let base = format!("\"http://{}/", request.header("Host").unwrap_or("127.0.0.1"));
        answer.body = answer.body.replace(API_ADDRESS, &base);
        let reply = match fault {
            Some(fault) => faults::spoil(&fault, &answer),
            None => Reply::Answer(answer.bytes()),
        };
        if wait.is_zero() { reply } else { Reply::After(wait, Box::new(reply)) }
    }

    fn count(&self, target: &str) {
        let mut requests = self.requests.lock().unwrap();
        let times = requests.get(target).and_then(Value::as_u64).unwrap_or(0);
        requests.insert(target.to_owned(), json!(times + 1));
    }

    fn control(&self, request: &Request) -> Answer {
        match (request.method.as_str(), request.path()) {
            ("POST", "/__faults") => {
                let body: Value = serde_json::from_slice(&request.body).unwrap_or_default();
                let rules = body["rules"].as_array().cloned().unwrap_or_default();
                match self.faults.lock().unwrap().set(&rules) {
                    Ok(()) => Answer::json("200 OK", &json!({ "rules": rules })),
                    Err(reason) => Answer::json("400 Bad Request", &json!({ "detail": reason })),
                }
            }
            ("GET", "/__stats") => {
                let requests = self.requests.lock().unwrap().clone();
                Answer::json("200 OK", &json!({ "urls": requests }))
            }
            ("DELETE", "/__stats") => {
                self.requests.lock().unwrap().clear();
                Answer::json("200 OK", &json!({}))
            }
            _ => Answer::not_found(),
        }
    }
}

fn respond(request: &Request) -> Answer {
    let list = request.path();
    let Some(objects) = content::objects(list) else { return Answer::not_found() };
    let objects = match filters::select(list, objects.clone(), &request.parameters()) {
        Ok(objects) => objects,
        Err((name, words)) => return Answer::json("400 Bad Request", &json!({ name: [words] })),
    };
    let (count, limit) = (objects.len(), request.number("limit", 50));
    let pages = count.div_ceil(limit).max(1);
    let number = request.parameter("page").map_or(1, |text| text.parse().unwrap_or(0));
    if !(1..=pages).contains(&number) {
        return Answer::json("404 Not Found", &json!({ "detail": "Invalid page." }));
    }
    let link = |number: usize| format!("https://api.open5e.com{list}?limit={limit}&page={number}");
    let mut results: Vec<Value> = objects.into_iter().skip((number - 1) * limit).take(limit).collect();
    if let Some(fields) = request.parameter("fields") {
        let fields: Vec<&str> = fields.split(',').collect();
        for object in results.iter_mut().filter_map(Value::as_object_mut) {
            object.retain(|name, _| fields.contains(&name.as_str()));
        }
    }
    Answer::json(
        "200 OK",
        &json!({
            "count": count,
            "next": (number < pages).then(|| link(number + 1)),
            "previous": (number > 1).then(|| link(number - 1)),
            "results": results,
        }),
    )
}
