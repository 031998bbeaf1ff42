//! Bestiaries and creatures of CritterDB (`server/models/creature.js` of haswellr/CritterDB). What it shows
//! but does not store, such as hit points, is calculated as it does (`public/js/services/creature.js`).

use content::model::{Kind, fold};
use content::stat_block::ABILITIES;
use serde_json::{Map, Value};

use crate::creature::{ability_of_skill, die_of_size, hit_dice};
use crate::creatures::{Read, read_creatures};
use crate::fields::{Fields, in_words, number, object, passages_of};
use crate::{Format, Output, Sample, Source};

const NAME: &str = "CritterDB";
const LIST: &str = "creatures";

/// CritterDB.
pub static FORMAT: Format = Format {
    name: NAME,
    files: "a creature or bestiary that CritterDB exports as JSON",
    is_spread: true,
    recognises,
    read,
};

/// What is calculated from other fields or describes the page.
const IGNORED: [&str; 13] = [
    "abilityScoreModifiers",
    "abilityScoreStrs",
    "armorTypeStr",
    "challengeRatingStr",
    "descriptionHtml",
    "extraHealthFromConstitution",
    "hitPoints",
    "hitPointsStr",
    "imageUrl",
    "legendaryActionsDescriptionHtml",
    "legendaryActionsPerRound",
    "nameIsProper",
    "passivePerception",
];

fn recognises(sample: &Sample<'_>) -> bool {
    let Some(top) = &sample.json else { return false };
    let list = top.field(LIST).and_then(crate::json::Top::part);
    let first = list.as_ref().unwrap_or(top).first();
    let stats = first.and_then(|first| crate::json::Top::part(first.field("stats")?));
    stats.is_some_and(|stats| stats.has(&["abilityScores"]))
}

fn read(source: &Source<'_>, output: &mut Output<'_>) -> Result<(), String> {
    read_creatures(source, output, (NAME, LIST), creature)
}

fn creature(name: &str, mut item: Map<String, Value>) -> Read {
    let mut part = |key: &str| item.shift_remove(key).and_then(object).unwrap_or_default();
    let mut all = part("flavor");
    all.extend(part("stats"));
    let mut fields = Fields::new(Kind::Creature, name, all);
    let description = fields.words("description").unwrap_or_default();
    fields.describe(&description);
    let size = fields.words("size");
    let die = fields.whole("hitDieSize").unwrap_or_else(|| die_of_size(size.as_deref().unwrap_or_default()));
    let kind = [size, fields.words("race"), None, fields.words("alignment")];
    fields.set_kind(kind);
    let detail = fields.words("armorType");
    let armor = fields.take("armorClass").unwrap_or_default();
    fields.set_armor_class(&armor, detail);
    let mut scores = fields.take("abilityScores").and_then(object).unwrap_or_default();
    fields.set_scores(std::array::from_fn(|index| {
        ABILITIES.get(index).and_then(|ability| scores.shift_remove(&fold(ability)))
    }));
    let count = fields.whole("numHitDie");
    if let Some((average, dice)) =
        count.and_then(|count| hit_dice(count, die, fields.modifier("con").checked_mul(count)?))
    {
        fields.set("hit_points", u32::try_from(average).ok());
        fields.set("hit_dice", dice);
    }
    let proficiency = fields.whole("proficiencyBonus").filter(|bonus| *bonus > 0);
    fields.set("proficiency_bonus", proficiency.and_then(|bonus| u8::try_from(bonus).ok()));
    set_bonuses(&mut fields, proficiency.unwrap_or(0));
    fields.copy(&[
        ("speed", "speed"),
        ("damageVulnerabilities", "damage_vulnerabilities"),
        ("damageResistances", "damage_resistances"),
        ("damageImmunities", "damage_immunities"),
        ("conditionImmunities", "condition_immunities"),
        ("languages", "languages"),
    ]);
    set_senses(&mut fields);
    if let Some(rating) = fields.take("challengeRating") {
        fields.set_rating("challengeRating", rating);
    }
    let points = fields.whole("experiencePoints").filter(|points| *points > 0);
    fields.set("experience_points", points.and_then(|points| u32::try_from(points).ok()));
    let environments = fields.words("environment").unwrap_or_default();
    let environments = environments.split(',').map(str::trim).filter(|name| !name.is_empty());
    fields.set("environments", environments.collect::<Vec<_>>());
    fields.passages(&[("additionalAbilities", "traits"), ("actions", "actions"), ("reactions", "reactions")]);
    let introduction = fields.words("legendaryActionsDescription").unwrap_or_default();
    if let Some(legendary) = fields.take("legendaryActions") {
        let count = fields.whole("legendaryActionsPerRound").and_then(|count| u8::try_from(count).ok());
        fields.set("legendary_actions", count);
        fields.set_legendary_actions(&introduction, passages_of(&legendary));
    }
    fields.finish(&IGNORED)
}

/// Sets saving throws and skills: each has a value, or is proficient.
fn set_bonuses(fields: &mut Fields, proficiency: i64) {
    for (key, name, field) in [("savingThrows", "ability", "saving_throws"), ("skills", "name", "skills")] {
        let items = fields.objects(key);
        let bonuses: Vec<(String, Value)> = items
            .into_iter()
            .map(|mut item| {
                let name = item.get(name).map(in_words).unwrap_or_default();
                let ability = ability_of_skill(&name).unwrap_or(&name);
                let is_proficient = item.get("proficient") == Some(&Value::Bool(true));
                let bonus =
                    fields.modifier(ability).saturating_add(if is_proficient { proficiency } else { 0 });
                let given = item.shift_remove("value").filter(|value| number(value).is_some());
                (name, given.unwrap_or_else(|| bonus.into()))
            })
            .collect();
        fields.set_bonuses(field, bonuses);
    }
}

fn set_senses(fields: &mut Fields) {
    let perception = fields.entry.fields.get("skills").and_then(|skills| skills.get("Perception")?.as_i64());
    let passive = format!("passive Perception {}", 10 + perception.unwrap_or_else(|| fields.modifier("wis")));
    let senses = match fields.words("senses") {
        Some(senses) if senses.contains("assive Perception") => senses,
        Some(senses) => format!("{senses}, {passive}"),
        None => passive,
    };
    fields.set("senses", senses);
}

#[cfg(test)]
mod tests;
