use super::*;

fn named(query: &str) -> NamedSources {
    NamedSources::read(query).0
}

#[test]
fn a_query_names_books_publishers_editions_and_systems() {
    let tome = |query| named(query).has("Tome of Beasts 1 (2023 Edition)", Some("Kobold Press"), None);
    assert!(tome("vampire from the Tome of Beasts") && tome("kobold press vampire"));
    assert!(!tome("a tome") && !tome("kobold"));
    let of = |query, system| named(query).has("System Reference Document", None, Some(system));
    assert!(of("2024 flying ship", "5th Edition 2024") && of("grapple (5.5e)", "5th Edition 2024"));
    assert!(!of("2024 flying ship", "5th Edition 2014") && !of("2,024 gold", "5th Edition 2024"));
    assert!(of("Level Up condition", "Advanced 5th Edition"));
    assert!(!of("what happens when I level up", "Advanced 5th Edition"));
    assert!(!named("other").has("Some Homebrew", None, None));
}

#[test]
fn the_name_of_a_system_is_no_subject() {
    let rest = |query| NamedSources::read(query).1;
    assert_eq!(rest("Level Up A5E: roll a d8").trim(), ": roll a d8");
    assert_eq!(rest("2024 flying ship"), "2024 flying ship");
    assert_eq!(rest("Level Up"), "Level Up");
}
