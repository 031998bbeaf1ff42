use crate::ingest::markdown::clean_markdown;

/// A text of homebrew as clean Markdown: every line is a paragraph, and lines that begin with a bullet are a list.
pub(super) fn prose(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    let mut before = "";
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if !joined.is_empty() {
            let together = (is_row(before) && is_row(line)) || (is_point(before) && is_point(line));
            joined.push_str(if together { "\n" } else { "\n\n" });
        }
        before = line;
        // Soft hyphens are where a program broke the words of a line that is broken elsewhere now.
        joined.extend(bulleted(line).chars().filter(|letter| *letter != '\u{ad}'));
    }
    clean_markdown(&joined)
}

/// A line of a table.
fn is_row(line: &str) -> bool {
    line.contains('|')
}

/// A line of a list.
fn is_point(line: &str) -> bool {
    bullet(line).is_some() || line.starts_with("- ") || line.starts_with("* ")
}

fn bullet(line: &str) -> Option<&str> {
    line.strip_prefix(['•', '\u{f0b7}', '●', '▪'])
}

fn bulleted(line: &str) -> String {
    bullet(line)
        .map_or_else(|| line.replace('\t', " "), |rest| format!("- {}", rest.trim_start().replace('\t', " ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_paragraph() {
        assert_eq!(prose("One.\nTwo.\r\n\r\n\r\nThree."), "One.\n\nTwo.\n\nThree.");
    }

    #[test]
    fn bullets_are_a_list() {
        assert_eq!(prose("Choose:\n• a\n\u{f0b7}\tb\nDone."), "Choose:\n\n- a\n- b\n\nDone.");
    }

    #[test]
    fn tables_stay_together() {
        let table = "| A | B |\n|---|---|\n| 1 | 2 |";
        assert_eq!(prose(&format!("Roll.\n{table}\nDone.")), format!("Roll.\n\n{table}\n\nDone."));
        assert_eq!(prose("A | B\n---|---\n1 | 2"), "A | B\n---|---\n1 | 2");
    }

    #[test]
    fn soft_hyphens_and_tabs_vanish() {
        assert_eq!(prose("won\u{ad}der\tful"), "wonder ful");
    }
}
