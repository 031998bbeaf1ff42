//! Creatures for Fantasy Statblocks, a plugin of Obsidian: a note with a block of YAML for each.
//!
//! The fields are those of `Monster` in the npm package `fantasy-statblocks` 3.6.7, and `modifier`, with which the plugin
//! Initiative Tracker rolls; without it, that takes the modifier of Dexterity. Every value is written as JSON, which is YAML.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::licences::{self, Licences};
use super::parts::{Passage, Section, passages};
use super::writer::Writer;
use crate::model::{AbilityScores, Creature, Details, Document};
use crate::query::Entry;

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
    let passages = passages(&entry.details, &entry.body);
    let of = |section: Section| -> Value {
        let named = passages.iter().filter(|passage| passage.section == section && !passage.name.is_empty());
        named.map(|Passage { name, text, .. }| json!({ "name": name, "desc": text })).collect()
    };
    let introduction = |section: Section| {
        let first = passages.iter().find(|passage| passage.section == section && passage.name.is_empty());
        first.map(|passage| passage.text.as_str())
    };
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
        ("traits", of(Section::Traits)),
        ("actions", of(Section::Actions)),
        ("bonus_actions", of(Section::BonusActions)),
        ("reactions", of(Section::Reactions)),
        ("legendary_description", json!(introduction(Section::LegendaryActions))),
        ("legendary_actions", of(Section::LegendaryActions)),
        ("description", json!(introduction(Section::Description))),
        ("source", json!(source)),
    ]
}
