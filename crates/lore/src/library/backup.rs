//! Backups of what exists nowhere else, and the library after it was made again.

use std::path::Path;

use content::error::Result;

use super::Library;

impl Library {
    /// Copies what exists nowhere else to a new file: own entries with their versions, notes, pins,
    /// campaigns, settings, and which books were imported or deleted.
    ///
    /// # Errors
    /// When there is a file already, or it cannot be written.
    pub async fn back_up(&self, file: &Path) -> Result<()> {
        self.store.back_up_to(file).await
    }

    /// Replaces what exists nowhere else by a backup, and brings the library in step with it.
    ///
    /// # Errors
    /// When the file is no backup of this version, or the database cannot be written; nothing changes then.
    pub async fn restore(&self, backup: &Path) -> Result<()> {
        self.store.back_up_now().await?;
        {
            let _running = self.state.running.lock().await;
            self.store.restore_from(backup).await?;
        }
        self.rebuild().await
    }

    /// Waits until every source was read, if the library is being made again. So does everything that changes
    /// it: a request that is repeated after its owner was killed has to find what it was about.
    ///
    /// # Errors
    /// When the database cannot be written, or a source cannot be read for lack of memory or permission.
    pub async fn wait_until_whole(&self) -> Result<()> {
        if self.is_being_rebuilt() { self.rebuild().await } else { Ok(()) }
    }
}
