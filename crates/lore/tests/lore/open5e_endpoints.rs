//! Checks of the endpoint table against the lists of the API.

use std::collections::BTreeSet;

use lore::ingest::open5e::{ENDPOINTS, Role, document_of_v1};
use lore::model::DocumentKey;
use open5e_replay::Replay;

use crate::support::{client, small_replay};

#[test]
fn the_table_has_every_list_of_version_2_and_no_unknown_one() {
    let counts = open5e_replay::counts();
    let existing: BTreeSet<&str> = counts.keys().map(String::as_str).collect();
    let table: BTreeSet<&str> = ENDPOINTS.iter().map(|endpoint| endpoint.path).collect();
    assert_eq!(table.len(), ENDPOINTS.len());
    let unknown: Vec<_> = table.difference(&existing).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
    let forgotten: Vec<_> = existing.difference(&table).filter(|path| path.starts_with("/v2/")).collect();
    assert!(forgotten.is_empty(), "{forgotten:?}");
    for endpoint in ENDPOINTS {
        assert_eq!(endpoint.role == Role::Older, endpoint.path.starts_with("/v1/"), "{}", endpoint.path);
    }
}

#[tokio::test]
async fn a_filter_for_every_document_gives_each_object_once() {
    let api = Replay::start();
    let counts = open5e_replay::counts();
    let client = client(&api.base);
    let names = async |path, key: &str| -> Vec<String> {
        let page = client.page(path, &[("limit", "500")]).await.unwrap();
        page.objects.iter().map(|document| document[key].as_str().unwrap().to_owned()).collect()
    };
    let current = names("/v2/documents/", "key").await.join(",");
    let older = names("/v1/documents/", "slug").await.join(",");
    for endpoint in ENDPOINTS {
        let Some(filter) = endpoint.document_filter else { continue };
        let documents = if endpoint.role == Role::Older { &older } else { &current };
        let page = client.page(endpoint.path, &[("limit", "1"), (filter, documents)]).await.unwrap();
        assert_eq!(page.count, counts[endpoint.path], "{}", endpoint.path);
        let page = client.page(endpoint.path, &[("limit", "1"), (filter, "nothing")]).await.unwrap();
        assert_eq!(page.count, 0, "{}", endpoint.path);
    }
}

#[tokio::test]
async fn every_older_document_is_one_of_the_second_version() {
    let api = small_replay();
    let client = client(&api.base);
    let current = client.page("/v2/documents/", &[]).await.unwrap().objects;
    let keys: BTreeSet<DocumentKey> = current
        .iter()
        .map(|document| {
            let key = DocumentKey::new(document["key"].as_str().unwrap());
            assert_eq!(key.as_str(), document["key"]);
            key
        })
        .collect();
    for document in client.page("/v1/documents/", &[]).await.unwrap().objects {
        let key = document_of_v1(&document).unwrap();
        assert!(keys.contains(&key), "{key}");
    }
}
