use serde_json::{Value, json};

use super::support::TestServer;

/// The schema keywords that every client understands.
const PLAIN: &[&str] = &[
    "anyOf", "const", "default", "description", "enum", "examples", "items", "maxItems", "maximum",
    "minimum", "properties", "required", "type",
];

/// The most tools that assistants are offered.
const MAX_TOOLS: usize = 15;
const MAX_LIST_BYTES: usize = 36_000;
const MAX_DESCRIPTION_CHARS: usize = 400;

pub(super) const OF_THE_WINDOW: [&str; 7] = [
    "guide_browse_entries", "guide_change_settings", "guide_clear_cache", "guide_export_entries",
    "guide_library_stats", "guide_list_open5e", "guide_read_book",
];

#[tokio::test]
async fn assistants_are_offered_few_tools_in_a_short_list() {
    let server = TestServer::with_starter().await;
    let listed = server.client.list_tools(None).await.unwrap();
    assert!(listed.tools.len() <= MAX_TOOLS, "{}", listed.tools.len());
    let size = serde_json::to_string(&listed).unwrap().len();
    assert!(size <= MAX_LIST_BYTES, "{size} bytes");
    for tool in &listed.tools {
        let length = tool.description.as_deref().unwrap().chars().count();
        assert!(length <= MAX_DESCRIPTION_CHARS, "{}: {length} characters", tool.name);
    }
}

#[tokio::test]
async fn the_published_contract_is_unchanged() {
    let server = TestServer::of_the_window().await;
    let mut tools = server.client.list_all_tools().await.unwrap();
    tools.sort_by(|a, b| a.name.cmp(&b.name));
    let contract: Vec<Value> = tools
        .iter()
        .map(|tool| {
            json!({
                "name": tool.name,
                "title": tool.title,
                "description": tool.description,
                "input": *tool.input_schema,
                "output": tool.output_schema.as_ref().map(|schema| &schema["properties"]["value"]),
                "annotations": tool.annotations,
            })
        })
        .collect();
    insta::assert_json_snapshot!("contract", contract);
}

#[tokio::test]
async fn schemas_use_only_keywords_that_every_client_understands() {
    let server = TestServer::of_the_window().await;
    for tool in server.client.list_all_tools().await.unwrap() {
        assert_eq!(tool.input_schema["type"], "object");
        let input = Value::Object((*tool.input_schema).clone());
        check(&tool.name, &input);
        let arguments = input["properties"].as_object().into_iter().flatten();
        arguments.for_each(|(name, schema)| check_argument(&format!("{}: {name}", tool.name), schema));
        tool.output_schema.iter().for_each(|schema| check(&tool.name, &Value::Object((**schema).clone())));
    }
}

fn check(tool: &str, schema: &Value) {
    let Value::Object(object) = schema else { return };
    for (key, value) in object {
        assert!(PLAIN.contains(&key.as_str()), "{tool}: {key} in {schema}");
        match key.as_str() {
            "properties" => value.as_object().unwrap().values().for_each(|property| check(tool, property)),
            "items" => check(tool, value),
            "anyOf" => value.as_array().unwrap().iter().for_each(|choice| check(tool, choice)),
            "type" => assert!(value.is_string(), "{tool}: a type is one word, not {value}"),
            _ => {}
        }
    }
}

/// Checks that each list has a maximum length, and each object names properties: OpenAI's and Google's APIs
/// refuse others.
fn check_argument(place: &str, schema: &Value) {
    match schema["type"].as_str() {
        Some("array") => assert!(schema["maxItems"].is_u64(), "{place} has no limit: {schema}"),
        Some("object") => assert!(schema["properties"].is_object(), "{place} has no properties: {schema}"),
        _ => {}
    }
    let properties = schema["properties"].as_object().into_iter().flatten().map(|(_, property)| property);
    let choices = schema["anyOf"].as_array().into_iter().flatten();
    properties.chain(choices).chain(schema.get("items")).for_each(|inner| check_argument(place, inner));
}

#[tokio::test]
async fn the_shape_of_entries_is_unchanged() {
    let server = TestServer::with_one_book().await;
    for (name, tool, arguments) in [
        ("spell", "lookup_spell", json!({"name": "fireball"})),
        ("creature", "lookup_creature", json!({"name": "goblin"})),
        ("weapon", "lookup_equipment", json!({"name": "longsword"})),
        ("class", "lookup_character_option", json!({"type": "class", "name": "wizard"})),
        ("rule", "lookup_rule", json!({"rule_type": "rule", "name": "making an attack"})),
    ] {
        let reply = server.call(tool, arguments).await;
        let mut entry = reply.entries()[0].clone();
        // The texts belong to their publishers; the snapshot keeps only the shape.
        for (field, value) in entry.as_object_mut().unwrap() {
            if ["description", "higher_level", "material", "cached_at"].contains(&field.as_str()) {
                *value = json!("[text]");
            }
        }
        insta::assert_json_snapshot!(name, entry);
    }
}
