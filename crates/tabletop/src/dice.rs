//! Dice: their notation, their rolls, and the tables of entries that are rolled on.

mod notation;
mod table;

use content::error::{Error, Result};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

pub use self::table::{DiceTable, choose, tables};

const NOTHING: &str = "there is nothing to roll: give `dice`, such as `2d6+3`, or a `table`";

/// A request to roll dice, or on a table of an entry.
#[derive(Debug, Clone, Default, Deserialize, schemars::JsonSchema)]
pub struct Roll {
    /// Dice, such as `2d6+3`, `4d6kh3` or `d20+5 advantage`.
    pub dice: Option<String>,
    /// Rolls on the table of this entry: its `uri` or name.
    pub table: Option<String>,
    /// Its table's heading or column, if it has several.
    pub column: Option<String>,
    /// Repeats the roll that had this seed.
    pub seed: Option<i64>,
}

/// A roll.
#[serde_with_macros::skip_serializing_none]
#[derive(Debug, Clone, Default, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Rolled {
    /// The sum of the terms.
    pub total: i64,
    /// The dice and numbers that are added up, in order.
    pub terms: Vec<RolledTerm>,
    /// The row of the table with the total, by column; absent if there is none.
    #[schemars(with = "Option<std::collections::BTreeMap<String, String>>")]
    pub row: Option<Map<String, Value>>,
    /// The heading of the table, if it has one, and its columns.
    pub table: Option<String>,
    /// The title of the table's document.
    pub document_name: Option<String>,
    /// The address of the table's entry.
    pub uri: Option<String>,
    /// The seed, which with the same arguments gives the same roll.
    pub seed: i64,
}

/// Dice of one kind, or a number.
#[serde_with_macros::skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct RolledTerm {
    /// The term, such as `4d6kh3`, `-1d4` or `2`.
    pub term: String,
    /// What each die shows; absent for a number.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faces: Vec<u64>,
    /// The dice that count, if only some do.
    pub kept: Option<Vec<u64>>,
    /// What it adds to the total.
    pub sum: i64,
}

impl Roll {
    /// Rolls the dice of the request, or else those of the table. A request without a seed has the seed 0.
    pub fn on(&self, table: Option<&DiceTable>) -> Result<Rolled> {
        let dice = self.dice.as_deref().or(table.map(|table| table.dice.as_str()));
        let dice = dice.ok_or_else(|| Error::Invalid(NOTHING.to_owned()))?;
        let seed = self.seed.unwrap_or_default();
        let terms = notation::roll(dice, seed.cast_unsigned())?;
        let total = terms.iter().map(|term| term.sum).sum();
        let row = table.and_then(|table| table.row(total));
        let table = table.map(|table| table.title.clone());
        Ok(Rolled { total, terms, row, table, seed, ..Rolled::default() })
    }
}

#[cfg(test)]
mod tests;
