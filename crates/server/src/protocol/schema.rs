//! JSON Schemas that strict clients accept: no `$ref`, no `null`, no formats, enumerations as plain lists.

use rmcp::model::{JsonObject, object};
use schemars::generate::{Contract, SchemaSettings};
use schemars::transform::{RecursiveTransform, Transform as _};
use schemars::{JsonSchema, Schema};
use serde_json::Value;

const MAX_LIST_ITEMS: u64 = 1_000;

pub(crate) fn of_input<T: JsonSchema>() -> JsonObject {
    each_object(generate::<T>(Contract::Deserialize), |object| {
        if object.get("type").is_some_and(|name| name == "array") {
            object.entry("maxItems").or_insert(MAX_LIST_ITEMS.into());
        }
    })
}

/// Returns the schema of arguments for clients. Some cannot read that no other arguments are allowed, and
/// others refuse a call for it without saying what would be right: the server itself refuses unknown ones.
pub(crate) fn published(schema: JsonObject) -> JsonObject {
    each_object(schema, |object| {
        object.remove("additionalProperties");
    })
}

fn each_object(schema: impl Into<Schema>, change: fn(&mut JsonObject)) -> JsonObject {
    let mut schema = schema.into();
    RecursiveTransform(|schema: &mut Schema| schema.as_object_mut().into_iter().for_each(change))
        .transform(&mut schema);
    object(schema.to_value())
}

pub(crate) fn of_output<T: JsonSchema>() -> JsonObject {
    generate::<T>(Contract::Serialize)
}

/// The levels of objects whose fields an outline names: the envelope, and the objects of the value.
const OUTLINED_LEVELS: usize = 2;
/// Fields of the envelope that repeat, for programs, what its `error` says.
const FOR_PROGRAMS: [&str; 2] = ["error_type", "exception"];

/// Reduces the schema of a result to what an assistant needs: the names and types of the envelope's fields
/// and of those of the value's objects. What fits the schema fits its outline.
pub(crate) fn outline(mut schema: JsonObject) -> JsonObject {
    outline_level(&mut schema, 0);
    schema
}

fn outline_level(schema: &mut JsonObject, level: usize) {
    let is_inside = level < OUTLINED_LEVELS;
    let is_named = |name: &str| level > 0 || !FOR_PROGRAMS.contains(&name);
    schema.retain(|key, _| {
        key == "type"
            || is_inside && matches!(key.as_str(), "properties" | "items" | "anyOf")
            || level == 0 && key == "required"
    });
    if let Some(Value::Array(required)) = schema.get_mut("required") {
        required.retain(|name| name.as_str().is_some_and(is_named));
    }
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.retain(|name, _| is_named(name));
        let objects = properties.values_mut().filter_map(Value::as_object_mut);
        objects.for_each(|property| outline_level(property, level + 1));
    }
    let items = schema.get_mut("items").and_then(Value::as_object_mut);
    items.into_iter().for_each(|items| outline_level(items, level));
    let choices = schema.get_mut("anyOf").and_then(Value::as_array_mut).into_iter().flatten();
    choices.filter_map(Value::as_object_mut).for_each(|choice| outline_level(choice, level));
}

fn generate<T: JsonSchema>(contract: Contract) -> JsonObject {
    let mut settings = SchemaSettings::draft2020_12();
    settings.inline_subschemas = true;
    settings.meta_schema = None;
    settings.contract = contract;
    let mut schema = simplified(settings.into_generator().into_root_schema_for::<T>());
    schema.remove("title");
    schema.remove("description");
    schema
}

pub(crate) fn simplified(schema: impl Into<Schema>) -> JsonObject {
    each_object(schema, |object| {
        object.remove("format");
        object.remove("$schema");
        if object.get("default").is_some_and(Value::is_null) {
            object.remove("default");
        }
        drop_null(object);
        list_constants(object);
    })
}

/// Turns `["integer", "null"]` into `"integer"` and removes `null` alternatives: absence means the same.
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
    let Some(Value::Array(choices)) = object.get_mut("anyOf") else { return };
    choices.retain(|choice| choice.get("type").is_none_or(|name| name != "null"));
    if let [Value::Object(only)] = choices.as_mut_slice() {
        let only = std::mem::take(only);
        object.remove("anyOf");
        for (key, value) in only {
            object.entry(key).or_insert(value);
        }
    }
}

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
