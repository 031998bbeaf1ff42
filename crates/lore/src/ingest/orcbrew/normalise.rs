//! The items of homebrew files as entries: one file for each family of them. Whatever a family does not know of an
//! item stands at the end of its body, so that nothing is lost.

mod background;
mod class;
mod encounter;
mod equipment;
mod feat;
mod fields;
mod modifiers;
mod monster;
mod name;
mod option;
mod proficiencies;
mod props;
mod prose;
mod race;
mod spell;
mod spell_text;
mod spellcasting;
mod stats;
#[cfg(test)]
mod tests;
mod traits;
mod values;

use serde_json::Value;

use self::fields::{Fields, Rest};
use ::orcbrew::{Item, MAX_BOOK_NAME_CHARS};
use crate::ingest::markdown::Body;
use crate::model::{Details, DocumentKey, Homebrew, Kind, Record, Slug, excerpt};

/// The longest key that a slug is made of, in characters. The longest known is under 80.
const MAX_KEY_CHARS: usize = 150;

/// What an item became.
#[derive(Debug)]
pub(crate) struct NormalisedItem {
    /// The entry.
    pub(crate) record: Record,
    /// Fields that could not be used, each in a sentence; the entry is whole but for them.
    pub(crate) notes: Vec<String>,
}

/// What a family makes of an item.
struct Made {
    kind: Kind,
    details: Details,
    body: String,
}

/// Turns an item of the book called `book` into an entry of `document`.
///
/// # Errors
/// When nothing of it can be an entry; says why in a sentence.
pub(crate) fn normalise(item: &Item, book: &str, document: &DocumentKey) -> Result<NormalisedItem, String> {
    let value = item.fields.value();
    let Value::Object(object) = &value else {
        return Err(format!("it has no fields, only {}", values::quoted(&value)));
    };
    let mut fields = Fields::new(object);
    // The key stands in the item already, and an edit event is an older copy of the item itself.
    for known in ["key", "disabled?", "edit-event"] {
        fields.take(known);
    }
    let name = name::of(&mut fields, item);
    let option_pack = fields.text("option-pack").filter(|pack| pack != book.trim());
    let option_pack = option_pack.map(|pack| excerpt(&pack, MAX_BOOK_NAME_CHARS));
    let made = match item.content_type.as_str() {
        "spells" => spell::spell(&mut fields),
        "monsters" => monster::monster(&mut fields),
        "classes" => class::class(&mut fields, &name),
        "subclasses" => class::subclass(&mut fields),
        "races" => race::race(&mut fields),
        "subraces" => race::subrace(&mut fields),
        "backgrounds" => background::background(&mut fields),
        "feats" => feat::feat(&mut fields),
        "languages" => option::language(&mut fields),
        "encounters" => encounter::encounter(&mut fields),
        other => option::option(&mut fields, other, &name),
    };
    let rest = fields.finish();
    let record = Record {
        document: document.clone(),
        kind: made.kind,
        slug: Slug::new(&excerpt(&item.key, MAX_KEY_CHARS)),
        name,
        body: with_the_rest(&made.body, &rest),
        details: made.details,
        page: None,
        homebrew: Homebrew { option_pack, disabled: item.disabled },
        raw: item.fields.to_string(),
    };
    Ok(NormalisedItem { record, notes: rest.notes })
}

/// The body and, under it, what nobody asked for.
fn with_the_rest(body: &str, rest: &Rest) -> String {
    let mut all = Body::default();
    all.block(body).facts(rest.facts.iter().map(|(label, value)| (label.as_str(), Some(value.clone()))));
    for (title, parts) in &rest.sections {
        all.section(title, parts);
    }
    all.finish()
}
