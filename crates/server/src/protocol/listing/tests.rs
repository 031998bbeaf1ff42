use lore::model::{Details, DocumentKey, Homebrew, Kind, Provider, Slug, Spell};
use lore::query::{CacheStatus, OtherVersion};

use super::*;

const CLIENT_BYTES: usize = 16_000;

fn spell(name: &str, text_bytes: usize) -> Entry {
    let document = "The Ash Road — a reckoning of lanterns".to_owned();
    let other = OtherVersion {
        name: None,
        parent: None,
        document_key: DocumentKey::new("ash-road-1"),
        edition: None,
        uri: format!("lore://entry/ash-road-1/spell/{name}"),
        differs: None,
    };
    Entry {
        name: name.to_owned(),
        slug: Slug::new(name),
        kind: Kind::Spell,
        document: document.clone(),
        document_key: DocumentKey::new("ash-road"),
        document_name: document,
        document_source: Provider::Open5eV2,
        publisher: None,
        license: Some("CC-BY-4.0".to_owned()),
        page: None,
        citation: None,
        cached_at: "2026-11-30T07:58:29Z".to_owned(),
        cache_status: CacheStatus::Stale,
        similarity_score: None,
        excerpt: Some("It glows.".to_owned()),
        uri: format!("lore://entry/ash-road/spell/{name}"),
        also_in: vec![other; 5],
        variants: Vec::new(),
        more_versions: Some(2),
        details: Details::Spell(Spell {
            level: Some(0),
            school: Some("Evocation".to_owned()),
            casting_time: "1 action".to_owned(),
            range: "60 feet".to_owned(),
            duration: "Instantaneous".to_owned(),
            components: "V, S".to_owned(),
            classes: vec!["Wizard".to_owned()],
            ..Spell::default()
        }),
        facts: Facts::default(),
        homebrew: Homebrew::default(),
        body: "It glows. ".repeat(text_bytes / 10),
        user_note: None,
        description_is_cut: false,
    }
}

fn listed(entries: Vec<Entry>, detail: Detail, first: FirstEntry) -> Listing<FieldsOfAnyKind> {
    Listing::of(entries, Shape { detail, first, message_bytes: 0, max_bytes: CLIENT_BYTES })
}

fn many(count: usize, text_bytes: usize) -> Vec<Entry> {
    (0..count).map(|number| spell(&format!("lantern-{number}"), text_bytes)).collect()
}

/// Returns which entries are whole.
fn whole(listing: &Listing<FieldsOfAnyKind>) -> Vec<bool> {
    listing.entries.iter().map(|entry| entry.contains_key("description")).collect()
}

#[test]
fn every_entry_has_a_line_with_its_document_however_many_they_are() {
    for (count, detail) in [(20, Detail::Auto), (20, Detail::Short), (100, Detail::Auto), (100, Detail::Full)]
    {
        let listing = listed(many(count, 900), detail, FirstEntry::Matching);
        assert_eq!((listing.entries.len(), listing.omitted), (count, 0));
        for line in &listing.entries {
            assert!(LINE_FIELDS.iter().all(|field| line.contains_key(*field)), "{line:?}");
            assert_eq!(line["cache_status"], "stale", "what is out of date says so");
        }
        assert!(size::of(&listing) <= MAX_LIST_BYTES || count == 100, "{}", size::of(&listing));
    }
    let listing = listed(many(100, 900), Detail::Auto, FirstEntry::Matching);
    assert!(listing.entries.iter().all(|line| line.keys().eq(listing.entries[0].keys())), "lines are alike");
}

#[test]
fn a_line_has_the_facts_that_decide_and_names_other_versions_briefly() {
    let listing = listed(many(12, 2_000), Detail::Short, FirstEntry::Matching);
    let line = &listing.entries[11];
    for field in ["level", "casting_time", "range", "components", "duration", "classes"] {
        assert!(line.contains_key(field), "{field} of {line:?}");
    }
    assert_eq!(line["level"], 0, "a cantrip has a level");
    assert_eq!(line.get("ritual"), None, "what is false is left out");
    assert_eq!(line["also_in"], serde_json::json!(["ash-road-1"]));
    assert_eq!(line["more_versions"], 4, "two are counted already, and three of five are named");
}

#[test]
fn the_best_entry_is_whole_and_one_that_is_too_long_stops_no_other() {
    let ranked = listed(many(15, 900), Detail::Auto, FirstEntry::Likely);
    assert!(whole(&ranked)[0], "{ranked:?}");
    assert_eq!(ranked.entries[0].get("excerpt"), None, "the text has the passage");
    assert!(size::of(&ranked) <= MAX_LIST_BYTES, "{}", size::of(&ranked));
    let entries = vec![spell("long", 9_000), spell("short", 300), spell("brief", 300)];
    let listing = listed(entries, Detail::Auto, FirstEntry::Likely);
    assert_eq!(whole(&listing), [false, true, true]);
    assert_eq!(listing.entries[0]["excerpt"], "It glows.");
    assert_eq!(listing.shortened, 1);
}

#[test]
fn as_many_entries_are_whole_in_full_as_the_client_takes() {
    let listing = listed(many(20, 1_500), Detail::Full, FirstEntry::Matching);
    let count = whole(&listing).iter().filter(|is_whole| **is_whole).count();
    assert!((3..12).contains(&count), "{count}");
    assert!(size::of(&listing) <= CLIENT_BYTES, "{}", size::of(&listing));
    let long = listed(many(3, 15_000), Detail::Full, FirstEntry::Matching);
    assert!(whole(&long)[0] && size::of(&long) <= CLIENT_BYTES, "{}", size::of(&long));
    let shape =
        Shape { detail: Detail::Full, first: FirstEntry::Matching, message_bytes: 0, max_bytes: 4_000 };
    let lines = Listing::<FieldsOfAnyKind>::of(many(20, 1_500), shape);
    assert_eq!(lines.shortened, 20, "the lines alone are all that this client takes");
    let names = ToolNames::with_prefix("guide_");
    let instruction = listing.instruction(&names).unwrap();
    assert!(instruction.contains("`guide_read_entry`") && instruction.contains("`limit`"), "{instruction}");
}

#[test]
fn an_entry_that_was_named_is_whole_or_begins_with_its_first_part() {
    let listing = listed(many(20, 8_000), Detail::Short, FirstEntry::Named(1));
    assert_eq!(whole(&listing).iter().filter(|is_whole| **is_whole).count(), 1);
    assert!(!listing.is_cut && whole(&listing)[0]);
    let listing = listed(many(3, 300), Detail::Auto, FirstEntry::Named(2));
    assert_eq!(whole(&listing), [true, true, false], "the name of the third only contains theirs");
    for (count, max_bytes) in [(1, CLIENT_BYTES), (20, 7_000)] {
        let shape = Shape { detail: Detail::Auto, first: FirstEntry::Named(1), message_bytes: 0, max_bytes };
        let long = Listing::<FieldsOfAnyKind>::of(many(count, 40_000), shape);
        let part = long.entries[0]["description"].as_str().unwrap();
        let text = "It glows. ".repeat(4_000);
        let parts = size::parts(&text, size::entry_part_bytes(max_bytes));
        assert_eq!(part, parts[0].trim_end(), "`part` 2 of `read_entry` goes on here");
        assert!(long.is_cut && long.entries[0]["description_is_cut"] == true);
        assert!(size::of(&long) <= CLIENT_BYTES);
    }
}

#[test]
fn the_window_gets_everything() {
    let shape =
        Shape { detail: Detail::Auto, first: FirstEntry::Matching, message_bytes: 0, max_bytes: usize::MAX };
    let listing = Listing::<FieldsOfAnyKind>::of(many(100, 9_000), shape);
    assert_eq!((listing.entries.len(), listing.shortened), (100, 0));
}

#[test]
fn a_very_long_line_is_cut_but_not_its_address() {
    let mut entry = spell("lantern", 5_000);
    entry.name = "\"".repeat(4 * MAX_LINE_BYTES);
    let listing = listed(vec![entry.clone(), entry], Detail::Short, FirstEntry::Matching);
    for line in &listing.entries {
        assert_eq!(line["uri"], "lore://entry/ash-road/spell/lantern");
        assert!(size::of(line) <= MAX_LINE_BYTES + 600, "{}", size::of(line));
    }
}
