//! Named parts of a body.

use super::clean_markdown;

/// A named passage of an entry: a trait, an action, a benefit. Both texts are clean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Part {
    /// Its name, such as `Amphibious`; empty if it has none.
    pub(crate) name: String,
    /// Its text; empty if the name is sufficient.
    pub(crate) text: String,
}

impl Part {
    pub(crate) fn new(name: &str, text: &str) -> Self {
        Self { name: clean_markdown(name).replace('\n', " ").trim().to_owned(), text: clean_markdown(text) }
    }

    /// A text that begins with a table, list or heading starts a new block.
    pub(crate) fn to_markdown(&self) -> String {
        let Part { name, text } = self;
        if name.is_empty() {
            return text.clone();
        }
        let stop = if name.ends_with(['.', '!', '?', ':']) { "" } else { "." };
        let lead = format!("***{name}{stop}***");
        if text.is_empty() {
            lead
        } else if starts_a_block(text) {
            format!("{lead}\n\n{text}")
        } else {
            format!("{lead} {text}")
        }
    }
}

fn starts_a_block(text: &str) -> bool {
    ["|", "#", ">", "- ", "* ", "1."].iter().any(|start| text.starts_with(start))
}

#[cfg(test)]
mod tests;
