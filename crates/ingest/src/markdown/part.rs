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
        let starts_a_block = ["|", "#", ">", "- ", "* ", "1."].iter().any(|start| text.starts_with(start));
        let gap = if text.is_empty() {
            ""
        } else if starts_a_block {
            "\n\n"
        } else {
            " "
        };
        format!("***{name}{stop}***{gap}{text}")
    }
}

#[cfg(test)]
mod tests;
