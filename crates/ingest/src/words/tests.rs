use super::*;

#[test]
fn marks_separate_words_and_apostrophes_join_them() {
    assert_eq!(words("The cook’s plum-pie, +1"), ["the", "cooks", "plum", "pie", "1"]);
}
