use super::*;
use crate::tests::owners;

#[tokio::test]
async fn an_owner_of_this_process_that_gives_no_welcome_is_closed() {
    let home = tempfile::tempdir().unwrap();
    let mut options = owners::options(home.path(), 1);
    options.library.starter = None;
    let hello = Hello {
        version: options.version.clone(),
        session: "s".to_owned(),
        // Longer than a hello may be.
        prefix: "x".repeat(2 << 20),
        folder: options.working_folder.clone(),
        requests_again: Vec::new(),
        http: None,
        probe: false,
    };
    assert!(OwnerConnection::try_find(&options, &hello, Instant::now()).await.is_err());
    assert_eq!(OwnerRecord::read(home.path()).unwrap().address, None, "it listens no more");
    assert!(OwnerLock::try_acquire(home.path()).unwrap().is_some());
}
