//! Renders rules.

use crate::model::fold;

use super::Body;

/// Renders the body of a chapter: its text, and the names of its sections.
pub fn chapter(text: &str, sections: &[String]) -> String {
    let mut body = Body::default();
    body.block(text);
    if !sections.is_empty() {
        let lines: Vec<String> = sections.iter().map(|name| format!("- {name}")).collect();
        body.heading("Sections").block(&lines.join("\n"));
    }
    body.finish()
}

/// Returns a text without a heading that is the name of its entry.
pub fn without_own_heading(text: &str, name: &str) -> String {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let heading = first.strip_prefix('#').map(|title| fold(title.trim_matches(['#', ' ', '*'])));
    if heading == Some(fold(name)) { rest.trim_start_matches('\n').to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests;
