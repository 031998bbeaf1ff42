//! Conditions on fields as SQL.

use content::fields::equipment::DAMAGE_DICE;
use content::fields::{Comparison, Condition, Field, Filter, Missing, Only, Sort, Storage, Value};

use super::facets::push_bind;
use super::sql::Sql;

/// Appends the test of a condition over the tables `entries e` and the table of its family's facets `f`.
pub(super) fn push(sql: &mut Sql, condition: &Condition) {
    let value = condition.stored_value();
    let is_not = condition.comparison == Comparison::NotEqual;
    let within = |is_not: bool| if is_not { " NOT IN (" } else { " IN (" };
    match condition.field.storage {
        Storage::None => {
            sql.push("1");
        }
        Storage::Column(column, missing) => {
            sql.push("f.").push(column);
            match (condition.comparison, missing) {
                (Comparison::Equal, _) => sql.push(" = "),
                (Comparison::AtLeast, _) => sql.push(" >= "),
                // An unknown number is stored below all others.
                (Comparison::AtMost, Missing::MinusOne) => sql.push(" BETWEEN 0 AND "),
                (Comparison::AtMost, _) => sql.push(" <= "),
                (Comparison::NotEqual, _) => sql.push(" IS NOT "),
            };
            push_value(sql, value);
        }
        Storage::Fact(fact) => {
            // What is not so is no fact.
            let is_false = value == Value::Flag(false);
            let value = if is_false { Value::Flag(true) } else { value };
            sql.push("e.id").push(within(is_not || is_false));
            sql.push("SELECT entry_id FROM fact_values WHERE fact = ").push_bind(fact.as_str());
            sql.push(match condition.comparison {
                Comparison::Equal | Comparison::NotEqual => " AND value = ",
                Comparison::AtLeast => " AND value >= ",
                Comparison::AtMost => " AND value <= ",
            });
            push_value(sql, value);
            sql.push(")");
        }
        Storage::Table(table, column) => {
            sql.push("e.id").push(within(is_not));
            sql.push("SELECT entry_id FROM ").push(table).push(" WHERE ").push(column).push(" = ");
            push_value(sql, value);
            sql.push(")");
        }
        Storage::Shared(table, column) => {
            sql.push("e.folded").push(within(is_not));
            push_names(sql, table);
            sql.push(" WHERE v.").push(column).push(" = ");
            push_value(sql, value);
            sql.push(")");
        }
    }
}

pub(super) fn push_or_unknown(sql: &mut Sql, condition: &Condition) {
    sql.push("(");
    push(sql, condition);
    if condition.field.unknown.is_some() {
        sql.push(" OR ");
        push_unknown(sql, condition.field);
    }
    sql.push(")");
}

pub(super) fn push_unknown(sql: &mut Sql, field: &Field) {
    sql.push(match field.unknown.map(|unknown| unknown.only) {
        // It is known of every entry.
        None => "0 AND ",
        Some(Only::All) => "",
        Some(Only::Magic) => "f.is_magic AND ",
        Some(Only::Weapons) => "e.kind = 'weapon' AND ",
    });
    match field.storage {
        Storage::None | Storage::Fact(_) => sql.push("0"),
        Storage::Column(column, missing) => sql.push("f.").push(column).push(match missing {
            Missing::Null => " IS NULL",
            Missing::MinusOne => " = -1",
            Missing::EmptyText => " = ''",
        }),
        Storage::Table(table, _) => {
            sql.push("NOT EXISTS (SELECT 1 FROM ").push(table).push(" u WHERE u.entry_id = e.id)")
        }
        Storage::Shared(table, _) => {
            sql.push("e.folded NOT IN (");
            push_names(sql, table);
            sql.push(")")
        }
    };
}

/// Appends a selection of the names of the entries with values `v` in a table.
fn push_names(sql: &mut Sql, table: &str) {
    sql.push("SELECT o.folded FROM ").push(table).push(" v CROSS JOIN entries o ON o.id = v.entry_id");
}

/// Appends the expression by whose value entries are ordered, over the same tables; `NULL` if it is unknown.
pub(super) fn push_sort(sql: &mut Sql, field: Option<&Field>) {
    match field.map(|field| (field.storage, *field == DAMAGE_DICE)) {
        // Twice the average of dice such as 2d6, and of a number.
        Some((Storage::Column(dice, _), true)) => sql.push(format!(
            "CAST(f.{dice} AS INTEGER) * (CAST(substr(f.{dice}, instr(f.{dice}, 'd') + 1) AS INTEGER) + 1)"
        )),
        Some((Storage::Column(column, _), false)) => sql.push(format!("nullif(f.{column}, -1)")),
        Some((Storage::Fact(fact), _)) => {
            sql.push("(SELECT max(value) FROM fact_values WHERE entry_id = e.id AND fact = ");
            sql.push_bind(fact.as_str()).push(")")
        }
        _ => sql.push("e.folded"),
    };
}

pub(super) fn uses_columns(filter: Option<&Filter>, sort: Option<Sort>) -> bool {
    let conditions = filter.into_iter().flat_map(|filter| &filter.conditions);
    let mut fields = conditions.map(|condition| condition.field).chain(sort.and_then(|sort| sort.field));
    fields.any(|field| matches!(field.storage, Storage::Column(..)))
}

/// Returns true if the conditions leave at most about one entry in thirty, by the family's indexes.
pub(super) fn is_selective(filter: &Filter) -> bool {
    let arguments = filter.conditions.iter().filter_map(Condition::argument);
    arguments.map(|argument| argument.one_in).product::<u32>() >= 30
}

fn push_value(sql: &mut Sql, value: Value) {
    push_bind(&mut sql.separated(""), Some(value), Missing::Null);
}
