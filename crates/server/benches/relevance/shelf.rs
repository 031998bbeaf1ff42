use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use crate::replay::Replay;
use crate::say;
use crate::server::{HOME, LOG, PROGRAM, Server};

/// The variable that holds another address of the Open5e API.
const OPEN5E: &str = "LOREKEEPER_OPEN5E_URL";
/// The variable that names the folder with the starter and the model.
const RESOURCES: &str = "LOREKEEPER_RESOURCES";
/// How long the projections of the library may take to catch up.
const CATCH_UP: Duration = Duration::from_secs(1800);

/// The library that is asked, under `target`. Each run makes it anew, unless it is told to take that of an earlier run.
pub(crate) struct Shelf {
    home: PathBuf,
    /// An empty folder.
    nothing: PathBuf,
}

impl Shelf {
    /// Fetches everything from the replayed Open5e API into an empty library, or takes that of an earlier run.
    pub(crate) fn filled(replay: &Replay, keep: bool) -> Result<Self> {
        let target = Path::new(PROGRAM).parent().and_then(Path::parent).context("no target folder")?;
        let folder = target.join("relevance");
        let shelf = Self { home: folder.join("library"), nothing: folder.join("nothing") };
        if !(keep && shelf.home.exists()) {
            say("sync");
            if folder.exists() {
                std::fs::remove_dir_all(&folder)?;
            }
            std::fs::create_dir_all(&shelf.nothing)?;
            shelf.run("sync", &replay.base)?;
        }
        say("embed; minutes the first time");
        if let Err(error) = shelf.run("embed", &replay.base) {
            say(&format!("{error:#}; only words will be measured"));
        }
        Ok(shelf)
    }

    /// Does one thing to the library, as a user does.
    fn run(&self, command: &str, base: &str) -> Result<()> {
        let status = Command::new(PROGRAM)
            .arg(command)
            .env(HOME, &self.home)
            .env(LOG, "error")
            .env(OPEN5E, base)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .status()?;
        if !status.success() {
            bail!("{PROGRAM} {command} ended with {status}");
        }
        Ok(())
    }

    /// A server on the library, when everything is searchable in it.
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

/// Waits until the text index, and whatever else follows the database, holds everything.
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

/// The sum of the counts that are named `changes_to_` do something with.
fn waiting(stats: &Value) -> u64 {
    let counts = stats.as_object().into_iter().flatten();
    counts.filter(|(name, _)| name.starts_with("changes_to_")).filter_map(|(_, count)| count.as_u64()).sum()
}
