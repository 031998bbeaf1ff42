use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use crate::manifest::PART_BYTES;
use crate::{FORMAT, Publication, Readable, publish};

const SCHEMA: i64 = 12;

struct Plums {
    files: tempfile::TempDir,
    store: tempfile::TempDir,
    here: tempfile::TempDir,
}

impl Plums {
    fn new() -> Self {
        let [files, store, here] = [(); 3].map(|()| tempfile::tempdir().unwrap());
        // Two whole parts and a short one, none like another.
        let long: Vec<u8> = (0..2 * PART_BYTES + 9).map(|place| (place / 1_000 % 251) as u8).collect();
        fs::write(files.path().join("library.db"), long).unwrap();
        fs::create_dir(files.path().join("index")).unwrap();
        fs::write(files.path().join("index/words"), "plum").unwrap();
        for number in 0..9 {
            fs::write(files.path().join(format!("index/{number}")), format!("plum {number}")).unwrap();
        }
        Self { files, store, here }
    }

    fn location(&self) -> Location {
        Location::open(self.store.path().to_str().unwrap()).unwrap()
    }

    async fn publish(&self) -> Publication {
        let manifest = Manifest {
            format: FORMAT,
            program: "1.2.3".to_owned(),
            schema: SCHEMA,
            made: chrono::Utc::now(),
            documents: Vec::new(),
            files: Vec::new(),
        };
        publish(&self.location(), self.files.path(), manifest, &|_, _| {}).await.unwrap()
    }

    async fn newest(&self, known: Option<&Newest>) -> Result<Option<Newest>> {
        let has_file = |path: &str| path == "library.db" || path.starts_with("index/");
        Newest::ask(&self.location(), Readable { schema: SCHEMA, has_file }, known).await
    }

    async fn fetch(&self) -> Result<Fetched> {
        let newest = self.newest(None).await?.unwrap();
        newest.fetch(&self.location(), self.here.path(), &|_, _| {}).await
    }

    fn parts(&self) -> Vec<PathBuf> {
        let folder = fs::read_dir(self.store.path().join("parts")).unwrap();
        let mut parts: Vec<_> = folder.map(|part| part.unwrap().path()).collect();
        parts.sort_by_key(|part| std::cmp::Reverse(part.metadata().unwrap().len()));
        parts
    }

    fn is_fetched(&self, fetched: &Fetched) {
        for file in ["library.db", "index/words"] {
            let [here, there] =
                [&fetched.folder, self.files.path()].map(|folder| fs::read(folder.join(file)));
            assert!(here.unwrap() == there.unwrap(), "{file} differs");
        }
    }
}

#[tokio::test]
async fn what_is_fetched_is_what_was_published() {
    let plums = Plums::new();
    let first = plums.publish().await;
    assert_eq!(first.sent_bytes, first.manifest.bytes());
    let fetched = plums.fetch().await.unwrap();
    plums.is_fetched(&fetched);
    assert_eq!(plums.newest(Some(&fetched.newest)).await.unwrap(), None);
    fetched.forget_others();
    plums.is_fetched(&fetched);
    // Only what is new is sent, and a newer snapshot is noticed.
    fs::write(plums.files.path().join("index/words"), "ripe plum").unwrap();
    assert_eq!(plums.publish().await.sent_bytes, 9);
    assert!(plums.newest(Some(&fetched.newest)).await.unwrap().is_some());
    let newer = plums.fetch().await.unwrap();
    newer.forget_others();
    plums.is_fetched(&newer);
    assert!(!fetched.folder.exists());
}

#[tokio::test]
async fn an_interrupted_transfer_goes_on_where_it_stood() {
    let plums = Plums::new();
    plums.publish().await;
    // The last one: the others are fetched before.
    let lost = plums.newest(None).await.unwrap().unwrap().manifest.files.pop().unwrap().parts.pop().unwrap();
    let lost = plums.store.path().join("parts").join(lost);
    let kept = fs::read(&lost).unwrap();
    fs::remove_file(&lost).unwrap();
    assert!(plums.fetch().await.unwrap_err().to_string().contains("incomplete"));
    let here = fs::read_dir(plums.here.path().join("parts")).unwrap().count();
    assert!(here > 0, "what was fetched stays");
    fs::write(&lost, kept).unwrap();
    // The parts that are here are not fetched again: their files in the store could be gone.
    let is_here = |part: &&PathBuf| plums.here.path().join("parts").join(part.file_name().unwrap()).exists();
    plums.parts().iter().filter(is_here).for_each(|part| fs::remove_file(part).unwrap());
    plums.is_fetched(&plums.fetch().await.unwrap());
    assert!(!plums.here.path().join("parts").exists());
    // The same on the way there.
    let sent = plums.publish().await.sent_bytes;
    assert!(sent > 0 && sent < plums.newest(None).await.unwrap().unwrap().manifest.bytes());
}

#[tokio::test]
async fn damaged_parts_are_refused_until_they_are_published_again() {
    let plums = Plums::new();
    plums.publish().await;
    for damage in [b"fig".to_vec(), vec![0; PART_BYTES], vec![0; PART_BYTES + 1]] {
        let part = plums.parts().remove(0);
        fs::write(&part, damage).unwrap();
        let error = plums.fetch().await.unwrap_err().to_string();
        assert!(error.contains("damaged") && error.contains("publish it again"), "{error}");
        fs::remove_file(&part).unwrap();
        plums.publish().await;
    }
    plums.is_fetched(&plums.fetch().await.unwrap());
}

#[tokio::test]
async fn manifests_that_cannot_be_used_are_refused_with_a_reason() {
    let plums = Plums::new();
    let error = plums.newest(None).await.unwrap_err().to_string();
    assert!(error.contains(plums.store.path().to_str().unwrap()), "{error}");
    assert!(error.contains("check the address"), "{error}");
    plums.publish().await;
    let path = plums.store.path().join("latest.json");
    let whole = fs::read_to_string(&path).unwrap();
    for (content, words) in [
        (whole.chars().take(200).collect(), "incomplete"),
        (String::new(), "incomplete"),
        ("<html>".to_owned(), "no manifest"),
        (r#"{"format": 2, "program": "9.0.0", "pages": 7}"#.to_owned(), "newer LoreKeeper (9.0.0)"),
        (whole.replace("\"schema\": 12", "\"schema\": 13"), "newer LoreKeeper (1.2.3); update"),
        (whole.replace("\"schema\": 12", "\"schema\": 11"), "older LoreKeeper (1.2.3); publish it again"),
        (whole.replace("index/words", "../words"), "`../words`"),
        (whole.replace("index/words", "http-token"), "`http-token`"),
        (whole.replace("\"bytes\": 4", "\"bytes\": 5"), "another size"),
    ] {
        fs::write(&path, content).unwrap();
        let error = plums.fetch().await.unwrap_err().to_string();
        assert!(error.contains(words), "{words}: {error}");
    }
    fs::write(&path, whole).unwrap();
    plums.is_fetched(&plums.fetch().await.unwrap());
}

#[tokio::test]
async fn several_processes_fetch_into_one_folder() {
    let plums = Plums::new();
    plums.publish().await;
    let parts = AtomicUsize::new(0);
    let fetch = async || {
        let newest = plums.newest(None).await.unwrap().unwrap();
        let count = |_, _| {
            parts.fetch_add(1, Ordering::Relaxed);
        };
        newest.fetch(&plums.location(), plums.here.path(), &count).await.unwrap()
    };
    let (one, other) = tokio::join!(fetch(), fetch());
    assert_eq!(one.folder, other.folder);
    plums.is_fetched(&one);
    assert_eq!(parts.into_inner(), plums.parts().len(), "each part was fetched once");
}

#[test]
fn errors_of_a_store_say_what_to_do() {
    let location = Plums::new().location();
    let (path, source) = ("latest.json".to_owned(), "refused".into());
    let denied = object_store::Error::PermissionDenied { path, source };
    assert!(location.error(&denied).to_string().contains("check the keys"));
    let (operation, implementer) = ("x".to_owned(), "y".to_owned());
    let missing = object_store::Error::NotImplemented { operation, implementer };
    assert!(location.error(&missing).to_string().contains("cannot be used"));
}
