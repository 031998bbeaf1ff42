//! The key facts of an entry in a sentence or two.

use super::effects::{self, Effects};
use crate::model::{
    CharacterOption, Creature, Details, Encounter, Equipment, Kind, Rule, Spell, capitalised,
};

/// Returns the key facts in words: `3rd-level evocation spell (Sorcerer, Wizard). Deals fire damage.`
pub(super) fn facts(kind: Kind, details: &Details, body: &str) -> String {
    let mut text = Sentences::default();
    match details {
        Details::Spell(facts) => spell(facts, body, &mut text),
        Details::Creature(facts) => creature(facts, body, &mut text),
        Details::Equipment(facts) => equipment(kind, facts, body, &mut text),
        Details::CharacterOption(facts) => option(kind, facts, &mut text),
        Details::Encounter(facts) => encounter(facts, &mut text),
        Details::Rule(facts) => rule(kind, facts, &mut text),
    }
    text.0
}

#[derive(Default)]
struct Sentences(String);

impl Sentences {
    fn add(&mut self, words: &str) {
        let words = words.trim().trim_end_matches(['.', ',']);
        if !words.is_empty() {
            self.0.push_str(&capitalised(words));
            self.0.push_str(". ");
        }
    }

    fn add_value(&mut self, label: &str, value: Option<&str>) {
        if let Some(value) = value.map(str::trim).filter(|value| !value.is_empty()) {
            self.add(&format!("{label} {value}"));
        }
    }
}

fn spell(spell: &Spell, body: &str, text: &mut Sentences) {
    let school = spell.school.as_deref().unwrap_or_default().to_lowercase();
    let mut what = match spell.level {
        Some(0) => format!("{school} cantrip"),
        None => format!("{school} spell"),
        Some(_) => format!("{} {school} spell", spell.level_in_words()),
    };
    if !spell.classes.is_empty() {
        what.push_str(&format!(" ({})", spell.classes.join(", ")));
    }
    text.add(&what.replace("  ", " "));
    let effects = Effects::of(body);
    if !spell.damage_types.is_empty() {
        text.add(&format!("Deals {} damage", spell.damage_types.join(", ")));
    }
    text.add_value("Used for", Some(&effects.uses.join(", ")));
    text.add_value("Makes creatures", Some(&effects.conditions.join(", ")));
    text.add_value("Saving throw", spell.saving_throw.as_deref());
    text.add_value("Reaction", spell.reaction_condition.as_deref());
    if spell.ritual {
        text.add("Ritual");
    }
}

fn creature(creature: &Creature, body: &str, text: &mut Sentences) {
    let mut what = creature.size.as_deref().unwrap_or_default().to_owned();
    what.push(' ');
    what.push_str(&creature.creature_type.as_deref().unwrap_or("creature").to_lowercase());
    if let Some(subtype) = &creature.subtype {
        what.push_str(&format!(" ({subtype})"));
    }
    if let Some(rating) = creature.challenge_rating {
        what.push_str(&format!(", challenge {rating}"));
    }
    text.add(&what);
    text.add_value("Vulnerable to", creature.damage_vulnerabilities.as_deref());
    text.add_value("Resists", creature.damage_resistances.as_deref());
    text.add_value("Immune to", creature.damage_immunities.as_deref());
    text.add_value("Cannot be", creature.condition_immunities.as_deref());
    let effects = Effects::of(body);
    text.add_value("Attacks and abilities:", Some(&effects::named_abilities(body).join(", ").to_lowercase()));
    text.add_value("Deals", Some(&effects.damage_types.join(", ")));
    text.add_value("Makes creatures", Some(&effects.conditions.join(", ")));
    let senses = effects::senses(creature.senses.as_deref().unwrap_or_default()).join(", ");
    text.add_value("Senses", Some(&senses));
    text.add_value("Moves", creature.speed.as_deref().filter(|speed| speed.contains([',', 'f'])));
    text.add_value("Lives in", Some(&creature.environments.join(", ").to_lowercase()));
}

fn equipment(kind: Kind, thing: &Equipment, body: &str, text: &mut Sentences) {
    let rarity = thing.rarity.map(|rarity| rarity.as_str()).unwrap_or_default();
    let kind_word = kind_in_words(kind);
    let category = thing.category.as_deref().unwrap_or(&kind_word);
    let what = if kind == Kind::MagicItem && !category.eq_ignore_ascii_case(&kind_word) {
        format!("{rarity} {kind_word}, {}", category.to_lowercase())
    } else {
        format!("{rarity} {}", category.to_lowercase())
    };
    text.add(&what);
    text.add_value("Made of a", thing.base_item.as_deref());
    if thing.requires_attunement {
        text.add(&format!("Requires attunement {}", thing.attunement_detail.as_deref().unwrap_or_default()));
    }
    if let Some(dice) = &thing.damage_dice {
        text.add(&format!("{dice} {} damage", thing.damage_type.as_deref().unwrap_or_default()));
    }
    if kind == Kind::MagicItem {
        let effects = Effects::of(body);
        text.add_value("Used for", Some(&effects.uses.join(", ")));
    }
    if let Some(cost) = thing.cost_gp {
        text.add(&format!("Costs {cost} gp"));
    }
    text.add(&thing.properties.join(", "));
    text.add_value("Armor class", thing.armor_class.as_deref());
    if thing.stealth_disadvantage == Some(true) {
        text.add("Disadvantage on stealth");
    }
}

fn option(kind: Kind, option: &CharacterOption, text: &mut Sentences) {
    let mut what = option.subtype.clone().unwrap_or_else(|| kind_in_words(kind));
    if let Some(parent) = &option.parent {
        what.push_str(&format!(" of {parent}"));
    }
    if let Some(level) = option.level {
        what.push_str(&format!(", from level {level}"));
    }
    text.add(&what);
    text.add_value("Requires", option.prerequisite.as_deref());
    if kind != Kind::Feat {
        text.add(&option.features.join(", "));
    }
}

fn encounter(encounter: &Encounter, text: &mut Sentences) {
    let who = encounter.creatures.iter().map(|one| format!("{} {}", one.number, one.name));
    text.add(&format!("Encounter with {}", who.collect::<Vec<_>>().join(", ")));
}

fn rule(kind: Kind, rule: &Rule, text: &mut Sentences) {
    let mut what = kind_in_words(kind);
    if let Some(section) = &rule.section {
        what.push_str(&format!(" of {section}"));
    }
    if let Some(category) = &rule.category {
        what.push_str(&format!(", {}", category.to_lowercase()));
    }
    if let Some(ability) = &rule.ability_score {
        what.push_str(&format!(", used with {ability}"));
    }
    text.add(&what);
}

fn kind_in_words(kind: Kind) -> String {
    match kind {
        Kind::ClassOption => "class feature".to_owned(),
        Kind::Trait => "racial trait".to_owned(),
        Kind::MagicSchool => "school of magic".to_owned(),
        kind => kind.as_str().replace('-', " "),
    }
}

#[cfg(test)]
mod tests;
