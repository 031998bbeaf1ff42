//! Conditions on fields as SQL.

use content::fields::{Comparison, Condition, Field, Filter, Missing, Only, Storage, Value};

use super::sql::Sql;

/// Appends the test of a condition over the tables `entries e` and the table of its family's facets `f`.
pub(super) fn push(sql: &mut Sql, condition: &Condition) {
    let value = condition.stored_value();
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
            };
            push_value(sql, value);
        }
        Storage::Fact(fact) => {
            sql.push("e.id IN (SELECT entry_id FROM fact_values WHERE fact = ").push_bind(fact.as_str());
            sql.push(match condition.comparison {
                Comparison::Equal => " AND value = ",
                Comparison::AtLeast => " AND value >= ",
                Comparison::AtMost => " AND value <= ",
            });
            push_value(sql, value);
            sql.push(")");
        }
        Storage::Table(table, column) => {
            sql.push("e.id IN (SELECT entry_id FROM ").push(table).push(" WHERE ").push(column).push(" = ");
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
    match field.unknown.map(|unknown| unknown.only) {
        None => {
            sql.push("0");
            return;
        }
        Some(Only::All) => {}
        Some(Only::Magic) => {
            sql.push("f.is_magic AND ");
        }
        Some(Only::Weapons) => {
            sql.push("e.kind = 'weapon' AND ");
        }
    }
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
    };
}

pub(super) fn uses_columns(filter: &Filter) -> bool {
    filter.conditions.iter().any(|condition| matches!(condition.field.storage, Storage::Column(..)))
}

/// Returns true if the conditions leave at most about one entry in thirty, by the family's indexes.
pub(super) fn is_selective(filter: &Filter) -> bool {
    let arguments = filter.conditions.iter().filter_map(Condition::argument);
    arguments.map(|argument| argument.one_in).product::<u32>() >= 30
}

fn push_value(sql: &mut Sql, value: Value) {
    match value {
        Value::Text(text) => sql.push_bind(text),
        Value::Integer(number) => sql.push_bind(number),
        Value::Number(number) => sql.push_bind(number),
        Value::Flag(flag) => sql.push_bind(flag),
        Value::ChallengeRating(rating) => sql.push_bind(rating.decimal()),
    };
}
