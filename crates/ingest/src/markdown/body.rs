//! Builds a Markdown body from parts.

use super::Part;

/// A body under construction: blocks separated by an empty line. Empty parts are left out.
#[derive(Debug, Default)]
pub struct Body {
    text: String,
}

impl Body {
    /// Adds a block of Markdown.
    pub fn block(&mut self, text: &str) -> &mut Self {
        let text = text.trim_matches('\n').trim_end();
        if !text.trim().is_empty() {
            if !self.text.is_empty() {
                self.text.push_str("\n\n");
            }
            self.text.push_str(text);
        }
        self
    }

    pub(crate) fn italic(&mut self, line: &str) -> &mut Self {
        if line.is_empty() { self } else { self.block(&format!("*{line}*")) }
    }

    /// Leaves out facts without a value.
    pub(crate) fn facts<'a, V: Into<Option<String>>>(
        &mut self,
        facts: impl IntoIterator<Item = (&'a str, V)>,
    ) -> &mut Self {
        let lines = facts.into_iter().filter_map(|(label, value)| {
            let value = value.into().filter(|value| !value.trim().is_empty())?;
            Some(format!("- **{label}** {}", value.trim().replace('\n', " ")))
        });
        self.block(&lines.collect::<Vec<_>>().join("\n"))
    }

    pub(super) fn heading(&mut self, title: &str) -> &mut Self {
        self.block(&format!("### {title}"))
    }

    pub(super) fn parts(&mut self, parts: &[Part]) -> &mut Self {
        for part in parts {
            self.block(&part.to_markdown());
        }
        self
    }

    pub(crate) fn section(&mut self, title: &str, introduction: &str, parts: &[Part]) -> &mut Self {
        if parts.is_empty() { self } else { self.heading(title).block(introduction).parts(parts) }
    }

    /// Returns the finished body.
    pub fn finish(&mut self) -> String {
        std::mem::take(&mut self.text)
    }
}
