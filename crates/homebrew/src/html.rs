//! Converts HTML to Markdown, in time linear to its length for any input: tags need not match, and nothing
//! recurses.

use content::markdown::{Table, clean_markdown};

/// The maximum number of columns of a table; the rest of a row goes into its last cell.
const MAX_COLUMNS: usize = 40;
/// The maximum depth to which items of lists are indented.
const MAX_INDENTED: usize = 6;

const ENTITIES: &[(&str, &str)] = &[
    ("amp", "&"),
    ("lt", "<"),
    ("gt", ">"),
    ("quot", "\""),
    ("apos", "'"),
    ("nbsp", " "),
    ("ndash", "–"),
    ("mdash", "—"),
    ("minus", "−"),
    ("lsquo", "‘"),
    ("rsquo", "’"),
    ("ldquo", "“"),
    ("rdquo", "”"),
    ("hellip", "…"),
    ("times", "×"),
    ("divide", "÷"),
    ("frac12", "½"),
    ("frac14", "¼"),
    ("frac34", "¾"),
    ("bull", "•"),
    ("middot", "·"),
    ("deg", "°"),
    ("eacute", "é"),
    ("egrave", "è"),
    ("aacute", "á"),
    ("oacute", "ó"),
    ("iacute", "í"),
    ("uuml", "ü"),
    ("ouml", "ö"),
    ("auml", "ä"),
];

/// Converts HTML to clean Markdown.
pub(crate) fn markdown(html: &str) -> String {
    let mut writer = Writer::default();
    // Without a `>`, what follows is no tag, and looking for its end each time would take long.
    let (mut tags, last) = html.split_at(html.rfind('>').map_or(0, |end| end + 1));
    while let Some(start) = tags.find('<') {
        let (text, tag) = tags.split_at(start);
        writer.text(text);
        tags = match Tag::read(tag) {
            Some((tag, after)) => {
                writer.tag(&tag);
                if !tag.closes && matches!(tag.name.as_str(), "script" | "style") {
                    let end = format!("</{}", tag.name);
                    after.find(&end).and_then(|end| after.get(end..)).unwrap_or_default()
                } else {
                    after
                }
            }
            None => {
                writer.text("<");
                tag.get(1..).unwrap_or_default()
            }
        };
    }
    writer.text(tags);
    writer.text(last);
    writer.end_table();
    writer.end_block();
    clean_markdown(&writer.out)
}

/// Replaces the entities of HTML in a text.
pub(crate) fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('&') {
        let (before, entity) = rest.split_at(start);
        plain.push_str(before);
        let end = entity.char_indices().take(12).find(|(_, letter)| *letter == ';').map(|(end, _)| end);
        let decoded = end.and_then(|end| decode(entity.get(1..end)?).map(|letters| (letters, end + 1)));
        let (letters, length) = decoded.unwrap_or_else(|| ("&".to_owned(), 1));
        plain.push_str(&letters);
        rest = entity.get(length..).unwrap_or_default();
    }
    plain + rest
}

fn decode(entity: &str) -> Option<String> {
    let number = entity.strip_prefix('#').map(|number| match number.strip_prefix(['x', 'X']) {
        Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16),
        None => number.parse(),
    });
    match number {
        Some(number) => number.ok().and_then(char::from_u32).map(String::from),
        None => ENTITIES.iter().find(|(name, _)| *name == entity).map(|(_, letters)| (*letters).to_owned()),
    }
}

struct Tag<'h> {
    name: String,
    closes: bool,
    attributes: &'h str,
}

impl<'h> Tag<'h> {
    /// Reads a tag or comment at the start of a text; `None` if it is another `<`.
    fn read(text: &'h str) -> Option<(Self, &'h str)> {
        if let Some(comment) = text.strip_prefix("<!--") {
            let (_, after) = comment.split_once("-->").unwrap_or_default();
            return Some((Self { name: String::new(), closes: false, attributes: "" }, after));
        }
        let inner = text.strip_prefix('<')?;
        let closes = inner.starts_with('/');
        let inner = inner.trim_start_matches('/');
        if !inner.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
            return None;
        }
        let (inside, after) = inner.split_once('>')?;
        let end = inside.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(inside.len());
        let (name, attributes) = inside.split_at(end);
        Some((Self { name: name.to_ascii_lowercase(), closes, attributes }, after))
    }

    fn columns(&self) -> usize {
        let value = self.attributes.split_once("colspan=").map(|(_, value)| value.trim_matches(['"', '\'']));
        let digits = value.map(|value| value.chars().take_while(char::is_ascii_digit).collect::<String>());
        digits.and_then(|digits| digits.parse().ok()).unwrap_or(1).clamp(1, MAX_COLUMNS)
    }
}

#[derive(Default)]
struct Writer {
    out: String,
    /// The block under construction; within a table, the cell.
    line: String,
    /// The open marks of emphasis, and whether they stand in the line.
    marks: Vec<(&'static str, bool)>,
    needs_space: bool,
    /// The open lists: the number of the last item of an ordered one.
    lists: Vec<Option<u32>>,
    bullet: Option<String>,
    was_item: bool,
    heading: usize,
    quotes: usize,
    tables: usize,
    rows: Rows,
}

#[derive(Default)]
struct Rows {
    cells: Vec<Vec<String>>,
    has_headings: bool,
    in_headings: bool,
    columns: usize,
}

impl Writer {
    fn text(&mut self, text: &str) {
        let text = unescape(text).replace('*', "\\*");
        self.needs_space |= text.starts_with(char::is_whitespace);
        for word in text.split_whitespace() {
            if self.needs_space && !self.line.is_empty() {
                self.line.push(' ');
            }
            self.open_marks();
            self.line.push_str(word);
            self.needs_space = true;
        }
        self.needs_space = text.ends_with(char::is_whitespace) || text.trim().is_empty() && self.needs_space;
    }

    fn tag(&mut self, tag: &Tag<'_>) {
        match tag.name.as_str() {
            "strong" | "b" => self.mark("**", tag.closes),
            "em" | "i" => self.mark("*", tag.closes),
            "br" if self.tables > 0 || !self.lists.is_empty() || self.heading > 0 => self.needs_space = true,
            "hr" if self.tables == 0 => {
                self.end_block();
                self.line.push_str("---");
                self.end_block();
            }
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                self.end_block();
                let level = tag.name.trim_start_matches('h').parse().unwrap_or(3);
                self.heading = if tag.closes { 0 } else { level };
            }
            "ul" | "ol" => {
                self.end_block();
                if tag.closes {
                    self.lists.pop();
                } else {
                    self.lists.push((tag.name == "ol").then_some(0));
                }
                self.bullet = None;
            }
            "li" => self.item(tag.closes),
            "blockquote" => {
                self.end_block();
                self.quotes = if tag.closes { self.quotes.saturating_sub(1) } else { self.quotes + 1 };
            }
            "table" => self.table(tag.closes),
            "thead" | "tr" | "td" | "th" | "caption" if self.tables == 1 => self.table_part(tag),
            "p" | "br" | "div" | "section" | "article" | "aside" | "figure" | "figcaption" | "header"
            | "footer" | "details" | "summary" | "dl" | "dt" | "dd" | "tr" | "td" | "th" | "pre" => {
                self.end_block();
            }
            _ => {}
        }
    }

    fn mark(&mut self, mark: &'static str, closes: bool) {
        let place = self.marks.iter().position(|(open, _)| *open == mark);
        match place {
            None if !closes => self.marks.push((mark, false)),
            Some(place) if closes => {
                // Marks within it end, too, and begin again behind it.
                for at in (place..self.marks.len()).rev() {
                    self.close(at);
                }
                self.marks.remove(place);
            }
            _ => {}
        }
    }

    /// Writes the marks that were opened since the last word. One that directly follows its own end continues
    /// the emphasis; one that follows another's end is kept apart.
    fn open_marks(&mut self) {
        if self.heading > 0 {
            return;
        }
        let is_escaped = self.line.ends_with("\\*");
        let mut ended = self.line.len() - self.line.trim_end_matches('*').len();
        for (mark, is_open) in self.marks.iter_mut().filter(|(_, is_open)| !is_open) {
            *is_open = true;
            match std::mem::take(&mut ended) {
                0 => self.line.push_str(mark),
                ended if ended == mark.len() && !is_escaped => self.line.truncate(self.line.len() - ended),
                _ => {
                    self.line.push(' ');
                    self.line.push_str(mark);
                }
            }
        }
    }

    fn close(&mut self, at: usize) {
        if let Some((mark, is_open)) = self.marks.get_mut(at)
            && std::mem::take(is_open)
        {
            self.line.push_str(mark);
        }
    }

    fn item(&mut self, closes: bool) {
        self.end_block();
        self.bullet = match self.lists.last_mut() {
            _ if closes => None,
            Some(Some(number)) => {
                *number = number.saturating_add(1);
                Some(format!("{number}. "))
            }
            _ => Some("- ".to_owned()),
        };
    }

    /// Ends a paragraph, heading or item; within a table, only words are kept apart.
    fn end_block(&mut self) {
        self.needs_space = true;
        if self.tables > 0 {
            return;
        }
        let line = self.take_line();
        if line.is_empty() {
            return;
        }
        let is_item = self.bullet.is_some();
        if !self.out.is_empty() {
            self.out.push_str(if is_item && self.was_item { "\n" } else { "\n\n" });
        }
        self.was_item = is_item || self.was_item && !self.lists.is_empty();
        let depth = self.lists.len().saturating_sub(1).min(MAX_INDENTED);
        self.out.push_str(&"> ".repeat(self.quotes.min(1)));
        self.out.push_str(&"    ".repeat(depth));
        match self.bullet.take() {
            Some(bullet) => self.out.push_str(&bullet),
            None if !self.lists.is_empty() => self.out.push_str("  "),
            None if self.heading > 0 => {
                self.out.push_str(&"#".repeat(self.heading));
                self.out.push(' ');
            }
            None => {}
        }
        self.out.push_str(&line);
    }

    fn take_line(&mut self) -> String {
        for at in (0..self.marks.len()).rev() {
            self.close(at);
        }
        std::mem::take(&mut self.line)
    }

    fn table(&mut self, closes: bool) {
        self.end_block();
        match (closes, self.tables) {
            (false, _) => self.tables += 1,
            (true, 1) => self.end_table(),
            (true, tables) => self.tables = tables.saturating_sub(1),
        }
    }

    fn table_part(&mut self, tag: &Tag<'_>) {
        match tag.name.as_str() {
            "thead" => self.rows.in_headings = !tag.closes,
            "tr" if !tag.closes => {
                self.end_cell(1);
                self.rows.cells.push(Vec::new());
            }
            "td" | "th" if tag.closes => {
                let columns = self.rows.columns;
                self.end_cell(columns);
            }
            "td" | "th" => {
                self.end_cell(1);
                self.rows.columns = tag.columns();
                let is_first = self.rows.cells.len() == 1;
                let has_cells = self.rows.cells.last().is_some_and(|row| !row.is_empty());
                let is_heading = tag.name == "th" || self.rows.in_headings;
                // A first row with some plain cell is no row of headings.
                if is_first {
                    self.rows.has_headings = is_heading && (self.rows.has_headings || !has_cells);
                }
            }
            "caption" if tag.closes => {
                let caption = self.take_line();
                if !caption.is_empty() {
                    let title = caption.trim_matches('*');
                    let gap = if self.out.is_empty() { "" } else { "\n\n" };
                    self.out.push_str(&format!("{gap}**{title}**"));
                }
            }
            _ => {}
        }
    }

    fn end_cell(&mut self, columns: usize) {
        if std::mem::take(&mut self.rows.columns) == 0 && self.line.is_empty() {
            return;
        }
        let text = self.take_line();
        if self.rows.cells.is_empty() {
            self.rows.cells.push(Vec::new());
        }
        let Some(row) = self.rows.cells.last_mut() else { return };
        if row.len() >= MAX_COLUMNS
            && let Some(last) = row.last_mut()
        {
            last.push_str(&format!(" {text}"));
            return;
        }
        row.push(text);
        row.resize((row.len() + columns.saturating_sub(1)).min(MAX_COLUMNS), String::new());
    }

    fn end_table(&mut self) {
        if self.tables == 0 {
            return;
        }
        self.end_cell(1);
        self.tables = 0;
        let Rows { mut cells, has_headings, .. } = std::mem::take(&mut self.rows);
        cells.retain(|row| row.iter().any(|cell| !cell.is_empty()));
        let width = cells.iter().map(Vec::len).max().unwrap_or_default();
        let mut rows = cells.into_iter();
        let mut headings = if has_headings { rows.next().unwrap_or_default() } else { Vec::new() };
        headings.resize(width, String::new());
        let mut table = Table::new(headings.into_iter().map(|cell| cell.replace("**", "")));
        rows.for_each(|row| table.row(row));
        let table = table.to_markdown();
        if !table.is_empty() {
            if !self.out.is_empty() {
                self.out.push_str("\n\n");
            }
            self.out.push_str(&table);
        }
        self.was_item = false;
    }
}

#[cfg(test)]
mod tests;
