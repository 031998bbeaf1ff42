//! Cleans the Markdown of sources.

use std::sync::LazyLock;

use content::model::clean;
use regex::Regex;

use super::marks::between_words;
use super::rows::rows_apart;
use text::{Pattern, pattern};

static BLOCK: Pattern = LazyLock::new(|| {
    let tags =
        ["table", "ul", "ol", "dl", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "p", "div", "pre"];
    let blocks = tags.map(|tag| format!(r"<{tag}(?:\s[^<>]*)?>.*?</{tag}>"));
    pattern(&format!("(?is){}", blocks.join("|")))
});
static BREAK: Pattern = pattern!(r"(?i)[;\s]*<br\s*/?>\s*");
static NUMBERED_LETTER: Pattern = pattern!(r"æ(0[0-9a-f]{3})");

enum Repair {
    Replace(Regex, &'static str),
    Apply(fn(&str) -> String),
}

/// In order, each with a mark of the texts that need it: a mark is found faster than a pattern is matched.
static REPAIRS: LazyLock<Vec<(&str, Repair)>> = LazyLock::new(|| {
    let replace = |mark, expression: &str, with| (mark, Repair::Replace(pattern(expression), with));
    let unseen = r"(?is)<script(?:\s[^<>]*)?>.*?</script>|<style(?:\s[^<>]*)?>.*?</style>|<!--.*?-->";
    let tag = concat!(
        r"(?i)</?(?:a|b|blockquote|br|caption|center|code|dd|div|dl|dt|em|font|h[1-6]|hr|i|img|li|ol|p|pre|s|script|",
        r"small|span|strong|style|sub|sup|table|tbody|td|tfoot|th|thead|tr|u|ul)(?:\s[^<>]*)?/?>"
    );
    // A link into an API, which is useless to a reader.
    let link = r"\[([^\[\]]*)\]\((?:https?://(?:api\.open5e\.com|(?:www\.)?dnd5eapi\.co)/|/)[^()\s]*\)";
    vec![
        replace("\u{ad}", "\u{ad}", ""),
        replace("\u{2010}", "\u{2010}", "-"),
        replace("\u{2011}", "\u{2011}", "-"),
        // A dash of a range that another encoding destroyed.
        replace("\u{fffd}", r"(\d)\x{fffd}(\d)", "$1–$2"),
        // Line ends written as `\n`. Unlike in a path, no small letter follows.
        replace(r"\n", r"(?:\\n){2,}([^\p{Ll}]|$)", "\n\n$1"),
        replace(r"\n", r"\\n([^\p{Ll}]|$)", "\n$1"),
        // The prefix of another program's link, such as `Cover|XPHB|` in `Cover|XPHB|Total Cover`.
        replace("|X", r"\p{Lu}[\p{L}']*(?: \[[^\[\]]*\])?\|X(?:PHB|DMG|MM)\|", ""),
        // A typed dash.
        replace("--", r"(\p{L})---?(\p{L})", "$1—$2"),
        // A bold label without a following space, which Markdown does not treat as bold.
        replace("**", r"\*\*([^\s*][^*\n]{0,60}[.:])\*\*(\p{L})", "**$1** $2"),
        // Placeholders for an empty text.
        replace("[", r"(?i)\[(?:no description provided|none provided|column data)\.?\]", ""),
        // Adjacent links must not become one word.
        replace("[", &format!(r"{link}\["), "$1, ["),
        replace("[", link, "$1"),
        replace("<", unseen, ""),
        ("<", Repair::Apply(without_blocks)),
        ("<", Repair::Apply(without_breaks)),
        replace("<", r"(?i)</?(?:strong|b)>", "**"),
        replace("<", r"(?i)</?(?:em|i)>", "*"),
        replace("<", tag, ""),
        // A line with a bold label such as `**Armor:**` that directly follows another line.
        replace("**", r"([^\n|])\n((?:\*\*\*?|_\*\*)[^*\n|]{1,60}[.:](?:\*\*\*?|\*\*_))", "$1\n\n$2"),
        ("####", Repair::Apply(|text| bold_headings(text, 4))),
        // Italics that begin with two marks, such as `__web_`.
        replace("__", r"__([^_\n|]+)_\b", "_${1}_"),
        // The same, ending after a bracket: `__light  (_1 charge)`.
        replace("__", r"__([^_\n|(]+?) *\(_", "_${1}_ ("),
        ("_", Repair::Apply(between_words)),
        // The message of a web site about a link that leads nowhere.
        replace("`", "` ?Freelinking: Node title ([^`]+?) does not exist ?`", "$1"),
        // Emphasis of nothing but punctuation, such as `spells*.*`, which Markdown does not treat as such.
        replace("*", r"(\w)(?:\*\*([.,;:)/]+)\*\*|\*([.,;:)/]+)\*)(\s|$)", "$1$2$3$4"),
        replace("_", r"(\w)_([.,;:)/]+)_(\s|$)", "$1$2$3"),
        ("|", Repair::Apply(rows_apart)),
        ("æ0", Repair::Apply(|text| NUMBERED_LETTER.replace_all(text, numbered_letter).into_owned())),
        replace("&", "&amp;", "&"),
        replace("&", "&nbsp;", " "),
        replace("&", "&quot;", "\""),
        replace("&", "&#39;", "'"),
    ]
});

/// HTML becomes Markdown, links into APIs become text, placeholders disappear, and a bold label starts a
/// paragraph. A `<` that opens no tag stays. Line ends and spaces are handled by [`clean`].
pub(crate) fn clean_markdown(text: &str) -> String {
    let mut text = clean(text);
    for (mark, repair) in REPAIRS.iter() {
        if text.contains(mark) {
            text = match repair {
                Repair::Replace(pattern, with) => pattern.replace_all(&text, *with).into_owned(),
                Repair::Apply(change) => change(&text),
            };
        }
    }
    clean(text.trim())
}

/// Turns headings of this level or deeper into bold lines, because bodies have third-level headings.
pub(super) fn bold_headings(text: &str, level: usize) -> String {
    let bold = |line: &str| {
        let mark = line.len() - line.trim_start_matches(['>', ' ']).len();
        let (quote, rest) = line.split_at(mark);
        let title = rest.trim_start_matches('#');
        let depth = rest.len() - title.len();
        let title = title.trim_matches([' ', '#', '*', '_']);
        if depth == 0 || depth < level || title.is_empty() {
            return line.to_owned();
        }
        let quote = quote.trim_end();
        if quote.is_empty() { format!("\n**{title}**\n") } else { format!("{quote} **{title}**\n{quote}") }
    };
    clean(&text.lines().map(bold).collect::<Vec<_>>().join("\n"))
}

/// Returns the letter whose number follows an `æ`: `æ00e1` is `á`.
fn numbered_letter(found: &regex::Captures<'_>) -> String {
    let (whole, [number]) = found.extract();
    let letter = u32::from_str_radix(number, 16).ok().and_then(char::from_u32);
    letter.map_or_else(|| whole.to_owned(), String::from)
}

/// Joins paragraphs: lines of a table or list stay together, others are separated.
pub(crate) fn join_paragraphs(paragraphs: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let of_block = |line: &str| match line {
        _ if line.contains('|') => Some("table"),
        _ if line.starts_with("- ") || line.starts_with("* ") => Some("list"),
        _ => None,
    };
    let mut text = String::new();
    for paragraph in paragraphs {
        let paragraph = paragraph.as_ref().trim();
        let (last, first) = (text.lines().next_back(), paragraph.lines().next());
        let Some(first) = first else { continue };
        if let Some(last) = last {
            let is_together = of_block(last).is_some() && of_block(last) == of_block(first);
            text.push_str(if is_together { "\n" } else { "\n\n" });
        }
        text.push_str(paragraph);
    }
    text
}

fn without_blocks(text: &str) -> String {
    let converted = |block: &regex::Captures<'_>| {
        let html = block.get(0).map_or("", |block| block.as_str());
        let markdown = htmd::convert(html).unwrap_or_else(|_| html.to_owned());
        format!("\n\n{}\n\n", markdown.trim())
    };
    BLOCK.replace_all(text, converted).into_owned()
}

/// A line break starts a paragraph; in a table row, it becomes a semicolon.
fn without_breaks(text: &str) -> String {
    let end = |line: &str| if line.trim_start().starts_with('|') { "; " } else { "\n\n" };
    text.lines().map(|line| BREAK.replace_all(line, end(line))).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests;
