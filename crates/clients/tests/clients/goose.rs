//! The many forms of the same YAML value.

use clients::{Action, ClientId, Server, State};

use crate::support::Computer;

/// Files without our entry, in every form of the table that Goose writes or a user may.
const FORMS: [&str; 13] = [
    "extensions:\n  dice:\n    cmd: dice\n",
    "extensions:\n    dice:\n        cmd: dice\n    # none after it\nGOOSE_MODEL: x # chosen\n",
    "extensions:\n  dice: {cmd: dice, args: [a, b]} # short\n  maps: {}\n",
    "extensions: {}\nGOOSE_MODEL: x\n",
    "extensions:\nGOOSE_MODEL: x\n",
    "extensions: ~ # none\n",
    "extensions:   # none yet\n\nGOOSE_MODEL: x\n",
    "extensions:\n  'dice':\n    cmd: |\n      di\n      ce\n",
    "---\n# a comment\nGOOSE_MODEL: x\n",
    "GOOSE_MODEL: x\nlore: &lore [a, b]\nmore: *lore\n\n\n",
    "extensions:\n  dice:\n    args:\n    - a\n    - \"b # c\"\nlast: 'it''s'",
    "# only a comment\n",
    "extensions:\n  maps:\n    text: >\n      folded\n\n      text\n\n# about the model\nGOOSE_MODEL: x\n",
];

fn comments(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| line.split_once("# ").map(|(_, comment)| comment))
}

#[test]
fn every_form_of_the_table_takes_the_entry_and_gives_it_back() {
    for text in FORMS {
        for text in [text.to_owned(), text.replace('\n', "\r\n")] {
            let computer = Computer::linux();
            computer.write(ClientId::Goose, &text);
            assert_eq!(computer.state(ClientId::Goose), State::NotConnected, "{text}");
            let applied = |action| {
                let plan = computer.plan(ClientId::Goose, action);
                let plan = plan.unwrap_or_else(|error| panic!("{action:?} {text}: {error}"));
                computer.clients().apply(&plan).unwrap().state
            };
            assert_eq!(applied(Action::Connect), State::Connected, "{text}");
            let connected = computer.read(ClientId::Goose);
            computer.forget();
            assert_eq!(applied(Action::Disconnect), State::NotConnected, "{connected}");
            let left = computer.read(ClientId::Goose);
            for comment in comments(&text) {
                assert!(connected.contains(comment), "{text}\n->\n{connected}");
                assert!(left.contains(comment), "{connected}\n->\n{left}");
            }
            if text.contains("dice") || text.contains("maps") {
                assert_eq!(left, text, "{connected}");
            }
        }
    }
}

#[test]
fn an_entry_in_another_form_is_repaired_and_removed() {
    for (text, kept) in [
        (
            "extensions:\n  lorekeeper:\n    name: Lore\n    type: stdio\n    cmd: /old\n    args: []\n    enabled: false\n",
            "enabled: false",
        ),
        (
            "extensions:\n  lorekeeper:\n    name: lorekeeper\n    cmd: /old # moved\n    description: books\n  dice: {}\n",
            "description: books",
        ),
        (
            "extensions:\n  lorekeeper:\n    type: streamable_http\n    uri: http://127.0.0.1:5673/mcp\n    headers:\n      A: b\n    name: l\n    enabled: true\n",
            "name: l\n",
        ),
        ("extensions:\n  dice: {}\n  lorekeeper: 3\n", "dice: {}"),
        ("extensions:\n  lorekeeper:\nGOOSE_MODEL: x\n", "GOOSE_MODEL: x"),
        (
            "extensions:\n  lorekeeper:\n    name: l\n    type: stdio\n    cmd: |\n      /old\n    args:\n    - a\n    - b\n    envs:\n      RUST_LOG: debug\n    enabled: true\n",
            "RUST_LOG",
        ),
    ] {
        let computer = Computer::linux();
        computer.write(ClientId::Goose, text);
        assert!(!matches!(computer.state(ClientId::Goose), State::Connected), "{text}");
        let clients =
            computer.clients_for(Server::new(computer.program()).with_env("LOREKEEPER_HOME", "/a: b"));
        let plan =
            clients.plan(ClientId::Goose, Action::Repair).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(clients.apply(&plan).unwrap().state, State::Connected, "{text}");
        let repaired = computer.read(ClientId::Goose);
        assert!(
            repaired.contains(kept) && !repaired.contains("/old") && !repaired.contains("uri"),
            "{text}\n->\n{repaired}"
        );
        computer.forget();
        computer.act(ClientId::Goose, Action::Disconnect);
        let left = computer.read(ClientId::Goose);
        assert!(!left.contains("lorekeeper") && !left.contains("LOREKEEPER"), "{repaired}\n->\n{left}");
        assert_eq!(left.contains("dice: {}"), text.contains("dice: {}"), "{left}");
        assert_eq!(left.contains("GOOSE_MODEL: x"), text.contains("GOOSE_MODEL: x"), "{left}");
    }
}

#[test]
fn what_cannot_be_edited_alone_is_refused() {
    for (text, reason) in [
        ("extensions: [dice]\n", "no mapping"),
        ("extensions: 3\n", "no mapping"),
        ("extensions: {}\nextensions: {}\n", "twice"),
        ("- a\n", "mapping"),
        ("a: 1\n---\nb: 2\n", "another document"),
        ("a:\n\t- b: [\n", "line "),
    ] {
        let computer = Computer::linux();
        computer.write(ClientId::Goose, text);
        match computer.state(ClientId::Goose) {
            State::Unreadable { reason: said, .. } => assert!(said.contains(reason), "{text}: {said}"),
            other => panic!("{text}: {other:?}"),
        }
    }
    for text in [
        "base: &base\n  dice: {}\nextensions: *base\n",
        "extensions: &all\n  dice: {}\nmore: *all\n",
        "extensions: !!map\n  dice: {}\n",
        "a: 1\n...\n",
        "extensions: {dice: {cmd: dice}, maps: {}}\n",
        "extensions: {\n  dice: {cmd: dice} # several lines\n}\n",
        "{\"extensions\": {\"dice\": {\"cmd\": \"dice\"}}, \"GOOSE_MODEL\": \"x\"}\n",
        "\"extensions\":\n  dice:\n    cmd: dice\n",
        "extensions: {lorekeeper: {cmd: /old, bundled: false}, dice: {}}\n",
    ] {
        let computer = Computer::linux();
        computer.write(ClientId::Goose, text);
        let error = computer.plan(ClientId::Goose, Action::Connect).unwrap_err();
        assert_eq!(error.code(), "unreadable-file", "{text}");
        assert_eq!(computer.read(ClientId::Goose), text);
    }
}
