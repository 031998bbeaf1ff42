use serde_json::{Value, json};

use super::*;
use crate::File;
use crate::foundry::stats::Stats;

fn shown(html: &str, item: &Value, creature: &Value) -> String {
    let page = json!({
        "_key": "!journal!j", "name": "Lore", "_id": "j", "pages": [
            { "_id": "pageA", "name": "Moths", "type": "text", "text": { "content": "<p>They glow. @Embed[x.pageA]</p>" } },
        ],
    });
    let file = File {
        name: String::new(),
        text: json!([
            page, { "_id": "spellA", "name": "Lamp Burst", "type": "spell", "system": {} },
        ])
        .to_string(),
    };
    let mut index = Index::default();
    Raw::all(&file).iter().for_each(|raw| index.add(raw));
    let (item, creature) = (Object::new(item), Object::new(creature));
    let owner = creature.exists().then(|| Stats::of(creature, creature.at("system")));
    let siblings = Siblings::from([("moth", "Lamp Moth")]);
    let is_2024 = creature.at("system").at("source").text("rules") == Some("2024");
    Scope::new(&index, Item::new(item, owner), &siblings, is_2024).markdown(html)
}

fn weapon() -> Value {
    json!({
        "name": "Lamp Hook", "type": "weapon", "system": {
            "type": { "value": "martialM" }, "properties": ["fin", "rch"], "range": { "value": null, "units": "ft" },
            "damage": { "base": { "number": 1, "denomination": 8, "types": ["slashing"] } },
            "activities": {
                "a": { "_id": "a", "type": "attack", "attack": { "ability": "", "bonus": "1" },
                       "damage": { "includeBase": true, "parts": [{ "number": 2, "denomination": 6, "types": ["fire"] }] } },
                "s": { "_id": "s", "type": "save", "save": { "ability": ["dex"], "dc": { "calculation": "con" } },
                       "damage": { "parts": [{ "custom": { "enabled": true, "formula": "3d6" }, "types": ["fire", "cold"] }] } },
            },
        },
    })
}

fn moth(rules: &str) -> Value {
    json!({
        "_id": "moth", "name": "Lamp Moth", "type": "npc", "system": {
            "abilities": { "dex": { "value": 16 }, "con": { "value": 14 } }, "details": { "cr": 5, "type": { "value": "fey" } },
            "attributes": { "spellcasting": "con" }, "source": { "rules": rules },
        },
    })
}

#[test]
fn rolls_are_calculated_as_stat_blocks_print_them() {
    for (html, of_2014, of_2024) in [
        (
            "[[/attack extended]]. [[/damage extended]] damage.",
            "*Melee Weapon Attack:* +7 to hit, reach 10 ft., one target. *Hit:* 7 (1d8 + 3) slashing plus 7 (2d6) fire damage.",
            "*Melee Attack Roll:* +7, reach 10 ft. *Hit:* 7 (1d8 + 3) Slashing plus 7 (2d6) Fire damage.",
        ),
        ("[[/damage activity=s average]]", "10 (3d6) fire or cold", "10 (3d6) Fire or Cold"),
        (
            "[[/damage 2d4+1 type=fire &amp; 1d6 cold]]",
            "2d4 + 1 fire plus 1d6 cold",
            "2d4 + 1 Fire plus 1d6 Cold",
        ),
        (
            "[[/save format=long]] and [[/save ability=str/wis dc=@abilities.con.mod]]",
            "DC 13 Dexterity saving throw and DC 2 Strength or Wisdom",
            "DC 13 Dexterity saving throw and DC 2 Strength or Wisdom",
        ),
        (
            "[[/check skill=ath dc=@attributes.spell.dc format=long]], [[/skill slt 12]]",
            "DC 13 Strength (Athletics) check, DC 12 Dexterity (Sleight of Hand)",
            "DC 13 Strength (Athletics) check, DC 12 Dexterity (Sleight of Hand)",
        ),
        (
            "[[/r 1d10 + @prof # days]] [[1d6]]{some} [[/award 50gp]]",
            "1d10 + 3 some 50 GP",
            "1d10 + 3 some 50 GP",
        ),
        (
            "The [[lookup @name lowercase]]{monster} in [[lookup @details.type.config.label]]",
            "The lamp moth in fey",
            "The lamp moth in fey",
        ),
        ("[[lookup @scale.x.die]]{a die}", "a die", "a die"),
    ] {
        assert_eq!(shown(html, &weapon(), &moth("2014")), of_2014);
        assert_eq!(shown(html, &weapon(), &moth("2024")), of_2024);
    }
}

#[test]
fn links_become_names_and_nothing_stays_raw() {
    for (html, expected) in [
        ("casts @UUID[Compendium.x.Item.spellA] or @UUID[Item.y]{Gust}", "casts *Lamp Burst* or Gust"),
        ("<em>@UUID[Compendium.dnd5e.spells.Item.z]{Light}</em>, then", "*Light*, then"),
        (
            "&amp;Reference[Prone apply=false], &Reference[condition=blinded], &Reference[DifficultTerrain], &Reference[bonusaction]",
            "Prone, blinded, Difficult Terrain, bonus action",
        ),
        (
            "@Item[Potion of Dusk] @Compendium[dnd5e.monsters.abcdefghijklmnop]{Owl} @Actor[abcdefghijklmnop]",
            "Potion of Dusk Owl a creature",
        ),
        ("@Embed[x.pageA inline] end", "They glow. **Moths**\n\nend"),
        ("[[/item .moth]] and [[/unknown thing]] and [[/attack]]", "Lamp Moth and thing and"),
        (
            "<section class=\"secret\"><p><strong>Foundry Note</strong></p><p>x</p></section><section class=\"secret\">kept</section>",
            "kept",
        ),
    ] {
        assert_eq!(
            shown(html, &json!({ "name": "A", "type": "feat", "system": {} }), &moth("2014")),
            expected,
            "{html}"
        );
    }
}
