//! The fields of creatures.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::ChallengeRating;

/// The heading of a creature's lore, which stands below its stat block at the end of its body.
pub const LORE_HEADING: &str = "Description";

/// The fields of a creature. The readable stat block is the entry's body.
#[serde_with_macros::skip_serializing_none]
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Creature {
    /// The challenge rating as printed, such as `1/4`. Absent when the source gives none.
    pub challenge_rating: Option<ChallengeRating>,
    /// The challenge rating as a number, such as `0.25`.
    pub challenge_rating_decimal: Option<f64>,
    /// Experience points for defeating it.
    pub experience_points: Option<u32>,
    /// Experience points for defeating it in its lair, if they differ.
    pub lair_experience_points: Option<u32>,
    /// The proficiency bonus, such as 3.
    pub proficiency_bonus: Option<u8>,
    /// The size, such as `Large`.
    pub size: Option<String>,
    /// The creature type, such as `Dragon`.
    #[serde(rename = "type")]
    pub creature_type: Option<String>,
    /// The tag after the type, such as `elf`.
    pub subtype: Option<String>,
    /// The alignment in words.
    pub alignment: Option<String>,
    /// The armor class.
    pub armor_class: Option<u32>,
    /// The origin of the armor class, such as `natural armor`.
    pub armor_detail: Option<String>,
    /// The average hit points.
    pub hit_points: Option<u32>,
    /// The hit dice, such as `17d10+85`.
    pub hit_dice: Option<String>,
    /// The initiative bonus, if the source states it.
    pub initiative_bonus: Option<i32>,
    /// The number of legendary actions between two of its turns.
    pub legendary_actions: Option<u8>,
    /// The speeds in words, such as `40 ft., fly 80 ft.`.
    pub speed: Option<String>,
    /// The six ability scores.
    pub ability_scores: Option<AbilityScores>,
    /// Bonuses of proficient saving throws, by ability.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub saving_throws: BTreeMap<String, i32>,
    /// Bonuses of proficient skills.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub skills: BTreeMap<String, i32>,
    /// Damage vulnerabilities, in words.
    pub damage_vulnerabilities: Option<String>,
    /// Damage resistances, in words.
    pub damage_resistances: Option<String>,
    /// Damage immunities, in words.
    pub damage_immunities: Option<String>,
    /// Condition immunities, in words.
    pub condition_immunities: Option<String>,
    /// Senses in words, including passive Perception.
    pub senses: Option<String>,
    /// Its gear, in words.
    pub gear: Option<String>,
    /// The languages in words.
    pub languages: Option<String>,
    /// The environments it lives in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub environments: Vec<String>,
}

impl Creature {
    /// Sets the rating, its number, and the proficiency bonus and experience points that the source lacks.
    pub fn set_challenge_rating(&mut self, rating: ChallengeRating) {
        self.challenge_rating = Some(rating);
        self.challenge_rating_decimal = Some(rating.decimal());
        self.proficiency_bonus.get_or_insert(rating.proficiency_bonus());
        self.experience_points.get_or_insert(rating.experience_points());
    }
}

/// The six ability scores of a creature.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct AbilityScores {
    /// Strength.
    pub strength: u16,
    /// Dexterity.
    pub dexterity: u16,
    /// Constitution.
    pub constitution: u16,
    /// Intelligence.
    pub intelligence: u16,
    /// Wisdom.
    pub wisdom: u16,
    /// Charisma.
    pub charisma: u16,
}

/// The six abilities in printed order.
pub const ABILITIES: [&str; 6] =
    ["Strength", "Dexterity", "Constitution", "Intelligence", "Wisdom", "Charisma"];

impl AbilityScores {
    /// Returns the scores in printed order, each with its short name.
    pub fn in_order(&self) -> [(&'static str, u16); 6] {
        [
            ("STR", self.strength),
            ("DEX", self.dexterity),
            ("CON", self.constitution),
            ("INT", self.intelligence),
            ("WIS", self.wisdom),
            ("CHA", self.charisma),
        ]
    }

    /// Returns half of a score's excess over 10, rounded down (SRD 5.1, "Ability Scores and Modifiers").
    pub fn modifier(score: u16) -> i32 {
        (i32::from(score) - 10).div_euclid(2)
    }
}
