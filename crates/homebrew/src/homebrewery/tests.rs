use content::model::{Details, Kind};
use serde_json::json;

use super::FORMAT;
use crate::tests::items::{creature, read, reason, record, spell};

const V3: &str = r#"```metadata
title: The Bog Book
tags: []
```
```css
.page { color: red }
```
# The Bog
{{wide
Prose about bogs with **Armor Class** in it.
}}
\page
{{monster,frame,wide
## Bog Imp
*Small fiend (devil), chaotic evil*
___
**Armor Class** :: 13 (natural armor)
**Hit Points**  :: 22 (5d6 + 5)
**Speed**       :: 25 ft., fly 40 ft.
___
|  STR  |  DEX  |  CON  |  INT  |  WIS  |  CHA  |
|:-----:|:-----:|:-----:|:-----:|:-----:|:-----:|
|8 (-1)|16 (+3)|12 (+1)|10 (+0)|12 (+1)|14 (+2)|
___
**Saving Throws** :: Dex +5
**Senses** :: darkvision 60 ft., passive Perception 11
**Languages** :: Infernal
**Challenge** :: 1/2 (100 XP) {{bonus **Proficiency Bonus** +2}}
___
***Slick.*** It is slick.
:
***Lucky.*** It is lucky.
### Actions
***Bite.*** *Melee Weapon Attack:* +5 to hit, reach 5 ft., one target. *Hit:* 5 (1d4 + 3) piercing damage.
}}

This text is no part of it.

#### Plum Bolt
*2nd-level evocation (ritual)*

**Casting Time:** :: 1 action
**Range:**        :: 60 feet
**Components:**   :: V, S, M (a plum)
**Duration:**     :: Concentration, up to 10 minutes

A plum flies.

***At Higher Levels.*** More plums fly.

#### Spoon of Stirring
*Wondrous item, very rare (requires attunement by a cook)*
:
It stirs.

#### Bog Finds
| d4 | Find |
|:--:|:-----|
| 1 | A boot |
| 2–4 | Mud<br>and more |

Prose.
"#;

const LEGACY: &str = r#"<style>
  ## Bog Troll {
</style>
<div class='wide'>

\pagebreakNum
___
___
> ## Bog Imp <!-- a comment
> of two lines -->
>*Small fiend, chaotic evil*
> ___
> - **Armor Class** 13
> - **Hit Points** 22(5d6 + 5)
> - **Speed** 25ft.
>___
>|STR|DEX|CON|INT|WIS|CHA|
>|:---:|:---:|:---:|:---:|:---:|:---:|
>|8 (-1)|16 (+3)|12 (+1)|10 (+0)|12 (+1)|14 (+2)|
>___
> - **Languages** Infernal
> - **Challenge** 1/2 (100 XP)
> ___
> ***Slick.*** It is sli&shy;ck.
>

\columnbreak
> ### Actions
> ***Bite.*** *Melee Weapon Attack:* +5 to hit.

> ##### A note
> It is no part of the imp.

___
> ## Bog Troll
>*Large giant, chaotic evil*
> ___
> - **Armor Class** none
</div>

  #### Mud Wall
  *Conjuration cantrip*
  ___
  - **Casting Time:** 1 reaction, which you take when mud flies
  - **Range:** Self
  - **Components:** S
  - **Duration:** 1 round
  ___
  Mud rises.
  #### Chapter
  Prose.
"#;

#[test]
fn every_item_of_the_present_layout_is_read() {
    let items = read(&FORMAT, &[("brew.txt", V3)]);
    assert!(items.iter().all(|(book, _)| book == "The Bog Book"));
    let found: Vec<(&str, &str, u32)> =
        items.iter().map(|(_, item)| (item.content_type.as_str(), item.key.as_str(), item.line)).collect();
    assert_eq!(
        found,
        [
            ("stat block", "Bog Imp", 14),
            ("spell", "Plum Bolt", 39),
            ("magic item", "Spoon of Stirring", 51),
            ("table", "Bog Finds", 56),
        ]
    );
    let fields = serde_json::to_value(creature(&items[0])).unwrap();
    let expected = json!({
        "size": "Small", "type": "Fiend", "subtype": "devil", "alignment": "chaotic evil",
        "armor_class": 13, "armor_detail": "natural armor", "hit_points": 22, "hit_dice": "5d6+5", "speed": "25 ft., fly 40 ft.",
        "ability_scores": {"strength": 8, "dexterity": 16, "constitution": 12, "intelligence": 10, "wisdom": 12, "charisma": 14},
        "saving_throws": {"Dexterity": 5}, "senses": "darkvision 60 ft., passive Perception 11", "languages": "Infernal",
        "challenge_rating": "1/2", "challenge_rating_decimal": 0.5, "experience_points": 100, "proficiency_bonus": 2
    });
    assert_eq!(fields, expected);
    let (imp, notes) = record(&items[0]);
    assert_eq!(notes, [""; 0]);
    assert!(imp.body.contains("***Slick.*** It is slick.\n\n***Lucky.*** It is lucky."), "{}", imp.body);
    assert!(!imp.body.contains("no part"), "{}", imp.body);

    let fields = serde_json::to_value(spell(&items[1])).unwrap();
    let expected = json!({
        "level": 2, "school": "Evocation", "ritual": true, "casting_time": "1 action", "range": "60 feet",
        "components": "V, S, M", "material": "a plum", "duration": "10 minutes", "concentration": true,
        "classes": [], "damage_types": [], "higher_level": "More plums fly."
    });
    assert_eq!(fields, expected);
    assert!(record(&items[1]).0.body.contains("\n\nA plum flies.\n\n**At Higher Levels.** More plums fly."));

    let Details::Equipment(spoon) = &record(&items[2]).0.details else { panic!() };
    assert_eq!(
        (spoon.category.as_deref(), spoon.rarity.map(|rarity| rarity.as_str())),
        (Some("Wondrous item"), Some("very rare"))
    );
    assert_eq!((spoon.requires_attunement, spoon.attunement_detail.as_deref()), (true, Some("by a cook")));
    let finds = record(&items[3]).0;
    assert_eq!(finds.kind, Kind::Rule);
    assert!(finds.body.contains("| 2–4 | Mud") && !finds.body.contains("Prose"), "{}", finds.body);
}

#[test]
fn every_item_of_the_older_layouts_is_read() {
    let items = read(&FORMAT, &[("brew.md", LEGACY)]);
    let found: Vec<(&str, &str, u32)> =
        items.iter().map(|(_, item)| (item.content_type.as_str(), item.key.as_str(), item.line)).collect();
    assert_eq!(
        found,
        [("stat block", "Bog Imp", 9), ("stat block", "Bog Troll", 35), ("spell", "Mud Wall", 41)]
    );
    let imp = record(&items[0]).0;
    assert_eq!((creature(&items[0]).armor_class, creature(&items[0]).hit_points), (Some(13), Some(22)));
    assert!(imp.body.contains("***Slick.*** It is slick."), "{}", imp.body);
    assert!(
        imp.body.contains("### Actions\n\n***Bite.*** *Melee Weapon Attack:* +5 to hit."),
        "{}",
        imp.body
    );
    assert!(!imp.body.contains("no part"), "{}", imp.body);
    assert!(reason(&items[1]).starts_with("this is not a stat block"), "{}", reason(&items[1]));
    let wall = spell(&items[2]);
    assert_eq!(
        (wall.level, wall.casting_time.as_str(), wall.components.as_str()),
        (Some(0), "1 reaction", "S")
    );
    assert_eq!(wall.reaction_condition.as_deref(), Some("which you take when mud flies"));
    assert!(record(&items[2]).0.body.ends_with("Mud rises."), "{}", record(&items[2]).0.body);
}

#[test]
fn half_a_stat_block_is_named() {
    let text = "## Bog Troll\n*Large giant*\n___\n**Armor Class** 12\n\n## Next\nText.";
    let items = read(&FORMAT, &[("half.md", text)]);
    assert_eq!(items.len(), 1);
    assert!(reason(&items[0]).starts_with("this is not a stat block"), "{}", reason(&items[0]));
}

#[test]
fn long_brews_end_in_time() {
    let text =
        "\\page\n".to_owned() + &V3.repeat(300) + &"#### A\n".repeat(50_000) + &"{{wide\n> ".repeat(20_000);
    assert_eq!(read(&FORMAT, &[("long.md", &text)]).len(), 1_200);
}

proptest::proptest! {
    #[test]
    fn any_text_is_read(text in "(#{1,6} [\\PC]{0,12}\n|[>{}*_|:\\\\` -]{0,6}[\\PC]{0,20}\n|\\*\\*Armor Class\\*\\* 12\n){0,20}") {
        let _ = read(&FORMAT, &[("any.md", &format!("\\page\n{text}"))]);
    }
}
