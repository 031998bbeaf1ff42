//! Pinned entries, and notes on entries. Both are kept by the entry's address, whether it exists or not.

use content::error::Result;
use content::model::{Note, Pin};

use super::Store;
use super::sql::{Sql, sql};

impl Store {
    /// Returns the pins in their order.
    pub async fn pins(&self) -> Result<Vec<Pin>> {
        let rows = self.all(sql!("SELECT uri, name FROM pins ORDER BY place, uri")).await?;
        Ok(rows.into_iter().map(|(uri, name)| Pin { uri, name, is_missing: false }).collect())
    }

    /// Replaces all pins.
    pub async fn set_pins(&self, pins: &[Pin]) -> Result<()> {
        let mut transaction = self.begin().await?;
        transaction.run(sql!("DELETE FROM pins")).await?;
        for (place, Pin { uri, name, .. }) in (0_i64..).zip(pins) {
            let insert = "INSERT INTO pins (uri, name, place) VALUES (?, ?, ?)";
            transaction.run(sql!(insert, [uri, name, place])).await?;
        }
        transaction.commit().await
    }

    /// Returns the notes on some entries, or all notes, the latest first.
    pub async fn notes(&self, uris: Option<&[String]>) -> Result<Vec<Note>> {
        let mut sql = Sql::new("SELECT uri, name, text, written_at FROM notes");
        if let Some(uris) = uris {
            let uris = serde_json::to_string(uris)?;
            sql.push(" WHERE uri IN (SELECT value FROM json_each(").push_bind(uris).push("))");
        }
        sql.push(" ORDER BY written_at DESC, uri");
        let rows = self.all(sql.build()).await?.into_iter();
        Ok(rows.map(|(uri, name, text, written_at)| Note { uri, name, text, written_at }).collect())
    }

    /// Stores a note, replacing that on the same entry. One without a text is deleted.
    pub async fn save_note(&self, Note { uri, name, text, written_at }: &Note) -> Result<()> {
        if text.is_empty() {
            return self.run(sql!("DELETE FROM notes WHERE uri = ?", [uri])).await;
        }
        let insert = "INSERT OR REPLACE INTO notes (uri, name, text, written_at) VALUES (?, ?, ?, ?)";
        self.run(sql!(insert, [uri, name, text, written_at])).await
    }
}
