//! Checks of every object of the replayed content, invented or real.

use content::everyday;
use regex::Regex;

use super::*;
use crate::resources::resources_folder;
use crate::srd;

#[test]
fn no_recorded_object_is_rejected() {
    assert_eq!(BATCH.rejected(), []);
}

#[test]
fn no_recorded_body_holds_what_a_reader_must_not_see() {
    let batch = &*BATCH;
    let html = Regex::new(r"(?i)</?(a|b|blockquote|br|code|div|em|h[1-6]|hr|i|li|ol|p|span|strong|table|tbody|td|th|thead|tr|u|ul)(\s[^<>]*)?/?>").unwrap();
    let placeholder = Regex::new(r"(?i)\[(no description provided|none provided|column data)").unwrap();
    for record in batch.records() {
        let Record { document, kind, slug, body, .. } = record;
        let at = format!("{document} {kind} {slug}");
        assert!(!html.is_match(body), "{at}: HTML in {body}");
        assert!(!placeholder.is_match(body), "{at}: a placeholder in {body}");
        for bad in ["\r", "\0", "\n\n\n", "api.open5e.com", "999999", "&amp;", "10560"] {
            assert!(!body.contains(bad), "{at}: {bad:?} in {body}");
        }
        assert!(!body.is_empty(), "{at}");
        assert_eq!(*body, body.trim(), "{at}");
    }
}

#[test]
fn every_recorded_creature_has_a_stat_block() {
    let batch = &*BATCH;
    let creatures = batch.records().iter().filter(|record| record.kind == Kind::Creature);
    let mut number = 0;
    for record in creatures {
        number += 1;
        let at = format!("{} {}", record.document, record.slug);
        let Details::Creature(creature) = &record.details else { panic!("{at} is not a creature") };
        assert!(creature.challenge_rating.is_some() && creature.proficiency_bonus.is_some(), "{at}");
        // One has a Charisma of -3.
        assert!(creature.ability_scores.is_some() || at == "srd-2024 octopus", "{at}");
        for part in ["**Armor Class**", "**Hit Points**", "**Speed**", "passive Perception", "**Challenge**"]
        {
            assert!(record.body.contains(part), "{at}: {part}");
        }
    }
    assert_eq!(number, open5e_replay::counts()["/v2/creatures/"]);
}

#[test]
fn recorded_entries_of_one_document_only() {
    let objects = &*OBJECTS;
    let only = BTreeSet::from([DocumentKey::new("srd-2024")]);
    let batch = normalise(objects, Some(&only));
    assert_eq!(batch.rejected(), []);
    assert_eq!(batch.documents().keys().collect::<Vec<_>>(), only.iter().collect::<Vec<_>>());
    assert!(batch.records().iter().all(|record| record.document.as_str() == "srd-2024"));
    let spells = &batch.sources["/v2/spells/"];
    let all = objects_of("/v2/spells/");
    let stored = all.iter().filter(|spell| spell["document"]["key"] == "srd-2024").count() as u64;
    let all = all.len() as u64;
    assert_eq!((spells.objects, spells.folded, spells.stored), (all, all - stored, stored));
    assert!(batch.sources["/v2/conditions/"].stored > 0);
}

#[test]
fn everyday_words_have_only_names_of_the_books() {
    let Some(open5e) = batch() else { return };
    let starter = resources_folder().join("starter");
    let (older, newer) =
        (srd::read(&starter, srd::Book::Of2014).unwrap(), srd::read(&starter, srd::Book::Of2024).unwrap());
    let entries = [open5e, &older, &newer].into_iter().flat_map(Batch::records);
    let used: BTreeSet<&str> = entries
        .filter_map(|entry| Some(everyday::line(entry.kind, &entry.name, entry.details.base_item())?.words))
        .collect();
    let unused = everyday::lines().filter(|(_, words)| !used.contains(words));
    assert_eq!(unused.map(|(name, _)| name).collect::<Vec<_>>(), Vec::<&str>::new());
}
