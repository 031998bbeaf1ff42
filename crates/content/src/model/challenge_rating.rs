//! Challenge ratings.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A creature's challenge rating: 0, 1/8, 1/4, 1/2, or 1 to 30. In eighths, so that equal ones are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ChallengeRating {
    eighths: u16,
}

/// A text that is not a challenge rating.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a challenge rating (0, 1/8, 1/4, 1/2, or a whole number from 1 to 30)")]
pub struct NotAChallengeRating(pub String);

impl ChallengeRating {
    /// The highest rating, 30.
    pub const MAX: Self = Self { eighths: 240 };

    /// Returns the rating as a number, such as `0.25`.
    pub fn decimal(self) -> f64 {
        f64::from(self.eighths) / 8.0
    }

    /// Converts a number: an integer up to 30, 1/8, 1/4 or 1/2.
    pub fn from_decimal(number: f64) -> Result<Self, NotAChallengeRating> {
        let eighths = number * 8.0;
        let is_near = (eighths - eighths.round()).abs() < 0.001 && (0.0..=240.0).contains(&eighths);
        let is_whole = number >= 1.0 && number.fract() == 0.0;
        if !(is_near && (is_whole || number < 1.0 && [0.0, 1.0, 2.0, 4.0].contains(&eighths.round()))) {
            return Err(NotAChallengeRating(number.to_string()));
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between 0 and 240, checked above"
        )]
        let eighths = eighths.round() as u16;
        Ok(Self { eighths })
    }

    /// Returns the proficiency bonus of a creature of this rating: +2 up to 4, and one more for every four
    /// after that (SRD 5.1, "Monsters", "Proficiency Bonus by Challenge Rating").
    pub fn proficiency_bonus(self) -> u8 {
        let rating = u8::try_from(self.eighths / 8).unwrap_or(30);
        2 + rating.saturating_sub(1) / 4
    }

    /// Returns the experience points for defeating a creature of this rating (SRD 5.1, "Experience Points by
    /// Challenge Rating"). A harmless creature of rating 0 is worth 0 instead of 10, which the table does not
    /// tell apart.
    pub fn experience_points(self) -> u32 {
        const WHOLE: [u32; 31] = [
            10, 200, 450, 700, 1_100, 1_800, 2_300, 2_900, 3_900, 5_000, 5_900, 7_200, 8_400, 10_000, 11_500,
            13_000, 15_000, 18_000, 20_000, 22_000, 25_000, 33_000, 41_000, 50_000, 62_000, 75_000, 90_000,
            105_000, 120_000, 135_000, 155_000,
        ];
        match self.eighths {
            1 => 25,
            2 => 50,
            4 => 100,
            eighths => WHOLE.get(usize::from(eighths / 8)).copied().unwrap_or(155_000),
        }
    }
}

impl fmt::Display for ChallengeRating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.eighths {
            1 => f.write_str("1/8"),
            2 => f.write_str("1/4"),
            4 => f.write_str("1/2"),
            eighths => write!(f, "{}", eighths / 8),
        }
    }
}

impl FromStr for ChallengeRating {
    type Err = NotAChallengeRating;

    fn from_str(text: &str) -> Result<Self, NotAChallengeRating> {
        let refused = || NotAChallengeRating(text.to_owned());
        let number = match text.trim() {
            "1/8" | "⅛" => 0.125,
            "1/4" | "¼" => 0.25,
            "1/2" | "½" => 0.5,
            other => other.parse().map_err(|_| refused())?,
        };
        Self::from_decimal(number).map_err(|_| refused())
    }
}

impl Serialize for ChallengeRating {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ChallengeRating {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl schemars::JsonSchema for ChallengeRating {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ChallengeRating".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "examples": ["1/4", "10"] })
    }
}

#[cfg(test)]
mod tests;
