//! Copies of a library with damaged bytes: nothing panics, every answer is right or reports the damage, and
//! so does `doctor`.

use std::fs::OpenOptions;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::dice::Dice;
use crate::homebrew::{book, write};
use crate::program::{Serve, number_of, printed, program, repetitions, run, texts};
use crate::starter_library::starter_library;
use crate::template::copy;

/// The short tests damage half as many. `LOREKEEPER_DAMAGED_COPIES` overrides both numbers.
const COPIES: usize = 6;
const ASKED: usize = 12;

struct Question {
    tool: &'static str,
    arguments: Value,
    right: Value,
}

/// Fields of an entry that are no content.
const OF_THE_FETCH: [&str; 3] = ["cached_at", "cache_status", "similarity_score"];

fn entry(answer: &Value) -> Value {
    let mut entry = answer["value"][0].clone();
    if let Some(fields) = entry.as_object_mut() {
        fields.retain(|field, _| !OF_THE_FETCH.contains(&field.as_str()));
    }
    entry
}

fn sound() -> (TempDir, Vec<Question>) {
    let home = starter_library();
    let spells = (0..60).map(|n| (format!("Plum Charm {n}"), format!("Plum {n} ripens. ").repeat(20)));
    let file = write(home.path(), "plums.orcbrew", &book("Plums", spells));
    let mut serve = Serve::connected(&mut program(home.path()));
    assert_eq!(serve.call("guide_import_orcbrew", json!({"path": file}))["success"], true);
    let mut questions = Vec::new();
    for (tool, document) in [
        ("lookup_spell", "srd-2014"),
        ("lookup_creature", "srd-2024"),
        ("lookup_equipment", "srd-2014"),
        ("lookup_spell", "plums"),
    ] {
        let list = serve.call(tool, json!({"documents": [document], "limit": 100}));
        for name in texts(&list["value"], "name").into_iter().step_by(5).take(ASKED) {
            let arguments = json!({"name": name, "documents": [document], "limit": 1});
            let right = entry(&serve.call(tool, arguments.clone()));
            questions.push(Question { tool, arguments, right });
        }
    }
    let words = json!({"query": "plum charm 7", "documents": ["plums"], "semantic": false, "limit": 1});
    let right = entry(&serve.call("search_dnd_content", words.clone()));
    questions.push(Question { tool: "search_dnd_content", arguments: words, right });
    assert_eq!(serve.end(), Some(0));
    (home, questions)
}

fn length_of(path: &Path) -> usize {
    usize::try_from(std::fs::metadata(path).unwrap().len()).unwrap()
}

fn patch(path: &Path, place: usize, change: impl Fn(u8) -> u8, length: usize) {
    let mut file = OpenOptions::new().read(true).write(true).open(path).unwrap();
    let mut bytes = vec![0; length];
    file.seek(SeekFrom::Start(place as u64)).unwrap();
    let read = file.read(&mut bytes).unwrap();
    bytes.truncate(read);
    bytes.iter_mut().for_each(|byte| *byte = change(*byte));
    file.seek(SeekFrom::Start(place as u64)).unwrap();
    file.write_all(&bytes).unwrap();
}

fn damage(home: &Path, dice: &mut Dice, way: usize) -> String {
    let database = home.join("library.db");
    let length = length_of(&database);
    let flip = |path: &Path, below: usize, dice: &mut Dice| {
        let mask = u8::try_from(1 + dice.below(255)).unwrap();
        patch(path, dice.below(below), |byte| byte ^ mask, 1);
    };
    let mut index: Vec<PathBuf> =
        std::fs::read_dir(home.join("index-2")).unwrap().flatten().map(|file| file.path()).collect();
    index.retain(|file| length_of(file) > 0);
    index.sort();
    match way % 6 {
        0 => {
            let count = 1 + dice.below(200);
            (0..count).for_each(|_| flip(&database, length, dice));
            format!("{count} bytes changed")
        }
        1 => {
            let kept = dice.below(length);
            OpenOptions::new().write(true).open(&database).unwrap().set_len(kept as u64).unwrap();
            format!("cut to {kept} of {length} bytes")
        }
        2 => {
            let count = 1 + dice.below(20);
            (0..count).for_each(|_| flip(&database, 100, dice));
            format!("{count} bytes of the head changed")
        }
        3 => {
            let (place, size) = (dice.below(length), 1 + dice.below(64 << 10));
            let value = [0x00, 0xff, 0xa5][dice.below(3)];
            patch(&database, place, |_| value, size);
            format!("{size} bytes at {place} set to {value:#x}")
        }
        4 => {
            let file = &index[dice.below(index.len())];
            (0..=dice.below(30)).for_each(|_| flip(file, length_of(file), dice));
            format!("{} changed", file.file_name().unwrap().display())
        }
        _ => {
            let file = &index[dice.below(index.len())];
            OpenOptions::new().write(true).open(file).unwrap().set_len(length_of(file) as u64 / 2).unwrap();
            flip(&database, length, dice);
            format!("{} cut to half and a byte changed", file.file_name().unwrap().display())
        }
    }
}

#[derive(Debug, Default)]
struct Tally {
    right: usize,
    told: usize,
}

fn ask(home: &Path, questions: &[Question], what: &str) -> Tally {
    let log = home.join("log");
    let mut tally = Tally::default();
    let mut serve = Serve::logging(&mut program(home), &log);
    let mut messages = String::new();
    for Question { tool, arguments, right } in questions {
        let answer = serve.call(tool, arguments.clone());
        messages.push_str(answer["message"].as_str().unwrap_or_default());
        let given = entry(&answer);
        if given == *right {
            tally.right += 1;
            continue;
        }
        tally.told += 1;
        let same_name = given["name"] == right["name"] && given["slug"] == right["slug"];
        let is_wrong = same_name && given["description"] != right["description"];
        assert!(!is_wrong, "{what}: a wrong answer to {arguments}: {given} for {right}");
        let is_told = messages.to_lowercase().contains("damage") || answer["error_type"] == "damaged_library";
        assert!(is_told, "{what}: nothing is told with {arguments}: {answer}; so far {messages}");
    }
    serve.end();
    let log = std::fs::read_to_string(log).unwrap();
    assert!(!log.contains("panicked"), "{what}: {log}");
    tally
}

#[test]
fn every_answer_of_a_damaged_library_is_right_or_says_what_is_wrong() {
    let copies = number_of("LOREKEEPER_DAMAGED_COPIES").unwrap_or(repetitions(COPIES / 3, COPIES));
    let (sound, questions) = sound();
    let (mut right, mut told, mut healed) = (0, 0, 0);
    for number in 0..copies {
        let home = TempDir::new().unwrap();
        copy(sound.path(), home.path());
        let mut dice = Dice::of(number as u64 + 1);
        let what = format!("copy {number}: {}", damage(home.path(), &mut dice, number));
        let tally = ask(home.path(), &questions, &what);
        let doctor = run(home.path(), &["doctor"]);
        let found = printed(&doctor);
        let tells = ["damage", "recovered", "rebuilt"].iter().any(|word| found.contains(word));
        assert!(tally.told == 0 || tells, "{what}: {found}");
        // Whatever was found, the next start answers from what the sources and the starter content restore.
        let again = ask(home.path(), &questions, &what);
        assert_eq!(again.right, questions.len(), "{what}: {tally:?}, then {again:?}");
        println!("{what}: {tally:?}, then {again:?}");
        right += tally.right;
        told += tally.told;
        healed += again.right.saturating_sub(tally.right);
    }
    crate::dice::tell(&format!(
        "{copies} damaged copies: {right} answers right, {told} told to be damaged, {healed} of them right after a restart, 0 wrong"
    ));
}
