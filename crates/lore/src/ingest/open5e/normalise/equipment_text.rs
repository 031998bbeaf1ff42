//! Texts of equipment that both API versions share.

use crate::ingest::json::Object;
use crate::ingest::markdown::clean_markdown;

/// Returns the text of an item, unless it only repeats the name, such as `A dagger.`
pub(super) fn text(object: Object<'_>) -> String {
    let text = clean_markdown(object.text("desc").unwrap_or_default());
    let name = object.text("name").unwrap_or_default().to_lowercase();
    let bare = text.trim_end_matches('.').to_lowercase();
    let bare =
        ["a ", "an "].into_iter().find_map(|article| bare.strip_prefix(article)).unwrap_or(&bare).to_owned();
    if bare == name { String::new() } else { text }
}

/// Converts `Requires Attunement by a Paladin` to `by a Paladin`; nothing if anyone can attune.
pub(super) fn attuned_by(words: &str) -> Option<String> {
    let start = "requires attunement";
    let by = match words.get(..start.len()) {
        Some(head) if head.eq_ignore_ascii_case(start) => words.get(start.len()..)?,
        _ => words,
    };
    Some(by.trim().to_owned()).filter(|by| !by.is_empty())
}
