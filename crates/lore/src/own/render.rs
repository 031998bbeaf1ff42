//! Renders own entries with the renderers of imported ones.

use serde_json::{Map, Value};

use crate::ingest::markdown::{
    Body, ClassSheet, Part, StatBlock, action, benefits, class_option, clean_markdown, equipment, race,
    spell, trait_of,
};
use crate::model::{
    CharacterOption, CopiedFrom, Creature, Details, DocumentKey, Equipment, Family, Homebrew, Kind, OwnEntry,
    Record, Rule, Slug, Spell, in_one_line,
};

/// Returns the record of an own entry. Its source object is the entry itself.
///
/// # Errors
/// If a field does not fit the model; as a sentence. Checked fields fit.
pub(crate) fn record_of(entry: &OwnEntry, document: &DocumentKey, slug: &Slug) -> Result<Record, String> {
    let details = details_of(entry.kind, &entry.fields)?;
    let mut body = Body::default();
    body.block(&body_of(entry.kind, &details, &entry.fields, &entry.text));
    if let Some(origin) = &entry.copied_from {
        body.block(&origin_line(origin));
    }
    Ok(Record {
        document: document.clone(),
        kind: entry.kind,
        slug: slug.clone(),
        name: entry.name.clone(),
        body: body.finish(),
        details,
        page: None,
        homebrew: Homebrew {
            edition: entry.edition(),
            copied_from: entry.copied_from.clone(),
            ..Homebrew::default()
        },
        raw: serde_json::to_string(entry).map_err(|error| error.to_string())?,
    })
}

/// Returns the line that says where an entry was copied from.
fn origin_line(origin: &CopiedFrom) -> String {
    let CopiedFrom { name, document_name, .. } = origin;
    let line = format!("Changed from {name}, {document_name} ({})", origin.license_in_words());
    format!("*{}*", in_one_line(&line).replace('*', ""))
}

/// Returns the model of some fields; what is absent has its default.
pub(super) fn details_of(kind: Kind, fields: &Map<String, Value>) -> Result<Details, String> {
    let wrong = |error: serde_json::Error| error.to_string();
    let default = match kind.family() {
        Family::Spell => serde_json::to_value(Spell::default()),
        Family::Creature => serde_json::to_value(Creature::default()),
        Family::Equipment => {
            serde_json::to_value(Equipment { is_magic: kind == Kind::MagicItem, ..Equipment::default() })
        }
        Family::CharacterOption => serde_json::to_value(CharacterOption::default()),
        Family::Rule => serde_json::to_value(Rule::default()),
        Family::Encounter => return Err("an encounter is not written by hand".to_owned()),
    };
    let mut whole = default.map_err(wrong)?;
    if let Some(object) = whole.as_object_mut() {
        let known = fields.iter().filter(|(_, value)| !value.is_null() && !is_parts(value));
        object.extend(known.map(|(name, value)| (name.clone(), value.clone())));
    }
    let mut details = Details::read(kind, &whole.to_string()).map_err(wrong)?;
    if let Details::Creature(creature) = &mut details
        && let Some(rating) = creature.challenge_rating
    {
        creature.set_challenge_rating(rating);
    }
    Ok(details)
}

/// Returns true for a list of passages, which are no field of the model.
fn is_parts(value: &Value) -> bool {
    value.as_array().is_some_and(|items| items.iter().any(Value::is_object))
}

/// Returns the Markdown of an entry from its fields and its text.
pub(super) fn body_of(kind: Kind, details: &Details, fields: &Map<String, Value>, text: &str) -> String {
    let text = &clean_markdown(text);
    match details {
        Details::Spell(fields) => spell(fields, text),
        Details::Creature(creature) => stat_block(fields, text).to_markdown(creature),
        Details::Equipment(fields) => equipment(fields, text),
        Details::CharacterOption(option) => match kind {
            Kind::Race | Kind::Subrace => race(option, text, &[]),
            Kind::ClassOption => class_option(option, text, &[]),
            Kind::Trait => trait_of(option, text),
            Kind::Class | Kind::Subclass => {
                ClassSheet { text: text.clone(), ..ClassSheet::default() }.to_markdown(option)
            }
            _ => benefits(option, text, &[]),
        },
        Details::Rule(_) | Details::Encounter(_) => text.clone(),
    }
}

/// Returns the parts of a stat block; its text is the lore.
fn stat_block(fields: &Map<String, Value>, text: &str) -> StatBlock {
    let passages = |field: &str, part: fn(&str, &str) -> Part| -> Vec<Part> {
        let items = fields.get(field).and_then(Value::as_array).into_iter().flatten();
        let text = |item: &Value, field: &str| {
            item.get(field).and_then(Value::as_str).unwrap_or_default().to_owned()
        };
        items.map(|item| part(&text(item, "name"), &text(item, "text"))).collect()
    };
    let legendary_text = fields.get("legendary_text").and_then(Value::as_str).unwrap_or_default();
    StatBlock {
        traits: passages("traits", Part::new),
        actions: passages("actions", action),
        bonus_actions: passages("bonus_actions", action),
        reactions: passages("reactions", action),
        legendary_text: legendary_text.to_owned(),
        legendary_actions: passages("legendary_parts", action),
        lore: text.to_owned(),
    }
}
