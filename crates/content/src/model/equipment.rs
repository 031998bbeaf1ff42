//! The fields of equipment.

use serde::{Deserialize, Serialize};

use crate::enums::named;

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

named! {
    /// The rarity of a magic item.
    pub enum Rarity {
        /// Common.
        Common = "common",
        /// Uncommon.
        Uncommon = "uncommon",
        /// Rare.
        Rare = "rare",
        /// Very rare.
        VeryRare = "very rare",
        /// Legendary.
        Legendary = "legendary",
        /// An artifact.
        Artifact = "artifact",
        /// The rarity depends on the variant.
        Varies = "varies",
    }
}

impl Rarity {
    /// Parses `Very Rare`, `very-rare` and `VERY_RARE`.
    pub fn find(text: &str) -> Option<Self> {
        let wanted = super::fold(text).replace(['-', '_'], " ");
        let wanted = if wanted == "rarity varies" { "varies" } else { wanted.trim() };
        Self::ALL.into_iter().find(|rarity| rarity.as_str() == wanted)
    }
}
