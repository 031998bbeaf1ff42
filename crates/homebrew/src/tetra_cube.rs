//! Stat blocks of Tetra-cube, which calculates most of what it shows (`dnd/js/statblock-script.js` of
//! Tetra-cube/Tetra-cube.github.io).

use content::model::{ChallengeRating, Kind};
use regex::Captures;
use serde_json::{Map, Value};
use text::{Pattern, pattern};

use crate::creature::{SHORT, die_of_size, hit_dice, roll};
use crate::creatures::{Read, read_creatures};
use crate::fields::{Fields, Passage, in_words, passages_of};
use crate::json::Top;
use crate::{Format, Output, Sample, Source};

const NAME: &str = "Tetra-cube";
const LIST: &str = "monster";

/// Tetra-cube.
pub static FORMAT: Format = Format {
    name: NAME,
    files: "a stat block that Tetra-cube saves as a .monster file",
    is_spread: true,
    recognises,
    read,
};

const IGNORED: [&str; 10] = [
    "name", "customHP", "customSpeed", "customCr", "customProf", "doubleColumns", "separationPoint",
    "damage", "isLegendary", "isMythic",
];

/// Armor with its base and the greatest bonus of Dexterity.
const ARMOR: [(&str, i64, i64); 12] = [
    ("padded armor", 11, 99),
    ("leather armor", 11, 99),
    ("studded leather", 12, 99),
    ("hide armor", 12, 2),
    ("chain shirt", 13, 2),
    ("scale mail", 14, 2),
    ("breastplate", 14, 2),
    ("half plate", 15, 2),
    ("ring mail", 14, 0),
    ("chain mail", 16, 0),
    ("splint", 17, 0),
    ("plate", 18, 0),
];

static TAG: Pattern = pattern!(r"\[([^\[\]\n]*)\]");
/// Matches what a tag calculates: an ability, `ATK` or `SAVE`, dice, a bonus.
static CALCULATION: Pattern =
    pattern!(r"(?i)^(str|dex|con|int|wis|cha)?(?: +(atk|save))?(?: *(\d*)d(\d+))?(?: *([+-]) ?(\d+))?$");

fn recognises(sample: &Sample<'_>) -> bool {
    let Some(top) = &sample.json else { return false };
    let list = top.field(LIST).and_then(Top::part);
    list.as_ref().unwrap_or(top).first().is_some_and(|first| first.has(&["name", "strPoints", "hitDice"]))
}

fn read(source: &Source<'_>, output: &mut Output<'_>) -> Result<(), String> {
    read_creatures(source, output, (NAME, LIST), creature)
}

fn creature(name: &str, item: Map<String, Value>) -> Read {
    let mut fields = Fields::new(Kind::Creature, name, item);
    let scores = SHORT.map(|short| fields.take(&format!("{short}Points")));
    fields.set_scores(scores);
    let proficiency = set_rating(&mut fields);
    let size = fields.words("size");
    let die = die_of_size(size.as_deref().unwrap_or_default());
    let kind = [size, fields.words("type"), fields.words("tag"), fields.words("alignment")];
    fields.set_kind(kind);
    set_armor(&mut fields);
    set_hit_points(&mut fields, die);
    set_speed(&mut fields);
    set_proficiencies(&mut fields, proficiency);
    set_defences(&mut fields);
    set_languages(&mut fields);
    let names = [fields.words("shortName"), fields.words("pluralName")];
    let [short, plural] = names.map(|other| other.unwrap_or_else(|| name.to_owned()));
    let tags = Tags { short, plural, proficiency, modifiers: SHORT.map(|short| fields.modifier(short)) };
    set_passages(&mut fields, &tags);
    fields.finish(&IGNORED)
}

/// Sets the challenge rating, and returns the proficiency bonus.
fn set_rating(fields: &mut Fields) -> i64 {
    let custom = (fields.take("customCr"), fields.whole("customProf"));
    let Some(value) = fields.take("cr") else { return 2 };
    let (rating, proficiency) =
        if value == "*" { (custom.0.unwrap_or_default(), custom.1) } else { (value, None) };
    fields.set_rating("cr", rating.clone());
    let known = in_words(&rating).parse::<ChallengeRating>().ok();
    let proficiency =
        proficiency.or_else(|| known.map(|rating| rating.proficiency_bonus().into())).unwrap_or(2);
    fields.set("proficiency_bonus", u8::try_from(proficiency).ok());
    proficiency
}

fn set_armor(fields: &mut Fields) {
    let name = fields.words("armorName").unwrap_or_else(|| "none".to_owned());
    let other = fields.take("otherArmorDesc");
    let [shield, natural] = ["shieldBonus", "natArmorBonus"].map(|key| fields.whole(key).unwrap_or(0));
    let dexterity = fields.modifier("dex");
    let bare = 10_i64.saturating_add(dexterity).saturating_add(shield);
    let known = ARMOR.iter().find(|(known, ..)| *known == name);
    let (armor_class, detail) = match (name.as_str(), known) {
        ("other", _) => return fields.set_armor_class(&other.unwrap_or_default(), None),
        ("natural armor", _) => (bare.saturating_add(natural), Some(name.clone())),
        ("mage armor", _) => (bare, Some(format!("{} with mage armor", bare.saturating_add(3)))),
        (_, Some((_, base, most))) => {
            (base.saturating_add(dexterity.min(*most)).saturating_add(shield), Some(name.clone()))
        }
        _ => (bare, None),
    };
    let detail =
        detail.into_iter().chain((shield > 0).then(|| "shield".to_owned())).collect::<Vec<_>>().join(", ");
    fields.set_armor_class(&armor_class.into(), Some(detail));
}

fn set_hit_points(fields: &mut Fields, die: i64) {
    let is_custom = fields.is_set("customHP");
    let (custom, count) = (fields.take("hpText"), fields.whole("hitDice"));
    match count.and_then(|count| hit_dice(count, die, fields.modifier("con").checked_mul(count)?)) {
        Some((average, dice)) if !is_custom => {
            fields.set("hit_points", u32::try_from(average).ok());
            fields.set("hit_dice", dice);
        }
        _ => fields.set_hit_points(&custom.unwrap_or_default(), None),
    }
}

fn set_speed(fields: &mut Fields) {
    let (is_custom, custom, hovers) =
        (fields.is_set("customSpeed"), fields.words("speedDesc"), fields.is_set("hover"));
    let modes = [
        ("speed", ""),
        ("burrowSpeed", "burrow "),
        ("climbSpeed", "climb "),
        ("flySpeed", "fly "),
        ("swimSpeed", "swim "),
    ];
    let mut speeds = Vec::new();
    for (key, mode) in modes {
        let feet = fields.whole(key).filter(|feet| *feet > 0 || mode.is_empty());
        let hover = if mode == "fly " && hovers { " (hover)" } else { "" };
        speeds.extend(feet.map(|feet| format!("{mode}{feet} ft.{hover}")));
    }
    fields.set("speed", custom.filter(|_| is_custom).unwrap_or_else(|| speeds.join(", ")));
}

/// Sets saving throws, skills, and senses, which include passive Perception.
fn set_proficiencies(fields: &mut Fields, proficiency: i64) {
    for (key, field) in [("sthrows", "saving_throws"), ("skills", "skills")] {
        let items = fields.objects(key);
        let bonuses: Vec<(String, Value)> = items
            .iter()
            .map(|item| {
                let word = |key: &str| item.get(key).map(in_words).unwrap_or_default();
                let ability = if field == "skills" { word("stat") } else { word("name") };
                let times = if item.contains_key("note") { 2 } else { 1 };
                let bonus = fields.modifier(&ability).saturating_add(proficiency.saturating_mul(times));
                (word("name"), bonus.into())
            })
            .collect();
        fields.set_bonuses(field, bonuses);
    }
    let is_blind = fields.is_set("blind");
    let mut senses = Vec::new();
    for sense in ["blindsight", "darkvision", "tremorsense", "truesight"] {
        let limit = if is_blind && sense == "blindsight" { " (blind beyond this radius)" } else { "" };
        let feet = fields.whole(sense).filter(|feet| *feet > 0);
        senses.extend(feet.map(|feet| format!("{sense} {feet} ft.{limit}")));
    }
    let perception = fields.entry.fields.get("skills").and_then(|skills| skills.get("Perception")?.as_i64());
    let passive = perception.unwrap_or_else(|| fields.modifier("wis")).saturating_add(10);
    senses.push(format!("passive Perception {passive}"));
    fields.set("senses", senses.join(", "));
}

fn set_defences(fields: &mut Fields) {
    let lists = ["damagetypes", "specialdamage"].map(|key| fields.objects(key));
    for (sort, field) in
        [("v", "damage_vulnerabilities"), ("r", "damage_resistances"), ("i", "damage_immunities")]
    {
        let of_sort = |list: &Vec<Map<String, Value>>, mark: &str| {
            let names = list.iter().filter(|item| item.get("type").is_some_and(|it| it == sort));
            names.filter_map(|item| item.get("name").map(in_words)).collect::<Vec<_>>().join(mark)
        };
        let [plain, special] = &lists;
        let mut words = [of_sort(plain, ", "), of_sort(special, "; ")].to_vec();
        words.retain(|words| !words.is_empty());
        fields.set(field, words.join("; ").to_lowercase());
    }
    let conditions = fields.objects("conditions");
    let names = conditions.iter().filter_map(|item| Some(in_words(item.get("name")?).to_lowercase()));
    let names = names.collect::<Vec<_>>().join(", ");
    fields.set("condition_immunities", names);
}

fn set_languages(fields: &mut Fields) {
    let (mut spoken, mut understood) = (Vec::new(), Vec::new());
    for item in fields.objects("languages") {
        let name = item.get("name").map(in_words).unwrap_or_default();
        if item.get("speaks") == Some(&Value::Bool(false)) {
            understood.push(name);
        } else {
            spoken.push(name);
        }
    }
    if !understood.is_empty() {
        let but = fields.words("understandsBut").map(|but| format!(" but {but}")).unwrap_or_default();
        spoken.push(format!("understands {}{but}", content::markdown::joined(&understood, "and")));
    }
    let telepathy = fields.whole("telepathy").filter(|feet| *feet > 0);
    spoken.extend(telepathy.map(|feet| format!("telepathy {feet} ft.")));
    fields.set("languages", spoken.join(", "));
}

fn set_passages(fields: &mut Fields, tags: &Tags) {
    let passages = |fields: &mut Fields, key: &str| -> Vec<Passage> {
        let list = fields.take(key).map(|list| passages_of(&list)).unwrap_or_default();
        list.into_iter().map(|(name, text)| (name, tags.replaced(&text))).collect()
    };
    for (key, field) in [
        ("abilities", "traits"),
        ("actions", "actions"),
        ("bonusActions", "bonus_actions"),
        ("reactions", "reactions"),
    ] {
        let list = passages(fields, key);
        fields.set_passages(field, list);
    }
    let legendary = passages(fields, "legendaries");
    let introduction = fields.words("legendariesDescription").unwrap_or_default();
    if fields.is_set("isLegendary") || !legendary.is_empty() {
        fields.set_legendary_actions(&tags.replaced(&introduction), legendary);
    }
    for (list, before, after, title) in [
        ("mythics", "mythicDescription", "", "Mythic Actions"),
        ("lairs", "lairDescription", "lairDescriptionEnd", "Lair Actions"),
        ("regionals", "regionalDescription", "regionalDescriptionEnd", "Regional Effects"),
    ] {
        let list = passages(fields, list);
        let [before, after] = [before, after].map(|key| fields.words(key).unwrap_or_default());
        let shown = match title {
            "Lair Actions" => fields.is_set("isLair"),
            "Regional Effects" => fields.is_set("isRegional"),
            _ => false,
        };
        if shown || !list.is_empty() {
            fields.describe_section(title, &tags.replaced(&before), &list);
            fields.describe(&tags.replaced(&after));
        }
    }
}

/// What the tags in texts stand for.
struct Tags {
    short: String,
    plural: String,
    proficiency: i64,
    modifiers: [i64; 6],
}

impl Tags {
    /// Replaces the tags. A line that begins with `>` is an item of a list.
    fn replaced(&self, text: &str) -> String {
        let text = TAG.replace_all(text, |found: &Captures<'_>| {
            let tag = found.get(1).map_or("", |tag| tag.as_str()).trim();
            self.value(tag)
                .unwrap_or_else(|| found.get(0).map_or_else(String::new, |all| all.as_str().to_owned()))
        });
        let line = |line: &str| match line.trim_start().strip_prefix('>') {
            Some(item) => format!("- {}", item.trim()),
            None => line.to_owned(),
        };
        text.lines().map(line).collect::<Vec<_>>().join("\n")
    }

    fn value(&self, tag: &str) -> Option<String> {
        if tag.eq_ignore_ascii_case("mon") {
            return Some(self.short.clone());
        } else if tag.eq_ignore_ascii_case("mons") {
            return Some(self.plural.clone());
        }
        let found = CALCULATION.captures(tag).filter(|_| !tag.is_empty())?;
        let part = |index: usize| found.get(index).map(|part| part.as_str().to_lowercase());
        let number = |index: usize| part(index).and_then(|digits| digits.parse::<i64>().ok());
        let ability =
            part(1).and_then(|name| SHORT.iter().zip(self.modifiers).find(|(short, _)| **short == name));
        let more =
            number(6).unwrap_or(0).saturating_mul(if part(5).as_deref() == Some("-") { -1 } else { 1 });
        let bonus = ability.map_or(0, |(_, modifier)| modifier).saturating_add(more);
        match (part(2).as_deref(), number(4)) {
            (None, Some(die)) => roll(number(3).unwrap_or(1), die, bonus),
            (Some("save"), None) => {
                ability.map(|_| format!("{}", bonus.saturating_add(self.proficiency).saturating_add(8)))
            }
            (Some(_), None) => ability.map(|_| format!("{:+}", bonus.saturating_add(self.proficiency))),
            (None, None) => ability.map(|_| format!("{bonus:+}")),
            (Some(_), Some(_)) => None,
        }
    }
}

#[cfg(test)]
mod tests;
