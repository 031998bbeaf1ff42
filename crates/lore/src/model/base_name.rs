//! Names that the editions and shapes of an item share.

/// Returns the name that an entry shares with its other editions and shapes: `flame tongue longsword` is a `flame tongue`,
/// `plate armor (+2)` a `plate armor`. Both names are folded.
pub(crate) fn base_name(name: &str, base_item: Option<&str>) -> String {
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
mod tests {
    use super::*;

    #[test]
    fn editions_and_shapes_share_a_base_name() {
        assert_eq!(base_name("flame tongue longsword", Some("longsword")), "flame tongue");
        assert_eq!(base_name("longsword (+2)", Some("longsword")), "longsword");
        assert_eq!(base_name("plate armor of resistance", Some("plate armor")), "resistance");
        assert_eq!(base_name("+1 longsword", None), "longsword");
    }
}
