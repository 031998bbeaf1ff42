//! The health of a library: notices for the user, and the repair of damage.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::import::Importer;
use super::options::ReadOnly;
use super::starter::StarterContent;
use super::text_search::TextSearch;
use crate::error::Result;
use crate::store::{Damage, LossyText, Store};

/// The maximum number of damaged rows that the notices list.
const MAX_LISTED_ROWS: usize = 5;

/// The condition in which a library was opened, and the damage found since.
pub(super) struct Health {
    store: Store,
    importer: Importer,
    text: Arc<TextSearch>,
    starter: Arc<StarterContent>,
    recovery: Option<String>,
    is_read_only: bool,
    /// Why the library cannot be written to, if so.
    unwritable: Option<String>,
    /// The number of damaged rows at the last repair.
    repaired: AtomicUsize,
}

impl Health {
    /// The health of a library that was just opened. A recovery is reported as long as the damaged file exists.
    pub(super) fn new(
        importer: Importer,
        text: Arc<TextSearch>,
        starter: Arc<StarterContent>,
        home: &Path,
        recovery: Option<&LossyText>,
        read_only: Option<&ReadOnly>,
    ) -> Self {
        let recovery = recovery.filter(|_| has_damaged_file(home)).map(|text| {
            format!(
                "{} Answers may lack entries that were lost. When nothing is missing any more, delete the damaged file; \
                 that ends this message.",
                text.as_str()
            )
        });
        let unwritable = match read_only {
            Some(ReadOnly::Unwritable(reason)) => Some(reason.clone()),
            Some(ReadOnly::Requested) | None => None,
        };
        Self {
            store: importer.store.clone(),
            importer,
            text,
            starter,
            recovery,
            is_read_only: read_only.is_some(),
            unwritable,
            repaired: AtomicUsize::new(0),
        }
    }

    /// Returns whether the library is not changed.
    pub(super) fn is_read_only(&self) -> bool {
        self.is_read_only
    }

    /// Returns why the library cannot be written to, if so.
    pub(super) fn unwritable(&self) -> Option<&str> {
        self.unwritable.as_deref()
    }

    pub(super) fn notices(self: &Arc<Self>) -> Vec<String> {
        let mut notices: Vec<String> = self.recovery.iter().cloned().collect();
        notices.extend(self.unwritable.as_ref().map(|reason| {
            format!(
                "The library cannot be written to ({reason}): it answers from its current content, and nothing is fetched, \
                 imported or recorded."
            )
        }));
        notices.extend(self.text.index.why_behind().map(|reason| {
            format!(
                "A search by words may miss the newest entries, because the text index could not be updated: {reason}."
            )
        }));
        notices.extend(self.store.check_file_identity().err().map(|error| format!("Damage: {error}.")));
        let rows = self.store.damaged_rows();
        self.repair_in_background(rows.len());
        notices.extend(rows.iter().take(MAX_LISTED_ROWS).map(|row| {
            format!(
                "Damage in the library: {row}. Sync or import its document again to restore it; `lorekeeper-mcp doctor` \
                 lists all damage."
            )
        }));
        if rows.len() > MAX_LISTED_ROWS {
            notices.push("More of the library is damaged; run `lorekeeper-mcp doctor`.".to_owned());
        }
        notices
    }

    /// Repairs damage in the background if there is more than at the last repair.
    fn repair_in_background(self: &Arc<Self>, damaged_rows: usize) {
        let repaired = self.repaired.fetch_max(damaged_rows, Ordering::AcqRel);
        if damaged_rows <= repaired || self.is_read_only {
            return;
        }
        let health = Arc::clone(self);
        tokio::spawn(async move {
            health.find_and_repair_or_log().await;
        });
    }

    /// Compares all content with its hashes, repairs new damage as far as possible, and returns the damage.
    pub(super) async fn find_and_repair(&self) -> Result<Damage> {
        let damage = self.store.damage().await?;
        self.store.report_damaged_rows(&damage.rows);
        if damage.is_new() && !self.is_read_only {
            let _running = self.importer.running.lock().await;
            self.store.repair(&damage).await?;
            if self.starter.import().await? {
                self.text.try_catch_up(&crate::progress::Job::quiet()).await;
            }
            let listed: Vec<&str> = damage.rows.iter().take(MAX_LISTED_ROWS).map(String::as_str).collect();
            let message = format!(
                "On {} {} damaged rows were found and repaired as far as possible: {}.",
                self.importer.clock.now().strftime("%Y-%m-%d"),
                damage.rows.len(),
                listed.join("; ")
            );
            self.store.record_recovery(&message).await?;
        }
        Ok(damage)
    }

    /// Does the same in the background: errors are logged, and the notices list the damage.
    pub(super) async fn find_and_repair_or_log(&self) {
        match self.find_and_repair().await {
            Ok(damage) => {
                self.repaired.fetch_max(self.store.damaged_rows().len(), Ordering::AcqRel);
                tracing::debug!(rows = damage.rows.len(), "checked the library for damage");
                // What damaged a row may have damaged an index: the next start rebuilds it.
                if damage.is_new()
                    && let Err(error) = self.store.check().await
                {
                    tracing::warn!(%error, "an index of the library is damaged");
                }
            }
            Err(error) => tracing::warn!(%error, "the library could not be checked for damage"),
        }
    }
}

fn has_damaged_file(home: &Path) -> bool {
    let Ok(files) = std::fs::read_dir(home) else { return false };
    files.flatten().any(|file| file.file_name().to_string_lossy().starts_with("library.damaged-"))
}
