//! Repairs tables that Markdown misses: rows on the line of other text, rules of dashes, missing headings.

/// Gives the rows of tables lines of their own, and headings to tables without any.
pub(super) fn rows_apart(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut apart: Vec<String> = Vec::with_capacity(lines.len());
    // The number of columns of the table that a line is in.
    let mut columns = None;
    for (at, line) in lines.iter().enumerate() {
        let next = lines.get(at + 1).copied().unwrap_or_default();
        if let Some(number) = columns_of_rule(line).filter(|_| columns.is_none()) {
            columns = Some(number);
            if !apart.last().is_some_and(|head| head.contains('|')) {
                apart.push("| ".repeat(number) + "|");
            }
            apart.push(if line.contains('—') { "|---".repeat(number) + "|" } else { (*line).to_owned() });
            continue;
        }
        let coming = columns_of_rule(next);
        if let Some((before, head)) = coming.and_then(|number| glued_head(line, number)) {
            apart.extend([before.to_owned(), String::new(), head.to_owned()]);
            columns = None;
            continue;
        }
        let (row, after) = columns.and_then(|number| glued_text(line, number)).unwrap_or((line, ""));
        if columns.is_none() && coming.is_none() && is_row(row) && is_row(next) {
            let number = bars(row).count().saturating_sub(1);
            apart.extend(["| ".repeat(number) + "|", "|---".repeat(number) + "|"]);
            columns = Some(number);
        }
        apart.push(row.to_owned());
        if !after.is_empty() {
            apart.extend([String::new(), after.to_owned()]);
        }
        if !is_row(row) || !after.is_empty() {
            columns = None;
        }
    }
    apart.join("\n")
}

/// Some texts have dashes in place of the hyphens of a table's rule.
fn columns_of_rule(line: &str) -> Option<usize> {
    let line = line.trim();
    let is_rule = line.chars().all(|c| matches!(c, '|' | '-' | '—' | ':' | ' '));
    let cells = line.trim_matches('|').split('|').map(str::trim);
    let is_filled = cells.clone().all(|cell| cell.contains(['-', '—']));
    (is_rule && is_filled && line.contains('|')).then(|| cells.count())
}

fn is_row(line: &str) -> bool {
    let line = line.trim();
    line.len() > 1 && line.starts_with('|') && line.ends_with('|')
}

fn bars(line: &str) -> impl DoubleEndedIterator<Item = usize> {
    line.match_indices('|')
        .map(|(at, _)| at)
        .filter(|at| !line.get(..*at).is_some_and(|it| it.ends_with('\\')))
}

/// Splits a line into what stands before the headings of a table with so many columns, and the headings.
fn glued_head(line: &str, columns: usize) -> Option<(&str, &str)> {
    let line = line.trim();
    let (before, head) = line.split_at_checked(bars(line).rev().nth(columns)?)?;
    let is_apart = !before.trim().is_empty() && (!before.starts_with('|') || is_row(before));
    (line.ends_with('|') && is_apart).then(|| (before.trim_end(), head))
}

/// Splits a line into the row of a table with so many columns, and the text after it.
fn glued_text(line: &str, columns: usize) -> Option<(&str, &str)> {
    let line = line.trim();
    let (row, text) = line.split_at_checked(bars(line).nth(columns)? + 1)?;
    (line.starts_with('|') && !text.is_empty() && bars(text).count() == 0).then(|| (row, text.trim_start()))
}

#[cfg(test)]
mod tests;
