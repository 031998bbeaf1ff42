//! Entries in a few words.

use content::model::{CharacterOption, Creature, Details, Equipment, Spell};
use ingest::markdown::coins;

pub(super) fn summary(details: &Details) -> String {
    let parts = match details {
        Details::Spell(spell) => spell_parts(spell),
        Details::Creature(creature) => creature_parts(creature),
        Details::Equipment(item) => equipment_parts(item),
        Details::CharacterOption(option) => option_parts(option),
        Details::Encounter(encounter) => {
            let creatures = encounter.creatures.iter();
            vec![creatures.map(|it| format!("{} × {}", it.number, it.name)).collect::<Vec<_>>().join(", ")]
        }
        Details::Rule(rule) => {
            [&rule.section, &rule.category, &rule.ability_score].into_iter().flatten().cloned().collect()
        }
    };
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}

fn spell_parts(spell: &Spell) -> Vec<String> {
    let school = spell.school.as_deref().unwrap_or_default().to_lowercase();
    let level = spell.level_in_words();
    let line = match spell.level {
        Some(0) | None => format!("{school} {level}"),
        Some(_) => format!("{level} {school}"),
    };
    let mut parts = vec![line.trim().to_owned()];
    parts.extend(spell.ritual.then(|| "ritual".to_owned()));
    parts.extend(spell.concentration.then(|| "concentration".to_owned()));
    parts
}

fn creature_parts(creature: &Creature) -> Vec<String> {
    let size = creature.size.as_deref().unwrap_or_default();
    let kind = creature.creature_type.as_deref().unwrap_or_default().to_lowercase();
    let rating = creature.challenge_rating.map(|rating| format!("CR {rating}"));
    vec![rating.unwrap_or_default(), format!("{size} {kind}").trim().to_owned()]
}

fn equipment_parts(item: &Equipment) -> Vec<String> {
    let mut parts: Vec<String> = item.category.iter().cloned().collect();
    parts.extend(item.rarity.map(|rarity| rarity.as_str().to_owned()));
    parts.extend(item.requires_attunement.then(|| "attunement".to_owned()));
    let damage_type = item.damage_type.as_deref().unwrap_or_default();
    parts.extend(item.damage_dice.as_ref().map(|dice| format!("{dice} {damage_type}").trim().to_owned()));
    parts.extend(item.armor_class.as_ref().map(|class| format!("AC {class}")));
    parts.extend(item.cost_gp.filter(|_| !item.is_magic).map(coins));
    parts
}

fn option_parts(option: &CharacterOption) -> Vec<String> {
    let mut parts: Vec<String> = option.parent.iter().cloned().collect();
    parts.extend(option.subtype.clone());
    parts.extend(option.level.map(|level| format!("level {level}")));
    parts.extend(option.hit_die.as_ref().map(|die| format!("hit die {die}")));
    parts.extend(option.prerequisite.clone());
    parts
}
