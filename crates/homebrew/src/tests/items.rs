//! What a format makes of files.

use content::model::{Creature, Details, Record, Spell};

use crate::{File, Format, Item, Output, Source, recognise};

/// Reads files of a format, which are recognised as such. Returns the items with their books.
pub(crate) fn read(format: &'static Format, files: &[(&str, &str)]) -> Vec<(String, Item)> {
    let file = |(name, text): &(&str, &str)| File { name: (*name).to_owned(), text: (*text).to_owned() };
    let files: Vec<File> = files.iter().map(file).collect();
    for file in &files {
        assert_eq!(recognise(file).map(|found| found.name), Some(format.name), "{}", file.name);
    }
    let mut items = Vec::new();
    let mut sink = |book: &str, item| {
        items.push((book.to_owned(), item));
        true
    };
    let source = Source { title: "title", files: &files, base: &|_, _, _| None };
    (format.read)(&source, &mut Output::new(&mut sink)).unwrap();
    items
}

/// Returns the record of an item and the problems of its fields.
pub(crate) fn record((_, item): &(String, Item)) -> (&Record, &[String]) {
    let (record, notes) = item.record.as_ref().unwrap_or_else(|reason| panic!("{}: {reason}", item.key));
    (record, notes)
}

pub(crate) fn creature(item: &(String, Item)) -> &Creature {
    match &record(item).0.details {
        Details::Creature(creature) => creature,
        details => panic!("{details:?}"),
    }
}

pub(crate) fn spell(item: &(String, Item)) -> &Spell {
    match &record(item).0.details {
        Details::Spell(spell) => spell,
        details => panic!("{details:?}"),
    }
}

/// Returns the reason why there is no record.
pub(crate) fn reason((_, item): &(String, Item)) -> &str {
    item.record.as_ref().err().map_or("", String::as_str)
}
