//! The fields of character options.

use serde::{Deserialize, Serialize};

/// The fields of a class, subclass, race, subrace, background, feat, class option or trait.
#[serde_with_macros::skip_serializing_none]
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct CharacterOption {
    /// The category of a class option, such as `invocation` or `fighting style`, if the source states it.
    pub subtype: Option<String>,
    /// The class of a subclass or feature, or the race of a subrace or trait.
    pub parent: Option<String>,
    /// The lowest level at which it is gained.
    pub level: Option<u8>,
    /// A class's hit die, such as `d10`.
    pub hit_die: Option<String>,
    /// The abilities of the saving throw proficiencies of a class.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub saving_throws: Vec<String>,
    /// The spellcasting ability of a class.
    pub spellcasting_ability: Option<String>,
    /// The prerequisite of a feat or option.
    pub prerequisite: Option<String>,
    /// A race's size, such as `Medium`.
    pub size: Option<String>,
    /// A race's walking speed in feet.
    pub speed: Option<u16>,
    /// The names of features, traits or benefits in the body.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<String>,
}
