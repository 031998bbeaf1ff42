use super::*;

#[test]
fn an_error_of_another_kind_is_returned_at_once() {
    let mut attempts = 0;
    let failed = patiently(|| -> io::Result<()> {
        attempts += 1;
        Err(io::ErrorKind::NotFound.into())
    });
    assert_eq!((failed.unwrap_err().kind(), attempts), (io::ErrorKind::NotFound, 1));
}

/// Only Windows lets a program keep others from a file.
#[cfg(windows)]
mod windows {
    use std::fs::{self, File, OpenOptions};
    use std::os::windows::fs::OpenOptionsExt as _;
    use std::path::Path;

    use super::*;

    fn hold(path: &Path) -> File {
        OpenOptions::new().read(true).share_mode(0).open(path).unwrap()
    }

    #[test]
    fn a_file_that_is_held_for_moments_is_renamed_replaced_and_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let [one, two] = ["one", "two"].map(|name| folder.path().join(name));
        for held in [&one, &two] {
            fs::write(&one, "one").unwrap();
            fs::write(&two, "two").unwrap();
            let file = hold(held);
            let release = std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(300));
                drop(file);
            });
            crate::rename(&one, &two).unwrap();
            release.join().unwrap();
            assert_eq!(fs::read_to_string(&two).unwrap(), "one");
        }
        let file = hold(&two);
        let release = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(300));
            drop(file);
        });
        crate::remove_file(&two).unwrap();
        release.join().unwrap();
        assert!(!two.exists());
    }

    #[test]
    fn what_may_not_be_opened_is_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let mut attempts = 0;
        // A folder is not a file, whoever asks; an administrator may write to protected files.
        let refused = opened(|| {
            attempts += 1;
            OpenOptions::new().write(true).open(folder.path())
        });
        assert_eq!((refused.unwrap_err().kind(), attempts), (io::ErrorKind::PermissionDenied, 1));
    }

    #[test]
    fn a_file_that_stays_held_is_an_error_that_says_what_to_do() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("held");
        fs::write(&path, "").unwrap();
        let _file = hold(&path);
        let error = crate::remove_file(&path).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::ResourceBusy);
        assert!(error.to_string().contains("close that program"), "{error}");
    }
}
