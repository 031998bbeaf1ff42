//! Long texts.

use crate::ingest::markdown::clean_markdown;

/// Converts a text to clean Markdown. Every line is a paragraph, except those of a list or a table.
pub(super) fn prose(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    let mut previous = "";
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if !joined.is_empty() {
            let is_joined =
                (is_row(previous) && is_row(line)) || (is_list_item(previous) && is_list_item(line));
            joined.push_str(if is_joined { "\n" } else { "\n\n" });
        }
        previous = line;
        // Soft hyphens mark line breaks of the program from which the text was copied.
        joined.extend(with_dash(line).chars().filter(|letter| *letter != '\u{ad}'));
    }
    clean_markdown(&joined)
}

/// Returns true if a line is a row of a table.
fn is_row(line: &str) -> bool {
    line.contains('|')
}

/// Returns true if a line is a point of a list.
fn is_list_item(line: &str) -> bool {
    after_bullet(line).is_some() || line.starts_with("- ") || line.starts_with("* ")
}

/// Returns the text after a bullet.
fn after_bullet(line: &str) -> Option<&str> {
    line.strip_prefix(['•', '\u{f0b7}', '●', '▪'])
}

/// Replaces a bullet with a dash, and tabs with spaces.
fn with_dash(line: &str) -> String {
    after_bullet(line)
        .map_or_else(|| line.replace('\t', " "), |rest| format!("- {}", rest.trim_start().replace('\t', " ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_paragraphs() {
        assert_eq!(prose("One.\nTwo.\r\n\r\n\r\nThree."), "One.\n\nTwo.\n\nThree.");
    }

    #[test]
    fn bullets_become_a_list() {
        assert_eq!(prose("Choose:\n• a\n\u{f0b7}\tb\nDone."), "Choose:\n\n- a\n- b\n\nDone.");
    }

    #[test]
    fn tables_stay_together() {
        let table = "| A | B |\n|---|---|\n| 1 | 2 |";
        assert_eq!(prose(&format!("Roll.\n{table}\nDone.")), format!("Roll.\n\n{table}\n\nDone."));
        assert_eq!(prose("A | B\n---|---\n1 | 2"), "A | B\n---|---\n1 | 2");
    }

    #[test]
    fn soft_hyphens_and_tabs_are_removed() {
        assert_eq!(prose("won\u{ad}der\tful"), "wonder ful");
    }
}
