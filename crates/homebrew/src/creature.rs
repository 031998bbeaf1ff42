//! The fields of creatures in the forms that several programs share.

use content::markdown::ability_in_full;
use content::model::{AbilityScores, ChallengeRating, capitalised, fold, title_case};
use content::stat_block;
use serde_json::{Map, Value, json};
use text::{Pattern, pattern};

use crate::fields::{Fields, Passage, in_words, number};

/// Matches a number and what follows it: `17 (natural armor)`.
static NUMBER: Pattern = pattern!(r"^\s*(\d{1,9})\b[\s,;]*(.*)$");
static DICE: Pattern = pattern!(r"^(\d*d\d+)\s*(?:([+−–-])\s*(\d+))?$");
static POINTS: Pattern = pattern!(r"(?i)([\d,]+) ?XP");

/// The abilities in printed order, as many programs call them.
pub(crate) const SHORT: [&str; 6] = ["str", "dex", "con", "int", "wis", "cha"];

impl Fields {
    /// Sets the armor class and its origin, of which either may hold both.
    pub(crate) fn set_armor_class(&mut self, value: &Value, detail: Option<String>) {
        let (number, more) = number_and_rest(&in_words(value));
        let detail = [more, without_parentheses(&detail.unwrap_or_default())];
        let detail: Vec<String> = detail.into_iter().filter(|detail| !detail.is_empty()).collect();
        self.set("armor_class", number);
        self.set("armor_detail", detail.join(", "));
    }

    /// Sets the hit points and the hit dice, of which either may hold both.
    pub(crate) fn set_hit_points(&mut self, value: &Value, dice: Option<String>) {
        let (number, more) = number_and_rest(&in_words(value));
        let dice =
            dice.map(|dice| without_parentheses(&dice)).filter(|dice| !dice.is_empty()).unwrap_or(more);
        self.set("hit_points", number);
        self.set("hit_dice", DICE.replace(&dice, "$1$2$3").replace(['−', '–'], "-"));
    }

    /// Sets the ability scores, in printed order. If some are missing, the others stand in the text.
    pub(crate) fn set_scores(&mut self, scores: [Option<Value>; 6]) {
        let scores = scores.map(|score| score.and_then(|score| u16::try_from(number(&score)?).ok()));
        let given = stat_block::ABILITIES.iter().zip(scores);
        let all: Map<String, Value> =
            given.clone().filter_map(|(name, score)| Some((fold(name), score?.into()))).collect();
        if all.len() == scores.len() {
            self.set("ability_scores", all);
        } else if !all.is_empty() {
            self.note("some of the six ability scores are missing; the others stand in the text".to_owned());
            let given = given.filter_map(|(name, score)| Some(format!("{name} {}", score?)));
            self.describe(&format!("**Ability Scores.** {}", given.collect::<Vec<_>>().join(", ")));
        }
    }

    /// Returns the modifier of an ability, after the scores are set; 0 without them.
    pub(crate) fn modifier(&self, ability: &str) -> i64 {
        let scores = self.entry.fields.get("ability_scores");
        let score = ability_in_full(ability).and_then(|ability| scores?.get(fold(ability))?.as_u64());
        score
            .and_then(|score| u16::try_from(score).ok())
            .map_or(0, |score| AbilityScores::modifier(score).into())
    }

    /// Sets the challenge rating, and the experience points if they stand behind it.
    pub(crate) fn set_rating(&mut self, key: &str, value: Value) {
        let words = in_words(&value);
        let first = words.split([' ', '(', ',']).next().unwrap_or_default();
        match first.parse::<ChallengeRating>() {
            Ok(rating) => {
                self.set("challenge_rating", json!(rating));
                let points = POINTS.captures(&words).and_then(|found| number(&found.get(1)?.as_str().into()));
                self.set("experience_points", points);
            }
            Err(_) if words.trim_matches(['—', '–', '-', ' ']).is_empty() => {}
            Err(_) => self.reject(key, &value),
        }
    }

    /// Sets bonuses by name: of abilities, if `of_abilities`, or of skills.
    pub(crate) fn set_bonuses(&mut self, field: &str, bonuses: impl IntoIterator<Item = (String, Value)>) {
        let mut read = Map::new();
        for (name, bonus) in bonuses {
            let full = ability_in_full(name.trim()).filter(|_| field == "saving_throws");
            let known = full.map_or_else(|| title_case(&name.trim().to_lowercase()), str::to_owned);
            match number(&bonus).and_then(|bonus| i32::try_from(bonus).ok()) {
                Some(bonus) if !known.is_empty() => {
                    read.insert(known, bonus.into());
                }
                _ => self.reject(&format!("{} {name}", field.replace('_', " ")), &bonus),
            }
        }
        self.set(field, read);
    }

    /// Sets size, type, its tag and alignment. The type may have its tag in parentheses.
    pub(crate) fn set_kind(&mut self, [size, kind, tag, alignment]: [Option<String>; 4]) {
        let kind = kind.unwrap_or_default();
        let (name, rest) = kind.split_once('(').unwrap_or((&kind, ""));
        let tags = [rest.trim().trim_end_matches(')').to_owned(), tag.unwrap_or_default()];
        let tags: Vec<&str> = tags.iter().map(|tag| tag.trim()).filter(|tag| !tag.is_empty()).collect();
        self.set("size", size.map(|size| capitalised(size.trim())));
        self.set("type", capitalised(name.trim()));
        self.set("subtype", tags.join(", "));
        self.set("alignment", alignment.map(|alignment| alignment.trim().to_owned()));
    }

    /// Sets the legendary actions. Passages without a name at their start introduce them.
    pub(crate) fn set_legendary_actions(&mut self, introduction: &str, passages: Vec<Passage>) {
        let named = passages.iter().position(|(name, _)| !name.is_empty()).unwrap_or(0);
        let mut text = introduction.trim().to_owned();
        let mut passages = passages.into_iter();
        for (_, more) in passages.by_ref().take(named) {
            crate::fields::add_paragraph(&mut text, &more);
        }
        if let Some(count) = stat_block::legendary_actions(&text) {
            self.entry.fields.entry("legendary_actions").or_insert(count.into());
        }
        self.set("legendary_text", text);
        self.set_passages("legendary_parts", passages.collect());
    }
}

/// Parts a number from what follows it, without parentheses around that.
fn number_and_rest(words: &str) -> (Option<u32>, String) {
    match NUMBER.captures(words).map(|found| found.extract::<2>().1) {
        Some([digits, rest]) => (digits.parse().ok(), without_parentheses(rest)),
        None => (None, words.to_owned()),
    }
}

/// Removes the parentheses around a text.
pub(crate) fn without_parentheses(text: &str) -> String {
    let text = text.trim();
    let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    let is_whole = |inner: &&str| {
        let mut depth = 0_i32;
        inner.chars().all(|letter| {
            depth += i32::from(letter == '(') - i32::from(letter == ')');
            depth >= 0
        })
    };
    inner.filter(is_whole).unwrap_or(text).trim().to_owned()
}

/// Returns hit points with their dice: `5d8 + 10` and the average.
pub(crate) fn hit_dice(count: i64, die: i64, bonus: i64) -> Option<(i64, String)> {
    let average = count.checked_mul(die.checked_add(1)?)?.div_euclid(2).checked_add(bonus)?;
    let bonus = if bonus == 0 { String::new() } else { format!("{bonus:+}") };
    Some((average.max(1), format!("{count}d{die}{bonus}")))
}

/// Returns the die of a creature's hit dice (SRD 5.1, "Hit Dice by Size").
pub(crate) fn die_of_size(size: &str) -> i64 {
    match fold(size).as_str() {
        "tiny" => 4,
        "small" => 6,
        "large" => 10,
        "huge" => 12,
        "gargantuan" => 20,
        _ => 8,
    }
}

/// Returns a roll with its average: `7 (2d6)`, `10 (2d6 + 3)`.
pub(crate) fn roll(count: i64, die: i64, bonus: i64) -> Option<String> {
    let (average, _) = hit_dice(count, die, bonus)?;
    Some(match bonus {
        0 => format!("{average} ({count}d{die})"),
        _ if die == 1 || count == 0 => average.to_string(),
        1.. => format!("{average} ({count}d{die} + {bonus})"),
        _ => format!("{average} ({count}d{die} - {})", bonus.unsigned_abs()),
    })
}

/// Returns the ability of a skill, such as `dex`.
pub(crate) fn ability_of_skill(skill: &str) -> Option<&'static str> {
    Some(match fold(skill).replace('_', " ").as_str() {
        "athletics" => "str",
        "acrobatics" | "sleight of hand" | "stealth" | "initiative" => "dex",
        "arcana" | "history" | "investigation" | "nature" | "religion" => "int",
        "animal handling" | "insight" | "medicine" | "perception" | "survival" => "wis",
        "deception" | "intimidation" | "performance" | "persuasion" => "cha",
        _ => return None,
    })
}
