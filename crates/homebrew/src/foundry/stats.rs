//! The numbers of a creature: those that its document states, and those that the rules derive from them.

use content::json::{Object, whole};
use content::model::{AbilityScores, ChallengeRating, fold};
use serde_json::Value;

use super::codes::{self, SKILLS};
use super::fields::{at_path, is_2024, system_of};
use super::formula::Formula;

/// A creature whose numbers are asked for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stats<'a> {
    pub(super) name: &'a str,
    pub(super) system: Object<'a>,
    pub(super) rating: Option<ChallengeRating>,
}

impl<'a> Stats<'a> {
    pub(super) fn of(doc: Object<'a>, system: Object<'a>) -> Self {
        let details = system.at("details");
        let rating = match details.value().get("cr") {
            Some(Value::String(text)) => text.parse().ok(),
            Some(number) => number.as_f64().and_then(|number| ChallengeRating::from_decimal(number).ok()),
            None => None,
        };
        Self { name: doc.text("name").unwrap_or_default(), system, rating }
    }

    pub(super) fn scores(&self) -> AbilityScores {
        let score = |ability| self.system.at("abilities").at(ability).integer("value").unwrap_or(10);
        AbilityScores {
            strength: score("str"),
            dexterity: score("dex"),
            constitution: score("con"),
            intelligence: score("int"),
            wisdom: score("wis"),
            charisma: score("cha"),
        }
    }

    pub(super) fn modifier(&self, ability: &str) -> i32 {
        let scores = self.scores().in_order();
        let score = scores.iter().find(|(short, _)| short.eq_ignore_ascii_case(ability));
        score.map_or(0, |(_, score)| AbilityScores::modifier(*score))
    }

    pub(super) fn proficiency(&self) -> i32 {
        self.rating.map_or(2, |rating| i32::from(rating.proficiency_bonus()))
    }

    /// Returns the bonus to a saving throw, and whether it is proficient.
    pub(super) fn save(&self, ability: &str) -> (i32, bool) {
        let object = self.system.at("abilities").at(ability);
        let multiplier = object.number("proficient").unwrap_or_default();
        let bonus = self.number(object.at("bonuses").value().get("save"));
        let all = self.number(self.system.at("bonuses").at("abilities").value().get("save"));
        (self.modifier(ability) + self.times(multiplier) + bonus + all, multiplier > 0.0)
    }

    /// Returns the bonus to a skill, and whether it is proficient.
    pub(super) fn skill(&self, code: &str) -> (i32, bool) {
        let object = self.system.at("skills").at(code);
        let usual = SKILLS.iter().find(|(known, ..)| *known == code).map_or("", |(.., ability)| *ability);
        let multiplier = object.number("value").unwrap_or_default();
        let bonus = self.number(object.at("bonuses").value().get("check"));
        let ability = object.text("ability").unwrap_or(usual);
        (self.modifier(ability) + self.times(multiplier) + bonus, multiplier > 0.0)
    }

    pub(super) fn passive(&self, code: &str) -> i32 {
        let bonus = self.system.at("skills").at(code).at("bonuses");
        10 + self.skill(code).0 + self.number(bonus.value().get("passive"))
    }

    pub(super) fn initiative(&self) -> i32 {
        let object = self.system.at("attributes").at("init");
        let ability = object.text("ability").unwrap_or("dex");
        self.modifier(ability) + self.number(object.value().get("bonus"))
    }

    pub(super) fn spell_dc(&self) -> i32 {
        let bonus = self.number(self.system.at("bonuses").at("spell").value().get("dc"));
        8 + self.proficiency() + self.modifier(self.spellcasting()) + bonus
    }

    pub(super) fn spellcasting(&self) -> &'a str {
        self.system.at("attributes").text("spellcasting").unwrap_or("int")
    }

    /// Returns the armor class with its origin.
    pub(super) fn armor_class(&self, items: &[Object<'a>]) -> (Option<u32>, Option<String>) {
        let object = self.system.at("attributes").at("ac");
        let flat: Option<i32> = object.integer("flat").or_else(|| object.integer("value"));
        let dexterity = self.modifier("dex");
        let calculation = object.text("calc").unwrap_or("default");
        let (armor_class, detail) = match (calculation, flat) {
            ("natural", Some(flat)) => (flat, Some("natural armor".to_owned())),
            ("flat", Some(flat)) => (flat, None),
            ("mage", _) => (13 + dexterity, Some("with mage armor".to_owned())),
            ("draconic", _) => (13 + dexterity, Some("natural armor".to_owned())),
            ("unarmoredMonk", _) => (10 + dexterity + self.modifier("wis"), None),
            ("unarmoredBarb", _) => (10 + dexterity + self.modifier("con"), None),
            ("unarmoredBard", _) => (10 + dexterity + self.modifier("cha"), None),
            ("custom", _) => (self.number(object.value().get("formula")), None),
            (_, Some(flat)) if object.value().get("calc").is_none() => (flat, None),
            _ => worn_armor(items, dexterity),
        };
        (u32::try_from(armor_class).ok(), detail)
    }

    fn times(&self, multiplier: f64) -> i32 {
        let bonus = f64::from(self.proficiency()) * multiplier.clamp(0.0, 2.0);
        #[expect(clippy::cast_possible_truncation, reason = "between 0 and 18")]
        let bonus = bonus.floor() as i32;
        bonus
    }

    /// Calculates a number that is a formula; 0 if it cannot be.
    pub(super) fn number(&self, value: Option<&Value>) -> i32 {
        let number = match value {
            Some(Value::String(text)) => {
                Formula::read(text, |path| self.value(path)).and_then(|formula| formula.as_number())
            }
            Some(number) => whole(number).and_then(|number| i32::try_from(number).ok()),
            None => None,
        };
        number.unwrap_or_default().clamp(-1000, 1000)
    }

    /// Returns a value of a creature by its path, such as `abilities.str.mod`.
    pub(super) fn value(&self, path: &str) -> Option<String> {
        let parts: Vec<&str> = path.split('.').collect();
        let number = match parts.as_slice() {
            ["name"] => return Some(self.name.to_owned()),
            ["details", "type", ..] => return self.system.at("details").at("type").string("value"),
            ["prof"] | ["attributes", "prof"] => self.proficiency(),
            ["abilities", ability, "mod"] => self.modifier(ability),
            ["abilities", ability, "save"] | ["abilities", ability, "save", "value"] => self.save(ability).0,
            ["abilities", ability, "dc"] => 8 + self.proficiency() + self.modifier(ability),
            ["attributes", "spell", "dc"] | ["attributes", "spelldc"] => self.spell_dc(),
            ["attributes", "spell", "mod"] => self.modifier(self.spellcasting()),
            ["attributes", "spell", "attack"] => self.proficiency() + self.modifier(self.spellcasting()),
            ["skills", code, "passive"] => self.passive(code),
            ["skills", code, "total" | "mod"] => self.skill(code).0,
            ["resources", "legact", "label"] => return Some(self.legendary_text()),
            _ => return at_path(self.system, &parts),
        };
        Some(number.to_string())
    }

    /// Returns the introduction of legendary actions (SRD 5.1 and 5.2, "Legendary Creatures").
    pub(super) fn legendary_text(&self) -> String {
        let legendary = self.system.at("resources").at("legact");
        let (number, name) = (legendary.integer("max").unwrap_or(3_u8), fold(self.name));
        if !is_2024(self.system) {
            return format!(
                "The {name} can take {number} legendary actions, choosing from the options below. Only one \
                 legendary action option can be used at a time and only at the end of another creature's turn. \
                 The {name} regains spent legendary actions at the start of its turn."
            );
        }
        let lair = self.system.at("resources").at("lair").flag("value");
        let lair = if lair { format!(" ({} in Lair)", number.saturating_add(1)) } else { String::new() };
        format!(
            "Legendary Action Uses: {number}{lair}. Immediately after another creature's turn, the {name} can \
             expend a use to take one of the following actions. The {name} regains all expended uses at the \
             start of each of its turns."
        )
    }
}

fn worn_armor(items: &[Object<'_>], dexterity: i32) -> (i32, Option<String>) {
    let (mut best, mut shield) = (10 + dexterity, 0);
    let (mut armor_name, mut shield_name) = (None, None);
    for item in items.iter().filter(|item| item.text("type") == Some("equipment")) {
        let system = system_of(*item);
        let armor = system.at("armor");
        let magical = i32::from(armor.integer::<i16>("magicalBonus").unwrap_or_default());
        let Some(value) = armor.integer::<i16>("value").map(|value| i32::from(value) + magical) else {
            continue;
        };
        if system.maybe_flag("equipped") == Some(false) {
            continue;
        }
        let kind = system.at("type").text("value").or_else(|| armor.text("type")).unwrap_or_default();
        let limit = armor.integer("dex").unwrap_or(if kind == "heavy" { 0 } else { i32::MAX });
        let name = || item.text("name").map(|name| codes::in_words(&fold(name)).to_lowercase());
        match kind {
            "shield" => (shield, shield_name) = (shield.max(value), name()),
            "light" | "medium" | "heavy" if value + dexterity.min(limit) >= best || armor_name.is_none() => {
                best = value + dexterity.min(limit);
                armor_name = name();
            }
            _ => {}
        }
    }
    let worn: Vec<String> = [armor_name, shield_name].into_iter().flatten().collect();
    (best + shield, Some(worn.join(", ")).filter(|worn| !worn.is_empty()))
}
