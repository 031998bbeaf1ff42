use super::*;

fn later() -> Vec<&'static str> {
    [MIGRATIONS.as_slice(), &["CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT"]].concat()
}

#[tokio::test]
async fn a_migration_backs_the_users_own_up_first() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    let older = Store::open(&path).await.unwrap();
    older.set_offline(true).await.unwrap();
    older.close().await;
    let newer = Store::open_with(&path, &later()).await.unwrap();
    assert!(newer.settings().await.unwrap().offline, "what was in it is still there");
    newer.close().await;
    let backups: Vec<_> = std::fs::read_dir(folder.path().join("yours-backups")).unwrap().collect();
    assert_eq!(backups.len(), 1);
    let yours = yours_beside(&path);
    remove_database(&yours).unwrap();
    std::fs::copy(backups[0].as_ref().unwrap().path(), &yours).unwrap();
    let restored = Store::open(&path).await.unwrap();
    assert!(restored.settings().await.unwrap().offline);
}

#[tokio::test]
async fn what_is_the_users_own_in_a_newer_version_is_refused_and_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    Store::open_with(&path, &later()).await.unwrap().close().await;
    let before = std::fs::read(yours_beside(&path)).unwrap();
    let error = Store::open(&path).await.unwrap_err();
    let Error::NewerLibrary { found, known, .. } = error else { panic!("{error}") };
    assert_eq!((found, known), (i64::try_from(later().len()).unwrap(), found - 1));
    assert!(error.to_string().contains("newer LoreKeeper") && error.advice().contains("Update LoreKeeper"));
    assert_eq!(std::fs::read(yours_beside(&path)).unwrap(), before);
}

#[tokio::test]
async fn a_projection_of_another_version_is_made_anew() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    let older = Store::open(&path).await.unwrap();
    older.set_offline(true).await.unwrap();
    let id = older.settings().await.unwrap().id;
    sqlx::query("PRAGMA library.user_version = 2000").execute(&older.writer).await.unwrap();
    older.close().await;
    let newer = Store::open(&path).await.unwrap();
    assert_eq!(newer.projection_version().await.unwrap(), PROJECTION_VERSION);
    let settings = newer.settings().await.unwrap();
    assert!(settings.offline && settings.id != id);
}

#[tokio::test]
async fn the_databases_are_opened_as_the_design_says() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("library.db")).await.unwrap();
    for database in ["main", "library"] {
        let sql = sqlx::AssertSqlSafe(format!("PRAGMA {database}.journal_mode"));
        let mode: String = sqlx::query_scalar(sql).fetch_one(&store.writer).await.unwrap();
        let sql = sqlx::AssertSqlSafe(format!("PRAGMA {database}.synchronous"));
        let synchronous: i64 = sqlx::query_scalar(sql).fetch_one(&store.writer).await.unwrap();
        assert_eq!((mode.as_str(), synchronous), ("wal", 1), "{database}");
    }
    let keys: i64 = sqlx::query_scalar("PRAGMA foreign_keys").fetch_one(&store.writer).await.unwrap();
    assert_eq!(keys, 1);
    let (version, _) = store.facts().await.unwrap();
    let parts: Vec<u32> = version.split('.').map(|part| part.parse().unwrap()).collect();
    assert!(parts >= vec![3, 51, 3], "SQLite {version} lacks a fix of its write-ahead log");
    for table in ["documents", "notes"] {
        let delete = sqlx::AssertSqlSafe(format!("DELETE FROM {table}"));
        let deleted = sqlx::query(delete).execute(&mut *store.reader().await.unwrap()).await;
        assert!(deleted.is_err(), "readers cannot write");
    }
}

#[test]
fn the_version_of_the_tables_grows_with_their_text() {
    let hash = content::model::content_hash([PROJECTION]);
    assert_eq!((PROJECTION_VERSION, &hash[..4]), (3, [155, 253, 20, 169].as_slice()));
}
