//! The tools that answer in one go.

use std::sync::Arc;

use rmcp::model::{
    CallToolRequestParams, CallToolResult, ClientCapabilities, ContentBlock, JsonObject, LoggingLevel,
    ResourceContents, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use serde_json::{Value, json};

use super::{changes, conversation, forms, materials, questions};

/// The tools that take no arguments, and what they do.
const WITHOUT_ARGUMENTS: [(&str, &str); 15] = [
    ("test_simple_text", "Answers a text."),
    ("test_image_content", "Answers a picture."),
    ("test_audio_content", "Answers a sound."),
    ("test_embedded_resource", "Answers a resource."),
    ("test_multiple_content_types", "Answers a text, a picture and a resource."),
    ("test_error_handling", "Fails."),
    ("test_tool_with_logging", "Logs three lines."),
    ("test_tool_with_progress", "Tells how far it is."),
    ("test_elicitation_sep1034_defaults", "Has a form filled in that is filled in already."),
    ("test_elicitation_sep1330_enums", "Has choices made."),
    ("test_reconnection", "Takes a while."),
    ("test_missing_capability", "Needs a client with a model."),
    ("test_logging_tool", "Logs when the request asks for it."),
    ("test_trigger_tool_change", "Says that the tools have changed."),
    ("test_trigger_prompt_change", "Says that the prompts have changed."),
];

/// Every tool of the fixture.
pub(super) fn all() -> Vec<Tool> {
    let nothing = json!({ "type": "object", "properties": {}, "additionalProperties": false });
    let text = |name: &str| json!({ "type": "object", "properties": { name: { "type": "string" } }, "required": [name] });
    let tool = |name: &'static str, words: &'static str, schema: &Value| {
        Tool::new(name, words, Arc::new(schema.as_object().cloned().unwrap_or_default()))
    };
    let mut all: Vec<Tool> =
        WITHOUT_ARGUMENTS.iter().map(|&(name, words)| tool(name, words, &nothing)).collect();
    all.extend(questions::tools().map(|name| tool(name, "Asks the client before it answers.", &nothing)));
    all.push(tool("test_sampling", "Asks the client's model.", &text("prompt")));
    all.push(tool("test_elicitation", "Asks the user.", &text("message")));
    let header = json!({
        "type": "object",
        "properties": { "value": { "type": "string", "x-mcp-header": "Value" } },
        "required": ["value"],
    });
    all.push(tool("test_custom_header", "Answers what a header says, too.", &header));
    all.push(tool("json_schema_2020_12_tool", "Has a schema with rarer words in it.", &rare_schema()));
    all
}

/// A schema of the words that servers and clients like to lose.
fn rare_schema() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {
            "address": {
                "$anchor": "addressDef",
                "type": "object",
                "properties": { "street": { "type": "string" }, "city": { "type": "string" } },
            },
        },
        "properties": {
            "name": { "type": "string" },
            "address": { "$ref": "#/$defs/address" },
            "contactMethod": { "type": "string", "enum": ["phone", "email"] },
            "phone": { "type": "string" },
            "email": { "type": "string" },
        },
        "allOf": [{ "anyOf": [{ "required": ["phone"] }, { "required": ["email"] }] }],
        "if": { "properties": { "contactMethod": { "const": "phone" } }, "required": ["contactMethod"] },
        "then": { "required": ["phone"] },
        "else": { "required": ["email"] },
        "additionalProperties": false,
    })
}

/// Calls a tool, if it is one of these. `level` is from which level on the client wants to be told what is logged.
pub(super) async fn call(
    request: &CallToolRequestParams,
    level: LoggingLevel,
    context: &RequestContext<RoleServer>,
) -> Option<Result<CallToolResult, ErrorData>> {
    let success = |content| Ok(CallToolResult::success(content));
    let argument = |name: &str| text_of(request.arguments.as_ref(), name);
    Some(match request.name.as_ref() {
        "test_simple_text" => {
            success(vec![ContentBlock::text("This is a simple text response for testing.")])
        }
        "test_image_content" => success(vec![ContentBlock::image(materials::PICTURE, "image/png")]),
        "test_audio_content" => success(vec![ContentBlock::audio(materials::SOUND, "audio/wav")]),
        "test_embedded_resource" => success(vec![ContentBlock::resource(ResourceContents::text(
            "This is an embedded resource content.",
            "test://embedded-resource",
        ))]),
        "test_multiple_content_types" => success(vec![
            ContentBlock::text("Multiple content types test:"),
            ContentBlock::image(materials::PICTURE, "image/png"),
            ContentBlock::resource(
                ResourceContents::text(
                    json!({ "test": "data", "value": 123 }).to_string(),
                    "test://mixed-content-resource",
                )
                .with_mime_type("application/json"),
            ),
        ]),
        "test_error_handling" => Ok(CallToolResult::error(vec![ContentBlock::text(
            "This tool intentionally returns an error for testing",
        )])),
        "test_tool_with_logging" => Ok(conversation::log(level, context).await),
        "test_logging_tool" => Ok(conversation::log_if_asked(context).await),
        "test_tool_with_progress" | "test_reconnection" => Ok(conversation::progress(context).await),
        "test_sampling" => match argument("prompt") {
            Ok(prompt) => Ok(conversation::ask_model(prompt, context).await),
            Err(error) => Err(error),
        },
        "test_elicitation" => {
            conversation::ask_user(argument("message").and_then(forms::with_two_fields), context).await
        }
        "test_elicitation_sep1034_defaults" => conversation::ask_user(forms::with_defaults(), context).await,
        "test_elicitation_sep1330_enums" => conversation::ask_user(forms::with_choices(), context).await,
        "test_custom_header" => argument("value").and_then(|value| success(vec![ContentBlock::text(value)])),
        "json_schema_2020_12_tool" => {
            success(vec![ContentBlock::text(serde_json::to_string(&request.arguments).unwrap_or_default())])
        }
        "test_missing_capability" => match context.client_capabilities().and_then(|client| client.sampling) {
            Some(_) => success(vec![ContentBlock::text("the client has a model")]),
            None => Err(ErrorData::missing_required_client_capability(
                ClientCapabilities::builder().enable_sampling().build(),
            )),
        },
        "test_trigger_tool_change" => {
            changes::of_tools().await;
            success(vec![ContentBlock::text("the tools have changed")])
        }
        "test_trigger_prompt_change" => {
            changes::of_prompts().await;
            success(vec![ContentBlock::text("the prompts have changed")])
        }
        _ => return None,
    })
}

fn text_of<'a>(arguments: Option<&'a JsonObject>, name: &str) -> Result<&'a str, ErrorData> {
    let given = arguments.and_then(|arguments| arguments.get(name)?.as_str());
    given.ok_or_else(|| ErrorData::invalid_params(format!("the tool needs `{name}`, a text"), None))
}
