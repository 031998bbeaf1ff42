//! The health of a library: notices for the user, and the repair of damage.

use std::path::Path;
use std::sync::atomic::Ordering;

use content::error::Result;
use store::Damage;

use super::Library;
use super::options::ReadOnly;

const MAX_LISTED_ROWS: usize = 5;

impl Library {
    /// Returns whether the library can only be read.
    pub fn is_read_only(&self) -> bool {
        self.state.read_only.is_some()
    }

    pub(super) fn unwritable(&self) -> Option<&str> {
        if let Some(ReadOnly::Unwritable(reason)) = &self.state.read_only { Some(reason) } else { None }
    }

    /// Returns notices about the library for the user, whatever the request: damage that was found, or that
    /// the library is read-only. Notices are added while the library is open and never removed; clients show
    /// each once. New damage is repaired in the background.
    pub fn notices(&self) -> Vec<String> {
        let mut notices: Vec<String> = self.state.recovery.iter().cloned().collect();
        notices.extend(self.unwritable().map(|reason| {
            format!(
                "The library cannot be written to ({reason}): it answers from its current content, and nothing is fetched, \
                 imported or recorded."
            )
        }));
        notices.extend(self.text.why_behind().map(|reason| {
            format!(
                "A search by words may miss the newest entries, because the text index could not be updated: {reason}."
            )
        }));
        notices.extend(self.store.check_file_identity().err().map(|error| format!("Damage: {error}.")));
        if self.is_being_rebuilt() {
            notices.push(
                "The library is being made again from what was fetched and imported; for some seconds, answers may lack \
                 entries."
                    .to_owned(),
            );
        }
        let rows = self.store.damaged_rows();
        let repaired = self.state.repaired.fetch_max(rows.len(), Ordering::AcqRel);
        if rows.len() > repaired && !self.is_read_only() {
            let library = self.clone();
            tokio::spawn(async move { library.find_and_repair_or_log().await });
        }
        notices.extend(rows.iter().take(MAX_LISTED_ROWS).map(|row| {
            format!(
                "Damage in the library: {row}. It is read again from its source; `lorekeeper-mcp doctor` lists all damage."
            )
        }));
        if rows.len() > MAX_LISTED_ROWS {
            notices.push("More of the library is damaged; run `lorekeeper-mcp doctor`.".to_owned());
        }
        notices
    }

    /// Compares all content with its hashes, rereads damaged content's sources and returns the damage.
    pub(super) async fn find_and_repair(&self) -> Result<Damage> {
        let damage = self.store.damage().await?;
        if !damage.is_in_projection || self.is_read_only() {
            return Ok(damage);
        }
        self.store.forget_sources(&damage).await?;
        if self.import_starter().await? {
            self.text.try_catch_up(&content::progress::Job::quiet()).await;
        }
        self.rebuild().await?;
        let listed: Vec<&str> = damage.rows.iter().take(MAX_LISTED_ROWS).map(String::as_str).collect();
        let message = format!(
            "On {} {} damaged rows were found and read again from their sources: {}.",
            self.clock.now().format("%Y-%m-%d"),
            damage.rows.len(),
            listed.join("; ")
        );
        self.store.record_recovery(&message).await?;
        Ok(damage)
    }

    pub(super) async fn find_and_repair_or_log(&self) {
        match self.find_and_repair().await {
            Ok(damage) => {
                self.state.repaired.fetch_max(self.store.damaged_rows().len(), Ordering::AcqRel);
                tracing::debug!(rows = damage.rows.len(), "checked the library for damage");
            }
            Err(error) => tracing::warn!(%error, "the library could not be checked for damage"),
        }
    }
}

pub(super) fn has_damaged_file(home: &Path) -> bool {
    let Ok(files) = std::fs::read_dir(home) else { return false };
    files.flatten().any(|file| file.file_name().to_string_lossy().contains(".damaged-"))
}
