//! Rolls in texts: attacks, damage, saving throws and checks, as books write them.

use content::json::Object;
use content::markdown::ability_in_full;

use super::codes::{self, listed};
use super::config::Config;
use super::formula::Formula;
use super::item::{Attack, Damage};
use super::text::Scope;

impl<'a> Scope<'a> {
    pub(super) fn attack(&self, config: &Config) -> Option<String> {
        let activity = self.item.activity(config.get("activity"), &["attack"]);
        let formula = config
            .get("formula")
            .or_else(|| config.values.iter().map(String::as_str).find(|it| is_formula(it)));
        let attack = self.item.attack(activity);
        let bonus = match formula {
            Some(formula) => self.item.formula(formula, activity)?.as_number(),
            None => attack.as_ref()?.bonus,
        };
        let bonus = bonus.map_or_else(|| "your attack modifier".to_owned(), |bonus| format!("{bonus:+}"));
        let bonus = if self.is_2024 { bonus } else { format!("{bonus} to hit") };
        match attack {
            Some(attack) if config.has("extended") => Some(self.extended_attack(&attack, &bonus, activity)),
            _ => Some(bonus),
        }
    }

    /// Returns an attack as stat blocks print it, without its end.
    pub(super) fn extended_attack(
        &self,
        attack: &Attack,
        bonus: &str,
        activity: Option<Object<'a>>,
    ) -> String {
        let ways = match (attack.is_melee, attack.is_ranged) {
            (true, true) => "Melee or Ranged",
            (true, false) => "Melee",
            _ => "Ranged",
        };
        let class = if attack.is_spell { "Spell" } else { "Weapon" };
        let title =
            if self.is_2024 { format!("{ways} Attack Roll:") } else { format!("{ways} {class} Attack:") };
        let target = activity.map_or(Object::NOTHING, |it| it.at("target").at("affects"));
        let target = match target.text("special").or(target.text("type")) {
            _ if self.is_2024 => String::new(),
            Some("creature") => ", one creature".to_owned(),
            Some(special) if special.contains(' ') => format!(", {special}"),
            _ => ", one target".to_owned(),
        };
        let reach = self.reach(attack, activity).map(|reach| format!(", {reach}")).unwrap_or_default();
        // A full stop follows.
        format!("<em>{title}</em> {bonus}{reach}{target}").trim_end_matches('.').to_owned()
    }

    fn reach(&self, attack: &Attack, activity: Option<Object<'a>>) -> Option<String> {
        let own = self.item.system.at("range");
        let overridden = activity.map(|activity| activity.at("range"));
        let is_weapon = self.item.kind() == "weapon";
        let range = overridden.filter(|range| !is_weapon || range.flag("override")).unwrap_or(own);
        let (value, long) = (range.number("value"), own.number("long").filter(|long| *long > 0.0));
        let value = value.filter(|value| *value > 0.0);
        let units = range.text("units").filter(|units| *units != "ft").map_or("ft.", |units| units);
        // Before version 4, the range of a melee weapon was its reach.
        let is_old = self.item.system.text("actionType").is_some();
        let usual = if self.item.has("rch") { 10.0 } else { 5.0 };
        let reach = own.number("reach").filter(|reach| *reach > 0.0);
        let reach = reach.or(value.filter(|_| is_old && long.is_none() || !is_weapon)).unwrap_or(usual);
        let reach = attack.is_melee.then(|| format!("reach {reach} {units}"));
        let range = value.filter(|_| attack.is_ranged).map(|value| match long.filter(|long| *long > value) {
            Some(long) => format!("range {value}/{long} {units}"),
            None => format!("range {value} {units}"),
        });
        let ways: Vec<String> = [reach, range].into_iter().flatten().collect();
        (!ways.is_empty()).then(|| listed(&ways, "or"))
    }

    pub(super) fn damage(&self, config: &Config, is_healing: bool) -> Option<String> {
        let is_extended = config.has("extended");
        let parts = config.several.iter().filter_map(|part| self.stated_damage(part, is_healing));
        let mut parts: Vec<String> = parts.collect();
        if parts.is_empty() {
            let types: &[&str] = if is_healing { &["heal"] } else { &["attack", "damage", "save"] };
            let id = config.get("activity");
            let activity = self.item.activity(id, types);
            parts = self.damage_of(activity, is_extended || config.has("average"));
        }
        let text = if is_healing { parts.join(" plus ") } else { listed(&parts, "plus") };
        if is_extended {
            Some(format!("<em>Hit:</em> {text}"))
        } else {
            Some(text).filter(|it| !it.is_empty())
        }
    }

    /// Returns the damage of an activity: `5 (1d6 + 2) slashing damage`, without the last word.
    pub(super) fn damage_of(&self, activity: Option<Object<'a>>, has_average: bool) -> Vec<String> {
        let damage = self.item.damage(activity);
        let in_words = |damage: &Damage| {
            let formula = self.item.damage_formula(damage, activity);
            let formula = formula.map_or_else(|| damage.formula.clone(), |it| amount(&it, has_average));
            self.typed(&formula, &damage.types)
        };
        damage.iter().map(in_words).collect()
    }

    fn stated_damage(&self, config: &Config, is_healing: bool) -> Option<String> {
        let is_type = |word: &&String| !is_formula(word) && !matches!(word.as_str(), "average" | "extended");
        let mut types: Vec<String> = config.values.iter().filter(is_type).cloned().collect();
        types.extend(
            config.get("type").into_iter().flat_map(|types| types.split(['/', '|'])).map(str::to_owned),
        );
        if is_healing && types.is_empty() {
            types.push("healing".to_owned());
        }
        let formula: Vec<&str> =
            config.values.iter().map(String::as_str).filter(|it| is_formula(it)).collect();
        let formula = config.get("formula").map_or_else(|| formula.join(" "), str::to_owned);
        if formula.is_empty() {
            return None;
        }
        let has_average = config.has("average") || config.has("extended");
        let known = self.item.formula(&formula, None).map(|formula| amount(&formula, has_average));
        let amount = known.unwrap_or_else(|| self.formula_in_words(&formula));
        Some(self.typed(&amount, &types))
    }

    fn typed(&self, amount: &str, types: &[String]) -> String {
        let words = |code: &String| match code.as_str() {
            "healing" => "Hit Points".to_owned(),
            "temp" | "temphp" => "Temporary Hit Points".to_owned(),
            other => codes::in_words(other),
        };
        let types = listed(&types.iter().map(words).collect::<Vec<_>>(), "or");
        let types = if self.is_2024 { types } else { types.to_lowercase() };
        format!("{amount} {types}").trim().to_owned()
    }

    pub(super) fn save(&self, config: &Config, is_concentration: bool) -> Option<String> {
        let mut abilities: Vec<&str> = config.values.iter().filter_map(|it| codes::ability(it)).collect();
        abilities.extend(
            config.get("ability").into_iter().flat_map(|it| it.split(['/', '|'])).filter_map(codes::ability),
        );
        let mut dc = self.difficulty(config);
        if abilities.is_empty() && !is_concentration {
            let activity = self.item.activity(config.get("activity"), &["save"]);
            let (of_item, of_item_dc) = self.item.save(activity)?;
            abilities = of_item.into_iter().filter_map(codes::ability).collect();
            dc = dc.or(of_item_dc);
        }
        let names = abilities.iter().filter_map(|ability| ability_in_full(ability)).map(str::to_owned);
        let names = if is_concentration {
            "concentration".to_owned()
        } else {
            listed(&names.collect::<Vec<_>>(), "or")
        };
        let dc = dc.map(|dc| format!("DC {dc} ")).unwrap_or_default();
        let end = if config.is_long() { " saving throw" } else { "" };
        Some(format!("{dc}{names}{end}"))
    }

    fn difficulty(&self, config: &Config) -> Option<i32> {
        let value = config.values.iter().find_map(|value| value.parse().ok());
        value.or_else(|| self.item.formula(config.get("dc")?, None)?.as_number())
    }

    pub(super) fn check(&self, config: &Config) -> Option<String> {
        let named = |key| config.get(key).into_iter().flat_map(|it| it.split(['/', '|']));
        let values = || config.values.iter().map(String::as_str);
        let stated = values().chain(config.get("ability")).find_map(codes::ability);
        let skills: Vec<(&str, &str)> = values().chain(named("skill")).filter_map(codes::skill).collect();
        let is_tool = |word: &&str| {
            word.parse::<f64>().is_err()
                && codes::ability(word).is_none()
                && codes::skill(word).is_none()
                && *word != "passive"
        };
        let tools = values().filter(is_tool).chain(named("tool")).map(codes::in_words);
        let tools: Vec<String> = tools.collect();
        let ability = stated.or(skills.first().map(|(_, ability)| *ability)).and_then(ability_in_full);
        let mut proficiencies: Vec<String> = skills.into_iter().map(|(name, _)| name.to_owned()).collect();
        proficiencies.extend(tools);
        let name = match (ability, proficiencies.is_empty()) {
            (Some(ability), true) => ability.to_owned(),
            (Some(ability), false) => format!("{ability} ({})", listed(&proficiencies, "or")),
            (None, false) => listed(&proficiencies, "or"),
            (None, true) => {
                let activity = self.item.activity(config.get("activity"), &["check"])?.at("check");
                ability_in_full(activity.text("ability")?)?.to_owned()
            }
        };
        if config.has("passive") {
            return Some(format!("passive {name}"));
        }
        let dc = self.difficulty(config).map(|dc| format!("DC {dc} ")).unwrap_or_default();
        Some(format!("{dc}{name}{}", if config.is_long() { " check" } else { "" }))
    }
}

fn amount(formula: &Formula, has_average: bool) -> String {
    match formula.average() {
        Some(average) if has_average && formula.has_dice() => format!("{average} ({formula})"),
        _ => formula.to_string(),
    }
}

fn is_formula(word: &str) -> bool {
    let signs = |letter: char| letter.is_ascii_digit() || "+-*/@(".contains(letter);
    word.starts_with(signs) || matches!(word, "d4" | "d6" | "d8" | "d10" | "d12" | "d20")
}
