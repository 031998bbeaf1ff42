//! An import of a homebrew book far larger than any known one.

use std::io::Write;
use std::time::{Duration, Instant};

use lore::browse::Browse;

use crate::support::TestLibrary;

/// Returns kilobytes. Only Linux reports them.
fn most_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

async fn import_and_browse(items: usize) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.orcbrew");
    let mut file = std::io::BufWriter::new(std::fs::File::create(&path).unwrap());
    write!(file, "{{\"Large Book\" {{:orcpub.dnd.e5/spells {{").unwrap();
    for number in 0..items {
        let level = number % 10;
        writeln!(file, ":s{number} {{:name \"Spell {number}\", :level {level}, :school \"evocation\"}}")
            .unwrap();
    }
    write!(file, "}}}}}}").unwrap();
    file.into_inner().unwrap().sync_all().unwrap();
    let test = TestLibrary::empty().await;
    let began = Instant::now();
    assert_eq!(test.import_file(&path).await.stored, items as u64);
    println!("{items} items: imported in {:?}, most memory {:?} kB", began.elapsed(), most_memory());
    let browse = Browse { limit: 50, ..Browse::default() };
    let began = Instant::now();
    loop {
        let asked = Instant::now();
        let browsing = test.library.browse(&browse).await.unwrap();
        println!("{:?}: {} entries in {:?}", began.elapsed(), browsing.found.total, asked.elapsed());
        assert!(asked.elapsed() < Duration::from_secs(5), "{:?}", asked.elapsed());
        assert_eq!(browsing.messages.is_empty(), browsing.found.total == items, "{:?}", browsing.messages);
        if browsing.messages.is_empty() {
            break;
        }
    }
    if let Some(memory) = most_memory() {
        println!("most memory {memory} kB");
        assert!(memory < 1_000_000, "{memory} kB");
    }
}

#[tokio::test]
#[ignore = "takes minutes; scripts/soak runs it"]
async fn a_book_of_a_million_items_takes_a_gigabyte_at_most() {
    let items =
        std::env::var("LOREKEEPER_LARGE_BOOK_ITEMS").map_or(1_000_000, |items| items.parse().unwrap());
    import_and_browse(items).await;
}

#[tokio::test]
async fn a_large_book_is_imported_and_browsed() {
    import_and_browse(5_000).await;
}
