//! Fields that only version 1 of the API has survive its removal and changes of the lists.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use lore::model::{DocumentKey, Kind, Provider};
use lore::progress::Job;
use lore::{EntryKey, SyncRequest};
use open5e_replay::{Request, Server, page};
use serde_json::{Value, json};

use crate::support::{TestLibrary, creatures, forced, named, options, reply};

type Lists = Arc<Mutex<BTreeMap<&'static str, Vec<Value>>>>;

/// Without documents in version 1, that version is gone.
struct Orchard {
    lists: Lists,
    api: Server,
}

impl Orchard {
    fn start() -> Self {
        let book = json!({ "key": "plum", "name": "Book of Plums" });
        let rain = json!({ "key": "plum_rain", "name": "Rain", "document": book, "level": 3, "classes": [] });
        let older_rain =
            json!({ "slug": "rain", "name": "Rain", "document__slug": "plum", "dnd_class": "Druid" });
        let lists = BTreeMap::from([
            ("/v2/documents/", vec![book]),
            ("/v2/creatures/", golems(40, 14)),
            ("/v2/spells/", vec![rain]),
            ("/v1/documents/", vec![json!({ "slug": "plum", "v2_related_key": "plum" })]),
            ("/v1/monsters/", (0..40).map(older_golem).collect()),
            ("/v1/spells/", vec![older_rain]),
        ]);
        let lists: Lists = Arc::new(Mutex::new(lists));
        let shared = lists.clone();
        let api = Server::scripted(move |path| {
            let (list, query) = path.split_once('?').unwrap_or((path, ""));
            let lists = shared.lock().unwrap();
            if list.starts_with("/v1/") && lists["/v1/documents/"].is_empty() {
                return reply("404 Not Found", "", "<html></html>");
            }
            let wanted = |object: &&Value| match query.contains("name__iexact=plum+golem+7") {
                true => object["name"] == "Plum Golem 7",
                false => true,
            };
            let objects: Vec<Value> = lists.get(list).into_iter().flatten().filter(wanted).cloned().collect();
            reply("200 OK", "", &page(&Request::get(list), &objects).to_string())
        });
        Self { lists, api }
    }

    async fn synced() -> (Self, TestLibrary) {
        let orchard = Self::start();
        let test = TestLibrary::querying(&orchard.api.base).await;
        assert_eq!(test.sync(None).await.notes, [""; 0]);
        (orchard, test)
    }

    fn set(&self, list: &'static str, objects: Vec<Value>) {
        self.lists.lock().unwrap().insert(list, objects);
    }
}

fn golems(count: u32, armor_class: u32) -> Vec<Value> {
    let golem = |number| {
        json!({
            "key": format!("plum_plum-golem-{number}"), "name": format!("Plum Golem {number}"),
            "document": { "key": "plum" }, "challenge_rating": 2.0, "armor_class": armor_class, "actions": []
        })
    };
    (0..count).map(golem).collect()
}

fn older_golem(number: u32) -> Value {
    json!({
        "slug": format!("plum-golem-{number}"), "name": format!("Plum Golem {number}"), "document__slug": "plum",
        "subtype": "fruit", "desc": "It fell from a tree.",
        "actions": [{ "name": "Squash", "desc": "It squashes a spoon." }]
    })
}

async fn body(test: &TestLibrary, kind: Kind, slug: &str) -> String {
    let place = EntryKey { document: "plum".to_owned(), kind, slug: slug.to_owned() };
    test.library.entry(&place).await.unwrap().unwrap().body
}

#[tokio::test]
async fn fields_filled_by_version_1_survive_its_removal() {
    let (orchard, test) = Orchard::synced().await;
    orchard.set("/v1/monsters/", vec![older_golem(0)]);
    let notes = test.sync(None).await.notes;
    assert!(notes.iter().any(|note| note.starts_with("39 entries keep facts")), "{notes:?}");
    assert!(body(&test, Kind::Creature, "plum-golem-3").await.contains("***Squash.***"));
    orchard.set("/v1/documents/", Vec::new());
    orchard.set("/v2/creatures/", golems(40, 15));
    let notes = test.sync(None).await.notes;
    let golem = body(&test, Kind::Creature, "plum-golem-3").await;
    for part in ["(fruit)", "***Squash.***", "It fell from a tree.", "**Armor Class** 15"] {
        assert!(golem.contains(part), "{part} in {golem}");
    }
    assert!(body(&test, Kind::Spell, "rain").await.contains("**Classes** Druid"));
    assert!(notes.iter().any(|note| note.starts_with("41 entries keep facts")), "{notes:?}");
    // What it held once is held for the next time, too.
    test.sync(None).await;
    assert!(body(&test, Kind::Creature, "plum-golem-3").await.contains("***Squash.***"));
    let report = test.library.source_report(&DocumentKey::new("plum")).await.unwrap();
    assert_eq!(report.entries, 41);
    assert_eq!(report.filled[&Provider::Open5eV1]["actions"], 40);
    assert_eq!(report.filled[&Provider::Open5eV1]["classes"], 1);
}

async fn refusal(orchard: &Orchard, test: &TestLibrary) -> String {
    let refused =
        test.library.sync_open5e(&forced(options(&orchard.api.base)), &Job::quiet()).await.unwrap_err();
    assert_eq!(refused.code(), "removals_not_allowed");
    assert!(refused.advice().contains("--allow-removals"));
    refused.to_string()
}

async fn entries(test: &TestLibrary) -> u64 {
    test.library.stats().await.unwrap().entries
}

#[tokio::test]
async fn more_than_a_twentieth_of_a_document_goes_only_with_consent() {
    let (orchard, test) = Orchard::synced().await;
    // Two of 41 go without a question.
    orchard.set("/v2/creatures/", golems(38, 14));
    assert_eq!(test.sync(None).await.report.unwrap().removed, 2);
    // Two of 39 are more than a twentieth.
    orchard.set("/v2/creatures/", golems(36, 16));
    let sentence = refusal(&orchard, &test).await;
    assert!(sentence.contains("2 of the 38 entries of kind creature of `plum`"), "{sentence}");
    assert_eq!(entries(&test).await, 39);
    let golem = body(&test, Kind::Creature, "plum-golem-3").await;
    assert!(golem.contains("**Armor Class** 14"), "nothing changed");
    orchard.set("/v2/creatures/", golems(38, 14));
    assert_eq!(test.sync(None).await.report.unwrap().removed, 0, "a sync after a refusal fetches again");
}

#[tokio::test]
async fn consent_covers_only_the_removals_shown() {
    let (orchard, test) = Orchard::synced().await;
    orchard.set("/v2/creatures/", golems(12, 14));
    refusal(&orchard, &test).await;
    // What was shown is stored, whatever Open5e says meanwhile.
    orchard.set("/v2/creatures/", Vec::new());
    let request = SyncRequest { allow_removals: true, ..forced(options(&orchard.api.base)) };
    let asked = orchard.api.heads().len();
    let synced = test.library.sync_open5e(&request, &Job::quiet()).await.unwrap();
    assert_eq!((synced.report.unwrap().removed, entries(&test).await), (28, 13));
    assert_eq!(orchard.api.heads().len(), asked);
}

async fn look_up(test: &TestLibrary) -> String {
    test.lookup(named("Plum Golem 7"), creatures()).await.entries.remove(0).body
}

#[tokio::test]
async fn an_entry_fetched_by_a_lookup_has_the_fields_of_version_1() {
    let orchard = Orchard::start();
    let golem = look_up(&TestLibrary::querying(&orchard.api.base).await).await;
    assert!(golem.contains("***Squash.***") && golem.contains("(fruit)"), "{golem}");
    let heads = orchard.api.heads();
    let asked: Vec<&String> = heads.iter().filter(|head| head.contains("/v1/monsters/")).collect();
    assert_eq!(asked.len(), 1, "{heads:?}");
    assert!(asked[0].contains("slug__in=plum-golem-7 "), "{asked:?}");
}

#[tokio::test]
async fn an_answer_keeps_fields_filled_by_version_1() {
    let (orchard, test) = Orchard::synced().await;
    test.library.clear_cache().await.unwrap();
    assert_eq!(entries(&test).await, 41, "no entry is deleted");
    orchard.set("/v1/documents/", Vec::new());
    orchard.set("/v2/creatures/", golems(40, 17));
    let golem = look_up(&test).await;
    for part in ["***Squash.***", "(fruit)", "It fell from a tree.", "**Armor Class** 17"] {
        assert!(golem.contains(part), "{part} in {golem}");
    }
}
