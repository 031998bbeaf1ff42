//! Names that the editions and shapes of an item share.

/// Returns the name that an entry shares with its other editions and shapes: `flame tongue longsword` is a
/// `flame tongue`, `plate armor (+2)` a `plate armor`. Both names are folded.
pub fn base_name(name: &str, base_item: Option<&str>) -> String {
    let mut name = name.split_once(" (").map_or(name, |(name, _)| name).to_owned();
    if let Some(base_item) = base_item {
        let without = name.replacen(base_item, "", 1);
        if without.chars().any(char::is_alphabetic) {
            name = without;
        }
    }
    let words = name.split(|c: char| c.is_whitespace() || c == ',');
    let kept: Vec<&str> =
        words.filter(|word| !word.is_empty() && !word.starts_with('+') && *word != "of").collect();
    kept.join(" ")
}

#[cfg(test)]
mod tests;
