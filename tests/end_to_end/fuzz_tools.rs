//! Every tool, called with arguments generated from its schema and made invalid. The server must answer in
//! time, fail only in ways that the caller can correct, and keep to its output schemas and size limits.

mod arguments;

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use self::arguments::Pool;
use crate::dice::Dice;
use crate::program::{Serve, number_of, program};
use crate::schema;
use crate::starter_library::starter_library;

const OF_ONE_LIBRARY: usize = 2_000;
/// The longest time for a call, in a debug build on a busy machine.
const IN_TIME: Duration = Duration::from_secs(30);
/// The most bytes of each of the two forms of an answer.
const LARGEST: usize = 60_000;
/// Error types that no argument may cause.
const OURS: [&str; 4] = ["internal_error", "database_error", "index_error", "damaged_library"];

#[test]
fn tools_withstand_invalid_arguments() {
    fuzz(300, 20_140_910);
}

/// `make fuzz-tools`: `LOREKEEPER_FUZZ_CALLS` calls from `LOREKEEPER_FUZZ_SEED`, or from a seed of the clock.
#[test]
#[ignore = "takes minutes; `make fuzz-tools` runs it"]
fn tools_withstand_thousands_of_invalid_calls() {
    let clock = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap().subsec_nanos() as usize;
    let seed = number_of("LOREKEEPER_FUZZ_SEED").unwrap_or_else(clock);
    fuzz(number_of("LOREKEEPER_FUZZ_CALLS").unwrap_or(20_000), seed as u64);
}

fn fuzz(calls: usize, seed: u64) {
    println!("{calls} calls from LOREKEEPER_FUZZ_SEED={seed}");
    let url = nothing_there();
    let mut dice = Dice::of(seed);
    let mut tally = Tally::default();
    while tally.number < calls {
        let now = OF_ONE_LIBRARY.min(calls - tally.number);
        in_one_library(&url, now, &mut dice, &mut tally);
    }
    let Tally { refused, slowest: (took, call), .. } = tally;
    println!("{calls} calls, {refused} refused; the slowest took {took:?}: {call}");
    let is_mixed = calls - refused > calls / 5 && refused > calls / 20;
    assert!(is_mixed, "the calls are neither all good nor all bad");
}

#[derive(Default)]
struct Tally {
    number: usize,
    refused: usize,
    slowest: (Duration, String),
}

/// Prints the current call when a test fails in it.
struct Call<'a>(usize, &'a str);

impl Drop for Call<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            println!("call {} was {}", self.0, self.1);
        }
    }
}

fn in_one_library(url: &str, calls: usize, dice: &mut Dice, tally: &mut Tally) {
    let home = starter_library();
    let pool = Pool::in_folder(home.path());
    let log = home.path().join("fuzz.log");
    let mut command = program(home.path());
    command.env("LOREKEEPER_OPEN5E_URL", url);
    let mut serve = Serve::logging(&mut command, &log);
    // The window is offered every tool.
    let window = json!({"name": "lorekeeper", "version": "1"});
    let listed =
        serve.request("tools/list", json!({"_meta": {"io.modelcontextprotocol/clientInfo": window}}));
    let tools = listed["result"]["tools"].as_array().unwrap();
    assert!(tools.iter().any(|tool| tool["name"] == "guide_browse_entries"));
    for _ in 0..calls {
        let tool = &tools[dice.below(tools.len())];
        let name = tool["name"].as_str().unwrap();
        let arguments = pool.arguments(&tool["inputSchema"], dice);
        let mut words = format!("{name} {arguments}");
        if let Some((cut, _)) = words.char_indices().nth(2_000) {
            words.truncate(cut);
        }
        let said = Call(tally.number, &words);
        let began = Instant::now();
        let reply = serve.request("tools/call", json!({"name": name, "arguments": arguments}));
        let took = began.elapsed();
        check(tool, &reply, took);
        tally.refused += usize::from(reply["result"]["isError"] == true);
        drop(said);
        tally.number += 1;
        if took > tally.slowest.0 {
            tally.slowest = (took, words);
        }
    }
    let stats = serve.call("guide_library_stats", json!({}));
    assert_eq!(stats["success"], true, "{stats}");
    assert_eq!(serve.end(), Some(0));
    let log = std::fs::read_to_string(log).unwrap();
    let panic: Vec<&str> = log.lines().filter(|line| line.contains("panicked")).collect();
    assert!(panic.is_empty(), "{panic:?}");
}

fn check(tool: &Value, reply: &Value, took: Duration) {
    let shown = || reply.to_string().chars().take(1_500).collect::<String>();
    assert!(took < IN_TIME, "it took {took:?}: {}", shown());
    let result = &reply["result"];
    assert!(result.is_object(), "an error of the protocol: {}", shown());
    let content = &result["structuredContent"];
    let kind = content["error_type"].as_str().unwrap_or_default();
    assert!(!OURS.contains(&kind), "{}", shown());
    assert_eq!(content["success"] == true, result["isError"] != true, "{}", shown());
    assert_eq!(content["success"] == true, kind.is_empty(), "{}", shown());
    if content["success"] == true {
        let published = tool.get("outputSchema");
        let wrong = published.and_then(|schema| schema::violation(schema, content, "$"));
        assert_eq!(wrong, None, "{}", shown());
    } else {
        assert!(content["error"].is_string() && content["instruction"].is_string(), "{}", shown());
    }
    let texts = result["content"].as_array().unwrap().iter().filter_map(|block| block["text"].as_str());
    for form in [content.to_string().len(), texts.map(str::len).sum()] {
        assert!(form <= LARGEST, "{form} bytes: {}", shown());
    }
}

fn nothing_there() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for mut stream in listener.incoming().map_while(Result::ok) {
            let _ = stream.read(&mut [0; 4_096]);
            let _ =
                stream.write_all(b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
        }
    });
    url
}
