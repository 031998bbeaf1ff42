//! The library that answers the judged queries.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use open5e_replay::Replay;
use serde_json::{Value, json};

use crate::content_words::{JudgedEntry, entries};
use crate::say;
use crate::server::{HOME, LOG, PROGRAM, Server};

/// The variable that sets the address of the Open5e API.
const OPEN5E: &str = "LOREKEEPER_OPEN5E_URL";
/// The variable that names the folder with the starter and the model.
const RESOURCES: &str = "LOREKEEPER_RESOURCES";
/// The homebrew that some queries are about.
const HOMEBREW: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/relevance/homebrew.orcbrew");
/// The time that the text index and the vectors may take to catch up.
const CATCH_UP: Duration = Duration::from_secs(1800);

/// The library that answers the judged queries, in a folder under `target`.
pub(crate) struct JudgedLibrary {
    home: PathBuf,
    /// Where the report is written.
    pub(crate) report: PathBuf,
    /// An empty folder.
    nothing: PathBuf,
}

impl JudgedLibrary {
    /// Fetches everything from the replayed Open5e API into an empty library, or with `keep` uses that of an earlier run;
    /// then imports the homebrew.
    pub(crate) fn filled(replay: &Replay, keep: bool) -> Result<Self> {
        let target = Path::new(PROGRAM).parent().and_then(Path::parent).context("no target folder")?;
        let folder = target.join("relevance");
        let library = Self {
            home: folder.join("library"),
            report: folder.join("report.html"),
            nothing: folder.join("nothing"),
        };
        if !(keep && library.home.exists()) {
            say("sync");
            if folder.exists() {
                std::fs::remove_dir_all(&folder)?;
            }
            std::fs::create_dir_all(&library.nothing)?;
            library.run(&["sync"], &replay.base)?;
        }
        library.run(&["import", HOMEBREW], &replay.base)?;
        say("embed; minutes the first time");
        if let Err(error) = library.run(&["embed"], &replay.base) {
            say(&format!("{error:#}; only words will be measured"));
        }
        Ok(library)
    }

    /// Runs a command of the program on the library.
    fn run(&self, command: &[&str], base: &str) -> Result<()> {
        let status = Command::new(PROGRAM)
            .args(command)
            .env(HOME, &self.home)
            .env(LOG, "error")
            .env(OPEN5E, base)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .status()?;
        if !status.success() {
            bail!("{PROGRAM} {} ended with {status}", command.join(" "));
        }
        Ok(())
    }

    /// Returns what it holds.
    pub(crate) fn entries(&self) -> Result<Vec<JudgedEntry>> {
        entries(&self.home)
    }

    /// Starts a server and waits until everything is searchable.
    pub(crate) fn serve(&self) -> Result<Server> {
        let server = Server::start(&self.home)?;
        wait_until_caught_up(&server)?;
        Ok(server)
    }

    /// The same without a model, which every tool then does without.
    pub(crate) fn serve_without_model(&self) -> Result<Server> {
        let server = Server::start_with(&self.home, &[(RESOURCES, &self.nothing)])?;
        wait_until_caught_up(&server)?;
        Ok(server)
    }
}

/// Waits until the text index and the vectors hold every change.
fn wait_until_caught_up(server: &Server) -> Result<()> {
    let began = Instant::now();
    loop {
        let stats = server.value("guide_library_stats", &json!({}))?;
        let waiting = waiting(&stats);
        if waiting == 0 {
            return Ok(());
        }
        if began.elapsed() > CATCH_UP {
            bail!("{waiting} changes are still not searchable after {CATCH_UP:?}");
        }
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// Returns the number of changes that are not searchable yet.
fn waiting(stats: &Value) -> u64 {
    let counts = stats.as_object().into_iter().flatten();
    counts.filter(|(name, _)| name.starts_with("changes_to_")).filter_map(|(_, count)| count.as_u64()).sum()
}
