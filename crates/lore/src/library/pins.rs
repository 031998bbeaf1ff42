//! Pinned entries, and notes on entries.

use content::error::{Error, Result, in_range};
use content::model::{Note, Pin, clean};

use super::Library;
use super::entries::EntryKey;

const MAX_PINS: usize = 500;
const MAX_NOTE_BYTES: i64 = 20_000;

impl Library {
    /// Returns the pinned entries, in the user's order.
    pub async fn pins(&self) -> Result<Vec<Pin>> {
        let mut pins = self.store.pins().await?;
        for pin in &mut pins {
            let name = self.name_at(&pin.uri).await?;
            pin.is_missing = name.is_none();
            pin.name = name.unwrap_or_else(|| std::mem::take(&mut pin.name));
        }
        Ok(pins)
    }

    /// Replaces the pins by entries at some addresses, in order. A pin whose entry is gone may stay.
    ///
    /// # Errors
    /// When there is no entry at an address that was not pinned before, or there are too many.
    pub async fn set_pins(&self, uris: &[String]) -> Result<Vec<Pin>> {
        let before = self.store.pins().await?;
        let mut pins: Vec<Pin> = Vec::new();
        for uri in uris {
            if pins.iter().any(|pin| pin.uri == *uri) {
                continue;
            }
            let old = before.iter().find(|pin| pin.uri == *uri);
            let (name, is_missing) = match (self.name_at(uri).await?, old) {
                (Some(name), _) => (name, false),
                (None, Some(old)) => (old.name.clone(), true),
                (None, None) => return Err(Error::NoEntry(uri.clone())),
            };
            pins.push(Pin { uri: uri.clone(), name, is_missing });
        }
        if pins.len() > MAX_PINS {
            return Err(Error::TooMany(MAX_PINS, "pins; unpin what is over"));
        }
        self.store.set_pins(&pins).await?;
        self.store.back_up().await;
        Ok(pins)
    }

    /// Returns the user's notes on some entries, or all notes, the latest first.
    pub async fn notes(&self, uris: Option<&[String]>) -> Result<Vec<Note>> {
        self.store.notes(uris).await
    }

    /// Writes a note on an entry, in place of the one before. An empty text deletes it. Returns the note.
    ///
    /// # Errors
    /// When there is no entry at the address, or the text is too long.
    pub async fn write_note(&self, uri: &str, text: &str) -> Result<Note> {
        in_range::<i64>("the size of a note in bytes", text.len(), 0..=MAX_NOTE_BYTES)?;
        let text = clean(text.trim());
        let old = self.store.notes(Some(&[uri.to_owned()])).await?.pop();
        let name = match (self.name_at(uri).await?, old) {
            (Some(name), _) => name,
            (None, Some(old)) => old.name,
            (None, None) => return Err(Error::NoEntry(uri.to_owned())),
        };
        let note = Note { uri: uri.to_owned(), name, text, written_at: self.clock.now_text() };
        self.store.save_note(&note).await?;
        self.store.back_up().await;
        Ok(note)
    }

    async fn name_at(&self, uri: &str) -> Result<Option<String>> {
        let Some(EntryKey { document, kind, slug }) = EntryKey::parse(uri) else { return Ok(None) };
        Ok(self.store.entry(&document, kind, &slug).await?.map(|row| row.name))
    }
}
