//! The lines of a stat block.

use text::{Pattern, pattern};

use crate::model::is_invisible;

#[derive(Debug, Clone)]
pub(super) struct Line {
    /// The line as it is written, without invisible characters and spaces at its end.
    pub(super) raw: String,
    /// The line without marks of Markdown.
    pub(super) plain: String,
    pub(super) after_gap: bool,
}

impl Line {
    /// Returns true for a line that only separates.
    pub(super) fn is_rule(&self) -> bool {
        self.raw.trim().chars().all(|c| matches!(c, '-' | '_' | '*' | '|' | ':' | ' ' | '>' | '—'))
    }

    pub(super) fn is_heading(&self) -> bool {
        self.raw.trim_start_matches(['>', ' ']).starts_with('#')
    }

    /// Returns true for a row of a table or an item of a list.
    pub(super) fn is_item(&self) -> bool {
        let line = self.raw.trim_start();
        line.starts_with(['|', '>', '•']) || ["- ", "* ", "+ "].iter().any(|mark| line.starts_with(mark))
    }
}

/// Marks of Homebrewery: the start and the end of a frame, a gap, a new column or page.
static FRAME: Pattern = pattern!(r"^\s*(?:\{\{[\w,:;.#%()-]*|\}\}|:+|\\(?:column|page)(?:break)?)\s*$");
/// The mark between a label and its value there: `**Speed** :: 30 ft.`.
static DEFINED: Pattern = pattern!(r"^(\s*\*\*[^*]+\*\*)\s*::\s*");

pub(super) fn lines_of(text: &str) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let (mut after_gap, mut is_broken) = (false, false);
    let is_quoted = text.lines().filter(|line| !line.trim().is_empty()).all(|line| line.starts_with('>'));
    for raw in text.lines() {
        let raw = if is_quoted { raw.trim_start_matches(['>', ' ']) } else { raw };
        let breaks = raw.trim_end().ends_with('\u{ad}');
        if FRAME.is_match(raw) {
            after_gap = true;
            continue;
        }
        let raw = DEFINED.replace(raw, "$1 ");
        let seen: String = raw.chars().filter(|c| !is_invisible(*c)).collect();
        let raw = seen.replace(['\u{a0}', '\u{2009}', '\u{202f}'], " ");
        let plain = plain(&raw);
        match lines.last_mut() {
            // A soft hyphen at the end of the line above parts a word.
            Some(last) if is_broken && !plain.is_empty() => {
                last.raw.push_str(raw.trim());
                last.plain.push_str(&plain);
            }
            _ if raw.trim().is_empty() => after_gap = true,
            _ => {
                lines.push(Line { raw: raw.trim_end().to_owned(), plain, after_gap });
                after_gap = false;
            }
        }
        is_broken = breaks;
    }
    lines
}

fn plain(line: &str) -> String {
    let line = line.trim_start().trim_start_matches(['>', '#', '•', ' ']);
    let line = ["- ", "+ ", "* "].iter().find_map(|mark| line.strip_prefix(mark)).unwrap_or(line);
    let without: String = line.chars().filter(|c| !matches!(c, '*' | '`')).collect();
    let words: Vec<&str> = without.split_whitespace().map(|word| word.trim_matches('_')).collect();
    words.join(" ").trim().to_owned()
}
