use super::*;

fn ours() -> Version {
    Version::new(1, 2, 3)
}

fn open(home: &Path) -> io::Result<SocketListener> {
    SocketListener::open(home, &[std::env::temp_dir()], &ours())
}

#[cfg(unix)]
fn mode(path: &Path) -> u32 {
    use std::os::unix::fs::PermissionsExt as _;

    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[tokio::test]
async fn only_the_user_can_reach_the_socket_until_it_is_closed_for_the_next() {
    let home = tempfile::tempdir().unwrap();
    let listener = open(home.path()).unwrap();
    let address = OwnerRecord::read(home.path()).unwrap().address.unwrap();
    // A pipe has no file; its rights are tested with those of files.
    #[cfg(unix)]
    assert_eq!((mode(&address), mode(address.parent().unwrap())), (0o600, 0o700));
    connect(&address).await.unwrap();
    listener.close(Some(Version::new(9, 0, 0)));
    assert!(connect(&address).await.is_err() && (cfg!(windows) || !address.parent().unwrap().exists()));
    let record = OwnerRecord::read(home.path()).unwrap();
    assert_eq!((record.address, record.left_for), (None, Some(Version::new(9, 0, 0))));
}

// A pipe ends with its process.
#[cfg(unix)]
#[tokio::test]
async fn the_socket_of_a_killed_owner_is_removed_by_the_next() {
    let home = tempfile::tempdir().unwrap();
    let SocketListener { listener, _folder, .. } = open(home.path()).unwrap();
    let abandoned = OwnerRecord::read(home.path()).unwrap().address.unwrap();
    std::mem::forget((listener, _folder));
    let _next = open(home.path()).unwrap();
    assert!(!abandoned.parent().unwrap().exists());
    connect(&OwnerRecord::read(home.path()).unwrap().address.unwrap()).await.unwrap();
}

#[tokio::test]
async fn a_record_that_points_elsewhere_removes_nothing() {
    let home = tempfile::tempdir().unwrap();
    let other = home.path().join("books");
    std::fs::create_dir(&other).unwrap();
    std::fs::write(other.join("s"), "mine").unwrap();
    OwnerRecord { address: Some(other.join("s")), process: 1, version: ours(), left_for: None }
        .write(home.path())
        .unwrap();
    let _listener = open(home.path()).unwrap();
    assert!(other.join("s").exists());
}

#[tokio::test]
async fn a_library_in_a_very_long_path_has_a_socket() {
    let home = tempfile::tempdir().unwrap();
    let long = home.path().join("a-long-name-of-a-folder/".repeat(15));
    std::fs::create_dir_all(&long).unwrap();
    let _listener = open(&long).unwrap();
    connect(&OwnerRecord::read(&long).unwrap().address.unwrap()).await.unwrap();
}
