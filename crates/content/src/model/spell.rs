//! The fields of spells.

use serde::{Deserialize, Serialize};

/// The fields of a spell.
#[serde_with_macros::skip_serializing_none]
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Spell {
    /// The level, 0 (cantrip) to 9; absent if a homebrew file lacks it.
    pub level: Option<u8>,
    /// The school of magic, such as `Evocation`.
    pub school: Option<String>,
    /// The casting time, such as `1 action` or `10 minutes`.
    pub casting_time: String,
    /// The trigger of a reaction spell.
    pub reaction_condition: Option<String>,
    /// The range in words, such as `150 feet`, `Self` or `Sight`.
    pub range: String,
    /// The components, such as `V, S, M`.
    pub components: String,
    /// The material component.
    pub material: Option<String>,
    /// The duration, such as `1 minute`.
    pub duration: String,
    /// True if it requires concentration.
    pub concentration: bool,
    /// True if it can be cast as a ritual.
    pub ritual: bool,
    /// The classes that can learn it, such as `Wizard`; empty if the source does not say.
    pub classes: Vec<String>,
    /// The damage types it deals, in lower case.
    pub damage_types: Vec<String>,
    /// The ability of the required saving throw, such as `dexterity`.
    pub saving_throw: Option<String>,
    /// True if it requires an attack roll; absent if neither the source nor the text says so.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub attack_roll: bool,
    /// The effect of a higher-level slot.
    pub higher_level: Option<String>,
}

/// Returns a casting time in normalised spelling, such as `1 action`, `1 bonus action` or `10 minutes`, for
/// any in use: `action`, `bonus-action`, `1 Action`, `10minutes`, `1 reaction, which you take when …`.
pub fn casting_time(text: &str) -> String {
    let folded = super::fold(text).replace(['-', '_'], " ");
    let (before_comma, _) = folded.split_once(',').unwrap_or((&folded, ""));
    let digits = before_comma.chars().take_while(char::is_ascii_digit).count();
    let (number, unit) = before_comma.split_at(digits);
    let unit = unit.trim();
    let known = [
        "action", "bonus action", "reaction", "minute", "hour", "round", "turn", "day", "week", "minutes",
        "hours", "rounds", "days",
    ];
    if !known.contains(&unit) {
        return before_comma.trim().to_owned();
    }
    let number = if number.is_empty() { "1" } else { number };
    let singular = unit.trim_end_matches('s');
    format!("{number} {singular}{}", if number == "1" { "" } else { "s" })
}

impl Spell {
    /// Returns the level in words: `cantrip`, `1st-level`, or `spell` if unknown.
    pub fn level_in_words(&self) -> String {
        match self.level {
            None => "spell".to_owned(),
            Some(0) => "cantrip".to_owned(),
            Some(level) => format!("{}-level", super::ordinal(level)),
        }
    }
}

#[cfg(test)]
mod tests;
