use std::path::{Path, PathBuf};
use std::sync::Arc;

use etcetera::BaseStrategy;

use super::activity::Activity;
use super::meaning::Meaning;
use super::on_demand::Freshness;
use super::private::{close_to_others, make_private_folder};
use super::{Library, Options};
use crate::error::{Error, Result};
use crate::progress::Job;
use crate::search::TextIndex;
use crate::store::{Absent, Occasion, Store, damage_marker, move_aside, read_what_is_left};

/// The database's file in the library's folder.
const DATABASE: &str = "library.db";
/// The text index's folder in the library's folder. The number changes with what is indexed.
const INDEX: &str = "index-1";

/// The library's folder when the user names none: `$XDG_DATA_HOME/lorekeeper` on Linux,
/// `~/Library/Application Support/lorekeeper` on macOS, `%USERPROFILE%\.lorekeeper` on Windows (where AppData is not
/// the same folder for every program).
///
/// # Errors
/// When the user has no home folder.
pub fn home_folder() -> Result<PathBuf> {
    let homeless = || {
        Error::Invalid(
            "this user has no home folder; set LOREKEEPER_HOME to a folder for the library".to_owned(),
        )
    };
    if cfg!(windows) {
        return Ok(etcetera::home_dir().map_err(|_| homeless())?.join(".lorekeeper"));
    }
    if cfg!(target_os = "macos") {
        let strategy = etcetera::base_strategy::Apple::new().map_err(|_| homeless())?;
        return Ok(strategy.data_dir().join("lorekeeper"));
    }
    let strategy = etcetera::base_strategy::Xdg::new().map_err(|_| homeless())?;
    Ok(strategy.data_dir().join("lorekeeper"))
}

impl Library {
    /// Opens the library in a folder, makes it when there is none, and takes the starter content in when it is new to the
    /// library. A damaged database is moved aside; what can still be read of it is saved.
    ///
    /// The text index may be behind afterwards; [`Library::catch_up`] brings it up to date.
    ///
    /// # Errors
    /// When the folder cannot be written to, the disk is full, or a newer program made the library.
    pub async fn open(options: Options) -> Result<Self> {
        let Options { home, starter, clock, meaning, open5e } = options;
        make_folder(&home)?;
        let database = home.join(DATABASE);
        let marker = damage_marker(&database);
        let opened = if marker.exists() {
            Err(Error::Damaged { path: database.clone() })
        } else {
            open_and_touch(&database).await
        };
        let store = match opened {
            Ok(store) => store,
            Err(Error::Damaged { .. }) => {
                let store = save_what_is_left(&database, clock.now(), &clock.now_text()).await?;
                let _ = std::fs::remove_file(&marker);
                store
            }
            Err(error) => return Err(error),
        };
        let settings = store.settings().await?;
        let library = Self {
            index: TextIndex::open(&home.join(INDEX))?,
            meaning: Arc::new(Meaning::new(meaning, &home)),
            freshness: Arc::new(Freshness::new(open5e)),
            home: Arc::new(home),
            activity: Arc::new(Activity::new(settings.keeps_activity)),
            id: settings.id.into(),
            catalogue: Arc::default(),
            unknown: Arc::default(),
            importing: Arc::default(),
            starter: starter.map(Into::into),
            store,
            clock,
        };
        let taken_in = library.import_starter().await?;
        // The two projections do not wait for each other.
        tokio::join!(library.index_if(taken_in), library.use_prepared_vectors(taken_in));
        Ok(library)
    }

    /// Brings the text index up to date with the database; gives the number of entries taken in. An index that
    /// cannot be used is made anew.
    ///
    /// # Errors
    /// When the database cannot be read or the index cannot be written.
    pub async fn catch_up(&self, job: &Job) -> Result<u64> {
        match self.index.catch_up(&self.store, &self.id, job).await {
            Err(Error::Index(error)) => {
                tracing::warn!(%error, "the text index is damaged and is made anew");
                self.index.rebuild(&self.store, &self.id, job).await
            }
            other => other,
        }
    }

    /// Brings the text index up to date when something was taken in; where that fails, it catches up later.
    async fn index_if(&self, taken_in: bool) {
        if taken_in && let Err(error) = self.catch_up(&Job::quiet()).await {
            tracing::warn!(%error, "the text index is behind and catches up later");
        }
    }

    /// Ends what runs in the background and every connection to the database.
    pub async fn close(&self) {
        self.write_activity_down().await;
        self.freshness.close();
        self.stop_embedding().await;
        self.meaning.embedder.close().await;
        self.store.close().await;
    }
}

fn make_folder(home: &Path) -> Result<()> {
    make_private_folder(home).map_err(|error| Error::file(home, error))?;
    close_to_others(home)?;
    tempfile::tempfile_in(home).map_err(|error| Error::file(home, error))?;
    Ok(())
}

/// Opens the database and reads a little of every table, so that damage shows at once where it shows early.
async fn open_and_touch(database: &Path) -> Result<Store> {
    let store = Store::open(database).await?;
    let touched = async {
        store.settings().await?;
        store.documents().await?;
        store.last_change().await
    };
    match touched.await {
        Ok(_) => Ok(store),
        Err(error) => {
            store.close().await;
            Err(error)
        }
    }
}

/// Moves a damaged database aside and makes a new one with every entry of the old one that can be read.
async fn save_what_is_left(database: &Path, now: jiff::Timestamp, now_text: &str) -> Result<Store> {
    let aside = move_aside(database, now)?;
    let batch = read_what_is_left(&aside).await;
    let store = Store::open(database).await?;
    store.import(&batch, Occasion::Salvage, Absent::Removed, &Job::quiet(), now_text).await?;
    let words = format!(
        "The library's database was damaged. The damaged file is kept as {}. {} entries could be read and were saved; \
         {} could not. Sync again to fetch what is missing.",
        aside.display(),
        batch.records().len(),
        batch.rejected().len(),
    );
    tracing::error!("{words}");
    store.note_recovery(&words).await?;
    Ok(store)
}
