//! The check of values against the schemas that the server publishes.

use serde_json::Value;

const SILENT: [&str; 5] = ["description", "title", "default", "examples", "$schema"];

/// Returns `None` when the value is valid. An unknown keyword is a violation, too, so that none is ignored.
pub(crate) fn violation(schema: &Value, value: &Value, at: &str) -> Option<String> {
    let rules = match schema {
        Value::Bool(true) => return None,
        Value::Object(rules) => rules,
        _ => return Some(format!("{at}: nothing is valid")),
    };
    rules.iter().find_map(|(word, rule)| {
        let holds = |holds: bool| (!holds).then(|| format!("{at}: {value} breaks `{word}` {rule}"));
        match word.as_str() {
            "type" => match rule {
                Value::String(kind) => holds(is_of(kind, value)),
                kinds => {
                    holds(kinds.as_array()?.iter().filter_map(Value::as_str).any(|kind| is_of(kind, value)))
                }
            },
            "enum" => holds(rule.as_array()?.contains(value)),
            "const" => holds(rule == value),
            "minimum" => holds(value.as_f64().is_none_or(|number| number >= rule.as_f64().unwrap())),
            "maximum" => holds(value.as_f64().is_none_or(|number| number <= rule.as_f64().unwrap())),
            "required" => {
                let fields = rule.as_array()?.iter().filter_map(Value::as_str);
                let Value::Object(object) = value else { return None };
                let missing: Vec<&str> = fields.filter(|field| !object.contains_key(*field)).collect();
                (!missing.is_empty()).then(|| format!("{at}: {missing:?} are missing"))
            }
            "properties" => value
                .as_object()?
                .iter()
                .find_map(|(name, value)| violation(rule.get(name)?, value, &format!("{at}.{name}"))),
            "additionalProperties" => {
                let known = rules.get("properties").and_then(Value::as_object);
                let mut others = value
                    .as_object()?
                    .iter()
                    .filter(|(name, _)| known.is_none_or(|known| !known.contains_key(*name)));
                others.find_map(|(name, value)| violation(rule, value, &format!("{at}.{name}")))
            }
            "maxItems" => {
                holds(value.as_array().is_none_or(|list| list.len() as u64 <= rule.as_u64().unwrap()))
            }
            "items" => {
                let mut items = value.as_array()?.iter().enumerate();
                items.find_map(|(place, item)| violation(rule, item, &format!("{at}[{place}]")))
            }
            "anyOf" => {
                let ways: Vec<String> =
                    rule.as_array()?.iter().map_while(|way| violation(way, value, at)).collect();
                (ways.len() == rule.as_array()?.len()).then(|| ways.join("; or "))
            }
            word if SILENT.contains(&word) || word == "format" => None,
            word => Some(format!("{at}: the schema has `{word}`, which is not checked")),
        }
    })
}

fn is_of(kind: &str, value: &Value) -> bool {
    match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        _ => false,
    }
}

#[test]
fn a_value_that_breaks_its_schema_is_found() {
    use serde_json::json;
    let schema = json!({"type": "object", "required": ["a"], "additionalProperties": false, "properties": {
        "a": {"type": "array", "items": {"anyOf": [{"type": "integer", "minimum": 2, "maximum": 4}, {"enum": ["x"]}]}},
    }});
    assert_eq!(violation(&schema, &json!({"a": [2, "x", 4]}), "$"), None);
    for wrong in [
        "[]", "{}", r#"{"a": 1}"#, r#"{"a": [1]}"#, r#"{"a": [5]}"#, r#"{"a": ["y"]}"#,
        r#"{"a": [], "b": 1}"#,
    ] {
        assert!(violation(&schema, &serde_json::from_str(wrong).unwrap(), "$").is_some(), "{wrong}");
    }
    assert!(
        violation(&json!({"pattern": "x"}), &json!("x"), "$").is_some(),
        "an unknown keyword is reported"
    );
}
