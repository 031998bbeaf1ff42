//! What a library keeps and computes for the table: campaigns, pins, notes, own entries and encounters.

use super::campaigns::{self, CampaignChange, Campaigns};
use super::entries::EntryKey;
use super::own::{EntryAction, EntryChange, EntryVersion};
use super::{Library, pins};
use crate::encounter::{EncounterAnswer, EncounterList, EncounterPlan};
use crate::error::Result;
use crate::model::{Campaign, Note, OwnEntry, Pin};
use crate::progress::Job;

/// Campaigns, pins and notes.
impl Library {
    /// Returns every campaign, and which one is chosen.
    pub async fn campaigns(&self) -> Result<Campaigns> {
        campaigns::campaigns(&self.store).await
    }

    /// Creates or changes a campaign, and chooses it. Lookups, searches and browsing then keep to it.
    ///
    /// # Errors
    /// When the name is empty or too long, a document is unknown, or there are too many campaigns.
    pub async fn change_campaign(&self, change: &CampaignChange) -> Result<Campaign> {
        campaigns::change(&self.store, change).await
    }

    /// Chooses a campaign by its name in any case, or none.
    ///
    /// # Errors
    /// When there is no such campaign.
    pub async fn choose_campaign(&self, name: Option<&str>) -> Result<()> {
        campaigns::choose(&self.store, name).await
    }

    /// Deletes a campaign. Nothing else is deleted.
    ///
    /// # Errors
    /// When there is no such campaign.
    pub async fn delete_campaign(&self, name: &str) -> Result<()> {
        campaigns::delete(&self.store, name).await
    }

    /// Returns the pinned entries, in the user's order.
    pub async fn pins(&self) -> Result<Vec<Pin>> {
        pins::pins(&self.store).await
    }

    /// Replaces the pins by entries at some addresses, in this order. A pin of an entry that is gone may stay.
    ///
    /// # Errors
    /// When there is no entry at an address that was not pinned before, or there are too many.
    pub async fn set_pins(&self, uris: &[String]) -> Result<Vec<Pin>> {
        pins::set_pins(&self.store, uris).await
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
        pins::write_note(&self.entries, uri, text).await
    }
}

/// Encounters. Open5e is never queried.
impl Library {
    /// Plans a few different encounters of the library's creatures that use up a party's budget. Equal requests have equal
    /// answers.
    ///
    /// # Errors
    /// When no creature fits, with the constraints that exclude all; when a required creature is unknown or too expensive; when
    /// there is no budget; or the database or the text index cannot be read.
    pub async fn plan_encounters(&self, plan: &EncounterPlan) -> Result<EncounterAnswer> {
        self.encounters.plan(plan).await
    }

    /// Says what a list of creatures means for a party.
    ///
    /// # Errors
    /// When a creature is unknown, or the database cannot be read.
    pub async fn rate_encounter(&self, list: &EncounterList) -> Result<EncounterAnswer> {
        self.encounters.rate(list).await
    }
}

/// The user's own entries.
impl Library {
    /// Carries out actions on own entries, all in one transaction, or says what they would do. A draft with problems is answered
    /// with all of them, and then nothing is stored.
    ///
    /// # Errors
    /// When an entry to be deleted or brought back is not the user's own or not there.
    pub async fn change_entries(
        &self,
        actions: &[EntryAction],
        preview: bool,
        job: &Job,
    ) -> Result<Vec<EntryChange>> {
        self.own.change(actions, preview, job).await
    }

    /// Returns the versions of an own entry, the latest first.
    pub async fn entry_history(&self, key: &EntryKey) -> Result<Vec<EntryVersion>> {
        self.own.history(key).await
    }

    /// Returns the title of a book of the user's own, by key or title, and its entries as they were written.
    ///
    /// # Errors
    /// When there is no such book.
    pub async fn written_book(&self, book: &str) -> Result<(String, Vec<OwnEntry>)> {
        self.own.written_book(book).await
    }
}
