use super::*;

#[test]
fn forms_of_a_plural_include_its_singular() {
    for (plural, singular) in [
        ("arrows", "arrow"),
        ("harpies", "harpy"),
        ("pixies", "pixie"),
        ("wolves", "wolf"),
        ("knives", "knife"),
        ("torches", "torch"),
        ("horses", "horse"),
    ] {
        assert!(word_forms(plural).contains(&singular.to_owned()), "{plural}");
        assert!(plurals(singular).contains(&plural.to_owned()), "{singular}");
    }
    for word in ["glass", "octopus", "thesis", "gas", "fire", "hunter's"] {
        assert_eq!(word_forms(word), [word]);
    }
}

#[test]
fn only_the_star_is_special_in_a_pattern() {
    let glob = Glob::read("Fire[ball]?_\\*").unwrap();
    assert_eq!(glob.pattern, "fire[[]ball][?]_\\*");
    assert_eq!(glob.start, "fire[ball]?_\\");
    assert_eq!(Glob::read("fireball"), None);
}

#[test]
fn a_pattern_has_the_index_range_of_its_matches() {
    let glob = Glob::read("Fire%").unwrap();
    assert_eq!((glob.start.as_str(), glob.end.as_deref()), ("fire", Some("firf")));
    let glob = Glob::read("**fire**").unwrap();
    assert_eq!((glob.pattern.as_str(), glob.start.as_str(), glob.end), ("*fire*", "", None));
}
