//! Class levels of the D&D 5e API.

use serde_json::Value;

use super::reference::class_of;
use crate::ingest::json::Object;
use crate::ingest::markdown::{Part, Table, ordinal, signed};
use crate::model::title_case;

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
        let slots: Vec<Vec<(u8, &Value)>> = levels.iter().map(|level| slots(*level)).collect();
        // Pact magic: all slots are of one level, which rises.
        let is_pact =
            slots.iter().all(|slots| slots.len() == 1) && slots.iter().flatten().any(|(level, _)| *level > 1);
        let cells = levels.iter().zip(&slots).map(|(level, slots)| own_cells(*level, slots, is_pact));
        let cells: Vec<Vec<(String, String)>> = cells.collect();
        let mut columns: Vec<&str> = Vec::new();
        for (heading, _) in cells.iter().flatten() {
            if !columns.contains(&heading.as_str()) {
                columns.push(heading);
            }
        }
        let mut table =
            Table::new(["Level", "Proficiency Bonus", "Features"].into_iter().chain(columns.iter().copied()));
        for (level, cells) in levels.iter().zip(&cells) {
            let features = level.names("features").join(", ");
            let first = [
                level.integer::<u8>("level").map(ordinal).unwrap_or_default(),
                level.integer::<i32>("prof_bonus").map(signed).unwrap_or_default(),
                if features.is_empty() { "—".to_owned() } else { features },
            ];
            let own = columns.iter().map(|column| {
                let found = cells.iter().find(|(heading, _)| heading == column);
                found.map_or_else(|| "—".to_owned(), |(_, cell)| cell.clone())
            });
            table.row(first.into_iter().chain(own));
        }
        table.without_empty_columns()
    }
}

/// Returns the spell slots of a level by their own level, without those it has none of.
fn slots(level: Object<'_>) -> Vec<(u8, &Value)> {
    let fields = level.at("spellcasting").fields();
    let slots = fields.filter_map(|(name, value)| {
        let level = name.strip_prefix("spell_slots_level_")?.parse().ok()?;
        (cell(name, value) != "—").then_some((level, value))
    });
    slots.collect()
}

/// Returns the cells of a level that only some classes have, each with its heading.
fn own_cells(level: Object<'_>, slots: &[(u8, &Value)], is_pact: bool) -> Vec<(String, String)> {
    let fields = ["class_specific", "spellcasting"].into_iter().flat_map(|group| level.at(group).fields());
    let mut cells: Vec<(String, String)> =
        fields.filter_map(|(name, value)| Some((heading(name)?, cell(name, value)))).collect();
    for (level, number) in slots {
        if is_pact {
            cells.push(("Spell Slots".to_owned(), cell("", number)));
            cells.push(("Slot Level".to_owned(), ordinal(*level)));
        } else {
            cells.push((format!("{}-Level Slots", ordinal(*level)), cell("", number)));
        }
    }
    cells
}

/// Returns the heading of a column if the book's class table has it. The API has more columns, which repeat what the features say.
fn heading(column: &str) -> Option<String> {
    match column {
        "rage_count" => Some("Rages".to_owned()),
        "rage_damage_bonus" => Some("Rage Damage".to_owned()),
        "cantrips_known" | "invocations_known" | "ki_points" | "martial_arts" | "sneak_attack"
        | "sorcery_points" | "spells_known" | "unarmored_movement" => Some(title_case(column)),
        _ => None,
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
    let number = value.as_f64().unwrap_or_default();
    if number == 0.0 {
        "—".to_owned()
    } else if number >= 9999.0 {
        "unlimited".to_owned()
    } else if column == "unarmored_movement" {
        format!("+{number} ft.")
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
    fn columns_are_those_of_the_book_and_have_units() {
        assert_eq!(heading("rage_count").as_deref(), Some("Rages"));
        assert_eq!(heading("sneak_attack").as_deref(), Some("Sneak Attack"));
        assert_eq!(heading("magical_secrets_max_5"), None);
        assert_eq!(cell("sneak_attack", &json!({ "dice_count": 3, "dice_value": 6 })), "3d6");
        assert_eq!(cell("rage_count", &json!(9999)), "unlimited");
        assert_eq!(cell("unarmored_movement", &json!(10)), "+10 ft.");
        assert_eq!(cell("ki_points", &json!(0)), "—");
        assert_eq!(cell("odd", &json!(["x"])), "—");
    }
}
