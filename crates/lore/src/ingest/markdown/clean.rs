//! Cleans the Markdown of sources.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::Regex;

use super::marks::between_words;
use super::rows::rows_apart;
use crate::model::clean;
pub(crate) use text::pattern;

/// Placeholders for an empty text.
static PLACEHOLDER: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)\[(?:no description provided|none provided|column data)\.?\]"));
/// Matches a link into an API, which is useless to a reader.
static API_LINK: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"\[([^\[\]]*)\]\((?:https?://(?:api\.open5e\.com|(?:www\.)?dnd5eapi\.co)/|/)[^()\s]*\)")
});
/// Matches the HTML tags that occur in texts.
static TAG: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"(?i)</?(?:a|b|blockquote|br|caption|center|code|dd|div|dl|dt|em|font|h[1-6]|hr|i|img|li|ol|p|pre|s|script|",
        r"small|span|strong|style|sub|sup|table|tbody|td|tfoot|th|thead|tr|u|ul)(?:\s[^<>]*)?/?>"
    ))
});
/// Matches HTML that forms a block, from its opening to its closing tag.
static BLOCK: LazyLock<Regex> = LazyLock::new(|| {
    let tags =
        ["table", "ul", "ol", "dl", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "p", "div", "pre"];
    let blocks = tags.map(|tag| format!(r"<{tag}(?:\s[^<>]*)?>.*?</{tag}>"));
    pattern(&format!("(?is){}", blocks.join("|")))
});
static SCRIPT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?is)<script(?:\s[^<>]*)?>.*?</script>|<style(?:\s[^<>]*)?>.*?</style>|<!--.*?-->")
});
static BOLD: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)</?(?:strong|b)>"));
static ITALIC: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)</?(?:em|i)>"));
static BREAK: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)[;\s]*<br\s*/?>\s*"));

/// Matches a line with a bold label such as `**Armor:**` that directly follows another line.
static LABEL: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"([^\n|])\n((?:\*\*\*?|_\*\*)[^*\n|]{1,60}[.:](?:\*\*\*?|\*\*_))"));

/// Matches a line end written as `\n`. Unlike in a path, no small letter follows.
static WRITTEN_END: LazyLock<Regex> = LazyLock::new(|| pattern(r"((?:\\n)+)([^\p{Ll}]|$)"));
/// Matches a bold label without a following space, which Markdown does not treat as bold.
static TIGHT_LABEL: LazyLock<Regex> = LazyLock::new(|| pattern(r"\*\*([^\s*][^*\n]{0,60}[.:])\*\*(\p{L})"));
/// Matches a typed dash.
static TYPED_DASH: LazyLock<Regex> = LazyLock::new(|| pattern(r"(\p{L})---?(\p{L})"));
/// Matches italics that begin with two marks, such as `__web_`.
static HALF_BOLD: LazyLock<Regex> = LazyLock::new(|| pattern(r"__([^_\n|]+)_\b"));
/// The same, ending after a bracket: `__light  (_1 charge)`.
static MISPLACED_END: LazyLock<Regex> = LazyLock::new(|| pattern(r"__([^_\n|(]+?) *\(_"));
/// Matches emphasis of nothing but punctuation, such as `spells*.*`, which Markdown does not treat as such.
static EMPHASISED_POINT: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(\w)(?:\*\*([.,;:)/]+)\*\*|\*([.,;:)/]+)\*|_([.,;:)/]+)_)(\s|$)"));
/// Matches the message of a web site about a link that leads nowhere.
static DEAD_LINK: LazyLock<Regex> =
    LazyLock::new(|| pattern("` ?Freelinking: Node title ([^`]+?) does not exist ?`"));
/// Matches a letter written as its number.
static NUMBERED_LETTER: LazyLock<Regex> = LazyLock::new(|| pattern(r"æ(0[0-9a-f]{3})"));
/// Matches the prefix of another program's link, such as `Cover|XPHB|` in `Cover|XPHB|Total Cover`.
static LINK_TARGET: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\p{Lu}[\p{L}']*(?: \[[^\[\]]*\])?\|X(?:PHB|DMG|MM)\|"));

/// Matches a dash of a range that another encoding destroyed.
static LOST_DASH: LazyLock<Regex> = LazyLock::new(|| pattern(r"(\d)\x{fffd}(\d)"));

/// Returns a text of a source as clean Markdown. HTML becomes Markdown, links into APIs become text,
/// placeholders disappear, and a bold label starts a paragraph. Line ends and spaces are handled by
/// [`clean`]. A `<` that opens no tag stays.
pub(crate) fn clean_markdown(text: &str) -> String {
    // Most texts contain none of these marks, and searching for one is faster than matching a pattern.
    let mut text = clean(text);
    if text.contains(['\u{ad}', '\u{2010}', '\u{2011}']) {
        text = text.replace('\u{ad}', "").replace(['\u{2010}', '\u{2011}'], "-");
    }
    if text.contains('\u{fffd}') {
        text = LOST_DASH.replace_all(&text, "$1–$2").into_owned();
    }
    if text.contains(r"\n") {
        let ends = |found: &regex::Captures<'_>| {
            let ends = found.get(1).map_or(0, |ends| ends.len() / 2).min(2);
            format!("{}{}", "\n".repeat(ends), found.get(2).map_or("", |next| next.as_str()))
        };
        text = WRITTEN_END.replace_all(&text, ends).into_owned();
    }
    if text.contains("|X") {
        text = LINK_TARGET.replace_all(&text, "").into_owned();
    }
    if text.contains("--") {
        text = TYPED_DASH.replace_all(&text, "$1—$2").into_owned();
    }
    if text.contains("**") {
        text = TIGHT_LABEL.replace_all(&text, "**$1** $2").into_owned();
    }
    if text.contains('[') {
        text = without_api_links(&PLACEHOLDER.replace_all(&text, ""));
    }
    if text.contains('<') {
        text = without_html(&text);
    }
    if text.contains("\n**") || text.contains("\n_**") {
        text = LABEL.replace_all(&text, "$1\n\n$2").into_owned();
    }
    if text.contains("####") {
        text = bold_headings(&text, 4);
    }
    if text.contains("__") {
        text = HALF_BOLD.replace_all(&text, "_${1}_").into_owned();
        text = MISPLACED_END.replace_all(&text, "_${1}_ (").into_owned();
    }
    if text.contains('_') {
        text = between_words(&text);
    }
    if text.contains('`') {
        text = DEAD_LINK.replace_all(&text, "$1").into_owned();
    }
    if text.contains(['*', '_']) {
        text = EMPHASISED_POINT.replace_all(&text, "$1$2$3$4$5").into_owned();
    }
    if text.contains('|') {
        text = rows_apart(&text);
    }
    if text.contains("æ0") {
        text = NUMBERED_LETTER.replace_all(&text, numbered_letter).into_owned();
    }
    if text.contains('&') {
        text =
            text.replace("&amp;", "&").replace("&nbsp;", " ").replace("&quot;", "\"").replace("&#39;", "'");
    }
    clean(text.trim())
}

/// Turns headings of this level or deeper into bold lines: bodies have third-level headings, and bold lines
/// divide their sections.
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
    let number = found.get(1).and_then(|number| u32::from_str_radix(number.as_str(), 16).ok());
    number
        .and_then(char::from_u32)
        .map_or_else(|| found.get(0).map_or("", |it| it.as_str()).to_owned(), String::from)
}

/// Joins paragraphs: lines of a table or list stay together, others are separated.
pub(crate) fn join_paragraphs<'a>(paragraphs: impl IntoIterator<Item = &'a str>) -> String {
    let mut text = String::new();
    let mut before = "";
    for paragraph in paragraphs.into_iter().map(str::trim).filter(|paragraph| !paragraph.is_empty()) {
        if !text.is_empty() {
            let together = ["|", "- ", "* "].iter().any(|mark| {
                paragraph.starts_with(mark)
                    && before.lines().last().is_some_and(|line| line.starts_with(mark))
            });
            text.push_str(if together { "\n" } else { "\n\n" });
        }
        text.push_str(paragraph);
        before = paragraph;
    }
    text
}

/// Adjacent links must not become one word.
fn without_api_links(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut end = 0;
    for link in API_LINK.captures_iter(text) {
        let (Some(whole), Some(words)) = (link.get(0), link.get(1)) else { continue };
        plain.push_str(text.get(end..whole.start()).unwrap_or_default());
        if whole.start() == end && end > 0 {
            plain.push_str(", ");
        }
        plain.push_str(words.as_str());
        end = whole.end();
    }
    plain.push_str(text.get(end..).unwrap_or_default());
    plain
}

fn without_html(text: &str) -> String {
    if !TAG.is_match(text) && !SCRIPT.is_match(text) {
        return text.to_owned();
    }
    let text = SCRIPT.replace_all(text, "");
    let text = BLOCK.replace_all(&text, |block: &regex::Captures<'_>| {
        let html = block.get(0).map_or("", |block| block.as_str());
        let markdown = htmd::convert(html).unwrap_or_else(|_| html.to_owned());
        format!("\n\n{}\n\n", markdown.trim())
    });
    let text: String = text.lines().map(without_breaks).collect::<Vec<_>>().join("\n");
    let text = BOLD.replace_all(&text, "**");
    let text = ITALIC.replace_all(&text, "*");
    TAG.replace_all(&text, "").into_owned()
}

/// A line break starts a paragraph; in a table row, it becomes a semicolon.
fn without_breaks(line: &str) -> Cow<'_, str> {
    BREAK.replace_all(line, if line.trim_start().starts_with('|') { "; " } else { "\n\n" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_and_markdown_stay_as_they_are() {
        for text in [
            "a < b and c > d",
            "| A | B |\n|---|---|\n| 1 | 2 |",
            "**Bold.** _it_ <3",
            "x <y z",
            "1. one\n2. two\n\n* * *",
        ] {
            assert_eq!(clean_markdown(text), text);
        }
    }

    #[test]
    fn html_becomes_markdown() {
        assert_eq!(clean_markdown("<em><strong>Bite.</strong></em> Hurts."), "***Bite.*** Hurts.");
        assert_eq!(clean_markdown("one<br>two<BR/>three"), "one\n\ntwo\n\nthree");
        assert_eq!(clean_markdown("| pit |\n|---|\n| one;<br/>two |"), "| pit |\n|---|\n| one; two |");
        assert_eq!(
            clean_markdown("Roll:\n<ul>\n<li>1: a</li>\n<li>2: b</li>\n</ul>\nDone."),
            "Roll:\n\n*   1: a\n*   2: b\n\nDone."
        );
        assert_eq!(clean_markdown("<h5>Wind</h5>\nIt blows."), "**Wind**\n\nIt blows.");
        assert_eq!(clean_markdown("a<script>alert(1)</script>b"), "ab");
        let table = clean_markdown(
            "<table>\n<thead><tr>\n<th>Stage</th>\n<th>Sky</th>\n</tr></thead>\n<tbody>\n<tr>\n<td>1</td>\n<td>Clear</td>\n</tr>\n</tbody>\n</table>",
        );
        assert!(table.starts_with("| Stage | Sky"), "{table}");
        assert!(!table.contains('<'), "{table}");
    }

    #[test]
    fn links_into_an_api_become_their_words() {
        assert_eq!(
            clean_markdown(
                "by [dispel](https://api.open5e.com/spells/dispel)[wish](https://api.open5e.com/wish) only"
            ),
            "by dispel, wish only"
        );
        assert_eq!(clean_markdown("see [blinded](/api/conditions/blinded)."), "see blinded.");
        assert_eq!(clean_markdown("[a book](https://example.org/x)"), "[a book](https://example.org/x)");
    }

    #[test]
    fn bold_labels_start_paragraphs() {
        assert_eq!(clean_markdown("**Armor:** None\r\n**Tools:** Pan"), "**Armor:** None\n\n**Tools:** Pan");
        assert_eq!(clean_markdown("a\n**bold** word"), "a\n**bold** word");
    }

    #[test]
    fn headings_below_the_third_level_are_bold_lines() {
        assert_eq!(clean_markdown("a\n####Plum\nb"), "a\n\n**Plum**\n\nb");
        assert_eq!(clean_markdown("> #### **Plum**\n> *Large Fruit*"), "> **Plum**\n>\n> *Large Fruit*");
        assert_eq!(clean_markdown("### Plum\n\nb"), "### Plum\n\nb");
        assert_eq!(bold_headings("## A\nb\n##### C", 1), "**A**\n\nb\n\n**C**");
        assert_eq!(bold_headings("no # heading\n#", 1), "no # heading\n#");
    }

    #[test]
    fn half_marks_and_numbered_letters_are_mended() {
        assert_eq!(
            clean_markdown("cast the __web_ spell, __bold__ and _it_"),
            "cast the _web_ spell, __bold__ and _it_"
        );
        assert_eq!(
            clean_markdown("cast __jam  (_1 charge) or th_e Plum_"),
            "cast _jam_ (1 charge) or the _Plum_"
        );
        assert_eq!(clean_markdown("the collæ00e1is of 2æ00d7 ære æ0zzz"), "the colláis of 2× ære æ0zzz");
    }

    #[test]
    fn marks_that_mean_nothing_vanish() {
        assert_eq!(
            clean_markdown("spells*.* Jam (5 gp**)** or plums_/_ jam_)._"),
            "spells. Jam (5 gp) or plums/ jam)."
        );
        assert_eq!(clean_markdown("*a*, **b**.*c* **d.** _e_."), "*a*, **b**.*c* **d.** _e_.");
        assert_eq!(
            clean_markdown("cast _` Freelinking: Node title jam does not exist `_ now"),
            "cast _jam_ now"
        );
    }

    #[test]
    fn placeholders_vanish() {
        assert_eq!(clean_markdown("[No description provided]"), "");
        assert_eq!(clean_markdown("[None Provided]\n"), "");
        assert_eq!(clean_markdown("[Column data]"), "");
    }

    #[test]
    fn paragraphs_keep_tables_and_lists_together() {
        assert_eq!(
            join_paragraphs(["a", "| x |", "|---|", "b", "- 1", "- 2"]),
            "a\n\n| x |\n|---|\n\nb\n\n- 1\n- 2"
        );
    }

    #[test]
    fn hyphens_and_lost_dashes_are_as_typed() {
        assert_eq!(
            clean_markdown("a jam\u{ad}—twice 5th\u{2011}level, ten\u{2010}foot"),
            "a jam—twice 5th-level, ten-foot"
        );
        assert_eq!(clean_markdown("Round 5\u{fffd}10, a\u{fffd}b"), "Round 5–10, a\u{fffd}b");
    }

    #[test]
    fn ends_of_lines_dashes_and_labels_are_as_markdown_has_them() {
        assert_eq!(clean_markdown(r"It glows.\n\nIt hums.\n| a | b |"), "It glows.\n\nIt hums.\n| a | b |");
        assert_eq!(clean_markdown(r"in C:\new\notes"), r"in C:\new\notes");
        assert_eq!(
            clean_markdown("qualities---a plum's--and more\n\n---\n\na"),
            "qualities—a plum's—and more\n\n---\n\na"
        );
        assert_eq!(
            clean_markdown("**3/Day Each:**Jam, **more** jam. **Jar**"),
            "**3/Day Each:** Jam, **more** jam. **Jar**"
        );
        assert_eq!(
            clean_markdown("a Sphere [Area]|XPHB|Sphere and Cover|XPHB|Total Cover"),
            "a Sphere and Total Cover"
        );
    }
}
