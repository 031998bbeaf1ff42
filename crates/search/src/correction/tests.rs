use super::*;

#[test]
fn errors_are_few_and_likely() {
    let is_error = |word: &str, other: &str| distance(word, other, max_errors(word).into()).is_some();
    for (typed, meant) in [
        ("firball", "fireball"),
        ("owlbeer", "owlbear"),
        ("sowrd", "sword"),
        ("damge", "damage"),
        ("concentraton", "concentration"),
        ("tricerotops", "triceratops"),
        ("graplng", "grappling"),
        ("invsbilty", "invisibility"),
    ] {
        assert!(is_error(typed, meant), "{typed} {meant}");
    }
    for (typed, other) in [
        ("posy", "pony"),
        ("gravy", "grave"),
        ("apeman", "azeban"),
        ("skinny", "skin"),
        ("cat", "carrot"),
        ("sneak", "snake"),
        ("graple", "grappling"),
    ] {
        assert!(!is_error(typed, other), "{typed} {other}");
    }
}
