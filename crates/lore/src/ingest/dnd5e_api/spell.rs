//! Spells of the D&D 5e API.

use super::objects::entry;
use super::reference::{ability, text_of};
use crate::facts::Rolls;
use crate::ingest::json::Object;
use crate::ingest::markdown;
use crate::model::{CastingTime, Details, Kind, Record, Spell};

/// Converts a spell.
pub(super) fn spell(object: Object<'_>) -> Result<Record, String> {
    let name = object.needed_text("name")?;
    let higher = text_of(object, "higher_level");
    let text = text_of(object, "desc");
    let rolls = Rolls::of(&text);
    let spell = Spell {
        level: Some(object.integer("level").ok_or("it has no level")?),
        school: object.at("school").text("name").map(str::to_owned),
        casting_time: CastingTime::new(object.text("casting_time").unwrap_or_default()).as_str().to_owned(),
        reaction_condition: None,
        range: object.text("range").unwrap_or_default().to_owned(),
        components: object.texts("components").collect::<Vec<_>>().join(", "),
        material: object.text("material").map(str::to_owned),
        duration: object.text("duration").unwrap_or_default().to_owned(),
        concentration: object.flag("concentration"),
        ritual: object.flag("ritual"),
        classes: object.names("classes"),
        damage_types: damage_types(object, rolls.damage_types),
        saving_throw: ability(object.at("dc"), "dc_type").map(str::to_lowercase),
        attack_roll: object.text("attack_type").is_some() || rolls.attack,
        higher_level: (!higher.is_empty()).then_some(higher),
    };
    let body = markdown::spell(&spell, &text);
    entry(object, Kind::Spell, name, Details::Spell(spell), body)
}

/// Returns the damage type in the source's field, and those in the text.
fn damage_types(object: Object<'_>, in_text: Vec<String>) -> Vec<String> {
    let given = object.at("damage").at("damage_type").text("name").map(str::to_lowercase);
    let others = in_text.into_iter().filter(|damage| given.as_ref() != Some(damage));
    given.clone().into_iter().chain(others).collect()
}
