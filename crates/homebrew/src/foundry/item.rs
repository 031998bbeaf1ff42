//! Items of a creature or of their own: what they do, in the fields of dnd5e before and since its version 4.

use content::json::Object;
use serde_json::Value;

use super::fields::{at_path, system_of};
use super::formula::Formula;
use super::stats::Stats;

/// An item with the creature that has it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Item<'a> {
    pub(super) doc: Object<'a>,
    pub(super) system: Object<'a>,
    pub(super) owner: Option<Stats<'a>>,
}

/// An attack.
#[derive(Debug, PartialEq)]
pub(super) struct Attack {
    pub(super) is_melee: bool,
    pub(super) is_ranged: bool,
    pub(super) is_spell: bool,
    pub(super) bonus: Option<i32>,
}

/// A formula of damage or healing with its types.
#[derive(Debug)]
pub(super) struct Damage {
    pub(super) formula: String,
    pub(super) types: Vec<String>,
    /// True for the damage of a weapon, to which its wielder adds a modifier.
    is_base: bool,
}

impl<'a> Item<'a> {
    pub(super) fn new(doc: Object<'a>, owner: Option<Stats<'a>>) -> Self {
        Self { doc, system: system_of(doc), owner }
    }

    pub(super) fn kind(self) -> &'a str {
        self.doc.text("type").unwrap_or_default()
    }

    pub(super) fn name(self) -> &'a str {
        self.doc.text("name").unwrap_or_default()
    }

    pub(super) fn html(self) -> &'a str {
        let description = self.system.at("description");
        description.text("value").or_else(|| self.system.text("description")).unwrap_or_default()
    }

    /// Returns the value of a type field, which was a text before version 3.
    pub(super) fn subtype(self) -> &'a str {
        let old = match self.kind() {
            "weapon" => self.system.text("weaponType"),
            "consumable" => self.system.text("consumableType"),
            "tool" => self.system.text("toolType"),
            _ => self.system.at("armor").text("type"),
        };
        self.system.at("type").text("value").or(old).unwrap_or_default()
    }

    /// Returns the codes of properties: a list, or flags before version 3.
    pub(super) fn properties(self) -> Vec<&'a str> {
        let flags =
            ["properties", "components"].into_iter().flat_map(move |key| self.system.at(key).fields());
        let flags = flags.filter(|(_, value)| value.as_bool() == Some(true)).map(|(key, _)| key);
        self.system.texts("properties").chain(flags).collect()
    }

    pub(super) fn has(self, property: &str) -> bool {
        self.properties().contains(&property)
    }

    pub(super) fn activities(self) -> impl Iterator<Item = Object<'a>> {
        let activities = self.system.at("activities");
        activities.fields().map(|(_, value)| Object::new(value)).chain(self.system.list("activities"))
    }

    /// Returns the activity with an id, or else the first of some types.
    pub(super) fn activity(self, id: Option<&str>, types: &[&str]) -> Option<Object<'a>> {
        match id {
            Some(id) => self.activities().find(|activity| activity.text("_id") == Some(id)),
            None => self
                .activities()
                .find(|activity| activity.text("type").is_some_and(|kind| types.contains(&kind))),
        }
    }

    /// Returns how it is activated: type, number, and condition or trigger.
    pub(super) fn activation(self) -> (&'a str, u32, &'a str) {
        let old = self.system.at("activation");
        let first = self.activities().next().map_or(Object::NOTHING, |activity| activity.at("activation"));
        let is_old = old.text("type").is_some();
        let activation = if is_old { old } else { first };
        let number = activation.integer("value").or_else(|| activation.integer("cost")).unwrap_or(1);
        let kind = activation.text("type").filter(|kind| *kind != "none").unwrap_or_default();
        (kind, number, activation.text("condition").unwrap_or_default())
    }

    pub(super) fn attack(self, activity: Option<Object<'a>>) -> Option<Attack> {
        let old = self.system.text("actionType").unwrap_or_default();
        let attack = activity.filter(|activity| activity.text("type") == Some("attack"));
        if attack.is_none() && !matches!(old, "mwak" | "rwak" | "msak" | "rsak") {
            return None;
        }
        let details = attack.map_or(Object::NOTHING, |activity| activity.at("attack"));
        let kind = details.at("type");
        let is_spell = kind.text("classification") == Some("spell") || old.ends_with("sak");
        let stated = kind.text("value").or(match old.chars().next() {
            Some('m') => Some("melee"),
            Some('r') => Some("ranged"),
            _ => None,
        });
        let has_range = self.system.at("range").number("value").is_some_and(|value| value > 0.0);
        let of_weapon = self.subtype();
        let (is_melee, is_ranged) = match stated {
            // A thrown weapon of an old version is one attack for both.
            Some("melee") => (true, attack.is_none() && self.has("thr") && !is_spell),
            Some(_) => (false, true),
            None if of_weapon.ends_with('R') => (false, true),
            None => (true, self.has("thr") || !of_weapon.ends_with('M') && has_range),
        };
        let bonus = self.attack_bonus(details, is_melee, is_spell);
        Some(Attack { is_melee, is_ranged, is_spell, bonus })
    }

    fn attack_bonus(self, details: Object<'a>, is_melee: bool, is_spell: bool) -> Option<i32> {
        let owner = self.owner?;
        let old = self.system.value().get("attackBonus");
        let old = old.or_else(|| self.system.at("attack").value().get("bonus"));
        let bonus = owner.number(details.value().get("bonus").or(old));
        if details.flag("flat") || self.system.at("attack").flag("flat") {
            return Some(bonus);
        }
        let ability = self.ability(details, is_melee, is_spell);
        let modifier = if ability == "none" { 0 } else { owner.modifier(ability) };
        let is_proficient = self.system.number("proficient") != Some(0.0)
            && self.system.maybe_flag("proficient") != Some(false);
        let proficiency = if is_proficient { owner.proficiency() } else { 0 };
        Some(modifier + proficiency + bonus + owner.number(self.system.value().get("magicalBonus")))
    }

    /// Returns the short name of the ability that an attack uses.
    fn ability(self, details: Object<'a>, is_melee: bool, is_spell: bool) -> &'a str {
        let stated = details.text("ability").or_else(|| self.system.text("ability"));
        let Some(owner) = self.owner else { return stated.unwrap_or("str") };
        match stated {
            Some("spellcasting") => owner.spellcasting(),
            Some(stated) => stated,
            None if is_spell => owner.spellcasting(),
            None if self.has("fin") || self.subtype() == "natural" => {
                if owner.modifier("dex") > owner.modifier("str") { "dex" } else { "str" }
            }
            None if is_melee => "str",
            None => "dex",
        }
    }

    /// Returns the modifier of the ability that the item uses.
    pub(super) fn modifier(self, activity: Option<Object<'a>>) -> Option<i32> {
        let details = activity.map_or(Object::NOTHING, |activity| activity.at("attack"));
        let attack = self.attack(activity);
        let (is_melee, is_spell) = attack.map_or((true, false), |it| (it.is_melee, it.is_spell));
        Some(self.owner?.modifier(self.ability(details, is_melee, is_spell)))
    }

    /// Returns the damage or healing of an activity, that of its weapon first.
    pub(super) fn damage(self, activity: Option<Object<'a>>) -> Vec<Damage> {
        let damage = self.system.at("damage");
        let part = |part: Object<'_>, is_base| {
            let formula = formula_of(part)?;
            Some(Damage { formula, types: part.texts("types").map(str::to_owned).collect(), is_base })
        };
        let uses_base = activity.is_none_or(|it| {
            it.text("type") == Some("attack") && it.at("damage").maybe_flag("includeBase") != Some(false)
        });
        let base = if uses_base { part(damage.at("base"), true) } else { None };
        let activity = activity.unwrap_or(Object::NOTHING);
        let parts = activity.at("damage").list("parts").filter_map(|it| part(it, false));
        let healing = part(activity.at("healing"), false);
        base.into_iter().chain(parts).chain(healing).chain(self.old_damage()).collect()
    }

    /// Returns the damage of versions before 4: pairs of a formula and a type.
    fn old_damage(self) -> impl Iterator<Item = Damage> {
        self.system.at("damage").list("parts").filter_map(|part| {
            let mut texts = part.value().as_array()?.iter().map(|text| text.as_str().unwrap_or_default());
            let formula = texts.next()?.to_owned();
            let types = texts.next().filter(|kind| !kind.is_empty()).map(str::to_owned);
            Some(Damage { formula, types: types.into_iter().collect(), is_base: false })
        })
    }

    /// Returns the formula of damage with the values of its owner.
    pub(super) fn damage_formula(self, damage: &Damage, activity: Option<Object<'a>>) -> Option<Formula> {
        let formula = self.formula(&damage.formula, activity)?;
        let adds_modifier = damage.is_base && formula.has_dice() && !damage.formula.contains("@mod");
        match self.owner {
            Some(owner) if adds_modifier => {
                let magical = owner.number(self.system.value().get("magicalBonus"));
                Some(formula.plus(self.modifier(activity).unwrap_or_default() + magical))
            }
            _ => Some(formula),
        }
    }

    pub(super) fn formula(self, formula: &str, activity: Option<Object<'a>>) -> Option<Formula> {
        Formula::read(formula, |path| match (path, self.owner) {
            ("mod", Some(_)) => self.modifier(activity).map(|modifier| modifier.to_string()),
            ("item.level", _) => self.system.integer::<i64>("level").map(|level| level.to_string()),
            (_, Some(owner)) => owner.value(path),
            (_, None) => None,
        })
    }

    /// Returns the abilities and the difficulty class of a saving throw.
    pub(super) fn save(self, activity: Option<Object<'a>>) -> Option<(Vec<&'a str>, Option<i32>)> {
        let of_activity = activity.map(|activity| activity.at("save")).filter(|save| save.exists());
        let save = of_activity.unwrap_or_else(|| self.system.at("save"));
        let abilities: Vec<&str> = save.texts("ability").collect();
        let scaling = save.at("dc").text("calculation").or_else(|| save.text("scaling")).unwrap_or_default();
        let dc = match (save.value().get("dc"), self.owner) {
            (_, Some(owner)) if matches!(scaling, "spellcasting" | "spell") => Some(owner.spell_dc()),
            (_, Some(owner)) if scaling.len() == 3 => Some(8 + owner.proficiency() + owner.modifier(scaling)),
            (Some(Value::Object(dc)), owner) => {
                let formula = dc.get("formula").or_else(|| dc.get("value"));
                let number = owner.map(|owner| owner.number(formula));
                number.or_else(|| formula?.as_str()?.parse().ok()).filter(|dc| *dc > 0)
            }
            (Some(number), _) => content::json::whole(number).and_then(|dc| i32::try_from(dc).ok()),
            (None, _) => None,
        };
        (!abilities.is_empty()).then_some((abilities, dc))
    }

    /// Returns how often it can be used, such as `3/Day` or `Recharge 5–6`.
    pub(super) fn uses(self) -> Option<String> {
        let own = self.system.at("uses");
        let activities: Vec<Object<'_>> = self.activities().collect();
        let of_activity = match activities.as_slice() {
            [one] => one.at("uses"),
            _ => Object::NOTHING,
        };
        let recharge: Option<u8> = self.system.at("recharge").integer("value").filter(|value| *value > 0);
        if let Some(from) = recharge {
            return Some(recharging(from));
        }
        [own, of_activity].into_iter().find_map(|uses| {
            let recovery = uses.list("recovery").next();
            let period = recovery.and_then(|it| it.text("period")).or_else(|| uses.text("per"))?;
            if period == "recharge" {
                let from = recovery.and_then(|it| it.value().get("formula")?.as_str()?.parse().ok());
                return Some(recharging(from.unwrap_or(6)));
            }
            let max = uses.value().get("max")?;
            let max = match (max, self.owner) {
                (_, Some(owner)) => owner.number(Some(max)),
                (Value::String(text), None) => text.trim().parse().ok()?,
                (number, None) => i32::try_from(content::json::whole(number)?).ok()?,
            };
            let period = match period {
                "day" => "Day".to_owned(),
                "charges" => return None,
                "sr" => "Short Rest".to_owned(),
                "lr" => "Long Rest".to_owned(),
                other => super::codes::in_words(other),
            };
            (max > 0).then(|| format!("{max}/{period}"))
        })
    }
}

fn recharging(from: u8) -> String {
    if from < 6 { format!("Recharge {from}–6") } else { "Recharge 6".to_owned() }
}

/// Returns the formula of a part of damage: dice and a bonus, or a text of its own.
pub(super) fn formula_of(part: Object<'_>) -> Option<String> {
    let custom = part.at("custom");
    if custom.flag("enabled") {
        return custom.string("formula");
    }
    let dice = part.integer::<u32>("number").zip(
        part.integer::<u32>("denomination")
            .or_else(|| part.text("denomination")?.trim_start_matches('d').parse().ok()),
    );
    let dice = dice.filter(|(number, faces)| *number > 0 && *faces > 0);
    let dice = dice.map(|(number, faces)| format!("{number}d{faces}"));
    let bonus = at_path(part, &["bonus"]).filter(|bonus| bonus != "0");
    match (dice, bonus) {
        (Some(dice), Some(bonus)) => Some(format!("{dice} + {bonus}")),
        (dice, bonus) => dice.or(bonus),
    }
}
