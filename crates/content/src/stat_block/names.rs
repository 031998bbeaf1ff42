//! The names that bonuses have.

/// The six abilities.
pub const ABILITIES: &[&str] =
    &["Strength", "Dexterity", "Constitution", "Intelligence", "Wisdom", "Charisma"];
/// The skills.
pub const SKILLS: &[&str] = &[
    "Acrobatics", "Animal Handling", "Arcana", "Athletics", "Deception", "History", "Insight",
    "Intimidation", "Investigation", "Medicine", "Nature", "Perception", "Performance", "Persuasion",
    "Religion", "Sleight of Hand", "Stealth", "Survival",
];
