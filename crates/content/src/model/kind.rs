//! Kinds of entries, their families, and the content types that users ask for.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The kind of an entry. Its text form (`magic-item`) is used by the database, the tools and resource
/// addresses, and never changes once shipped.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A spell.
    Spell,
    /// A monster, animal or other creature with a stat block.
    Creature,
    /// A mundane weapon.
    Weapon,
    /// Mundane armor, shields included.
    Armor,
    /// An item with a rarity.
    MagicItem,
    /// Adventuring gear, tools, vehicles, services and whatever else can be bought.
    Item,
    /// A base class.
    Class,
    /// A subclass (archetype, circle, domain …) of a class.
    Subclass,
    /// A race or species.
    Race,
    /// A subrace or subspecies.
    Subrace,
    /// A character background.
    Background,
    /// A feat.
    Feat,
    /// A class feature, or an option that one offers (invocation, fighting style …).
    ClassOption,
    /// A trait that a race grants.
    Trait,
    /// A chapter or a section of the rules.
    Rule,
    /// A condition such as grappled.
    Condition,
    /// A damage type.
    DamageType,
    /// A weapon property or mastery.
    WeaponProperty,
    /// A skill.
    Skill,
    /// One of the six ability scores.
    AbilityScore,
    /// A school of magic.
    MagicSchool,
    /// A language.
    Language,
    /// A proficiency a character can have.
    Proficiency,
    /// An alignment.
    Alignment,
    /// A creature type such as dragon.
    CreatureType,
    /// An environment or plane where creatures live.
    Environment,
    /// A prepared encounter.
    Encounter,
}

/// A group of kinds whose entries have the same fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// Spells.
    Spell,
    /// Creatures.
    Creature,
    /// Weapons, armor, magic items, items.
    Equipment,
    /// Classes, races, backgrounds, feats and what belongs to them.
    CharacterOption,
    /// Encounters.
    Encounter,
    /// Rules, conditions and other reference entries.
    Rule,
}

/// A text that is not a kind.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no kind of entry called `{0}`")]
pub struct UnknownKind(pub String);

impl Kind {
    /// All kinds, in display order.
    pub const ALL: [Kind; 27] = [
        Kind::Spell,
        Kind::Creature,
        Kind::Weapon,
        Kind::Armor,
        Kind::MagicItem,
        Kind::Item,
        Kind::Class,
        Kind::Subclass,
        Kind::Race,
        Kind::Subrace,
        Kind::Background,
        Kind::Feat,
        Kind::ClassOption,
        Kind::Trait,
        Kind::Rule,
        Kind::Condition,
        Kind::DamageType,
        Kind::WeaponProperty,
        Kind::Skill,
        Kind::AbilityScore,
        Kind::MagicSchool,
        Kind::Language,
        Kind::Proficiency,
        Kind::Alignment,
        Kind::CreatureType,
        Kind::Environment,
        Kind::Encounter,
    ];

    /// Returns the family of the kind, which determines its fields.
    #[must_use]
    pub const fn family(self) -> Family {
        match self {
            Kind::Spell => Family::Spell,
            Kind::Creature => Family::Creature,
            Kind::Weapon | Kind::Armor | Kind::MagicItem | Kind::Item => Family::Equipment,
            Kind::Class
            | Kind::Subclass
            | Kind::Race
            | Kind::Subrace
            | Kind::Background
            | Kind::Feat
            | Kind::ClassOption
            | Kind::Trait => Family::CharacterOption,
            Kind::Encounter => Family::Encounter,
            Kind::Rule
            | Kind::Condition
            | Kind::DamageType
            | Kind::WeaponProperty
            | Kind::Skill
            | Kind::AbilityScore
            | Kind::MagicSchool
            | Kind::Language
            | Kind::Proficiency
            | Kind::Alignment
            | Kind::CreatureType
            | Kind::Environment => Family::Rule,
        }
    }

    /// Returns the stable name, such as `magic-item`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Kind::Spell => "spell",
            Kind::Creature => "creature",
            Kind::Weapon => "weapon",
            Kind::Armor => "armor",
            Kind::MagicItem => "magic-item",
            Kind::Item => "item",
            Kind::Class => "class",
            Kind::Subclass => "subclass",
            Kind::Race => "race",
            Kind::Subrace => "subrace",
            Kind::Background => "background",
            Kind::Feat => "feat",
            Kind::ClassOption => "class-option",
            Kind::Trait => "trait",
            Kind::Rule => "rule",
            Kind::Condition => "condition",
            Kind::DamageType => "damage-type",
            Kind::WeaponProperty => "weapon-property",
            Kind::Skill => "skill",
            Kind::AbilityScore => "ability-score",
            Kind::MagicSchool => "magic-school",
            Kind::Language => "language",
            Kind::Proficiency => "proficiency",
            Kind::Alignment => "alignment",
            Kind::CreatureType => "creature-type",
            Kind::Environment => "environment",
            Kind::Encounter => "encounter",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl TryFrom<String> for Kind {
    type Error = UnknownKind;

    fn try_from(text: String) -> Result<Self, UnknownKind> {
        text.parse()
    }
}

impl FromStr for Kind {
    type Err = UnknownKind;

    fn from_str(text: &str) -> Result<Self, UnknownKind> {
        Kind::ALL.into_iter().find(|kind| kind.as_str() == text).ok_or_else(|| UnknownKind(text.to_owned()))
    }
}

/// A group of kinds that users ask for: `Equipment` means weapons, armor, magic items and items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ContentType {
    /// The singular, capitalised name.
    pub name: &'static str,
    /// The kinds of the group.
    pub kinds: &'static [Kind],
}

impl ContentType {
    /// All content types.
    pub const ALL: &'static [ContentType] = &[
        Self::of("Spell", &[Kind::Spell]),
        Self::of("Creature", &[Kind::Creature]),
        Self::of("Equipment", &[Kind::Weapon, Kind::Armor, Kind::MagicItem, Kind::Item]),
        Self::of("Weapon", &[Kind::Weapon]),
        Self::of("Armor", &[Kind::Armor]),
        Self::of("Magic Item", &[Kind::MagicItem]),
        Self::of("Item", &[Kind::Item]),
        Self::of("Class", &[Kind::Class, Kind::Subclass]),
        Self::of("Subclass", &[Kind::Subclass]),
        Self::of("Race", &[Kind::Race, Kind::Subrace]),
        Self::of("Subrace", &[Kind::Subrace]),
        Self::of("Background", &[Kind::Background]),
        Self::of("Feat", &[Kind::Feat]),
        Self::of("Class Option", &[Kind::ClassOption]),
        Self::of("Trait", &[Kind::Trait]),
        Self::of("Rule", &[Kind::Rule]),
        Self::of("Condition", &[Kind::Condition]),
        Self::of("Damage Type", &[Kind::DamageType]),
        Self::of("Weapon Property", &[Kind::WeaponProperty]),
        Self::of("Skill", &[Kind::Skill]),
        Self::of("Ability Score", &[Kind::AbilityScore]),
        Self::of("Magic School", &[Kind::MagicSchool]),
        Self::of("Language", &[Kind::Language]),
        Self::of("Proficiency", &[Kind::Proficiency]),
        Self::of("Alignment", &[Kind::Alignment]),
        Self::of("Creature Type", &[Kind::CreatureType]),
        Self::of("Environment", &[Kind::Environment]),
        Self::of("Encounter", &[Kind::Encounter]),
    ];

    /// Synonyms of content types, folded and without spaces.
    const ALIASES: &'static [(&'static str, &'static str)] = &[
        ("monster", "Creature"),
        ("species", "Race"),
        ("subspecies", "Subrace"),
        ("armour", "Armor"),
        ("gear", "Item"),
        ("characteroption", "Class Option"),
        ("feature", "Class Option"),
        ("school", "Magic School"),
        ("ability", "Ability Score"),
    ];

    const fn of(name: &'static str, kinds: &'static [Kind]) -> Self {
        Self { name, kinds }
    }

    /// Finds a content type by its singular or plural name in any case, with `-`, `_` or a space between
    /// words.
    #[must_use]
    pub fn find(text: &str) -> Option<ContentType> {
        let wanted = squeeze(text);
        let singulars = [
            Some(wanted.clone()),
            wanted.strip_suffix('s').map(str::to_owned),
            wanted.strip_suffix("es").map(str::to_owned),
            wanted.strip_suffix("ies").map(|stem| format!("{stem}y")),
        ];
        singulars.into_iter().flatten().find_map(|singular| {
            let name =
                Self::ALIASES.iter().find(|(alias, _)| *alias == singular).map(|(_, name)| squeeze(name));
            let singular = name.unwrap_or(singular);
            Self::ALL.iter().copied().find(|content_type| squeeze(content_type.name) == singular)
        })
    }
}

fn squeeze(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests;
