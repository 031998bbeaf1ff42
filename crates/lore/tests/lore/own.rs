//! Entries that the user writes: what is read equals what was written, and every change can be undone.

use std::fmt::Write;

use lore::browse::Browse;
use lore::model::{Details, Edition, Kind};
use lore::own::EntryDraft;
use lore::progress::Job;
use lore::query::Entry;
use lore::{CampaignChange, EntryAction, EntryChange, EntryKey, Library};
use serde_json::{Value, json};

use crate::starter::srds;
use crate::support::TestLibrary;

/// Creatures of spells, whose hit points or size are words that a form does not take.
const IN_WORDS: [&str; 5] =
    ["Animated Object", "Avatar of Death", "Draconic Spirit", "Giant Insect", "Otherworldly Steed"];

/// The passages of a plain page that may be taken for the rest of the one above; in both documents together.
const MAX_LOST: usize = 7;

pub(crate) async fn every(library: &Library, kinds: &[Kind]) -> Vec<Entry> {
    let mut entries = Vec::new();
    loop {
        let browse = Browse { kinds: kinds.to_vec(), offset: entries.len(), limit: 500, ..Browse::default() };
        let rows = library.browse(&browse).await.unwrap().found.entries;
        if rows.is_empty() {
            return entries;
        }
        for row in rows {
            let key = EntryKey::parse(&row.uri).unwrap();
            entries.push(library.entry(&key).await.unwrap().unwrap());
        }
    }
}

pub(crate) async fn save(library: &Library, draft: Value) -> Entry {
    let change = change(library, draft).await;
    assert!(change.stored, "{change:?}");
    *change.entry.unwrap()
}

async fn change(library: &Library, draft: Value) -> EntryChange {
    done(library, EntryAction::Save(Box::new(serde_json::from_value(draft).unwrap()))).await
}

async fn done(library: &Library, action: EntryAction) -> EntryChange {
    library.change_entries(&[action], false, &Job::quiet()).await.unwrap().remove(0)
}

async fn previewed(library: &Library, drafts: Vec<EntryDraft>) -> Vec<EntryChange> {
    let actions: Vec<EntryAction> =
        drafts.into_iter().map(|draft| EntryAction::Save(Box::new(draft))).collect();
    library.change_entries(&actions, true, &Job::quiet()).await.unwrap()
}

fn pasted(text: String) -> EntryDraft {
    EntryDraft { stat_block: Some(text), ..EntryDraft::default() }
}

fn as_on_a_page(name: &str, body: &str) -> String {
    let mut page = format!("{}\n", name.to_uppercase());
    for line in body.lines().filter(|line| !line.trim().is_empty() && !line.starts_with("|---")) {
        let cells: Vec<&str> = line.split('|').map(str::trim).filter(|cell| !cell.is_empty()).collect();
        let line = if line.starts_with('|') { cells.join(" ") } else { line.to_owned() };
        let line = line.trim_start_matches("- ").replace(['*', '#'], "");
        let mut width = 0;
        for word in line.split_whitespace() {
            if width + word.chars().count() >= 70 {
                page.push('\n');
                width = 0;
            } else if width > 0 {
                page.push(' ');
            }
            page.push_str(word);
            width += word.chars().count() + 1;
        }
        page.push('\n');
    }
    page
}

fn passages(change: &EntryChange) -> String {
    let written = change.written.as_ref().unwrap();
    let mut all = String::new();
    for field in ["traits", "actions", "bonus_actions", "reactions", "legendary_parts"] {
        let items = written.fields.get(field).and_then(|items| items.as_array());
        for item in items.into_iter().flatten() {
            writeln!(all, "{field}: {}", item["name"].as_str().unwrap()).unwrap();
        }
    }
    all
}

fn creature(details: &Details) -> lore::model::Creature {
    let Details::Creature(creature) = details else { panic!("not a creature: {details:?}") };
    (**creature).clone()
}

#[tokio::test]
async fn the_stat_block_of_every_creature_reads_back_equal() {
    let (library, _home) = srds().await;
    let creatures = every(&library, &[Kind::Creature]).await;
    assert!(creatures.len() > 600, "{}", creatures.len());
    let markdown = |entry: &Entry| pasted(format!("# {}\n\n{}", entry.name, entry.body));
    let blocks = previewed(&library, creatures.iter().map(markdown).collect()).await;
    let of_page = |entry: &Entry| pasted(as_on_a_page(&entry.name, &entry.body));
    let pages = previewed(&library, creatures.iter().map(of_page).collect()).await;
    let (mut wrong, mut lost) = (Vec::new(), Vec::new());
    for ((entry, block), page) in creatures.iter().zip(&blocks).zip(&pages) {
        let (Some(read), Some(of_page)) = (&block.entry, &page.entry) else {
            wrong.push(format!("{}: {:?} {:?}", entry.uri, block.problems, page.problems));
            continue;
        };
        let expected = creature(&entry.details);
        let of_book =
            if entry.document_key.as_str() == "srd-2024" { Edition::Of2024 } else { Edition::Of2014 };
        let is_plain = IN_WORDS.contains(&entry.name.as_str()) || block.problems.is_empty();
        if !is_plain || read.homebrew.edition != Some(of_book) {
            wrong.push(format!("{}: {:?} {:?}", entry.uri, read.homebrew.edition, block.problems));
        } else if (&read.name, &read.body) != (&entry.name, &entry.body) {
            wrong.push(format!("{}: {}", entry.uri, similar(&entry.body, &read.body)));
        }
        let mut found_on_page = creature(&of_page.details);
        found_on_page.environments.clone_from(&expected.environments);
        for found in [creature(&read.details), found_on_page] {
            if found != expected {
                wrong.push(format!("{}:\n{expected:?}\n{found:?}", entry.uri));
            }
        }
        let (all, found) = (passages(block), passages(page));
        lost.extend(all.lines().filter(|it| !found.contains(it)).map(|it| format!("{}: {it}", entry.name)));
    }
    none(&wrong, creatures.len());
    // Where a passage lacks its stop, nothing on the page shows that the next one begins.
    assert!(lost.len() <= MAX_LOST, "{lost:#?}");
}

#[track_caller]
fn none(wrong: &[String], entries: usize) {
    assert!(wrong.is_empty(), "{} of {entries}:\n{}", wrong.len(), wrong[..wrong.len().min(25)].join("\n"));
}

/// Returns the first lines that differ.
fn similar(expected: &str, found: &str) -> String {
    let different = expected.lines().zip(found.lines()).find(|(a, b)| a != b);
    different.map_or_else(
        || format!("{} and {} bytes", expected.len(), found.len()),
        |(a, b)| format!("\n- {a}\n+ {b}"),
    )
}

#[tokio::test]
async fn a_copy_of_every_entry_reads_as_the_entry() {
    let (library, _home) = srds().await;
    let kinds: Vec<Kind> = Kind::ALL.into_iter().filter(|kind| *kind != Kind::Encounter).collect();
    let entries = every(&library, &kinds).await;
    let copy = |entry: &Entry| EntryDraft { copy_of: Some(entry.uri.clone()), ..EntryDraft::default() };
    let changes = previewed(&library, entries.iter().map(copy).collect()).await;
    let mut wrong = Vec::new();
    for (entry, change) in entries.iter().zip(&changes) {
        let Some(read) = &change.entry else {
            wrong.push(format!("{}: {:?}", entry.uri, change.problems));
            continue;
        };
        let (body, origin) = read.body.rsplit_once("\n\n").unwrap_or(("", &read.body));
        let edition = read.homebrew.edition.map(|edition| edition.srd().unwrap_or_default());
        let is_same = body == entry.body.trim_end() && read.details == entry.details;
        if !change.problems.is_empty() || !is_same || edition != Some(entry.document_key.as_str()) {
            wrong.push(format!("{} {:?} {}", entry.uri, change.problems, similar(&entry.body, body)));
        }
        let is_changed = origin.starts_with("*Changed from ") && origin.contains("CC-BY-4.0");
        assert!(is_changed || origin.contains("Creative"), "{origin}");
    }
    none(&wrong, entries.len());
}

fn key(uri: &str) -> EntryKey {
    EntryKey::parse(uri).unwrap()
}

async fn found(library: &Library, words: &str) -> Vec<String> {
    let browse = Browse { query: words.to_owned(), limit: 20, ..Browse::default() };
    let rows = library.browse(&browse).await.unwrap().found.entries;
    rows.into_iter().map(|row| row.name).collect()
}

#[tokio::test]
async fn an_entry_is_found_changed_and_brought_back() {
    let test = TestLibrary::empty().await;
    let library = &test.library;
    let bee = json!({
        "kind": "creature", "name": "Jam Bee", "book": "Orchard", "text": "It lives in jars.",
        "fields": {
            "size": "tiny", "type": "Beast", "armor_class": "12", "hit_points": 3, "hit_dice": "1d4 + 1", "speed": "fly 30 ft.",
            "ability_scores": {"str": 1, "dex": 15, "con": 10, "int": 1, "wis": 7, "cha": 3}, "challenge_rating": 0.125,
            "skills": "Stealth +4", "actions": [{"name": "Sting", "text": "Melee Weapon Attack: +4 to hit. Hit: 1 damage."}],
        },
    });
    let preview: EntryDraft = serde_json::from_value(bee.clone()).unwrap();
    let planned = previewed(library, vec![preview]).await.remove(0);
    assert!(!planned.stored && planned.problems.is_empty(), "{planned:?}");
    assert_eq!(library.documents(None).await.unwrap().len(), 0, "a preview changes nothing");

    let saved = save(library, bee).await;
    assert_eq!(saved.document_name, "Orchard");
    assert_eq!(saved.uri, "lore://entry/orchard/creature/jam-bee");
    assert_eq!(saved.body, planned.entry.unwrap().body);
    let parts =
        ["- **Hit Points** 3 (1d4+1)", "- **Skills** Stealth +4", "***Sting.*** *Melee Weapon Attack:* +4"];
    assert!(parts.iter().all(|part| saved.body.contains(part)), "{}", saved.body);
    assert_eq!(found(library, "lives in jars").await, ["Jam Bee"]);

    let changed =
        save(library, json!({"change": saved.uri, "fields": {"hit_points": 7, "skills": null}})).await;
    assert!(changed.body.contains("7 (1d4+1)") && !changed.body.contains("Skills"), "{}", changed.body);
    let undone = done(library, EntryAction::Undo(key(&saved.uri), None)).await;
    assert_eq!(undone.entry.unwrap().body, saved.body);
    done(library, EntryAction::Delete(key(&saved.uri))).await;
    assert_eq!(found(library, "Jam Bee").await, Vec::<String>::new());
    assert_eq!(library.documents(None).await.unwrap().len(), 0, "an empty book goes");
    let back = done(library, EntryAction::Undo(key(&saved.uri), None)).await;
    assert_eq!(back.entry.unwrap().body, saved.body);
    assert_eq!(found(library, "Jam Bee").await, ["Jam Bee"]);
    let second = done(library, EntryAction::Undo(key(&saved.uri), Some(2))).await;
    assert_eq!(second.entry.unwrap().body, changed.body);
    let versions = library.entry_history(&key(&saved.uri)).await.unwrap();
    let states: Vec<_> = versions.iter().map(|it| (it.version, it.is_deletion, it.repeats)).collect();
    let last = [(6, false, Some(2)), (5, false, Some(1)), (4, true, None), (3, false, Some(1))];
    assert_eq!((&states[..4], &states[4..]), (&last[..], &[(2, false, None), (1, false, None)][..]));
}

#[tokio::test]
async fn a_copied_or_pasted_entry_keeps_its_edition() {
    let (library, _home) = srds().await;
    let edition = async |uri: &str| library.whole_entry(&key(uri)).await.unwrap().unwrap().edition;
    let dragon = "lore://entry/srd-2024/creature/adult-red-dragon";
    let block = library.entry(&key(dragon)).await.unwrap().unwrap().body;
    let copy = save(&library, json!({"copy_of": dragon, "name": "Red Aunt"})).await;
    let pasted = save(&library, json!({"stat_block": format!("# Red Uncle\n\n{block}")})).await;
    for entry in [&copy, &pasted] {
        assert_eq!(edition(&entry.uri).await, Edition::Of2024, "{}", entry.name);
        assert!(entry.body.contains("\n- **Initiative** +12 (22)\n"), "{}", entry.body);
    }
    let changed = save(&library, json!({"change": copy.uri, "fields": {"hit_points": 9}})).await;
    assert_eq!(edition(&changed.uri).await, Edition::Of2024, "a change keeps it");
    let older = save(&library, json!({"change": copy.uri, "fields": {"edition": 2014}})).await;
    assert_eq!(edition(&older.uri).await, Edition::Of2014);
    let none = save(&library, json!({"change": copy.uri, "fields": {"edition": null}})).await;
    assert_eq!(edition(&none.uri).await, Edition::Other);
    let spell =
        save(&library, json!({"copy_of": "lore://entry/srd-2014/spell/web", "name": "Jam Web"})).await;
    assert_eq!(edition(&spell.uri).await, Edition::Of2014);
    let wrong = json!({"kind": "rule", "name": "A", "text": "b", "fields": {"edition": "3.5"}});
    let wrong = change(&library, wrong).await;
    assert!(wrong.problems[0].problem.contains("give one of 2014, 2024"), "{:?}", wrong.problems);
}

#[tokio::test]
async fn every_wrong_value_is_named_with_valid_ones() {
    let test = TestLibrary::empty().await;
    let wrong = json!({
        "kind": "spell", "name": "Plum Storm", "fields": {
            "level": 10, "school": "Cookery", "concentration": "perhaps", "saving_throw": "Luck", "rnage": "60 feet",
            "damage_types": ["fire", "plum"], "range": 60,
        },
    });
    let change = change(&test.library, wrong).await;
    assert!(!change.stored);
    let problems: Vec<String> = change.problems.iter().map(ToString::to_string).collect();
    let all = problems.join("\n");
    for expected in [
        "`level`: `10` is not valid; give a whole number from 0 to 9.",
        "`school`: `Cookery` is not valid; give one of Abjuration, Conjuration,",
        "`concentration`: `perhaps` is not valid; give true or false.",
        "`saving_throw`: `Luck` is not valid; give one of strength, dexterity,",
        "`rnage`: there is no such field; the nearest are `range`",
        "`damage_types`: `plum` is not valid; give one of acid,",
        "`range`: `60` is not valid; give a text such as `60 feet`.",
    ] {
        assert!(all.contains(expected), "{expected}\n{all}");
    }
    assert_eq!(problems.len(), 7, "{all}");
    for (draft, field, problem) in [
        (json!({"kind": "creture", "name": "A"}), "kind", "the nearest is `creature`"),
        (json!({"name": "A", "text": "b"}), "kind", "it is missing"),
        (json!({"kind": "rule", "name": " ", "text": "b"}), "name", "give a name with letters"),
        (json!({"kind": "rule", "name": "A"}), "text", "there is nothing to store"),
        (json!({"kind": "table", "name": "A", "text": "b"}), "text", "a table is missing"),
        (json!({"kind": "rule", "name": "A", "text": "b ".repeat(60_000)}), "text", "102400 are possible"),
        (json!({"stat_block": "A cake."}), "stat_block", "this is not a stat block"),
        (json!({"kind": "spell", "name": "A", "stat_block": "x"}), "stat_block", "only a creature has one"),
        (json!({"copy_of": "lore://entry/a/b"}), "copy_of", "there is no entry at"),
        (json!({"kind": "rule", "name": "A", "text": "b", "book": "?"}), "book", "give a title with letters"),
    ] {
        let change = self::change(&test.library, draft.clone()).await;
        let found = change.problems.iter().any(|it| it.field == field && it.problem.contains(problem));
        assert!(found && !change.stored, "{draft}: {:?}", change.problems);
    }
    assert_eq!(test.library.documents(None).await.unwrap().len(), 0);
}

#[tokio::test]
async fn books_of_others_are_not_written_and_a_copy_keeps_its_licence() {
    let (library, _home) = srds().await;
    let owlbear = "lore://entry/srd-2024/creature/owlbear";
    for draft in [
        json!({"change": owlbear, "text": "b"}),
        json!({"kind": "rule", "name": "A", "text": "b", "book": "srd-2024"}),
    ] {
        let refused = change(&library, draft).await;
        assert!(refused.problems[0].problem.contains("is not a book of your own"), "{:?}", refused.problems);
    }
    let delete = EntryAction::Delete(key(owlbear));
    assert!(library.change_entries(&[delete], false, &Job::quiet()).await.is_err());

    let copy = json!({"copy_of": owlbear, "name": "Snow Owlbear", "fields": {"hit_points": 80, "damage_immunities": "Cold"}});
    let copy = save(&library, copy).await;
    let last = "*Changed from Owlbear, System Reference Document 5.2.1 (CC-BY-4.0)*";
    assert!(copy.body.ends_with(last), "{}", copy.body);
    let origin = copy.homebrew.copied_from.clone().unwrap();
    assert!(origin.uri == owlbear && origin.notice.is_some(), "{origin:?}");
    assert_eq!(copy.license, origin.license);

    // A copy that is copied or changed again still says where it came from, and so does what is exported and
    // read again.
    let again = save(&library, json!({"copy_of": copy.uri, "name": "Ice Owlbear"})).await;
    assert_eq!(again.homebrew.copied_from, copy.homebrew.copied_from);
    let (title, written) = library.written_book("My Entries").await.unwrap();
    assert_eq!((title.as_str(), written.len()), ("My Entries", 2));
    for entry in written {
        let mut draft = serde_json::to_value(&entry).unwrap();
        draft["book"] = "Second".into();
        let read = save(&library, draft).await;
        let first = if entry.name == copy.name { &copy } else { &again };
        let content = |entry: &Entry| (entry.body.clone(), entry.details.clone(), entry.homebrew.clone());
        assert_eq!(content(&read), content(first));
    }
}

#[tokio::test]
async fn a_house_rule_counts_in_the_campaign_in_which_it_is_written() {
    let (library, _home) = srds().await;
    let documents = Some(vec!["srd-2024".to_owned()]);
    let salt_road = CampaignChange { name: "Salt Road".to_owned(), edition: None, documents };
    library.change_campaign(&salt_road).await.unwrap();
    let rule =
        json!({"kind": "rule", "name": "Slow Rests", "book": "House Rules", "text": "A rest takes a week."});
    save(&library, rule).await;
    let campaign = library.campaigns().await.unwrap().campaigns.remove(0);
    let books: Vec<&str> = campaign.documents.iter().map(AsRef::as_ref).collect();
    assert_eq!(books, ["srd-2024", "house-rules"]);
    assert_eq!(found(&library, "Slow Rests").await.first().map(String::as_str), Some("Slow Rests"));
}

#[tokio::test]
async fn several_changes_are_stored_all_or_none() {
    let test = TestLibrary::empty().await;
    let draft = |draft: Value| EntryAction::Save(Box::new(serde_json::from_value(draft).unwrap()));
    let right = draft(json!({"kind": "rule", "name": "A", "text": "b"}));
    let wrong = draft(json!({"kind": "spell", "name": "C", "fields": {"level": 12}}));
    let changes = test.library.change_entries(&[right.clone(), wrong], false, &Job::quiet()).await.unwrap();
    assert!(changes.iter().all(|change| !change.stored));
    assert_eq!(test.library.documents(None).await.unwrap().len(), 0);
    let other = draft(json!({"kind": "table", "name": "D", "text": "| d4 | Jam |\n|---|---|\n| 1 | Plum |"}));
    let changes = test.library.change_entries(&[right, other], false, &Job::quiet()).await.unwrap();
    assert!(changes.iter().all(|change| change.stored), "{changes:?}");
}
