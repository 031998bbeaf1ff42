//! Named parts of a body.

use super::clean_markdown;

/// A named passage of an entry: a trait, an action, a benefit. Both texts are clean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Its name, such as `Amphibious`; empty if it has none.
    pub name: String,
    /// Its text; empty if the name is sufficient.
    pub text: String,
}

impl Part {
    /// Creates a passage, whose texts are cleaned.
    pub fn new(name: &str, text: &str) -> Self {
        Self { name: clean_markdown(name).replace('\n', " ").trim().to_owned(), text: clean_markdown(text) }
    }

    /// A text that begins with a table, list or heading starts a new block.
    pub fn to_markdown(&self) -> String {
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
    text.starts_with(['|', '#', '>'])
        || text.starts_with("- ")
        || text.starts_with("* ")
        || text.starts_with("1.")
}

#[cfg(test)]
mod tests;
