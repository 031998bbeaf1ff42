use super::*;

#[test]
fn shortcuts_are_parsed_as_people_write_them() {
    assert!(parse(DEFAULT_SHORTCUTS.0).unwrap().is_some());
    assert!(parse("CmdOrCtrl+Shift+Space").unwrap().is_some());
    assert_eq!(parse(" ").unwrap(), None);
    assert_eq!(parse("Ctrl+Nonsense").unwrap_err().code, "invalid-shortcut");
}
