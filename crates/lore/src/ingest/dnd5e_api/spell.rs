//! Spells of the D&D 5e API.

use std::sync::LazyLock;

use regex::Regex;

use super::objects::entry;
use super::reference::{ability, text_of};
use crate::ingest::json::Object;
use crate::ingest::markdown::{self, pattern};
use crate::model::{CastingTime, Details, Kind, Record, Spell};

/// Converts a spell.
pub(super) fn spell(object: Object<'_>) -> Result<Record, String> {
    let name = object.needed_text("name")?;
    let higher = text_of(object, "higher_level");
    let text = text_of(object, "desc");
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
        damage_types: damage_types(object, &text),
        saving_throw: ability(object.at("dc"), "dc_type").map(str::to_lowercase),
        attack_roll: object.text("attack_type").is_some() || text.contains(" spell attack "),
        higher_level: (!higher.is_empty()).then_some(higher),
    };
    let body = markdown::spell(&spell, &text);
    entry(object, Kind::Spell, name, Details::Spell(spell), body)
}

/// Matches damage with types in a text: `8d6 fire damage`, `2d8 + 6 radiant or necrotic damage`.
static DAMAGE: LazyLock<Regex> = LazyLock::new(|| {
    let types = "acid|bludgeoning|cold|fire|force|lightning|necrotic|piercing|poison|psychic|radiant|slashing|thunder";
    pattern(&format!(r"\dd\d+(?: \+ [^.]{{1,40}}?)? ((?:{types})(?:(?:, or |, | or )(?:{types}))*) damage"))
});

/// Returns the damage type in the source's field, and those in the text.
fn damage_types(object: Object<'_>, text: &str) -> Vec<String> {
    let given = object.at("damage").at("damage_type").text("name").map(str::to_lowercase);
    let mut types: Vec<String> = given.into_iter().collect();
    let lists = DAMAGE.captures_iter(text).filter_map(|found| found.get(1));
    for word in lists.flat_map(|list| list.as_str().split([',', ' '])) {
        if !word.is_empty() && word != "or" && !types.iter().any(|known| known == word) {
            types.push(word.to_owned());
        }
    }
    types
}
