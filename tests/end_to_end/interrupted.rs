//! Work that is killed in the middle: the next process finds a whole library and completes the work.

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::json;
use sha2::{Digest, Sha256};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, SqliteConnection};
use tempfile::TempDir;

use crate::meaning::{model_alone, plums};
use crate::owners::owner_of;
use crate::program::{Serve, printed, program, repetitions};

/// Every vector of a library: slug, passage, bytes.
type Vectors = Vec<(String, i64, Vec<u8>)>;

async fn database(home: &Path) -> SqliteConnection {
    SqliteConnectOptions::new()
        .filename(home.join("library.db"))
        .create_if_missing(true)
        .connect()
        .await
        .unwrap()
}

async fn vectors(home: &Path) -> Vectors {
    let select = "SELECT entries.slug, vectors.passage, vectors.vector FROM vectors JOIN entries ON entries.id = vectors.entry_id ORDER BY 1, 2";
    sqlx::query_as(select).fetch_all(&mut database(home).await).await.unwrap()
}

#[tokio::test]
async fn owners_killed_while_embedding_leave_correct_vectors() {
    const SPELLS: usize = 400;
    let Some(bare) = model_alone() else { return };
    let home = plums(bare.path(), SPELLS);
    let start = || {
        let mut serve = Serve::connected(program(home.path()).env("LOREKEEPER_RESOURCES", bare.path()));
        serve.call("search_dnd_content", json!({"query": "fruit with a voice"}));
        serve
    };
    let mut serving = vec![start(), start()];
    for pause in [40, 400, 700, 900, 1_100, 1_300] {
        tokio::time::sleep(Duration::from_millis(pause)).await;
        let owner = owner_of(home.path());
        if let Some(place) = serving.iter().position(|serve| Some(serve.process()) == owner) {
            serving.remove(place).kill();
        }
        serving.push(start());
    }
    let began = Instant::now();
    while serving[0].call("guide_library_stats", json!({}))["value"]["entries_to_embed"] != 0 {
        assert!(began.elapsed() < Duration::from_secs(60), "the embedding does not end");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    drop(serving);
    let undisturbed = plums(bare.path(), SPELLS);
    let embed =
        program(undisturbed.path()).env("LOREKEEPER_RESOURCES", bare.path()).arg("embed").output().unwrap();
    assert!(embed.status.success());
    let expected = vectors(undisturbed.path()).await;
    assert!(expected.len() >= SPELLS);
    assert!(vectors(home.path()).await == expected, "the vectors differ");
}

/// Makes a library in the format of the first version, with so many entries.
async fn older_library(home: &Path, entries: i64) {
    let folder = TempDir::new().unwrap();
    let first = "0001_library.sql";
    let migrations = Path::new(env!("CARGO_MANIFEST_DIR")).join("../lore/migrations");
    std::fs::copy(migrations.join(first), folder.path().join(first)).unwrap();
    let mut database = database(home).await;
    sqlx::migrate::Migrator::new(folder.path()).await.unwrap().run(&mut database).await.unwrap();
    for sql in [
        "INSERT INTO library (one, id, starter_offered) VALUES (1, 'older', 1)",
        "INSERT INTO documents (id, key, name, provider, entry_count, created_at, updated_at)
         VALUES (1, 'tome', 'The Tome', 'open5e_v2', ?1, '2030-01-01', '2030-01-01')",
    ] {
        sqlx::query(sql).bind(entries).execute(&mut database).await.unwrap();
    }
    sqlx::query("BEGIN").execute(&mut database).await.unwrap();
    for number in 1..=entries {
        let (name, body) = (format!("Rule {number}"), format!("The text of Rule {number}"));
        sqlx::query(
            "INSERT INTO entries (id, document_id, kind, slug, name, folded, hash, created_at, updated_at)
             VALUES (?1, 1, 'rule', 'rule-' || ?1, ?2, lower(?2), ?3, '2030-01-01', '2030-01-01')",
        )
        .bind(number)
        .bind(name.clone())
        .bind(hash_without_page([&name, &body, "{}", "{}"]))
        .execute(&mut database)
        .await
        .unwrap();
        sqlx::query("INSERT INTO texts (entry_id, body, details, raw) VALUES (?, ?, '{}', '{}')")
            .bind(number)
            .bind(body)
            .execute(&mut database)
            .await
            .unwrap();
    }
    sqlx::query("COMMIT").execute(&mut database).await.unwrap();
}

/// Returns the hash of an entry as it was before entries had pages.
fn hash_without_page(parts: [&str; 4]) -> Vec<u8> {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash.finalize().to_vec()
}

#[tokio::test]
async fn a_migration_killed_at_any_moment_is_completed_later() {
    const ENTRIES: i64 = 3_000;
    // Without starter content, which each process would import.
    let Some(resources) = model_alone() else { return };
    let older = TempDir::new().unwrap();
    older_library(older.path(), ENTRIES).await;
    let mut migrated = 0;
    let mut milliseconds = 0;
    // Up to 60 ms, and on a slow machine on to the first moment at which the migration has begun.
    while milliseconds < 60 || migrated == 0 {
        assert!(milliseconds < 60_000, "every process was killed before it began");
        let home = TempDir::new().unwrap();
        std::fs::copy(older.path().join("library.db"), home.path().join("library.db")).unwrap();
        let alone = |argument: &[&str]| {
            let mut command = program(home.path());
            command.env("LOREKEEPER_RESOURCES", resources.path()).args(argument);
            command
        };
        let mut serve = alone(&["serve"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        tokio::time::sleep(Duration::from_millis(milliseconds)).await;
        serve.kill().unwrap();
        serve.wait().unwrap();
        migrated += i64::from(std::fs::exists(home.path().join("library.format-1.backup.db")).unwrap());
        let stats: serde_json::Value =
            serde_json::from_str(&printed(&alone(&["stats", "--json"]).output().unwrap())).unwrap();
        assert_eq!(stats["kinds"]["rule"], ENTRIES, "after {milliseconds} ms: {stats}");
        let doctor = printed(&alone(&["doctor"]).output().unwrap());
        assert!(
            doctor.contains("every entry and document is as it was stored"),
            "after {milliseconds} ms: {doctor}"
        );
        let mut problems = doctor.lines().filter(|line| line.starts_with("problem"));
        assert!(problems.all(|line| line.contains("starter_missing")), "after {milliseconds} ms: {doctor}");
        milliseconds += (60 / repetitions(5, 15) as u64).max(milliseconds / 4);
    }
}
