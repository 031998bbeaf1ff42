use super::*;
use crate::facts::Facts;
use crate::model::{Creature, Details};

#[test]
fn languages_are_read_from_words() {
    for (words, names) in [
        ("Common, Draconic", vec!["common", "draconic"]),
        ("understands Common and Deep Speech but can't speak", vec!["common", "deep speech"]),
        ("Primordial (Ignan); telepathy 60 ft.", vec!["primordial", "ignan"]),
        ("any one language (usually Common)", vec!["common"]),
        ("Abyssal plus any two languages", vec!["abyssal"]),
        ("Common (can’t speak in wolf form)", vec!["common"]),
        ("all, telepathy 120 ft.", vec![]),
        ("the languages it knew in life", vec![]),
        ("understands the languages of its creator but can't speak", vec![]),
        ("—", vec![]),
    ] {
        let read: Vec<String> = languages(words).iter().map(ToString::to_string).collect();
        assert_eq!(read, names, "{words}");
    }
}

#[test]
fn a_habitat_is_one_word_for_each_environment() {
    let environments = ["Forest or Jungle", "Hills", "The Underdark"].map(str::to_owned).to_vec();
    let details = Details::Creature(Box::new(Creature { environments, ..Creature::default() }));
    let stored = HABITAT.values(&details, &Facts::default()).into_iter().map(|value| HABITAT.stored(value));
    assert_eq!(
        stored.map(|it| it.to_string()).collect::<Vec<_>>(),
        ["forest", "jungle", "hill", "underworld"]
    );
}
