//! What the user should know of the library itself, whatever was asked.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::Library;
use crate::error::Result;
use crate::store::{Damage, LossyText};

/// How many damaged rows are named.
const NAMED: usize = 5;

/// What is to be told of the state in which the library was opened.
#[derive(Debug, Default)]
pub(super) struct Notices {
    recovery: Option<String>,
    read_only: Option<String>,
    /// How many damaged rows were known when they were last repaired.
    repaired: AtomicUsize,
}

impl Notices {
    /// A recovery is told as long as the damaged file is there; `why` says why the library cannot be written to.
    pub(super) fn of(home: &Path, recovery: Option<&LossyText>, why: Option<&str>) -> Self {
        let recovery = recovery.filter(|_| keeps_damaged_file(home)).map(|words| {
            format!(
                "{} An answer may lack what was lost. When nothing is missing any more, delete the damaged file, and this is \
                 no longer said.",
                words.as_str()
            )
        });
        let read_only = why.map(|why| {
            format!(
                "The library cannot be written to ({why}): it answers as it is, and nothing is fetched, imported or noted."
            )
        });
        Self { recovery, read_only, repaired: AtomicUsize::new(0) }
    }
}

fn keeps_damaged_file(home: &Path) -> bool {
    let Ok(files) = std::fs::read_dir(home) else { return false };
    files.flatten().any(|file| file.file_name().to_string_lossy().starts_with("library.damaged-"))
}

impl Library {
    /// What the user should know of the library whatever was asked, in sentences: that it was damaged, that some of it was left
    /// out as damaged, that it cannot be written to. More come while it is open; none goes. Who tells them tells each once.
    ///
    /// Damage that is new is repaired in the background as far as it can be.
    #[must_use]
    pub fn notices(&self) -> Vec<String> {
        let mut told: Vec<String> =
            [&self.notices.recovery, &self.notices.read_only].into_iter().flatten().cloned().collect();
        told.extend(self.index.why_behind().map(|why| {
            format!(
                "A search by words may miss what was stored last, because the text index could not take it in: {why}."
            )
        }));
        told.extend(self.store.check_file_identity().err().map(|error| format!("Damage: {error}.")));
        let rows = self.store.damaged_rows();
        self.repair(rows.len());
        told.extend(rows.iter().take(NAMED).map(|row| {
            format!(
                "Damage in the library: {row}. Sync or import its document again to restore it; `lorekeeper-mcp doctor` \
                 lists all damage."
            )
        }));
        if rows.len() > NAMED {
            told.push("More of the library is damaged; run `lorekeeper-mcp doctor`.".to_owned());
        }
        told
    }

    /// Whether the library can only be read.
    #[must_use]
    pub fn is_read_only(&self) -> bool {
        self.notices.read_only.is_some()
    }

    pub(super) fn why_read_only(&self) -> Option<&str> {
        self.notices.read_only.as_deref()
    }

    /// Repairs damage in the background, unless no more is known than when that was last done.
    fn repair(&self, known: usize) {
        if known <= self.notices.repaired.fetch_max(known, Ordering::AcqRel) || self.is_read_only() {
            return;
        }
        let library = self.clone();
        tokio::spawn(async move {
            library.look_for_damage().await;
        });
    }

    /// Compares everything with what was stored, and repairs what can be repaired here.
    pub(super) async fn find_and_repair(&self) -> Result<Damage> {
        let damage = self.store.damage().await?;
        self.store.report_damaged_rows(&damage.rows);
        if damage.is_new() && !self.is_read_only() {
            let _alone = self.importing.lock().await;
            self.store.repair(&damage).await?;
            self.restore_starter().await?;
            let named: Vec<&str> = damage.rows.iter().take(NAMED).map(String::as_str).collect();
            let words = format!(
                "On {} {} damaged rows were found and repaired as far as they could be: {}.",
                self.clock.now().strftime("%Y-%m-%d"),
                damage.rows.len(),
                named.join("; ")
            );
            self.store.record_recovery(&words).await?;
        }
        Ok(damage)
    }

    /// Looks for damage once, in the background, and repairs it; answers tell what was found.
    pub(super) async fn look_for_damage(&self) {
        match self.find_and_repair().await {
            Ok(damage) => {
                // What was repaired now need not be repaired again.
                self.notices.repaired.fetch_max(self.store.damaged_rows().len(), Ordering::AcqRel);
                tracing::debug!(rows = damage.rows.len(), "looked for damage");
            }
            Err(error) => tracing::warn!(%error, "the library could not be looked through for damage"),
        }
    }
}
