//! The fields of equipment.

use serde::{Deserialize, Serialize};

/// The fields of a weapon, armor, magic item or other item.
#[serde_with_macros::skip_serializing_none]
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Equipment {
    /// The category, such as `Martial Melee Weapon`, `Potion` or `Tools`.
    pub category: Option<String>,
    /// The rarity of a magic item.
    pub rarity: Option<Rarity>,
    /// True if it requires attunement.
    pub requires_attunement: bool,
    /// The restriction of attunement, such as `by a wizard`.
    pub attunement_detail: Option<String>,
    /// True if it is magical.
    pub is_magic: bool,
    /// The price in gold pieces; absent if unknown.
    pub cost_gp: Option<f64>,
    /// The weight in pounds; absent if unknown.
    pub weight_lb: Option<f64>,
    /// The damage of a weapon, such as `1d8`.
    pub damage_dice: Option<String>,
    /// The damage of a versatile weapon used with two hands.
    pub two_handed_damage_dice: Option<String>,
    /// The damage type of a weapon, in lower case.
    pub damage_type: Option<String>,
    /// A weapon's properties and mastery, such as `Finesse` or `Thrown (range 20/60)`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<String>,
    /// A ranged weapon's normal and long range in feet, such as `80/320`.
    pub range: Option<String>,
    /// True for a simple weapon, false for a martial one.
    pub is_simple: Option<bool>,
    /// True for a weapon with the finesse property.
    pub is_finesse: Option<bool>,
    /// True for a weapon with the light property.
    pub is_light: Option<bool>,
    /// The armor class of an armor in words, such as `14 + Dex modifier (max 2)`.
    pub armor_class: Option<String>,
    /// The Strength score that an armor requires.
    pub strength_required: Option<u16>,
    /// True if an armor imposes disadvantage on Dexterity (Stealth) checks.
    pub stealth_disadvantage: Option<bool>,
    /// The weapon or armor on which a magic item is based, such as `Longsword`.
    pub base_item: Option<String>,
}

/// The rarity of a magic item.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema,
)]
pub enum Rarity {
    /// Common.
    #[serde(rename = "common")]
    Common,
    /// Uncommon.
    #[serde(rename = "uncommon")]
    Uncommon,
    /// Rare.
    #[serde(rename = "rare")]
    Rare,
    /// Very rare.
    #[serde(rename = "very rare")]
    VeryRare,
    /// Legendary.
    #[serde(rename = "legendary")]
    Legendary,
    /// An artifact.
    #[serde(rename = "artifact")]
    Artifact,
    /// The rarity depends on the variant.
    #[serde(rename = "varies")]
    Varies,
}

impl std::fmt::Display for Rarity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Rarity {
    /// Every rarity, most common first.
    pub const ALL: [Rarity; 7] = [
        Rarity::Common,
        Rarity::Uncommon,
        Rarity::Rare,
        Rarity::VeryRare,
        Rarity::Legendary,
        Rarity::Artifact,
        Rarity::Varies,
    ];

    /// Returns the rarity in words, such as `very rare`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Rarity::Common => "common",
            Rarity::Uncommon => "uncommon",
            Rarity::Rare => "rare",
            Rarity::VeryRare => "very rare",
            Rarity::Legendary => "legendary",
            Rarity::Artifact => "artifact",
            Rarity::Varies => "varies",
        }
    }

    /// Parses `Very Rare`, `very-rare` and `VERY_RARE`.
    #[must_use]
    pub fn find(text: &str) -> Option<Self> {
        let wanted = super::fold(text).replace(['-', '_'], " ");
        let wanted = if wanted == "rarity varies" { "varies" } else { wanted.trim() };
        Self::ALL.into_iter().find(|rarity| rarity.as_str() == wanted)
    }
}
