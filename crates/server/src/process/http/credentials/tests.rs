use super::*;

#[test]
fn both_sorts_of_tokens_are_valid_until_they_are_revoked() {
    let home = tempfile::tempdir().unwrap();
    let own = Token::create(home.path()).unwrap();
    let credentials = Credentials::new(TokenFiles::of(home.path()));
    let name = |token: &str| credentials.client(token).unwrap().map(|client| client.name.clone());
    assert_eq!((name(own.as_str()), name("other")), (Some(None), None));
    let plum = NamedTokens::add(home.path(), "Plum", None).unwrap();
    assert_eq!((name(&plum), name(own.as_str())), (Some(Some("Plum".into())), Some(None)));
    assert!(last_used(home.path()).contains_key("Plum"));
    NamedTokens::revoke(home.path(), "Plum").unwrap();
    assert_eq!(name(&plum), None);
}

#[test]
fn a_client_keeps_its_own_rate_while_others_are_added() {
    let home = tempfile::tempdir().unwrap();
    let slow = NamedTokens::add(home.path(), "Slow", NonZeroU32::new(1)).unwrap();
    let credentials = Credentials::new(TokenFiles::of(home.path()));
    let may = |token: &str| credentials.client(token).unwrap().unwrap().limit.allows_another();
    assert_eq!([may(&slow), may(&slow), may(&slow)], [true, true, false]);
    let other = NamedTokens::add(home.path(), "Other", None).unwrap();
    assert!(!may(&slow) && may(&other));
}

#[test]
fn without_any_token_nobody_is_let_in() {
    let home = tempfile::tempdir().unwrap();
    let credentials = Credentials::new(TokenFiles::of(home.path()));
    assert!(credentials.client("x").is_err());
    NamedTokens::add(home.path(), "Plum", None).unwrap();
    assert!(credentials.client("x").unwrap().is_none());
    std::fs::write(NamedTokens::path(home.path()), "{").unwrap();
    assert!(credentials.client("x").is_err());
}
