//! Kinds of entries, their families, and the content types that users ask for.

use super::title_case;
use crate::enums::named;

named! {
    /// The kind of an entry. Database, tools and addresses use its name (`magic-item`), which never changes.
    pub enum Kind: "kind of entry" {
        /// A spell.
        Spell = "spell",
        /// A monster, animal or other creature with a stat block.
        Creature = "creature",
        /// A mundane weapon.
        Weapon = "weapon",
        /// Mundane armor, shields included.
        Armor = "armor",
        /// An item with a rarity.
        MagicItem = "magic-item",
        /// Adventuring gear, tools, vehicles, services and whatever else can be bought.
        Item = "item",
        /// A base class.
        Class = "class",
        /// A subclass (archetype, circle, domain …) of a class.
        Subclass = "subclass",
        /// A race or species.
        Race = "race",
        /// A subrace or subspecies.
        Subrace = "subrace",
        /// A character background.
        Background = "background",
        /// A feat.
        Feat = "feat",
        /// A class feature, or an option that one offers (invocation, fighting style …).
        ClassOption = "class-option",
        /// A trait that a race grants.
        Trait = "trait",
        /// A chapter or a section of the rules.
        Rule = "rule",
        /// A condition such as grappled.
        Condition = "condition",
        /// A damage type.
        DamageType = "damage-type",
        /// A weapon property or mastery.
        WeaponProperty = "weapon-property",
        /// A skill.
        Skill = "skill",
        /// One of the six ability scores.
        AbilityScore = "ability-score",
        /// A school of magic.
        MagicSchool = "magic-school",
        /// A language.
        Language = "language",
        /// A proficiency a character can have.
        Proficiency = "proficiency",
        /// An alignment.
        Alignment = "alignment",
        /// A creature type such as dragon.
        CreatureType = "creature-type",
        /// An environment or plane where creatures live.
        Environment = "environment",
        /// A prepared encounter.
        Encounter = "encounter",
    }
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

impl Kind {
    /// Returns the family of the kind, which determines its fields.
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
            _ => Family::Rule,
        }
    }
}

/// A group of kinds that users ask for: `Equipment` means weapons, armor, magic items and items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContentType {
    /// The singular, capitalised name.
    pub name: String,
    /// The kinds of the group.
    pub kinds: Vec<Kind>,
}

impl ContentType {
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

    /// Returns all content types: equipment, and one for each kind with its parts.
    pub fn all() -> impl Iterator<Item = Self> {
        let of_kind = |kind: Kind| {
            let kinds = match kind {
                Kind::Class => vec![kind, Kind::Subclass],
                Kind::Race => vec![kind, Kind::Subrace],
                kind => vec![kind],
            };
            Self { name: title_case(kind.as_str()), kinds }
        };
        let kinds = vec![Kind::Weapon, Kind::Armor, Kind::MagicItem, Kind::Item];
        let equipment = Self { name: "Equipment".to_owned(), kinds };
        std::iter::once(equipment).chain(Kind::ALL.into_iter().map(of_kind))
    }

    /// Finds a content type by its singular or plural name in any case, with any sign between words.
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
            Self::all().find(|content_type| squeeze(&content_type.name) == singular)
        })
    }
}

fn squeeze(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests;
