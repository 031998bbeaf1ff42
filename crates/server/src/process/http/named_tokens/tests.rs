use super::*;

#[test]
fn tokens_are_stored_as_hashes_and_can_be_revoked() {
    let home = tempfile::tempdir().unwrap();
    let path = NamedTokens::path(home.path());
    assert_eq!(NamedTokens::read(&path).unwrap(), NamedTokens::default());
    let token = NamedTokens::add(home.path(), " Plum Club ", NonZeroU32::new(3)).unwrap();
    NamedTokens::add(home.path(), "Fig", None).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(token.starts_with(PREFIX) && !text.contains(&token));
    assert!(!private_file::is_open_to_others(&path).unwrap());
    let stored = NamedTokens::read(&path).unwrap().tokens;
    assert_eq!((stored[0].name.as_str(), &stored[0].sha256), ("Plum Club", &hash(&token)));
    assert!(NamedTokens::add(home.path(), "Fig", None).unwrap_err().to_string().contains("revoke"));
    assert_eq!(NamedTokens::revoke(home.path(), "Plum Club").unwrap(), stored[0]);
    assert!(NamedTokens::revoke(home.path(), "Plum Club").unwrap_err().to_string().contains("token list"));
    assert_eq!(NamedTokens::read(&path).unwrap().tokens, stored[1..]);
}

#[test]
fn a_name_is_printable_and_short() {
    let home = tempfile::tempdir().unwrap();
    for name in ["", "  ", "a\nb", &"x".repeat(61)] {
        assert!(NamedTokens::add(home.path(), name, None).is_err(), "{name:?}");
    }
    assert!(!NamedTokens::path(home.path()).exists());
}

#[test]
fn a_damaged_file_is_refused_and_kept() {
    let home = tempfile::tempdir().unwrap();
    let path = NamedTokens::path(home.path());
    std::fs::write(&path, "{").unwrap();
    assert!(
        NamedTokens::add(home.path(), "Plum", None).unwrap_err().to_string().contains("not a list of tokens")
    );
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "{");
}
