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
        let mut default = match self.schema.get("default") {
            None => String::new(),
            Some(Value::Array(list)) if list.is_empty() => "none".to_owned(),
            Some(value) => code(&value.to_string()),
        };
        let mut kept = Vec::new();
        for sentence in description.split_inclusive(". ") {
            let (before, rest) = sentence.rsplit_once("; ").unwrap_or(("", sentence));
            match rest.trim().strip_prefix("default ").and_then(|value| value.strip_suffix('.')) {
                Some(value) => {
                    default = code(value.trim_matches('`'));
                    kept.push(if before.is_empty() { String::new() } else { format!("{before}. ") });
                }
                None => kept.push(sentence.to_owned()),
            }
        }
        let values = list_of_values(self.schema);
        // The many kinds of entries are listed only once.
        if values.contains(&"magic-item") && values.len() > 20 && self.path != "kind" {
            return (format!("{} See `kind` of [an entry](#an-entry).", prose(&kept.concat())), default);
        }
        if !values.is_empty() {
            kept.push(format!(
                " One of {}.",
                values.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(", ")
            ));
        }
        (prose(&kept.concat()), default)
    }
}

fn list_of_values(schema: &Map<String, Value>) -> Vec<&str> {
    let own = schema.get("enum");
    let of_items = schema.get("items").and_then(|items| items.get("enum"));
    let list = own.or(of_items).and_then(Value::as_array);
    list.into_iter().flatten().map(|value| value.as_str().unwrap()).collect()
}

fn kind(schema: &Map<String, Value>) -> String {
    let word = |schema: &Value, many: bool| {
        match (schema["type"].as_str(), many) {
            (Some("string"), false) => "text",
            (Some("string"), true) => "texts",
            (Some("integer"), false) => "whole number",
            (Some("integer"), true) => "whole numbers",
            (Some("number"), false) => "number",
            (Some("number"), true) => "numbers",
            (Some("boolean"), false) => "`true` or `false`",
            (Some("object"), false) => "object",
            (Some("object"), true) => "objects",
            (Some("array"), _) => "lists",
            _ => "anything",
        }
        .to_owned()
    };
    if let Some(choices) = schema.get("anyOf").and_then(Value::as_array) {
        return choices.iter().map(|choice| word(choice, false)).collect::<Vec<_>>().join(" or ");
    }
    match schema.get("type").and_then(Value::as_str) {
        Some("array") => format!("list of {}", word(&schema["items"], true)),
        _ => word(&Value::Object(schema.clone()), false),
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
