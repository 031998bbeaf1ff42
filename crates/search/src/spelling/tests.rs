use super::*;

#[test]
fn shared_letters_are_an_upper_bound_of_the_similarity() {
    let words =
        ["fireball", "firebal", "ifreball", "dragon", "dargon", "grapple", "grappled", "ab", "ewig", "ölig"];
    for (word, other) in words.iter().flat_map(|word| words.map(|other| (*word, other))) {
        let similarity = strsim::normalized_damerau_levenshtein(word, other);
        assert!(shared_letters(word, other) >= similarity - 1e-9, "{word} {other}");
    }
}
