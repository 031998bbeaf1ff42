//! Numbers.

use text::{Pattern, pattern};

use super::Value;

static NUMBER: Pattern = pattern!(r"^[+-]?[0-9]+(?:/[0-9]+|N|(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?M?)$");

/// Parses a number such as `3`, `-2.5e3`, `7N`, `0.1M` or `1/3`. Returns `None` for every other word.
pub(super) fn number(word: &str) -> Option<Value<'_>> {
    if !NUMBER.is_match(word) {
        return None;
    }
    let number = if word.contains(['/', 'N', 'M']) {
        None
    } else if word.contains(['.', 'e', 'E']) {
        word.parse().ok().filter(|number: &f64| number.is_finite()).map(Value::Float)
    } else {
        word.parse().ok().map(Value::Integer)
    };
    // A number too large for its type stays as written; infinity would be another number.
    Some(number.unwrap_or(Value::Exact(word)))
}

#[cfg(test)]
mod tests;
