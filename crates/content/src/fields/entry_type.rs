//! The types of entries that a lookup selects.

use serde::{Deserialize, Serialize};

use crate::model::{Family, Kind};

/// A type of entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryType {
    /// Spells.
    Spell,
    /// Creatures.
    Creature,
    /// Weapons, armor, magic items and other items.
    Equipment(EquipmentType),
    /// Classes, races, backgrounds, feats and what belongs to them.
    CharacterOption(CharacterOptionType),
    /// Rules and reference entries.
    Rule(RuleType),
}

impl EntryType {
    /// The family of the entries.
    #[must_use]
    pub const fn family(self) -> Family {
        match self {
            EntryType::Spell => Family::Spell,
            EntryType::Creature => Family::Creature,
            EntryType::Equipment(_) => Family::Equipment,
            EntryType::CharacterOption(_) => Family::CharacterOption,
            EntryType::Rule(_) => Family::Rule,
        }
    }

    /// The kinds of the entries, base entries first.
    #[must_use]
    pub const fn kinds(self) -> &'static [Kind] {
        match self {
            EntryType::Spell => &[Kind::Spell],
            EntryType::Creature => &[Kind::Creature],
            EntryType::Equipment(equipment_type) => equipment_type.kinds(),
            EntryType::CharacterOption(option_type) => option_type.kinds(),
            EntryType::Rule(rule_type) => rule_type.kinds(),
        }
    }

    /// The categories of the magic items, folded; empty for all.
    pub const fn magic_categories(self) -> &'static [&'static str] {
        match self {
            EntryType::Equipment(EquipmentType::Weapon) => &["weapon"],
            EntryType::Equipment(EquipmentType::Armor) => &["armor", "shield"],
            _ => &[],
        }
    }

    /// Returns true if the entries of the first kind precede all others.
    pub const fn has_base_entries(self) -> bool {
        match self {
            EntryType::CharacterOption(option_type) => option_type.kinds().len() > 1,
            _ => !self.magic_categories().is_empty(),
        }
    }

    /// The noun of one entry in a message.
    pub const fn noun(self) -> &'static str {
        match self {
            EntryType::Spell => "spell",
            EntryType::Creature => "creature",
            EntryType::Equipment(_) => "item",
            EntryType::CharacterOption(_) => "option",
            EntryType::Rule(_) => "rule",
        }
    }
}

/// A type of equipment.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EquipmentType {
    /// Weapons, followed by magic weapons.
    Weapon,
    /// Armor and shields, followed by magic ones.
    Armor,
    /// Magic items.
    MagicItem,
    /// Adventuring gear, tools, vehicles and services.
    Item,
    /// All of them.
    #[default]
    All,
}

impl EquipmentType {
    /// The kinds of the entries.
    #[must_use]
    pub const fn kinds(self) -> &'static [Kind] {
        match self {
            Self::Weapon => &[Kind::Weapon, Kind::MagicItem],
            Self::Armor => &[Kind::Armor, Kind::MagicItem],
            Self::MagicItem => &[Kind::MagicItem],
            Self::Item => &[Kind::Item],
            Self::All => &[Kind::Weapon, Kind::Armor, Kind::MagicItem, Kind::Item],
        }
    }
}

/// A type of character option.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CharacterOptionType {
    /// Classes, followed by subclasses.
    Class,
    /// Subclasses.
    Subclass,
    /// Races, followed by subraces.
    #[serde(alias = "species")]
    Race,
    /// Subraces.
    #[serde(alias = "subspecies")]
    Subrace,
    /// Backgrounds.
    Background,
    /// Feats.
    Feat,
    /// Class features and the options they offer.
    ClassOption,
}

impl CharacterOptionType {
    /// The kinds of the entries, base entries first.
    #[must_use]
    pub const fn kinds(self) -> &'static [Kind] {
        match self {
            Self::Class => &[Kind::Class, Kind::Subclass],
            Self::Subclass => &[Kind::Subclass],
            Self::Race => &[Kind::Race, Kind::Subrace],
            Self::Subrace => &[Kind::Subrace],
            Self::Background => &[Kind::Background],
            Self::Feat => &[Kind::Feat],
            Self::ClassOption => &[Kind::ClassOption],
        }
    }
}

/// A type of rule or reference entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RuleType {
    /// All of them.
    Any,
    /// Chapters and sections of the rules.
    Rule,
    /// Conditions.
    Condition,
    /// Damage types.
    DamageType,
    /// Weapon properties and masteries.
    WeaponProperty,
    /// Skills.
    Skill,
    /// Ability scores.
    AbilityScore,
    /// Schools of magic.
    MagicSchool,
    /// Languages.
    Language,
    /// Proficiencies.
    Proficiency,
    /// Alignments.
    Alignment,
}

impl RuleType {
    /// The kinds of the entries.
    #[must_use]
    pub const fn kinds(self) -> &'static [Kind] {
        match self {
            Self::Any => &[
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
            ],
            Self::Rule => &[Kind::Rule],
            Self::Condition => &[Kind::Condition],
            Self::DamageType => &[Kind::DamageType],
            Self::WeaponProperty => &[Kind::WeaponProperty],
            Self::Skill => &[Kind::Skill],
            Self::AbilityScore => &[Kind::AbilityScore],
            Self::MagicSchool => &[Kind::MagicSchool],
            Self::Language => &[Kind::Language],
            Self::Proficiency => &[Kind::Proficiency],
            Self::Alignment => &[Kind::Alignment],
        }
    }
}
