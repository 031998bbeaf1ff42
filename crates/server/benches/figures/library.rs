use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use open5e_replay::Replay;
use serde_json::json;

use crate::samples::Samples;
use crate::server::{HOME, LOG, PROGRAM, Server};
use crate::table::Row;

/// The variable that holds another address of the Open5e API.
const OPEN5E: &str = "LOREKEEPER_OPEN5E_URL";
/// The number of times that a whole sync is measured.
const SYNCS: usize = 3;
/// The time that the text index may take to catch up.
const CATCH_UP: Duration = Duration::from_secs(300);

/// The folder that holds the libraries that are measured.
pub(crate) struct Libraries(PathBuf);

impl Libraries {
    /// An empty folder under `target`.
    pub(crate) fn new() -> Result<Self> {
        let target = Path::new(PROGRAM).parent().and_then(Path::parent).context("no target folder")?;
        let folder = target.join("bench");
        if folder.exists() {
            std::fs::remove_dir_all(&folder)?;
        }
        std::fs::create_dir_all(&folder)?;
        Ok(Self(folder))
    }

    /// The folder of one library.
    pub(crate) fn folder(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Removes every library.
    pub(crate) fn remove(self) -> Result<()> {
        Ok(std::fs::remove_dir_all(self.0)?)
    }
}

/// Runs the program's command line on a library and waits for its end.
fn run(home: &Path, arguments: &[&str], base: Option<&str>) -> Result<()> {
    let mut command = Command::new(PROGRAM);
    command.args(arguments).env(HOME, home).env(LOG, "error").stdin(Stdio::null()).stdout(Stdio::null());
    if let Some(base) = base {
        command.env(OPEN5E, base);
    }
    let status = command.status()?;
    if !status.success() {
        bail!("{PROGRAM} {arguments:?} ended with {status}");
    }
    Ok(())
}

/// Gives every entry its vectors.
pub(crate) fn embed(home: &Path) -> Result<()> {
    run(home, &["embed"], None)
}

/// Makes a library with the starter content.
pub(crate) fn fill(home: &Path) -> Result<()> {
    run(home, &["stats"], None)
}

/// Fetches everything from the replayed Open5e API into empty libraries; the last one stays.
pub(crate) fn sync_time(libraries: &Libraries, replay: &Replay, kept: &Path) -> Result<Row> {
    let mut times = Vec::new();
    for number in 1..=SYNCS {
        let home = if number == SYNCS { kept.to_owned() } else { libraries.folder("sync") };
        let began = Instant::now();
        run(&home, &["sync"], Some(&replay.base))?;
        times.push(began.elapsed());
        if home != kept {
            std::fs::remove_dir_all(home)?;
        }
    }
    let seconds = Samples::new(times).p50() / 1000.0;
    Ok(Row::told(
        "full Open5e sync into an empty library, stored and text-indexed",
        format!("{seconds:.2} s"),
    )
    .comparable("minutes")
    .target("≤ 6 s", seconds <= 6.0))
}

/// Waits until the text index holds everything; gives the number of entries.
pub(crate) fn wait_for_index(server: &Server) -> Result<u64> {
    let began = Instant::now();
    loop {
        let stats = server.value("guide_library_stats", &json!({}))?;
        let count = |name: &str| stats.get(name).and_then(serde_json::Value::as_u64);
        let (entries, waiting) = count("entries").zip(count("changes_to_index")).context("no counts")?;
        if waiting == 0 {
            return Ok(entries);
        }
        if began.elapsed() > CATCH_UP {
            bail!("the text index still lacks {waiting} changes after {CATCH_UP:?}");
        }
        std::thread::sleep(Duration::from_millis(100));
    }
}
