use super::entry;
use super::reference::{ability, text_of};
use crate::ingest::json::Object;
use crate::ingest::markdown;
use crate::model::{CastingTime, Details, Kind, Record, Spell};

/// A spell.
pub(super) fn spell(object: Object<'_>) -> Result<Record, String> {
    let name = object.needed_text("name")?;
    let higher = text_of(object, "higher_level");
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
        damage_types: object
            .at("damage")
            .at("damage_type")
            .text("name")
            .map(str::to_lowercase)
            .into_iter()
            .collect(),
        saving_throw: ability(object.at("dc"), "dc_type").map(str::to_lowercase),
        attack_roll: object.text("attack_type").is_some(),
        higher_level: (!higher.is_empty()).then_some(higher),
    };
    let body = markdown::spell(&spell, &text_of(object, "desc"));
    entry(object, Kind::Spell, name, Details::Spell(spell), body)
}
