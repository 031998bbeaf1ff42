use super::*;
use crate::process::owner::SocketListener;

#[tokio::test]
async fn a_silent_owner_is_found() {
    let home = tempfile::tempdir().unwrap();
    assert_eq!(check_owner(home.path()).await.code, None, "the library is free");
    let lock = OwnerLock::try_acquire(home.path()).unwrap().unwrap();
    assert_eq!(check_owner(home.path()).await.code, Some("owner_silent"), "there is no record");
    let listener =
        SocketListener::open(home.path(), &[std::env::temp_dir()], &semver::Version::new(0, 0, 1)).unwrap();
    let check = check_owner(home.path()).await;
    assert_eq!(check.code, Some("owner_silent"), "it accepts connections but does not answer");
    assert!(check.finding.contains(&std::process::id().to_string()));
    drop((lock, listener));
}

#[tokio::test]
async fn a_folder_without_locks_is_found() {
    let file = tempfile::NamedTempFile::new().unwrap();
    assert_eq!(check_owner(&file.path().join("lorekeeper")).await.code, Some("no_lock"));
}

#[cfg(windows)]
#[test]
fn a_folder_that_other_users_can_open_is_found() {
    let home = tempfile::tempdir().unwrap();
    private_file::open_to_others(home.path());
    assert_eq!(check_folder(home.path(), &[]).code, Some("folder_open"));
    private_file::close_to_others(home.path()).unwrap();
    assert_eq!(check_folder(home.path(), &[]).code, None);
}

#[test]
fn tokens_that_others_can_read_or_nobody_can_use_are_found() {
    let home = tempfile::tempdir().unwrap();
    let codes = || check_tokens(home.path()).iter().map(|check| check.code).collect::<Vec<_>>();
    assert!(codes().is_empty());
    Token::create(home.path()).unwrap();
    NamedTokens::add(home.path(), "Plum", None).unwrap();
    assert_eq!(codes(), [None, None]);
    private_file::open_to_others(&Token::path(home.path()));
    assert_eq!(codes(), [Some("token_open")]);
    private_file::close_to_others(&Token::path(home.path())).unwrap();
    assert_eq!(codes(), [None, None]);
    for path in [Token::path(home.path()), NamedTokens::path(home.path())] {
        std::fs::write(&path, "{").unwrap();
        let mut found = check_tokens(home.path());
        found.retain(|check| check.finding.starts_with(path.to_str().unwrap()));
        assert_eq!(found.iter().map(|check| check.code).collect::<Vec<_>>(), [Some("token_unusable")]);
    }
}
