//! Reads arbitrary bytes as each format of homebrew. Reading must end without a panic, and say of each item
//! what it became.

#![no_main]

use homebrew::{FORMATS, File, Item, Output, Source};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let files = [File { name: "fuzz".to_owned(), text }];
    for format in FORMATS {
        let mut check = |book: &str, item: Item| {
            assert!(!book.is_empty(), "a book has no name");
            assert!(!item.content_type.is_empty() && item.line > 0, "an item has no place");
            match item.record {
                Ok((record, _)) => assert!(!record.name.is_empty(), "a record has no name"),
                Err(reason) => assert!(!reason.is_empty(), "there is no reason"),
            }
            true
        };
        let source = Source { title: "fuzz", files: &files, base: &|_, _, _| None };
        if let Err(reason) = (format.read)(&source, &mut Output::new(&mut check)) {
            assert!(!reason.is_empty(), "the error has no reason");
        }
    }
});
