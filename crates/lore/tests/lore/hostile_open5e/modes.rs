//! The ways in which the hostile server misbehaves.

use open5e_replay::{Reply, answer, json as ok};
use serde_json::{Value, json};

use super::server::{Request, honest, objects, page};

/// The expected outcome of a sync.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The sync fails.
    Refused,
    /// The sync stores the usable objects.
    Stored,
}

/// A way to misbehave.
pub(super) struct Mode {
    pub(super) name: &'static str,
    /// The beginning of the paths of the lists it affects.
    pub(super) lists: &'static str,
    pub(super) outcome: Outcome,
    /// Set if an answer has no end.
    pub(super) stalls: bool,
    /// A part of the error message.
    pub(super) words: &'static str,
    pub(super) reply: fn(Request<'_>) -> Reply,
}

const SPELLS: &str = "/v2/spells/";
const ALL: &str = "/v2/";

const fn refused(
    name: &'static str,
    lists: &'static str,
    words: &'static str,
    reply: fn(Request<'_>) -> Reply,
) -> Mode {
    Mode { name, lists, outcome: Outcome::Refused, stalls: false, words, reply }
}

const fn stalled(
    name: &'static str,
    lists: &'static str,
    words: &'static str,
    reply: fn(Request<'_>) -> Reply,
) -> Mode {
    Mode { stalls: true, ..refused(name, lists, words, reply) }
}

const fn stored(name: &'static str, lists: &'static str, reply: fn(Request<'_>) -> Reply) -> Mode {
    Mode { name, lists, outcome: Outcome::Stored, stalls: false, words: "", reply }
}

fn say(body: &Value) -> Reply {
    Reply::Answer(ok(&body.to_string()))
}

/// Returns the proper page with one field set.
fn with(request: Request<'_>, field: &str, value: Value) -> Reply {
    let mut page = honest(request);
    page[field] = value;
    say(&page)
}

/// Returns the proper page with each object changed.
fn each(request: Request<'_>, change: impl Fn(&mut Value)) -> Reply {
    let mut page = honest(request);
    page["results"].as_array_mut().unwrap().iter_mut().for_each(change);
    say(&page)
}

/// Returns a page of a list that lacks some objects but is consistent otherwise.
fn without(request: Request<'_>, stays: impl Fn(usize) -> bool) -> Reply {
    let mut number = 0;
    let mut left = objects(request.list);
    left.retain(|_| {
        number += 1;
        stays(number - 1)
    });
    say(&page(request, &left))
}

fn text_with(request: Request<'_>, change: impl Fn(String) -> String) -> Reply {
    Reply::Answer(ok(&change(honest(request).to_string())))
}

fn endless(headers: &str, first: &str, again: &str) -> Reply {
    let head = format!("HTTP/1.1 200 OK\r\n{headers}\r\n{first}");
    Reply::Endless(head.into_bytes(), again.repeat(4096).into_bytes(), 0)
}

fn ten_a_page(request: Request<'_>, count: u64) -> Reply {
    let objects: Vec<Value> = (0..10)
        .map(|n| json!({ "key": format!("plum_p{}-{n}", request.page), "name": "P", "document": { "key": "plum" } }))
        .collect();
    say(&json!({ "count": count, "next": "http://127.0.0.1/next", "results": objects }))
}

pub(super) const MODES: &[Mode] = &[
    // Lists that lie about what there is.
    refused("a list is empty", SPELLS, "every spell of `plum` (125); every spell of `quince` (125)", |_| {
        say(&json!({ "count": 0, "next": null, "results": [] }))
    }),
    refused("every list is empty", ALL, "its list of documents is empty", |_| {
        say(&json!({ "count": 0, "next": null, "results": [] }))
    }),
    refused("no documents", "/v2/documents/", "its list of documents is empty", |_| {
        say(&json!({ "count": 0, "next": null, "results": [] }))
    }),
    refused("no licences", "/v2/licenses/", "the list `/v2/licenses/`, which is empty now", |_| {
        say(&json!({ "count": 0, "next": null, "results": [] }))
    }),
    stored("a document is gone", "/v2/documents/", |request| without(request, |number| number == 0)),
    refused("half of a list is gone", SPELLS, "of the 125 entries of kind spell of `plum`", |request| {
        without(request, |number| number % 4 < 2)
    }),
    refused("a tenth of a list is gone", SPELLS, "entries of kind spell", |request| {
        without(request, |number| number % 10 != 0)
    }),
    refused("a short list is gone", "/v2/feats/", "every feat of `plum` (2)", |_| {
        say(&json!({ "count": 0, "next": null, "results": [] }))
    }),
    refused("far too high a count", SPELLS, "it announces 999999 objects, 10 a page", |request| {
        ten_a_page(request, 999_999)
    }),
    refused("too high a count", SPELLS, "it gives a page a second time", |request| {
        ten_a_page(Request { page: 1, ..request }, 3_000)
    }),
    refused("pages without an end", SPELLS, "it announces 9000 objects, 10 a page", |request| {
        ten_a_page(request, 9_000)
    }),
    refused("a count larger by one", SPELLS, "it announces 251 objects but gives", |request| {
        with(request, "count", json!(251))
    }),
    refused("too low a count", SPELLS, "it announces 3 objects but gives 100", |request| {
        with(request, "count", json!(3))
    }),
    refused("another count each time", SPELLS, "its count changed from", |request| {
        with(request, "count", json!(250 + request.page))
    }),
    refused("the largest count", SPELLS, "it announces 18446744073709551615 objects", |request| {
        with(request, "count", json!(u64::MAX))
    }),
    refused("a negative count", SPELLS, "JSON of another shape", |request| with(request, "count", json!(-1))),
    refused("a count in words", SPELLS, "JSON of another shape", |request| {
        with(request, "count", json!("many"))
    }),
    refused("a giant count", SPELLS, "JSON of another shape", |request| with(request, "count", json!(1e300))),
    refused("a count of null", SPELLS, "a list without its `count`", |request| {
        with(request, "count", Value::Null)
    }),
    refused("two counts", SPELLS, "JSON of another shape", |request| {
        text_with(request, |text| text.replacen("\"count\":250", "\"count\":250,\"count\":0", 1))
    }),
    // Pages that are none.
    refused("results of null", SPELLS, "JSON without `results`", |request| {
        with(request, "results", Value::Null)
    }),
    refused("results as an object", SPELLS, "JSON of another shape", |request| {
        with(request, "results", json!({}))
    }),
    refused("objects of null", SPELLS, "something else than objects", |request| {
        with(request, "results", json!(vec![Value::Null; 100]))
    }),
    refused("objects as texts", SPELLS, "something else than objects", |request| {
        with(request, "results", json!(["x", 1, true]))
    }),
    refused("an empty page with more to follow", SPELLS, "a page without objects", |request| {
        with(request, "results", json!([]))
    }),
    refused(
        "far too large a page",
        SPELLS,
        "a page of 5000 objects came where 100 were asked for",
        |request| with(request, "results", json!(vec![json!({}); 5_000])),
    ),
    refused("one page for all", SPELLS, "it gives a page a second time", |request| {
        say(&honest(Request { page: 1, ..request }))
    }),
    refused("always one more page", SPELLS, "it announces 250 objects but gives 250", |request| {
        with(request, "next", json!("http://127.0.0.1/v2/spells/?page=1"))
    }),
    refused("a second page that is gone", SPELLS, "it became shorter while it was read", |request| {
        match request.page {
            1 => say(&honest(request)),
            _ => Reply::Answer(answer("404 Not Found", "", b"{\"detail\":\"Invalid page.\"}")),
        }
    }),
    stored("the next page at another host", ALL, |request| {
        with(
            request,
            "next",
            match request.list {
                SPELLS if request.page < 3 => json!("http://192.0.2.1/steal"),
                "/v2/creatures/" if request.page < 2 => json!("file:///etc/passwd"),
                _ => Value::Null,
            },
        )
    }),
    // Objects that are none.
    stored("names of null", SPELLS, |request| each(request, |object| object["name"] = Value::Null)),
    stored("names of another type", SPELLS, |request| {
        each(request, |object| object["name"] = json!([1, { "a": 2 }]))
    }),
    stored("keys of null", SPELLS, |request| each(request, |object| object["key"] = Value::Null)),
    stored("documents of null", SPELLS, |request| each(request, |object| object["document"] = Value::Null)),
    stored("documents that nobody knows", SPELLS, |request| {
        each(request, |object| object["document"] = json!({ "key": "nobody" }))
    }),
    stored("every field of another type", SPELLS, |request| {
        each(request, |object| {
            for field in ["desc", "level", "school", "classes", "damage_types", "range", "casting_time"] {
                object[field] = json!({ "a": [[[null]]] });
            }
        })
    }),
    stored("one object a hundred times", SPELLS, |request| {
        each(request, |object| {
            if object["key"] == "plum_spell-2" {
                object["key"] = json!("plum_spell-0");
            }
        })
    }),
    stored("control characters", SPELLS, |request| {
        each(request, |object| {
            object["name"] =
                json!(format!("\u{1b}]0;owned\u{7}\u{1b}[31m{}\u{202e}", object["name"].as_str().unwrap()));
            object["desc"] = json!("\u{9b}2JIt is\u{0} ripe.");
        })
    }),
    stored("giant numbers", SPELLS, |request| each(request, |object| object["level"] = json!(1e308))),
    refused("numbers beyond all bounds", SPELLS, "not JSON", |request| {
        text_with(request, |text| text.replace("\"level\":1", "\"level\":1e999"))
    }),
    refused("half of a letter", SPELLS, "not JSON", |request| {
        text_with(request, |text| text.replace("ripe", "\\ud800"))
    }),
    refused("letters in no encoding", SPELLS, "not JSON", |request| {
        let mut bytes = honest(request).to_string().into_bytes();
        let place = bytes.windows(4).position(|four| four == b"ripe").unwrap();
        bytes[place] = 0xff;
        Reply::Answer(answer("200 OK", "", &bytes))
    }),
    refused("brackets without an end", SPELLS, "JSON of another shape", |_| {
        Reply::Answer(ok(&"[".repeat(500_000)))
    }),
    // Answers that are none.
    refused("a login page", SPELLS, "a web page came instead of data", |_| {
        Reply::Answer(answer("200 OK", "Content-Type: text/html\r\n", b"<!doctype html><title>Sign in"))
    }),
    refused("nothing", SPELLS, "the answer is empty", |_| Reply::Answer(ok(""))),
    refused("half of the JSON", SPELLS, "the answer breaks off", |request| {
        text_with(request, |text| text.get(..text.len() / 2).unwrap().to_owned())
    }),
    refused("half of the body", SPELLS, "the connection broke off", |request| {
        let bytes = ok(&honest(request).to_string());
        Reply::Close(bytes[..bytes.len() / 2].to_vec())
    }),
    stalled("a body that stops", SPELLS, "the answer took too long", |request| {
        let bytes = ok(&honest(request).to_string());
        Reply::Stall(bytes[..bytes.len() / 2].to_vec())
    }),
    refused("a reset at once", SPELLS, "could not be reached", |_| Reply::Reset(Vec::new())),
    refused("a reset within", SPELLS, "could not be reached", |request| {
        let bytes = ok(&honest(request).to_string());
        Reply::Reset(bytes[..bytes.len() / 2].to_vec())
    }),
    refused("a packed body", SPELLS, "not JSON", |_| {
        Reply::Answer(answer(
            "200 OK",
            "Content-Encoding: gzip\r\n",
            &[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xed, 0xc1],
        ))
    }),
    refused("a huge length", SPELLS, "larger than 1048576 bytes", |_| {
        Reply::Stall(b"HTTP/1.1 200 OK\r\nContent-Length: 9000000000000000\r\n\r\n{".to_vec())
    }),
    refused("a body without an end", SPELLS, "larger than 1048576 bytes", |_| {
        endless("Connection: close\r\n", "{\"results\":[", "{},")
    }),
    refused("chunks without an end", SPELLS, "larger than 1048576 bytes", |_| {
        let chunk = format!("bb8\r\n{}\r\n", "{},".repeat(1000));
        Reply::Endless(
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".to_vec(),
            chunk.repeat(20).into_bytes(),
            0,
        )
    }),
    stalled("a drop at a time", SPELLS, "the answer comes too slowly", |_| {
        Reply::Endless(b"HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n".to_vec(), b"{".to_vec(), 50)
    }),
    stalled("headers without an end", SPELLS, "could not be reached", |_| {
        Reply::Endless(b"HTTP/1.1 200 OK\r\n".to_vec(), b"X-More: and more\r\n".repeat(500), 0)
    }),
    stalled("a header at a time", SPELLS, "could not be reached", |_| {
        Reply::Endless(b"HTTP/1.1 200 OK\r\n".to_vec(), b"X-A: b\r\n".to_vec(), 100)
    }),
    refused("no HTTP", SPELLS, "could not be reached", |_| Reply::Close(b"SSH-2.0-OpenSSH_9.2\r\n".to_vec())),
    refused("noise of TLS", SPELLS, "could not be reached", |_| {
        Reply::Close(vec![0x15, 3, 3, 0, 2, 2, 40, 0x16, 3, 1, 0xff])
    }),
    // Statuses.
    refused("a redirect to another host", SPELLS, "it points elsewhere (http://192.0.2.1/", |_| {
        Reply::Answer(answer("302 Found", "Location: http://192.0.2.1/v2/spells/\r\n", b""))
    }),
    refused("a redirect to a file", SPELLS, "", |_| {
        Reply::Answer(answer("302 Found", "Location: file:///etc/passwd\r\n", b""))
    }),
    refused("a redirect to itself", SPELLS, "it points elsewhere", |_| {
        Reply::Answer(answer("307 Temporary Redirect", "Location: /v2/spells/\r\n", b""))
    }),
    refused("a wait of three years", SPELLS, "429 Too Many Requests", |_| {
        Reply::Answer(answer("429 Too Many Requests", "Retry-After: 99999999\r\n", b""))
    }),
    refused("a wait to the end of time", SPELLS, "503 Service Unavailable", |_| {
        Reply::Answer(answer(
            "503 Service Unavailable",
            "Retry-After: Fri, 31 Dec 9999 23:59:59 GMT\r\n",
            b"",
        ))
    }),
    refused("a wait in no words", SPELLS, "429 Too Many Requests", |_| {
        Reply::Answer(answer("429 Too Many Requests", "Retry-After: -1e9 soon\r\n", b""))
    }),
    refused("an error at first", "/v2/documents/", "500 Internal Server Error", |_| {
        Reply::Answer(answer("500 Internal Server Error", "", b""))
    }),
    refused("an error at the second page", SPELLS, "502 Bad Gateway", |request| match request.page {
        2 => Reply::Answer(answer("502 Bad Gateway", "", b"<html>")),
        _ => say(&honest(request)),
    }),
    refused("an error in a table", "/v2/sizes/", "500 Internal Server Error", |_| {
        Reply::Answer(answer("500 Internal Server Error", "", b""))
    }),
    refused("a list that is gone", SPELLS, "410 Gone", |_| Reply::Answer(answer("410 Gone", "", b""))),
    refused("an error with a terminal's words", SPELLS, "418", |_| {
        Reply::Answer(answer("418 I'm a teapot", "", b"\x1b]0;owned\x07\x1b[2Jgo away"))
    }),
    stored("an error now and then", SPELLS, |request| match request.time % 2 {
        0 => Reply::Answer(answer("503 Service Unavailable", "", b"")),
        _ => say(&honest(request)),
    }),
    stored("the first version is gone", "/v1/", |_| Reply::Answer(answer("410 Gone", "", b""))),
    stored("the first version fails", "/v1/", |_| {
        Reply::Answer(answer("500 Internal Server Error", "", b""))
    }),
    stored("the first version is a web page", "/v1/", |_| Reply::Answer(ok("<html>"))),
    stored("the first version is empty", "/v1/", |_| {
        say(&json!({ "count": 0, "next": null, "results": [] }))
    }),
];
