//! Formulas of rolls: `1d8 + @mod`, `@prof * 2`. Those with brackets stay as they are written.

use text::{Pattern, pattern};

/// The maximum length of a formula, in bytes.
const MAX_BYTES: usize = 300;

static VARIABLE: Pattern = pattern!(r"@[A-Za-z][\w.-]*");
/// Matches what a roll has beside its formula: the reason, the damage type, the condition of success.
static EXTRA: Pattern = pattern!(r"#.*$|\[[^\]]*\]|c[sf][<>=]*\d*");
static DICE: Pattern = pattern!(r"^(\d*)d(\d+)((?:[kdxr]+[hlo]?[<>=]*\d*)*)");

/// A formula whose variables have values: dice, and a number.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Formula {
    dice: Vec<String>,
    number: f64,
    average: f64,
}

impl Formula {
    /// Reads a formula; `None` if a variable has no value or it cannot be calculated.
    pub(super) fn read(text: &str, value: impl Fn(&str) -> Option<String>) -> Option<Self> {
        if text.len() > MAX_BYTES {
            return None;
        }
        let text = EXTRA.replace_all(text, "");
        let mut is_known = true;
        let text = VARIABLE.replace_all(&text, |found: &regex::Captures<'_>| {
            let name = found.get(0).map_or("", |name| name.as_str()).trim_end_matches('.');
            let value = value(name.trim_start_matches('@'));
            is_known &= value.is_some();
            value.unwrap_or_default()
        });
        let text: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
        if !is_known || text.is_empty() || text.len() > MAX_BYTES {
            return None;
        }
        let mut reader = Reader { rest: &text };
        let sum = reader.sum()?;
        reader.rest.is_empty().then_some(sum)
    }

    /// Returns the number, if it has no dice.
    pub(super) fn as_number(&self) -> Option<i32> {
        self.dice.is_empty().then(|| whole(self.number)).flatten()
    }

    /// Returns the average, rounded down.
    pub(super) fn average(&self) -> Option<i32> {
        whole((self.number + self.average).floor())
    }

    /// Returns true if a roll decides.
    pub(super) fn has_dice(&self) -> bool {
        !self.dice.is_empty()
    }

    /// Adds a number.
    pub(super) fn plus(mut self, number: i32) -> Self {
        self.number += f64::from(number);
        self
    }

    fn of(number: f64) -> Self {
        Self { dice: Vec::new(), number, average: 0.0 }
    }

    fn add(&mut self, other: Self, sign: f64) {
        let signed = |dice: String| match dice.strip_prefix("- ").map(str::to_owned) {
            _ if sign > 0.0 => dice,
            Some(positive) => positive,
            None => format!("- {dice}"),
        };
        self.dice.extend(other.dice.into_iter().map(signed));
        self.number += sign * other.number;
        self.average += sign * other.average;
    }
}

impl std::fmt::Display for Formula {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut text = self.dice.join(" + ").replace("+ - ", "- ");
        if self.number != 0.0 || text.is_empty() {
            let number = self.number.abs();
            let sign = if self.number < 0.0 { "-" } else { "+" };
            match text.is_empty() {
                true => text = self.number.to_string(),
                false => text.push_str(&format!(" {sign} {number}")),
            }
        }
        f.write_str(&text)
    }
}

fn whole(number: f64) -> Option<i32> {
    let is_whole = number.fract() == 0.0 && number.abs() < 1e9;
    #[expect(clippy::cast_possible_truncation, reason = "whole and far below the limits, checked above")]
    is_whole.then_some(number as i32)
}

struct Reader<'t> {
    rest: &'t str,
}

impl<'t> Reader<'t> {
    fn sum(&mut self) -> Option<Formula> {
        let mut sum = Formula::of(0.0);
        let mut sign = self.sign();
        loop {
            let product = self.product()?;
            sum.add(product, sign);
            if !self.rest.starts_with(['+', '-']) {
                break;
            }
            sign = self.sign();
        }
        Some(sum)
    }

    /// Reads any number of signs.
    fn sign(&mut self) -> f64 {
        let signs = self.rest.len() - self.rest.trim_start_matches(['+', '-']).len();
        let (read, rest) = self.rest.split_at(signs);
        self.rest = rest;
        if read.matches('-').count() % 2 == 1 { -1.0 } else { 1.0 }
    }

    fn product(&mut self) -> Option<Formula> {
        let mut product = self.factor()?;
        while let Some(operator) = self.rest.chars().next().filter(|letter| matches!(letter, '*' | '/')) {
            self.rest = self.rest.get(1..)?;
            let other = self.factor()?;
            if product.has_dice() || other.has_dice() {
                return None;
            }
            let number =
                if operator == '*' { product.number * other.number } else { product.number / other.number };
            product = Some(Formula::of(number)).filter(|_| number.is_finite())?;
        }
        Some(product)
    }

    fn factor(&mut self) -> Option<Formula> {
        let rest = self.rest;
        if let Some(found) = DICE.captures(rest) {
            let (dice, [digits, faces, modifiers]) = found.extract();
            let number: u32 = if digits.is_empty() { 1 } else { digits.parse().ok()? };
            let faces: u32 = faces.parse().ok()?;
            self.rest = rest.get(dice.len()..)?;
            let average = f64::from(number) * (f64::from(faces) + 1.0) / 2.0;
            return Some(Formula {
                dice: vec![format!("{number}d{faces}{modifiers}")],
                number: 0.0,
                average,
            });
        }
        let number = self.take(|letter| letter.is_ascii_digit() || letter == '.');
        number.parse().ok().map(Formula::of)
    }

    fn take(&mut self, is_part: impl Fn(char) -> bool) -> &'t str {
        let end = self.rest.find(|letter| !is_part(letter)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }
}

#[cfg(test)]
mod tests;
