//! The facts above the passages of a stat block: type, armor class, hit points, and those that have a label.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use content::facts::CONDITIONS;
use content::model::{ABILITIES, ChallengeRating, capitalised, fold, title_case};
use serde_json::{Map, Value};
use text::{Pattern, pattern};

use super::abilities::Abilities;
use super::line::Line;
use crate::own::check::bonuses;
use crate::own::form::SKILLS;

/// Labels by the start of their value, without which the words are no label.
const LABELS: [(&str, &[&str]); 7] = [
    (
        r"\S",
        &[
            "armor class", "hit points", "speed", "saving throws", "skills", "damage vulnerabilities",
            "vulnerabilities", "damage resistances", "resistances", "damage immunities",
            "condition immunities", "immunities", "gear", "senses", "languages", "challenge rating",
            "environments", "habitat",
        ],
    ),
    (r"\d", &["ac", "hp"]),
    (r"[+−–-]?\d", &["initiative"]),
    (r"\+\d", &["proficiency"]),
    (r"\+", &["proficiency bonus"]),
    (r"[\d—–½¼⅛-]", &["challenge"]),
    (r"[\d—–½¼⅛]", &["cr"]),
];
static LABEL: Pattern = LazyLock::new(|| {
    let labels = LABELS.map(|(value, labels)| format!("(?:{})[.:]? +{value}", labels.join("|")));
    pattern(&format!("(?i)^(?:{})", labels.join("|")))
});
/// Matches the start of a fact after another in one line.
static NEXT: Pattern = pattern!(concat!(
    r"[ ,;|]+((?:Armor Class|Hit Points|HP|Speed|Initiative|Challenge|CR|Proficiency(?: Bonus)?|PB)[.:]? +[+−–-]?\d",
    r"|(?:Saving Throws|Skills|Senses|Languages|Gear)[.:]? +\p{L})"
));
static TYPE: Pattern = pattern!(concat!(
    r"(?i)^((?:tiny|small|medium|large|huge|gargantuan|titanic)(?:(?:,? or |, |/)(?:tiny|small|medium|large|huge|gargantuan",
    r"|titanic|smaller|larger))*) +(.+)$"
));
static TYPES: Pattern = LazyLock::new(|| {
    let kinds = "aberration|beast|celestial|construct|dragon|elemental|fey|fiend|giant|humanoid|monstrosity|ooze|plant|undead";
    pattern(&format!(r"(?i)^(?:{kinds})(?:(?:, or |, | or )(?:{kinds}))+"))
});
static SWARM: Pattern = pattern!(r"(?i)^swarm of (?:\p{L}+ )?(\p{L}+?)s?$");
static NUMBER: Pattern = pattern!(r"^([\d,]+)\b\s*(.*)$");
static DICE: Pattern = pattern!(r"(\d+d\d+)\s*([+−–-])?\s*(\d+)?");
static RATING: Pattern = pattern!(r"^(\d+/\d+|\d+|[½¼⅛])");
static POINTS: Pattern = pattern!(r"(?i)([\d,]+) XP|XP ([\d,]+)");
static LAIR: Pattern = pattern!(r"(?i)or ([\d,]+)(?: XP)? in (?:its )?lair");
static BONUS: Pattern = pattern!(r"(?i)PB \+?(\d+)");
/// Matches a sign that stands apart from its number or after a stray comma.
static SIGN: Pattern = pattern!(r"(?:\s*,\s*|\s+)([+−–-]) *(\d)");
/// Matches a value that needs no next line.
static WHOLE: Pattern = pattern!(r"[\d.)]$");
static MOVEMENT: Pattern = pattern!(r"(?i)^(?:burrow|climb|fly|hover|swim)");

#[derive(Debug, Default)]
pub(super) struct Facts {
    /// Size, type, subtype and alignment.
    kind: Map<String, Value>,
    abilities: Abilities,
    /// Labels in small letters, with their values.
    labelled: Vec<(String, String)>,
}

impl Facts {
    pub(super) fn is_empty(&self) -> bool {
        self.kind.is_empty() && self.abilities.is_empty() && self.labelled.is_empty()
    }

    pub(super) fn missing(&self) -> Vec<&'static str> {
        let has = |label: &str| self.labelled.iter().any(|(name, _)| name == label);
        let wanted = [
            ("Armor Class", has("armor class")),
            ("Hit Points", has("hit points")),
            ("Speed", has("speed")),
            ("ability scores", !self.abilities.is_empty()),
        ];
        wanted.into_iter().filter(|(_, found)| !found).map(|(name, _)| name).collect()
    }

    pub(super) fn is_2024(&self) -> bool {
        let of_2024 = |(label, value): &(String, String)| {
            matches!(label.as_str(), "initiative" | "immunities" | "resistances" | "vulnerabilities" | "gear")
                || (label == "challenge" && (BONUS.is_match(value) || LAIR.is_match(value)))
        };
        self.labelled.iter().any(of_2024)
    }

    pub(super) fn read_abilities(&mut self, line: &Line, after: &[Line]) -> Option<usize> {
        if !self.abilities.is_empty() {
            return None;
        }
        let (abilities, count) = Abilities::read(line, after)?;
        self.abilities = abilities;
        Some(count)
    }

    /// Reads the line with size, type and alignment.
    pub(super) fn read_type(&mut self, line: &Line) -> bool {
        if !self.kind.is_empty() || !self.labelled.is_empty() {
            return false;
        }
        let (size, rest) = match TYPE.captures(&line.plain) {
            Some(found) => {
                let (_, [size, rest]) = found.extract();
                (Some(size), rest)
            }
            None if is_italic(&line.raw) => (None, line.plain.as_str()),
            None => return false,
        };
        let end = TYPES.find(rest).map_or(0, |types| types.end());
        let end = rest.get(end..).and_then(|rest| rest.find([',', '('])).map_or(rest.len(), |at| end + at);
        let (mut name, rest) = rest.split_at(end);
        name = name.trim();
        let (mut tag, rest) = match rest.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
            Some((tag, rest)) => (Some(tag.trim().to_owned()), rest),
            None => (None, rest),
        };
        let swarm = SWARM.captures(name).map(|found| found.extract::<1>().1[0]);
        if let Some(of) = swarm {
            tag.get_or_insert_with(|| name.to_owned());
            name = of;
        }
        let alignment = rest.trim_start_matches([',', ' ']).trim();
        let values = [
            ("size", size.map(sentence_case)),
            ("type", Some(capitalised(name))),
            ("subtype", tag),
            ("alignment", Some(alignment.to_owned())),
        ];
        for (field, value) in values {
            if let Some(value) = value.filter(|value| !value.is_empty()) {
                self.kind.insert(field.to_owned(), value.into());
            }
        }
        true
    }

    pub(super) fn read_facts(&mut self, line: &Line) -> bool {
        if !LABEL.is_match(&line.plain) {
            return false;
        }
        let text = line.plain.as_str();
        // What stands in parentheses belongs to the fact before them: `CR 3 (XP 700; PB +2)`.
        let mut begin = 0;
        for at in NEXT.captures_iter(text).filter_map(|found| Some(found.get(1)?.start())) {
            let fact = text.get(begin..at).unwrap_or_default();
            if fact.matches('(').count() <= fact.matches(')').count() {
                self.add(fact.trim_end_matches([' ', ',', ';', '|']));
                begin = at;
            }
        }
        self.add(text.get(begin..).unwrap_or_default());
        true
    }

    fn add(&mut self, fact: &str) {
        let small = fact.to_lowercase();
        let labels = LABELS.iter().flat_map(|(_, labels)| *labels).copied().chain(["pb"]);
        let Some(label) = labels.filter(|label| small.starts_with(label)).max_by_key(|label| label.len())
        else {
            return self.continue_with(fact);
        };
        let value = fact.get(label.len()..).unwrap_or_default().trim_start_matches(['.', ':', ' ']);
        let label = match label {
            "ac" => "armor class",
            "hp" => "hit points",
            "cr" | "challenge rating" => "challenge",
            "pb" | "proficiency" => "proficiency bonus",
            "habitat" => "environments",
            label => label,
        };
        self.labelled.push((label.to_owned(), value.to_owned()));
    }

    /// A single value that is whole is followed by something else.
    pub(super) fn can_continue_with(&self, line: &str) -> bool {
        let single = ["armor class", "initiative", "hit points", "speed", "challenge", "proficiency bonus"];
        let is_whole = self.labelled.last().is_some_and(|(label, value)| {
            single.contains(&label.as_str()) && WHOLE.is_match(value) && !MOVEMENT.is_match(line)
        });
        !is_whole || !line.starts_with(char::is_uppercase)
    }

    pub(super) fn continue_with(&mut self, text: &str) {
        if let Some((_, value)) = self.labelled.last_mut() {
            value.push(' ');
            value.push_str(text);
        }
    }

    /// Returns the fields of the creature, and the lines of which something has no field.
    pub(super) fn into_fields(self) -> (Map<String, Value>, Vec<String>) {
        let Self { kind: mut fields, abilities, labelled } = self;
        let (mut read, mut unknown) = (BTreeMap::new(), Vec::new());
        for (label, value) in &labelled {
            let is_understood = match read.get(label) {
                Some(earlier) => *earlier == value,
                None => add_fact(&mut fields, label, value),
            };
            if is_understood {
                read.insert(label, value);
            } else {
                unknown.push(format!("{} {value}", title_case(label)));
            }
        }
        abilities.add_to(&mut fields);
        (fields, unknown)
    }
}

/// Adds a fact to the fields. Returns false if something of it has no field.
fn add_fact(fields: &mut Map<String, Value>, label: &str, value: &str) -> bool {
    let mut set = |field: &str, value: Value| {
        if !value.is_null() && value != "" {
            fields.insert(field.to_owned(), value);
        }
    };
    match label {
        "armor class" => {
            let (number, detail) = number_and_detail(value);
            // More than an origin: `14 (natural armor), 11 while prone`.
            let first = || value.split_once(' ').filter(|(_, rest)| !rest.starts_with('+'));
            let number = number.or_else(|| first().and_then(|(first, _)| self::number(first)));
            set("armor_class", number.into());
            set("armor_detail", detail.into());
        }
        "hit points" => {
            let (number, detail) = number_and_detail(value);
            set("hit_points", number.into());
            set("hit_dice", DICE.replace(&detail, "$1$2$3").into());
        }
        "initiative" => {
            let bonus = value.split([' ', '(']).next().unwrap_or_default();
            let bonus = bonus.replace(['−', '–'], "-");
            let Ok(bonus) = bonus.trim_start_matches('+').parse::<i64>() else { return false };
            set("initiative_bonus", bonus.into());
        }
        "saving throws" => return add_bonuses(fields, "saving_throws", &ABILITIES, value),
        "skills" => return add_bonuses(fields, "skills", SKILLS, value),
        "immunities" => {
            let (damage, conditions) = damage_and_conditions(value);
            set("damage_immunities", damage.into());
            set("condition_immunities", conditions.into());
        }
        "vulnerabilities" | "resistances" => set(&format!("damage_{label}"), value.into()),
        "challenge" => {
            // A dash stands for no rating.
            let Some(rating) = RATING.find(value) else { return value.starts_with(['—', '–', '-']) };
            let Ok(rating) = rating.as_str().parse::<ChallengeRating>() else { return false };
            set("challenge_rating", rating.to_string().into());
            let points = |pattern: &Pattern| {
                let found = pattern.captures(value)?;
                number(found.iter().skip(1).flatten().next()?.as_str())
            };
            set("experience_points", points(&POINTS).or(Some(rating.experience_points().into())).into());
            set("lair_experience_points", points(&LAIR).into());
            let bonus = points(&BONUS).unwrap_or_else(|| rating.proficiency_bonus().into());
            set("proficiency_bonus", bonus.into());
        }
        "proficiency bonus" => {
            let Some(bonus) = number(value.trim_start_matches('+')) else { return false };
            set("proficiency_bonus", bonus.into());
        }
        "environments" => set("environments", value.split(", ").map(str::trim).collect::<Vec<_>>().into()),
        // A dash stands for no language.
        "languages" if matches!(value, "—" | "–" | "-" | "--") => {}
        label => set(&label.replace(' ', "_"), value.into()),
    }
    true
}

/// Adds the bonuses that are understood. Returns false if any is not.
fn add_bonuses(
    fields: &mut Map<String, Value>,
    field: &str,
    names: &'static [&'static str],
    value: &str,
) -> bool {
    let value = SIGN.replace_all(value, " $1$2");
    let parts = value.split([',', ';']).map(str::trim).filter(|part| !part.is_empty() && *part != "—");
    let read: Vec<_> = parts.map(|part| bonuses(names, &part.into(), "")).collect();
    let is_whole = read.iter().all(Result::is_ok);
    let bonuses: Map<String, Value> =
        read.into_iter().flatten().filter_map(|bonuses| bonuses.as_object().cloned()).flatten().collect();
    if !bonuses.is_empty() {
        fields.insert(field.to_owned(), bonuses.into());
    }
    is_whole
}

/// Parts a number from its origin: `15 (natural armor)`. A variable number has only words.
fn number_and_detail(value: &str) -> (Option<u64>, String) {
    let Some(found) = NUMBER.captures(value) else { return (None, value.to_owned()) };
    let (_, [digits, rest]) = found.extract();
    let inner = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    match inner {
        Some(inner) if !inner.contains(['(', ')']) => (number(digits), inner.trim().to_owned()),
        _ if rest.is_empty() => (number(digits), String::new()),
        _ => (None, value.to_owned()),
    }
}

fn number(digits: &str) -> Option<u64> {
    digits.replace(',', "").trim().parse().ok()
}

/// Parts the immunities of the layout of 2024: damage types, then conditions after a semicolon.
fn damage_and_conditions(value: &str) -> (&str, &str) {
    let is_condition = |item: &str| {
        let word = fold(item.split('(').next().unwrap_or_default().trim());
        CONDITIONS.contains(&word.as_str())
    };
    match value.split_once(';') {
        Some((damage, conditions)) => (damage.trim(), conditions.trim()),
        None if value.split(", ").all(is_condition) => ("", value),
        None => (value, ""),
    }
}

fn is_italic(raw: &str) -> bool {
    let line = raw.trim().trim_start_matches(['>', ' ']);
    let marked = |mark: char| {
        let inner = line.strip_prefix(mark).and_then(|line| line.strip_suffix(mark));
        inner.is_some_and(|inner| !inner.is_empty() && !inner.contains(mark))
    };
    marked('*') || marked('_')
}

/// Returns the words of a size with large initials: `Medium or Small`.
fn sentence_case(text: &str) -> String {
    let words = text.split(' ').map(|word| match fold(word).as_str() {
        "or" => "or".to_owned(),
        _ => capitalised(&word.to_lowercase()),
    });
    words.collect::<Vec<_>>().join(" ")
}
