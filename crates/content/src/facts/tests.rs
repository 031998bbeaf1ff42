use super::*;
use crate::model::{Creature, Equipment, Spell};

fn spell(body: &str) -> Facts {
    Facts::of(Kind::Spell, "Spark", &Details::Spell(Spell::default()), body)
}

fn creature(creature: Creature, body: &str) -> Facts {
    Facts::of(Kind::Creature, "Grub", &Details::Creature(Box::new(creature)), body)
}

fn texts(facts: &Facts, fact: Fact) -> Vec<String> {
    let text = |value: &FactValue| match value {
        FactValue::Text(text) => text.to_string(),
        FactValue::Number(number) => number.to_string(),
        FactValue::Flag(flag) => flag.to_string(),
    };
    facts.values(fact).map(text).collect()
}

#[test]
fn effects_that_are_prevented_ended_or_required_are_no_facts() {
    let facts = spell(
        "The target can't be charmed and is immune to being frightened. It has advantage on saving throws against being \
         poisoned, resistance to fire damage and immunity to cold damage. If the target is prone, it stands up. The spell ends \
         the stunned condition on a creature that is paralyzed. It isn't restrained, and it can't regain hit points. While \
         blinded, it takes no acid damage. It has advantage on Wisdom saving throws and adds 1 to its Dexterity saving throws. \
         The orb sheds bright light in a 20-foot radius.",
    );
    assert!(facts.is_empty(), "{facts:?}");
}

#[test]
fn effects_of_both_editions_are_facts() {
    let older = spell(
        "Each creature in a 15-foot-radius sphere must make a Wisdom saving throw. It takes 2d6 cold or fire damage and is \
         blinded, deafened, and knocked prone on a failed save. You regain 5 hit points.",
    );
    let newer = spell(
        "Each creature in a 30-foot Cone makes a Dexterity or Strength saving throw, taking 2d6 Acid damage. On a failed save, it \
         has the Charmed and Poisoned conditions and gains 1 Exhaustion level.",
    );
    for (fact, of_2014, of_2024) in [
        (Fact::Save, "wisdom", "dexterity strength"),
        (Fact::DamageType, "cold fire", "acid"),
        (Fact::Inflicts, "blinded deafened prone", "charmed poisoned exhaustion"),
        (Fact::Area, "sphere", "cone"),
        (Fact::AreaFeet, "15", "30"),
        (Fact::Heals, "true", ""),
    ] {
        let found = [&older, &newer].map(|facts| texts(facts, fact).join(" "));
        assert_eq!(found, [of_2014, of_2024], "{fact:?}");
    }
}

#[test]
fn a_clause_with_its_own_verb_is_no_condition_of_an_effect() {
    let inflicted = |body| texts(&spell(body), Fact::Inflicts);
    assert_eq!(inflicted("Plums in the pond when it freezes become restrained."), ["restrained"]);
    assert_eq!(inflicted("Plums near you when you cast this spell are blinded."), ["blinded"]);
    for conditional in [
        "It falls when it becomes restrained.",
        "The plum rots while the target also is blinded.",
        "It lasts until the caster leaves or is stunned.",
    ] {
        assert_eq!(inflicted(conditional), [""; 0], "{conditional}");
    }
}

#[test]
fn a_fact_quotes_the_words_that_state_it() {
    let facts = spell(
        "A very long and winding sentence about nothing in particular comes first here. It must succeed on a Wisdom saving throw or be stunned.",
    );
    let statement = facts.0.get(&Fact::Inflicts).unwrap().first().unwrap();
    assert_eq!(statement.words, "It must succeed on a Wisdom saving throw or be stunned");
}

#[test]
fn a_multiattack_sums_its_attacks() {
    let body = "### Actions\n\n***Multiattack.*** The grub makes three attacks: one with its bite and two with its claws.\n\n\
         ***Bite.*** *Melee Weapon Attack:* +5 to hit, reach 5 ft., one target. *Hit:* 10 (2d6 + 3) piercing damage plus 4 (1d8) \
         acid damage.\n\n***Claw.*** *Melee Weapon Attack:* +5 to hit, reach 5 ft., one target. *Hit:* 6 (1d6 + 3) slashing damage, \
         or 7 (1d8 + 3) slashing damage if used with two hands.\n\n***Fire Breath (Recharge 6).*** It takes 90 (20d8) fire damage.";
    let facts = creature(Creature::default(), body);
    assert_eq!(texts(&facts, Fact::Multiattack), ["3"]);
    assert_eq!(texts(&facts, Fact::DamagePerRound), ["26"]);
    let heads = "### Actions\n\n***Multiattack.*** The grub makes as many bite attacks as it has heads.\n\n***Bite.*** *Melee \
         Weapon Attack:* +5 to hit, one target. *Hit:* 10 (2d6 + 3) piercing damage.";
    let heads = creature(Creature::default(), heads);
    assert!(!heads.has(Fact::Multiattack), "a number that is not said is unknown");
}

#[test]
fn defences_with_an_exception_are_told_apart() {
    let grub = Creature {
        damage_resistances: Some("cold; bludgeoning, piercing, and slashing from nonmagical attacks".into()),
        damage_immunities: Some("poison, fire while burning".into()),
        condition_immunities: Some("Charmed, Prone".into()),
        speed: Some("30 ft., fly 60 ft. (hover), swim 0 ft.".into()),
        senses: Some("Darkvision 60 ft.; Passive Perception 10".into()),
        ..Creature::default()
    };
    let facts = creature(grub, "");
    assert_eq!(texts(&facts, Fact::Resists), ["cold", "nonmagical attacks"]);
    assert_eq!(texts(&facts, Fact::ImmuneTo), ["charmed", "prone"]);
    assert_eq!(texts(&facts, Fact::Movement), ["fly", "hover"]);
    assert_eq!(texts(&facts, Fact::Sense), ["darkvision"]);
}

#[test]
fn items_tell_their_bonus_charges_and_spells() {
    let spoon = Details::Equipment(Box::new(Equipment { is_magic: true, ..Equipment::default() }));
    let facts = Facts::of(
        Kind::MagicItem,
        "Spoon",
        &spoon,
        "You gain a +2 bonus to attack and damage rolls. The spoon has 7 charges and regains 1d6 + 1 of them. While holding it, you \
         can use a bonus action to cast the fireball spell (save DC 15) or light from it. Once attuned to it, a wizard who casts \
         wish is as if it had cast gate.",
    );
    assert_eq!(texts(&facts, Fact::Bonus), ["2"]);
    assert_eq!(texts(&facts, Fact::Charges), ["7"]);
    assert_eq!(texts(&facts, Fact::Casts), ["fireball", "light"]);
    assert_eq!(texts(&facts, Fact::Action), ["bonus action"]);
    assert_eq!(texts(&facts, Fact::SaveDc), ["15"]);
}

#[test]
fn words_may_be_shortened_or_in_another_form() {
    for (word, name) in [
        ("dex", "dexterity"),
        ("flying", "fly"),
        ("frighten", "frightened"),
        ("truesight", "truesight"),
        ("poison", "poison"),
        ("nonmagical", "nonmagical attacks"),
    ] {
        assert_eq!(full_name(word), Some(name));
    }
    assert_eq!(full_name("plum"), None);
    assert_eq!(condition("poison"), Some("poisoned"));
}
