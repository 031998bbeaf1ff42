use std::collections::HashSet;

use super::*;

fn names(kinds: &[Kind], name: &str) -> Vec<(&'static str, &'static str)> {
    let found = translated_names(kinds, name).into_iter();
    found.filter_map(|other| Some((other.name, other.language?))).collect()
}

#[test]
fn a_name_is_found_in_each_language() {
    for (name, kind, english, language) in [
        ("feuerball", Kind::Spell, "Fireball", "German"),
        ("Boules de feu", Kind::Spell, "Fireball", "French"),
        ("hombre lobo", Kind::Creature, "Werewolf", "Spanish"),
        ("PALLA DI FUOCO", Kind::Spell, "Fireball", "Italian"),
        ("Bola de Fogo", Kind::Spell, "Fireball", "Portuguese"),
        ("kula ognia", Kind::Spell, "Fireball", "Polish"),
        ("kampfer", Kind::Class, "Fighter", "German"),
    ] {
        assert_eq!(names(&[kind], name), [(english, language)], "{name}");
    }
    assert_eq!(names(&[Kind::Creature], "Feuerball"), []);
    assert_eq!(names(&[], "Fireball"), []);
}

#[test]
fn every_list_translates_the_same_names_once() {
    let names_of = |list: &'static str| -> Vec<(&str, &str)> {
        let mut heading = "";
        let of_line = |line: &'static str| {
            heading = line.strip_prefix('[').unwrap_or(heading);
            Some((heading, line.split_once(" = ")?.0))
        };
        list.lines().filter_map(of_line).collect()
    };
    let expected: HashSet<(&str, &str)> = names_of(LANGUAGES[0].1).into_iter().collect();
    assert!(expected.len() > 1_900, "{}", expected.len());
    for (language, list) in LANGUAGES {
        let names = names_of(list);
        assert_eq!(names.len(), expected.len(), "{language}");
        let missing: Vec<_> = expected.difference(&names.into_iter().collect()).copied().collect();
        assert_eq!(missing, [], "{language}");
        for line in list.lines().filter(|line| !line.is_empty()) {
            let heading = line.strip_prefix('[').and_then(|line| line.strip_suffix(']'));
            match heading {
                Some(kind) => assert!(kind.parse::<Kind>().is_ok(), "{language}: {line}"),
                None => assert!(line.split_once(" = ").is_some_and(|(_, names)| !names.is_empty()), "{line}"),
            }
        }
    }
}
