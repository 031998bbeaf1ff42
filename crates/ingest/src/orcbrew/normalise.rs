//! Conversion of items to records, with a file for each family of content types. Whatever a family does not
//! know about an item goes to the end of the record's body, so that nothing is lost.

mod benefits;
mod class;
mod encounter;
mod equipment;
mod feat;
mod fields;
mod keywords;
mod level_benefits;
mod monster;
mod name;
mod option;
mod proficiencies;
mod prose;
mod race;
mod spell;
mod spellcasting;
mod stats;
#[cfg(test)]
mod tests;
mod traits;
mod values;

use ::orcbrew::{Item, MAX_BOOK_NAME_CHARS};
use content::model::{CharacterOption, Details, DocumentKey, Homebrew, Kind, Record, Slug, excerpt};
use serde_json::Value;

use self::fields::{Fields, Remainder};
use crate::markdown::{self, Body, Part};

/// The maximum length, in characters, of a key made into a slug. The longest known is shorter than 80.
const MAX_KEY_CHARS: usize = 150;

/// The content of a record that depends on the content type.
struct EntryContent {
    kind: Kind,
    details: Details,
    body: String,
}

impl EntryContent {
    fn option(kind: Kind, option: CharacterOption, text: &str, parts: &[Part]) -> Self {
        let body = markdown::option(kind, &option, text, parts);
        Self { kind, details: Details::CharacterOption(option), body }
    }
}

/// Converts an item of the book called `book` to a record of `document`. Also returns problems with single
/// fields, each in a sentence; the record is complete otherwise.
///
/// # Errors
/// If the item has no fields; the reason is a sentence.
pub fn normalise(item: &Item, book: &str, document: &DocumentKey) -> Result<(Record, Vec<String>), String> {
    let value = item.fields();
    let Value::Object(object) = &value else {
        return Err(format!("it has no fields, only {}", values::quoted(&value)));
    };
    let mut fields = Fields::new(object);
    // The first two are known from the item; an edit event is an older copy of the item.
    for known in ["key", "disabled?", "edit-event"] {
        fields.take(known);
    }
    let name = name::name_of(&mut fields, item);
    let option_pack = fields.text("option-pack").filter(|pack| pack != book.trim());
    let option_pack = option_pack.map(|pack| excerpt(&pack, MAX_BOOK_NAME_CHARS));
    let EntryContent { kind, details, body } = match item.content_type.as_str() {
        "spells" => spell::spell(&mut fields),
        "monsters" => monster::monster(&mut fields),
        "classes" => class::class(&mut fields, &name),
        "subclasses" => class::subclass(&mut fields),
        "races" => race::race(&mut fields, Kind::Race),
        "subraces" => race::race(&mut fields, Kind::Subrace),
        "backgrounds" => race::background(&mut fields),
        "feats" => feat::feat(&mut fields),
        "languages" => option::language(&mut fields),
        "encounters" => encounter::encounter(&mut fields),
        other => option::option(&mut fields, other, &name),
    };
    let remainder = fields.finish();
    let record = Record {
        document: document.clone(),
        kind,
        slug: Slug::new(&excerpt(&item.key, MAX_KEY_CHARS)),
        name,
        body: with_remainder(&body, &remainder),
        details,
        page: None,
        homebrew: Homebrew { option_pack, disabled: item.disabled, ..Homebrew::default() },
        sources: None,
    };
    Ok((record, remainder.notes))
}

fn with_remainder(body: &str, remainder: &Remainder) -> String {
    let mut all = Body::default();
    let facts = remainder.facts.iter().map(|(label, value)| (label.as_str(), Some(value.clone())));
    all.block(body).facts(facts);
    for (title, parts) in &remainder.sections {
        all.section(title, "", parts);
    }
    all.finish()
}
