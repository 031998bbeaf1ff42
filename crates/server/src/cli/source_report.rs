//! The text of a report on the sources of a document's entries.

use lore::ingest::{Disagreement, LeftOut};
use lore::{EntryDisagreement, SourceReport};
use serde_json::Value;

use crate::protocol::text_table::table;

/// The length to which a value is shortened.
const MAX_VALUE_CHARS: usize = 60;

/// Returns which source filled which fields, and where sources differ, as text.
pub(super) fn text(report: &SourceReport) -> String {
    let SourceReport { entries, filled, disagreements, left_out } = report;
    let mut text = match entries {
        0 => "\nEvery entry has one source.\n".to_owned(),
        entries => format!("\n{entries} entries have more than one source.\n"),
    };
    let rows = filled.iter().flat_map(|(source, fields)| {
        fields.iter().map(move |(field, count)| vec![source.to_string(), field.clone(), count.to_string()])
    });
    let rows: Vec<Vec<String>> = rows.collect();
    if !rows.is_empty() {
        text.push_str("\nFilled, because the leading source lacks it:\n");
        text.push_str(&table(&["Source", "Field", "Entries"], rows));
    }
    if !disagreements.is_empty() {
        text.push_str(&format!("\nFields on which the sources differ ({}):\n", disagreements.len()));
        let rows = disagreements.iter().map(|EntryDisagreement { name, disagreement, .. }| {
            let Disagreement { field, kept, kept_from, other, other_from, rule } = disagreement;
            vec![
                name.clone(),
                field.clone(),
                format!("{} ({kept_from})", shown(kept)),
                format!("{} ({other_from})", shown(other)),
                rule.clone(),
            ]
        });
        text.push_str(&table(&["Entry", "Field", "Kept", "Not kept", "Rule"], rows));
    }
    if !left_out.is_empty() {
        text.push_str(&format!(
            "\nLeft out, because the book has nothing of that name ({}):\n",
            left_out.len()
        ));
        let rows = left_out.iter().map(|LeftOut { kind, name, .. }| vec![kind.to_string(), name.clone()]);
        text.push_str(&table(&["Kind", "Name"], rows));
    }
    text
}

fn shown(value: &Value) -> String {
    let text = match value {
        Value::Null => "nothing".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(shown).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    };
    lore::model::excerpt(&text, MAX_VALUE_CHARS)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use lore::model::{DocumentKey, Kind, Provider, Slug};
    use serde_json::json;

    use super::*;

    #[test]
    fn the_text_has_counts_and_both_values() {
        let fields = BTreeMap::from([("subtype".to_owned(), 74)]);
        let disagreement = Disagreement {
            field: "armor_class".to_owned(),
            kept: json!(15),
            kept_from: Provider::Srd,
            other: json!(14),
            other_from: Provider::Open5eV2,
            rule: "The page decides.".to_owned(),
        };
        let report = SourceReport {
            entries: 75,
            filled: BTreeMap::from([(Provider::Open5eV1, fields)]),
            disagreements: vec![EntryDisagreement {
                name: "Plum Golem".to_owned(),
                kind: "creature".to_owned(),
                slug: Slug::new("plum-golem"),
                disagreement,
            }],
            left_out: vec![LeftOut {
                document: DocumentKey::new("srd-2014"),
                kind: Kind::Environment,
                name: "Plum Plane".to_owned(),
            }],
        };
        let text_of_report = text(&report);
        for part in [
            "75 entries",
            "subtype",
            "74",
            "Plum Golem",
            "15 (srd)",
            "14 (open5e_v2)",
            "The page decides.",
            "Plum Plane",
        ] {
            assert!(text_of_report.contains(part), "{part} in {text_of_report}");
        }
        assert!(text(&SourceReport::default()).contains("one source"));
    }
}
