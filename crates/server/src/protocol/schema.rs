//! JSON Schemas that strict clients accept: no `$ref`, no `null`, no formats, enumerations as plain lists.

use rmcp::model::JsonObject;
use schemars::JsonSchema;
use schemars::generate::{Contract, SchemaSettings};
use serde_json::Value;

/// Returns the schema of a tool's arguments.
pub(crate) fn of_input<T: JsonSchema>() -> JsonObject {
    generate::<T>(Contract::Deserialize)
}

/// Returns the schema of a tool's result.
pub(crate) fn of_output<T: JsonSchema>() -> JsonObject {
    generate::<T>(Contract::Serialize)
}

fn generate<T: JsonSchema>(contract: Contract) -> JsonObject {
    let mut settings = SchemaSettings::draft2020_12();
    settings.inline_subschemas = true;
    settings.meta_schema = None;
    settings.contract = contract;
    let schema = settings.into_generator().into_root_schema_for::<T>();
    let mut value = schema.to_value();
    simplify(&mut value);
    match value {
        Value::Object(mut object) => {
            object.remove("title");
            object.remove("description");
            object
        }
        _ => JsonObject::new(),
    }
}

/// Removes keywords that strict clients reject, and redundant ones, from a schema.
pub(crate) fn simplify(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            object.remove("format");
            object.remove("$schema");
            if object.get("default").is_some_and(Value::is_null) {
                object.remove("default");
            }
            drop_null(object);
            list_constants(object);
            for (key, value) in object.iter_mut() {
                if key == "properties" {
                    if let Value::Object(properties) = value {
                        properties.values_mut().for_each(simplify);
                    }
                } else if !matches!(key.as_str(), "enum" | "examples" | "required" | "const" | "default") {
                    simplify(value);
                }
            }
        }
        Value::Array(list) => list.iter_mut().for_each(simplify),
        _ => {}
    }
}

/// Turns `["integer", "null"]` into `"integer"` and removes `null` alternatives: an absent value means the same.
fn drop_null(object: &mut JsonObject) {
    if let Some(Value::Array(types)) = object.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            object.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(values)) = object.get_mut("enum") {
        values.retain(|value| !value.is_null());
    }
    let Some(Value::Array(mut choices)) = object.remove("anyOf") else { return };
    choices.retain(|choice| choice.get("type").is_none_or(|name| name != "null"));
    match <[Value; 1]>::try_from(choices) {
        Ok([Value::Object(only)]) => {
            for (key, value) in only {
                object.entry(key).or_insert(value);
            }
        }
        Ok([only]) => {
            object.insert("anyOf".to_owned(), Value::Array(vec![only]));
        }
        Err(choices) => {
            object.insert("anyOf".to_owned(), Value::Array(choices));
        }
    }
}

/// Turns alternatives that are constants into one `enum`.
fn list_constants(object: &mut JsonObject) {
    let Some(Value::Array(choices)) = object.get("oneOf") else { return };
    let mut values = Vec::new();
    for choice in choices {
        match (choice.get("const"), choice.get("enum")) {
            (Some(value), _) => values.push(value.clone()),
            (None, Some(Value::Array(several))) => values.extend(several.iter().cloned()),
            _ => return,
        }
    }
    object.remove("oneOf");
    object.insert("type".to_owned(), Value::String("string".to_owned()));
    object.insert("enum".to_owned(), Value::Array(values));
}
