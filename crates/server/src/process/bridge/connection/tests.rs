use lore::EmbeddingOptions;
use lore::ingest::open5e::ClientOptions;
use semver::Version;

use super::*;
use crate::protocol::lazy_library::LibrarySettings;

#[tokio::test]
async fn an_owner_of_this_process_that_gives_no_welcome_is_closed() {
    let home = tempfile::tempdir().unwrap();
    let options = ServeOptions {
        library: LibrarySettings {
            home: Some(home.path().to_owned()),
            starter: None,
            embedding: EmbeddingOptions::default(),
            open5e: Ok(ClientOptions::default()),
            offline: true,
            access: lore::Access::Change,
        },
        socket_folders: vec![std::env::temp_dir()],
        version: Version::new(1, 0, 0),
        prefix: String::new(),
        working_folder: home.path().to_owned(),
        owner_timeout: Duration::from_secs(20),
        http: None,
    };
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
