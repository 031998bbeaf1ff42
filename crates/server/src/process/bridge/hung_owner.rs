//! An owner that does not answer: how that is noticed, and what the client is told.

use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use tokio::time::{sleep, timeout};

use super::locked;
use super::session::Conversation;
use crate::process::owner::{Place, Sign, probe};

/// For how long nothing may be heard of an owner, while a request waits, before it is asked whether it still answers. A
/// sync or an import may well take longer than that.
const QUIET: Duration = Duration::from_secs(4);
/// How often that is looked at.
const LOOK: Duration = Duration::from_secs(1);
/// How long an owner may take to say that it is there. With the time before, clients hear of it within 20 seconds.
const ANSWER: Duration = Duration::from_secs(11);
/// The wait between two attempts to reach it.
const PAUSE: Duration = Duration::from_millis(200);

/// Returns when the owner at an address does not answer any more; never for one in this process.
pub(super) async fn of_owner(place: &Place, address: Option<&Path>, talk: &Mutex<Conversation>) {
    let Some(address) = address else { return std::future::pending().await };
    let answers = async || {
        while let Err(error) = probe(address, place.version.clone()).await {
            tracing::debug!(%error, "the owner of the library cannot be reached");
            sleep(PAUSE).await;
        }
    };
    loop {
        sleep(LOOK.min(place.patience)).await;
        if locked(talk).quiet() < QUIET.min(place.patience) {
            continue;
        }
        if timeout(ANSWER.min(place.patience), answers()).await.is_err() {
            return;
        }
        locked(talk).owner_lives();
    }
}

/// What a client is told whose requests no owner answers: which process is in the way, and what to do.
pub(super) fn words(place: &Place) -> String {
    let process = place.home.as_ref().and_then(|home| Some(Sign::read(home)?.process));
    let Some(process) = process else {
        return "another LoreKeeper program holds the library and does not answer; end it, then try again"
            .to_owned();
    };
    let (name, suspended) = look_at(process);
    let name = name.map(|name| format!(" {name}")).unwrap_or_default();
    let what_to_do = match (suspended, cfg!(windows)) {
        (true, _) => format!(
            "it is suspended: let it go on with `fg` in its terminal or `kill -CONT {process}`, or end it with `kill -KILL {process}`"
        ),
        (false, false) => format!("end it with `kill -KILL {process}`"),
        (false, true) => "end it in the Task Manager".to_owned(),
    };
    format!(
        "another LoreKeeper program (process {process}{name}) holds the library and does not answer; {what_to_do}, then try again. \
         Nothing that is stored is lost"
    )
}

/// The name of a process of ours, and whether it is suspended, where the system tells.
#[cfg(target_os = "linux")]
fn look_at(process: u32) -> (Option<String>, bool) {
    let read = |what: &str| std::fs::read_to_string(format!("/proc/{process}/{what}")).ok();
    let name = read("comm").map(|name| name.trim().to_owned()).filter(|name| name.starts_with("lorekeeper"));
    // The state stands behind the name, which is in brackets and may hold any sign.
    let state = read("stat").and_then(|stat| stat.rsplit_once(") ")?.1.chars().next());
    (name, matches!(state, Some('T' | 't')))
}

#[cfg(not(target_os = "linux"))]
fn look_at(_: u32) -> (Option<String>, bool) {
    (None, false)
}
