//! Many clients at once over one library, and owners killed under load: no answer is wrong and none is lost.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::dice::{Dice, tell};
use crate::homebrew::{self, write};
use crate::owners::owner_of;
use crate::program::{
    Serve, SetOnDrop, kill, number_of, printed, program, program_by_words, repetitions, run, texts,
    wait_until,
};
use crate::starter_library::starter_library;

const CLIENTS: usize = 8;
/// The short tests kill a quarter as often.
const KILLS: usize = 50;

struct Known {
    spells: Vec<String>,
    creatures: Vec<String>,
}

impl Known {
    fn of(serve: &mut Serve) -> Self {
        let mut names = |tool: &str| {
            let answer = serve.call(tool, json!({"documents": ["srd-2014"], "limit": 100}));
            texts(&answer["value"], "name").into_iter().map(str::to_owned).collect::<Vec<_>>()
        };
        Self { spells: names("lookup_spell"), creatures: names("lookup_creature") }
    }

    fn question(&self, dice: &mut Dice) -> (&'static str, Value, &str) {
        let spell = &self.spells[dice.below(self.spells.len())];
        let creature = &self.creatures[dice.below(self.creatures.len())];
        match dice.below(10) {
            0..=4 => ("lookup_spell", json!({"name": spell, "documents": ["srd-2014"]}), spell),
            5..=8 => ("lookup_creature", json!({"name": creature, "documents": ["srd-2014"]}), creature),
            _ => {
                let arguments = json!({
                    "query": spell, "content_types": ["spell"], "documents": ["srd-2014"], "semantic": false, "limit": 2,
                });
                ("search_dnd_content", arguments, spell)
            }
        }
    }
}

#[track_caller]
fn right(answer: &Value, expected: &str) {
    assert_eq!(answer["success"], true, "{answer}");
    assert_eq!(answer["value"][0]["name"], expected, "{answer}");
}

/// A client that starts its server again when that is killed, and repeats unanswered calls, as a supervisor
/// does.
struct Client {
    home: PathBuf,
    serve: Serve,
    asked_again: u64,
}

impl Client {
    fn at(home: &Path) -> Self {
        Self { home: home.to_owned(), serve: Self::connected(home), asked_again: 0 }
    }

    /// A server that is killed during its handshake is followed by another.
    fn connected(home: &Path) -> Serve {
        loop {
            let mut serve = Serve::start(&mut program_by_words(home));
            if serve.try_shake() {
                return serve;
            }
        }
    }

    /// Also returns whether the call was repeated.
    fn call(&mut self, tool: &str, arguments: &Value) -> (Value, bool) {
        let mut again = false;
        loop {
            let params = json!({"name": tool, "arguments": arguments});
            if let Some(mut reply) = self.serve.try_request("tools/call", params) {
                assert!(reply.get("error").is_none(), "{reply}");
                return (reply["result"]["structuredContent"].take(), again);
            }
            again = true;
            self.asked_again += 1;
            self.serve = Self::connected(&self.home);
        }
    }
}

pub(crate) fn book(folder: &Path, spells: usize) -> PathBuf {
    let spells = (0..spells).map(|n| (format!("Plum {n}"), format!("A plum of the number {n}.")));
    write(folder, "plums.orcbrew", &homebrew::book("Plums", spells))
}

/// Only processes of this test own its library.
fn kill_owners(home: &Path, kills: usize, longest_pause_ms: usize) {
    let mut dice = Dice::of(0x5eed);
    let (mut owner, mut last) = (None, None);
    for _ in 0..kills {
        std::thread::sleep(Duration::from_millis(20 + dice.below(longest_pause_ms) as u64));
        wait_until("another process owns the library", || {
            owner = owner_of(home);
            owner.is_some() && owner != last
        });
        kill(owner.unwrap());
        last = owner;
    }
}

#[test]
fn owners_killed_under_load_lose_no_answer() {
    kill_under_load(repetitions(KILLS / 4, KILLS), 500);
}

/// Repeats the test for `LOREKEEPER_SOAK_SECONDS`.
#[test]
#[ignore = "`make soak` runs it for minutes"]
fn owners_killed_for_minutes_lose_no_answer() {
    let seconds = number_of("LOREKEEPER_SOAK_SECONDS").unwrap_or(600);
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(seconds as u64) {
        kill_under_load(KILLS * 4, 1_500);
    }
}

fn kill_under_load(kills: usize, longest_pause_ms: usize) {
    let home = starter_library();
    let folder = TempDir::new().unwrap();
    let file = book(folder.path(), 60);
    let mut first = Serve::connected(&mut program_by_words(home.path()));
    let known = Known::of(&mut first);
    // It takes its sign down; a sign that it left would be taken for an owner to kill.
    assert_eq!(first.end(), Some(0));
    let (answers, again, writes) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    let done = AtomicBool::new(false);
    let began = Instant::now();
    std::thread::scope(|scope| {
        let _killing = SetOnDrop(&done);
        for seed in 1..=CLIENTS as u64 {
            let (known, home, done, answers, again) = (&known, home.path(), &done, &answers, &again);
            scope.spawn(move || {
                let mut dice = Dice::of(seed);
                let mut client = Client::at(home);
                while !done.load(Ordering::Acquire) {
                    let (tool, arguments, expected) = known.question(&mut dice);
                    right(&client.call(tool, &arguments).0, expected);
                    answers.fetch_add(1, Ordering::Relaxed);
                }
                again.fetch_add(client.asked_again, Ordering::Relaxed);
            });
        }
        // Writing is done exactly once, too: each import finds nothing of the one before, each deletion finds
        // all of it.
        scope.spawn(|| {
            let mut client = Client::at(home.path());
            let import = json!({"path": file});
            let delete = json!({"document": "plums", "confirm": "DELETE_DOCUMENT"});
            while !done.load(Ordering::Acquire) {
                let (imported, again) = client.call("guide_import_orcbrew", &import);
                let added = &imported["value"]["files"][0]["added"];
                assert!(*added == 60 || again && *added == 0, "{imported}");
                let (deleted, again) = client.call("guide_delete_document", &delete);
                let missing = again && deleted["error_type"] == "no_such_document";
                assert!(deleted["value"]["entity_count"] == 60 || missing, "{deleted}");
                writes.fetch_add(2, Ordering::Relaxed);
            }
        });
        kill_owners(home.path(), kills, longest_pause_ms);
    });
    let of = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    tell(&format!(
        "{kills} owners killed in {:.0} s: {} answers and {} writes, 0 lost; {} calls were asked again by the client of a killed owner",
        began.elapsed().as_secs_f64(),
        of(&answers),
        of(&writes),
        of(&again),
    ));
    assert!(of(&answers) > 0, "the library was not asked");
    check_whole(home.path(), &known);
}

fn check_whole(home: &Path, known: &Known) {
    let doctor = run(home, &["doctor"]);
    assert_eq!(doctor.status.code(), Some(0), "{}", printed(&doctor));
    // The scores of words depend on entries that were deleted until the index drops them, so the order is not
    // compared.
    let ask = || {
        let mut serve = Serve::connected(&mut program(home));
        let mut search = |mut arguments: Value| {
            arguments["content_types"] = json!(["spell"]);
            arguments["semantic"] = json!(false);
            serve.call("search_dnd_content", arguments)
        };
        // A name comes first in any case, but which edition of it does is decided by the score.
        let named = known.spells.iter().take(40).map(|name| {
            let arguments = json!({"query": name, "documents": ["srd-2014"], "limit": 1});
            search(arguments)["value"][0]["uri"].take()
        });
        let named: Vec<Value> = named.collect();
        let found = |query: &str| {
            let answer = search(json!({"query": query, "limit": 100}));
            let addresses: BTreeSet<_> =
                texts(&answer["value"], "uri").into_iter().map(str::to_owned).collect();
            assert!(addresses.len() < 100, "{query} finds more than are returned");
            addresses
        };
        (named, ["plum", "undead", "heal", "acid", "teleport", "bless"].map(found))
    };
    let before = ask();
    std::fs::remove_dir_all(home.join("index-2")).unwrap();
    assert_eq!(run(home, &["doctor"]).status.code(), Some(0));
    assert_eq!(ask(), before);
}
