//! One entry, as the window shows it whole.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// An entry with everything around it.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, TS)]
#[serde(rename_all(serialize = "camelCase"))]
#[ts(rename_all = "camelCase")]
pub(crate) struct WholeEntry {
    pub(crate) entry: Entry,
    /// `2014`, `2024` or `other`.
    pub(crate) edition: String,
    /// The Markdown after the facts that the fields hold (type line, armor class, casting time …).
    pub(crate) text: String,
    /// The words that the licence of its document asks to be shown with it.
    pub(crate) notice: Option<String>,
    /// The same entry in other documents, those of the other edition first.
    pub(crate) twins: Vec<Twin>,
    /// Names in the text that are entries themselves.
    pub(crate) links: Vec<Link>,
}

/// The same entry in another document.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, TS)]
#[serde(rename_all(serialize = "camelCase"))]
#[ts(rename_all = "camelCase")]
pub(crate) struct Twin {
    pub(crate) uri: String,
    pub(crate) document_key: String,
    pub(crate) document_name: String,
    pub(crate) edition: String,
}

/// A name in a text that is an entry.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, TS)]
#[serde(rename_all(serialize = "camelCase"))]
#[ts(rename_all = "camelCase")]
pub(crate) struct Link {
    /// As it stands in the text; each place where it stands alone (not within a longer word) is meant.
    pub(crate) text: String,
    pub(crate) uri: String,
    pub(crate) kind: String,
}

/// The entry itself. Fields that its kind has not are null.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, TS)]
#[serde(rename_all(serialize = "camelCase"))]
#[ts(rename_all = "camelCase")]
pub(crate) struct Entry {
    pub(crate) uri: String,
    pub(crate) name: String,
    pub(crate) kind: String,
    pub(crate) document_key: String,
    pub(crate) document_name: String,
    /// `open5e_v2`, `open5e_v1`, `dnd5e_api` or `orcbrew`.
    pub(crate) document_source: String,
    pub(crate) publisher: Option<String>,
    pub(crate) license: Option<String>,
    /// When it was last written (RFC 3339).
    pub(crate) cached_at: String,
    /// `fresh`, `stale` or `imported`.
    pub(crate) cache_status: String,
    /// The whole entry as Markdown, facts included; to copy.
    pub(crate) description: String,

    // Of spells.
    pub(crate) level: Option<u8>,
    pub(crate) school: Option<String>,
    pub(crate) casting_time: Option<String>,
    pub(crate) range: Option<String>,
    pub(crate) components: Option<String>,
    pub(crate) material: Option<String>,
    pub(crate) duration: Option<String>,
    pub(crate) concentration: Option<bool>,
    pub(crate) ritual: Option<bool>,
    pub(crate) classes: Option<Vec<String>>,
    pub(crate) higher_level: Option<String>,

    // Of creatures.
    pub(crate) challenge_rating: Option<String>,
    pub(crate) experience_points: Option<u32>,
    pub(crate) proficiency_bonus: Option<i32>,
    pub(crate) size: Option<String>,
    #[serde(rename = "type")]
    #[ts(rename = "type")]
    pub(crate) creature_type: Option<String>,
    pub(crate) subtype: Option<String>,
    pub(crate) alignment: Option<String>,
    /// A number; of armor the formula in words.
    #[ts(type = "number | string | null")]
    pub(crate) armor_class: Option<serde_json::Value>,
    pub(crate) armor_detail: Option<String>,
    pub(crate) hit_points: Option<u32>,
    pub(crate) hit_dice: Option<String>,
    pub(crate) initiative_bonus: Option<i32>,
    pub(crate) speed: Option<String>,
    pub(crate) ability_scores: Option<AbilityScores>,
    /// Bonuses by the ability's whole name, such as `Dexterity`.
    pub(crate) saving_throws: Option<BTreeMap<String, i32>>,
    pub(crate) skills: Option<BTreeMap<String, i32>>,
    pub(crate) damage_vulnerabilities: Option<String>,
    pub(crate) damage_resistances: Option<String>,
    pub(crate) damage_immunities: Option<String>,
    pub(crate) condition_immunities: Option<String>,
    pub(crate) senses: Option<String>,
    pub(crate) languages: Option<String>,
    pub(crate) environments: Option<Vec<String>>,

    // Of equipment.
    pub(crate) rarity: Option<String>,
    pub(crate) requires_attunement: Option<bool>,
    /// By whom it can be attuned to, such as `by a wizard`.
    pub(crate) attunement_detail: Option<String>,
    pub(crate) category: Option<String>,
    pub(crate) cost_gp: Option<f64>,
    pub(crate) weight_lb: Option<f64>,
    pub(crate) damage_dice: Option<String>,
    pub(crate) two_handed_damage_dice: Option<String>,
    pub(crate) damage_type: Option<String>,
    pub(crate) properties: Option<Vec<String>>,
    pub(crate) strength_required: Option<u16>,
    pub(crate) stealth_disadvantage: Option<bool>,
    pub(crate) base_item: Option<String>,
}

/// The six ability scores.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, TS)]
#[serde(rename_all(serialize = "camelCase"))]
#[ts(rename_all = "camelCase")]
pub(crate) struct AbilityScores {
    pub(crate) strength: u16,
    pub(crate) dexterity: u16,
    pub(crate) constitution: u16,
    pub(crate) intelligence: u16,
    pub(crate) wisdom: u16,
    pub(crate) charisma: u16,
}
