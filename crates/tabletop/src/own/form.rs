//! The fields of own entries: the one description for checking them and for the form in the window.

use content::facts::{self, DAMAGE_TYPES};
use content::model::{ABILITIES, Edition, Family, Kind, Rarity};
use serde::Serialize;

/// A field of an own entry.
#[serde_with_macros::skip_serializing_none]
#[derive(Debug, Clone, Copy, PartialEq, Serialize, schemars::JsonSchema)]
pub struct FormField {
    /// Its name, as in the answers of lookups.
    pub name: &'static str,
    /// Its label.
    pub label: &'static str,
    /// The type of its value.
    pub input: Input,
    /// The words that it takes, if they are a fixed set.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub choices: &'static [&'static str],
    /// The lowest number that it takes.
    pub min: Option<i64>,
    /// The highest.
    pub max: Option<i64>,
    /// A valid value, as an example.
    pub example: &'static str,
}

/// The type of a field's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Input {
    /// A line of text.
    Line,
    /// Paragraphs of Markdown.
    Paragraphs,
    /// A whole number.
    Number,
    /// A number that is not negative.
    Amount,
    /// True or false.
    Flag,
    /// A challenge rating.
    Rating,
    /// Dice such as `2d6+3`.
    Dice,
    /// One of the choices.
    Choice,
    /// Some of the choices in a line: `Medium or Small`.
    Words,
    /// A list of lines.
    List,
    /// A list of the choices.
    Choices,
    /// Numbers by choice, such as `{"Stealth": 4}`.
    Bonuses,
    /// The six ability scores.
    Scores,
    /// Named passages: `[{"name": "Bite", "text": "…"}]`.
    Parts,
}

/// The edition of the rules for which an entry is written. Every kind has it.
pub(super) const EDITION: FormField = field("edition", "Rules", Input::Choice, "2024").of(EDITIONS);
const EDITIONS: &[&str] = &[Edition::Of2014.as_str(), Edition::Of2024.as_str()];
const SCHOOLS: &[&str] = &[
    "Abjuration", "Conjuration", "Divination", "Enchantment", "Evocation", "Illusion", "Necromancy",
    "Transmutation",
];
const SIZES: &[&str] = &["Tiny", "Small", "Medium", "Large", "Huge", "Gargantuan", "Titanic"];
const COMPONENTS: &[&str] = &["V", "S", "M"];
pub(super) const SKILLS: &[&str] = &[
    "Acrobatics", "Animal Handling", "Arcana", "Athletics", "Deception", "History", "Insight",
    "Intimidation", "Investigation", "Medicine", "Nature", "Perception", "Performance", "Persuasion",
    "Religion", "Sleight of Hand", "Stealth", "Survival",
];
const HIT_DICE: &[&str] = &["d6", "d8", "d10", "d12"];

const fn field(name: &'static str, label: &'static str, input: Input, example: &'static str) -> FormField {
    FormField { name, label, input, choices: &[], min: None, max: None, example }
}

impl FormField {
    const fn of(self, choices: &'static [&'static str]) -> Self {
        Self { choices, ..self }
    }

    const fn within(self, min: i64, max: i64) -> Self {
        Self { min: Some(min), max: Some(max), ..self }
    }
}

const SPELL: &[FormField] = &[
    EDITION,
    field("level", "Level", Input::Number, "3").within(0, 9),
    field("school", "School", Input::Choice, "Evocation").of(SCHOOLS),
    field("casting_time", "Casting time", Input::Line, "1 action"),
    field("reaction_condition", "Trigger of the reaction", Input::Line, "which you take when you are hit"),
    field("range", "Range", Input::Line, "60 feet"),
    field("components", "Components", Input::Words, "V, S, M").of(COMPONENTS),
    field("material", "Material", Input::Line, "a pinch of salt"),
    field("duration", "Duration", Input::Line, "1 minute"),
    field("concentration", "Concentration", Input::Flag, "true"),
    field("ritual", "Ritual", Input::Flag, "true"),
    field("classes", "Classes", Input::List, "[\"Wizard\"]"),
    field("damage_types", "Damage types", Input::Choices, "[\"fire\"]").of(&DAMAGE_TYPES),
    field("saving_throw", "Saving throw", Input::Choice, "dexterity").of(&facts::ABILITIES),
    field("attack_roll", "Attack roll", Input::Flag, "true"),
    field("higher_level", "With a higher slot", Input::Paragraphs, "The damage increases by 1d6 …"),
];

const CREATURE: &[FormField] = &[
    EDITION,
    field("size", "Size", Input::Words, "Large").of(SIZES),
    field("type", "Type", Input::Line, "Dragon"),
    field("subtype", "Subtype", Input::Line, "elf"),
    field("alignment", "Alignment", Input::Line, "neutral evil"),
    field("armor_class", "Armor class", Input::Number, "15").within(1, 40),
    field("armor_detail", "Armor", Input::Line, "natural armor"),
    field("hit_points", "Hit points", Input::Number, "45").within(1, 2_000),
    field("hit_dice", "Hit dice", Input::Dice, "6d8+18"),
    field("initiative_bonus", "Initiative bonus", Input::Number, "2").within(-10, 40),
    field("speed", "Speed", Input::Line, "30 ft., fly 60 ft."),
    field("ability_scores", "Ability scores", Input::Scores, "{\"strength\": 14, …}"),
    field("saving_throws", "Saving throws", Input::Bonuses, "{\"Wisdom\": 5}").of(&ABILITIES),
    field("skills", "Skills", Input::Bonuses, "{\"Stealth\": 4}").of(SKILLS),
    field("damage_vulnerabilities", "Damage vulnerabilities", Input::Line, "fire"),
    field("damage_resistances", "Damage resistances", Input::Line, "cold"),
    field("damage_immunities", "Damage immunities", Input::Line, "poison"),
    field("condition_immunities", "Condition immunities", Input::Line, "charmed, frightened"),
    field("gear", "Gear", Input::Line, "longsword"),
    field("senses", "Senses", Input::Line, "darkvision 60 ft., passive Perception 13"),
    field("languages", "Languages", Input::Line, "Common"),
    field("challenge_rating", "Challenge rating", Input::Rating, "1/4"),
    field("experience_points", "Experience points", Input::Number, "450").within(0, 1_000_000),
    field("lair_experience_points", "Experience points in its lair", Input::Number, "700")
        .within(0, 1_000_000),
    field("proficiency_bonus", "Proficiency bonus", Input::Number, "2").within(0, 12),
    field("environments", "Environments", Input::List, "[\"Forest\"]"),
    field("traits", "Traits", Input::Parts, "[{\"name\": \"Amphibious\", \"text\": \"…\"}]"),
    field("actions", "Actions", Input::Parts, "[{\"name\": \"Bite\", \"text\": \"…\"}]"),
    field("bonus_actions", "Bonus actions", Input::Parts, "[{\"name\": \"Leap\", \"text\": \"…\"}]"),
    field("reactions", "Reactions", Input::Parts, "[{\"name\": \"Parry\", \"text\": \"…\"}]"),
    field("legendary_actions", "Legendary action uses", Input::Number, "3").within(0, 10),
    field("legendary_text", "Introduction to the legendary actions", Input::Paragraphs, "It can take 3 …"),
    field("legendary_parts", "Legendary actions", Input::Parts, "[{\"name\": \"Tail\", \"text\": \"…\"}]"),
];

const EQUIPMENT: &[FormField] = &[
    EDITION,
    field("category", "Category", Input::Line, "Wondrous Item"),
    field("rarity", "Rarity", Input::Choice, "very rare").of(&Rarity::NAMES),
    field("requires_attunement", "Requires attunement", Input::Flag, "true"),
    field("attunement_detail", "Attunement by", Input::Line, "by a wizard"),
    field("is_magic", "Magical", Input::Flag, "true"),
    field("cost_gp", "Cost in gold pieces", Input::Amount, "15"),
    field("weight_lb", "Weight in pounds", Input::Amount, "3"),
    field("damage_dice", "Damage", Input::Dice, "1d8"),
    field("two_handed_damage_dice", "Damage in two hands", Input::Dice, "1d10"),
    field("damage_type", "Damage type", Input::Choice, "slashing").of(&DAMAGE_TYPES),
    field("properties", "Properties", Input::List, "[\"Finesse\"]"),
    field("range", "Range in feet", Input::Line, "80/320"),
    field("is_simple", "Simple weapon", Input::Flag, "true"),
    field("is_finesse", "Finesse", Input::Flag, "true"),
    field("is_light", "Light", Input::Flag, "true"),
    field("armor_class", "Armor class", Input::Line, "14 + Dex modifier (max 2)"),
    field("strength_required", "Strength required", Input::Number, "13").within(1, 30),
    field("stealth_disadvantage", "Disadvantage on Stealth", Input::Flag, "true"),
    field("base_item", "Base item", Input::Line, "Longsword"),
];

const CHARACTER_OPTION: &[FormField] = &[
    EDITION,
    field("subtype", "Category", Input::Line, "fighting style"),
    field("parent", "Class or race", Input::Line, "Fighter"),
    field("level", "Level", Input::Number, "3").within(1, 20),
    field("prerequisite", "Prerequisite", Input::Line, "Strength 13 or higher"),
    field("hit_die", "Hit die", Input::Choice, "d10").of(HIT_DICE),
    field("saving_throws", "Saving throws", Input::Choices, "[\"Wisdom\"]").of(&ABILITIES),
    field("spellcasting_ability", "Spellcasting ability", Input::Choice, "Wisdom").of(&ABILITIES),
    field("size", "Size", Input::Words, "Medium").of(SIZES),
    field("speed", "Speed in feet", Input::Number, "30").within(0, 500),
    field("features", "Names of features", Input::List, "[\"Darkvision\"]"),
];

const RULE: &[FormField] = &[
    EDITION,
    field("section", "Section", Input::Line, "Combat"),
    field("ability_score", "Ability", Input::Choice, "Strength").of(&ABILITIES),
    field("abbreviation", "Abbreviation", Input::Line, "STR"),
    field("category", "Category", Input::Line, "Exotic"),
];

/// Returns the fields of a kind, in the order of a form.
pub const fn form_of(kind: Kind) -> &'static [FormField] {
    match kind.family() {
        Family::Spell => SPELL,
        Family::Creature => CREATURE,
        Family::Equipment => EQUIPMENT,
        Family::CharacterOption => CHARACTER_OPTION,
        Family::Rule => RULE,
        Family::Encounter => &[],
    }
}
