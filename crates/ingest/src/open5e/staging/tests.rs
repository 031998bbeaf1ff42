use super::*;

fn later(staging: &Staging, hours: i64) -> Staging {
    Staging::new(&staging.folder, staging.now + TimeDelta::hours(hours))
}

fn staged() -> (tempfile::TempDir, Staging, Url) {
    let folder = tempfile::tempdir().unwrap();
    let staging = Staging::new(folder.path().join("staging"), DateTime::UNIX_EPOCH);
    let url = Url::parse("http://x/v2/spells/?limit=100").unwrap();
    staging.prepare().unwrap();
    staging.keep(&url, b"{}").unwrap();
    (folder, staging, url)
}

#[test]
fn pages_of_the_last_day_are_kept() {
    for (hours, is_kept) in [(24, true), (25, false), (-1, false)] {
        let (_folder, staging, url) = staged();
        later(&staging, hours).prepare().unwrap();
        assert_eq!(staging.page(&url).is_some(), is_kept, "after {hours} hours");
    }
}

#[test]
fn a_damaged_manifest_discards_the_pages() {
    let (_folder, staging, url) = staged();
    fs::write(staging.folder.join(MANIFEST), "{").unwrap();
    staging.prepare().unwrap();
    assert_eq!(staging.page(&url), None);
}

#[test]
fn pages_that_await_consent_are_kept_for_it_alone() {
    let (_folder, staging, url) = staged();
    staging.await_consent().unwrap();
    let agreed = staging.clone().with_consent(true);
    agreed.prepare().unwrap();
    assert_eq!(agreed.page(&url).as_deref(), Some(b"{}".as_slice()));
    staging.prepare().unwrap();
    assert_eq!(staging.page(&url), None);
}

#[test]
fn clearing_removes_the_folder_but_no_strangers_file() {
    let (_folder, staging, _) = staged();
    let stranger = staging.folder.join("letter.txt");
    fs::write(&stranger, "mine").unwrap();
    staging.clear().unwrap();
    assert_eq!(fs::read_dir(&staging.folder).unwrap().count(), 1);
    fs::remove_file(stranger).unwrap();
    staging.clear().unwrap();
    assert!(!staging.folder.exists());
    staging.clear().unwrap();
}
