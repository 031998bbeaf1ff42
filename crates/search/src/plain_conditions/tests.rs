use super::*;
use crate::plain_conditions::grammar::GRAMMAR;

fn read(query: &str) -> String {
    PlainConditions::read(query, &[]).map_or_else(String::new, |read| read.filter(None).to_string())
}

#[test]
fn every_line_of_the_grammar_is_read() {
    let lines = GRAMMAR.lines().skip_while(|line| *line != "[phrases]");
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with(['#', '['])).count();
    assert_eq!(PHRASES.len() + NOUNS.len(), lines);
    assert!(PHRASES.iter().all(|phrase| !phrase.fields.is_empty()));
}

#[test]
fn words_that_are_plainly_conditions_are_read() {
    for (query, read_as) in [
        ("flying fiends of CR 5 or less", "creatures, type fiend, challenge rating at most 5, movement fly"),
        ("undead that drain strength", "creatures, type undead"),
        (
            "bonus action healing spell of level 1 for a bard",
            "spells, level 1, class bard, casting time 1 bonus action, heals",
        ),
        ("rare ring that lets you breathe underwater", "items, category ring, rarity rare"),
        ("construct with AC 17 or more", "creatures, type construct, armor class at least 17"),
        ("fire-immune elementals", "creatures, type elemental, immune to fire"),
        // Numbers.
        ("monsters below CR 1", "creatures, challenge rating at most 1/2"),
        ("monsters above challenge rating 1/4", "creatures, challenge rating at least 1/2"),
        (
            "undead from CR 2 to CR 4",
            "creatures, type undead, challenge rating at least 2, challenge rating at most 4",
        ),
        ("monsters between CR 4 and 6", "creatures, challenge rating at least 4, challenge rating at most 6"),
        ("dragons with more than 1,200 hit points", "creatures, type dragon, hit points at least 1201"),
        ("weapons cheaper than 10 gp", "items, cost at most 9.99"),
        ("armor of 20 pounds or less", "items, weight at most 20"),
        ("second to fourth level spells", "spells, level at least 2, level at most 4"),
        ("level 6+ spells", "spells, level at least 6"),
        ("a 60-foot cone spell", "spells, area feet 60, area cone"),
        ("creatures with at least three attacks", "creatures, multiattack at least 3"),
        ("feats for level 4 or lower", "options, required level at most 4"),
        ("a cr 1/4 beast with pack tactics", "creatures, type beast, challenge rating 1/4"),
        ("humanoid spellcasters up to CR 6", "creatures, challenge rating at most 6, type humanoid"),
        ("rope under 2 gp", "items, cost at most 1.99"),
        // Denials.
        ("not undead but drains life, CR 4", "creatures, challenge rating 4, type not undead"),
        ("non-flying fiends of CR 2", "creatures, type fiend, challenge rating 2, movement not fly"),
        ("druid spells of level 2 without concentration", "spells, level 2, class druid, no concentration"),
        ("uncommon ring, no attunement required", "items, category ring, rarity uncommon, no attunement"),
        ("non-magical weapons under 5 pounds", "items, weight at most 4.99, not magic"),
        // Several values, and words of every family.
        ("what monsters are immune to both fire and poison", "creatures, immune to fire, immune to poison"),
        ("which spells can a bard cast as a bonus action", "spells, class bard, casting time 1 bonus action"),
        // Of values with `or`, none is asked for.
        ("undead or fiends of CR 5 immune to fire or cold", "creatures, challenge rating 5"),
        ("a wizard or sorcerer spell of level 2", "spells, level 2"),
        (
            "fiends immune to fire and being charmed",
            "creatures, type fiend, immune to fire, immune to charmed",
        ),
        ("monsters of CR 3 that paralyze", "creatures, challenge rating 3, inflicts paralyzed"),
        ("spells with a dex save that deal cold damage", "spells, save dexterity, damage type cold"),
        ("10-minute rituals for a druid", "spells, class druid, casting time 10 minutes, ritual"),
        ("creatures that speak Infernal", "creatures, language infernal"),
        ("swamp monsters of CR 2", "creatures, challenge rating 2, habitat swamp"),
        ("tiny fey", "creatures, type fey, size tiny"),
        ("huge beasts that swim", "creatures, type beast, movement swim, size huge"),
        ("martial finesse weapon", "items, finesse, not simple"),
        ("magic weapon +2 without attunement", "items, bonus 2, no attunement, magic"),
    ] {
        assert_eq!(read(query), read_as, "{query}");
    }
}

#[test]
fn names_questions_and_words_with_other_meanings_are_no_conditions() {
    for query in [
        "fire giant",
        "ring of fire resistance",
        "flying snake",
        "cloak of the bat",
        "level up",
        "acid splash",
        "what does fire resistance do",
        "can I cast two spells as a bonus action",
        "rare",
        "poison damage",
        "fireball damage with a 5th level slot",
        "paying the temple for a third-level spell",
        "ring mail",
        "chug healing potions without wasting my turn",
        "class with heavy armor",
        "weapon against undead",
        "armoured brute that swims under the dirt",
        "measure exactly one hour for the ritual",
        "spell that returns what you throw",
        "beast that gobbles our money",
        "undead fortitude",
        "large dragon's hoard",
    ] {
        assert_eq!(read(query), "", "{query}");
    }
    assert_eq!(PlainConditions::read("undead that drain life", &[Kind::Spell]), None);
    let of_creatures = PlainConditions::read("immune to fire, CR 5", &[Kind::Creature]).unwrap();
    let filter = of_creatures.filter(None).to_string();
    assert_eq!(filter, "creatures, challenge rating 5, immune to fire");
}

#[test]
fn comparisons_and_denials_are_no_words_to_rank_by() {
    let words = |query| PlainConditions::read(query, &[]).unwrap().words;
    assert_eq!(words("flying fiends of CR 5 or less"), "flying fiends");
    assert_eq!(words("wizard spell for making light, no concentration"), "wizard spell for making light");
    assert_eq!(words("CR 5"), "cr 5");
}

#[test]
fn a_given_type_and_given_fields_count_first() {
    let read = PlainConditions::read("swamp undead of CR 2", &[]).unwrap();
    let given = Filter::creatures([content::fields::creature::TYPE.is("ooze")]);
    let filter = read.filter(Some(&given)).to_string();
    assert_eq!(filter, "creatures, type ooze, challenge rating 2, habitat swamp");
    let read = PlainConditions::read("rare ring that shines", &[Kind::Weapon, Kind::MagicItem]).unwrap();
    let [any, weapon] = [EquipmentType::All, EquipmentType::Weapon].map(|equipment_type| {
        read.filter(Some(&Filter::new(EntryType::Equipment(equipment_type), []))).entry_type
    });
    assert_eq!(any, EntryType::Equipment(EquipmentType::MagicItem));
    assert_eq!(weapon, EntryType::Equipment(EquipmentType::Weapon));
}
