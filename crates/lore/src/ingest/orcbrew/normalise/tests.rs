use serde_json::json;

use super::*;

fn item(content_type: &str, key: &str, fields: Value) -> Item {
    Item { content_type: content_type.to_owned(), key: key.to_owned(), line: 1, disabled: false, fields }
}

fn read(content_type: &str, key: &str, fields: Value) -> Normalised {
    normalise(&item(content_type, key, fields), "Book", &DocumentKey::new("book")).unwrap()
}

/// An entry as a reader of the tests sees it.
fn shown(Normalised { record, notes }: &Normalised) -> String {
    format!(
        "{} {}: {}\n{}\n\n{}\n\nnotes: {notes:#?}",
        record.kind,
        record.slug,
        record.name,
        record.stored_fields().unwrap(),
        record.body
    )
}

#[test]
fn tmp_all() {
    let path = std::env::var("ITEMS").unwrap_or_default();
    let Ok(text) = std::fs::read_to_string(path) else { return };
    let all: Value = serde_json::from_str(&text).unwrap();
    for it in all.as_array().unwrap() {
        let t = |k: &str| it[k].as_str().unwrap().to_owned();
        let n = read(&t("type"), &t("key"), it["fields"].clone());
        println!("=====\n{}", shown(&n));
    }
}
