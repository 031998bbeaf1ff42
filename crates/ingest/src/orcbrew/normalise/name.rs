//! Names of records.

use ::orcbrew::Item;
use content::model::{clean, excerpt, title_case};

use super::fields::Fields;
use super::keywords::{in_words, singular};
use crate::batch::MAX_NAME_CHARS;

/// Without a name, one is made from the key or the content type.
pub(super) fn name_of(fields: &mut Fields<'_>, item: &Item) -> String {
    let name = fields.parse("name", "is not a text; the entry is named after its key", |value| {
        value.as_str().map(one_line)
    });
    let name = name.filter(|name| !name.is_empty()).unwrap_or_else(|| default_name(item));
    if name.chars().count() <= MAX_NAME_CHARS {
        return name;
    }
    fields.note(format!("the name is longer than {MAX_NAME_CHARS} characters; its end is cut off"));
    excerpt(&name, MAX_NAME_CHARS - 1)
}

fn one_line(name: &str) -> String {
    clean(&name.replace('\u{ad}', "")).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn default_name(item: &Item) -> String {
    let words = one_line(&in_words(&item.key));
    if words.chars().any(char::is_alphanumeric) && item.key != "nil" {
        return words;
    }
    let thing = match item.content_type.as_str() {
        "monsters" => "creature".to_owned(),
        other => singular(other),
    };
    format!("Unnamed {}", title_case(&thing))
}
