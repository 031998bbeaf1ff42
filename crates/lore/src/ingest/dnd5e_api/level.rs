//! Class levels of the D&D 5e API.

use serde_json::Value;

use super::reference::class_of;
use crate::ingest::json::Object;
use crate::ingest::markdown::{Part, Table, ordinal, signed};
use crate::model::{ChallengeRating, title_case};

/// The levels of all classes and subclasses.
pub(super) struct Levels<'a>(Vec<Object<'a>>);

impl<'a> Levels<'a> {
    pub(super) fn of(levels: impl Iterator<Item = Object<'a>>) -> Self {
        let mut levels: Vec<Object<'a>> = levels.collect();
        levels.sort_by_key(|level| level.integer::<u8>("level"));
        Self(levels)
    }

    /// Renders the level table of a class.
    pub(super) fn of_class(&self, index: &str) -> Table {
        self.table(|level| {
            class_of(*level).text("index") == Some(index) && level.at("subclass").text("index").is_none()
        })
    }

    /// Renders the level table of a subclass.
    pub(super) fn of_subclass(&self, index: &str) -> Table {
        self.table(|level| level.at("subclass").text("index") == Some(index))
    }

    /// Renders the cost of creating spell slots, if the class can.
    pub(super) fn notes_of_class(&self, index: &str) -> Option<Part> {
        let last = self.0.iter().rev().find(|level| {
            class_of(**level).text("index") == Some(index)
                && level.at("class_specific").list("creating_spell_slots").next().is_some()
        })?;
        let mut table = Table::new(["Spell Slot Level", "Sorcery Point Cost"]);
        for slot in last.at("class_specific").list("creating_spell_slots") {
            let level = slot.integer::<u8>("spell_slot_level").map(ordinal).unwrap_or_default();
            table.row([
                level,
                slot.integer::<u32>("sorcery_point_cost").map(|it| it.to_string()).unwrap_or_default(),
            ]);
        }
        Some(Part { name: "Creating Spell Slots".to_owned(), text: table.to_markdown() })
    }

    fn table(&self, is_of: impl Fn(&Object<'a>) -> bool) -> Table {
        let levels: Vec<Object<'a>> = self.0.iter().copied().filter(is_of).collect();
        let mut columns: Vec<(&str, &str)> = Vec::new();
        for level in &levels {
            for group in ["class_specific", "subclass_specific", "spellcasting"] {
                for (column, _) in level.at(group).fields() {
                    if column != "creating_spell_slots" && !columns.contains(&(group, column)) {
                        columns.push((group, column));
                    }
                }
            }
        }
        let own = columns.iter().map(|(_, column)| heading(column));
        let mut table =
            Table::new(["Level", "Proficiency Bonus", "Features"].into_iter().map(str::to_owned).chain(own));
        for level in &levels {
            let features = level.names("features").join(", ");
            let cells = columns.iter().map(|(group, column)| {
                let value = level.at(group).value().get(column).map(|value| cell(column, value));
                value.unwrap_or_default()
            });
            let first = [
                level.integer::<u8>("level").map(ordinal).unwrap_or_default(),
                level.integer::<i32>("prof_bonus").map(signed).unwrap_or_default(),
                if features.is_empty() { "—".to_owned() } else { features },
            ];
            table.row(first.into_iter().chain(cells));
        }
        table.without_empty_columns()
    }
}

/// Converts `spell_slots_level_3` to `3rd-Level Slots`, and other names to words.
fn heading(column: &str) -> String {
    match column.strip_prefix("spell_slots_level_").and_then(|level| level.parse().ok()) {
        Some(level) => format!("{}-Level Slots", ordinal(level)),
        None => title_case(column)
            .split(' ')
            .map(|word| if word == "Cr" { "CR" } else { word })
            .collect::<Vec<_>>()
            .join(" "),
    }
}

/// Formats a number with the unit of its column; nothing is a dash.
fn cell(column: &str, value: &Value) -> String {
    let object = Object::new(value);
    if let (Some(count), Some(faces)) =
        (object.integer::<u32>("dice_count"), object.integer::<u32>("dice_value"))
    {
        return format!("{count}d{faces}");
    }
    let number = match value {
        Value::Bool(true) => return "yes".to_owned(),
        Value::Number(number) => number.as_f64().unwrap_or_default(),
        _ => 0.0,
    };
    if number == 0.0 {
        "—".to_owned()
    } else if number >= 9999.0 {
        "unlimited".to_owned()
    } else if column.ends_with("_die") {
        format!("d{number}")
    } else if column.ends_with("_cr") {
        ChallengeRating::from_decimal(number).map_or_else(|_| number.to_string(), |rating| rating.to_string())
    } else if matches!(column, "aura_range" | "unarmored_movement") {
        format!("{number} ft.")
    } else if column == "rage_damage_bonus" {
        format!("+{number}")
    } else {
        number.to_string()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn columns_have_units() {
        assert_eq!(heading("spell_slots_level_1"), "1st-Level Slots");
        assert_eq!(heading("wild_shape_max_cr"), "Wild Shape Max CR");
        assert_eq!(heading("brutal_critical_dice"), "Brutal Critical Dice");
        assert_eq!(cell("sneak_attack", &json!({ "dice_count": 3, "dice_value": 6 })), "3d6");
        assert_eq!(cell("wild_shape_max_cr", &json!(0.25)), "1/4");
        assert_eq!(cell("song_of_rest_die", &json!(8)), "d8");
        assert_eq!(cell("rage_count", &json!(9999)), "unlimited");
        assert_eq!(cell("ki_points", &json!(0)), "—");
        assert_eq!(cell("wild_shape_fly", &json!(true)), "yes");
        assert_eq!(cell("odd", &json!(["x"])), "—");
    }
}
