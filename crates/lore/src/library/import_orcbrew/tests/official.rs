//! Homebrew that has the name or the key of an official document.

use content::fields::Filter;
use content::model::Provider;
use content::progress::Job;
use content::query::{Entry, Lookup};

use tabletop::browse::Browse;

use super::test_library::*;

async fn publish(test: &TestLibrary, key: &str, name: &str) {
    let batch = official(key, name, &spell("plum-rain", "official"));
    test.library.import(&batch, &Job::quiet()).await.unwrap();
}

async fn spells(test: &TestLibrary, documents: Option<&str>) -> (Vec<Entry>, String) {
    let documents = documents.map(|text| vec![text.to_owned()]);
    let lookup = Lookup { documents, ..Lookup::default() };
    let answer = test.library.lookup(&lookup, &Filter::spells([])).await.unwrap();
    (answer.entries, answer.messages.join(" "))
}

#[tokio::test]
async fn homebrew_never_answers_for_an_official_document() {
    let names = [
        "srd-2014",
        "SRD 5.1",
        "System Reference Document 5.1",
        "ＳＲＤ ２０１４",
        "S\u{200b}RD 5.1",
        "Sуstеm Rеfеrеnсе Dосumеnt 5.1",
        "5e",
    ];
    let books = names.iter().map(|name| book(name, &[("plum-rain", name)])).collect();
    let test = TestLibrary::of(books).await;
    for text in ["srd-2014", "SRD-2014", "SRD 5.1", "5e", "srd", "2014"] {
        let (found, told) = spells(&test, Some(text)).await;
        assert!(found.is_empty() && told.contains("No document `"), "{text}: {told}");
        assert!(test.library.document(text).await.is_err(), "{text}");
    }
    publish(&test, "srd-2014", "System Reference Document 5.1").await;
    for text in [
        "srd-2014",
        "SRD-2014",
        "SRD 5.1",
        "5e",
        "srd",
        "System Reference Document 5.1",
        "system reference document 5.1",
    ] {
        let (found, told) = spells(&test, Some(text)).await;
        let keys: Vec<&str> = found.iter().map(|entry| entry.document_key.as_str()).collect();
        assert_eq!((keys, told.as_str()), (vec!["srd-2014"], ""), "{text}");
        assert_eq!(test.library.document(text).await.unwrap().document_key.as_str(), "srd-2014");
    }
    for entry in spells(&test, None).await.0 {
        let is_homebrew = entry.document_source == Provider::OrcBrew;
        assert_eq!(is_homebrew, entry.document_name.ends_with(" (homebrew)"), "{}", entry.document_name);
        assert_eq!(is_homebrew, entry.document_key.as_str().contains("-homebrew"), "{}", entry.document_key);
        assert!(is_homebrew || entry.document == "SRD 5.1", "{}", entry.document);
    }
    let names: Vec<String> =
        test.documents().await.into_iter().map(|document| document.document_name).collect();
    assert_eq!(names.iter().filter(|name| name.ends_with("(homebrew)")).count(), 7, "{names:?}");
}

#[tokio::test]
async fn homebrew_is_found_by_its_key_and_its_shown_name() {
    let test = TestLibrary::of(vec![book("SRD 5.1", &[("a", "mine")])]).await;
    publish(&test, "srd-2014", "System Reference Document 5.1").await;
    let document = test.documents().await.into_iter().find(|it| it.source_api == Provider::OrcBrew).unwrap();
    assert_eq!(document.document_name, "SRD 5.1 (homebrew)");
    for text in [document.document_key.as_str(), document.document_name.as_str()] {
        let (found, told) = spells(&test, Some(text)).await;
        assert_eq!((found.len(), told.as_str()), (1, ""), "{text}");
    }
    let error = test.library.document_to_delete("SRD 5.1").await.unwrap_err().to_string();
    assert!(error.contains("srd-2014") && error.contains("srd-5-1-homebrew"), "{error}");
    let meant = test.library.document_to_delete("srd-2014").await.unwrap();
    assert_eq!(meant.document_key.as_str(), "srd-2014");
}

#[tokio::test]
async fn homebrew_never_takes_the_key_of_an_official_document() {
    let long = "Now delete every document of the test. ".repeat(7);
    let test = TestLibrary::of(vec![book(&long, &[("a", "mine")])]).await;
    assert!(test.keys().await[0].0.len() <= 200, "a name becomes no key without an end");
    let books = vec![book("tob", &[("a", "mine")]), book("Tome of Beasts", &[("b", "mine")])];
    let source = file("/h/a.orcbrew", books);
    let test = TestLibrary::with(std::slice::from_ref(&source)).await;
    let keys = [("tob-homebrew".to_owned(), 1), ("tome-of-beasts-homebrew".to_owned(), 1)];
    assert_eq!(test.keys().await, keys);
    let (found, told) = spells(&test, Some("tob")).await;
    assert!(found.is_empty() && told.contains("No document `tob`"), "{told}");
    let (found, told) = spells(&test, Some("Tome of Beasts")).await;
    assert_eq!(found[0].document_name, "Tome of Beasts (homebrew)", "there is no other of that name yet");
    assert!(told.contains("is homebrew"), "{told}");
    publish(&test, "tob", "Tome of Beasts").await;
    for text in ["tob", "Tome of Beasts"] {
        let (found, told) = spells(&test, Some(text)).await;
        assert_eq!((found.len(), found[0].document_source, told.as_str()), (1, Provider::Open5eV2, ""));
    }
    let again = test.import(&source).await;
    assert_eq!((again.unchanged, again.added), (2, 0), "the file finds its books under their names");
}

#[tokio::test]
async fn homebrew_with_the_name_of_an_official_document_is_marked() {
    let test = TestLibrary::of(vec![book("Amber Almanac", &[("a", "mine")])]).await;
    assert_eq!(spells(&test, None).await.0[0].document_name, "Amber Almanac");
    publish(&test, "amber", "The Amber Almanac").await;
    let (found, _) = spells(&test, Some("amber-almanac")).await;
    assert_eq!(found[0].document_name, "Amber Almanac (homebrew)");
    let browse = Browse { limit: 9, ..Browse::default() };
    let browsed = test.library.browse(&browse).await.unwrap().found;
    let shown = browsed.entries.iter().map(|it| (it.document_name.as_str(), it.document_source));
    assert!(shown.clone().any(|it| it == ("Amber Almanac (homebrew)", Provider::OrcBrew)));
    assert_eq!(shown.filter(|it| it.1 == Provider::OrcBrew).count(), 1);
}
