//! A page to print. It is one HTML file that needs no other.

use std::fmt::Write as _;

use content::model::{Document, Family};
use content::query::Entry;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html};

use super::licences::{self, Licences};
use super::writer::Writer;

const STYLE: &str = include_str!("print.css");
/// The page runs no script and loads nothing. Tables align their columns by styles in their tags.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
const CARDS_PER_SHEET: usize = 9;
/// The number of lines on a card, of letters in a line, and of paragraphs whose spaces make one line.
const CARD_LINES: usize = 24;
const CARD_LINE_CHARS: usize = 43;
const PARAGRAPHS_PER_LINE: usize = 3;
/// A longer entry may continue in the next column, in letters.
const MAX_UNBROKEN_CHARS: usize = 3_500;

#[derive(Default)]
pub(super) struct Print {
    cards: Vec<String>,
    /// Entries that are not cards, or do not fit one.
    blocks: String,
}

impl Writer for Print {
    fn add(&mut self, entry: &Entry, document: &Document) -> bool {
        let is_card = matches!(entry.kind.family(), Family::Spell | Family::Equipment) && fits(&entry.body);
        let class = match entry.body.len() {
            _ if is_card => "card",
            ..=MAX_UNBROKEN_CHARS => "block whole",
            _ => "block",
        };
        let mut article = format!("<article class=\"{class}\"><h2>{}</h2><div>", escaped(&entry.name));
        push_html(&mut article, &entry.body);
        let source = escaped(&licences::source(entry, document));
        let _ = writeln!(article, "</div><footer>{source}</footer></article>");
        if is_card {
            self.cards.push(article);
        } else {
            self.blocks.push_str(&article);
        }
        true
    }

    fn finish(self: Box<Self>, licences: &Licences) -> String {
        let mut page = format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n<title>LoreKeeper</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n"
        );
        for sheet in self.cards.chunks(CARDS_PER_SHEET) {
            let _ = writeln!(page, "<section class=\"sheet\">\n{}</section>", sheet.concat());
        }
        if !self.blocks.is_empty() {
            let _ = writeln!(page, "<section class=\"columns\">\n{}</section>", self.blocks);
        }
        page.push_str("<section class=\"licences\">\n<h2>Sources and licences</h2>\n");
        for line in licences.lines() {
            let _ = writeln!(page, "<p>{}</p>", escaped(&line));
        }
        page + "</section>\n</body>\n</html>\n"
    }
}

fn fits(body: &str) -> bool {
    let lines = |line: &str| line.chars().count().div_ceil(CARD_LINE_CHARS);
    let spaces = body.lines().filter(|line| line.is_empty()).count() / PARAGRAPHS_PER_LINE;
    body.lines().map(lines).sum::<usize>() + spaces <= CARD_LINES && !body.contains("\n|")
}

/// Adds Markdown as HTML. Homebrew comes from strangers: HTML within it stays text, of an image the
/// description is left, and of a link that does not lead to a page the words.
fn push_html(page: &mut String, markdown: &str) {
    let mut is_link_kept = false;
    let events = Parser::new_ext(markdown, Options::ENABLE_TABLES).filter_map(|event| match event {
        Event::Html(text) | Event::InlineHtml(text) => Some(Event::Text(text)),
        Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => None,
        // Links are never within links.
        Event::Start(Tag::Link { ref dest_url, .. }) => {
            is_link_kept = url::Url::parse(dest_url).is_ok_and(|address| address.scheme() == "https");
            is_link_kept.then_some(event)
        }
        Event::End(TagEnd::Link) => is_link_kept.then_some(event),
        event => Some(event),
    });
    html::push_html(page, events);
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests;
