//! Pieces of the report as HTML. Pure; every text in them is escaped.

/// Returns a text with the characters escaped that mean something in HTML.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Returns a table whose first row is its head.
pub(crate) fn table(rows: &[Vec<String>]) -> String {
    let row = |(position, cells): (usize, &Vec<String>)| {
        let tag = if position == 0 { "th" } else { "td" };
        let cells = cells.iter().map(|cell| format!("<{tag}>{}</{tag}>", escaped(cell)));
        format!("<tr>{}</tr>\n", cells.collect::<String>())
    };
    format!("<table>\n{}</table>\n", rows.iter().enumerate().map(row).collect::<String>())
}

/// Returns a paragraph.
pub(crate) fn paragraph(text: &str) -> String {
    format!("<p>{}</p>\n", escaped(text))
}

/// Returns a heading of the second level.
pub(crate) fn heading(text: &str) -> String {
    format!("<h2>{}</h2>\n", escaped(text))
}

/// Returns a whole page.
pub(crate) fn page(title: &str, body: &str) -> String {
    let title = escaped(title);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <style>body {{ font: 15px/1.4 system-ui, sans-serif; margin: 2em }} table {{ border-collapse: collapse }} \
         th, td {{ border: 1px solid #bbb; padding: .2em .6em; text-align: left; vertical-align: top }}</style>\n\
         <h1>{title}</h1>\n{body}</html>\n"
    )
}
