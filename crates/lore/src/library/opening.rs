use std::path::{Path, PathBuf};
use std::sync::Arc;

use etcetera::BaseStrategy;

use super::activity::Activity;
use super::meaning::Meaning;
use super::notices::Notices;
use super::on_demand::Freshness;
use super::private::{close_to_others, make_private_folder};
use super::{Clock, Library, Options};
use crate::error::{Error, Result};
use crate::progress::Job;
use crate::search::TextIndex;
use crate::store::{
    ImportContext, RemovalPolicy, Store, damage_marker, looks_damaged, move_aside, put_in_place,
    recover_content,
};

/// The database's file in the library's folder.
const DATABASE: &str = "library.db";
/// The text index's folder in the library's folder. The number changes with what is indexed.
const INDEX: &str = "index-1";
/// The ending of the database that takes in what is saved of a damaged one.
const SAVED: &str = "saved.db";

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
    /// library. A damaged database is moved aside; what can still be read of it is saved. A library that cannot be written to
    /// is opened for reading.
    ///
    /// The text index may be behind afterwards; [`Library::catch_up`] brings it up to date.
    ///
    /// # Errors
    /// When there is no library and none can be made, the disk is full, or a newer program made the library.
    pub async fn open(options: Options) -> Result<Self> {
        let Options { home, starter, clock, meaning, open5e } = options;
        let database = home.join(DATABASE);
        let read_only = match make_folder(&home).and_then(|()| check_writable(&database)) {
            Err(Error::File { path, source }) if database.exists() && cannot_be_written(&source) => {
                Some(format!("{}: {source}", path.display()))
            }
            result => result.map(|()| None)?,
        };
        let store = match &read_only {
            Some(_) => Store::open_for_reading(&database).await?,
            None => open_or_save(&home, &database, &clock).await?,
        };
        let settings = store.settings().await?;
        let notices = Notices::of(&home, settings.recovery.as_ref(), read_only.as_deref());
        let library = Self {
            index: match &read_only {
                Some(_) => TextIndex::copied(&home.join(INDEX))?,
                None => TextIndex::open(&home.join(INDEX))?,
            },
            meaning: Arc::new(Meaning::new(meaning, &home)),
            freshness: Arc::new(Freshness::new(open5e.filter(|_| read_only.is_none()))),
            home: Arc::new(home),
            activity: Arc::new(Activity::new(settings.keeps_activity && read_only.is_none())),
            notices: Arc::new(notices),
            id: settings.id.into(),
            catalogue: Arc::default(),
            unknown: Arc::default(),
            importing: Arc::default(),
            starter: starter.map(Into::into),
            store,
            clock,
        };
        if library.is_read_only() {
            return Ok(library);
        }
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

    /// Takes the starter content in again where some of it was found damaged, and brings the text index up to date.
    pub(super) async fn restore_starter(&self) -> Result<()> {
        let taken_in = self.import_starter().await?;
        self.index_if(taken_in).await;
        Ok(())
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

/// Whether an error says that something may be read but not written.
fn cannot_be_written(error: &std::io::Error) -> bool {
    matches!(error.kind(), std::io::ErrorKind::PermissionDenied | std::io::ErrorKind::ReadOnlyFilesystem)
}

/// Checks that a database can be written to, if there is one.
fn check_writable(database: &Path) -> Result<()> {
    match std::fs::OpenOptions::new().write(true).open(database) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Error::file(database, error)),
        _ => Ok(()),
    }
}

/// Opens the database; of a damaged one, what can be saved.
async fn open_or_save(home: &Path, database: &Path, clock: &Clock) -> Result<Store> {
    let saved = database.with_extension(SAVED);
    if !database.exists() && saved.exists() {
        // It broke off when the damaged one was aside already.
        put_in_place(&saved, database)?;
    }
    // An index is made only of a library that holds something.
    let is_emptied = database.metadata().is_ok_and(|file| file.len() == 0) && home.join(INDEX).exists();
    if damage_marker(database).exists() || is_emptied || looks_damaged(database) {
        return save_what_is_left(database, &saved, clock).await;
    }
    match open_and_touch(database).await {
        Err(Error::Damaged { .. }) => save_what_is_left(database, &saved, clock).await,
        opened => opened,
    }
}

/// Makes a new database with every entry of a damaged one that can be read, and puts it in its place. Until that is done, the
/// damaged one stays where it is.
async fn save_what_is_left(database: &Path, saved: &Path, clock: &Clock) -> Result<Store> {
    let from = database.to_owned();
    let left = tokio::task::spawn_blocking(move || recover_content(&from));
    let left = left.await.map_err(|error| Error::Internal(error.to_string()))??;
    // One that broke off before.
    remove_database(saved);
    let store = Store::open(saved).await?;
    let (batch, now) = (&left.batch, clock.now_text());
    let stored = async {
        store.import(batch, ImportContext::Salvage, RemovalPolicy::Remove, &Job::quiet(), &now).await?;
        store.restore_settings(&left).await
    };
    let stored = stored.await;
    store.close().await;
    if let Err(error) = stored {
        remove_database(saved);
        return Err(error);
    }
    let aside = move_aside(database, clock.now())?;
    put_in_place(saved, database)?;
    let words = format!(
        "The library's database was damaged. The damaged file is kept as {}. {} entries could be read and were saved; \
         {} could not. Sync and import again to fetch what is missing.",
        aside.display(),
        batch.records().len(),
        left.lost,
    );
    tracing::error!("{words}");
    let store = Store::open(database).await?;
    store.record_recovery(&words).await?;
    Ok(store)
}

fn remove_database(path: &Path) {
    for extension in ["db", "db-wal", "db-shm"] {
        let _ = std::fs::remove_file(path.with_extension(extension));
    }
}
