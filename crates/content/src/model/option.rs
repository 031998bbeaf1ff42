//! The fields of character options.

use serde::{Deserialize, Serialize};

/// The fields of a class, subclass, race, subrace, background, feat, class option or trait.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct CharacterOption {
    /// The category of a class option, such as `invocation` or `fighting style`, if the source states it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subtype: Option<String>,
    /// The class of a subclass or feature, or the race of a subrace or trait.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// The lowest level at which it is gained.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// A class's hit die, such as `d10`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hit_die: Option<String>,
    /// The abilities of the saving throw proficiencies of a class.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub saving_throws: Vec<String>,
    /// The spellcasting ability of a class.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spellcasting_ability: Option<String>,
    /// The prerequisite of a feat or option.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prerequisite: Option<String>,
    /// A race's size, such as `Medium`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<String>,
    /// A race's walking speed in feet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed: Option<u16>,
    /// The names of features, traits or benefits in the body.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<String>,
}
