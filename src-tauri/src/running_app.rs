//! The running app: a locked file shows that it runs, and `--quit` ends it from outside.
//!
//! Installers end the app with it before they replace its program.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use tauri::{AppHandle, Manager};

use crate::incoming_files::FORWARD_QUIT_OPTION;

const LOCK_NAME: &str = "running.lock";
const QUIT_TIMEOUT: Duration = Duration::from_secs(30);
const LOCK_PAUSE: Duration = Duration::from_millis(50);

/// The file that is locked for as long as the app runs. The system unlocks it, however the app ends.
pub(crate) struct RunningLock(PathBuf);

impl RunningLock {
    pub(crate) fn in_folder(folder: &Path) -> Self {
        Self(folder.join(LOCK_NAME))
    }

    fn open(&self) -> io::Result<File> {
        if let Some(folder) = self.0.parent() {
            std::fs::create_dir_all(folder)?;
        }
        File::options().create(true).truncate(false).read(true).write(true).open(&self.0)
    }

    pub(crate) fn hold(self, app: &AppHandle) {
        let app = app.clone();
        // An earlier run that is about to end may still hold it.
        std::thread::spawn(move || match self.open().and_then(|file| file.lock().map(|()| file)) {
            Ok(file) => drop(app.manage(file)),
            Err(error) => tracing::warn!(file = %self.0.display(), %error, "`--quit` will not find this run"),
        });
    }

    fn is_held(&self) -> io::Result<bool> {
        match self.open()?.try_lock_shared() {
            Ok(()) => Ok(false),
            Err(TryLockError::WouldBlock) => Ok(true),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    fn wait_until_free(&self, limit: Duration) -> io::Result<bool> {
        let started = Instant::now();
        while self.is_held()? {
            if started.elapsed() > limit {
                return Ok(false);
            }
            std::thread::sleep(LOCK_PAUSE);
        }
        Ok(true)
    }
}

/// Ends the running app and waits for it. Succeeds at once if none runs.
pub(crate) fn quit(lock: &RunningLock) -> ExitCode {
    match end_running_app(lock) {
        Ok(true) => return ExitCode::SUCCESS,
        Ok(false) => {
            tracing::error!(timeout_s = QUIT_TIMEOUT.as_secs(), "the running app did not end in time");
        }
        Err(error) => tracing::error!(%error, "the running app could not be ended"),
    }
    ExitCode::FAILURE
}

fn end_running_app(lock: &RunningLock) -> io::Result<bool> {
    if lock.is_held()? {
        // The process that forwards the request is ended by doing so: another one has to wait.
        Command::new(std::env::current_exe()?).arg(FORWARD_QUIT_OPTION).status()?;
    }
    lock.wait_until_free(QUIT_TIMEOUT)
}

#[cfg(test)]
mod tests;
