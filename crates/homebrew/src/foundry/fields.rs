//! Fields that documents of several types have.

use content::json::Object;
use serde_json::Value;

/// Returns the system data of a document, in the place of version 10 of Foundry VTT or of those before.
pub(super) fn system_of(doc: Object<'_>) -> Object<'_> {
    if doc.at("system").exists() { doc.at("system") } else { doc.at("data") }
}

/// Returns true for what is written for the rules of 2024.
pub(super) fn is_2024(system: Object<'_>) -> bool {
    let source = system.at("source");
    match source.text("rules") {
        Some(rules) => rules == "2024",
        None => source.text("book").is_some_and(|book| book.contains("5.2") || book.contains("2024")),
    }
}

/// Returns a number or text at a path of fields.
pub(super) fn at_path(object: Object<'_>, parts: &[&str]) -> Option<String> {
    let (last, path) = parts.split_last()?;
    let parent = path.iter().fold(object, |object, part| object.at(part));
    match parent.value().get(last)? {
        Value::Number(number) => Some(number.to_string()),
        Value::String(text) if !text.trim().is_empty() => Some(text.trim().to_owned()),
        _ => None,
    }
}

/// Returns the HTML of a page; `None` if it has no text.
pub(super) fn html_of(page: Object<'_>) -> Option<&str> {
    let description = page.at("system").at("description");
    page.at("text").text("content").or_else(|| description.text("value")).or_else(|| page.text("content"))
}
