//! Files of one name in a zip archive. The reader of archives knows files by their names and gives the last of several.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// What the end of the central directory begins with, and its length without a comment (APPNOTE.TXT, 4.3.16).
const END: (&[u8], usize) = (b"PK\x05\x06", 22);
/// What an entry of the central directory begins with, and its length without name, extra field and comment (4.3.12).
const ENTRY: (&[u8], usize) = (b"PK\x01\x02", 46);

/// Gives every file but the first of a name another of the same length, in the central directory alone. Returns what the files
/// of these names are to be called, such as `moon (2).orcbrew`. An archive that is not understood stays as it is.
pub(super) fn tell_apart(archive: &mut [u8]) -> HashMap<String, String> {
    let places = names(archive).unwrap_or_default();
    let name_at =
        |archive: &[u8], place: &Range<usize>| archive.get(place.clone()).unwrap_or_default().to_vec();
    let mut taken: HashSet<Vec<u8>> = places.iter().map(|place| name_at(archive, place)).collect();
    let mut times: HashMap<Vec<u8>, usize> = HashMap::new();
    let (mut called, mut number) = (HashMap::new(), 0_usize);
    for place in &places {
        let name = name_at(archive, place);
        let time = times.entry(name.clone()).or_default();
        *time += 1;
        if *time == 1 {
            continue;
        }
        let free = loop {
            number += 1;
            let free = format!("{number:0width$}", width = name.len());
            if free.len() > name.len() {
                break None;
            }
            if taken.insert(free.clone().into_bytes()) {
                break Some(free);
            }
        };
        if let (Some(free), Some(bytes)) = (free, archive.get_mut(place.clone())) {
            bytes.copy_from_slice(free.as_bytes());
            called.insert(free, numbered(&String::from_utf8_lossy(&name), *time));
        }
    }
    called
}

/// `folder/moon.orcbrew` as `folder/moon (2).orcbrew`.
fn numbered(name: &str, number: usize) -> String {
    match name.rsplit_once('.') {
        Some((stem, ending)) => format!("{stem} ({number}).{ending}"),
        None => format!("{name} ({number})"),
    }
}

/// Where the names of the files stand in the central directory.
fn names(archive: &[u8]) -> Option<Vec<Range<usize>>> {
    let end = memchr::memmem::rfind(archive, END.0)?;
    let tail = archive.get(end..end + END.1)?;
    let length = usize::try_from(u32::from_le_bytes(tail.get(12..16)?.try_into().ok()?)).ok()?;
    let mut at = end.checked_sub(length)?;
    let mut places = Vec::new();
    while at < end {
        let entry = archive.get(at..at + ENTRY.1).filter(|entry| entry.starts_with(ENTRY.0))?;
        let number =
            |from: usize| Some(usize::from(u16::from_le_bytes(entry.get(from..from + 2)?.try_into().ok()?)));
        let name = at + ENTRY.1;
        let name_end = name + number(28)?;
        places.push(name..name_end);
        at = name_end + number(30)? + number(32)?;
    }
    Some(places)
}
