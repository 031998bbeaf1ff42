use serde_json::Value;
use tempfile::TempDir;

use crate::program::{ImpossibleFolder, printed, program, run};
use crate::starter_library::{copy_starter_library, starter_library};

fn json(home: &TempDir, arguments: &[&str]) -> Value {
    let output = run(home.path(), arguments);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_str(&printed(&output)).unwrap()
}

#[test]
fn search_show_documents_and_stats_answer_in_text_and_in_json() {
    let home = starter_library();
    let search = run(home.path(), &["search", "firebal"]);
    assert_eq!(search.status.code(), Some(0));
    assert!(printed(&search).lines().nth(1).unwrap().starts_with("Fireball "), "{}", printed(&search));
    assert_eq!(json(&home, &["search", "firebal", "--json"])[0]["name"], "Fireball");
    assert_eq!(
        json(&home, &["--json", "search", "dragon", "--type", "spells", "--limit", "1"])
            .as_array()
            .unwrap()
            .len(),
        1
    );

    let show = printed(&run(home.path(), &["show", "adult", "red", "dragon"]));
    assert!(show.starts_with("# Adult Red Dragon\n") && show.contains("### Legendary Actions"));
    assert!(show.contains("licensed under the Creative Commons"), "the notice of its licence is shown");
    assert_eq!(json(&home, &["show", "srd-2014/spell/fireball", "--json"])["level"], 3);
    assert_eq!(json(&home, &["show", "fireball", "--json", "--raw"])["slug"], "fireball");

    assert!(printed(&run(home.path(), &["documents"])).contains("srd-2014"));
    assert_eq!(json(&home, &["documents", "--json", "--source", "dnd5e_api"])[0]["document_key"], "srd-2014");
    assert!(
        printed(&run(home.path(), &["documents", "--source", "orcbrew"]))
            .contains("No documents found in cache")
    );
    assert_eq!(json(&home, &["stats", "--json"])["kinds"]["creature"], 678);
    let doctor = run(home.path(), &["doctor"]);
    assert_eq!(doctor.status.code(), Some(0), "{}", printed(&doctor));
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
    let impossible = ImpossibleFolder::new();
    let failed = program(&impossible.path).arg("stats").output().unwrap();
    assert_eq!(failed.status.code(), Some(2));
    let words = String::from_utf8(failed.stderr).unwrap();
    let folder = impossible.path.to_str().unwrap();
    assert!(words.contains(folder) && words.contains("LOREKEEPER_HOME"), "{words}");
}

#[test]
fn doctor_finds_damage_and_the_next_start_repairs_it() {
    let home = starter_library();
    std::fs::write(home.path().join("library.db"), "gone".repeat(5_000)).unwrap();
    let mended = run(home.path(), &["stats"]);
    assert_eq!(mended.status.code(), Some(0));
    assert!(printed(&mended).contains("damaged file is kept"), "{}", printed(&mended));
    assert_eq!(
        json(&home, &["show", "fireball", "--json"])["name"],
        "Fireball",
        "the starter content is back"
    );
    assert_eq!(run(home.path(), &["doctor"]).status.code(), Some(0));
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
    let book = home.path().join(format!("mill{orders}.orcbrew"));
    std::fs::write(
        &book,
        format!(
            "{{\"The {orders} Mill\" {{:orcpub.dnd.e5/feats {{:miller {{:name \"Miller {orders}\"}}}}}}}}"
        ),
    )
    .unwrap();
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

#[test]
fn a_path_is_understood_as_people_write_it() {
    let home = TempDir::new().unwrap();
    let library = home.path().join("library");
    copy_starter_library(&library);
    let book = home.path().join("Übung 🐉.orcbrew");
    std::fs::write(&book, "{\"Mill\" {:orcpub.dnd.e5/feats {:miller {:name \"Miller\"}}}}").unwrap();
    let path = book.to_str().unwrap();
    let url = url::Url::from_file_path(&book).unwrap();
    for text in [path, &format!("\"{path}\""), url.as_str(), &path.replace('\\', "/"), "~/Übung 🐉.orcbrew"]
    {
        let mut command = program(&library);
        command.env("HOME", home.path()).env("USERPROFILE", home.path());
        let output = command.args(["import", text]).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{text}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(!printed(&output).contains(r"\\?\"), "{}", printed(&output));
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
    let file = |name: &str, text: &str| {
        let path = home.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let library = home.path().join("library");
    copy_starter_library(&library);
    let done = |arguments: &[&str]| {
        let output = run(&library, arguments);
        (output.status.code(), printed(&output))
    };
    let bee = file("bee.txt", BEE);
    let (status, preview) = done(&["entry", "save", &bee, "--book", "Marsh", "--preview"]);
    assert!(
        status == Some(0)
            && preview.starts_with("Would be stored: Jam Bee")
            && preview.contains("***Buzz.*** It hums loudly.")
    );
    assert_eq!(done(&["show", "Jam Bee"]).0, Some(1), "a preview stores nothing");
    assert_eq!(done(&["entry", "save", &bee, "--book", "Marsh"]).0, Some(0));
    assert!(done(&["show", "Jam Bee"]).1.contains("*Marsh (marsh), written here*"));

    let change = file(
        "change.json",
        r#"{"change": "lore://entry/marsh/creature/jam-bee", "fields": {"hit_points": 9}}"#,
    );
    assert!(done(&["entry", "save", &change]).1.contains("9 (1d4+1)"));
    assert!(done(&["entry", "undo", "marsh/creature/jam-bee"]).1.contains("3 (1d4+1)"));
    assert_eq!(done(&["entry", "history", "marsh/creature/jam-bee"]).1.lines().count(), 3);

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
