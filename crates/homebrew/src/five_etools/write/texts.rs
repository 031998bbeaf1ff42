//! Markdown as a tree of entries with tags.

use serde_json::{Value, json};
use text::{Pattern, pattern};

/// Matches the name before a passage: `***Amphibious.*** It can …`.
static LEAD: Pattern = pattern!(r"^\*\*\*([^*\n]+?)[.]?\*\*\*\s*");
static BOLD: Pattern = pattern!(r"\*\*([^*\n]+)\*\*");
static ITALIC: Pattern = pattern!(r"(^|[^\w*])[*_]([^*_\n]+)[*_]($|[^\w*])");
static LINK: Pattern = pattern!(r"\[([^\[\]\n]+)\]\((https://[^()\s]+)\)");

/// Returns a text with tags for its emphasis.
pub(super) fn tagged(text: &str) -> String {
    let text = LINK.replace_all(text, "{@link $1|$2}");
    let text = BOLD.replace_all(&text, "{@b $1}");
    // Neighbours share the sign between them.
    let once = ITALIC.replace_all(&text, "$1{@i $2}$3");
    ITALIC.replace_all(&once, "$1{@i $2}$3").into_owned()
}

/// Returns the entries of a Markdown text.
pub(super) fn entries(markdown: &str) -> Vec<Value> {
    let mut sections: Vec<(String, Vec<Value>)> = vec![(String::new(), Vec::new())];
    for block in markdown.split("\n\n").map(str::trim).filter(|block| !block.is_empty()) {
        if let Some(title) = block.strip_prefix('#') {
            let (title, rest) = title.split_once('\n').unwrap_or((title, ""));
            sections.push((title.trim_start_matches('#').trim().to_owned(), Vec::new()));
            if rest.trim().is_empty() {
                continue;
            }
        }
        let block =
            if block.starts_with('#') { block.split_once('\n').map_or("", |(_, rest)| rest) } else { block };
        if let Some((_, entries)) = sections.last_mut() {
            entries.push(entry(block));
        }
    }
    let mut all = Vec::new();
    for (title, entries) in sections {
        if title.is_empty() {
            all.extend(entries);
        } else {
            all.push(json!({ "type": "section", "name": title, "entries": entries }));
        }
    }
    all
}

fn entry(block: &str) -> Value {
    if let Some(lead) = LEAD.captures(block) {
        let name = lead.get(1).map_or("", |name| name.as_str());
        let rest = block.get(lead.get(0).map_or(0, |whole| whole.end())..).unwrap_or_default();
        let inner = if rest.is_empty() { Vec::new() } else { vec![entry(rest)] };
        return json!({ "type": "entries", "name": name, "entries": inner });
    }
    let lines: Vec<&str> = block.lines().collect();
    let all = |is: fn(&str) -> bool| lines.iter().all(|line| is(line));
    if all(|line| line.starts_with('|')) {
        return table(&lines);
    }
    if all(|line| line.starts_with('>')) {
        let inner: Vec<&str> = lines.iter().map(|line| line.trim_start_matches('>').trim_start()).collect();
        return json!({ "type": "inset", "entries": entries(&inner.join("\n")) });
    }
    let is_item = |line: &str| {
        line.starts_with("- ")
            || line.starts_with("* ")
            || line.starts_with("  ")
            || number_mark(line).is_some()
    };
    if all(is_item) && !lines.is_empty() {
        let is_numbered = lines.first().is_some_and(|line| number_mark(line).is_some());
        let items: Vec<Value> = lines.iter().map(|line| tagged(item_text(line)).into()).collect();
        return if is_numbered {
            json!({ "type": "list", "style": "list-decimal", "items": items })
        } else {
            json!({ "type": "list", "items": items })
        };
    }
    tagged(&lines.join(" ")).into()
}

fn number_mark(line: &str) -> Option<&str> {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    (rest.len() < line.len()).then(|| rest.strip_prefix(". ")).flatten()
}

fn item_text(line: &str) -> &str {
    let line = line.trim_start();
    number_mark(line).or(line.strip_prefix("- ")).or(line.strip_prefix("* ")).unwrap_or(line)
}

fn table(lines: &[&str]) -> Value {
    let cells = |line: &str| -> Vec<Value> {
        let inner = line.trim().trim_start_matches('|').trim_end_matches('|').replace("\\|", "\u{0}");
        inner.split('|').map(|cell| tagged(cell.trim()).replace('\u{0}', "|").into()).collect()
    };
    let is_rule = |line: &&&str| line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '));
    let mut rows = lines.iter().filter(|line| !is_rule(line)).map(|line| cells(line));
    let labels = rows.next().unwrap_or_default();
    json!({ "type": "table", "colLabels": labels, "rows": rows.collect::<Vec<_>>() })
}
