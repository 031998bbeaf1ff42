//! Pinned entries, and notes on entries.

use crate::error::{Error, Result};
use crate::model::{Note, Pin, clean, shown};

use super::entries::{Entries, EntryKey};
use crate::store::Store;

/// The maximum number of pins.
const MAX_PINS: usize = 500;
/// The maximum length of a note, in bytes.
const MAX_NOTE_BYTES: usize = 20_000;

/// Returns the pinned entries, in the user's order.
pub(super) async fn pins(store: &Store) -> Result<Vec<Pin>> {
    let mut pins = store.pins().await?;
    for pin in &mut pins {
        let name = name_at(store, &pin.uri).await?;
        pin.is_missing = name.is_none();
        pin.name = name.unwrap_or_else(|| std::mem::take(&mut pin.name));
    }
    Ok(pins)
}

/// Replaces the pins by entries at some addresses, in this order. A pin of an entry that is gone may stay.
///
/// # Errors
/// When there is no entry at an address that was not pinned before, there are too many, or the database cannot be written.
pub(super) async fn set_pins(store: &Store, uris: &[String]) -> Result<Vec<Pin>> {
    let before = store.pins().await?;
    let mut pins: Vec<Pin> = Vec::new();
    for uri in uris {
        if pins.iter().any(|pin| pin.uri == *uri) {
            continue;
        }
        let old = before.iter().find(|pin| pin.uri == *uri);
        let (name, is_missing) = match (name_at(store, uri).await?, old) {
            (Some(name), _) => (name, false),
            (None, Some(old)) => (old.name.clone(), true),
            (None, None) => return Err(no_entry(uri)),
        };
        pins.push(Pin { uri: uri.clone(), name, is_missing });
    }
    if pins.len() > MAX_PINS {
        return Err(Error::Invalid(format!("there can be {MAX_PINS} pins; unpin what is over")));
    }
    store.set_pins(&pins).await?;
    Ok(pins)
}

/// Writes a note on an entry, in place of the one before. An empty text deletes it. Returns the note.
///
/// # Errors
/// When there is no entry at the address, the text is too long, or the database cannot be written.
pub(super) async fn write_note(entries: &Entries, uri: &str, text: &str) -> Result<Note> {
    if text.len() > MAX_NOTE_BYTES {
        return Err(Error::Invalid(format!(
            "the note has {} bytes; {MAX_NOTE_BYTES} are possible",
            text.len()
        )));
    }
    let text = clean(text.trim());
    let old = entries.store.notes(Some(&[uri.to_owned()])).await?.pop();
    let name = match (name_at(&entries.store, uri).await?, old) {
        (Some(name), _) => name,
        (None, Some(old)) => old.name,
        (None, None) => return Err(no_entry(uri)),
    };
    let note = Note { uri: uri.to_owned(), name, text, written_at: entries.clock.now_text() };
    entries.store.save_note(&note).await?;
    Ok(note)
}

/// Returns the name of the entry at an address.
async fn name_at(store: &Store, uri: &str) -> Result<Option<String>> {
    let Some(EntryKey { document, kind, slug }) = EntryKey::parse(uri) else { return Ok(None) };
    Ok(store.entry(&document, kind, &slug).await?.map(|row| row.name))
}

pub(super) fn no_entry(uri: &str) -> Error {
    Error::Invalid(format!("there is no entry at `{}`; take the address from a list of entries", shown(uri)))
}
