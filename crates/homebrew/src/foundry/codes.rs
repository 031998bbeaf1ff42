//! The codes of dnd5e (`module/config.mjs`) and what they mean.

use content::markdown::ABILITIES;
use content::model::{Kind, capitalised, title_case};

/// The types of rules that are kinds of their own.
pub const RULES: [(&str, Kind); 7] = [
    ("condition", Kind::Condition),
    ("ability", Kind::AbilityScore),
    ("creatureType", Kind::CreatureType),
    ("damage", Kind::DamageType),
    ("skill", Kind::Skill),
    ("spellSchool", Kind::MagicSchool),
    ("weaponMastery", Kind::WeaponProperty),
];

/// Skills: code, name, ability.
pub const SKILLS: [(&str, &str, &str); 18] = [
    ("acr", "Acrobatics", "dex"),
    ("ani", "Animal Handling", "wis"),
    ("arc", "Arcana", "int"),
    ("ath", "Athletics", "str"),
    ("dec", "Deception", "cha"),
    ("his", "History", "int"),
    ("ins", "Insight", "wis"),
    ("itm", "Intimidation", "cha"),
    ("inv", "Investigation", "int"),
    ("med", "Medicine", "wis"),
    ("nat", "Nature", "int"),
    ("prc", "Perception", "wis"),
    ("prf", "Performance", "cha"),
    ("per", "Persuasion", "cha"),
    ("rel", "Religion", "int"),
    ("slt", "Sleight of Hand", "dex"),
    ("ste", "Stealth", "dex"),
    ("sur", "Survival", "wis"),
];

/// Codes whose words cannot be made of the code itself.
const WORDS: &[(&str, &str)] = &[
    ("sm", "Small"),
    ("med", "Medium"),
    ("lg", "Large"),
    ("grg", "Gargantuan"),
    ("abj", "Abjuration"),
    ("con", "Conjuration"),
    ("div", "Divination"),
    ("enc", "Enchantment"),
    ("evo", "Evocation"),
    ("ill", "Illusion"),
    ("nec", "Necromancy"),
    ("trs", "Transmutation"),
    ("amm", "Ammunition"),
    ("ada", "Adamantine"),
    ("fin", "Finesse"),
    ("fir", "Firearm"),
    ("foc", "Focus"),
    ("hvy", "Heavy"),
    ("lgt", "Light"),
    ("lod", "Loading"),
    ("mgc", "Magical"),
    ("rch", "Reach"),
    ("rel", "Reload"),
    ("ret", "Returning"),
    ("sil", "Silvered"),
    ("spc", "Special"),
    ("thr", "Thrown"),
    ("two", "Two-Handed"),
    ("ver", "Versatile"),
    ("simpleM", "Simple Melee Weapon"),
    ("simpleR", "Simple Ranged Weapon"),
    ("martialM", "Martial Melee Weapon"),
    ("martialR", "Martial Ranged Weapon"),
    ("improv", "Improvised Weapon"),
    ("natural", "Natural Weapon"),
    ("siege", "Siege Weapon"),
    ("light", "Light Armor"),
    ("medium", "Medium Armor"),
    ("heavy", "Heavy Armor"),
    ("wondrous", "Wondrous Item"),
    ("ammo", "Ammunition"),
    ("art", "Artisan's Tools"),
    ("game", "Gaming Set"),
    ("music", "Musical Instrument"),
    ("backpack", "Container"),
    ("cant", "Thieves' Cant"),
    ("deep", "Deep Speech"),
    ("sign", "Common Sign Language"),
    ("ALL", "All"),
    ("chainmail", "Chain Mail"),
    ("chainshirt", "Chain Shirt"),
    ("halfplate", "Half Plate"),
    ("ringmail", "Ring Mail"),
    ("scalemail", "Scale Mail"),
    ("studded", "Studded Leather"),
    ("handcrossbow", "Hand Crossbow"),
    ("heavycrossbow", "Heavy Crossbow"),
    ("lightcrossbow", "Light Crossbow"),
    ("lighthammer", "Light Hammer"),
    ("warpick", "War Pick"),
    ("lr", "Long Rest"),
    ("sr", "Short Rest"),
    ("temphp", "temporary hit points"),
    ("bonusaction", "bonus action"),
    ("brightlight", "bright light"),
    ("dimlight", "dim light"),
    ("lightlyobscured", "lightly obscured"),
    ("heavilyobscured", "heavily obscured"),
    ("difficultterrain", "difficult terrain"),
    ("damageresistance", "damage resistance"),
    ("damagevulnerability", "damage vulnerability"),
    ("opportunityattack", "opportunity attack"),
    ("opportunityattacks", "opportunity attacks"),
    ("shortrest", "short rest"),
    ("longrest", "long rest"),
    ("unarmedstrike", "unarmed strike"),
    ("totalcover", "total cover"),
    ("halfcover", "half cover"),
    ("savingthrow", "saving throw"),
    ("armorclass", "armor class"),
];

/// Returns a code in words, with capitals as in a heading: `veryRare` is `Very Rare`, `trs` is
/// `Transmutation`.
pub fn in_words(code: &str) -> String {
    match WORDS.iter().find(|(known, _)| *known == code) {
        Some((_, words)) => (*words).to_owned(),
        None => title_case(&spaced(code)),
    }
}

/// Returns the code of some words: a known one, or the words in `camelCase`.
pub fn code_of(words: &str) -> String {
    match WORDS.iter().find(|(_, known)| known.eq_ignore_ascii_case(words.trim())) {
        Some((code, _)) => (*code).to_owned(),
        None => {
            let mut parts = words.split_whitespace().map(str::to_lowercase);
            let first = parts.next().unwrap_or_default();
            first + &parts.map(|part| capitalised(&part)).collect::<String>()
        }
    }
}

/// Returns a key of a rule in words, as its text writes it: `DifficultTerrain` is `Difficult Terrain`,
/// `prone` stays `prone`.
pub fn reference(key: &str) -> String {
    match WORDS.iter().find(|(known, _)| known.len() > 6 && *known == key) {
        Some((_, words)) => (*words).to_owned(),
        None if key.contains(' ') || key.contains('-') => key.to_owned(),
        None => {
            let is_title = key.starts_with(char::is_uppercase);
            let words = spaced(key);
            if is_title { words.split(' ').map(capitalised).collect::<Vec<_>>().join(" ") } else { words }
        }
    }
}

/// Separates the words of `camelCase`; each after the first begins with a small letter.
fn spaced(code: &str) -> String {
    let mut words = String::with_capacity(code.len() + 4);
    let mut was_small = false;
    for letter in code.chars() {
        if letter.is_uppercase() && was_small {
            words.push(' ');
            words.extend(letter.to_lowercase());
        } else {
            words.push(letter);
        }
        was_small = letter.is_lowercase();
    }
    words
}

/// Returns the name of a skill, given by its code or name, and its ability's short name.
pub fn skill(name: &str) -> Option<(&'static str, &'static str)> {
    let letters =
        |text: &str| text.chars().filter(char::is_ascii_alphabetic).collect::<String>().to_lowercase();
    let wanted = letters(name);
    let found = SKILLS.iter().find(|(code, full, _)| *code == wanted || letters(full) == wanted);
    found.map(|(_, full, ability)| (*full, *ability))
}

/// Returns the short name of an ability, given by its short or full name.
pub fn ability(name: &str) -> Option<&'static str> {
    let wanted = name.to_lowercase();
    let found = ABILITIES.iter().find(|(short, full)| *short == wanted || full.eq_ignore_ascii_case(&wanted));
    found.map(|(short, _)| *short)
}

/// Returns the parts of a list with a conjunction, without a comma before the last: `a, b and c`.
pub fn listed(parts: &[String], conjunction: &str) -> String {
    match parts {
        [start @ .., last] if !start.is_empty() => format!("{} {conjunction} {last}", start.join(", ")),
        parts => parts.concat(),
    }
}
