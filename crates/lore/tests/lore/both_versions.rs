//! Fields that only version 1 of the API has survive its removal and changes of the lists.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use lore::model::{DocumentKey, Kind, Provider};
use lore::progress::Job;
use lore::{EntryKey, Library, OnDemandOptions, Options, SyncOutcome, SyncRequest};
use open5e_replay::{Request, Server, page};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::{options, reply};

type Lists = Arc<Mutex<BTreeMap<&'static str, Vec<Value>>>>;

/// Without documents in version 1, that version is gone.
struct Orchard {
    lists: Lists,
    api: Server,
}

impl Orchard {
    async fn start() -> Self {
        let book = json!({ "key": "plum", "name": "Book of Plums" });
        let lists = BTreeMap::from([
            ("/v2/documents/", vec![book]),
            ("/v2/creatures/", (0..40).map(|number| golem(number, 14)).collect()),
            ("/v2/spells/", vec![rain()]),
            ("/v1/documents/", vec![json!({ "slug": "plum", "v2_related_key": "plum" })]),
            ("/v1/monsters/", (0..40).map(older_golem).collect()),
            ("/v1/spells/", vec![older_rain()]),
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

    fn set(&self, list: &'static str, objects: Vec<Value>) {
        self.lists.lock().unwrap().insert(list, objects);
    }

    fn lose_the_first_version(&self) {
        self.set("/v1/documents/", Vec::new());
    }

    fn request(&self) -> SyncRequest {
        SyncRequest { force: true, client: options(&self.api.base), ..SyncRequest::default() }
    }

    async fn sync(&self, library: &Library) -> SyncOutcome {
        library.sync_open5e(&self.request(), &Job::quiet()).await.unwrap()
    }
}

async fn synced() -> (Orchard, Library, TempDir) {
    let (orchard, home) = (Orchard::start().await, TempDir::new().unwrap());
    let library = Library::open(Options::at(home.path())).await.unwrap();
    assert_eq!(orchard.sync(&library).await.notes, [""; 0]);
    (orchard, library, home)
}

fn golem(number: u32, armor_class: u32) -> Value {
    json!({
        "key": format!("plum_plum-golem-{number}"), "name": format!("Plum Golem {number}"), "document": { "key": "plum" },
        "challenge_rating": 2.0, "armor_class": armor_class, "actions": []
    })
}

fn older_golem(number: u32) -> Value {
    json!({
        "slug": format!("plum-golem-{number}"), "name": format!("Plum Golem {number}"), "document__slug": "plum",
        "subtype": "fruit", "actions": [{ "name": "Squash", "desc": "It squashes a spoon." }]
    })
}

fn rain() -> Value {
    json!({ "key": "plum_plum-rain", "name": "Plum Rain", "document": { "key": "plum" }, "level": 3, "classes": [] })
}

fn older_rain() -> Value {
    json!({ "slug": "plum-rain", "name": "Plum Rain", "document__slug": "plum", "dnd_class": "Druid" })
}

async fn body(library: &Library, kind: Kind, slug: &str) -> String {
    let place = EntryKey { document: "plum".to_owned(), kind, slug: slug.to_owned() };
    library.entry(&place).await.unwrap().unwrap().body
}

#[tokio::test]
async fn fields_filled_by_version_1_survive_its_removal() {
    let (orchard, library, _home) = synced().await;
    orchard.lose_the_first_version();
    orchard.set("/v2/creatures/", (0..40).map(|number| golem(number, 15)).collect());
    let synced = orchard.sync(&library).await;
    let golem = body(&library, Kind::Creature, "plum-golem-3").await;
    for part in ["(fruit)", "***Squash.***", "**Armor Class** 15"] {
        assert!(golem.contains(part), "{part} in {golem}");
    }
    assert!(body(&library, Kind::Spell, "plum-rain").await.contains("**Classes** Druid"));
    assert!(synced.notes.iter().any(|note| note.starts_with("41 entries keep facts")), "{:?}", synced.notes);
    // What it held once is held for the next time, too.
    orchard.sync(&library).await;
    assert!(body(&library, Kind::Creature, "plum-golem-3").await.contains("***Squash.***"));
    let report = library.source_report(&DocumentKey::new("plum")).await.unwrap();
    assert_eq!(report.entries, 41);
    assert_eq!(report.filled[&Provider::Open5eV1]["actions"], 40);
    assert_eq!(report.filled[&Provider::Open5eV1]["classes"], 1);
}

#[tokio::test]
async fn a_shrinking_version_1_list_removes_nothing() {
    let (orchard, library, _home) = synced().await;
    orchard.set("/v1/monsters/", vec![older_golem(0)]);
    let synced = orchard.sync(&library).await;
    assert!(body(&library, Kind::Creature, "plum-golem-3").await.contains("***Squash.***"));
    assert!(synced.notes.iter().any(|note| note.starts_with("39 entries keep facts")), "{:?}", synced.notes);
}

async fn refusal(orchard: &Orchard, library: &Library) -> String {
    let refused = library.sync_open5e(&orchard.request(), &Job::quiet()).await.unwrap_err();
    assert_eq!(refused.code(), "removals_not_allowed");
    assert!(refused.advice().contains("--allow-removals"));
    refused.to_string()
}

async fn entries(library: &Library) -> u64 {
    library.stats().await.unwrap().entries
}

#[tokio::test]
async fn more_than_a_twentieth_of_a_document_goes_only_with_consent() {
    let (orchard, library, _home) = synced().await;
    // Two of 41 go without a question.
    orchard.set("/v2/creatures/", (0..38).map(|number| golem(number, 14)).collect());
    assert_eq!(orchard.sync(&library).await.report.unwrap().removed, 2);
    // Two of 39 are more than a twentieth.
    orchard.set("/v2/creatures/", (0..36).map(|number| golem(number, 16)).collect());
    let sentence = refusal(&orchard, &library).await;
    assert!(sentence.contains("2 of the 38 entries of kind creature of `plum`"), "{sentence}");
    assert_eq!(entries(&library).await, 39);
    let golem = body(&library, Kind::Creature, "plum-golem-3").await;
    assert!(golem.contains("**Armor Class** 14"), "nothing changed");
}

#[tokio::test]
async fn consent_covers_only_the_removals_shown() {
    let (orchard, library, _home) = synced().await;
    orchard.set("/v2/creatures/", (0..12).map(|number| golem(number, 14)).collect());
    refusal(&orchard, &library).await;
    // What was shown is stored, whatever Open5e says meanwhile.
    orchard.set("/v2/creatures/", Vec::new());
    let request = SyncRequest { allow_removals: true, ..orchard.request() };
    let asked = orchard.api.heads().len();
    let synced = library.sync_open5e(&request, &Job::quiet()).await.unwrap();
    assert_eq!((synced.report.unwrap().removed, entries(&library).await), (28, 13));
    assert_eq!(orchard.api.heads().len(), asked);
}

#[tokio::test]
async fn a_sync_after_a_refusal_fetches_again() {
    let (orchard, library, _home) = synced().await;
    orchard.set("/v2/creatures/", Vec::new());
    refusal(&orchard, &library).await;
    orchard.set("/v2/creatures/", (0..40).map(|number| golem(number, 14)).collect());
    assert_eq!(orchard.sync(&library).await.report.unwrap().removed, 0);
}

async fn asking(orchard: &Orchard, home: &std::path::Path) -> Library {
    // What a short patience does has tests of its own.
    let patience = std::time::Duration::from_secs(15);
    let open5e = Some(OnDemandOptions { patience, ..OnDemandOptions::of(options(&orchard.api.base)) });
    Library::open(Options { open5e, ..Options::at(home) }).await.unwrap()
}

async fn look_up(library: &Library) -> String {
    let lookup =
        lore::query::Lookup { name: Some("Plum Golem 7".to_owned()), ..lore::query::Lookup::default() };
    let filter = lore::fields::Filter::creatures([]);
    library.lookup(&lookup, &filter).await.unwrap().entries[0].body.clone()
}

#[tokio::test]
async fn an_entry_fetched_by_a_lookup_has_the_fields_of_version_1() {
    let orchard = Orchard::start().await;
    let home = tempfile::tempdir().unwrap();
    let library = asking(&orchard, home.path()).await;
    let golem = look_up(&library).await;
    assert!(golem.contains("***Squash.***") && golem.contains("(fruit)"), "{golem}");
    let heads = orchard.api.heads();
    let asked: Vec<&String> = heads.iter().filter(|head| head.contains("/v1/monsters/")).collect();
    assert_eq!(asked.len(), 1, "{heads:?}");
    assert!(asked[0].contains("slug__in=plum-golem-7 "), "{asked:?}");
}

#[tokio::test]
async fn an_answer_keeps_fields_filled_by_version_1() {
    let (orchard, library, home) = synced().await;
    library.clear_cache().await.unwrap();
    library.close().await;
    orchard.lose_the_first_version();
    orchard.set("/v2/creatures/", (0..40).map(|number| golem(number, 17)).collect());
    let library = asking(&orchard, home.path()).await;
    let golem = look_up(&library).await;
    for part in ["***Squash.***", "(fruit)", "**Armor Class** 17"] {
        assert!(golem.contains(part), "{part} in {golem}");
    }
}
