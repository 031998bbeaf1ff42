//! Fields of creatures that the normaliser and the merge of both API versions read.

use crate::ingest::json::Object;
use crate::ingest::markdown::clean_markdown;

/// The maximum plausible range of a sense in feet. The largest printed range is 360; with a page number
/// appended (`6013` is 60 feet on page 13), it is far larger.
const FARTHEST_SENSE: u32 = 600;

/// Abilities by their field in the API, and the skills that go with them.
pub(super) const SKILLS: [(&str, &[&str]); 5] = [
    ("strength", &["athletics"]),
    ("dexterity", &["acrobatics", "sleight_of_hand", "stealth"]),
    ("intelligence", &["arcana", "history", "investigation", "nature", "religion"]),
    ("wisdom", &["animal_handling", "insight", "medicine", "perception", "survival"]),
    ("charisma", &["deception", "intimidation", "performance", "persuasion"]),
];

/// Speeds other than walking, in printed order.
pub(super) const SPEEDS: [&str; 4] = ["burrow", "climb", "fly", "swim"];

/// Senses with a range, in the printed order.
pub(super) const SENSES: [&str; 4] = ["blindsight", "darkvision", "tremorsense", "truesight"];

/// Returns the text of a field. Some sources write `False` or a dash for an empty text.
pub(super) fn words_of(object: Object<'_>, key: &str) -> Option<String> {
    let text = object.text(key).map(|text| clean_markdown(&spaced(text)));
    text.filter(|text| !["", "-", "—", "–", "False", "None"].contains(&text.as_str()))
}

/// Converts `acid,cold` to `acid, cold`.
fn spaced(list: &str) -> String {
    let mut spaced = String::with_capacity(list.len());
    let mut letters = list.chars().peekable();
    while let Some(letter) = letters.next() {
        spaced.push(letter);
        if letter == ',' && letters.peek().is_some_and(|next| next.is_alphabetic()) {
            spaced.push(' ');
        }
    }
    spaced
}

/// Returns the range of a sense in feet, if it is plausible.
pub(super) fn sense_range(object: Object<'_>, sense: &str) -> Option<u32> {
    let range: u32 = object.integer(&format!("{sense}_range"))?;
    (range > 0 && range <= FARTHEST_SENSE && range.is_multiple_of(5)).then_some(range)
}
