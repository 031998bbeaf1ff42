//! The lines of a brew without what only concerns its pages.

use regex::Captures;
use text::{Pattern, pattern};

use crate::yaml;

/// Matches styles and comments, which may be long.
static UNSEEN: Pattern = pattern!(r"(?is)<style\b[^>]*>.*?</style>|<script\b[^>]*>.*?</script>|<!--.*?-->");
/// Matches tags, soft hyphens, icons, images, and spans such as `{{bonus +3}}` and links within the brew, of
/// which the content stays.
static MARKS: Pattern = pattern!(concat!(
    r"(?i)</?(?:div|img|span|p|a|center|link|font|section)\b[^<>\n]*>|&shy;|:[a-z]{2}_[a-z0-9_]+:",
    r"|!\[[^\[\]\n]*\]\([^()\n]*\)(?:\{[^{}\n]*\})?|\{\{[\w,:;.#%()'-]* ([^{}\n]*)\}\}",
    r"|\[([^\[\]\n]*)\]\(#[^()\n]*\)"
));
static PAGE: Pattern = pattern!(
    r"(?i)^\s*(?:\\(?:page|column|newpage|newcolumn)\w*|:+|={3,}|@=+|\{\{pageNumber[^{}]*\}\}|\{\{footnote.*)\s*$"
);
static FRAME: Pattern = pattern!(r"^\s*\{\{[^{}]*$");
static HEADING: Pattern = pattern!(r"^\s*(#{1,6})\s+(.*?)[\s#]*(?:\{[^{}]*\})?\s*$");

/// A line of a brew.
#[derive(Debug)]
pub(super) struct Line {
    /// Its number in the file, from 1.
    pub(super) number: u32,
    /// The text, without the mark of a quote.
    pub(super) text: String,
    /// The quote or frame in which it stands; 0 for none.
    pub(super) group: u32,
}

impl Line {
    /// Returns the level and the text of a heading.
    pub(super) fn heading(&self) -> Option<(usize, String)> {
        let found = HEADING.captures(&self.text)?;
        let (_, [marks, title]) = found.extract();
        let title = title.replace(['*', '`'], "").replace("&nbsp;", " ");
        (!title.trim().is_empty()).then(|| (marks.len(), title.trim().to_owned()))
    }

    pub(super) fn is_rule(&self) -> bool {
        let text = self.text.trim();
        text.len() > 2 && text.chars().all(|letter| matches!(letter, '_' | '-' | '*' | ' '))
    }

    pub(super) fn is_gap(&self) -> bool {
        self.text.trim().is_empty() || self.is_rule()
    }

    pub(super) fn is_row(&self) -> bool {
        self.text.trim().trim_matches('|').contains('|')
    }

    /// Returns the text of a line that is in italics.
    pub(super) fn in_italics(&self) -> Option<&str> {
        let text = self.text.trim();
        ['*', '_'].iter().find_map(|mark| {
            let inner = text.strip_prefix(*mark)?.strip_suffix(*mark)?.trim();
            (!inner.is_empty() && !inner.contains(*mark)).then_some(inner)
        })
    }
}

/// Returns the title that a brew gives itself, and its lines without pages, columns, frames and code blocks.
pub(super) fn lines_of(text: &str) -> (Option<String>, Vec<Line>) {
    let blank =
        |found: &Captures<'_>| "\n".repeat(found.get(0).map_or(0, |all| all.as_str().matches('\n').count()));
    let text = UNSEEN.replace_all(text, blank);
    let text = MARKS.replace_all(&text, "$1$2");
    let (mut lines, mut title): (Vec<Line>, _) = (Vec::new(), None);
    let (mut groups, mut group, mut is_quoted, mut is_framed) = (0, 0, false, false);
    // The content of an open code block.
    let mut code: Option<(bool, String)> = None;
    for (number, line) in (1_u32..).zip(text.lines()) {
        if line.trim_start().starts_with("```") {
            code = match code.take() {
                Some((true, content)) => {
                    let metadata = yaml::read(&content).unwrap_or_default();
                    title = metadata.get("title").and_then(|title| title.as_str()).map(str::to_owned);
                    None
                }
                Some(_) => None,
                None => Some((line.trim() == "```metadata", String::new())),
            };
            continue;
        }
        if let Some((is_metadata, content)) = &mut code {
            if *is_metadata {
                content.push_str(line);
                content.push('\n');
            }
            continue;
        }
        let quote = line.trim_start().strip_prefix('>');
        let is_blank = line.trim().is_empty() || PAGE.is_match(line);
        if FRAME.is_match(line) || line.trim() == "}}" {
            is_framed = line.trim() != "}}";
            groups += 1;
            (group, is_quoted) = (if is_framed { groups } else { 0 }, false);
            continue;
        }
        // A gap in a quote is part of it if the quote goes on, and not with a note.
        let is_note = || {
            let is_after_gap = lines.last().is_none_or(|line| line.text.is_empty());
            is_after_gap
                && quote
                    .is_some_and(|quote| HEADING.is_match(quote) && !quote.trim_start().starts_with("### "))
        };
        if !is_framed && !is_blank && (quote.is_some() != is_quoted || is_quoted && is_note()) {
            is_quoted = quote.is_some();
            groups += u32::from(is_quoted);
            group = if is_quoted { groups } else { 0 };
        }
        let text = if is_blank { "" } else { quote.unwrap_or(line) };
        lines.push(Line { number, text: text.trim_end().to_owned(), group });
    }
    (title.filter(|title: &String| !title.trim().is_empty()), lines)
}
