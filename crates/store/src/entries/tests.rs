use super::*;

#[tokio::test]
async fn an_entry_that_lost_its_text_is_reported_when_it_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("library.db")).await.unwrap();
    for sql in [
            "INSERT INTO documents (id, key, name, provider, entry_count, created_at, updated_at)
             VALUES (7, 'tome', 'The Tome', 'open5e_v2', 1, '2030-01-01', '2030-01-01')",
            "INSERT INTO entries (id, document_id, kind, slug, name, folded, hash, created_at, updated_at)
             VALUES (9, 7, 'spell', 'plum-ward', 'Plum Ward', 'plum ward', x'00', '2030-01-01', '2030-01-01')",
        ] {
            sqlx::query(sql).execute(&store.writer).await.unwrap();
        }
    assert!(store.entry("tome", Kind::Spell, "fig-ward").await.unwrap().is_none());
    assert_eq!(store.damaged_rows(), Vec::<String>::new());
    assert!(store.entry("tome", Kind::Spell, "plum-ward").await.unwrap().is_none());
    let damaged = store.damaged_rows();
    assert!(damaged.len() == 1 && damaged[0].contains("Plum Ward"), "{damaged:?}");
}
