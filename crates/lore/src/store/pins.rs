//! Pinned entries, and notes on entries. Both are kept by the address of the entry, whether it is there or not.

use sqlx::FromRow;

use super::{LossyText, Store};
use crate::error::Result;
use crate::model::{Note, Pin};

#[derive(FromRow)]
struct PinRow {
    uri: LossyText,
    name: LossyText,
}

#[derive(FromRow)]
struct NoteRow {
    uri: LossyText,
    name: LossyText,
    text: LossyText,
    written_at: LossyText,
}

impl Store {
    /// Returns the pins in their order.
    pub(crate) async fn pins(&self) -> Result<Vec<Pin>> {
        let rows: Vec<PinRow> =
            self.all(sqlx::query("SELECT uri, name FROM pins ORDER BY place, uri")).await?;
        let pin = |row: PinRow| Pin { uri: row.uri.into(), name: row.name.into(), is_missing: false };
        Ok(rows.into_iter().map(pin).collect())
    }

    /// Replaces all pins.
    pub(crate) async fn set_pins(&self, pins: &[Pin]) -> Result<()> {
        let error = |error| self.error(error);
        let mut transaction = self.begin().await?;
        sqlx::query("DELETE FROM pins").execute(&mut *transaction).await.map_err(error)?;
        for (place, pin) in (0_i64..).zip(pins) {
            sqlx::query("INSERT INTO pins (uri, name, place) VALUES (?, ?, ?)")
                .bind(pin.uri.clone())
                .bind(pin.name.clone())
                .bind(place)
                .execute(&mut *transaction)
                .await
                .map_err(error)?;
        }
        self.commit(transaction).await
    }

    /// Returns the notes on some entries, or all notes, the latest first.
    pub(crate) async fn notes(&self, uris: Option<&[String]>) -> Result<Vec<Note>> {
        let mut sql = super::sql::Sql::new("SELECT uri, name, text, written_at FROM notes");
        if let Some(uris) = uris {
            let uris = serde_json::to_string(uris).unwrap_or_default();
            sql.push(" WHERE uri IN (SELECT value FROM json_each(").push_bind(uris).push("))");
        }
        sql.push(" ORDER BY written_at DESC, uri");
        let rows: Vec<NoteRow> = self.all(sql.build()).await?;
        let note = |row: NoteRow| Note {
            uri: row.uri.into(),
            name: row.name.into(),
            text: row.text.into(),
            written_at: row.written_at.into(),
        };
        Ok(rows.into_iter().map(note).collect())
    }

    /// Stores a note, replacing that on the same entry. One without a text is deleted.
    pub(crate) async fn save_note(&self, note: &Note) -> Result<()> {
        let query = if note.text.is_empty() {
            sqlx::query("DELETE FROM notes WHERE uri = ?").bind(note.uri.clone())
        } else {
            sqlx::query("INSERT OR REPLACE INTO notes (uri, name, text, written_at) VALUES (?, ?, ?, ?)")
                .bind(note.uri.clone())
                .bind(note.name.clone())
                .bind(note.text.clone())
                .bind(note.written_at.clone())
        };
        query.execute(&self.writer).await.map(drop).map_err(|error| self.error(error))
    }
}
