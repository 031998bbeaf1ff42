use serde_json::{Value, json};

use super::support::{TestServer, as_on_linux};

/// The schema keywords that every client understands.
const PLAIN: &[&str] = &[
    "additionalProperties",
    "anyOf",
    "const",
    "default",
    "description",
    "enum",
    "examples",
    "items",
    "maximum",
    "minimum",
    "properties",
    "required",
    "type",
];

#[tokio::test]
async fn the_published_contract_is_unchanged() {
    let server = TestServer::with_starter().await;
    let mut tools = server.client.list_all_tools().await.unwrap();
    tools.sort_by(|a, b| a.name.cmp(&b.name));
    let contract: Vec<Value> = tools
        .iter()
        .map(|tool| {
            json!({
                "name": tool.name,
                "title": tool.title,
                "description": tool.description.as_deref().map(as_on_linux),
                "input": *tool.input_schema,
                "output": tool.output_schema.as_ref().unwrap().get("properties").unwrap().get("value"),
                "annotations": tool.annotations,
            })
        })
        .collect();
    insta::assert_json_snapshot!("contract", contract);
}

#[tokio::test]
async fn schemas_use_only_keywords_that_every_client_understands() {
    let server = TestServer::with_starter().await;
    for tool in server.client.list_all_tools().await.unwrap() {
        assert_eq!(tool.input_schema["type"], "object");
        assert_eq!(tool.input_schema["additionalProperties"], false, "{}", tool.name);
        check(&tool.name, &Value::Object((*tool.input_schema).clone()));
        check(&tool.name, &Value::Object((**tool.output_schema.as_ref().unwrap()).clone()));
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
            if field == "description"
                || field == "higher_level"
                || field == "material"
                || field == "cached_at"
            {
                *value = json!("[text]");
            }
        }
        insta::assert_json_snapshot!(name, entry);
    }
}
