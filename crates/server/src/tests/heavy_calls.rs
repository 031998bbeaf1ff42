//! The largest arguments that the schemas allow, and larger ones.

use serde_json::{Value, json};

use super::support::TestServer;

fn long(word: &str) -> String {
    format!("{word} ").repeat(900 / word.len())
}

fn largest(name: &str, schema: &Value, is_too_large: bool) -> Value {
    match schema["type"].as_str() {
        Some("array") => {
            let max = usize::try_from(schema["maxItems"].as_u64().unwrap()).unwrap();
            let count = max + usize::from(is_too_large);
            (0..count).map(|number| item(name, number, &schema["items"])).collect()
        }
        Some("object") => {
            let properties = schema["properties"].as_object().unwrap().iter();
            properties.map(|(name, schema)| (name.clone(), largest(name, schema, is_too_large))).collect()
        }
        Some("integer") => schema.get("maximum").cloned().unwrap_or_else(|| json!(3)),
        Some("boolean") => true.into(),
        _ => long("dragon").into(),
    }
}

fn item(name: &str, number: usize, schema: &Value) -> Value {
    match (name, schema["type"].as_str()) {
        // Each is found by its spelling alone.
        ("creatures" | "include", _) => format!("1 {}", CREATURES[number % CREATURES.len()]).into(),
        ("filters", _) => {
            let exclude: Vec<String> = (0..1_000).map(|value| format!("value {number} {value}")).collect();
            json!({"field": schema["properties"]["field"]["enum"][number], "exclude": exclude})
        }
        (_, Some("integer")) => 3.into(),
        (_, Some("object")) => json!({}),
        _ => format!("{name} {number} {}", long("plum")).into(),
    }
}

const CREATURES: [&str; 6] = ["gobln", "ogr", "owlbaer", "skeletn", "zombi", "wof"];

#[tokio::test]
async fn a_list_that_is_longer_than_its_schema_says_is_refused() {
    let server = TestServer::of_the_window().await;
    let mut refused = 0;
    for tool in server.client.list_all_tools().await.unwrap() {
        let properties = tool.input_schema.get("properties").and_then(Value::as_object);
        for (name, of_list) in properties.into_iter().flatten().filter(|(_, it)| it["type"] == "array") {
            let reply = server.call(&tool.name, json!({name: largest(name, of_list, true)})).await;
            reply.fails_with(&format!("at most {} are possible", of_list["maxItems"]));
            refused += 1;
        }
    }
    assert!(refused >= 18, "{refused}");
    let long = json!({"characters": 4, "level": 3, "creatures": ["x".repeat(160_000)]});
    let reply = server.call("guide_plan_encounter", long).await;
    reply.fails_with("the length of a creature's name must be from 1 to 300, not 160000");
}

/// Each call has the largest value of a single argument: an impossible value ends a request before others
/// count.
#[cfg(target_os = "linux")]
fn largest_calls(tool: &str, schema: &Value) -> Vec<(String, Value)> {
    let Some(properties) = schema["properties"].as_object() else { return Vec::new() };
    let usual = json!({"characters": 4, "level": 3, "budget_xp": 100_000, "detail": "full", "limit": 100,
        "uri": "lore://entry/srd-2014/class/wizard"});
    let mut base: serde_json::Map<String, Value> = usual.as_object().unwrap().clone();
    base.retain(|name, _| properties.contains_key(name));
    for name in ["type", "rule_type"] {
        let first = properties.get(name).and_then(|it| it["enum"][0].as_str());
        base.extend(first.map(|first| (name.to_owned(), first.into())));
    }
    match tool {
        "search_dnd_content" => base.insert("query".to_owned(), long("dragno").into()),
        "guide_export_entries" => base.insert("format".to_owned(), "markdown".into()),
        _ => None,
    };
    let each = properties.iter().map(|(name, schema)| {
        let mut arguments = base.clone();
        if !base.contains_key(name) || name == "limit" {
            arguments.insert(name.clone(), largest(name, schema, false));
        }
        (name.clone(), Value::Object(arguments))
    });
    each.collect()
}

/// The longest step on the thread that answers all clients, by that thread's own clock, which other
/// programs do not slow down. A debug build takes several times as long as a release build.
#[cfg(target_os = "linux")]
const MAX_STEP_MS: u64 = 500;

#[cfg(target_os = "linux")]
#[tokio::test]
async fn the_largest_arguments_hold_up_no_other_client() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    fn run_time_ms() -> u64 {
        let statistics = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
        statistics.split(' ').next().unwrap().parse::<u64>().unwrap() / 1_000_000
    }

    let server = TestServer::with_starter().await;
    let longest = Arc::new(AtomicU64::new(0));
    let noted = Arc::clone(&longest);
    // What another client would wait for: every task of this test runs on one thread.
    let other_client = tokio::spawn(async move {
        let mut before = run_time_ms();
        loop {
            tokio::time::sleep(Duration::from_millis(1)).await;
            let now = run_time_ms();
            noted.fetch_max(now - before, Ordering::Relaxed);
            before = now;
        }
    });
    let window = TestServer::of_the_window().await;
    for tool in window.client.list_all_tools().await.unwrap() {
        let is_reading = tool.annotations.as_ref().is_some_and(|it| it.read_only_hint == Some(true));
        let changes_little = ["guide_save_entry", "guide_campaign"].contains(&tool.name.as_ref());
        if tool.name == "guide_list_open5e" || !is_reading && !changes_little {
            continue;
        }
        for (name, arguments) in largest_calls(&tool.name, &Value::Object((*tool.input_schema).clone())) {
            longest.store(0, Ordering::Relaxed);
            let reply = server.call(&tool.name, arguments).await;
            let step = longest.load(Ordering::Relaxed);
            println!("{} {name}: {step} ms; failed: {}", tool.name, reply.is_error);
            assert!(step <= MAX_STEP_MS, "{}, largest `{name}`: a step of {step} ms", tool.name);
        }
    }
    let text = "The plum is frightened, and charmed, and takes 4d6 fire damage. ".repeat(1_500);
    for written in ["text", "stat_block"] {
        longest.store(0, Ordering::Relaxed);
        let entry = json!({"kind": "creature", "name": "Plum", written: text, "fields": {"hit_points": 9}});
        server.call("guide_save_entry", entry).await;
        let step = longest.load(Ordering::Relaxed);
        println!("guide_save_entry {written}: {step} ms");
        assert!(step <= MAX_STEP_MS, "an entry with a long `{written}` holds the thread for {step} ms");
    }
    other_client.abort();
}
