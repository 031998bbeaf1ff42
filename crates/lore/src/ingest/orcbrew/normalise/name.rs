use super::fields::Fields;
use super::values::{in_words, singular};
use ::orcbrew::Item;
use crate::model::{clean, excerpt, title_case};

/// The longest name an entry may have, in characters; the mark at the end of a shortened one included.
const LONGEST: usize = 300;

/// The name of an item: its own, its key in words, or one that says what it is.
pub(super) fn of(fields: &mut Fields<'_>, item: &Item) -> String {
    let given = fields.strict_text("name", "the entry is named after its key").map(|name| one_line(&name));
    let name = given.filter(|name| !name.is_empty()).unwrap_or_else(|| of_key(item));
    if name.chars().count() <= LONGEST {
        return name;
    }
    fields.note(format!("the name is longer than {LONGEST} characters; its end is cut off"));
    excerpt(&name, LONGEST - 1)
}

fn one_line(name: &str) -> String {
    clean(&name.replace('\u{ad}', "")).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn of_key(item: &Item) -> String {
    let words = one_line(&in_words(&item.key));
    if words.chars().any(char::is_alphanumeric) && item.key != "nil" {
        return words;
    }
    let sort = match item.content_type.as_str() {
        "monsters" => "creature".to_owned(),
        other => singular(other),
    };
    format!("Unnamed {}", title_case(&sort))
}
