//! Values of a creature that both versions of the API are read for.

use std::sync::LazyLock;

use regex::Regex;
use text::pattern;

use crate::json::Object;
use crate::markdown::clean_markdown;

/// In feet. The largest printed range is 360; with a page number appended (`6013`), it is far larger.
const FARTHEST_SENSE: u32 = 600;

pub(super) const SKILLS: [(&str, &[&str]); 5] = [
    ("strength", &["athletics"]),
    ("dexterity", &["acrobatics", "sleight_of_hand", "stealth"]),
    ("intelligence", &["arcana", "history", "investigation", "nature", "religion"]),
    ("wisdom", &["animal_handling", "insight", "medicine", "perception", "survival"]),
    ("charisma", &["deception", "intimidation", "performance", "persuasion"]),
];

const SPEEDS: [&str; 4] = ["burrow", "climb", "fly", "swim"];

pub(super) const SENSES: [&str; 4] = ["blindsight", "darkvision", "tremorsense", "truesight"];

static CLOSE_COMMA: LazyLock<Regex> = LazyLock::new(|| pattern(r",(\p{Alphabetic})"));

/// Some sources write `False` or a dash for an empty text.
pub(super) fn words_of(object: Object<'_>, key: &str) -> Option<String> {
    // Some write `acid,cold` for `acid, cold`.
    let text = object.text(key).map(|text| clean_markdown(&CLOSE_COMMA.replace_all(text, ", $1")));
    text.filter(|text| !["", "-", "—", "–", "False", "None"].contains(&text.as_str()))
}

/// In feet; `None` if the range is implausible.
pub(super) fn sense_range(object: Object<'_>, sense: &str) -> Option<u32> {
    let range: u32 = object.integer(&format!("{sense}_range"))?;
    (range > 0 && range <= FARTHEST_SENSE && range.is_multiple_of(5)).then_some(range)
}

pub(super) fn speed(newer: Object<'_>, older: Object<'_>) -> Option<String> {
    let given = |speeds: Object<'_>, way: &str| speeds.integer::<u32>(way).filter(|feet| *feet > 0);
    let feet = |way: &str| {
        let short = || if way == "burrow" { given(older, "bur.") } else { None };
        given(newer, way).or_else(|| given(older, way)).or_else(short)
    };
    let others = older.fields().map(|(way, _)| way);
    let others = others.filter(|way| !SPEEDS.contains(way) && !["walk", "bur."].contains(way));
    let mut words = vec![format!("{} ft.", feet("walk").unwrap_or(0))];
    for way in SPEEDS.into_iter().chain(others) {
        let Some(distance) = feet(way) else { continue };
        let hover = if way == "fly" && newer.flag("hover") { " (hover)" } else { "" };
        words.push(format!("{way} {distance} ft.{hover}"));
    }
    newer.exists().then(|| words.join(", "))
}
