//! Text as Markdown that shows it and nothing else.

/// A sentence in which what stands between backticks is code, on one line, and good for the cell of a table.
pub(super) fn prose(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let parts: Vec<&str> = text.split('`').collect();
    if parts.len().is_multiple_of(2) {
        return escaped(&text);
    }
    let shown = |(number, part): (usize, &&str)| if number % 2 == 0 { escaped(part) } else { code(part) };
    parts.iter().enumerate().map(shown).collect()
}

/// Some text as code, whatever is in it; good for the cell of a table, where a bar must be escaped even in
/// code.
pub(super) fn code(text: &str) -> String {
    let longest = text.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let space = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{space}{}{space}{fence}", text.replace('|', "\\|"))
}

pub(super) fn codes<'a>(values: impl IntoIterator<Item = &'a str>) -> String {
    values.into_iter().map(code).collect::<Vec<_>>().join(", ")
}

pub(super) fn table(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let rows: String = rows.map(|row| format!("| {} |\n", row.join(" | "))).collect();
    if rows.is_empty() {
        return rows;
    }
    format!("| {} |\n| {} |\n{rows}\n", head.join(" | "), vec!["---"; head.len()].join(" | "))
}

fn escaped(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let mut shown = String::new();
    for (at, &letter) in letters.iter().enumerate() {
        let beside =
            |at: Option<usize>| at.and_then(|at| letters.get(at)).is_some_and(|it| it.is_alphanumeric());
        // Inside a word an underline is only that.
        let plain = letter == '_' && beside(at.checked_sub(1)) && beside(Some(at + 1));
        let begins_list = at == 0 && "#+-=".contains(letter);
        if begins_list || (!plain && r"\`*_[]<>|~&$".contains(letter)) {
            shown.push('\\');
        }
        shown.push(letter);
    }
    shown
}
