//! What is known of single entries and of all, checked on the recorded objects.

use std::collections::BTreeMap;

use content::model::{Edition, Provider, fold};
use regex::Regex;
use serde_json::json;

use super::*;
use crate::Sources;
use crate::tests::check;

#[test]
#[ignore = "needs the snapshot of Open5e: make test-all"]
fn entries_have_their_fields_and_texts() {
    let Some(batch) = batch() else { return };
    check(batch, include_str!("../../../../../../tests/facts/open5e.json"));
    let body = |document, kind, slug| &find(batch, document, kind, slug).body;
    let dragon = body("srd-2014", Kind::Creature, "adult-white-dragon");
    let parts = [
        "***Multiattack.***",
        "***Bite.***",
        "***Claw.***",
        "***Tail.***",
        "***Cold Breath (Recharge 5–6).***",
        "### Legendary Actions",
        "***Wing Attack (Costs 2 Actions).***",
    ];
    let places: Vec<usize> = parts.iter().map(|part| dragon.find(part).unwrap()).collect();
    assert!(places.is_sorted(), "{places:?}");
    let abaasy = body("tob3", Kind::Creature, "abaasy");
    assert_eq!(abaasy.matches("***Multiattack.***").count(), 1, "what both versions have stands there once");
    assert!(!body("a5e-mm", Kind::Creature, "adult-black-dragon").contains("***The dragon can take"));
    let [older, newer] = ["srd-2014", "srd-2024"].map(|book| body(book, Kind::Condition, "grappled"));
    assert!(older != newer && body("a5e-ag", Kind::Condition, "grappled").len() > 100);
}

#[test]
#[ignore = "needs the snapshot of Open5e: make test-all"]
fn documents_have_licences_and_notices() {
    let Some(batch) = batch() else { return };
    let document = |key: &str| &batch.documents()[&DocumentKey::new(key)];
    assert_eq!(batch.documents().len(), 24);
    assert_eq!(document("srd-2014").license.as_deref(), Some("CC-BY-4.0, OGL 1.0a"));
    assert_eq!(document("srd-2014").notice.as_deref(), Some(content::model::SRD_2014_NOTICE));
    assert_eq!(document("srd-2024").notice.as_deref(), Some(content::model::SRD_2024_NOTICE));
    assert_eq!(document("elderberry-inn-icons").license.as_deref(), Some("CC0"));
    assert!(document("a5e-ag").notice.as_ref().unwrap().contains("A5ESRD"));
    assert!(document("bfrd").notice.as_ref().unwrap().contains("ORC"));
    assert_eq!(document("tob").game_system.as_deref(), Some("5th Edition 2014"));
    assert_eq!(Edition::of(document("bfrd").game_system.as_deref()), Edition::Other);
}

#[test]
#[ignore = "needs the snapshot of Open5e: make test-all"]
fn every_entry_is_read_in_full() {
    let Some(batch) = batch() else { return };
    let once = "^1 (action|bonus action|reaction|minute|hour|round|turn|week)$";
    let times = Regex::new(&format!("{once}|^(5|10) minutes$|^(4|7|8|9|12|24) hours$")).unwrap();
    let marks = Regex::new(r"\[\[|&amp;|@UUID|[a-z] -\n|####|æ0[0-9a-f]{3}").unwrap();
    let inner = Regex::new(r"\w_\w|\\_").unwrap();
    let mut stray = Vec::new();
    for record in batch.records() {
        let at = format!("{} {} {}", record.document, record.kind, record.slug);
        match &record.details {
            Details::Spell(it) => {
                assert!(times.is_match(&it.casting_time), "{at}: {}", it.casting_time);
                assert!(!it.range.ends_with(" ft") && !it.range.is_empty(), "{at}: {}", it.range);
                assert!(!it.duration.is_empty() && it.school.is_some(), "{at}");
                assert!(!it.classes.iter().any(|class| class == "Ritual Caster"), "{at}");
            }
            Details::Creature(it) => {
                let words = [&it.damage_resistances, &it.damage_immunities, &it.damage_vulnerabilities];
                assert!(words.into_iter().flatten().all(|words| words != "False"), "{at}");
                assert!(!record.body.ends_with("False"), "{at}");
                // A creature of rating 0 is worth ten points if it can do harm.
                let is_harmless =
                    it.challenge_rating.unwrap().decimal() == 0.0 && !record.body.contains("### Actions");
                assert!(it.experience_points.unwrap() > 0 || is_harmless, "{at}");
            }
            // A weight or price of 0 means that the book gives none.
            Details::Equipment(it) => {
                assert!([it.weight_lb, it.cost_gp].into_iter().flatten().all(|number| number > 0.0), "{at}");
            }
            _ => assert!(record.kind != Kind::Trait || record.name != "Speed", "{at}"),
        }
        assert!(!marks.is_match(&record.body), "{at}: {}", record.body);
        let odd = |line: &&str| !inner.replace_all(line, "").matches('_').count().is_multiple_of(2);
        stray.extend(record.body.lines().filter(odd).map(|line| format!("{at}: {line}")));
    }
    assert_eq!(stray, [""; 0]);
}

#[test]
#[ignore = "needs the snapshot of Open5e: make test-all"]
fn entries_are_as_many_as_they_should_be() {
    let Some(batch) = batch() else { return };
    let count =
        |holds: &dyn Fn(&Record) -> bool| batch.records().iter().filter(|record| holds(record)).count();
    let legendary =
        |it: &Record| matches!(&it.details, Details::Creature(it) if it.legendary_actions.is_some());
    assert!(count(&legendary) > 210);
    let unclassed = |document: &str| {
        count(&|record| {
            let is_unclassed = matches!(&record.details, Details::Spell(spell) if spell.classes.is_empty());
            is_unclassed && record.document.as_str() == document
        })
    };
    let counts = ["a5e-ag", "toh", "wz", "deepm", "deepmx", "kp", "open5e"].map(unclassed);
    assert_eq!(counts, [7, 0, 0, 75, 0, 7, 0]);
    let items = |document: &str, name: &str| {
        count(&|it| {
            it.document.as_str() == document && it.kind == Kind::MagicItem && it.name.starts_with(name)
        })
    };
    assert!(items("srd-2024", "Holy Avenger") > 30 && items("a5e-ag", "") > 0);
    let weapons = &batch.sources["/v2/weapons/"];
    assert_eq!((weapons.folded, weapons.read), (75, 0));
    let details = |document, kind, slug| json!(find(batch, document, kind, slug).details);
    let spray = details("a5e-ag", Kind::Spell, "prismatic-spray");
    assert_eq!(spray["damage_types"].as_array().unwrap().len(), 5, "{spray}");
    let bear = details("a5e-mm", Kind::Creature, "cave-bear");
    assert!(bear["skills"].as_object().unwrap().keys().eq(["Perception"]), "{bear}");
}

#[test]
#[ignore = "needs the snapshot of Open5e: make test-all"]
fn facts_of_version_1_and_disagreements_name_their_source() {
    let Some(batch) = batch() else { return };
    let sources = |document, kind, slug| Sources::read(find(batch, document, kind, slug).sources.as_deref());
    let akanka = sources("tob3", Kind::Creature, "akanka");
    assert_eq!(akanka.filled["actions"], Provider::Open5eV1);
    assert_eq!(akanka.object.unwrap().0.as_deref(), Some("tob3_akanka"));
    assert_eq!(akanka.older["actions"].as_array().unwrap().len(), 4);
    assert_eq!(sources("a5e-ag", Kind::Spell, "acid-arrow").filled["classes"], Provider::Open5eV1);
    let gore = sources("ccdx", Kind::Creature, "aatxe").disagreements.remove(0);
    assert_eq!((gore.field.as_str(), gore.kept_from), ("actions: Gore", Provider::Open5eV1));
    assert!(gore.other.as_str().unwrap().contains("makes one gore attack"), "{gore:?}");
    assert!(!gore.rule.is_empty());
}

#[test]
#[ignore = "needs the snapshot of Open5e: make test-all"]
fn nearly_every_creature_that_has_actions_anywhere_shows_them() {
    let Some(batch) = batch() else { return };
    let objects = &*OBJECTS;
    let documents: BTreeMap<&str, DocumentKey> = objects
        .list("/v1/documents/")
        .filter_map(|it| Some((it.text("slug")?, crate::open5e::document_of_v1(it.value())?)))
        .collect();
    let older = objects.list("/v1/monsters/").filter(|it| it.list("actions").next().is_some());
    let older = older.map(|it| (documents[it.text("document__slug").unwrap()].clone(), it));
    let newer = objects.list("/v2/creatures/");
    let newer = newer.filter(|it| it.list("actions").any(|it| it.text("action_type") == Some("ACTION")));
    let newer = newer.map(|it| (document_of(it).unwrap(), it));
    let expected: BTreeSet<(DocumentKey, String)> =
        older.chain(newer).map(|(document, it)| (document, fold(it.text("name").unwrap()))).collect();
    let shown =
        batch.records().iter().filter(|it| it.kind == Kind::Creature && it.body.contains("### Actions"));
    let shown: BTreeSet<_> = shown.map(|it| (it.document.clone(), fold(&it.name))).collect();
    let without: Vec<_> = expected.difference(&shown).collect();
    assert!(without.len() * 200 <= expected.len(), "{} of {}: {without:?}", without.len(), expected.len());
}
