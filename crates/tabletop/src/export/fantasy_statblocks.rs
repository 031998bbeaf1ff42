//! Creatures for Fantasy Statblocks, a plugin of Obsidian: a note with a block of YAML for each.
//!
//! The fields are those of `Monster` in the npm package `fantasy-statblocks` 3.6.7, and `modifier`, with
//! which the plugin Initiative Tracker rolls; without it, that takes the modifier of Dexterity. Every value
//! is written as JSON, which is YAML.

use std::fmt::Write as _;

use content::model::{AbilityScores, Creature, Details, Document};
use content::query::Entry;
use serde_json::{Value, json};

use super::licences::{self, Licences};
use super::parts::{Parts, Passage};
use super::writer::Writer;

#[derive(Default)]
pub(super) struct FantasyStatblocks(String);

impl Writer for FantasyStatblocks {
    fn add(&mut self, entry: &Entry, document: &Document) -> bool {
        let Details::Creature(creature) = &entry.details else { return false };
        let _ = write!(self.0, "# {}\n\n```statblock\n", entry.name);
        for (name, value) in fields(entry, creature, &licences::source(entry, document)) {
            match value {
                Value::Null => {}
                Value::Array(list) if list.iter().all(Value::is_object) => {
                    if !list.is_empty() {
                        let _ = writeln!(self.0, "{name}:");
                    }
                    for item in list {
                        let _ = writeln!(self.0, "  - {item}");
                    }
                }
                value => {
                    let _ = writeln!(self.0, "{name}: {value}");
                }
            }
        }
        self.0.push_str("```\n\n");
        true
    }

    fn finish(self: Box<Self>, licences: &Licences) -> String {
        self.0 + &licences.to_markdown()
    }
}

fn fields(entry: &Entry, creature: &Creature, source: &str) -> Vec<(&'static str, Value)> {
    let parts = Parts::of(entry);
    let of = |field: &str| -> Value {
        let named = parts.list(field).into_iter().filter(|passage| !passage.name.is_empty());
        named.map(|Passage { name, text }| json!({ "name": name, "desc": text })).collect()
    };
    let description = Some(parts.description()).filter(|text| !text.is_empty());
    let bonuses = |bonuses: &std::collections::BTreeMap<String, i32>| -> Value {
        bonuses.iter().map(|(name, bonus)| json!({ name.to_lowercase(): bonus })).collect()
    };
    let scores =
        creature.ability_scores.map(|scores: AbilityScores| scores.in_order().map(|(_, score)| score));
    vec![
        ("layout", json!("Basic 5e Layout")),
        ("name", json!(entry.name)),
        ("size", json!(creature.size)),
        ("type", json!(creature.creature_type)),
        ("subtype", json!(creature.subtype)),
        ("alignment", json!(creature.alignment)),
        ("ac", json!(creature.armor_class)),
        ("ac_class", json!(creature.armor_detail)),
        ("hp", json!(creature.hit_points)),
        ("hit_dice", json!(creature.hit_dice)),
        ("modifier", json!(creature.initiative_bonus)),
        ("speed", json!(creature.speed)),
        ("stats", json!(scores)),
        ("saves", bonuses(&creature.saving_throws)),
        ("skillsaves", bonuses(&creature.skills)),
        ("damage_vulnerabilities", json!(creature.damage_vulnerabilities)),
        ("damage_resistances", json!(creature.damage_resistances)),
        ("damage_immunities", json!(creature.damage_immunities)),
        ("condition_immunities", json!(creature.condition_immunities)),
        ("senses", json!(creature.senses)),
        ("languages", json!(creature.languages)),
        ("cr", json!(creature.challenge_rating.map(|rating| rating.to_string()))),
        ("traits", of("traits")),
        ("actions", of("actions")),
        ("bonus_actions", of("bonus_actions")),
        ("reactions", of("reactions")),
        ("legendary_description", json!(parts.legendary_text())),
        ("legendary_actions", of("legendary_parts")),
        ("description", json!(description)),
        ("source", json!(source)),
    ]
}
