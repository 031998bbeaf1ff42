//! Over every recorded object.

use regex::Regex;

use super::*;

#[test]
fn every_recorded_object_is_accounted_for() {
    let (Some(batch), Some(index)) = (batch(), index()) else { return };
    let mut total = 0;
    for (endpoint, count) in batch.sources() {
        assert_eq!(count.read, count.stored + count.rejected, "{endpoint}");
        assert_eq!(Some(count.objects), index["endpoints"][endpoint]["count"].as_u64(), "{endpoint}");
        println!("{endpoint}: {count:?}");
        if endpoint.starts_with("/v2/") {
            total += count.objects;
        }
    }
    assert_eq!(total, 9_380);
    assert_eq!(batch.sources().keys().filter(|endpoint| endpoint.starts_with("/v2/")).count(), 33);
}

#[test]
fn no_recorded_object_is_rejected() {
    let Some(batch) = batch() else { return };
    assert_eq!(batch.rejected(), []);
}

#[test]
fn no_recorded_body_holds_what_a_reader_must_not_see() {
    let Some(batch) = batch() else { return };
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
        assert_eq!(*body, body.trim(), "{at}");
    }
}

#[test]
fn every_recorded_entry_has_something_to_read() {
    let Some(batch) = batch() else { return };
    let empty: Vec<String> = batch
        .records()
        .iter()
        .filter(|record| record.body.is_empty())
        .map(|record| format!("{} {} {}", record.document, record.kind, record.slug))
        .collect();
    assert_eq!(empty, Vec::<String>::new());
}

#[test]
fn every_recorded_creature_has_a_stat_block() {
    let Some(batch) = batch() else { return };
    let creatures = batch.records().iter().filter(|record| record.kind == Kind::Creature);
    let mut number = 0;
    for record in creatures {
        number += 1;
        let at = format!("{} {}", record.document, record.slug);
        let Details::Creature(creature) = &record.details else { panic!("{at} is no creature") };
        assert!(creature.challenge_rating.is_some() && creature.proficiency_bonus.is_some(), "{at}");
        // One has a Charisma of -3.
        assert!(creature.ability_scores.is_some() || at == "srd-2024 octopus", "{at}");
        for part in ["**Armor Class**", "**Hit Points**", "**Speed**", "passive Perception", "**Challenge**"]
        {
            assert!(record.body.contains(part), "{at}: {part}");
        }
    }
    assert_eq!(number, 3_541);
}

#[test]
fn recorded_entries_of_one_document_only() {
    let Some(objects) = recorded() else { return };
    let only = BTreeSet::from([DocumentKey::new("srd-2024")]);
    let batch = normalise(objects, Some(&only));
    assert_eq!(batch.rejected(), []);
    assert_eq!(batch.documents().keys().collect::<Vec<_>>(), only.iter().collect::<Vec<_>>());
    assert!(batch.records().iter().all(|record| record.document.as_str() == "srd-2024"));
    let spells = &batch.sources()["/v2/spells/"];
    assert_eq!((spells.objects, spells.folded, spells.stored), (1_955, 1_616, 339));
    assert_eq!(batch.sources()["/v2/conditions/"].stored, 15);
}
