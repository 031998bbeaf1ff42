use content::everyday;
use content::model::Kind;

use super::*;

#[test]
fn words_that_stand_side_by_side_go_together() {
    for (query, text, other) in [
        ("rodent", "a swarm of rats", "a swarm of eagles"),
        ("soothsayer", "a prophet of the tide", "a butcher of the tide"),
        ("hurricane", "the storm dies down", "the king dies"),
        ("seaweed", "ropes of kelp", "ropes of hemp"),
    ] {
        let associations = Associations::of(query);
        let share = |text: &str| associations.share_in(words_of_text(text));
        assert!(share(text) > 0.2 && share(text) > share(other) + 0.1, "{query}: {}", share(text));
    }
}

#[test]
fn a_word_that_a_text_has_needs_no_other() {
    let associations = Associations::of("rodent");
    assert_eq!(associations.share_in(words_of_text("a rodent and a rat")), 0.0);
    assert!(associations.share_in(words_of_text("a rat")) > 0.2);
    let longer = Associations::of("rodent on the chimney").share_in(words_of_text("a rat"));
    assert!(longer > 0.0 && longer < associations.share_in(words_of_text("a rat")), "{longer}");
}

#[test]
fn unknown_and_frequent_words_go_with_none() {
    for query in ["zzyzx", "", "the of", "someone"] {
        assert_eq!(Associations::of(query).share_in(words_of_text("a rat and a knight")), 0.0, "{query}");
    }
}

#[test]
fn a_line_has_its_own_words_and_those_of_its_name_once() {
    for (name, kind) in [("Pegasus", Kind::Creature), ("Wish", Kind::Spell), ("Net", Kind::Weapon)] {
        let line = everyday::line(kind, name, None).unwrap();
        let mut expected = words_of_text(name);
        expected.extend(words_of_text(line.words));
        expected.sort_unstable();
        expected.dedup();
        let mut words: Vec<_> = words_of_line(line.number).collect();
        words.sort_unstable();
        assert_eq!(words, expected, "{name}");
    }
    assert_eq!(words_of_line(usize::MAX).next(), None);
}
