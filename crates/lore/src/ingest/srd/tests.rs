use std::sync::LazyLock;

use serde_json::json;

use super::*;
use crate::ingest::resources_folder;
use crate::model::{Creature, Equipment, Rarity};

/// SRD 5.2.1 from the starter content.
fn srd() -> &'static Batch {
    static SRD: LazyLock<Batch> = LazyLock::new(|| {
        read(&resources_folder().join("starter"), Book::Of2024)
            .expect("`make test` fetches the starter content")
    });
    &SRD
}

fn find(kind: Kind, slug: &str) -> &'static Record {
    let found = srd().records().iter().find(|record| record.kind == kind && record.slug.as_str() == slug);
    found.unwrap_or_else(|| panic!("no {kind} {slug}"))
}

fn creature(slug: &str) -> &'static Creature {
    match &find(Kind::Creature, slug).details {
        Details::Creature(creature) => creature,
        other => panic!("{other:?}"),
    }
}

fn thing(kind: Kind, slug: &str) -> &'static Equipment {
    match &find(kind, slug).details {
        Details::Equipment(thing) => thing,
        other => panic!("{other:?}"),
    }
}

/// All that is checked of the book, in one test: the book takes longer to read than to check, and each test may be a process
/// of its own.
#[test]
fn the_book_of_2024_is_read_as_its_pages_state() {
    let checks: [(&str, fn()); 10] = [
        ("every object becomes an entry with its page", every_object_becomes_an_entry_with_its_page),
        ("no slug had to be numbered", no_slug_had_to_be_numbered),
        ("no body holds the marks of another program", no_body_holds_the_marks_of_another_program),
        ("a stat block tells what 2024 added", a_stat_block_tells_what_2024_added),
        (
            "a creature that depends on its spell says on what",
            a_creature_that_depends_on_its_spell_says_on_what,
        ),
        ("forms of a magic item are found by themselves", forms_of_a_magic_item_are_found_by_themselves),
        ("a weapon has its mastery and range", a_weapon_has_its_mastery_and_range),
        ("a defined action shows its tag", a_defined_action_shows_its_tag),
        ("sections are found under combat", sections_are_found_under_combat),
        ("a class has its slots features and spells", a_class_has_its_slots_features_and_spells),
    ];
    for (what, check) in checks {
        println!("{what}");
        check();
    }
}

fn every_object_becomes_an_entry_with_its_page() {
    assert_eq!(srd().rejected(), []);
    assert!(srd().records().iter().all(|record| record.page.is_some_and(|page| page <= 364)));
    let count = |kind| srd().records().iter().filter(|record| record.kind == kind).count();
    let expected = [
        (Kind::Spell, 339),
        (Kind::Creature, 336),
        (Kind::Weapon, 38),
        (Kind::Armor, 13),
        (Kind::Class, 12),
        (Kind::Subclass, 12),
        (Kind::Race, 9),
        (Kind::Background, 4),
        (Kind::Feat, 17),
        (Kind::Condition, 15),
        (Kind::Skill, 18),
        (Kind::ClassOption, 270),
    ];
    for (kind, number) in expected {
        assert_eq!(count(kind), number, "{kind}");
    }
}

fn no_slug_had_to_be_numbered() {
    let numbered = |record: &&Record| {
        let wanted = Slug::new(&record.name);
        record.slug.as_str().strip_prefix(wanted.as_str()).is_some_and(|rest| rest.starts_with("-2"))
    };
    let names: Vec<&str> =
        srd().records().iter().filter(numbered).map(|record| record.name.as_str()).collect();
    assert_eq!(names, [] as [&str; 0]);
}

fn no_body_holds_the_marks_of_another_program() {
    let broken = regex::Regex::new(r"\[\[|&amp;|@UUID|[a-z] -\n|####").unwrap();
    let bad: Vec<&str> = srd()
        .records()
        .iter()
        .filter(|record| broken.is_match(&record.body))
        .map(|record| record.name.as_str())
        .collect();
    assert_eq!(bad, [] as [&str; 0]);
}

fn a_stat_block_tells_what_2024_added() {
    let dragon = creature("adult-red-dragon");
    assert_eq!(
        (dragon.armor_class, dragon.hit_points, dragon.initiative_bonus),
        (Some(19), Some(256), Some(12))
    );
    assert_eq!((dragon.experience_points, dragon.lair_experience_points), (Some(18_000), Some(20_000)));
    assert_eq!(dragon.legendary_actions, Some(3));
    assert_eq!(dragon.saving_throws.get("Dexterity"), Some(&6));
    assert!(!dragon.saving_throws.contains_key("Strength"), "{:?}", dragon.saving_throws);
    let body = &find(Kind::Creature, "adult-red-dragon").body;
    assert!(body.contains("(18,000 XP, or 20,000 in its lair)"), "{body}");
    assert!(body.contains("### Legendary Actions\n\nLegendary Action Uses: 3 (4 in Lair)"), "{body}");
    assert!(creature("archmage").gear.is_some());
    assert_eq!(creature("swarm-of-bats").subtype.as_deref(), Some("Swarm of Tiny Beasts"));
    assert_eq!(creature("swarm-of-crawling-claws").subtype.as_deref(), Some("Swarm of Tiny Undead"));
    assert!(body.contains("- **Initiative** +12 (22)\n"), "{body}");
}

fn a_creature_that_depends_on_its_spell_says_on_what() {
    let insect = creature("giant-insect");
    assert_eq!((insect.armor_class, insect.armor_detail.as_deref()), (None, Some("11 + the spell’s level")));
    let body = &find(Kind::Creature, "giant-insect").body;
    assert!(body.contains("- **Armor Class** 11 + the spell’s level"), "{body}");
}

fn forms_of_a_magic_item_are_found_by_themselves() {
    let healing = thing(Kind::MagicItem, "potion-of-healing");
    assert_eq!((healing.rarity, healing.cost_gp), (Some(Rarity::Common), Some(50.0)));
    assert_eq!(thing(Kind::MagicItem, "weapon-2").rarity, Some(Rarity::Rare));
    assert_eq!(thing(Kind::MagicItem, "spell-scroll-level-4").rarity, Some(Rarity::Rare));
    assert_eq!(thing(Kind::MagicItem, "spell-scroll-cantrip").cost_gp, Some(30.0));
    assert_eq!(thing(Kind::MagicItem, "ioun-stone-mastery").rarity, Some(Rarity::Legendary));
    assert_eq!(thing(Kind::MagicItem, "spell-scroll").rarity, Some(Rarity::Varies));
    let scroll = &find(Kind::MagicItem, "spell-scroll-cantrip").body;
    assert!(scroll.contains("***Adventuring Gear, p. 99.*** A Spell Scroll"), "{scroll}");
    assert!(scroll.contains("the spell save DC is 13, and the attack bonus is +5."), "{scroll}");
    let weapon = &find(Kind::MagicItem, "weapon-1-2-or-3").body;
    assert!(weapon.contains("**Rarity** Uncommon (+1), Rare (+2), or Very Rare (+3)\n\n"), "{weapon}");
    let keelboat = &find(Kind::Item, "keelboat").body;
    assert!(keelboat.contains("- **Cargo** 1/2 ton\n"), "{keelboat}");
    let items = srd().records().iter().filter(|record| record.kind == Kind::Item);
    assert!(items.into_iter().all(|item| item.name != "Potion of Healing"));
}

fn a_weapon_has_its_mastery_and_range() {
    let musket = thing(Kind::Weapon, "musket");
    assert_eq!(musket.range.as_deref(), Some("40/120"));
    assert!(musket.properties.iter().any(|property| property == "Slow (mastery)"), "{musket:?}");
    assert!(musket.properties.iter().any(|property| property.starts_with("Ammunition (range 40/120")));
}

fn a_defined_action_shows_its_tag() {
    let hide = find(Kind::Rule, "hide");
    assert_eq!(hide.name, "Hide");
    assert!(hide.body.starts_with("*Hide [Action]*\n\n"), "{}", hide.body);
}

fn sections_are_found_under_combat() {
    let sections = srd().records().iter().filter(
        |record| matches!(&record.details, Details::Rule(rule) if rule.section.as_deref() == Some("Combat")),
    );
    let names: Vec<&str> = sections.map(|record| record.name.as_str()).collect();
    assert!(names.contains(&"Cover") && names.contains(&"Making an Attack"), "{names:?}");
}

fn a_class_has_its_slots_features_and_spells() {
    let body = &find(Kind::Class, "wizard").body;
    assert!(body.contains("| 3rd-Level Slots |"), "{body}");
    let third = body.lines().find(|line| line.starts_with("| 3 |")).unwrap();
    assert!(third.contains("| 4 | 2 |"), "{third}");
    assert!(body.contains("***Wizard Spell List.***\n\n- **Cantrips** Acid Splash"), "{body}");
    let options = &find(Kind::ClassOption, "sorcerer-metamagic").details;
    assert!(matches!(options, Details::CharacterOption(option) if option.features.len() >= 8), "{options:?}");
    let warlock = &find(Kind::Class, "warlock").body;
    assert!(warlock.contains("***Agonizing Blast.*** *Prerequisite: Level 2+ Warlock"), "{warlock}");
}

/// The same of SRD 5.1.
#[test]
fn the_book_of_2014_is_read_as_its_pages_state() {
    let batch = read(&resources_folder().join("starter"), Book::Of2014)
        .expect("`make test` fetches the starter content");
    assert_eq!(batch.rejected(), []);
    assert!(batch.records().iter().all(|record| record.page.is_some_and(|page| (3..=403).contains(&page))));
    let count = |kind| batch.records().iter().filter(|record| record.kind == kind).count();
    for (kind, number) in [
        (Kind::Spell, 319),
        (Kind::Creature, 342),
        (Kind::MagicItem, 366),
        (Kind::Weapon, 37),
        (Kind::Armor, 13),
        (Kind::Class, 12),
        (Kind::Subclass, 12),
        (Kind::Race, 9),
        (Kind::Subrace, 4),
        (Kind::Background, 1),
        (Kind::Condition, 15),
        (Kind::Proficiency, 117),
    ] {
        assert_eq!(count(kind), number, "{kind}");
    }
    let find = |kind, slug: &str| {
        let found = batch.records().iter().find(|record| record.kind == kind && record.slug.as_str() == slug);
        found.unwrap_or_else(|| panic!("no {kind} {slug}"))
    };
    let Details::Spell(shield) = &find(Kind::Spell, "shield").details else { panic!() };
    assert_eq!(shield.casting_time, "1 reaction");
    assert!(shield.reaction_condition.as_deref().is_some_and(|trigger| trigger.contains("hit by an attack")));
    for (kind, slug, words) in [
        (Kind::Spell, "conjure-animals", "four times as many with a 9th-level slot"),
        (Kind::Spell, "moonbeam", "1d10"),
        (Kind::Creature, "solar", "100 hit points or fewer"),
        (Kind::Creature, "ice-devil", "***Wall of Ice (Recharge 6).***"),
        (Kind::Creature, "dust-mephit", "***Innate Spellcasting (1/Day).***"),
        (Kind::Creature, "lich", "non-undead"),
        (
            Kind::Creature,
            "werewolf",
            "Other forms: Werewolf, Wolf Form; Werewolf, Human Form; Werewolf, Hybrid Form",
        ),
        (Kind::Creature, "shadow", "Skills: Stealth +4 (+6 in dim light or darkness)."),
        (Kind::MagicItem, "spell-scroll-3rd", "interrupted, the scroll is not lost"),
        (Kind::MagicItem, "deck-of-many-things", "**Avatar of Death**"),
        (Kind::MagicItem, "weapon-2", "*Weapon (any), uncommon (+1), rare (+2), or very rare (+3)*"),
        (Kind::Class, "druid", "will not wear armor or use shields made of metal"),
        (Kind::Class, "barbarian", "| 6th | +3 | Path feature | 4 | +2 |"),
        (Kind::Class, "barbarian", "### Brutal Critical\n\n*9th, 13th and 17th level*"),
        (Kind::Subclass, "devotion", "Tenets of Devotion"),
        (Kind::Background, "acolyte", "5 sticks of incense"),
        (Kind::Condition, "exhaustion", "| 6 | Death |"),
        (Kind::Item, "wheat", "1 lb."),
    ] {
        let body = &find(kind, slug).body;
        assert!(body.contains(words), "{kind} {slug}: {words}\n{body}");
    }
    let Details::Equipment(club) = &find(Kind::Weapon, "club").details else { panic!() };
    assert_eq!(club.properties, ["Light"]);
    let Details::CharacterOption(darkvision) = &find(Kind::Trait, "darkvision").details else { panic!() };
    assert!(
        darkvision.parent.as_deref().is_some_and(|races| races.starts_with("Dwarf, Elf")),
        "{darkvision:?}"
    );
}

#[test]
fn an_object_without_a_page_is_rejected_by_name() {
    let spell = json!({ "name": "Plum Rain", "level": 1, "casting_time": "Action", "range": "Self",
        "components": "V", "duration": "1 round", "text": "Plums rain." });
    let batch = normalise(document(Book::Of2024), &Objects(BTreeMap::from([("spells", vec![spell])])));
    assert_eq!(batch.rejected()[0].key, "Plum Rain");
    assert_eq!(batch.rejected()[0].reason, "it has no page");
}

#[test]
fn a_missing_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let error = read(folder.path(), Book::Of2024).unwrap_err().to_string();
    assert!(error.contains("spells.json"), "{error}");
}
