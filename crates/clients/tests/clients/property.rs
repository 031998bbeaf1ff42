use clients::ClientId::{ClaudeDesktop, Codex, Continue, GeminiCli, Goose, MistralVibe, Zed};
use clients::{Action, State};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use crate::support::{Computer, without_mark};

fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "\\PC{0,12}".prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::vec(("[a-zA-Z, {}\"/*]{0,9}", inner), 0..4)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

fn any_object() -> impl Strategy<Value = Map<String, Value>> {
    proptest::collection::vec(("[a-zA-Z, {}\"/*]{0,9}", any_value()), 0..5)
        .prop_map(|fields| fields.into_iter().filter(|(key, _)| key != "lorekeeper").collect())
}

fn laid_out(value: &Value, layout: usize) -> String {
    let pretty = |unit: &[u8]| {
        let mut text = Vec::new();
        let formatter = serde_json::ser::PrettyFormatter::with_indent(unit);
        let mut serializer = serde_json::Serializer::with_formatter(&mut text, formatter);
        serde::Serialize::serialize(value, &mut serializer).unwrap();
        String::from_utf8(text).unwrap()
    };
    match layout {
        0 => value.to_string(),
        1 => pretty(b"  "),
        2 => pretty(b"\t"),
        3 => format!("\u{feff}{}\r\n", pretty(b"   ").replace('\n', "\r\n")),
        _ => format!("  {}  ", pretty(b"")),
    }
}

/// Each case waits for the disk where there is none in memory.
fn cases() -> u32 {
    let long = std::env::var_os("LOREKEEPER_LONG_TESTS").is_some();
    match (cfg!(target_os = "linux"), long) {
        (false, _) => 40,
        (true, false) => 100,
        (true, true) => 400,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn everything_else_in_the_file_stays(
        mut root in any_object(),
        servers in proptest::option::of(any_object()),
        position in 0usize..5,
        layout in 0usize..5,
    ) {
        root.remove("mcpServers");
        if let Some(servers) = &servers {
            root.shift_insert(position.min(root.len()), "mcpServers".to_owned(), servers.clone().into());
        }
        let value = Value::Object(root.clone());
        let text = laid_out(&value, layout);
        let computer = Computer::linux();
        let id = ClaudeDesktop;
        computer.write(id, &text);
        prop_assert_eq!(computer.act(id, Action::Connect).state, State::Connected);

        let connected = computer.read(id);
        let mut parsed: Value = serde_json::from_str(connected.trim_start_matches('\u{feff}')).unwrap();
        let entry = json!({ "command": computer.program(), "args": ["serve"] });
        prop_assert_eq!(parsed["mcpServers"].as_object_mut().unwrap().shift_remove("lorekeeper"), Some(entry));
        if servers.is_none() {
            parsed.as_object_mut().unwrap().shift_remove("mcpServers");
        }
        let original: Value = serde_json::from_str(text.trim_start_matches('\u{feff}')).unwrap();
        prop_assert_eq!(parsed, original.clone());

        computer.forget();
        computer.act(id, Action::Disconnect);
        let disconnected = computer.read(id);
        if servers.as_ref().is_some_and(|servers| !servers.is_empty()) {
            let signs = |text: &str| text.replace([' ', '\n'], "");
            prop_assert_eq!(signs(&disconnected), signs(without_mark(id, &text)));
        } else {
            let parsed: Value = serde_json::from_str(disconnected.trim_start_matches('\u{feff}')).unwrap();
            let mut expected = original;
            expected["mcpServers"] = json!({});
            prop_assert_eq!(parsed, expected);
        }
    }

    #[test]
    fn arbitrary_yaml_is_edited_or_refused(text in "([ex&*!:'|>-]|  |\n|: |- |# |TABLE:|lorekeeper:|- name: lorekeeper|\\{|\\}|\"){0,14}") {
        for (id, table) in [(Goose, "extensions"), (Continue, "mcpServers")] {
            let computer = Computer::with(id, text.replace("TABLE", table));
            if let Ok(plan) = computer.plan(id, Action::Repair) {
                prop_assert_eq!(computer.clients().apply(&plan).unwrap().state, State::Connected);
                computer.forget();
                if let Ok(plan) = computer.plan(id, Action::Disconnect) {
                    prop_assert_eq!(computer.clients().apply(&plan).unwrap().state, State::NotConnected);
                }
            }
        }
    }

    #[test]
    fn arbitrary_text_is_edited_or_refused(text in "[\\[\\]{}\",:/* a1\n\\\\]{0,40}") {
        for id in [Zed, GeminiCli, ClaudeDesktop, Codex, Goose, MistralVibe, Continue] {
            let computer = Computer::with(id, &text);
            if let Ok(plan) = computer.plan(id, Action::Connect) {
                prop_assert_eq!(computer.clients().apply(&plan).unwrap().state, State::Connected);
                computer.forget();
                prop_assert_eq!(computer.act(id, Action::Disconnect).state, State::NotConnected);
            }
        }
    }
}
