//! Exports of both System Reference Documents and of homebrew.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use lore::browse::{Browse, FieldFilter};
use lore::export::{Export, ExportFormat, Selection};
use lore::fields::origin::DOCUMENT;
use lore::model::{Details, Kind, SRD_2014_NOTICE, SRD_2024_NOTICE};
use lore::progress::{CancellationToken, Job};
use lore::query::Entry;
use lore::{EntryKey, Error, Library};
use saphyr_parser::{Event, Parser};
use serde_json::Value;

use crate::own::every;
use crate::starter::srds;
use crate::support::TestLibrary;

async fn export(library: &Library, selection: Selection, format: ExportFormat) -> Export {
    library.export(&selection, format, &Job::quiet()).await.unwrap()
}

fn all(kind: Kind) -> Selection {
    Selection::Found(Box::new(Browse { kinds: vec![kind], ..Browse::default() }))
}

fn addresses(places: &[&str]) -> Selection {
    Selection::Addresses(places.iter().map(|place| format!("lore://entry/{place}")).collect())
}

type Member = (&'static str, fn(&Value) -> bool);

/// The members of a stat block that Improved Initiative reads, by their types (`common/StatBlock.ts`).
const MEMBERS: [Member; 4] = [
    ("Id Name Path Source Type Challenge Description Player ImageURL Version", Value::is_string),
    (
        "Speed DamageVulnerabilities DamageResistances DamageImmunities ConditionImmunities Senses Languages",
        |list| each(list, Value::is_string),
    ),
    ("Saves Skills", |list| each(list, |item| item["Name"].is_string() && item["Modifier"].is_i64())),
    ("Traits Actions Reactions LegendaryActions", |list| {
        each(list, |item| item["Name"].is_string() && item["Content"].is_string())
    }),
];

fn each(list: &Value, is_right: fn(&Value) -> bool) -> bool {
    list.as_array().is_some_and(|list| list.iter().all(is_right))
}

#[tokio::test]
async fn every_creature_is_one_that_improved_initiative_reads() {
    let (library, _home) = srds().await;
    let exported = export(&library, all(Kind::Creature), ExportFormat::ImprovedInitiative).await;
    let file: Value = serde_json::from_str(&exported.content).unwrap();
    let ids = file["Creatures"].as_array().unwrap();
    assert_eq!(ids.len(), exported.entries);
    assert!(ids.len() > 600, "{}", ids.len());
    for id in ids {
        let id = id.as_str().unwrap();
        let block = &file[format!("Creatures.{id}")];
        for (names, is_right) in MEMBERS {
            let wrong = names.split(' ').find(|name| !is_right(&block[name]));
            assert_eq!(wrong, None, "{id}: {block}");
        }
        let [document, kind, slug] = id.split('.').collect::<Vec<_>>().try_into().unwrap();
        let key = EntryKey { document: document.into(), kind: kind.parse().unwrap(), slug: slug.into() };
        let entry = library.entry(&key).await.unwrap().unwrap();
        let lists = ["Traits", "Actions", "BonusActions", "Reactions", "LegendaryActions"];
        let passages = lists.iter().flat_map(|list| block[list].as_array().unwrap());
        let named = passages.filter(|passage| passage["Name"] != "").count();
        let stat_block = entry.body.split("\n### Description").next().unwrap();
        assert_eq!(named, stat_block.matches("\n***").count(), "{id} has every trait and action");
        let Details::Creature(creature) = &entry.details else { panic!("{id}") };
        let scores = creature.ability_scores.unwrap();
        assert_eq!(block["HP"]["Value"], creature.hit_points.unwrap_or(1), "{id}");
        assert_eq!(block["AC"]["Value"], creature.armor_class.unwrap_or(10), "{id}");
        assert_eq!(block["Abilities"]["Str"], scores.strength, "{id}");
        assert_eq!(block["Abilities"]["Cha"], scores.charisma, "{id}");
        let rating = creature.challenge_rating.map(|rating| rating.to_string());
        assert_eq!(block["Challenge"], rating.unwrap_or_default(), "{id}");
    }
    let licences = file["Licences"].as_array().unwrap();
    assert!(licences[0].as_str().unwrap().contains(SRD_2014_NOTICE), "{licences:?}");
    assert!(licences[1].as_str().unwrap().contains(SRD_2024_NOTICE), "{licences:?}");
}

#[tokio::test]
async fn every_format_has_the_initiative_of_every_2024_creature() {
    let (library, _home) = srds().await;
    let creatures = every(&library, &[Kind::Creature]).await;
    let mut counts = [0; 5];
    let mut stated = 0;
    for entry in &creatures {
        let Details::Creature(creature) = &entry.details else { panic!("{}", entry.name) };
        let Some(bonus) = creature.initiative_bonus else { continue };
        assert_eq!(entry.document_key.as_str(), "srd-2024", "{}", entry.name);
        stated += 1;
        let printed = format!("{bonus:+} ({})", 10 + bonus);
        let chosen = || Selection::Addresses(vec![entry.uri.clone()]);
        for (format, count) in ExportFormat::ALL.into_iter().zip(&mut counts) {
            let exported = export(&library, chosen(), format).await.content;
            let has = |text: String| exported.contains(&text);
            let is_there = match format {
                ExportFormat::Markdown => has(format!("- **Initiative** {printed}\n")),
                ExportFormat::Print => has(format!("<strong>Initiative</strong> {printed}<")),
                ExportFormat::FantasyStatblocks => has(format!("\nmodifier: {bonus}\n")),
                ExportFormat::Orcbrew => has(format!("Initiative {printed}")),
                ExportFormat::ImprovedInitiative => {
                    let file: Value = serde_json::from_str(&exported).unwrap();
                    let block = &file[format!("Creatures.srd-2024.creature.{}", entry.slug)];
                    let dexterity = block["Abilities"]["Dex"].as_i64().unwrap();
                    let more = block["InitiativeModifier"].as_i64().unwrap();
                    (dexterity - 10).div_euclid(2) + more == i64::from(bonus)
                }
            };
            *count += usize::from(is_there);
        }
    }
    assert!(stated > 330, "{stated}");
    assert_eq!(counts, [stated; 5]);
}

#[tokio::test]
async fn stat_blocks_are_yaml_with_every_trait_and_action() {
    let (library, _home) = srds().await;
    let exported = export(&library, all(Kind::Creature), ExportFormat::FantasyStatblocks).await;
    let blocks = exported.content.split("```statblock\n").skip(1);
    let blocks: Vec<&str> = blocks.map(|rest| rest.split_once("\n```\n").unwrap().0).collect();
    assert_eq!(blocks.len(), exported.entries);
    for block in &blocks {
        let mut events = Parser::new_from_str(block).map(|event| event.expect(block).0);
        let is_name = |event: Event<'_>| matches!(event, Event::Scalar(text, ..) if text == "name");
        // The whole block is read.
        assert!(events.by_ref().filter(|event| is_name(event.clone())).count() > 0, "{block}");
    }
    let owlbear =
        blocks.iter().find(|block| block.contains("name: \"Owlbear\"") && block.contains("5.2.1")).unwrap();
    for line in ["ac: 13", "stats: [20,12,17,3,12,7]", "cr: \"3\"", "  - {\"perception\":5}"] {
        assert!(owlbear.lines().any(|it| it == line), "{line} in {owlbear}");
    }
    let hit = "\"Melee Attack Roll: +7, reach 5 ft. Hit: 14 (2d8 + 5) Slashing damage.\"";
    assert!(owlbear.contains(hit), "{owlbear}");
    assert!(exported.content.contains(SRD_2014_NOTICE) && exported.content.contains(SRD_2024_NOTICE));
}

#[tokio::test]
async fn spells_are_cards_and_long_entries_flow() {
    let (library, _home) = srds().await;
    let places = ["srd-2024/spell/fireball", "srd-2024/spell/wish", "srd-2024/creature/owlbear"];
    let page = export(&library, addresses(&places), ExportFormat::Print).await.content;
    let cards = page.matches("class=\"card\"").count();
    assert_eq!((cards, page.matches("class=\"block").count()), (1, 2), "{page}");
    assert!(page.contains("<h2>Fireball</h2>") && page.contains("SRD 5.2.1, p. 131 — CC-BY-4.0"), "{page}");
    assert!(
        page.contains("Sources and licences") && !page.contains("src=") && !page.contains("href=\"http"),
        "{page}"
    );
    let many = export(&library, all(Kind::Spell), ExportFormat::Print).await.content;
    let sheets: Vec<usize> = many
        .split("<section class=\"sheet\">")
        .skip(1)
        .map(|sheet| sheet.split("</section>").next().unwrap().matches("class=\"card\"").count())
        .collect();
    assert!(sheets.iter().rev().skip(1).all(|cards| *cards == 9), "{sheets:?}");
}

#[tokio::test]
async fn pins_are_exported_in_their_order_and_what_is_gone_is_named() {
    let (library, _home) = srds().await;
    let fireball = "lore://entry/srd-2014/spell/fireball".to_owned();
    let grappled = "lore://entry/srd-2024/condition/grappled".to_owned();
    library.set_pins(&[fireball, grappled]).await.unwrap();
    let pins = export(&library, Selection::Pins, ExportFormat::Markdown).await;
    let place = |heading: &str| pins.content.find(heading).unwrap();
    assert!(place("# Fireball") < place("# Grappled"));
    let two = addresses(&["srd-2014/spell/fireball", "srd-2014/spell/gone"]);
    let gone = export(&library, two, ExportFormat::Markdown).await;
    assert_eq!((gone.entries, gone.missing.len()), (1, 1));
    let words = "Exported 1 entry. The library does not have lore://entry/srd-2014/spell/gone.";
    assert_eq!(gone.to_string(), words);
}

#[tokio::test]
async fn homebrew_of_unknown_licence_is_marked() {
    let test = TestLibrary::empty().await;
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures");
    test.import_file(&fixtures.join("orcbrew/whole-library.orcbrew")).await;
    for format in [ExportFormat::Markdown, ExportFormat::Print, ExportFormat::ImprovedInitiative] {
        let exported = export(&test.library, Selection::Found(Box::default()), format).await;
        assert_eq!(exported.of_unknown_licence, exported.entries);
        let marks = exported.content.matches("licence unknown, for your own table only").count();
        assert!(marks > exported.entries, "{format}: {marks} marks");
        assert!(exported.to_string().ends_with("is unknown: for your own table only."), "{exported}");
    }
}

#[tokio::test]
async fn nothing_to_export_is_an_error_that_says_why() {
    let (library, _home) = srds().await;
    let (nowhere, wish) = (addresses(&["nowhere/spell/x"]), addresses(&["srd-2024/spell/wish"]));
    for (selection, format, why) in [
        (Selection::Pins, ExportFormat::Markdown, "no entry was chosen"),
        (nowhere, ExportFormat::Markdown, "has no entry `lore://entry/nowhere/spell/x`"),
        (wish, ExportFormat::FantasyStatblocks, "`fantasy-statblocks` has no place"),
    ] {
        let error = library.export(&selection, format, &Job::quiet()).await.unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
}

#[tokio::test]
async fn an_export_of_everything_reports_progress_and_can_be_cancelled() {
    let (library, _home) = srds().await;
    let everything = Selection::Found(Box::default());
    let (cancel, total) = (CancellationToken::new(), Arc::new(AtomicU64::new(0)));
    let (seen, token) = (Arc::clone(&total), cancel.clone());
    let job = Job::new(cancel, move |progress| {
        seen.store(progress.total, Ordering::Relaxed);
        if progress.done == 1_000 {
            token.cancel();
        }
    });
    let error = library.export(&everything, ExportFormat::Markdown, &job).await.unwrap_err();
    assert!(matches!(error, Error::Cancelled) && total.load(Ordering::Relaxed) > 4_000, "{error}, {total:?}");
    let of_2014 = FieldFilter::including(&DOCUMENT, vec!["srd-2014".to_owned()]);
    let book = Selection::Found(Box::new(Browse { filters: vec![of_2014], ..Browse::default() }));
    let exported = export(&library, book, ExportFormat::Markdown).await;
    assert!(exported.entries > 2_000 && exported.of_unknown_licence == 0, "{}", exported.entries);
    assert!(!exported.content.contains(SRD_2024_NOTICE));
}

/// The fields of a spell or a creature that a file keeps.
const KEPT: &str = "level school casting_time reaction_condition range components material duration concentration ritual classes \
     armor_class hit_points speed ability_scores saving_throws skills challenge_rating damage_resistances \
     damage_immunities senses languages";

fn kept_in_orcbrew(entry: &Entry) -> String {
    let mut fields = serde_json::to_value(&entry.details).unwrap();
    let fields = fields.as_object_mut().unwrap();
    fields.retain(|field, _| entry.kind != Kind::Feat && KEPT.split(' ').any(|kept| kept == field));
    for field in ["material", "damage_resistances", "damage_immunities", "duration"] {
        if let Some(Value::String(text)) = fields.get_mut(field) {
            *text = text.trim_start_matches("Up to ").to_lowercase().replace("--", "—");
        }
    }
    if let Some(Value::Array(classes)) = fields.get_mut("classes") {
        classes.sort_by_key(Value::to_string);
    }
    // The text below a stat block is plain there.
    let stat_block = entry.body.split("### Description").next().unwrap_or_default();
    let passages = if entry.kind == Kind::Creature { stat_block.matches("***").count() / 2 } else { 0 };
    format!("{fields:?} {passages}")
}

#[tokio::test]
async fn spells_and_creatures_of_both_books_read_back_from_orcbrew() {
    let (library, _home) = srds().await;
    let kinds = [Kind::Spell, Kind::Creature, Kind::Feat];
    let chosen = Selection::Found(Box::new(Browse { kinds: kinds.to_vec(), ..Browse::default() }));
    let exported = export(&library, chosen, ExportFormat::Orcbrew).await;
    assert!(exported.content.contains(SRD_2014_NOTICE) && exported.content.contains(SRD_2024_NOTICE));
    let other = TestLibrary::empty().await;
    let report = other.import_text("srd.orcbrew", &exported.content).await;
    let (entries, read) = (every(&library, &kinds).await, every(&other.library, &kinds).await);
    assert_eq!((exported.entries, read.len()), (entries.len(), entries.len()), "{report:?}");
    let place =
        |entry: &Entry| (entry.kind, entry.name.clone(), entry.document_name.replace(" (homebrew)", ""));
    let read: HashMap<_, _> = read.iter().map(|entry| (place(entry), entry)).collect();
    let mut differing = Vec::new();
    for entry in &entries {
        let Some(found) = read.get(&place(entry)) else {
            panic!("{:?}: {:?}", place(entry), read.keys().next())
        };
        let (wanted, kept) = (kept_in_orcbrew(entry), kept_in_orcbrew(found));
        if wanted != kept {
            differing.push(format!("{}\n  {wanted}\n  {kept}", entry.name));
        }
    }
    assert!(differing.is_empty(), "{}:\n{}", differing.len(), differing.join("\n"));
}
