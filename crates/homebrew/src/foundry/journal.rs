//! Pages of journals, and tables to roll on: rules.

use content::json::Object;
use content::markdown::{Table, clean_markdown};
use content::model::{Details, Kind, Rule};

use super::Entry;
use super::codes::RULES;
use super::fields::{at_path, html_of};
use super::text::{Index, Scope};

/// Reads a page of the journal called `journal`.
///
/// # Errors
/// If it has no text; as a sentence.
pub(super) fn page(page: Object<'_>, journal: &str, scope: &Scope<'_>) -> Result<Entry, String> {
    let system = page.at("system");
    let kind = system.text("type").and_then(|code| RULES.iter().find(|(known, _)| *known == code));
    let kind = kind.map_or(Kind::Rule, |(_, kind)| *kind);
    let text = match html_of(page) {
        Some(html) => scope.markdown(html),
        None => clean_markdown(page.at("text").text("markdown").unwrap_or_default()),
    };
    let uuids = system.texts("spells");
    let spells: Vec<String> =
        uuids.filter_map(|uuid| Some(format!("- *{}*", scope.index.name(uuid)?))).collect();
    let body =
        [text, spells.join("\n")].into_iter().filter(|it| !it.is_empty()).collect::<Vec<_>>().join("\n\n");
    if body.is_empty() {
        let what = page.text("type").filter(|kind| *kind != "text").unwrap_or("page");
        return Err(format!("a page of type `{what}` has no text"));
    }
    let section = Some(journal.to_owned()).filter(|section| kind == Kind::Rule && !section.is_empty());
    Ok(Entry { kind, details: Details::Rule(Rule { section, ..Rule::default() }), body })
}

/// Reads a table to roll on.
pub(super) fn table(doc: Object<'_>, index: &Index, scope: &Scope<'_>) -> Result<Entry, String> {
    let mut rows: Vec<(i64, i64, String)> = Vec::new();
    for result in doc.list("results") {
        let range = result.value().get("range").and_then(serde_json::Value::as_array);
        let mut limits = range.into_iter().flatten().filter_map(content::json::whole);
        let first = limits.next().unwrap_or_default();
        let last = limits.next().unwrap_or(first);
        rows.push((first, last, result_text(result, index, scope)));
    }
    if rows.is_empty() {
        return Err("it is a table without results".to_owned());
    }
    rows.sort_by_key(|(first, ..)| *first);
    let formula = doc.text("formula").unwrap_or_default().replace(' ', "");
    let dice = formula.strip_prefix("1d").map(|faces| format!("d{faces}")).unwrap_or(formula);
    let mut table = Table::new([if dice.is_empty() { "Roll".to_owned() } else { dice }, "Result".to_owned()]);
    for (first, last, text) in rows {
        table.row([if last > first { format!("{first}–{last}") } else { first.to_string() }, text]);
    }
    let description = scope.markdown(doc.text("description").unwrap_or_default());
    let body = [description, table.to_markdown()];
    let body: Vec<String> = body.into_iter().filter(|text| !text.is_empty()).collect();
    let details = Details::Rule(Rule { section: Some("Tables".to_owned()), ..Rule::default() });
    Ok(Entry { kind: Kind::Rule, details, body: body.join("\n\n") })
}

/// Before version 13 of Foundry VTT, the text of a result was in `text`, and `description` did not exist.
fn result_text(result: Object<'_>, index: &Index, scope: &Scope<'_>) -> String {
    let uuid = result.text("documentUuid").or_else(|| result.text("documentId"));
    let document = uuid.and_then(|uuid| index.name(uuid)).map(str::to_owned);
    let name = result.string("name").or_else(|| result.string("text")).or(document);
    let words = [name, result.string("description")].into_iter().flatten();
    let words: Vec<String> = words.map(|html| scope.markdown(&html).replace('\n', " ")).collect();
    let image = || at_path(result, &["img"]).filter(|_| words.is_empty()).map(|_| "—".to_owned());
    image().unwrap_or_else(|| words.join(". ").replace("..", "."))
}
