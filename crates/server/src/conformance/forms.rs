//! The forms that the client is asked to have filled in.

use rmcp::model::ElicitationSchema;
use rmcp::{ErrorData, model::ElicitRequestParams};
use serde_json::{Value, json};

/// A form with one field.
pub(super) fn with_one_field(
    message: &str,
    field: &str,
    kind: &str,
) -> Result<ElicitRequestParams, ErrorData> {
    form(message, &json!({ field: { "type": kind } }), &[field])
}

/// Asks for a name and an address.
pub(super) fn with_two_fields(message: &str) -> Result<ElicitRequestParams, ErrorData> {
    let fields = json!({
        "username": { "type": "string", "description": "User's response" },
        "email": { "type": "string", "description": "User's email address" },
    });
    form(message, &fields, &["username", "email"])
}

/// A field of every kind, each already filled in.
pub(super) fn with_defaults() -> Result<ElicitRequestParams, ErrorData> {
    let fields = json!({
        "name": { "type": "string", "default": "John Doe" },
        "age": { "type": "integer", "default": 30 },
        "score": { "type": "number", "default": 95.5 },
        "status": { "type": "string", "enum": ["active", "inactive", "pending"], "default": "active" },
        "verified": { "type": "boolean", "default": true },
    });
    form("Is this right?", &fields, &[])
}

/// A choice in each of the five ways to describe one.
pub(super) fn with_choices() -> Result<ElicitRequestParams, ErrorData> {
    let titled = |title: &str| {
        json!([
            { "const": "value1", "title": format!("First {title}") },
            { "const": "value2", "title": format!("Second {title}") },
            { "const": "value3", "title": format!("Third {title}") },
        ])
    };
    let untitled = ["option1", "option2", "option3"];
    let fields = json!({
        "untitledSingle": { "type": "string", "enum": untitled },
        "titledSingle": { "type": "string", "oneOf": titled("Option") },
        "legacyEnum": {
            "type": "string",
            "enum": ["opt1", "opt2", "opt3"],
            "enumNames": ["Option One", "Option Two", "Option Three"],
        },
        "untitledMulti": { "type": "array", "items": { "type": "string", "enum": untitled } },
        "titledMulti": { "type": "array", "items": { "anyOf": titled("Choice") } },
    });
    form("Which of these?", &fields, &[])
}

fn form(message: &str, fields: &Value, required: &[&str]) -> Result<ElicitRequestParams, ErrorData> {
    let schema = json!({ "type": "object", "properties": fields, "required": required });
    let requested_schema: ElicitationSchema = serde_json::from_value(schema)
        .map_err(|error| ErrorData::internal_error(format!("the form is none: {error}"), None))?;
    Ok(ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: message.to_owned(),
        requested_schema,
    })
}
