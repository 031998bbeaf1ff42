//! Long texts.

use crate::markdown::{clean_markdown, join_paragraphs};

/// Every line is a paragraph, except those of a list or a table.
pub(super) fn prose(text: &str) -> String {
    let with_dash = |line: &str| match line.trim().strip_prefix(['•', '\u{f0b7}', '●', '▪']) {
        Some(point) => format!("- {}", point.trim_start()),
        None => line.to_owned(),
    };
    clean_markdown(&join_paragraphs(text.replace('\t', " ").lines().map(with_dash)))
}

#[cfg(test)]
mod tests;
