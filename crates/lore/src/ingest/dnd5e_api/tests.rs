use std::path::PathBuf;
use std::sync::LazyLock;

use serde_json::json;

use super::*;
use crate::ingest::resources_folder;
use crate::model::{Details, Record};

/// The starter library, if it has been fetched.
fn starter() -> Option<&'static Batch> {
    static STARTER: LazyLock<Option<Batch>> = LazyLock::new(|| Some(read(&folder()?).unwrap()));
    STARTER.as_ref()
}

fn folder() -> Option<PathBuf> {
    let folder = resources_folder().join("starter");
    if folder.join("Spells.json").exists() {
        return Some(folder);
    }
    println!("skipped: {} holds no starter library; `make test` fetches it", folder.display());
    None
}

fn find<'a>(batch: &'a Batch, kind: Kind, slug: &str) -> &'a Record {
    let found = batch.records().iter().find(|record| record.kind == kind && record.slug.as_str() == slug);
    found.unwrap_or_else(|| panic!("no {kind} {slug}"))
}

fn stored(batch: &Batch, source: &str) -> u64 {
    batch.sources()[source].stored
}

/// All that is checked of the book, in one test: the book takes longer to read than to check, and each test may be a process
/// of its own.
#[test]
fn the_book_of_2014_is_read_as_its_pages_state() {
    let checks: [(&str, fn()); 6] = [
        ("every object of the starter is accounted for", every_object_of_the_starter_is_accounted_for),
        ("every body of the starter reads well", every_body_of_the_starter_reads_well),
        ("creatures of the starter are complete", creatures_of_the_starter_are_complete),
        ("the starters fireball has all its fields", the_starters_fireball_has_all_its_fields),
        (
            "the starters options and things have their fields",
            the_starters_options_and_things_have_their_fields,
        ),
        ("every entry of the starter has its page", every_entry_of_the_starter_has_its_page),
    ];
    for (what, check) in checks {
        println!("{what}");
        check();
    }
}

fn every_object_of_the_starter_is_accounted_for() {
    let Some(batch) = starter() else { return };
    assert_eq!(batch.rejected(), []);
    let expected = [
        ("AbilityScores", 6),
        ("Alignments", 9),
        ("Backgrounds", 1),
        ("Classes", 12),
        ("Conditions", 15),
        ("DamageTypes", 13),
        ("Equipment", 237),
        ("EquipmentCategories", 39),
        ("Feats", 1),
        ("Features", 370),
        ("Languages", 16),
        ("Levels", 290),
        ("MagicItems", 366),
        ("MagicSchools", 8),
        ("Monsters", 334),
        ("Proficiencies", 117),
        ("Races", 9),
        ("RuleSections", 33),
        ("Rules", 6),
        ("Skills", 18),
        ("Spells", 319),
        ("Subclasses", 12),
        ("Subraces", 4),
        ("Traits", 38),
        ("WeaponProperties", 11),
    ];
    for (source, objects) in expected {
        let count = &batch.sources()[source];
        assert_eq!(count.objects, objects, "{source}");
        assert_eq!(count.read, count.stored + count.rejected, "{source}");
        // Sections of the rules have an entry for each heading in them, too.
        if source != "RuleSections" {
            assert_eq!(count.read, count.objects - count.folded, "{source}");
        }
    }
    assert_eq!(stored(batch, "Levels") + stored(batch, "EquipmentCategories"), 0);
    assert_eq!(batch.sources()["Features"].folded, 65);
}

fn every_body_of_the_starter_reads_well() {
    let Some(batch) = starter() else { return };
    for record in batch.records() {
        let Record { kind, slug, body, .. } = record;
        for bad in ["\r", "\0", "<br", "](/api", "/api/", "No description provided", "\n\n\n", "****"] {
            assert!(!body.contains(bad), "{kind} {slug}: {bad:?} in {body}");
        }
        assert!(
            !body.is_empty() || *kind == Kind::Item || *kind == Kind::Proficiency,
            "{kind} {slug} is empty"
        );
        assert_eq!(*body, body.trim(), "{kind} {slug}");
    }
}

fn creatures_of_the_starter_are_complete() {
    let Some(batch) = starter() else { return };
    let creatures = batch.records().iter().filter(|record| record.kind == Kind::Creature);
    let mut without_actions = Vec::new();
    for record in creatures {
        let Details::Creature(creature) = &record.details else { panic!("{} is no creature", record.name) };
        assert!(creature.challenge_rating.is_some() && creature.armor_class.is_some(), "{}", record.name);
        assert!(creature.ability_scores.is_some() && creature.hit_points.is_some(), "{}", record.name);
        for part in [
            "**Armor Class**",
            "**Hit Points**",
            "**Speed**",
            "| STR |",
            "passive Perception",
            "**Challenge**",
        ] {
            assert!(record.body.contains(part), "{}: {part}", record.name);
        }
        if !record.body.contains("### Actions") {
            without_actions.push(record.name.as_str());
        }
    }
    assert_eq!(without_actions, ["Frog", "Sea Horse", "Shrieker", "Vampire, Mist Form"]);

    let dragon = find(batch, Kind::Creature, "adult-black-dragon");
    let Details::Creature(fields) = &dragon.details else { panic!("no creature") };
    assert_eq!(fields.challenge_rating.unwrap().to_string(), "14");
    assert_eq!(fields.creature_type.as_deref(), Some("Dragon"));
    assert_eq!(fields.armor_detail.as_deref(), Some("natural armor"));
    assert_eq!(fields.saving_throws["Dexterity"], 7);
    assert_eq!(fields.skills["Stealth"], 7);
    assert_eq!(fields.speed.as_deref(), Some("40 ft., fly 80 ft., swim 40 ft."));
    for part in ["(Recharge 5–6)", "### Legendary Actions", "(3/Day)", "- **Saving Throws** Dex +7, Con +10"]
    {
        assert!(dragon.body.contains(part), "{part} in {}", dragon.body);
    }
}

fn the_starters_fireball_has_all_its_fields() {
    let Some(batch) = starter() else { return };
    let fireball = find(batch, Kind::Spell, "fireball");
    let Details::Spell(spell) = &fireball.details else { panic!("no spell") };
    assert_eq!((spell.level, spell.school.as_deref()), (Some(3), Some("Evocation")));
    assert_eq!((spell.casting_time.as_str(), spell.range.as_str()), ("1 action", "150 feet"));
    assert_eq!((spell.components.as_str(), spell.duration.as_str()), ("V, S, M", "Instantaneous"));
    assert_eq!(spell.classes, ["Sorcerer", "Wizard"]);
    assert_eq!(spell.damage_types, ["fire"]);
    assert_eq!(spell.saving_throw.as_deref(), Some("dexterity"));
    assert!(fireball.body.contains("**At Higher Levels.**"));
}

fn the_starters_options_and_things_have_their_fields() {
    let Some(batch) = starter() else { return };
    let Details::Equipment(dagger) = &find(batch, Kind::Weapon, "dagger").details else { panic!("no thing") };
    assert_eq!(dagger.properties, ["Finesse", "Light", "Thrown (range 20/60)", "Monk"]);
    assert_eq!((dagger.is_simple, dagger.is_finesse, dagger.cost_gp), (Some(true), Some(true), Some(2.0)));
    let Details::Equipment(mail) = &find(batch, Kind::Armor, "chain-mail").details else {
        panic!("no thing")
    };
    assert_eq!((mail.armor_class.as_deref(), mail.strength_required), (Some("16"), Some(13)));
    let Details::Equipment(avenger) = &find(batch, Kind::MagicItem, "holy-avenger").details else {
        panic!("no thing")
    };
    assert_eq!(avenger.attunement_detail.as_deref(), Some("by a paladin"));
    assert_eq!(avenger.base_item.as_deref(), Some("Any sword"));
    let line =
        |slug| find(batch, Kind::MagicItem, slug).body.split("\n\n").take(2).collect::<Vec<_>>().join("\n");
    assert!(
        line("potion-of-healing").starts_with("*Potion, varies*\nYou regain"),
        "{}",
        line("potion-of-healing")
    );
    assert!(
        line("horn-of-valhalla")
            .ends_with("*Wondrous item, rare (silver or brass), very rare (bronze) or legendary (iron)*")
    );

    let rogue = find(batch, Kind::Class, "rogue");
    let Details::CharacterOption(fields) = &rogue.details else { panic!("no option") };
    assert_eq!(fields.hit_die.as_deref(), Some("d8"));
    assert_eq!(fields.saving_throws, ["Dexterity", "Intelligence"]);
    for part in ["| Level | Proficiency Bonus | Features | Sneak Attack |", "| 10d6 |", "*1st and 6th level*"]
    {
        assert!(rogue.body.contains(part), "{part} in {}", rogue.body);
    }
    let Details::CharacterOption(sneak) = &find(batch, Kind::ClassOption, "sneak-attack").details else {
        panic!("no option")
    };
    assert_eq!((sneak.parent.as_deref(), sneak.level), (Some("Rogue"), Some(1)));
    let wizard = find(batch, Kind::Class, "wizard");
    assert!(wizard.body.contains("9th-Level Slots") && wizard.body.contains("***Spellcasting Focus.***"));
    let slots = ["1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th", "9th"];
    let slots = slots.map(|level| format!(" {level}-Level Slots |")).concat();
    let start = "| Level | Proficiency Bonus | Features |";
    for (class, columns) in [
        ("barbarian", " Rages | Rage Damage |"),
        ("bard", &format!(" Cantrips Known | Spells Known |{slots}")),
        ("druid", &format!(" Cantrips Known |{slots}")),
        ("fighter", ""),
        ("warlock", " Invocations Known | Cantrips Known | Spells Known | Spell Slots | Slot Level |"),
    ] {
        let body = &find(batch, Kind::Class, class).body;
        assert!(body.contains(&format!("\n{start}{columns}\n")), "{class}: {body}");
    }
    let Details::Rule(cover) = &find(batch, Kind::Rule, "cover").details else { panic!("no rule") };
    assert_eq!(cover.section.as_deref(), Some("Combat"));
    assert!(find(batch, Kind::Rule, "combat").body.contains("- Making an Attack"));
}

#[test]
fn odd_objects_are_rejected_and_the_rest_goes_on() {
    let spells = vec![
        json!({ "index": "plum", "name": "Plum", "level": 1 }),
        json!({ "index": "pear", "name": "Pear" }),
        json!({ "index": "fig", "name": "Fig", "level": 12 }),
        json!({ "name": "Lost", "level": 1 }),
        json!("just text"),
        json!({ "index": "odd", "name": "Odd", "level": 2, "desc": 7, "classes": "none", "damage": [1], "dc": null }),
    ];
    let monsters = vec![json!({ "index": "blob", "name": "Blob", "challenge_rating": 0.3 })];
    let objects = BTreeMap::from([
        ("Spells".to_owned(), spells),
        ("Monsters".to_owned(), monsters),
        ("Sandwiches".to_owned(), vec![json!({ "index": "blt", "name": "BLT" })]),
    ]);
    let batch = normalise(&objects, &Pages::default());
    let reasons: Vec<String> =
        batch.rejected().iter().map(|rejection| format!("{}: {}", rejection.key, rejection.reason)).collect();
    insta::assert_debug_snapshot!(reasons);
    assert_eq!(stored(&batch, "Spells"), 2);
}

fn every_entry_of_the_starter_has_its_page() {
    let Some(batch) = starter() else { return };
    let without: Vec<&str> =
        batch.records().iter().filter(|it| it.page.is_none()).map(|it| it.name.as_str()).collect();
    assert_eq!(without, [] as [&str; 0]);
    assert_eq!(find(batch, Kind::Rule, "resting-long-rest").page, Some(87));
}

#[test]
fn a_missing_or_broken_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let missing = read(folder.path()).unwrap_err().to_string();
    assert!(missing.contains("AbilityScores.json"), "{missing}");
    for name in FILES {
        std::fs::write(folder.path().join(format!("{name}.json")), "[]").unwrap();
    }
    let no_pages = read(folder.path()).unwrap_err().to_string();
    assert!(no_pages.contains("rules.json"), "{no_pages}");
    std::fs::create_dir(folder.path().join(DOCUMENT)).unwrap();
    for (name, content) in [("pages.json", "{}"), ("headings.json", "{}"), ("rules.json", "[]")] {
        std::fs::write(folder.path().join(DOCUMENT).join(name), content).unwrap();
    }
    assert_eq!(read(folder.path()).unwrap().records(), []);
    std::fs::write(folder.path().join("Spells.json"), "{\"name\": ").unwrap();
    let broken = read(folder.path()).unwrap_err().to_string();
    assert!(broken.contains("Spells.json") && broken.contains("not a list"), "{broken}");
}
