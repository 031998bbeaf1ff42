use super::*;

fn shown(text: &str) -> Option<String> {
    let value = |path: &str| match path {
        "mod" => Some("3".to_owned()),
        "abilities.wis.mod" => Some("-1".to_owned()),
        "prof" => Some("2".to_owned()),
        _ => None,
    };
    Formula::read(text, value).map(|formula| formula.to_string())
}

#[test]
fn constants_are_summed_and_dice_kept() {
    for (text, expected) in [
        ("1d8 + @mod + 2", "1d8 + 5"),
        ("2d6 - @mod", "2d6 - 3"),
        ("1d6[fire] + 1d4 # Hit", "1d6 + 1d4"),
        ("@mod + @prof * 2", "7"),
        ("2d8kh1 + @abilities.wis.mod", "2d8kh1 - 1"),
        ("5 - 1d4", "- 1d4 + 5"),
        ("d20", "1d20"),
    ] {
        assert_eq!(shown(text).as_deref(), Some(expected), "{text}");
    }
    let average = Formula::read("2d6 + 3", |_| None).and_then(|formula| formula.average());
    assert_eq!(average, Some(10));
}

#[test]
fn what_cannot_be_calculated_is_no_formula() {
    for text in [
        "@unknown + 1",
        "1d6 * 2",
        "1 / 0",
        "(1 + 2)d4",
        "1d6 +",
        "fire",
        "",
        &"(".repeat(299),
        &"9".repeat(400),
    ] {
        assert_eq!(shown(text), None, "{text}");
    }
}
