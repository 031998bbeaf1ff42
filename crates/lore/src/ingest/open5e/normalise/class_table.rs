//! The level table of a class.

use std::collections::BTreeMap;

use crate::ingest::json::Object;
use crate::ingest::markdown::{Table, ordinal};

/// A column of a class table: heading, and cells by level.
struct Column {
    heading: String,
    cells: BTreeMap<u8, String>,
}

/// Renders the level table of a class: proficiency bonus, features, class columns, and spell slots. Empty if
/// the class has no data for one.
pub(super) fn class_table(class: Object<'_>) -> Table {
    let mut bonus = Vec::new();
    let mut own = Vec::new();
    let mut slots = Vec::new();
    for feature in class.list("features") {
        let Some(column) = column(feature) else { continue };
        match feature.text("feature_type") {
            Some("PROFICIENCY_BONUS") => bonus.push(column),
            Some("SPELL_SLOTS") => slots.push(column),
            _ => own.push(column),
        }
    }
    if bonus.is_empty() && own.is_empty() && slots.is_empty() {
        return Table::default();
    }
    slots.sort_by_key(|column| column.heading.chars().take_while(char::is_ascii_digit).collect::<String>());
    for column in &mut slots {
        column.heading.push_str("-Level Slots");
    }
    bonus.push(features(class));
    let columns: Vec<Column> = bonus.into_iter().chain(own).chain(slots).collect();
    let mut table = Table::new(
        std::iter::once("Level".to_owned()).chain(columns.iter().map(|column| column.heading.clone())),
    );
    for level in 1..=20 {
        let cells =
            columns.iter().map(|column| column.cells.get(&level).map_or("—", String::as_str).to_owned());
        table.row(std::iter::once(ordinal(level)).chain(cells));
    }
    table.without_empty_columns()
}

fn column(feature: Object<'_>) -> Option<Column> {
    let cells: BTreeMap<u8, String> = feature
        .list("data_for_class_table")
        .filter_map(|cell| Some((cell.integer("level")?, cell.text("column_value")?.to_owned())))
        .collect();
    (!cells.is_empty())
        .then(|| Column { heading: feature.text("name").unwrap_or_default().to_owned(), cells })
}

/// Returns the names of the features gained at each level, with the source's details in brackets: `Bardic
/// Inspiration (d6)`.
fn features(class: Object<'_>) -> Column {
    let mut cells: BTreeMap<u8, String> = BTreeMap::new();
    for feature in class.list("features") {
        let Some(name) = feature.text("name") else { continue };
        for gained in feature.list("gained_at") {
            let Some(level) = gained.integer::<u8>("level") else { continue };
            let cell = cells.entry(level).or_default();
            if !cell.is_empty() {
                cell.push_str(", ");
            }
            cell.push_str(name);
            if let Some(detail) = gained.text("detail") {
                cell.push_str(&format!(" ({detail})"));
            }
        }
    }
    Column { heading: "Features".to_owned(), cells }
}
