//! Markdown as plain text.

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Paragraph {
    pub(super) text: String,
    pub(super) begins_section: bool,
}

/// Removes emphasis, heading marks, table rules and the addresses of links, and joins the cells of a row.
pub(super) fn paragraphs(markdown: &str) -> Vec<Paragraph> {
    let mut paragraphs = Vec::new();
    let mut open = Paragraph::default();
    let mut after_heading = false;
    for line in markdown.lines() {
        let words = plain_line(line);
        let is_heading = line.trim_start().starts_with('#') && !words.is_empty();
        // The rule of a table has no words and does not end it.
        let ends = is_heading || (words.is_empty() && line.trim().is_empty() && !after_heading);
        if ends && !open.text.is_empty() {
            paragraphs.push(std::mem::take(&mut open));
        }
        if words.is_empty() {
            continue;
        }
        if !open.text.is_empty() {
            let is_punctuated = open.text.ends_with(['.', '!', '?', ':', ';', ',']);
            let is_item_or_row = line.trim_start().starts_with(['-', '*', '|', '+']);
            open.text.push_str(if !is_punctuated && after_heading {
                ". "
            } else if !is_punctuated && is_item_or_row {
                "; "
            } else {
                " "
            });
        }
        open.text.push_str(&words);
        open.begins_section |= is_heading;
        after_heading = is_heading;
    }
    if !open.text.is_empty() {
        paragraphs.push(open);
    }
    paragraphs
}

fn plain_line(line: &str) -> String {
    if line.chars().all(|c| matches!(c, '-' | '*' | '_' | '=' | ' ')) {
        return String::new();
    }
    let line = line.trim_start().trim_start_matches('#').trim_start_matches('>').trim();
    let line = line.strip_prefix("- ").or_else(|| line.strip_prefix("+ ")).unwrap_or(line);
    if line.starts_with('|') {
        return row(line);
    }
    without_marks(line)
}

/// Joins the cells of a table's row that have words; rules and numbers have none.
fn row(line: &str) -> String {
    let has_a_word = |cell: &String| cell.split(|c: char| !c.is_alphabetic()).any(|word| word.len() > 3);
    let cells = line.trim_matches('|').split('|').map(without_marks).filter(has_a_word);
    cells.collect::<Vec<_>>().join(", ")
}

fn without_marks(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '*' | '`' | '[' => {}
            '\\' => plain.extend(letters.next()),
            '_' => plain.push(' '),
            ']' => {
                if letters.peek() == Some(&'(') {
                    for skipped in letters.by_ref() {
                        if skipped == ')' {
                            break;
                        }
                    }
                }
            }
            letter => plain.push(letter),
        }
    }
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
