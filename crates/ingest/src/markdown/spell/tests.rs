use super::*;

#[test]
fn concentration_is_told_once() {
    let lasting =
        |time: &str| duration(&Spell { concentration: true, duration: time.into(), ..Spell::default() });
    assert_eq!(lasting("Up to 1 hour"), "Concentration, up to 1 hour");
    assert_eq!(lasting("1 hour"), "Concentration, up to 1 hour");
    assert_eq!(lasting("Until dispelled"), "Concentration, until dispelled");
}
