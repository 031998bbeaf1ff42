//! Entries given as the fields of their kind and a text, by users or by the starter content.

use content::model::{
    Details, DocumentKey, Equipment, Family, Homebrew, Kind, OwnEntry, Record, Slug, Spell,
};
use serde::de::Error as _;
use serde_json::{Map, Value};

use super::markdown::{
    ClassSheet, Part, Section, StatBlock, action, clean_markdown, equipment, option, spell,
};

/// Returns the record of an entry.
///
/// # Errors
/// If a field does not fit the model.
pub fn record_of(entry: &OwnEntry, document: &DocumentKey, slug: &Slug) -> serde_json::Result<Record> {
    let details = details_of(entry.kind, &entry.fields)?;
    Ok(Record {
        document: document.clone(),
        kind: entry.kind,
        slug: slug.clone(),
        name: entry.name.clone(),
        body: body_of(entry.kind, &details, &entry.fields, &entry.text),
        details,
        page: None,
        homebrew: Homebrew::default(),
        sources: None,
    })
}

/// Returns the model of some fields; what is absent has its default.
pub fn details_of(kind: Kind, fields: &Map<String, Value>) -> serde_json::Result<Details> {
    let default = match kind.family() {
        Family::Spell => serde_json::to_value(Spell::default()),
        Family::Equipment => {
            serde_json::to_value(Equipment { is_magic: kind == Kind::MagicItem, ..Equipment::default() })
        }
        Family::Encounter => Err(serde_json::Error::custom("an encounter is not written by hand")),
        // Each of their fields may be absent.
        Family::Creature | Family::CharacterOption | Family::Rule => Ok(Value::Object(Map::new())),
    };
    let mut whole = default?;
    if let Some(object) = whole.as_object_mut() {
        let is_parts =
            |value: &Value| value.as_array().is_some_and(|items| items.iter().any(Value::is_object));
        let known = fields.iter().filter(|(_, value)| !value.is_null() && !is_parts(value));
        object.extend(known.map(|(name, value)| (name.clone(), value.clone())));
    }
    let mut details = Details::read(kind, &whole.to_string())?;
    if let Details::Creature(creature) = &mut details
        && let Some(rating) = creature.challenge_rating
    {
        creature.set_challenge_rating(rating);
    }
    Ok(details)
}

/// Returns the Markdown of an entry from its fields and its text.
pub fn body_of(kind: Kind, details: &Details, fields: &Map<String, Value>, text: &str) -> String {
    let text = &clean_markdown(text);
    match details {
        Details::Spell(fields) => spell(fields, text),
        Details::Creature(creature) => stat_block(fields, text).to_markdown(creature),
        Details::Equipment(fields) => equipment(fields, text),
        Details::CharacterOption(class) if matches!(kind, Kind::Class | Kind::Subclass) => {
            ClassSheet { text: text.clone(), ..ClassSheet::default() }.to_markdown(class)
        }
        Details::CharacterOption(fields) => option(kind, fields, text, &[]),
        Details::Rule(_) | Details::Encounter(_) => text.clone(),
    }
}

/// `text` is the lore.
fn stat_block(fields: &Map<String, Value>, text: &str) -> StatBlock {
    let passages = |field: &str, part: fn(&str, &str) -> Part| -> Vec<Part> {
        let items = fields.get(field).and_then(Value::as_array).into_iter().flatten();
        let text = |item: &Value, field: &str| {
            item.get(field).and_then(Value::as_str).unwrap_or_default().to_owned()
        };
        items.map(|item| part(&text(item, "name"), &text(item, "text"))).collect()
    };
    let keys = ["traits", "actions", "bonus_actions", "reactions", "legendary_parts"];
    let passages = keys.map(|key| passages(key, if key == "traits" { Part::new } else { action }));
    let legendary_text = fields.get("legendary_text").and_then(Value::as_str).unwrap_or_default();
    StatBlock {
        passages: Section::ALL.into_iter().zip(passages).collect(),
        legendary_text: legendary_text.to_owned(),
        lore: text.to_owned(),
    }
}
