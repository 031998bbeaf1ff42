//! Keywords as words.

use content::model::{capitalised, title_case};

use crate::markdown::ability_in_full;

/// Nouns that begin a key, with the words that may follow: `clothes-common`, but `rope-trick` is a spell.
const NOUN_FIRST: [(&str, &[&str]); 5] = [
    ("clothes", &["common", "costume", "fine", "traveler", "travelers"]),
    ("crossbow", &["hand", "heavy", "light"]),
    ("knife", &["small"]),
    ("pot", &["iron"]),
    ("rope", &["hemp", "hempen", "silk"]),
];
const LOWER_CASE: [&str; 11] = ["of", "the", "and", "in", "to", "a", "with", "from", "for", "on", "or"];
/// The nouns for a craft's tools: `smiths-tools` are smith's tools.
const TOOLS: [&str; 5] = ["tools", "supplies", "utensils", "pack", "tool"];

/// Returns a key without its namespace.
pub(super) fn bare(key: &str) -> &str {
    key.rsplit('/').next().unwrap_or(key)
}

/// `orcpub.dnd.e5.character/wis` → `Wis`, `telepathy-120-ft-` → `Telepathy 120 ft.`. Texts with spaces stay.
pub(super) fn in_words(text: &str) -> String {
    let text = text.trim();
    if text.contains(char::is_whitespace) {
        return text.to_owned();
    }
    let key = bare(text).trim_start_matches(':').trim_end_matches('?');
    let mut parts: Vec<&str> = key.split(['-', '_']).filter(|part| !part.is_empty()).collect();
    if let [noun, adjective, rest @ ..] = parts.as_slice()
        && NOUN_FIRST.iter().any(|(known, of)| known == noun && of.contains(adjective))
    {
        let end = if rest.first() == Some(&"s") { 3 } else { 2 };
        parts.get_mut(..end).unwrap_or_default().rotate_left(1);
    }
    let mut words: Vec<String> = Vec::with_capacity(parts.len());
    for (index, part) in parts.iter().enumerate() {
        match (*part, words.last_mut()) {
            ("s", Some(before)) => before.push_str("'s"),
            ("ft", _) => words.push("ft.".to_owned()),
            (_, Some(before)) if before == "half" => {
                *before = title_case(&format!("half-{part}")).replace(' ', "-");
            }
            _ if TOOLS.contains(parts.get(index + 1).unwrap_or(&"")) => words.push(possessive(part)),
            _ => words.push((*part).to_owned()),
        }
    }
    for (index, word) in words.iter_mut().enumerate() {
        if word != "ft." && (index == 0 || !LOWER_CASE.contains(&word.as_str())) {
            *word = capitalised(word);
        }
    }
    words.join(" ")
}

/// `smiths` → `smith's`.
fn possessive(word: &str) -> String {
    match word.strip_suffix('s') {
        Some("thieve") => "thieves'".to_owned(),
        Some(stem) if !stem.ends_with('s') && stem.len() > 2 => format!("{stem}'s"),
        _ => word.to_owned(),
    }
}

/// Converts the name of a field for a sentence: `attack-roll?` → `attack roll`.
pub(super) fn label(key: &str) -> String {
    in_words(key).to_lowercase()
}

/// Converts a plural key to a singular: `draconic-ancestries` → `draconic ancestry`.
pub(super) fn singular(key: &str) -> String {
    let words = label(key);
    if let Some(stem) = words.strip_suffix("ies") {
        return format!("{stem}y");
    }
    if ["sses", "xes", "ches", "shes"].iter().any(|ending| words.ends_with(ending)) {
        return words.strip_suffix("es").unwrap_or(&words).to_owned();
    }
    match words.strip_suffix('s') {
        Some(stem) if !stem.ends_with('s') && !stem.is_empty() => stem.to_owned(),
        _ if words.is_empty() => "option".to_owned(),
        _ => words,
    }
}

pub(super) fn ability(key: &str) -> Option<&'static str> {
    ability_in_full(bare(key).trim())
}

pub(super) fn ability_or_words(key: &str) -> String {
    ability(key).map_or_else(|| in_words(key), str::to_owned)
}

#[cfg(test)]
mod tests;
