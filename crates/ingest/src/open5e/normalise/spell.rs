//! Spells.

use content::model::{Details, Kind, Record, Spell, capitalised, casting_time};

use super::both::{Both, Counterparts, fill_spell};
use super::objects::entry;
use crate::json::Object;
use crate::markdown;

pub(super) fn spell(object: Object<'_>, older: &Counterparts<'_>) -> Result<Record, String> {
    let cleaned = |key| Some(object.markdown(key)).filter(|text| !text.is_empty());
    let mut classes = object.names("classes");
    classes.sort();
    classes.dedup();
    let mut spell = Spell {
        level: object.integer("level"),
        school: object.at("school").string("name"),
        casting_time: casting_time(object.text("casting_time").unwrap_or_default()),
        reaction_condition: cleaned("reaction_condition").map(|text| text.trim_end_matches('.').to_owned()),
        range: range(object),
        components: components(object),
        material: cleaned("material_specified"),
        duration: capitalised(object.text("duration").unwrap_or_default()),
        concentration: object.flag("concentration"),
        ritual: object.flag("ritual"),
        classes,
        damage_types: object.texts("damage_types").map(str::to_lowercase).collect(),
        saving_throw: object.text("saving_throw_ability").map(str::to_lowercase),
        attack_roll: object.flag("attack_roll"),
        higher_level: cleaned("higher_level"),
    };
    let text = object.markdown("desc");
    let mut both = Both::found(object, older);
    fill_spell(&mut spell, &text, &mut both);
    if spell.level.is_none() {
        return Err("it has no level".to_owned());
    }
    let record = entry(object, Kind::Spell, Details::Spell(spell.clone()), markdown::spell(&spell, &text))?;
    Ok(Record { raw: both.into_raw(), ..record })
}

/// The number is ignored: sight is 2020 there, and unlimited 999999.
fn range(object: Object<'_>) -> String {
    let words = object.text("range_text").unwrap_or_default();
    match words.strip_suffix(" ft") {
        Some(number) => format!("{number} feet"),
        // The API's text for a missing number with the unit `any`.
        None if words == "anys" => "Any".to_owned(),
        None => words.to_owned(),
    }
}

fn components(object: Object<'_>) -> String {
    let letters = [("V", "verbal"), ("S", "somatic"), ("M", "material")];
    letters
        .into_iter()
        .filter(|(_, field)| object.flag(field))
        .map(|(letter, _)| letter)
        .collect::<Vec<_>>()
        .join(", ")
}
