use super::*;

#[test]
fn replaces_escapes_with_their_letters() {
    let read = |raw| unescape(raw).0.into_owned();
    assert_eq!(read(r#"a\n\t\"b\"\\"#), "a\n\t\"b\"\\");
    assert_eq!(read(r"\u00e6\uD83D\uDE00"), "æ😀");
    assert_eq!(read(r"\b\f\u001b[1m\101"), "A");
    assert_eq!(unescape(r"\q"), ("\\q".into(), Some('q')));
    assert_eq!(unescape(r"\uD83D!"), ("\\uD83D!".into(), Some('u')));
    assert_eq!(read("broken\\"), "broken");
}

#[test]
fn a_string_ends_at_the_first_unescaped_quotation_mark() {
    assert_eq!(closing_mark(r#""a\"b" c"#, 1), Some(5));
    assert_eq!(closing_mark(r#""a\\" c"#, 1), Some(4));
    assert_eq!(closing_mark(r#""a\"#, 1), None);
}
