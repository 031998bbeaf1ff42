//! Spells of the System Reference Documents.

use super::{Entry, owned};
use crate::ingest::json::Object;
use crate::ingest::markdown;
use crate::model::{CastingTime, Details, Kind, Spell};

/// Converts a spell.
pub(super) fn spell(object: Object<'_>) -> Result<Entry, String> {
    let spell = Spell {
        level: Some(object.integer("level").ok_or("it has no level")?),
        school: owned(object, "school"),
        casting_time: CastingTime::new(object.needed_text("casting_time")?).as_str().to_owned(),
        reaction_condition: owned(object, "trigger"),
        range: object.needed_text("range")?.to_owned(),
        components: object.needed_text("components")?.to_owned(),
        material: owned(object, "material"),
        duration: object.needed_text("duration")?.to_owned(),
        concentration: object.flag("concentration"),
        ritual: object.flag("ritual"),
        classes: object.texts("classes").map(str::to_owned).collect(),
        damage_types: object.texts("damage_types").map(str::to_lowercase).collect(),
        saving_throw: object.text("saving_throw").map(str::to_lowercase),
        attack_roll: object.flag("attack_roll"),
        higher_level: owned(object, "higher_level"),
    };
    let body = markdown::spell(&spell, object.needed_text("text")?);
    Entry::new(object, Kind::Spell, Details::Spell(spell), body)
}
