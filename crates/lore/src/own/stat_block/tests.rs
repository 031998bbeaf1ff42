//! Stat blocks of our own, in the shapes in which they are pasted.

use serde_json::json;

use super::*;

const MAX: usize = 100 * 1024;

fn read(text: &str) -> Read {
    super::read(text, MAX).unwrap_or_else(|problem| panic!("{problem}: {text}"))
}

const PAGE_OF_2014: &str = "
JAM TROLL
Large giant (jam), chaotic evil
Armor Class 13 (sticky hide)
Hit Points 59 (7d10 + 21)
Speed 30 ft., climb
20 ft.
STR
19 (+4)
DEX
8 (−1)
CON
16 (+3)
INT
5 (–3)
WIS
7 (−2)
CHA
7 (−2)
Saving Throws Con +5
Skills Perception +2, Stealth + 3
Damage Immunities acid
Senses darkvision 60 ft., passive Perception 12
Languages —
Challenge 2 (450 XP)          Proficiency Bonus +2
Sticky Hide. A creature that touches the troll is
grap\u{ad}
pled (escape DC 13). It
smells of plums.
Innate Spellcasting. The troll can cast these spells:
At will: grease
1/day each: web, slow
ACTIONS
Multiattack. The troll makes two slap attacks.
Slap. Melee Weapon Attack: +6 to hit, reach 5 ft., one
target. Hit: 11 (2d6 + 4) bludgeoning damage.
Legendary Actions
The troll can take 2 legendary actions, choosing from the options below.
Slap (Costs 2 Actions). The troll slaps.
Lair Actions
The floor turns sticky.
";

#[test]
fn a_page_of_2014_is_read() {
    let troll = read(PAGE_OF_2014);
    assert_eq!((troll.name.as_str(), troll.edition), ("Jam Troll", Edition::Of2014));
    assert!(troll.warnings.is_empty(), "{:?}", troll.warnings);
    assert_eq!(troll.text, "### Lair Actions\n\nThe floor turns sticky.");
    let expected = json!({
        "size": "Large", "type": "Giant", "subtype": "jam", "alignment": "chaotic evil",
        "armor_class": 13, "armor_detail": "sticky hide", "hit_points": 59, "hit_dice": "7d10+21",
        "speed": "30 ft., climb 20 ft.",
        "ability_scores": {
            "strength": 19, "dexterity": 8, "constitution": 16, "intelligence": 5, "wisdom": 7, "charisma": 7
        },
        "saving_throws": {"Constitution": 5}, "skills": {"Perception": 2, "Stealth": 3},
        "damage_immunities": "acid", "senses": "darkvision 60 ft., passive Perception 12",
        "challenge_rating": "2", "experience_points": 450, "proficiency_bonus": 2,
        "traits": [
            {
                "name": "Sticky Hide",
                "text": "A creature that touches the troll is grappled (escape DC 13). It smells of plums."
            },
            {
                "name": "Innate Spellcasting",
                "text": "The troll can cast these spells:\n\n- At will: grease\n- 1/day each: web, slow"
            },
        ],
        "actions": [
            {"name": "Multiattack", "text": "The troll makes two slap attacks."},
            {
                "name": "Slap",
                "text": "Melee Weapon Attack: +6 to hit, reach 5 ft., one target. Hit: 11 (2d6 + 4) bludgeoning damage."
            },
        ],
        "legendary_actions": 2,
        "legendary_text": "The troll can take 2 legendary actions, choosing from the options below.",
        "legendary_parts": [{"name": "Slap (Costs 2 Actions)", "text": "The troll slaps."}],
    });
    assert_eq!(Value::from(troll.fields), expected);
}

#[test]
fn a_page_of_2024_is_read() {
    let text = "Plum Knight
Medium or Small Humanoid (Cook), Neutral
AC 18 Initiative +1 (11)
HP 52 (8d8 + 16)
Speed 30 ft.
MOD SAVE MOD SAVE MOD SAVE
Str 16 +3 +3 Dex 12 +1 +1 Con 14 +2 +4
Int 11 +0 +0 Wis 11 +0 +2 Cha 15 +2 +2
Immunities Poison; Charmed, Frightened
Gear Ladle
Senses Passive Perception 10
Languages Common
CR 3 (XP 700, or 1,100 in lair; PB +2)
Actions
Ladle. Melee Attack Roll: +5, reach 5 ft. Hit: 10 (2d6 + 3) Slashing
damage.";
    let knight = read(text);
    assert_eq!((knight.name.as_str(), knight.edition), ("Plum Knight", Edition::Of2024));
    let expected = json!({
        "size": "Medium or Small", "type": "Humanoid", "subtype": "Cook", "alignment": "Neutral",
        "armor_class": 18, "initiative_bonus": 1, "hit_points": 52, "hit_dice": "8d8+16", "speed": "30 ft.",
        "ability_scores": {
            "strength": 16, "dexterity": 12, "constitution": 14, "intelligence": 11, "wisdom": 11, "charisma": 15
        },
        "saving_throws": {"Constitution": 4, "Wisdom": 2},
        "damage_immunities": "Poison", "condition_immunities": "Charmed, Frightened", "gear": "Ladle",
        "senses": "Passive Perception 10", "languages": "Common", "challenge_rating": "3",
        "experience_points": 700, "lair_experience_points": 1100, "proficiency_bonus": 2,
        "actions": [{
            "name": "Ladle",
            "text": "Melee Attack Roll: +5, reach 5 ft. Hit: 10 (2d6 + 3) Slashing damage."
        }],
    });
    assert_eq!(Value::from(knight.fields), expected);
}

#[test]
fn markdown_of_other_programs_is_read() {
    let text = "> ## Jam Bee
> *Tiny beast, unaligned*
> ___
> - **Armor Class** 12
> - **Hit Points** 3 (1d4 + 1)
> - **Speed** 5 ft., fly 30 ft.
> ___
> |STR|DEX|CON|INT|WIS|CHA|
> |:---:|:---:|:---:|:---:|:---:|:---:|
> |1 (-5)|15 (+2)|10 (+0)|1 (-5)|7 (-2)|3 (-4)|
> ___
> - **Challenge** 1/8 (25 XP)
>
> ***Buzz.*** It hums.
>
> ### Actions
> ***Sting.*** *Melee Weapon Attack:* +4 to hit. *Hit:* 1 damage.";
    let bee = read(text);
    assert_eq!((bee.name.as_str(), &bee.fields["ability_scores"]["dexterity"]), ("Jam Bee", &json!(15)));
    assert_eq!(bee.fields["traits"], json!([{"name": "Buzz", "text": "It hums."}]));
    assert_eq!(bee.fields["actions"][0]["name"], "Sting");
}

#[test]
fn a_line_that_is_not_understood_is_kept() {
    let odd = PAGE_OF_2014.replace("Damage Immunities", "\nIt likes tea.\nDamage Immunities");
    let troll = read(&odd);
    assert!(troll.text.starts_with("It likes tea."), "{}", troll.text);
    assert_eq!(troll.warnings, ["`It likes tea.` was not understood and stands in the description."]);
    for (line, label, skills) in [
        ("Skills cooking well", "Skills", json!(null)),
        ("Skills Stealth +4, Cooking +9", "Skills", json!({"Stealth": 4})),
        ("Challenge 99", "Challenge", json!(null)),
        ("Initiative +x1", "Initiative", json!(null)),
        ("Hit Points 12", "Hit Points", json!(null)),
    ] {
        let unlike = read(&PAGE_OF_2014.replace("Skills Perception +2, Stealth + 3", line));
        let kept = line.replacen(label.split(' ').next().unwrap_or_default(), "", 1);
        assert!(unlike.text.contains(kept.trim()), "{line}: {}", unlike.text);
        assert!(
            unlike.warnings.iter().any(|warning| warning.contains(label)),
            "{line}: {:?}",
            unlike.warnings
        );
        assert_eq!(unlike.fields.get("skills").cloned().unwrap_or_default(), skills, "{line}");
    }
}

#[test]
fn commas_too_many_and_lines_of_other_facts_are_understood() {
    let odd = PAGE_OF_2014
        .replace("Skills Perception +2, Stealth + 3", "Skills Stealth +4, Nature, +2")
        .replace("climb\n20 ft.", "climb\n20 ft.\nProficiency +2\nSouls 5");
    let troll = read(&odd);
    assert_eq!(troll.fields["skills"], json!({"Stealth": 4, "Nature": 2}));
    assert_eq!(troll.fields["speed"], "30 ft., climb 20 ft.");
    assert_eq!(troll.warnings[0], "`Souls 5` was not understood and stands in the description.");
    assert!(troll.text.starts_with("Souls 5"), "{}", troll.text);
}

const BEE: &str = "{{monster,frame
## Jam Bee
*Tiny beast, unaligned*
___
**Armor Class** :: 12
**Hit Points**  :: 3 (1d4 + 1)
**Speed**       :: 5 ft., fly 30 ft.
___
|  STR  |  DEX  |  CON  |  INT  |  WIS  |  CHA  |
|:-----:|:-----:|:-----:|:-----:|:-----:|:-----:|
|1 (-5)|15 (+2)|10 (+0)|1 (-5)|7 (-2)|3 (-4)|
___
**Skills** :: Stealth +4
**Senses** :: passive Perception 8
**Challenge** :: 1/8 (25 XP)
___
***Buzz.*** It hums.
:
***Sticky.*** It sticks.
### Actions
***Sting.*** *Melee Weapon Attack:* +4 to hit. *Hit:* 1 damage.
}}";

#[test]
fn a_block_of_homebrewery_is_read() {
    let bee = read(BEE);
    assert!(bee.warnings.is_empty() && bee.text.is_empty(), "{:?} {}", bee.warnings, bee.text);
    assert_eq!((bee.name.as_str(), &bee.fields["armor_class"]), ("Jam Bee", &json!(12)));
    assert_eq!(
        (&bee.fields["skills"], &bee.fields["challenge_rating"]),
        (&json!({"Stealth": 4}), &json!("1/8"))
    );
    assert_eq!(
        bee.fields["traits"],
        json!([{"name": "Buzz", "text": "It hums."}, {"name": "Sticky", "text": "It sticks."}])
    );
    let sting = json!([{"name": "Sting", "text": "*Melee Weapon Attack:* +4 to hit. *Hit:* 1 damage."}]);
    assert_eq!(bee.fields["actions"], sting);
}

#[test]
fn each_heading_of_the_description_stands_apart() {
    let lair = "Lair Actions\nOn initiative count 20:\n• The floor turns sticky.\nRegional Effects\n• Plums rot.\nIf it dies, they end.";
    let pasted = read(&PAGE_OF_2014.replace("Lair Actions\nThe floor turns sticky.", lair));
    let text = "### Lair Actions\n\nOn initiative count 20:\n\n- The floor turns sticky.\n\n### Regional Effects\n\n- Plums rot.";
    assert!(pasted.text.starts_with(text), "{}", pasted.text);
    let marked = read(&format!("{BEE}\n### Villain Actions\n***Ooze.*** It oozes.\n### Habits\nIt naps."));
    assert_eq!(marked.text, "### Villain Actions\n***Ooze.*** It oozes.\n\n### Habits\nIt naps.");
}

#[test]
fn what_is_no_stat_block_is_refused() {
    let refused = |text: &str| super::read(text, MAX).err().unwrap_or_default();
    assert_eq!(
        refused("Plum cake\n\nSpeed 30 ft. is how fast it goes."),
        "this is no stat block: it has no Armor Class, no Hit Points, no ability scores. Paste it whole, from its name on."
    );
    assert_eq!(refused(&"x".repeat(MAX + 1)), "it has 102401 bytes; 102400 are possible.");
}

proptest::proptest! {
    /// Reading ends without a panic whatever is between the lines of a stat block.
    #[test]
    fn hostile_text_is_read_or_refused(noise in "[\\PC\n|*_#>+().:-]{0,200}", at in 0_usize..700) {
        let at = PAGE_OF_2014.char_indices().map(|(at, _)| at).nth(at).unwrap_or(0);
        let (before, after) = PAGE_OF_2014.split_at(at);
        if let Ok(read) = super::read(&format!("{before}{noise}{after}"), MAX) {
            let all = format!("{}{}", Value::from(read.fields), read.text);
            proptest::prop_assert!(all.contains("bludgeoning"), "{all}");
        }
        let _ = super::read(&noise, MAX);
    }
}
