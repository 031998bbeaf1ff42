//! Services and other goods of version 2.

use super::equipment::record;
use crate::ingest::json::Object;
use crate::ingest::markdown::clean_markdown;
use crate::model::{Equipment, Kind, Record};

/// Converts a service, such as a night at an inn.
pub(super) fn service(object: Object<'_>) -> Result<Record, String> {
    let thing = Equipment {
        category: Some("Service".to_owned()),
        cost_gp: object.number("cost").filter(|cost| *cost > 0.0),
        ..Equipment::default()
    };
    let per = object.text("detail").map(|detail| {
        let unit = detail.trim_start_matches("per ").trim_start_matches("1 ");
        format!("The cost is per {unit}.")
    });
    let text = clean_markdown(object.text("desc").unwrap_or_default());
    let text = [Some(text), per].into_iter().flatten().collect::<Vec<_>>().join("\n\n");
    record(object, Kind::Item, thing, &text)
}

/// Converts a named set of items, such as a pack or all martial weapons.
pub(super) fn item_set(object: Object<'_>) -> Result<Record, String> {
    let thing = Equipment { category: Some("Equipment set".to_owned()), ..Equipment::default() };
    let items: Vec<String> = object.names("items").iter().map(|name| format!("- {name}")).collect();
    let text = clean_markdown(object.text("desc").unwrap_or_default());
    record(object, Kind::Item, thing, format!("{text}\n\n{}", items.join("\n")).trim())
}
