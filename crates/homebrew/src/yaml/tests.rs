use serde_json::json;

use super::read;

#[test]
fn yaml_becomes_the_values_that_it_means() {
    let text = concat!(
        "name: \"Plum Ooze\"\n\"ac\": !!int \"8\"\nhp: 22\ncr: 1/4\nstealth: +5\nrate: 0.25\nempty:\nyes: true\n",
        "stats: [14, 6, 16, 2, 6, 2]\ntraits:\n- !!org.example.Trait\n  name: Sticky\n  desc: &sticky |\n",
        "    It sticks.\n    Always.\n- [Soft, *sticky]\ndash: \"a\\u200bb\"\n---\nname: Second\n"
    );
    let expected = json!({
        "name": "Plum Ooze", "ac": 8, "hp": 22, "cr": "1/4", "stealth": 5, "rate": 0.25, "empty": null, "yes": true,
        "stats": [14, 6, 16, 2, 6, 2],
        "traits": [
            {"name": "Sticky", "desc": "It sticks.\nAlways.\n"},
            ["Soft", "It sticks.\nAlways.\n"],
        ],
        "dash": "ab",
    });
    assert_eq!(read(text), Ok(expected));
}

#[test]
fn hostile_yaml_is_refused_with_its_line() {
    let problem = |text: &str| read(text).unwrap_err();
    let wrong = problem("name: Ooze\ndesc: Hit: 5 damage\n");
    assert!(wrong.starts_with("it is not valid YAML: ") && wrong.ends_with(", in line 2 of it"), "{wrong}");
    for deep in ["[".repeat(10_000), "- ".repeat(10_000), "{a: ".repeat(10_000)] {
        assert!(read(&deep).is_err());
    }
    let mut laughs = "a0: &a0 [lol, lol]\n".to_owned();
    for level in 1..40 {
        laughs += &format!("a{level}: &a{level} [*a{}, *a{}]\n", level - 1, level - 1);
    }
    let wrong = problem(&laughs);
    assert!(wrong.starts_with("its aliases repeat more than a megabyte"), "{wrong}");
}

proptest::proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "[\\PC\n :&*!\\[{-]{0,200}") {
        let _ = read(&text);
    }
}
