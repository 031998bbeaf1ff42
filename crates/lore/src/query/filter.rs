use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::model::{ChallengeRating, Edition, Kind, Rarity, fold};

/// A question for entries of one family by name and fields. Everything absent does not filter.
#[derive(Debug, Clone, Default)]
pub struct Lookup {
    /// The name, a part of it, its slug, or a pattern with `*`.
    pub name: Option<String>,
    /// Keys or names of documents; an empty list finds nothing.
    pub documents: Option<Vec<String>>,
    /// The edition of the documents; without, those of every edition and system.
    pub edition: Option<Edition>,
    /// What is looked for, in plain words.
    pub semantic_query: Option<String>,
    /// How many entries to give at most.
    pub limit: Limit,
}

/// A question for an entry of any kind by its name.
#[derive(Debug, Clone, Default)]
pub struct NameLookup {
    /// The name, a part of it, its slug, or a pattern with `*`.
    pub name: String,
    /// The kinds to look in; `None` for all.
    pub kinds: Option<Vec<Kind>>,
    /// Keys or names of documents; an empty list finds nothing.
    pub documents: Option<Vec<String>>,
    /// The edition of the documents; without, those of every edition and system.
    pub edition: Option<Edition>,
    /// How many entries to give at most.
    pub limit: Limit,
}

/// The number of entries to give at most: 1 to 100, 20 unless said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit(u8);

impl Limit {
    /// The highest limit.
    pub const MOST: u8 = 100;

    /// The number.
    #[must_use]
    pub fn get(self) -> u32 {
        u32::from(self.0)
    }
}

impl Default for Limit {
    fn default() -> Self {
        Self(20)
    }
}

impl TryFrom<i64> for Limit {
    type Error = Error;

    fn try_from(number: i64) -> Result<Self, Error> {
        match u8::try_from(number) {
            Ok(limit) if (1..=Self::MOST).contains(&limit) => Ok(Self(limit)),
            _ => Err(Error::Invalid(format!("`limit` must be from 1 to {}, not {number}", Self::MOST))),
        }
    }
}

/// The fields by which entries of one family are filtered.
#[derive(Debug, Clone)]
pub enum Filter {
    /// Spells.
    Spell(SpellFilter),
    /// Creatures.
    Creature(CreatureFilter),
    /// Weapons, armor, magic items, items.
    Equipment(EquipmentFilter),
    /// Classes, races, backgrounds, feats and what belongs to them.
    CharacterOption(CharacterOptionFilter),
    /// Rules and the small reference entries.
    Rule(RuleFilter),
}

/// Filters of spells.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SpellFilter {
    /// The level, 0 to 9.
    pub level: Option<u8>,
    /// The lowest level.
    pub level_min: Option<u8>,
    /// The highest level.
    pub level_max: Option<u8>,
    /// The school of magic.
    pub school: Option<String>,
    /// A class that can learn it: a name, a slug or a provider's key such as `srd_wizard`.
    pub class_key: Option<String>,
    /// Whether it needs concentration.
    pub concentration: Option<bool>,
    /// Whether it can be cast as a ritual.
    pub ritual: Option<bool>,
    /// The casting time in any spelling.
    pub casting_time: Option<String>,
    /// A damage type it deals.
    pub damage_type: Option<String>,
}

impl SpellFilter {
    /// The class that is meant, as the spell lists name it: `Wizard`, `wizard` and a provider's key such as
    /// `srd-2024_wizard` are all `wizard`.
    pub(crate) fn class_name(&self) -> Option<String> {
        let key = self.class_key.as_deref()?;
        let (_, name) = key.rsplit_once('_').unwrap_or(("", key));
        Some(fold(&name.replace('-', " ")))
    }
}

/// Filters of creatures.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CreatureFilter {
    /// The challenge rating.
    pub cr: Option<ChallengeRating>,
    /// The lowest challenge rating.
    pub cr_min: Option<ChallengeRating>,
    /// The highest challenge rating.
    pub cr_max: Option<ChallengeRating>,
    /// The creature type.
    pub creature_type: Option<String>,
    /// The size.
    pub size: Option<String>,
    /// The lowest armor class.
    pub armor_class_min: Option<u32>,
    /// The lowest hit points.
    pub hit_points_min: Option<u32>,
}

/// Filters of equipment.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct EquipmentFilter {
    /// What sort of equipment.
    pub equipment_type: EquipmentType,
    /// The rarity of magic items.
    pub rarity: Option<Rarity>,
    /// A weapon's damage, such as `1d8`.
    pub damage_dice: Option<String>,
    /// Whether a weapon is simple.
    pub is_simple: Option<bool>,
    /// Whether it must be attuned to.
    pub requires_attunement: Option<bool>,
    /// The lowest price in gold pieces; what has no known price is left out.
    pub cost_min: Option<f64>,
    /// The highest price in gold pieces; what has no known price is left out.
    pub cost_max: Option<f64>,
    /// The highest weight in pounds; what has no known weight is left out.
    pub weight_max: Option<f64>,
    /// Whether a weapon has the finesse property.
    pub is_finesse: Option<bool>,
    /// Whether a weapon has the light property.
    pub is_light: Option<bool>,
    /// Whether it is magical.
    pub is_magic: Option<bool>,
}

/// Filters of character options.
#[derive(Debug, Clone, Copy)]
pub struct CharacterOptionFilter {
    /// What sort of option.
    pub option_type: CharacterOptionType,
}

/// Filters of rules.
#[derive(Debug, Clone)]
pub struct RuleFilter {
    /// What sort of rule.
    pub rule_type: RuleType,
    /// The chapter a section of the rules stands in.
    pub section: Option<String>,
}

/// What sort of equipment is looked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EquipmentType {
    /// Weapons, and the magic ones after them.
    Weapon,
    /// Armor and shields, and the magic ones after them.
    Armor,
    /// Magic items.
    MagicItem,
    /// Adventuring gear, tools, vehicles, services.
    Item,
    /// All of these.
    #[default]
    All,
}

impl EquipmentType {
    /// The kinds of entries it stands for.
    #[must_use]
    pub fn kinds(self) -> &'static [Kind] {
        match self {
            Self::Weapon => &[Kind::Weapon, Kind::MagicItem],
            Self::Armor => &[Kind::Armor, Kind::MagicItem],
            Self::MagicItem => &[Kind::MagicItem],
            Self::Item => &[Kind::Item],
            Self::All => &[Kind::Weapon, Kind::Armor, Kind::MagicItem, Kind::Item],
        }
    }

    /// Which categories of magic items it stands for, folded; empty for all.
    #[must_use]
    pub(crate) fn magic_categories(self) -> &'static [&'static str] {
        match self {
            Self::Weapon => &["weapon"],
            Self::Armor => &["armor", "shield"],
            Self::MagicItem | Self::Item | Self::All => &[],
        }
    }
}

/// What sort of character option is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CharacterOptionType {
    /// Classes, and their subclasses after them.
    Class,
    /// Subclasses.
    Subclass,
    /// Races, and their subraces after them.
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
    /// The kinds of entries it stands for, base entries first.
    #[must_use]
    pub fn kinds(self) -> &'static [Kind] {
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

/// What sort of rule is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RuleType {
    /// All of these.
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
    /// The kinds of entries it stands for.
    #[must_use]
    pub fn kinds(self) -> &'static [Kind] {
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

impl Filter {
    /// The kinds of entries that are looked for, base entries first.
    #[must_use]
    pub fn kinds(&self) -> &'static [Kind] {
        match self {
            Filter::Spell(_) => &[Kind::Spell],
            Filter::Creature(_) => &[Kind::Creature],
            Filter::Equipment(filter) => filter.equipment_type.kinds(),
            Filter::CharacterOption(filter) => filter.option_type.kinds(),
            Filter::Rule(filter) => filter.rule_type.kinds(),
        }
    }

    /// Whether the first of the kinds comes before all others.
    pub(crate) fn has_base_entries(&self) -> bool {
        match self {
            Filter::CharacterOption(_) => self.kinds().len() > 1,
            Filter::Equipment(filter) => !filter.equipment_type.magic_categories().is_empty(),
            Filter::Spell(_) | Filter::Creature(_) | Filter::Rule(_) => false,
        }
    }

    /// Whether it leaves out entries of its kinds.
    pub(crate) fn narrows(&self) -> bool {
        match self {
            Filter::Spell(filter) => *filter != SpellFilter::default(),
            Filter::Creature(filter) => *filter != CreatureFilter::default(),
            Filter::Equipment(filter) => {
                let kinds =
                    EquipmentFilter { equipment_type: filter.equipment_type, ..EquipmentFilter::default() };
                *filter != kinds || !filter.equipment_type.magic_categories().is_empty()
            }
            Filter::CharacterOption(_) => false,
            Filter::Rule(filter) => filter.section.is_some(),
        }
    }
}

/// A question in a few words over everything.
#[derive(Debug, Clone, Default)]
pub struct Search {
    /// The words.
    pub query: String,
    /// The kinds to search; `None` for all, an empty list finds nothing.
    pub kinds: Option<Vec<Kind>>,
    /// Keys or names of documents; an empty list finds nothing.
    pub documents: Option<Vec<String>>,
    /// The edition of the documents; without, those of every edition and system.
    pub edition: Option<Edition>,
    /// Whether to search by meaning, too.
    pub semantic: bool,
    /// Whether to forgive typing errors.
    pub fuzzy: bool,
    /// How many hits to give at most.
    pub limit: Limit,
}
