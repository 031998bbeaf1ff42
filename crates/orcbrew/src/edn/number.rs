//! Numbers.

use super::Value;

/// Parses a number such as `3`, `-2.5e3`, `7N`, `0.1M` or `1/3`. Returns `None` for every other word.
pub(super) fn number(word: &str) -> Option<Value<'_>> {
    let unsigned = word.strip_prefix(['+', '-']).unwrap_or(word);
    if !unsigned.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let all_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if all_digits(unsigned) {
        return Some(word.parse().map_or(Value::Exact(word), Value::Integer));
    }
    if let Some((numerator, denominator)) = unsigned.split_once('/') {
        return (all_digits(numerator) && all_digits(denominator)).then_some(Value::Exact(word));
    }
    if let Some(whole) = unsigned.strip_suffix('N') {
        return all_digits(whole).then_some(Value::Exact(word));
    }
    let (plain, exact) = match unsigned.strip_suffix('M') {
        Some(plain) => (plain, true),
        None => (unsigned, false),
    };
    let (mantissa, exponent) = plain.split_once(['e', 'E']).unwrap_or((plain, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
    let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    if !(all_digits(whole) && (fraction.is_empty() || all_digits(fraction)) && all_digits(exponent)) {
        return None;
    }
    if exact {
        return Some(Value::Exact(word));
    }
    // A number too large for a float stays as written; infinity would be another number.
    word.parse()
        .ok()
        .map(|number: f64| if number.is_finite() { Value::Float(number) } else { Value::Exact(word) })
}

#[cfg(test)]
mod tests;
