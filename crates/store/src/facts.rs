//! The facts about entries, derived from their texts and fields.

use content::error::Result;
use content::facts::{Fact, FactValue, Facts};
use content::model::fold;

use super::transaction::Transaction;

/// Reads stored facts. Damaged ones are unknown.
pub fn read(json: Option<&str>) -> Facts {
    json.and_then(|json| serde_json::from_str(json).ok()).unwrap_or_default()
}

impl Transaction {
    pub(super) async fn insert_facts(&mut self, entries: &[(i64, &Facts)]) -> Result<()> {
        let known: Vec<_> = entries.iter().filter(|(_, facts)| !facts.is_empty()).collect();
        self.insert_rows("INSERT INTO facts (entry_id, facts) ", &known, |mut row, (id, facts)| {
            row.push_bind(*id).push_bind(serde_json::to_string(facts).unwrap_or_default());
        })
        .await?;
        let mut values: Vec<(Fact, &FactValue, i64)> = known
            .iter()
            .flat_map(|(id, facts)| facts.iter().map(|(fact, value)| (fact, value, *id)))
            .collect();
        values.sort_by_key(|(fact, _, id)| (*fact, *id));
        let insert = "INSERT OR IGNORE INTO fact_values (fact, value, entry_id) ";
        self.insert_rows(insert, &values, |mut row, (fact, value, id)| {
            row.push_bind(fact.as_str());
            match value {
                FactValue::Flag(flag) => row.push_bind(*flag),
                FactValue::Number(number) => row.push_bind(*number),
                FactValue::Text(text) => row.push_bind(fold(text)),
            };
            row.push_bind(*id);
        })
        .await
    }
}
