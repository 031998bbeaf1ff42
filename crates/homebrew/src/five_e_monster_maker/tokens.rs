//! Texts with tokens such as `{NAME}`, `{DC:STR}` and `{2d6+3}`, and texts that are made of numbers.

use content::markdown::{ability_in_full, joined};
use content::model::{ChallengeRating, capitalised, grouped};
use regex::Captures;
use serde_json::{Map, Value};
use text::{Pattern, pattern};

use crate::creature::{SHORT, roll};
use crate::fields::{Passage, in_words, number};

static TOKEN: Pattern = pattern!(r"\{([^{}\n]{1,80})\}");
static DICE: Pattern = pattern!(r"^(\d{1,6})d(\d{1,6}) *(?:([+-]) *(\d{1,6}))?$");
/// Matches the start of a sentence in small letters.
static START: Pattern = pattern!(r"(^|[.!?]\s+)the ");

type Object = Map<String, Value>;

/// What the texts of a creature refer to.
pub(super) struct Context {
    /// The name in a sentence, perhaps with an article.
    pub(super) name: String,
    pub(super) proficiency: i64,
    pub(super) modifiers: [i64; 6],
    /// The number of hit dice, their sides, and what is added.
    pub(super) hit_points: [i64; 3],
    pub(super) rating: String,
}

impl Context {
    pub(super) fn modifier(&self, ability: &str) -> i64 {
        let ability = ability.to_lowercase();
        let found = SHORT.iter().zip(self.modifiers).find(|(short, _)| **short == ability);
        found.map_or(0, |(_, modifier)| modifier)
    }

    /// Returns a bonus: what is stated, or the modifier of an ability and the proficiency bonus,
    /// `times` times.
    pub(super) fn bonus(&self, ability: &str, stated: &Object, times: i64) -> i64 {
        match stated.get("overrideValue").and_then(number) {
            Some(bonus) if stated.get("override") == Some(&Value::Bool(true)) => bonus,
            _ => self.modifier(ability).saturating_add(self.proficiency.saturating_mul(times)),
        }
    }

    /// Replaces the tokens of a text. `item` has the fields to which some refer.
    pub(super) fn replaced(&self, text: &str, item: &Object) -> String {
        let value = |found: &Captures<'_>| {
            let token = found.get(1).map_or("", |token| token.as_str()).trim();
            self.value(token, item).unwrap_or_else(|| token.to_owned())
        };
        let text = TOKEN.replace_all(text, value);
        START.replace_all(&text, "${1}The ").into_owned()
    }

    fn value(&self, token: &str, item: &Object) -> Option<String> {
        if let Some(found) = DICE.captures(token) {
            let part = |index: usize| found.get(index).and_then(|part| part.as_str().parse::<i64>().ok());
            let bonus = part(4).unwrap_or(0);
            let bonus = if found.get(3).is_some_and(|sign| sign.as_str() == "-") { -bonus } else { bonus };
            return roll(part(1)?, part(2)?, bonus);
        }
        let (name, of) = token.split_once([':', '.']).unwrap_or((token, ""));
        Some(match (name.to_lowercase().as_str(), of) {
            ("name", _) => self.name.clone(),
            ("dc", of) => {
                format!("DC {}", self.modifier(of).saturating_add(self.proficiency).saturating_add(8))
            }
            ("a", of) => format!("{:+}", self.modifier(of).saturating_add(self.proficiency)),
            ("monster", "hp") => {
                let [count, die, bonus] = self.hit_points;
                roll(count, die, bonus)?
            }
            ("xp", of) => {
                let is_more = of.ends_with('+');
                let points = |rating: &str| Some(rating.parse::<ChallengeRating>().ok()?.experience_points());
                let own = points(&self.rating).unwrap_or(0);
                let rating = of.trim_end_matches('+');
                let stated = if rating == "monster" { own } else { points(rating)? };
                format!("{} XP", grouped((stated + if is_more { own } else { 0 }).into()))
            }
            (_, "limitedUse") => self.limit(item),
            (_, of) => in_words(item.get(of)?),
        })
    }

    /// Returns a trait, action or reaction.
    pub(super) fn passage(&self, item: &Object) -> Passage {
        let word = |key: &str| item.get(key).map(in_words).unwrap_or_default();
        let mut text = String::new();
        if let Some(ability) = ability_in_full(&word("stat")) {
            let stated = item.get("save").and_then(Value::as_object).cloned().unwrap_or_default();
            let base = if stated.get("override") == Some(&Value::Bool(true)) { 0 } else { 8 };
            let save = self.bonus(&word("stat"), &stated, 1).saturating_add(base);
            text = format!("*{ability} Saving Throw:* DC {save}, {}. ", word("range"));
        }
        for effect in item.get("effects").and_then(Value::as_array).into_iter().flatten() {
            let part = |key: &str| effect.get(key).map(in_words).unwrap_or_default();
            text += &format!("*{}:* {} ", part("case"), part("effect"));
        }
        let trigger = word("trigger");
        if !trigger.is_empty() {
            text += &format!("*Trigger:* {trigger} *Response:* ");
        }
        text += &word("description");
        let name = format!("{}{}", word("name"), self.limit(item));
        (self.replaced(&name, item), self.replaced(&text, item))
    }

    /// Returns how often something can be used, such as ` (3/Day)` or ` (Recharge 5-6)`.
    fn limit(&self, item: &Object) -> String {
        let recharge = item.get("recharge").map(in_words).unwrap_or_default();
        let uses = item.get("limitedUse").and_then(Value::as_object);
        let count = uses.and_then(|uses| number(uses.get("count")?)).unwrap_or(0);
        match (recharge.as_str(), count) {
            ("", 1..) => {
                let rate = uses.and_then(|uses| uses.get("rate")).map(in_words).unwrap_or_default();
                format!(" ({})", self.uses(count, &rate))
            }
            ("", _) => String::new(),
            (recharge, _) => format!(" (Recharge {recharge})"),
        }
    }

    /// Returns a rate such as `3/Day Each` or `At will`.
    pub(super) fn uses(&self, count: i64, rate: &str) -> String {
        let rate = match rate.to_lowercase().replace('_', " ").as_str() {
            "at will" => return "At will".to_owned(),
            "long or short" => "long or short rest".to_owned(),
            rate => rate.to_owned(),
        };
        let words =
            rate.split(' ').map(|word| if word == "or" { word.to_owned() } else { capitalised(word) });
        format!("{count}/{}", words.collect::<Vec<_>>().join(" "))
    }

    /// Returns an attack.
    pub(super) fn attack(&self, item: &Object) -> Passage {
        let word = |of: &Object, key: &str| of.get(key).map(in_words).unwrap_or_default();
        let part = |key: &str| item.get(key).and_then(Value::as_object).cloned().unwrap_or_default();
        let name = word(item, "name");
        if item.get("useCustomRenderer") == Some(&Value::Bool(true)) {
            let text = self.replaced(&word(item, "customRenderer"), item);
            return (name, text);
        }
        let (distance, range) = (word(item, "distance").to_lowercase(), part("range"));
        let [reach, near, far] = ["reach", "standard", "long"].map(|key| word(&range, key));
        let (distance, range) = match distance.as_str() {
            "ranged" => ("Ranged", format!("range {near}/{far} ft.")),
            "both" => ("Melee or Ranged", format!("reach {reach} ft. or range {near}/{far} ft.")),
            _ => ("Melee", format!("reach {reach} ft.")),
        };
        let targets = usize::try_from(item.get("targets").and_then(number).unwrap_or(1)).unwrap_or(1);
        let kind = capitalised(&word(item, "kind").to_lowercase());
        let modifier = part("modifier");
        let is_proficient = modifier.get("proficient") == Some(&Value::Bool(true));
        let to_hit = self.bonus(&word(&modifier, "stat"), &modifier, is_proficient.into());
        let mut damage = self.damage(&part("damage"));
        let other = part("alternateDamage");
        if other.get("active") == Some(&Value::Bool(true)) {
            damage += &format!(", or {} {}", self.damage(&other), word(&other, "condition"));
        }
        let more: Vec<String> = item
            .get("additionalDamage")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_object)
            .map(|more| format!("{} {}", self.damage(more), word(more, "note")).trim().to_owned())
            .collect();
        if !more.is_empty() {
            damage += &format!(" plus {}", joined(&more, "and"));
        }
        let text = format!(
            "{distance} {kind} Attack: {to_hit:+} to hit, {range}, {} target{}. Hit: {}. {}",
            words_of(targets),
            if targets == 1 { "" } else { "s" },
            damage.trim(),
            self.replaced(&word(item, "description"), item),
        );
        (name, text.trim().to_owned())
    }

    fn damage(&self, item: &Object) -> String {
        let [count, die] = ["count", "dice"].map(|key| item.get(key).and_then(number).unwrap_or(0));
        let modifier = item.get("modifier").and_then(Value::as_object);
        let bonus = modifier.map_or(0, |modifier| {
            self.bonus(&modifier.get("stat").map(in_words).unwrap_or_default(), modifier, 0)
        });
        let kind = item.get("type").map(in_words).unwrap_or_default();
        format!("{} {kind} damage", roll(count, die, bonus).unwrap_or_default())
    }
}

/// Returns a small number in words.
pub(super) fn words_of(number: usize) -> String {
    let words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    words.get(number).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}
