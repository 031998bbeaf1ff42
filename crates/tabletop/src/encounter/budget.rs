//! Parties, difficulties, and the experience points that an encounter may cost.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use content::error::{Error, Result, in_range};
use content::model::{fold, grouped};
use serde::{Deserialize, Deserializer, Serialize};

const MAX_CHARACTERS: i64 = 20;
const A_PARTY: &str =
    "a party; give characters and level as in 4x3, several of them with commas, or one level a character";

/// Low, moderate and high, by level from 1 to 20 (SRD 5.2.1, p. 202, "XP Budget per Character").
const PER_CHARACTER: [[u32; 3]; 20] = [
    [50, 75, 100],
    [100, 150, 200],
    [150, 225, 400],
    [250, 375, 500],
    [500, 750, 1_100],
    [600, 1_000, 1_400],
    [750, 1_300, 1_700],
    [1_000, 1_700, 2_100],
    [1_300, 2_000, 2_600],
    [1_600, 2_300, 3_100],
    [1_900, 2_900, 4_100],
    [2_200, 3_700, 4_700],
    [2_600, 4_200, 5_400],
    [2_900, 4_900, 6_200],
    [3_300, 5_400, 7_800],
    [3_800, 6_100, 9_800],
    [4_500, 7_200, 11_700],
    [5_000, 8_700, 14_200],
    [5_500, 10_700, 17_200],
    [6_400, 13_200, 22_000],
];

/// A difficulty of the 2024 rules.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Difficulty {
    /// The characters win, with a scare.
    Low,
    /// It can go badly without healing.
    #[default]
    Moderate,
    /// Characters may die.
    High,
}

impl Difficulty {
    /// The difficulties, easiest first.
    pub const ALL: [Self; 3] = [Self::Low, Self::Moderate, Self::High];
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

impl FromStr for Difficulty {
    type Err = Error;

    /// Reads a difficulty by its name, or by a word of the 2014 rules for about the same.
    fn from_str(text: &str) -> Result<Self> {
        match fold(text.trim()).as_str() {
            "low" | "easy" => Ok(Self::Low),
            "moderate" | "medium" => Ok(Self::Moderate),
            "high" | "hard" | "deadly" => Ok(Self::High),
            _ => Err(Error::is_not(text, "a difficulty; give low, moderate or high")),
        }
    }
}

impl<'de> Deserialize<'de> for Difficulty {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// The characters of a party, by level: 1 to 20 characters of the levels 1 to 20.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Party {
    /// The levels, lowest first.
    levels: Vec<u8>,
}

impl Party {
    /// Returns the party of characters of these levels.
    ///
    /// # Errors
    /// When the party is empty or too large, or no character has such a level.
    pub fn of_levels(levels: &[i64]) -> Result<Self> {
        checked_size(levels.len())?;
        let read = |level: &i64| in_range::<u8>("a character's level", *level, 1..=20);
        let mut levels = levels.iter().map(read).collect::<Result<Vec<u8>>>()?;
        levels.sort_unstable();
        Ok(Self { levels })
    }

    /// Returns the party of so many characters of one level; see [`Party::of_levels`].
    pub fn of_size(characters: i64, level: i64) -> Result<Self> {
        let size = checked_size(characters)?;
        Self::of_levels(&vec![level; size])
    }

    /// The number of characters.
    pub fn size(&self) -> u32 {
        u32::try_from(self.levels.len()).unwrap_or(u32::MAX)
    }

    /// The level of the weakest character.
    pub fn lowest_level(&self) -> u8 {
        self.levels.first().copied().unwrap_or(1)
    }

    fn groups(&self) -> impl Iterator<Item = (u8, usize)> {
        self.levels.chunk_by(|a, b| a == b).filter_map(|group| Some((*group.first()?, group.len())))
    }

    /// Describes the party: `3 characters of level 4, 1 of level 5`.
    pub fn describe(&self) -> String {
        let mut text = String::new();
        for (place, (level, size)) in self.groups().enumerate() {
            let characters = match (place, size) {
                (0, 1) => " character",
                (0, _) => " characters",
                _ => "",
            };
            let comma = if place > 0 { ", " } else { "" };
            let _ = write!(text, "{comma}{size}{characters} of level {level}");
        }
        text
    }

    /// The budget of an encounter of a difficulty: the sum of what the table gives for each character.
    pub fn budget(&self, difficulty: Difficulty) -> u32 {
        self.levels.iter().map(|level| per_character(*level, difficulty)).sum()
    }

    /// Shows how that budget comes about: `3 × 225 + 1 × 375 = 1,050 XP`.
    pub fn budget_sum(&self, difficulty: Difficulty) -> String {
        let parts = self.groups().map(|(level, size)| (size as u64, per_character(level, difficulty)));
        sum_of(parts, self.budget(difficulty))
    }
}

impl FromStr for Party {
    type Err = Error;

    /// Reads a party: `4x3` (four characters of level 3), `3x4, 1x5`, or `3,3,4` (one level each).
    fn from_str(text: &str) -> Result<Self> {
        let wrong = || Error::is_not(text, A_PARTY);
        let number = |text: &str| text.trim().parse::<i64>().map_err(|_| wrong());
        let mut levels = Vec::new();
        for part in text.split([',', '+', ' ']).filter(|part| !part.is_empty()) {
            let Some((size, level)) = part.split_once(['x', 'X', '×']) else {
                levels.push(number(part)?);
                continue;
            };
            let size = checked_size(number(size)?)?;
            levels.extend(vec![number(level)?; size]);
        }
        if levels.is_empty() {
            return Err(wrong());
        }
        Self::of_levels(&levels)
    }
}

fn checked_size(characters: impl TryInto<i64>) -> Result<usize> {
    in_range("the number of characters", characters, 1..=MAX_CHARACTERS)
}

fn per_character(level: u8, difficulty: Difficulty) -> u32 {
    let row = PER_CHARACTER.get(usize::from(level).saturating_sub(1));
    row.and_then(|row| row.get(difficulty as usize)).copied().unwrap_or(0)
}

/// Shows a sum of experience points, each with its number: `1 × 450 + 3 × 50 = 600 XP`.
pub(super) fn sum_of(parts: impl Iterator<Item = (u64, u32)>, total: u32) -> String {
    let parts: Vec<String> = parts.map(|(count, xp)| format!("{count} × {}", grouped(xp.into()))).collect();
    format!("{} = {} XP", parts.join(" + "), grouped(total.into()))
}

/// The experience points that an encounter of one difficulty costs at most.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Budget {
    /// The difficulty.
    pub difficulty: Difficulty,
    /// The experience points.
    pub xp: u32,
    /// The sum that they are, such as `4 × 225 = 900 XP`.
    pub sum: String,
}

impl Budget {
    pub(super) fn all(party: &Party) -> Vec<Self> {
        let budget =
            |difficulty| Self { difficulty, xp: party.budget(difficulty), sum: party.budget_sum(difficulty) };
        Difficulty::ALL.into_iter().map(budget).collect()
    }
}
