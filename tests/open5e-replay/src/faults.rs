//! Faults on request: rules that decide which answers fail, and how.
//!
//! A rule is JSON such as
//! `{"fault": "status", "status": 429, "retry_after": 2, "times": 3, "match": "^/v2/spells/"}`. Rules are
//! tried in order; waits add up, and the first other rule that applies decides. Common keys: `rate` (0 to 1),
//! `match` (a regular expression for the path with its query), `after` (so many matching requests pass
//! first), `times` (it applies at most so often). Kinds:
//!
//! | kind | effect |
//! |---|---|
//! | `status` | an error: `status` (500), `retry_after` (seconds; with `retry_date`, as a date) |
//! | `latency` | a wait: `ms` (100) and up to `jitter_ms` more |
//! | `reset`, `close` | half of the answer, then a reset or an end of the connection |
//! | `truncate` | a complete answer with half of its JSON |
//! | `malformed` | a complete answer that is not JSON |
//! | `schema` | JSON without `results` |
//! | `html` | a web page instead of data |
//! | `slow` | so many bytes a second: `bps` (200) |

use std::time::{Duration, SystemTime};

use regex::Regex;
use serde_json::{Value, json};

use crate::api::Answer;
use crate::http::{self, Reply};

const KINDS: [&str; 9] =
    ["status", "latency", "reset", "close", "truncate", "malformed", "schema", "html", "slow"];

/// The rules in force.
#[derive(Default)]
pub(crate) struct Faults {
    rules: Vec<Rule>,
    random: u64,
}

struct Rule {
    fault: Value,
    target: Regex,
    seen: u64,
    applied: u64,
}

impl Rule {
    fn number(&self, name: &str, default: u64) -> u64 {
        self.fault[name].as_u64().unwrap_or(default)
    }
}

impl Faults {
    /// Replaces the rules. Fails with a reason where one is of no known kind.
    pub(crate) fn set(&mut self, rules: &[Value]) -> Result<(), String> {
        let rule = |fault: &Value| {
            let kind = fault["fault"].as_str().unwrap_or_default();
            if !KINDS.contains(&kind) {
                return Err(format!("unknown fault {kind:?}; one of {}", KINDS.join(", ")));
            }
            let target =
                Regex::new(fault["match"].as_str().unwrap_or("")).map_err(|error| error.to_string())?;
            Ok(Rule { fault: fault.clone(), target, seen: 0, applied: 0 })
        };
        self.rules = rules.iter().map(rule).collect::<Result<_, _>>()?;
        self.random = 0;
        Ok(())
    }

    /// Returns a number from 0 to 1, the same sequence after every [`Faults::set`].
    fn chance(&mut self) -> f64 {
        self.random =
            self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.random >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub(crate) fn pick(&mut self, target: &str) -> (Duration, Option<Value>) {
        let mut wait = 0;
        for index in 0..self.rules.len() {
            if !self.rules[index].target.is_match(target) {
                continue;
            }
            let (chance, jitter) = (self.chance(), self.chance());
            let rule = &mut self.rules[index];
            rule.seen += 1;
            let passes = rule.seen <= rule.number("after", 0)
                || rule.applied >= rule.number("times", u64::MAX)
                || chance >= rule.fault["rate"].as_f64().unwrap_or(1.0);
            if passes {
                continue;
            }
            rule.applied += 1;
            if rule.fault["fault"] != "latency" {
                return (Duration::from_millis(wait), Some(rule.fault.clone()));
            }
            wait += rule.number("ms", 100) + (jitter * rule.number("jitter_ms", 0) as f64) as u64;
        }
        (Duration::from_millis(wait), None)
    }
}

pub(crate) fn spoil(fault: &Value, answer: &Answer) -> Reply {
    let Answer { status, headers, body } = answer;
    let whole = |body: &str| Reply::Answer(http::answer(status, headers, body.as_bytes()));
    let half = |mut bytes: Vec<u8>| {
        bytes.truncate(bytes.len() - body.len().div_ceil(2));
        bytes
    };
    match fault["fault"].as_str().unwrap_or_default() {
        "status" => error(fault),
        "html" => Reply::Answer(http::answer(
            "200 OK",
            "Content-Type: text/html; charset=utf-8\r\n",
            b"<!doctype html><html><body><h1>Please wait</h1></body></html>",
        )),
        "truncate" => whole(&body.chars().take(body.chars().count() / 2).collect::<String>()),
        "malformed" => whole(&body.replacen("\":", "\"=", 1)),
        "schema" => whole(&body.replacen("\"results\":", "\"found\":", 1)),
        "reset" => Reply::Reset(half(answer.bytes())),
        "close" => Reply::Close(half(answer.bytes())),
        "slow" => Reply::Slow(answer.bytes(), fault["bps"].as_u64().unwrap_or(200)),
        kind => panic!("{kind} changes no answer"),
    }
}

fn error(fault: &Value) -> Reply {
    let status = fault["status"].as_u64().unwrap_or(500);
    let mut headers = "Content-Type: application/json\r\n".to_owned();
    if let Some(seconds) = fault["retry_after"].as_u64() {
        let value = if fault["retry_date"].is_null() {
            seconds.to_string()
        } else {
            httpdate::fmt_http_date(SystemTime::now() + Duration::from_secs(seconds))
        };
        headers.push_str(&format!("Retry-After: {value}\r\n"));
    }
    let body = json!({ "detail": format!("Injected status {status}.") }).to_string();
    Reply::Answer(http::answer(&format!("{status} Injected"), &headers, body.as_bytes()))
}
