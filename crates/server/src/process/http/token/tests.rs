use super::*;

#[test]
fn only_the_user_can_read_the_token() {
    let home = tempfile::tempdir().unwrap();
    let path = Token::path(home.path());
    Token::read_or_create(home.path()).unwrap();
    assert!(!private_file::is_open_to_others(&path).unwrap());
    private_file::open_to_others(&path);
    assert!(private_file::is_open_to_others(&path).unwrap());
    Token::read(home.path()).unwrap();
    assert!(!private_file::is_open_to_others(&path).unwrap());
}

#[test]
fn a_file_without_a_valid_token_is_refused_and_kept() {
    let home = tempfile::tempdir().unwrap();
    for text in ["", "short", "a token with spaces in it", "schlüssel-mit-umlauten"] {
        std::fs::write(Token::path(home.path()), text).unwrap();
        let error = Token::read_or_create(home.path()).err().unwrap().to_string();
        assert!(error.contains("token --new"), "{error}");
        assert_eq!(std::fs::read_to_string(Token::path(home.path())).unwrap(), text);
    }
    std::fs::write(Token::path(home.path()), "  a-word-of-my-own-choice \r\n").unwrap();
    assert!(Token::read_or_create(home.path()).unwrap().matches("a-word-of-my-own-choice"));
}
