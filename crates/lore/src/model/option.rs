use serde::{Deserialize, Serialize};

/// The fields of a class, subclass, race, subrace, background, feat, class option or trait.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct CharacterOption {
    /// What sort of class option it is, such as `invocation` or `fighting style`, where the source says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subtype: Option<String>,
    /// What it belongs to: the class of a subclass or feature, the race of a subrace or trait.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// The lowest level at which it is gained.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// A class's hit die, such as `d10`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hit_die: Option<String>,
    /// The abilities whose saving throws a class is proficient in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub saving_throws: Vec<String>,
    /// The ability a class casts with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spellcasting_ability: Option<String>,
    /// What a feat or option asks for first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prerequisite: Option<String>,
    /// A race's size, such as `Medium`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<String>,
    /// A race's walking speed in feet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed: Option<u16>,
    /// Names of the features, traits or benefits described in the body.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<String>,
}
