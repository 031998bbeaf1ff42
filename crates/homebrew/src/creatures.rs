//! Files of creatures in JSON: one, a list, or a list in a field.

use content::model::Record;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::fields::{in_words, object};
use crate::json::{Lines, Top, parse};
use crate::{Item, Output, Source};

/// A record with problems of single fields, or the reason why there is none.
pub(crate) type Read = Result<(Record, Vec<String>), String>;

/// Reads the creatures of files. `list` is the field of a file with several. A creature that has a file for
/// itself belongs to the book `program`, others to the book that the file or the source names.
pub(crate) fn read_creatures(
    source: &Source<'_>,
    output: &mut Output<'_>,
    (program, list): (&str, &str),
    creature: fn(&str, Map<String, Value>) -> Read,
) -> Result<(), String> {
    let is_alone = source.files.len() == 1;
    for file in source.files {
        let lines = Lines::new(&file.text);
        let top = Top::read(&file.text)?;
        let inner = top.field(list).and_then(Top::part);
        let whole: &RawValue = serde_json::from_str(&file.text).map_err(|error| error.to_string())?;
        let alone = [whole];
        let (values, book) = match (&top, &inner) {
            (_, Some(inner @ Top::List(values))) if !inner.values().is_empty() => {
                let name = top.field("name").and_then(|name| serde_json::from_str::<String>(name.get()).ok());
                (values.as_slice(), name.filter(|name| !name.trim().is_empty()))
            }
            (Top::List(values), _) => (values.as_slice(), None),
            _ => (alone.as_slice(), is_alone.then(|| program.to_owned())),
        };
        let book = book.unwrap_or_else(|| source.title.to_owned());
        for raw in values {
            let parsed =
                parse(raw).and_then(|value| object(value).ok_or_else(|| "it has no fields".to_owned()));
            let name =
                parsed.as_ref().ok().and_then(|fields| fields.get("name")).map(in_words).unwrap_or_default();
            let item = Item {
                content_type: "creature".to_owned(),
                file: (!is_alone).then(|| file.name.clone()),
                line: lines.of(raw.get()),
                record: parsed.and_then(|fields| creature(&name, fields)),
                key: name,
            };
            if !output.add(&book, item) {
                return Ok(());
            }
        }
    }
    Ok(())
}
