//! The items of homebrew files as entries.

use serde_json::Value;

use super::Item;
use crate::model::{
    CharacterOption, Details, DocumentKey, Encounter, Homebrew, Kind, Record, Rule, Slug, Spell,
};

/// What an item became.
#[derive(Debug)]
pub(crate) struct Normalised {
    /// The entry.
    pub(crate) record: Record,
    /// Fields that could not be used, each in a sentence; the entry is whole but for them.
    pub(crate) notes: Vec<String>,
}

/// Turns an item of the book called `book` into an entry of `document`.
///
/// # Errors
/// When nothing of it can be an entry; says why in a sentence.
pub(crate) fn normalise(item: &Item, book: &str, document: &DocumentKey) -> Result<Normalised, String> {
    let fields = item.fields.as_object().ok_or("it is no map of fields")?;
    let text = |field: &str| fields.get(field).and_then(Value::as_str).map(str::to_owned);
    let name = text("name").unwrap_or_else(|| crate::model::title_case(&item.key));
    let option = |subtype: Option<&str>| {
        Details::CharacterOption(CharacterOption {
            subtype: subtype.map(str::to_owned),
            ..CharacterOption::default()
        })
    };
    let level = fields.get("level").and_then(Value::as_u64).and_then(|level| u8::try_from(level).ok());
    let (kind, details) = match item.content_type.as_str() {
        "spells" => (Kind::Spell, Details::Spell(Spell { level, ..Spell::default() })),
        "monsters" => (Kind::Creature, Details::Creature(Box::default())),
        "classes" => (Kind::Class, option(None)),
        "subclasses" => (Kind::Subclass, option(None)),
        "races" => (Kind::Race, option(None)),
        "subraces" => (Kind::Subrace, option(None)),
        "backgrounds" => (Kind::Background, option(None)),
        "feats" => (Kind::Feat, option(None)),
        "languages" => (Kind::Language, Details::Rule(Rule::default())),
        "encounters" => (Kind::Encounter, Details::Encounter(Encounter::default())),
        other => (Kind::ClassOption, option(Some(other))),
    };
    let mut body = text("description").unwrap_or_default();
    for choice in fields.get("options").and_then(Value::as_array).into_iter().flatten() {
        let field = |field: &str| choice.get(field).and_then(Value::as_str).unwrap_or_default();
        body.push_str(&format!("\n\n**{}.** {}", field("name"), field("description")));
    }
    let notes = fields.get("level").filter(|_| level.is_none()).map(|level| format!("its level is {level}"));
    Ok(Normalised {
        record: Record {
            document: document.clone(),
            kind,
            slug: Slug::new(&item.key),
            name,
            body,
            details,
            homebrew: Homebrew {
                option_pack: text("option-pack").filter(|pack| pack != book),
                disabled: item.disabled,
            },
            raw: item.fields.to_string(),
        },
        notes: notes.into_iter().collect(),
    })
}
