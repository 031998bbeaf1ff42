//! The facts that are derived from entries, compared with those that readers of the entries judged.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use lore::facts::{FactValue, Facts};
use lore::fields::creature::TYPE;
use lore::fields::fact::{DAMAGE_PER_ROUND, IMMUNE_TO, INFLICTS, MOVEMENT, SAVE};
use lore::fields::{Condition, Filter};
use lore::ingest::open5e::ClientOptions;
use lore::model::Kind;
use lore::progress::Job;
use lore::query::{Limit, Lookup};
use lore::{EntryKey, ImportRequest, Library, SyncRequest};
use open5e_replay::{Replay, snapshot};
use tempfile::TempDir;

use crate::starter::srds;

const JUDGED: &str = include_str!("../../../../tests/facts/judged.txt");
const HOMEBREW: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/relevance/homebrew.orcbrew");
const MIN_PRECISION: f64 = 0.97;
const MIN_RECALL: f64 = 0.93;
/// The values of a fact that may be wrong where only a part of the entries is at hand: a share of so few says
/// little.
const STRAY_OF_A_PART: usize = 2;

#[derive(Default)]
struct Score {
    right: usize,
    wrong: Vec<String>,
    missing: Vec<String>,
}

type Values = BTreeMap<String, BTreeSet<String>>;

struct Judged {
    key: EntryKey,
    values: Values,
    is_second_half: bool,
}

fn judged() -> Vec<Judged> {
    let read = |(number, line): (usize, &'static str)| {
        let (entry, facts) = line.split_once(':').unwrap();
        let (kind, path) = entry.split_once(' ').unwrap();
        let (document, slug) = path.split_once('/').unwrap();
        let key = EntryKey { document: document.into(), kind: kind.parse().unwrap(), slug: slug.into() };
        let separate = |values: &str| values.split(',').map(|it| it.trim().to_owned()).collect();
        let values = facts.split(';').filter_map(|fact| fact.split_once('='));
        let values = values.map(|(fact, values)| (fact.trim().to_owned(), separate(values))).collect();
        Judged { key, values, is_second_half: number % 2 == 1 }
    };
    JUDGED.lines().enumerate().map(read).collect()
}

fn derived(facts: &Facts) -> Values {
    let facts = serde_json::to_value(facts).unwrap();
    let values = |statements: &serde_json::Value| {
        let values = statements.as_array().unwrap().iter();
        values
            .map(|statement| match serde_json::from_value(statement["value"].clone()).unwrap() {
                FactValue::Text(text) => text.into_owned(),
                FactValue::Number(number) => number.to_string(),
                FactValue::Flag(flag) => flag.to_string(),
            })
            .collect()
    };
    facts.as_object().unwrap().iter().map(|(fact, it)| (fact.clone(), values(it))).collect()
}

/// Returns how many entries were compared. Up to `stray` values of a fact may be wrong or missing, whatever
/// their share.
async fn compare(library: &Library, only: fn(&Judged) -> bool, stray: usize) -> usize {
    let mut compared = 0;
    let mut halves: [BTreeMap<String, Score>; 2] = Default::default();
    for judged in judged().into_iter().filter(only) {
        let key = &judged.key;
        // The starter lacks shapes of magic items that Open5e lists.
        let Some(entry) = library.entry(key).await.unwrap() else {
            assert!(stray > 0, "{key:?} is missing");
            continue;
        };
        compared += 1;
        let derived = derived(&entry.facts);
        let none = BTreeSet::new();
        let facts: BTreeSet<&String> = judged.values.keys().chain(derived.keys()).collect();
        for fact in facts {
            let (wanted, found) =
                (judged.values.get(fact).unwrap_or(&none), derived.get(fact).unwrap_or(&none));
            let score = halves[usize::from(judged.is_second_half)].entry(fact.clone()).or_default();
            score.right += wanted.intersection(found).count();
            let named = |value: &String| format!("{}/{}: {value}", key.document, key.slug);
            score.wrong.extend(found.difference(wanted).map(named));
            score.missing.extend(wanted.difference(found).map(named));
        }
    }
    for (half, scores) in ["first", "second"].into_iter().zip(&halves) {
        let mut poor = Vec::new();
        for (fact, Score { right, wrong, missing }) in scores {
            let share =
                |others: usize| if others == 0 { 1.0 } else { *right as f64 / (right + others) as f64 };
            let (precision, recall) = (share(wrong.len()), share(missing.len()));
            let shares = format!("precision {precision:.3}, recall {recall:.3}");
            println!("{half} {fact:18} {:4} values, {shares}", right + missing.len());
            let is_poor = |share, least, others| share < least && others > stray;
            if is_poor(precision, MIN_PRECISION, wrong.len()) || is_poor(recall, MIN_RECALL, missing.len()) {
                // What is wrong in the second half is not shown, so that nobody tunes a pattern to it.
                let shown = if half == "first" { format!(" {wrong:?} {missing:?}") } else { String::new() };
                poor.push(format!("{half} half, {fact}: {shares}{shown}"));
            }
        }
        assert!(poor.is_empty(), "{poor:#?}");
    }
    compared
}

async fn open() -> (Library, TempDir) {
    let (library, home) = srds().await;
    let homebrew = PathBuf::from(HOMEBREW);
    library.import_orcbrew(&homebrew, ImportRequest::default(), &Job::quiet()).await.unwrap();
    (library, home)
}

fn is_at_hand(judged: &Judged) -> bool {
    ["srd-", "lanterns"].iter().any(|start| judged.key.document.starts_with(start))
}

#[tokio::test]
async fn facts_of_the_srds_and_of_homebrew_are_those_that_readers_judged() {
    let (library, _home) = open().await;
    let compared = compare(&library, is_at_hand, STRAY_OF_A_PART).await;
    assert!(compared >= 140, "{compared}");
}

#[tokio::test]
#[ignore = "needs the snapshot of Open5e: make test-all"]
async fn facts_of_every_book_are_those_that_readers_judged() {
    if snapshot().is_none() {
        return;
    }
    let replay = Replay::start();
    let (library, _home) = open().await;
    let client = ClientOptions { base: replay.base.clone(), ..ClientOptions::default() };
    let request = SyncRequest { client, ..SyncRequest::default() };
    library.sync_open5e(&request, &Job::quiet()).await.unwrap();
    assert!(compare(&library, |_| true, 0).await >= 320);
}

async fn names(library: &Library, filter: Filter) -> Vec<String> {
    let lookup = Lookup { limit: Limit::try_from(100).unwrap(), ..Lookup::default() };
    let answer = library.lookup(&lookup, &filter).await.unwrap();
    answer.entries.into_iter().map(|entry| entry.name).collect()
}

#[tokio::test]
async fn lookups_filter_by_facts_and_entries_quote_them() {
    let (library, _home) = open().await;
    let creatures = |conditions: Vec<Condition>| Filter::creatures(conditions);
    let flying = creatures(vec![IMMUNE_TO.is("poison"), MOVEMENT.is("flying"), TYPE.is("undead")]);
    let found = names(&library, flying).await;
    assert!(found.contains(&"Ghost".to_owned()) && !found.contains(&"Skeleton".to_owned()), "{found:?}");
    let spells = names(&library, Filter::spells([SAVE.is("wis"), INFLICTS.is("frighten")])).await;
    assert!(spells.contains(&"Fear".to_owned()) && !spells.contains(&"Fireball".to_owned()), "{spells:?}");
    let strong = names(&library, creatures(vec![DAMAGE_PER_ROUND.at_least(100)])).await;
    assert!(strong.contains(&"Tarrasque".to_owned()), "{strong:?}");
    let key = EntryKey { document: "srd-2024".into(), kind: Kind::Spell, slug: "fear".into() };
    let facts = serde_json::to_value(library.entry(&key).await.unwrap().unwrap().facts).unwrap();
    assert_eq!(facts["inflicts"][0]["value"], "frightened");
    assert!(facts["inflicts"][0]["words"].as_str().unwrap().contains("Frightened condition"), "{facts}");
}
