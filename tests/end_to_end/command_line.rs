use std::io::Write as _;
use std::process::Stdio;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::homebrew::write;
use crate::program::{json_of, printed, program, run};
use crate::starter_library::{copy_starter_library, starter_library};

#[test]
fn search_show_documents_and_stats_answer_in_text_and_in_json() {
    let home = starter_library();
    let search = run(home.path(), &["search", "firebal"]);
    assert_eq!(search.status.code(), Some(0));
    assert!(printed(&search).lines().nth(1).unwrap().starts_with("Fireball "), "{}", printed(&search));
    assert_eq!(json_of(home.path(), &["search", "firebal", "--json"])[0]["name"], "Fireball");
    let one = json_of(home.path(), &["--json", "search", "dragon", "--type", "spells", "--limit", "1"]);
    assert_eq!(one.as_array().unwrap().len(), 1);

    let show = printed(&run(home.path(), &["show", "adult", "red", "dragon"]));
    assert!(show.starts_with("# Adult Red Dragon\n") && show.contains("### Legendary Actions"));
    assert!(show.contains("licensed under the Creative Commons"), "the notice of its licence is shown");
    assert_eq!(json_of(home.path(), &["show", "srd-2014/spell/fireball", "--json"])["level"], 3);

    assert!(printed(&run(home.path(), &["documents"])).contains("srd-2014"));
    let fetched = json_of(home.path(), &["documents", "--json", "--source", "dnd5e_api"]);
    assert_eq!(fetched[0]["document_key"], "srd-2014");
    let homebrew = printed(&run(home.path(), &["documents", "--source", "orcbrew"]));
    assert!(homebrew.contains("No documents found in cache"), "{homebrew}");
    assert_eq!(json_of(home.path(), &["stats", "--json"])["kinds"]["creature"], 678);
    let doctor = run(home.path(), &["doctor"]);
    assert_eq!(doctor.status.code(), Some(0), "{}", printed(&doctor));
}

#[test]
fn features_are_printed_best_first_by_any_weights() {
    let home = starter_library();
    let features = |weights: &[&str]| {
        let mut child = program(home.path())
            .arg("features")
            .args(weights)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let query = br#"{"query": "wall that burns", "types": ["Spell"]}"#;
        child.stdin.take().unwrap().write_all(query).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        serde_json::from_slice::<Value>(&output.stdout).unwrap()
    };
    let case = features(&[]);
    let (first, parts) = (&case["entries"][0], &case["entries"][0]["parts"]);
    assert_eq!((&first["kind"], first["score"].as_f64()), (&"spell".into(), case["numbers"][1].as_f64()));
    assert!(parts["all_words"].as_f64() > Some(0.0) && parts.as_object().unwrap().len() == 10, "{first}");
    let parts = parts.as_object().unwrap().keys();
    let only_core: Value = parts.map(|part| (part.clone(), json!(u8::from(part == "core")))).collect();
    let case = features(&["--weights", &only_core.to_string()]);
    assert_eq!(case["entries"][0]["score"], 0.99, "the starter has only core rules");
}

#[test]
fn exit_statuses_distinguish_not_found_usage_and_failure() {
    let home = starter_library();
    let status = |arguments: &[&str]| run(home.path(), arguments).status.code();
    assert_eq!(status(&["show", "zzyzx"]), Some(1));
    // By meaning everything is like something.
    assert_eq!(status(&["search", "zzyzxqqq", "--by-words"]), Some(1));
    assert_eq!(status(&["search"]), Some(2));
    assert_eq!(status(&["fly"]), Some(2));
    assert_eq!(status(&["search", "x", "--limit", "0"]), Some(2));
    assert_eq!(status(&["search", "x", "--type", "sandwich"]), Some(2));
    assert_eq!(status(&["documents", "--source", "web"]), Some(2));
    let file = tempfile::NamedTempFile::new().unwrap();
    let impossible = file.path().join("lorekeeper");
    let failed = run(&impossible, &["stats"]);
    assert_eq!(failed.status.code(), Some(2));
    let words = String::from_utf8(failed.stderr).unwrap();
    assert!(words.contains(impossible.to_str().unwrap()) && words.contains("LOREKEEPER_HOME"), "{words}");
}

#[test]
fn an_empty_library_gives_advice() {
    let home = TempDir::new().unwrap();
    let nowhere = home.path().join("nowhere");
    let output =
        program(home.path()).env("LOREKEEPER_RESOURCES", &nowhere).args(["search", "fire"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(printed(&output).contains("lorekeeper-mcp sync"));
    let doctor = program(home.path()).env("LOREKEEPER_RESOURCES", &nowhere).arg("doctor").output().unwrap();
    assert_eq!(doctor.status.code(), Some(1));
    assert!(printed(&doctor).contains("nowhere"));
    let later = run(home.path(), &["show", "fireball"]);
    assert_eq!(later.status.code(), Some(0), "the starter content comes in as soon as it is there");
}

// Windows allows no control characters in file names.
#[cfg(unix)]
#[test]
fn control_characters_never_reach_the_terminal() {
    let home = starter_library();
    let orders = "\u{1b}]0;owned\u{7}\u{1b}[2J\u{9b}31m\u{202e}\u{2066}\r";
    let mill = format!(
        "{{\"The {orders} Mill\" {{:orcpub.dnd.e5/feats {{:miller {{:name \"Miller {orders}\"}}}}}}}}"
    );
    let book = write(home.path(), &format!("mill{orders}.orcbrew"), &mill);
    let missing = home.path().join(format!("gone{orders}.orcbrew"));
    let (book, missing) = (book.to_str().unwrap(), missing.to_str().unwrap());
    let conversations: [&[&str]; 8] = [
        &["import", book],
        &["import", missing, "--json"],
        &["import", book, "--json"],
        &["documents"],
        &["documents", "The Mill"],
        &["show", "Miller"],
        &["show", orders],
        &[orders],
    ];
    for arguments in conversations {
        let output = run(home.path(), arguments);
        for bytes in [&output.stdout, &output.stderr] {
            let text = String::from_utf8(bytes.clone()).unwrap();
            let order = text
                .chars()
                .find(|c| (c.is_control() && !"\n\t".contains(*c)) || "\u{202e}\u{2066}".contains(*c));
            assert_eq!(order, None, "{arguments:?}: {text}");
        }
        assert!(!output.stdout.is_empty() || !output.stderr.is_empty(), "{arguments:?}");
    }
}

#[cfg(windows)]
#[test]
fn a_path_that_misleads_is_refused_with_advice() {
    let home = TempDir::new().unwrap();
    for (text, advice) in [
        ("C:book.orcbrew", "write the whole path"),
        ("file:///book.orcbrew", "write the path"),
        (r"C:\no such folder\book.orcbrew", "no such folder"),
    ] {
        let output = run(home.path(), &["import", text]);
        let words = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{words}");
        assert!(words.contains(advice) && !words.contains(r"\\?\"), "{words}");
    }
    assert_eq!(run(home.path(), &["--home", "C:library", "stats"]).status.code(), Some(2));
}

const BEE: &str = "JAM BEE\nTiny beast, unaligned\nArmor Class 12\nHit Points 3 (1d4 + 1)\nSpeed 5 ft., fly 30 ft.\n\
    STR DEX CON INT WIS CHA\n1 (-5) 15 (+2) 10 (+0) 1 (-5) 7 (-2) 3 (-4)\nChallenge 1/8 (25 XP)\nBuzz. It hums\nloudly.\n";

#[test]
fn entries_of_the_users_own_are_saved_undone_and_exported() {
    let home = TempDir::new().unwrap();
    let file = |name: &str, text: &str| write(home.path(), name, text).to_str().unwrap().to_owned();
    let library = home.path().join("library");
    copy_starter_library(&library);
    let done = |arguments: &[&str]| {
        let output = run(&library, arguments);
        (output.status.code(), printed(&output))
    };
    let bee = file("bee.txt", BEE);
    let (status, preview) = done(&["entry", "save", &bee, "--book", "Marsh", "--preview"]);
    assert!(status == Some(0) && preview.starts_with("Would be stored: Jam Bee"), "{preview}");
    assert!(preview.contains("***Buzz.*** It hums loudly."), "{preview}");
    assert_eq!(done(&["show", "Jam Bee"]).0, Some(1), "a preview stores nothing");
    assert_eq!(done(&["entry", "save", &bee, "--book", "Marsh"]).0, Some(0));
    assert!(done(&["show", "Jam Bee"]).1.contains("*Marsh (marsh), written here*"));

    let change = r#"{"change": "lore://entry/marsh/creature/jam-bee", "fields": {"hit_points": 9}}"#;
    let change = file("change.json", change);
    assert!(done(&["entry", "save", &change]).1.contains("9 (1d4+1)"));
    assert!(done(&["entry", "undo", "marsh/creature/jam-bee"]).1.contains("3 (1d4+1)"));
    assert_eq!(done(&["entry", "history", "marsh/creature/jam-bee"]).1.lines().count(), 1 + 3);

    let exported = home.path().join("marsh.json");
    let exported = exported.to_str().unwrap();
    assert_eq!(done(&["entry", "export", "Marsh", "--to", exported]).0, Some(0));
    assert_eq!(done(&["entry", "delete", "marsh/creature/jam-bee"]).0, Some(0));
    assert_eq!(done(&["show", "Jam Bee"]).0, Some(1));
    assert_eq!(done(&["entry", "save", exported, "--book", "Marsh"]).0, Some(0));
    assert!(done(&["show", "Jam Bee"]).1.contains("***Buzz.*** It hums loudly."));

    let wrong = file("wrong.json", r#"[{"kind": "spell", "name": "Plum Storm", "fields": {"level": 10}}]"#);
    let (status, said) = done(&["entry", "save", &wrong]);
    assert!(status == Some(2) && said.contains("give a whole number from 0 to 9"), "{said}");
    for (name, text) in [
        ("none.txt", "A cake."),
        ("half.json", "{\"kind\": "),
        ("other.json", "{\"knd\": 1}"),
        ("empty.json", "[]"),
    ] {
        assert_eq!(done(&["entry", "save", &file(name, text)]).0, Some(2), "{name}");
    }
    assert_eq!(done(&["entry", "delete", "srd-2024/creature/owlbear"]).0, Some(2));
}
