//! Turns the fields of a JSON Schema into table rows.

use serde_json::{Map, Value};

use super::markdown::{code, codes, prose};

pub(super) struct Field<'a> {
    pub(super) path: String,
    pub(super) required: bool,
    schema: &'a Map<String, Value>,
}

pub(super) fn fields(schema: &Value, depth: usize) -> Vec<Field<'_>> {
    let mut found = Vec::new();
    collect(schema, "", depth, &mut found);
    found
}

fn collect<'a>(schema: &'a Value, before: &str, depth: usize, found: &mut Vec<Field<'a>>) {
    let Some(properties) = schema["properties"].as_object() else { return };
    for (name, property) in properties {
        let path = format!("{before}{name}");
        let required = schema["required"].as_array().is_some_and(|list| list.iter().any(|it| it == name));
        found.push(Field { path: path.clone(), required, schema: property.as_object().unwrap() });
        if depth > 1 {
            collect(property, &format!("{path}."), depth - 1, found);
            collect(&property["items"], &format!("{path}[]."), depth - 1, found);
        }
    }
}

impl Field<'_> {
    /// Returns the field that it is in, or itself.
    pub(super) fn root(&self) -> &str {
        self.path.split(['.', '[']).next().unwrap_or_default()
    }

    pub(super) fn as_argument(&self) -> Vec<String> {
        let (meaning, default) = self.meaning_and_default();
        let name = if self.required { format!("{} (required)", code(&self.path)) } else { code(&self.path) };
        vec![name, kind(self.schema), range(self.schema), default, meaning]
    }

    pub(super) fn as_result(&self) -> Vec<String> {
        vec![code(&self.path), kind(self.schema), self.meaning_and_default().0]
    }

    /// The default is in the schema or at the end of a sentence: “default 20”.
    fn meaning_and_default(&self) -> (String, String) {
        // Its lines are those of the comment that it comes from.
        let description =
            self.schema.get("description").and_then(Value::as_str).unwrap_or_default().replace('\n', " ");
        let stated = regex::Regex::new("; default `?([^`.;]+)`?[.]").unwrap();
        let default = match (stated.captures(&description), self.schema.get("default")) {
            (Some(words), _) => code(&words[1]),
            (None, None) => String::new(),
            (None, Some(Value::Array(list))) if list.is_empty() => "none".to_owned(),
            (None, Some(value)) => code(&value.to_string()),
        };
        let meaning = stated.replace(&description, ".");
        let values = list_of_values(self.schema);
        // The many kinds of entries are listed only once.
        if values.contains(&"magic-item") && values.len() > 20 && self.path != "kind" {
            return (format!("{} See `kind` of [an entry](#an-entry).", prose(&meaning)), default);
        }
        let one_of = if values.is_empty() { String::new() } else { format!(" One of {}.", codes(values)) };
        (prose(&format!("{meaning}{one_of}")), default)
    }
}

fn list_of_values(schema: &Map<String, Value>) -> Vec<&str> {
    let own = schema.get("enum");
    let of_items = schema.get("items").and_then(|items| items.get("enum"));
    let list = own.or(of_items).and_then(Value::as_array);
    list.into_iter().flatten().map(|value| value.as_str().unwrap()).collect()
}

fn kind(schema: &Map<String, Value>) -> String {
    let word = |kind: Option<&Value>| match kind.and_then(Value::as_str) {
        Some("string") => "text",
        Some("integer") => "whole number",
        Some("number") => "number",
        Some("boolean") => "`true` or `false`",
        Some("object") => "object",
        Some("array") => "list",
        _ => "anything",
    };
    if let Some(choices) = schema.get("anyOf").and_then(Value::as_array) {
        return choices.iter().map(|choice| word(choice.get("type"))).collect::<Vec<_>>().join(" or ");
    }
    match schema.get("items") {
        Some(items) => format!("list of {}s", word(items.get("type"))),
        None => word(schema.get("type")).to_owned(),
    }
}

fn range(schema: &Map<String, Value>) -> String {
    match (schema.get("minimum"), schema.get("maximum")) {
        (Some(min), Some(max)) => format!("{min} to {max}"),
        (Some(min), None) => format!("{min} or more"),
        (None, Some(max)) => format!("{max} or less"),
        (None, None) => schema.get("maxItems").map_or_else(String::new, |max| format!("at most {max}")),
    }
}

pub(super) fn value_of(schema: &Value) -> (String, &Value) {
    if let Some([first, others @ ..]) = schema["anyOf"].as_array().map(Vec::as_slice) {
        let (what, of) = value_of(first);
        let others = others.iter().map(|other| kind(other.as_object().unwrap()));
        let all: Vec<String> = [what.trim_end_matches('.').to_owned()].into_iter().chain(others).collect();
        return (format!("{}.", all.join(", or ")), of);
    }
    match schema["type"].as_str() {
        Some("array") => ("A list.".to_owned(), &schema["items"]),
        Some("object") if schema["properties"].is_object() => {
            let names = schema["properties"].as_object().unwrap().keys().map(String::as_str);
            (format!("An object with {}.", codes(names)), schema)
        }
        _ => (prose(schema["description"].as_str().unwrap_or_default()), schema),
    }
}
