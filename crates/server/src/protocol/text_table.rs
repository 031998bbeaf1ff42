//! Tables in plain text.

use comfy_table::{ContentArrangement, Table, presets};
use lore::model::Document;

/// Returns rows in aligned columns, without a header if `header` is empty.
pub(crate) fn table(header: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_content_arrangement(ContentArrangement::Disabled);
    if !header.is_empty() {
        table.set_header(header.to_vec());
    }
    table.add_rows(rows);
    let lines: Vec<String> = table.lines().map(|line| line.trim().to_owned()).collect();
    format!("{}\n", lines.join("\n"))
}

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
