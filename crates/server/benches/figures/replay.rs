use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result};

/// The program that answers like the Open5e API from recorded answers, seen from this package.
const PROGRAM: &str = "../../../shared/open5e/serve.py";

/// The recorded Open5e API, answering on this machine.
pub(crate) struct Replay {
    child: Child,
    /// Its address.
    pub(crate) base: String,
}

impl Replay {
    /// Starts it; `None` when the recording is not there.
    pub(crate) fn start() -> Result<Option<Self>> {
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join(PROGRAM);
        if !program.is_file() {
            return Ok(None);
        }
        let mut child = Command::new("python3")
            .arg(program)
            .args(["--port", "0", "--preload", "--exit-on-eof"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("python3, which replays the Open5e API, does not start")?;
        let output = child.stdout.take().context("the replay has no stdout")?;
        let mut replay = Self { child, base: String::new() };
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        replay.base = line
            .trim()
            .strip_prefix("listening on ")
            .with_context(|| format!("the replay says `{}` instead of its address", line.trim()))?
            .to_owned();
        Ok(Some(replay))
    }
}

impl Drop for Replay {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
