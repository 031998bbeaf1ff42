use super::*;

#[test]
fn legendary_actions_are_counted_by_their_introduction() {
    assert_eq!(legendary_count("The plum can take 3 legendary actions, choosing below."), Some(3));
    assert_eq!(legendary_count("It has one special legendary action."), Some(1));
    assert_eq!(legendary_count("It has many."), None);
}
