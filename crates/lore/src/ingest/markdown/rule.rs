//! Renders rules.

use super::Body;
use crate::model::fold;

/// Renders the body of a chapter: its text, and the names of its sections.
pub(crate) fn chapter(text: &str, sections: &[String]) -> String {
    let mut body = Body::default();
    body.block(text);
    if !sections.is_empty() {
        let lines: Vec<String> = sections.iter().map(|name| format!("- {name}")).collect();
        body.heading("Sections").block(&lines.join("\n"));
    }
    body.finish()
}

/// Returns the text without a heading that repeats the entry's name.
pub(crate) fn without_own_heading(text: &str, name: &str) -> String {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let heading = first.strip_prefix('#').map(|title| fold(title.trim_matches(['#', ' ', '*'])));
    if heading == Some(fold(name)) { rest.trim_start_matches('\n').to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chapter_lists_its_sections() {
        let sections = ["Whisk".to_owned(), "Fry".to_owned()];
        assert_eq!(chapter("How to cook.", &sections), "How to cook.\n\n### Sections\n\n- Whisk\n- Fry");
        assert_eq!(chapter("Alone.", &[]), "Alone.");
    }

    #[test]
    fn only_the_entrys_own_name_goes() {
        assert_eq!(without_own_heading("## Cover\n\nWalls help.", "Cover"), "Walls help.");
        assert_eq!(without_own_heading("## Walls\n\nThey help.", "Cover"), "## Walls\n\nThey help.");
        assert_eq!(without_own_heading("# Cover", "Cover"), "");
        assert_eq!(without_own_heading("Cover", "Cover"), "Cover");
    }
}
