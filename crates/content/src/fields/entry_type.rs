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

/// Declares the types of the entries of a family, with the kinds of each: those of its base entries first.
macro_rules! types {
    ($(#[$meta:meta])* $Types:ident { $($(#[$of_type:meta])* $Type:ident: $($Kind:ident)+,)+ }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
        #[serde(rename_all = "kebab-case")]
        pub enum $Types {
            $($(#[$of_type])* $Type,)+
        }

        impl $Types {
            /// The kinds of the entries, base entries first.
            pub const fn kinds(self) -> &'static [Kind] {
                match self {
                    $(Self::$Type => &[$(Kind::$Kind),+],)+
                }
            }
        }
    };
}

types! {
    /// A type of equipment.
    EquipmentType {
        /// Weapons, followed by magic weapons.
        Weapon: Weapon MagicItem,
        /// Armor and shields, followed by magic ones.
        Armor: Armor MagicItem,
        /// Magic items.
        MagicItem: MagicItem,
        /// Adventuring gear, tools, vehicles and services.
        Item: Item,
        /// All of them.
        All: Weapon Armor MagicItem Item,
    }
}

types! {
    /// A type of character option.
    CharacterOptionType {
        /// Classes, followed by subclasses.
        Class: Class Subclass,
        /// Subclasses.
        Subclass: Subclass,
        /// Races, followed by subraces.
        #[serde(alias = "species")]
        Race: Race Subrace,
        /// Subraces.
        #[serde(alias = "subspecies")]
        Subrace: Subrace,
        /// Backgrounds.
        Background: Background,
        /// Feats.
        Feat: Feat,
        /// Class features and the options they offer.
        ClassOption: ClassOption,
    }
}

types! {
    /// A type of rule or reference entry.
    RuleType {
        /// All of them.
        Any: Rule Condition DamageType WeaponProperty Skill AbilityScore MagicSchool Language Proficiency Alignment
            CreatureType Environment,
        /// Chapters and sections of the rules.
        Rule: Rule,
        /// Conditions.
        Condition: Condition,
        /// Damage types.
        DamageType: DamageType,
        /// Weapon properties and masteries.
        WeaponProperty: WeaponProperty,
        /// Skills.
        Skill: Skill,
        /// Ability scores.
        AbilityScore: AbilityScore,
        /// Schools of magic.
        MagicSchool: MagicSchool,
        /// Languages.
        Language: Language,
        /// Proficiencies.
        Proficiency: Proficiency,
        /// Alignments.
        Alignment: Alignment,
    }
}
