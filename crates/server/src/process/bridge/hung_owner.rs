//! Detects an owner in another process that hangs, and explains it to the client.

use std::path::Path;
use std::time::Duration;

use tokio::time::{sleep, timeout};

use super::session::SharedSession;
use crate::process::owner::{OwnerRecord, ServeOptions, probe};

/// The silence during a request after which an owner is probed. A sync or an import may well take longer.
const SILENCE_BEFORE_PROBE: Duration = Duration::from_secs(4);
const CHECK_INTERVAL: Duration = Duration::from_secs(1);
/// The time in which an owner must answer a probe. In all, clients hear of a hung owner within 20 seconds.
const PROBE_TIMEOUT: Duration = Duration::from_secs(11);
const PROBE_RETRY_PAUSE: Duration = Duration::from_millis(200);

/// Returns when the owner at `address` hangs; never for an owner in this process.
pub(super) async fn detect(options: &ServeOptions, address: Option<&Path>, session: &SharedSession) {
    let Some(address) = address else { return std::future::pending().await };
    let answer = async || {
        while let Err(error) = probe(address, options.version.clone()).await {
            tracing::debug!(%error, "the owner of the library cannot be reached");
            sleep(PROBE_RETRY_PAUSE).await;
        }
    };
    loop {
        sleep(CHECK_INTERVAL.min(options.owner_timeout)).await;
        if session.lock().silence() < SILENCE_BEFORE_PROBE.min(options.owner_timeout) {
            continue;
        }
        if timeout(PROBE_TIMEOUT.min(options.owner_timeout), answer()).await.is_err() {
            return;
        }
        session.lock().owner_responded();
    }
}

pub(super) fn message(options: &ServeOptions) -> String {
    let record = options.library.home.as_deref().and_then(OwnerRecord::read);
    let Some(record) = record else {
        return "another LoreKeeper program holds the library and does not answer; end it, then try again"
            .to_owned();
    };
    let process = record.process;
    #[cfg(windows)]
    if record.address.as_deref().is_some_and(is_closed_to_this_user) {
        return format!(
            "another user of this computer has the library open (process {process}), and only one user can at a time; wait until \
             that user signs out, or set LOREKEEPER_HOME to a folder of your own"
        );
    }
    let (name, is_suspended) = inspect(process);
    let name = name.map(|name| format!(" {name}")).unwrap_or_default();
    let advice = match (is_suspended, cfg!(windows)) {
        (true, _) => format!(
            "it is suspended: resume it with `fg` in its terminal or `kill -CONT {process}`, or end it with `kill -KILL {process}`"
        ),
        (false, false) => format!("end it with `kill -KILL {process}`"),
        (false, true) => {
            format!("end it in the Task Manager, under Details, or with `taskkill /F /PID {process}`")
        }
    };
    format!(
        "another LoreKeeper program (process {process}{name}) holds the library and does not answer; {advice}, then try again. \
         No stored data is lost"
    )
}

/// Returns the name of a process of ours, and whether it is suspended, where the system says, as Linux does.
fn inspect(process: u32) -> (Option<String>, bool) {
    let read = |file: &str| std::fs::read_to_string(format!("/proc/{process}/{file}")).ok();
    let name = read("comm").map(|name| name.trim().to_owned()).filter(|name| name.starts_with("lorekeeper"));
    // The state follows the name, which is in parentheses and may contain any character.
    let state = read("stat").and_then(|stat| stat.rsplit_once(") ")?.1.chars().next());
    (name, matches!(state, Some('T' | 't')))
}

#[cfg(windows)]
fn is_closed_to_this_user(address: &Path) -> bool {
    let opened = std::fs::OpenOptions::new().read(true).write(true).open(address);
    opened.is_err_and(|error| error.kind() == std::io::ErrorKind::PermissionDenied)
}
