use comfy_table::{ContentArrangement, Table, presets};
use lore::model::Document;
use serde::Serialize;

use crate::process::terminal;

/// Prints to stdout.
pub(super) fn print(text: &str) -> anyhow::Result<u8> {
    terminal::print(text)?;
    Ok(0)
}

/// Prints a value as JSON.
pub(super) fn print_json(value: &impl Serialize) -> anyhow::Result<u8> {
    print(&format!("{}\n", terminal::printable_json(&serde_json::to_string_pretty(value)?)))
}

/// Rows in aligned columns.
pub(super) fn table(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_content_arrangement(ContentArrangement::Disabled);
    if !head.is_empty() {
        table.set_header(head.to_vec());
    }
    for row in rows {
        table.add_row(row);
    }
    let lines: Vec<String> = table.lines().map(|line| line.trim().to_owned()).collect();
    format!("{}\n", lines.join("\n"))
}

/// Documents in aligned columns.
pub(crate) fn documents_table(documents: &[Document]) -> String {
    let rows = documents.iter().map(|document| {
        vec![
            document.document_name.clone(),
            document.document_key.to_string(),
            document.source_api.to_string(),
            document.entity_count.to_string(),
            document.license.clone().unwrap_or_else(|| "unknown".to_owned()),
        ]
    });
    table(&["Document", "Key", "Source", "Entries", "Licence"], rows)
}
