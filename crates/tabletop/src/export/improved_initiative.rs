//! Creatures and spells for Improved Initiative.
//!
//! The file is what its *Import* reads: an object with a member `Creatures.ID` or `Spells.ID` for each stat
//! block and spell (`ImportAll` in `client/Utility/Store.ts`, `common/StatBlock.ts` and `common/Spell.ts` of
//! cynicaloptimist/improved-initiative).

use content::model::{AbilityScores, Creature, Details, Document, Spell, capitalised};
use content::query::Entry;
use serde_json::{Map, Value, json};

use super::licences::{self, Licences};
use super::parts::{Parts, Passage, plain};
use super::writer::Writer;

/// The version of the program whose format this is.
const VERSION: &str = "3.0.0";

#[derive(Default)]
pub(super) struct ImprovedInitiative {
    members: Map<String, Value>,
    creatures: Vec<String>,
    spells: Vec<String>,
}

impl Writer for ImprovedInitiative {
    fn add(&mut self, entry: &Entry, document: &Document) -> bool {
        let id = format!("{}.{}.{}", entry.document_key, entry.kind, entry.slug);
        let source = licences::source(entry, document);
        let (list, ids, mut listing) = match &entry.details {
            Details::Creature(creature) => ("Creatures", &mut self.creatures, stat_block(entry, creature)),
            Details::Spell(spell) => ("Spells", &mut self.spells, spell_listing(entry, spell)),
            _ => return false,
        };
        if let Some(listing) = listing.as_object_mut() {
            let common = [
                ("Id", id.as_str()),
                ("Name", &entry.name),
                ("Path", ""),
                ("Source", &source),
                ("Version", VERSION),
            ];
            listing.extend(common.map(|(name, value)| (name.to_owned(), value.into())));
        }
        self.members.insert(format!("{list}.{id}"), listing);
        ids.push(id);
        true
    }

    fn finish(self: Box<Self>, licences: &Licences) -> String {
        let Self { mut members, creatures, spells } = *self;
        members.insert("Creatures".to_owned(), creatures.into());
        members.insert("Spells".to_owned(), spells.into());
        // Other members are left alone by the program.
        members.insert("Licences".to_owned(), licences.lines().into());
        format!("{:#}\n", Value::Object(members))
    }
}

fn stat_block(entry: &Entry, creature: &Creature) -> Value {
    let parts = Parts::of(entry);
    let passage = |Passage { name, text }| json!({ "Name": name, "Content": text });
    let of = |field: &str| -> Vec<Value> { parts.list(field).into_iter().map(passage).collect() };
    let introduction = parts.legendary_text().map(|text| passage(Passage { name: String::new(), text }));
    let legendary: Vec<Value> = introduction.into_iter().chain(of("legendary_parts")).collect();
    let scores = creature.ability_scores.unwrap_or_default();
    let kind = [creature.size.as_deref(), creature.creature_type.as_deref()];
    let subtype = creature.subtype.as_ref().map(|subtype| format!(" ({subtype})")).unwrap_or_default();
    let alignment = creature.alignment.as_ref().map(|alignment| format!(", {alignment}")).unwrap_or_default();
    let in_brackets =
        |detail: &Option<String>| detail.as_ref().map(|detail| format!("({detail})")).unwrap_or_default();
    json!({
        "Type": format!("{}{subtype}{alignment}", kind.into_iter().flatten().collect::<Vec<_>>().join(" ")),
        "HP": { "Value": creature.hit_points.unwrap_or(1), "Notes": in_brackets(&creature.hit_dice) },
        "AC": { "Value": creature.armor_class.unwrap_or(10), "Notes": in_brackets(&creature.armor_detail) },
        "InitiativeModifier": creature.initiative_bonus.map(|bonus| bonus - AbilityScores::modifier(scores.dexterity)).unwrap_or_default(),
        "Speed": list(creature.speed.as_deref()),
        "Abilities": {
            "Str": scores.strength, "Dex": scores.dexterity, "Con": scores.constitution,
            "Int": scores.intelligence, "Wis": scores.wisdom, "Cha": scores.charisma,
        },
        "DamageVulnerabilities": list(creature.damage_vulnerabilities.as_deref()),
        "DamageResistances": list(creature.damage_resistances.as_deref()),
        "DamageImmunities": list(creature.damage_immunities.as_deref()),
        "ConditionImmunities": list(creature.condition_immunities.as_deref()),
        "Saves": modifiers(&creature.saving_throws, 3),
        "Skills": modifiers(&creature.skills, usize::MAX),
        "Senses": list(creature.senses.as_deref()),
        "Languages": list(creature.languages.as_deref()),
        "Challenge": creature.challenge_rating.map(|rating| rating.to_string()).unwrap_or_default(),
        "Traits": of("traits"),
        "Actions": of("actions"),
        "BonusActions": of("bonus_actions"),
        "Reactions": of("reactions"),
        "LegendaryActions": legendary,
        "MythicActions": [],
        "Description": parts.description(),
        "Player": "",
        "ImageURL": "",
    })
}

fn spell_listing(entry: &Entry, spell: &Spell) -> Value {
    json!({
        "Level": spell.level.unwrap_or_default(),
        "School": spell.school.clone().unwrap_or_default(),
        "CastingTime": spell.casting_time,
        "Range": spell.range,
        "Components": match &spell.material {
            Some(material) => format!("{} ({material})", spell.components),
            None => spell.components.clone(),
        },
        "Duration": spell.duration,
        "Classes": spell.classes,
        "Description": plain(&entry.body),
        "Ritual": spell.ritual,
    })
}

fn list(words: Option<&str>) -> Vec<&str> {
    let items = words.unwrap_or_default().split([',', ';']).map(str::trim);
    items.filter(|item| !item.is_empty()).collect()
}

fn modifiers(bonuses: &std::collections::BTreeMap<String, i32>, letters: usize) -> Vec<Value> {
    let short = |name: &str| capitalised(&name.chars().take(letters).collect::<String>());
    bonuses.iter().map(|(name, bonus)| json!({ "Name": short(name), "Modifier": bonus })).collect()
}
