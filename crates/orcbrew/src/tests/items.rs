use std::collections::BTreeSet;

use super::{keys, never, samples};
use crate::edn::CONTENT_TYPES;
use crate::{SourceText, read_text};

#[test]
fn the_samples_hold_every_content_type() {
    let mut types = BTreeSet::new();
    for text in samples().values() {
        types.extend(keys(&read_text(text, "x").unwrap()).into_iter().map(|(content_type, _)| content_type));
    }
    for known in CONTENT_TYPES {
        assert!(types.contains(*known), "{known}");
    }
}

#[test]
fn different_items_with_one_key_are_kept_and_identical_ones_are_not() {
    let text = r#"{"B" {:orcpub.dnd.e5/feats {:a {:name "A"} :a {:name "A", :level 2} :a {:name "A"}}}}"#;
    let file = read_text(text, "x").unwrap();
    assert_eq!((file.books[0].items.len(), file.books[0].repeated), (2, 1));
    assert!(file.repairs[0].what.contains("different items under `a`"));
}

#[test]
fn an_item_without_fields_is_rejected_with_its_line() {
    let text = "{\"B\" {:orcpub.dnd.e5/feats {:good {:name \"A\"}\n:bad nil\n:worse \"text\"}}}";
    let file = read_text(text, "x").unwrap();
    let rejected: Vec<_> =
        file.rejected.iter().map(|it| (it.book.as_str(), it.key.as_str(), it.line)).collect();
    assert_eq!(rejected, [("B", "bad", 2), ("B", "worse", 3)]);
}

#[test]
fn a_namespace_without_a_name_is_no_content_type() {
    let file =
        read_text(r#"{"B" {:orcpub.dnd.e5/feats {:a {:name "A"}} :orcpub.dnd.e5/ [{:name "B"}]}}"#, "x")
            .unwrap();
    assert_eq!(keys(&file), BTreeSet::from([("feats".to_owned(), "a".to_owned())]));
}

#[test]
fn reads_items_in_a_list_and_types_without_a_namespace() {
    let file = read_text("{\"B\" {:spells [{:key :a, :name \"A\"} {:name \"Two Words\"}]}}", "x").unwrap();
    let keys: Vec<_> = file.books[0].items.iter().map(|item| item.key.as_str()).collect();
    assert_eq!(keys, ["a", "Two Words"]);
}

#[test]
fn terminal_escape_sequences_are_removed() {
    let text = "{\"Em\u{1b}[31mbers\u{202e}\" {:orcpub.dnd.e5/spells {:spa\u{7}rk {:name \"S\\u001b]0;x\\u0007park\", :description \"\\u009b2J\u{9b}1mok\"}}}}";
    let file = SourceText::decode(text.into()).unwrap().read("a", &never()).unwrap();
    let (book, item) = (&file.books[0], &file.books[0].items[0]);
    assert_eq!((book.name.as_str(), item.key.as_str()), ("Embers", "spark"));
    assert_eq!(&*item.json, r#"{"name":"Spark","description":"ok"}"#);
}
