//! The ways in which the hostile server misbehaves.

use std::sync::LazyLock;

use open5e_replay::{Reply, answer, json as ok};
use serde_json::{Value, json};

use super::server::{Request, honest, objects, page};

pub(super) struct Mode {
    pub(super) name: &'static str,
    /// The beginning of the paths of the lists it affects.
    pub(super) lists: &'static str,
    /// A part of the error message. Without it, a sync is stored.
    pub(super) refusal: Option<&'static str>,
    /// Set if an answer has no end.
    pub(super) stalls: bool,
    pub(super) reply: Box<dyn Fn(Request<'_>) -> Reply + Send + Sync>,
}

const SPELLS: &str = "/v2/spells/";
const ALL: &str = "/v2/";

const END_OF_TIME: &str = "Retry-After: Fri, 31 Dec 9999 23:59:59 GMT\r\n";

type Text = &'static str;

fn refused_in(
    name: Text,
    lists: Text,
    words: Text,
    reply: impl Fn(Request<'_>) -> Reply + Send + Sync + 'static,
) -> Mode {
    Mode { name, lists, refusal: Some(words), stalls: false, reply: Box::new(reply) }
}

fn refused(name: Text, words: Text, reply: impl Fn(Request<'_>) -> Reply + Send + Sync + 'static) -> Mode {
    refused_in(name, SPELLS, words, reply)
}

fn stalled(name: Text, words: Text, reply: impl Fn(Request<'_>) -> Reply + Send + Sync + 'static) -> Mode {
    Mode { stalls: true, ..refused(name, words, reply) }
}

fn stored(name: Text, lists: Text, reply: impl Fn(Request<'_>) -> Reply + Send + Sync + 'static) -> Mode {
    Mode { refusal: None, ..refused_in(name, lists, "", reply) }
}

fn say(body: &Value) -> Reply {
    Reply::Answer(ok(&body.to_string()))
}

fn nothing(_: Request<'_>) -> Reply {
    say(&json!({ "count": 0, "next": null, "results": [] }))
}

fn with(request: Request<'_>, field: &str, value: Value) -> Reply {
    let mut page = honest(request);
    page[field] = value;
    say(&page)
}

fn field(name: Text, field: Text, value: Value, words: Text) -> Mode {
    refused(name, words, move |request| with(request, field, value.clone()))
}

fn text(name: Text, words: Text, change: fn(String) -> String) -> Mode {
    refused(name, words, move |request| Reply::Answer(ok(&change(honest(request).to_string()))))
}

fn redirect(name: Text, status: Text, place: Text, words: Text) -> Mode {
    let location = format!("Location: {place}\r\n");
    refused(name, words, move |_| Reply::Answer(answer(status, &location, b"")))
}

/// The error message has the status.
fn failing(name: Text, lists: Text, status: Text, headers: Text) -> Mode {
    refused_in(name, lists, status, move |_| Reply::Answer(answer(status, headers, b"")))
}

fn each(name: Text, change: fn(&mut Value)) -> Mode {
    stored(name, SPELLS, move |request| {
        let mut page = honest(request);
        page["results"].as_array_mut().unwrap().iter_mut().for_each(change);
        say(&page)
    })
}

fn without(request: Request<'_>, stays: impl Fn(usize) -> bool) -> Reply {
    let all = objects(request.list).into_iter().enumerate();
    let left: Vec<Value> = all.filter(|(number, _)| stays(*number)).map(|(_, object)| object).collect();
    say(&page(request, &left))
}

fn ten_a_page(request: Request<'_>, count: u64) -> Reply {
    let objects: Vec<Value> = (0..10)
        .map(|n| json!({ "key": format!("plum_p{}-{n}", request.page), "name": "P", "document": { "key": "plum" } }))
        .collect();
    say(&json!({ "count": count, "next": "http://127.0.0.1/next", "results": objects }))
}

fn half(request: Request<'_>) -> Vec<u8> {
    let bytes = ok(&honest(request).to_string());
    bytes[..bytes.len() / 2].to_vec()
}

/// The `pause` is in milliseconds.
fn endless(head: &str, again: &str, pause: u64) -> Reply {
    Reply::Endless(format!("HTTP/1.1 200 OK\r\n{head}").into_bytes(), again.as_bytes().to_vec(), pause)
}

pub(super) static MODES: LazyLock<Vec<Mode>> = LazyLock::new(|| {
    let no_list = "JSON of another shape";
    let [too_large, no_server] = ["larger than 1048576 bytes", "could not be reached"];
    vec![
        // Lists that lie about what there is.
        refused("a list is empty", "every spell of `plum` (125); every spell of `quince` (125)", nothing),
        refused_in("every list is empty", ALL, "its list of documents is empty", nothing),
        refused_in("no documents", "/v2/documents/", "its list of documents is empty", nothing),
        refused_in(
            "no licences",
            "/v2/licenses/",
            "the list `/v2/licenses/`, which is empty now and had 1 objects at the last sync",
            nothing,
        ),
        refused_in("a short list is gone", "/v2/feats/", "every feat of `plum` (2)", nothing),
        stored("a document is gone", "/v2/documents/", |request| without(request, |number| number == 0)),
        refused("half of a list is gone", "of the 125 entries of kind spell of `plum`", |request| {
            without(request, |number| number % 4 < 2)
        }),
        refused("a tenth of a list is gone", "entries of kind spell", |request| {
            without(request, |number| number % 10 != 0)
        }),
        refused("far too high a count", "it announces 999999 objects, 10 a page", |request| {
            ten_a_page(request, 999_999)
        }),
        refused("too high a count", "it gives a page a second time", |request| {
            ten_a_page(Request { page: 1, ..request }, 3_000)
        }),
        refused("pages without an end", "it announces 9000 objects, 10 a page", |request| {
            ten_a_page(request, 9_000)
        }),
        refused("another count each time", "its count changed from", |request| {
            with(request, "count", json!(250 + request.page))
        }),
        field("a count larger by one", "count", json!(251), "it announces 251 objects but gives"),
        field("too low a count", "count", json!(3), "it announces 3 objects but gives 100"),
        field("the largest count", "count", json!(u64::MAX), "it announces 18446744073709551615 objects"),
        field("a negative count", "count", json!(-1), no_list),
        field("a count in words", "count", json!("many"), no_list),
        field("a giant count", "count", json!(1e300), no_list),
        field("a count of null", "count", Value::Null, "a list without its `count`"),
        text("two counts", no_list, |text| text.replacen("\"count\":250", "\"count\":250,\"count\":0", 1)),
        // Pages that are none.
        field("results of null", "results", Value::Null, "JSON without `results`"),
        field("results as an object", "results", json!({}), no_list),
        field("objects of null", "results", json!(vec![Value::Null; 100]), "something else than objects"),
        field("objects as texts", "results", json!(["x", 1, true]), "something else than objects"),
        field("an empty page with more to follow", "results", json!([]), "a page without objects"),
        field(
            "far too large a page",
            "results",
            json!(vec![json!({}); 5_000]),
            "a page of 5000 objects came where 100 were asked for",
        ),
        refused("one page for all", "it gives a page a second time", |request| {
            say(&honest(Request { page: 1, ..request }))
        }),
        field(
            "always one more page",
            "next",
            json!("http://127.0.0.1/v2/spells/?page=1"),
            "it announces 250 objects but gives 250",
        ),
        refused("a second page that is gone", "it became shorter while it was read", |request| match request
            .page
        {
            1 => say(&honest(request)),
            _ => Reply::Answer(answer("404 Not Found", "", b"{\"detail\":\"Invalid page.\"}")),
        }),
        stored("the next page at another host", ALL, |request| {
            let next = match request.list {
                SPELLS if request.page < 3 => json!("http://192.0.2.1/steal"),
                "/v2/creatures/" if request.page < 2 => json!("file:///etc/passwd"),
                _ => Value::Null,
            };
            with(request, "next", next)
        }),
        // Objects that are none.
        each("names of null", |object| object["name"] = Value::Null),
        each("names of another type", |object| object["name"] = json!([1, { "a": 2 }])),
        each("keys of null", |object| object["key"] = Value::Null),
        each("documents of null", |object| object["document"] = Value::Null),
        each("documents that nobody knows", |object| object["document"] = json!({ "key": "nobody" })),
        each("every field of another type", |object| {
            for field in ["desc", "level", "school", "classes", "damage_types", "range", "casting_time"] {
                object[field] = json!({ "a": [[[null]]] });
            }
        }),
        each("one object a hundred times", |object| {
            if object["key"] == "plum_spell-2" {
                object["key"] = json!("plum_spell-0");
            }
        }),
        each("control characters", |object| {
            let name = object["name"].as_str().unwrap();
            object["name"] = json!(format!("\u{1b}]0;owned\u{7}\u{1b}[31m{name}\u{202e}"));
            object["desc"] = json!("\u{9b}2JIt is\u{0} ripe.");
        }),
        each("giant numbers", |object| object["level"] = json!(1e308)),
        text("numbers beyond all bounds", "not JSON", |text| text.replace("\"level\":1", "\"level\":1e999")),
        text("half of a letter", "not JSON", |text| text.replace("ripe", "\\ud800")),
        refused("letters in no encoding", "not JSON", |request| {
            let mut bytes = honest(request).to_string().into_bytes();
            let place = bytes.windows(4).position(|four| four == b"ripe").unwrap();
            bytes[place] = 0xff;
            Reply::Answer(answer("200 OK", "", &bytes))
        }),
        text("brackets without an end", no_list, |_| "[".repeat(500_000)),
        // Answers that are none.
        refused("a login page", "a web page came instead of data", |_| {
            Reply::Answer(answer("200 OK", "Content-Type: text/html\r\n", b"<!doctype html><title>Sign in"))
        }),
        text("nothing", "the answer is empty", |_| String::new()),
        text("half of the JSON", "the answer breaks off", |text| text[..text.len() / 2].to_owned()),
        refused("half of the body", "the connection broke off", |request| Reply::Close(half(request))),
        stalled("a body that stops", "the answer took too long", |request| Reply::Stall(half(request))),
        refused("a reset at once", no_server, |_| Reply::Reset(Vec::new())),
        refused("a reset within", no_server, |request| Reply::Reset(half(request))),
        refused("a packed body", "not JSON", |_| {
            Reply::Answer(answer(
                "200 OK",
                "Content-Encoding: gzip\r\n",
                &[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xed, 0xc1],
            ))
        }),
        refused("a huge length", too_large, |_| {
            Reply::Stall(b"HTTP/1.1 200 OK\r\nContent-Length: 9000000000000000\r\n\r\n{".to_vec())
        }),
        refused("a body without an end", too_large, |_| {
            endless("Connection: close\r\n\r\n{\"results\":[", &"{},".repeat(4096), 0)
        }),
        refused("chunks without an end", too_large, |_| {
            let chunk = format!("bb8\r\n{}\r\n", "{},".repeat(1000));
            endless("Transfer-Encoding: chunked\r\n\r\n", &chunk.repeat(20), 0)
        }),
        stalled("a drop at a time", "the answer comes too slowly", |_| {
            endless("Content-Length: 5000\r\n\r\n", "{", 50)
        }),
        stalled("headers without an end", no_server, |_| endless("", &"X-More: and more\r\n".repeat(500), 0)),
        stalled("a header at a time", no_server, |_| endless("", "X-A: b\r\n", 100)),
        refused("no HTTP", no_server, |_| Reply::Close(b"SSH-2.0-OpenSSH_9.2\r\n".to_vec())),
        refused("noise of TLS", no_server, |_| Reply::Close(vec![0x15, 3, 3, 0, 2, 2, 40, 0x16, 3, 1, 0xff])),
        // Statuses.
        redirect(
            "a redirect to another host",
            "302 Found",
            "http://192.0.2.1/v2/spells/",
            "it points elsewhere (http://192.0.2.1/",
        ),
        redirect("a redirect to a file", "302 Found", "file:///etc/passwd", ""),
        redirect("a redirect to itself", "307 Temporary Redirect", SPELLS, "it points elsewhere"),
        failing("a wait of three years", SPELLS, "429 Too Many Requests", "Retry-After: 99999999\r\n"),
        failing("a wait in no words", SPELLS, "429 Too Many Requests", "Retry-After: -1e9 soon\r\n"),
        failing("a wait to the end of time", SPELLS, "503 Service Unavailable", END_OF_TIME),
        failing("an error at first", "/v2/documents/", "500 Internal Server Error", ""),
        failing("an error in a table", "/v2/sizes/", "500 Internal Server Error", ""),
        failing("a list that is gone", SPELLS, "410 Gone", ""),
        refused("an error with a terminal's words", "418", |_| {
            Reply::Answer(answer("418 I'm a teapot", "", b"\x1b]0;owned\x07\x1b[2Jgo away"))
        }),
        refused("an error at the second page", "502 Bad Gateway", |request| match request.page {
            2 => Reply::Answer(answer("502 Bad Gateway", "", b"<html>")),
            _ => say(&honest(request)),
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
        stored("the first version is empty", "/v1/", nothing),
    ]
});
