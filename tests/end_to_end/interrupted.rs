//! Work that is killed in the middle: the next process finds a whole library and completes the work.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use serde_json::json;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, SqliteConnection};
use tempfile::TempDir;

use crate::meaning::{model_alone, plums};
use crate::owners::owner_of;
use crate::program::{Serve, printed, program, repetitions, wait_until};
use crate::template::copy;

/// Every vector of a library: slug, passage, bytes.
type Vectors = Vec<(String, i64, Vec<u8>)>;

async fn database(home: &Path) -> SqliteConnection {
    SqliteConnectOptions::new().filename(home.join("library.db")).connect().await.unwrap()
}

async fn vectors(home: &Path) -> Vectors {
    let select = "SELECT entries.slug, vectors.passage, vectors.vector FROM vectors JOIN entries ON entries.id = vectors.entry_id ORDER BY 1, 2";
    sqlx::query_as(select).fetch_all(&mut database(home).await).await.unwrap()
}

#[tokio::test]
async fn owners_killed_while_embedding_leave_correct_vectors() {
    let spells = repetitions(200, 400);
    let Some(bare) = model_alone() else { return };
    let home = plums(bare.path(), spells);
    let start = || {
        let mut serve = Serve::connected(program(home.path()).env("LOREKEEPER_RESOURCES", bare.path()));
        serve.call("search_dnd_content", json!({"query": "fruit with a voice"}));
        serve
    };
    let mut serving = vec![start(), start()];
    for pause in [40, 400, 700, 900] {
        tokio::time::sleep(Duration::from_millis(pause)).await;
        let owner = owner_of(home.path());
        if let Some(place) = serving.iter().position(|serve| Some(serve.process()) == owner) {
            serving.remove(place).kill();
        }
        serving.push(start());
    }
    wait_until("all is embedded", || {
        serving[0].call("guide_library_stats", json!({}))["value"]["entries_to_embed"] == 0
    });
    drop(serving);
    let undisturbed = plums(bare.path(), spells);
    let embed =
        program(undisturbed.path()).env("LOREKEEPER_RESOURCES", bare.path()).arg("embed").output().unwrap();
    assert!(embed.status.success());
    let expected = vectors(undisturbed.path()).await;
    assert!(expected.len() >= spells);
    assert!(vectors(home.path()).await == expected, "the vectors differ");
}

#[test]
fn a_library_that_is_killed_while_it_reads_its_sources_is_whole_later() {
    const SPELLS: usize = 1_500;
    // Without starter content, which each process would import.
    let Some(resources) = model_alone() else { return };
    let sound = plums(resources.path(), SPELLS);
    std::fs::remove_file(sound.path().join("library.db")).unwrap();
    std::fs::remove_dir_all(sound.path().join("index-2")).unwrap();
    let mut killed_halfway = 0;
    let mut milliseconds = 0;
    // Up to 60 ms, and on a slow machine on to the first moment at which the library was created.
    while milliseconds < 60 || killed_halfway == 0 {
        assert!(milliseconds < 60_000, "every process was killed before it began");
        let home = TempDir::new().unwrap();
        copy(sound.path(), home.path());
        let alone = |argument: &[&str]| {
            let mut command = program(home.path());
            command.env("LOREKEEPER_RESOURCES", resources.path()).args(argument);
            command
        };
        let mut stats = alone(&["stats"]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(milliseconds));
        let was_running = stats.try_wait().unwrap().is_none();
        stats.kill().unwrap();
        stats.wait().unwrap();
        killed_halfway += i64::from(was_running && home.path().join("library.db").exists());
        let stats: serde_json::Value =
            serde_json::from_str(&printed(&alone(&["stats", "--json"]).output().unwrap())).unwrap();
        assert_eq!(stats["kinds"]["spell"], SPELLS, "after {milliseconds} ms: {stats}");
        let doctor = printed(&alone(&["doctor"]).output().unwrap());
        let mut problems = doctor.lines().filter(|line| line.starts_with("problem"));
        assert!(problems.all(|line| line.contains("starter_missing")), "after {milliseconds} ms: {doctor}");
        milliseconds += (60 / repetitions(5, 15) as u64).max(milliseconds / 4);
    }
}
