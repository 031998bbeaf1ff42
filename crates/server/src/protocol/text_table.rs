//! Tables in plain text.

use std::iter;

use lore::model::Document;

/// Returns rows in aligned columns, without a header if `header` is empty.
pub(crate) fn table(header: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let header = header.iter().map(|&name| name.to_owned()).collect();
    let lines: Vec<Vec<String>> = iter::once(header).chain(rows).collect();
    let mut widths = vec![0; lines.iter().map(Vec::len).max().unwrap_or_default()];
    for line in &lines {
        for (width, cell) in widths.iter_mut().zip(line) {
            *width = cell.chars().count().max(*width);
        }
    }
    let mut text = String::new();
    for line in lines.iter().filter(|line| !line.is_empty()) {
        let cells = line.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}"));
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim());
        text.push('\n');
    }
    text
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
