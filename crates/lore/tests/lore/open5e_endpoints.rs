//! The table of lists against what the API really has.

use std::collections::BTreeSet;
use std::path::Path;

use lore::ingest::open5e::{ENDPOINTS, Role, document_of_v1};
use lore::model::DocumentKey;
use lore::progress::Job;
use serde_json::{Value, json};

use crate::support::{Replay, client, snapshot};

fn read(folder: &Path, name: &str) -> Value {
    serde_json::from_slice(&std::fs::read(folder.join(name)).unwrap()).unwrap()
}

#[test]
fn every_list_of_the_second_version_is_in_the_table_and_every_list_of_the_table_exists() {
    let Some(folder) = snapshot() else { return };
    let index = read(&folder, "index.json");
    let there: BTreeSet<&str> = index["endpoints"].as_object().unwrap().keys().map(String::as_str).collect();
    let table: BTreeSet<&str> = ENDPOINTS.iter().map(|endpoint| endpoint.path).collect();
    assert_eq!(table.len(), ENDPOINTS.len());
    assert!(table.is_subset(&there));
    let forgotten: Vec<_> = there.difference(&table).filter(|path| path.starts_with("/v2/")).collect();
    assert!(forgotten.is_empty(), "{forgotten:?}");
    for endpoint in ENDPOINTS {
        assert_eq!(endpoint.role == Role::Older, endpoint.path.starts_with("/v1/"), "{}", endpoint.path);
    }
}

#[test]
fn every_document_filter_is_known_to_the_api_and_takes_a_list() {
    let Some(folder) = snapshot() else { return };
    let filters = read(&folder, "filters.json");
    for endpoint in ENDPOINTS {
        let known = &filters[endpoint.path];
        if let Some(name) = endpoint.document_filter {
            let filter = &known["params"][name];
            assert_eq!(
                (&filter["type"], &filter["lookup"]),
                (&json!("text"), &json!("in")),
                "{}",
                endpoint.path
            );
            assert_eq!(filter.get("exclude"), None, "{}", endpoint.path);
        }
        assert!(endpoint.fields.is_none() || known["fields"] != false, "{}", endpoint.path);
    }
}

#[tokio::test]
async fn a_filter_for_every_document_gives_each_object_once() {
    let Some(api) = Replay::full() else { return };
    let index = read(&snapshot().unwrap(), "index.json");
    let (client, job) = (client(&api.base), Job::quiet());
    let names = async |path, key: &str| -> Vec<String> {
        let page = client.page(path, &[("limit", "500")], &job).await.unwrap();
        page.objects.iter().map(|document| document[key].as_str().unwrap().to_owned()).collect()
    };
    let current = names("/v2/documents/", "key").await.join(",");
    let older = names("/v1/documents/", "slug").await.join(",");
    for endpoint in ENDPOINTS {
        let Some(filter) = endpoint.document_filter else { continue };
        let documents = if endpoint.role == Role::Older { &older } else { &current };
        let page = client.page(endpoint.path, &[("limit", "1"), (filter, documents)], &job).await.unwrap();
        assert_eq!(page.count, index["endpoints"][endpoint.path]["count"], "{}", endpoint.path);
        let page = client.page(endpoint.path, &[("limit", "1"), (filter, "nothing")], &job).await.unwrap();
        assert_eq!(page.count, 0, "{}", endpoint.path);
    }
}

#[tokio::test]
async fn every_older_document_is_one_of_the_second_version() {
    let Some(api) = Replay::small() else { return };
    let (client, job) = (client(&api.base), Job::quiet());
    let current = client.page("/v2/documents/", &[], &job).await.unwrap().objects;
    let keys: BTreeSet<DocumentKey> = current
        .iter()
        .map(|document| {
            let key = DocumentKey::new(document["key"].as_str().unwrap());
            assert_eq!(key.as_str(), document["key"]);
            key
        })
        .collect();
    for document in client.page("/v1/documents/", &[], &job).await.unwrap().objects {
        let key = document_of_v1(&document).unwrap();
        assert!(keys.contains(&key), "{key}");
    }
}
