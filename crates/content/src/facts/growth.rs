//! Reading takes time in proportion to the length of a text, whatever it says. Counted are the bytes that
//! searches can go through, so that no test depends on how busy the computer is.

use proptest::prelude::*;

use super::pattern::SEARCHED;
use super::*;
use crate::model::{CharacterOption, Creature, Equipment, Spell};

const WORDS: &str = "is|are frightened|and|or|charmed,|has the Prone|conditions|knocked|gains|exhaustion|leaving it|If|when it|\
                     immune|DC 13|Wisdom|saving throw|must make|(|)|(2d6 + 1)|13|fire,|cold damage|choose|regains|hit points|\
                     60-foot|radius|cube with a|can cast|following spells|light|at will (|1/day: light;|bonus action|has 7|\
                     charges|+1|:";

fn searched(text: &str) -> usize {
    let before = SEARCHED.get();
    let block =
        format!("### Actions\n\n***Multiattack.*** {text}\n\n***Bite.*** {text} to hit {text}\n\n{text}");
    let grub = Creature {
        damage_resistances: Some(text.to_owned()),
        speed: Some(text.to_owned()),
        senses: Some(text.to_owned()),
        ..Creature::default()
    };
    let spoon = Equipment { is_magic: true, damage_type: Some(text.to_owned()), ..Equipment::default() };
    let spark = Spell { range: format!("Self ({text})"), ..Spell::default() };
    for (kind, details, body) in [
        (Kind::Spell, Details::Spell(spark), text),
        (Kind::Creature, Details::Creature(Box::new(grub)), &block),
        (Kind::MagicItem, Details::Equipment(Box::new(spoon)), text),
        (Kind::Feat, Details::CharacterOption(CharacterOption::default()), text),
    ] {
        let facts = Facts::of(kind, "Plum", &details, body);
        assert!(facts.0.values().all(|statements| statements.len() <= MAX_VALUES), "{facts:?}");
    }
    SEARCHED.get() - before
}

fn check(unit: &str) {
    let text = |bytes: usize| unit.repeat(bytes / unit.len() + 1);
    let (short, long) = (searched(&text(5 << 10)), searched(&text(15 << 10)));
    assert!(long < short * 4, "{unit:?}: {short} bytes are searched, and {long} for three times the text");
}

#[test]
fn the_work_grows_with_the_length_of_a_text_and_not_with_its_square() {
    for unit in [
        "is frightened and charmed, ",
        "can cast the following spell (",
        ". at will (1/day: light; ",
        "DC 13 Wisdom saving throw, 20-foot-radius cube with a ",
        "takes 13 (2d6) fire damage plus 7 (2d6) cold damage ",
        "bonus action regains 7 charges ",
    ] {
        check(unit);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn the_work_grows_with_the_length_of_any_text(
        words in proptest::sample::subsequence(WORDS.split('|').collect::<Vec<_>>(), 1..8).prop_shuffle(),
    ) {
        check(&format!("{} ", words.join(" ")));
    }
}

#[test]
fn a_fact_has_at_most_so_many_values() {
    let names: Vec<String> =
        ('a'..='z').flat_map(|first| ('a'..='z').map(move |last| format!("plum {first}{last}"))).collect();
    let body = format!("The grub can cast:\n\nAt will: {}\n", names.join("; 1/day: "));
    let facts = Facts::of(Kind::Creature, "Grub", &Details::Creature(Box::default()), &body);
    assert_eq!(facts.values(Fact::Casts).count(), MAX_VALUES);
}
