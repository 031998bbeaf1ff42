//! Reads arbitrary bytes as an OrcBrew file. Reading must end without a panic, and the result must be valid.

#![no_main]

use libfuzzer_sys::fuzz_target;
use orcbrew::{OrcBrewFile, read_text};

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let read = read_text(&text, "fuzz");
    match &read {
        Ok(file) => check(file, &text),
        Err(reason) => assert!(!reason.trim().is_empty(), "the error has no reason"),
    }
    assert!(read == read_text(&text, "fuzz"), "a second reading has another result");
});

fn check(file: &OrcBrewFile, text: &str) {
    let last = u32::try_from(text.matches('\n').count() + 1).unwrap_or(u32::MAX);
    let within = |line: u32| (1..=last).contains(&line);
    for book in &file.books {
        assert!(!book.name.trim().is_empty(), "a book has no name");
        for item in &book.items {
            assert!(!item.content_type.is_empty(), "{} has no content type", item.key);
            assert!(within(item.line), "{} begins on line {} of {last}", item.key, item.line);
            assert!(item.fields().is_object(), "the fields of {} are {}", item.key, item.json);
            // Numbers may lose their last digit, so the values are not compared.
            let again: Result<serde_json::Value, _> = serde_json::from_str(&item.json);
            assert!(again.is_ok(), "the fields of {} are not JSON: {again:?}", item.key);
        }
    }
    for repair in &file.repairs {
        assert!(within(repair.line), "a repair is on line {} of {last}", repair.line);
        assert!(!repair.what.trim().is_empty(), "a repair has no text");
    }
    for refused in &file.rejected {
        assert!(within(refused.line), "a rejected entry is on line {} of {last}", refused.line);
        assert!(!refused.reason.trim().is_empty(), "{} is rejected without a reason", refused.key);
    }
}
