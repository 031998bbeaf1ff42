//! TypeScript declarations generated from JSON Schemas, for the forms that the server's and the shell's have.

use std::fmt::Write as _;

use serde_json::{Map, Value};

pub(crate) fn declaration(name: &str, schema: &Value) -> String {
    let comment = comment(schema, "");
    // Fields beside alternatives: the alternatives become a parameter, so that a use can choose one.
    if let (Some(_), Some(Value::Array(choices))) = (schema.get("properties"), schema.get("anyOf")) {
        return format!("{comment}export type {name}<D = {}> = {} & D;\n", union(choices), object(schema));
    }
    format!("{comment}export type {name} = {};\n", type_of(schema))
}

pub(crate) fn type_of(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return name.to_owned();
    }
    if let Some(Value::Array(choices)) = schema.get("anyOf").or(schema.get("oneOf")) {
        return union(choices);
    }
    if let Some(Value::Array(values)) = schema.get("enum") {
        return values.iter().map(Value::to_string).collect::<Vec<_>>().join(" | ");
    }
    if let Some(value) = schema.get("const") {
        return value.to_string();
    }
    if let Value::Array(types) = &schema["type"] {
        let with_type = |name: &Value| {
            let mut schema = schema.clone();
            schema["type"] = name.clone();
            schema
        };
        return union(&types.iter().map(with_type).collect::<Vec<_>>());
    }
    match schema["type"].as_str() {
        Some("string") => "string".to_owned(),
        Some("integer" | "number") => "number".to_owned(),
        Some("boolean") => "boolean".to_owned(),
        Some("null") => "null".to_owned(),
        Some("array") => format!("Array<{}>", type_of(&schema["items"])),
        Some("object") => object(schema),
        other => panic!("no TypeScript is known for the type {other:?} of {schema}"),
    }
}

fn union(choices: &[Value]) -> String {
    choices.iter().map(type_of).collect::<Vec<_>>().join(" | ")
}

fn object(schema: &Value) -> String {
    if let Some(values @ Value::Object(_)) = schema.get("additionalProperties") {
        return format!("{{ [key: string]: {} }}", type_of(values));
    }
    if schema.get("properties").is_none() {
        return "{ [key: string]: unknown }".to_owned();
    }
    let none = Map::new();
    let properties = schema["properties"].as_object().unwrap_or(&none);
    let is_required =
        |name: &str| schema["required"].as_array().is_some_and(|list| list.iter().any(|it| it == name));
    let mut fields = String::new();
    for (name, property) in properties {
        // An absent value means the same as `null`.
        let (optional, null) = if is_required(name) { ("", "") } else { ("?", " | null") };
        let value = type_of(property);
        let value = value.strip_suffix(null).unwrap_or(&value);
        writeln!(fields, "{}  {name}{optional}: {value};", comment(property, "  ")).unwrap();
    }
    format!("{{\n{fields}}}")
}

fn comment(schema: &Value, indent: &str) -> String {
    let Some(text) = schema["description"].as_str() else { return String::new() };
    format!("{indent}/** {} */\n", text.replace('\n', &format!("\n{indent} * ")).replace("*/", "* /"))
}
