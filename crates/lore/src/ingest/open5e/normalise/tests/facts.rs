//! What is known of single entries, checked on the recorded objects.

use super::*;
use crate::model::{CharacterOption, Creature, Edition, Equipment, Rarity, Rule, Spell};

fn spell(record: &Record) -> &Spell {
    let Details::Spell(spell) = &record.details else { panic!("{} is no spell", record.name) };
    spell
}

fn creature(record: &Record) -> &Creature {
    let Details::Creature(creature) = &record.details else { panic!("{} is no creature", record.name) };
    creature
}

fn thing(record: &Record) -> &Equipment {
    let Details::Equipment(thing) = &record.details else { panic!("{} is no thing", record.name) };
    thing
}

fn option(record: &Record) -> &CharacterOption {
    let Details::CharacterOption(option) = &record.details else { panic!("{} is no option", record.name) };
    option
}

fn rule(record: &Record) -> &Rule {
    let Details::Rule(rule) = &record.details else { panic!("{} is no rule", record.name) };
    rule
}

#[test]
#[ignore = "needs the snapshot of Open5e: make test-all"]
fn documents_have_licences_and_notices() {
    let Some(batch) = batch() else { return };
    let document = |key: &str| &batch.documents()[&DocumentKey::new(key)];
    assert_eq!(batch.documents().len(), 24);
    assert_eq!(document("srd-2014").license.as_deref(), Some("CC-BY-4.0, OGL 1.0a"));
    assert_eq!(document("srd-2014").notice.as_deref(), Some(crate::model::SRD_2014_NOTICE));
    assert_eq!(document("srd-2024").notice.as_deref(), Some(crate::model::SRD_2024_NOTICE));
    assert_eq!(document("elderberry-inn-icons").license.as_deref(), Some("CC0"));
    assert!(document("a5e-ag").notice.as_ref().unwrap().contains("A5ESRD"));
    assert!(document("bfrd").notice.as_ref().unwrap().contains("ORC"));
    assert_eq!(document("tob").game_system.as_deref(), Some("5th Edition 2014"));
    assert_eq!(Edition::of(document("bfrd").game_system.as_deref()), Edition::Other);
}

#[test]
#[ignore = "needs the snapshot of Open5e: make test-all"]
fn spells_are_read_in_full() {
    let Some(batch) = batch() else { return };
    let fireball = find(batch, "srd-2014", Kind::Spell, "fireball");
    let fields = spell(fireball);
    assert_eq!((fields.level, fields.school.as_deref()), (Some(3), Some("Evocation")));
    assert_eq!((fields.casting_time.as_str(), fields.range.as_str()), ("1 action", "150 feet"));
    assert_eq!((fields.components.as_str(), fields.duration.as_str()), ("V, S, M", "Instantaneous"));
    assert_eq!(fields.classes, ["Sorcerer", "Wizard"]);
    assert_eq!(fields.damage_types, ["fire"]);
    assert_eq!(fields.saving_throw.as_deref(), Some("dexterity"));
    assert!(fireball.body.contains("**At Higher Levels.**"));

    let known = ["1 action", "1 bonus action", "1 reaction", "1 minute", "10 minutes", "1 hour", "8 hours"];
    let others =
        ["12 hours", "24 hours", "1 round", "1 turn", "1 week", "5 minutes", "9 hours", "4 hours", "7 hours"];
    for record in batch.records().iter().filter(|record| record.kind == Kind::Spell) {
        let fields = spell(record);
        let time = fields.casting_time.as_str();
        assert!(known.contains(&time) || others.contains(&time), "{}: {time}", record.slug);
        assert!(
            !fields.range.ends_with(" ft") && !fields.range.is_empty(),
            "{}: {}",
            record.slug,
            fields.range
        );
        assert!(!fields.duration.is_empty() && fields.school.is_some(), "{}", record.slug);
    }
}

#[test]
#[ignore = "needs the snapshot of Open5e: make test-all"]
fn creatures_of_both_editions_are_read_in_full() {
    let Some(batch) = batch() else { return };
    let older = find(batch, "srd-2014", Kind::Creature, "adult-white-dragon");
    let place = |part: &str| older.body.find(part).unwrap_or_else(|| panic!("{part} in {}", older.body));
    let order = [
        "***Multiattack.***",
        "***Bite.***",
        "***Claw.***",
        "***Tail.***",
        "***Cold Breath (Recharge 5–6).***",
    ];
    let places: Vec<usize> = order.iter().map(|part| place(part)).collect();
    assert!(places.is_sorted(), "{places:?}");
    assert!(place("### Legendary Actions") < place("***Wing Attack (Costs 2 Actions).***"));

    let newer = creature(find(batch, "srd-2024", Kind::Creature, "adult-copper-dragon"));
    assert_eq!(newer.saving_throws.keys().collect::<Vec<_>>(), ["Dexterity", "Wisdom"]);
    assert_eq!(newer.skills["Perception"], 12);
    assert_eq!(newer.challenge_rating.unwrap().to_string(), "14");
    assert_eq!(newer.proficiency_bonus, Some(5));

    let horse = creature(find(batch, "srd-2014", Kind::Creature, "riding-horse"));
    assert!(horse.saving_throws.is_empty() && horse.skills.is_empty());
}

#[test]
#[ignore = "needs the snapshot of Open5e: make test-all"]
fn senses_with_numbers_glued_together_are_those_of_the_words() {
    let Some(batch) = batch() else { return };
    let senses =
        |document, slug| creature(find(batch, document, Kind::Creature, slug)).senses.clone().unwrap();
    assert!(senses("srd-2014", "grimlock").starts_with("blindsight 30 ft. or 10 ft. while deafened"));
    assert!(senses("tob3", "dragonette-shovel").contains("darkvision 60 ft."));
    assert!(senses("tob3", "dragonette-shovel").contains("tremorsense 60 ft."));
    assert!(senses("tob2", "stellar-rorqual").contains("blindsight 360 ft."));
}

#[test]
#[ignore = "needs the snapshot of Open5e: make test-all"]
fn what_the_first_version_tells_of_creatures_is_kept() {
    let Some(batch) = batch() else { return };
    let told = find(batch, "tob2", Kind::Creature, "akhlut");
    assert!(told.body.contains("### Description"), "{}", told.body);
    for record in batch.records().iter().filter(|record| record.kind == Kind::Creature) {
        assert!(!record.body.ends_with("False"), "{}", record.slug);
    }
}

#[test]
#[ignore = "needs the snapshot of Open5e: make test-all"]
fn a_weapon_is_one_entry_with_everything_about_it() {
    let Some(batch) = batch() else { return };
    let weapons = &batch.sources()["/v2/weapons/"];
    assert_eq!((weapons.folded, weapons.read), (75, 0));
    let dagger = thing(find(batch, "srd-2024", Kind::Weapon, "dagger"));
    assert_eq!(dagger.properties, ["Finesse", "Light", "Nick (mastery)", "Thrown (range 20/60)"]);
    assert_eq!((dagger.cost_gp, dagger.weight_lb), (Some(2.0), Some(1.0)));
    let longsword = thing(find(batch, "srd-2014", Kind::Weapon, "longsword"));
    assert_eq!(longsword.two_handed_damage_dice.as_deref(), Some("1d10"));
    assert_eq!(longsword.is_simple, Some(false));
    let longbow = thing(find(batch, "srd-2014", Kind::Weapon, "longbow"));
    assert_eq!(longbow.range.as_deref(), Some("150/600"));
    let mail = thing(find(batch, "srd-2014", Kind::Armor, "chain-mail"));
    assert_eq!((mail.armor_class.as_deref(), mail.category.as_deref()), (Some("16"), Some("Heavy Armor")));
    assert_eq!((mail.strength_required, mail.stealth_disadvantage), (Some(13), Some(true)));
    for document in ["srd-2014", "srd-2024"] {
        let shield = thing(find(batch, document, Kind::Armor, "shield"));
        assert_eq!((shield.armor_class.as_deref(), shield.category.as_deref()), (Some("+2"), Some("Shield")));
    }
    assert_eq!(find(batch, "toh", Kind::Weapon, "khopesh").name, "Khopesh");
}

#[test]
#[ignore = "needs the snapshot of Open5e: make test-all"]
fn magic_items_keep_a_row_for_each_base() {
    let Some(batch) = batch() else { return };
    let avengers = batch.records().iter().filter(|record| {
        record.document.as_str() == "srd-2024"
            && record.kind == Kind::MagicItem
            && record.name.starts_with("Holy Avenger")
    });
    assert!(avengers.count() > 30);
    let avenger = thing(find(batch, "srd-2024", Kind::MagicItem, "holy-avenger-battleaxe"));
    assert_eq!(avenger.base_item.as_deref(), Some("Battleaxe"));
    assert_eq!((avenger.rarity, avenger.cost_gp), (Some(Rarity::Legendary), None));
    let generic = thing(find(batch, "srd-2024", Kind::MagicItem, "holy-avenger"));
    assert_eq!(generic.attunement_detail.as_deref(), Some("by a Paladin"));
    assert!(batch.records().iter().any(|it| it.document.as_str() == "a5e-ag" && it.kind == Kind::MagicItem));
}

#[test]
#[ignore = "needs the snapshot of Open5e: make test-all"]
fn classes_show_their_table_and_their_features_stand_alone() {
    let Some(batch) = batch() else { return };
    let bard = find(batch, "srd-2014", Kind::Class, "bard");
    assert_eq!(option(bard).hit_die.as_deref(), Some("d8"));
    for part in
        ["| Level | Proficiency Bonus | Features |", "9th-Level Slots", "Cantrips Known", "### Song of Rest"]
    {
        assert!(bard.body.contains(part), "{part} in {}", bard.body);
    }
    let song = option(find(batch, "srd-2014", Kind::ClassOption, "bard-song-of-rest"));
    assert_eq!((song.parent.as_deref(), song.level), (Some("Bard"), Some(2)));
    let champion = option(find(batch, "srd-2014", Kind::Subclass, "champion"));
    assert_eq!((champion.parent.as_deref(), champion.level), (Some("Fighter"), Some(3)));
}

#[test]
#[ignore = "needs the snapshot of Open5e: make test-all"]
fn races_show_their_traits_which_stand_alone_too() {
    let Some(batch) = batch() else { return };
    let dwarf = find(batch, "srd-2014", Kind::Race, "dwarf");
    assert_eq!((option(dwarf).size.as_deref(), option(dwarf).speed), (Some("Medium"), Some(25)));
    assert!(dwarf.body.contains("***Stonecunning.***"));
    let trait_ = find(batch, "srd-2014", Kind::Trait, "dwarf-stonecunning");
    assert_eq!(option(trait_).parent.as_deref(), Some("Dwarf"));
    assert_eq!(option(find(batch, "srd-2014", Kind::Subrace, "high-elf")).parent.as_deref(), Some("Elf"));
    let generic = |record: &&Record| record.kind == Kind::Trait && record.name == "Speed";
    assert_eq!(batch.records().iter().filter(generic).count(), 0);
}

#[test]
#[ignore = "needs the snapshot of Open5e: make test-all"]
fn what_is_described_by_several_documents_is_an_entry_in_each() {
    let Some(batch) = batch() else { return };
    let older = find(batch, "srd-2014", Kind::Condition, "grappled");
    let newer = find(batch, "srd-2024", Kind::Condition, "grappled");
    assert_ne!(older.body, newer.body);
    assert!(find(batch, "a5e-ag", Kind::Condition, "grappled").body.len() > 100);
    assert_eq!(
        rule(find(batch, "srd-2014", Kind::Skill, "acrobatics")).ability_score.as_deref(),
        Some("Dexterity")
    );
    let charisma = find(batch, "srd-2014", Kind::AbilityScore, "cha");
    assert_eq!((charisma.name.as_str(), rule(charisma).abbreviation.as_deref()), ("Charisma", Some("CHA")));
    assert!(charisma.body.contains("**Skills** Deception, Intimidation, Performance, Persuasion"));
    let section = find(batch, "srd-2024", Kind::Rule, "combat-the-order-of-combat");
    assert_eq!(rule(section).section.as_deref(), Some("Combat"));
    assert!(find(batch, "srd-2024", Kind::Rule, "combat").body.contains("### Sections"));
}
