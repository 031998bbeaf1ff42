use serde::Serialize;

use super::{Library, Stats};
use crate::error::{Error, Result};
use crate::progress::Job;

/// With less room than this on its disk, in bytes, a library may not take in what is fetched.
const ROOM: u64 = 100 << 20;

/// How many damaged rows are named.
const NAMED: usize = 20;

/// How much a finding matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// It is as it should be.
    Ok,
    /// Everything works, but not as well as it could.
    Note,
    /// Something is wrong.
    Problem,
}

/// What a thorough look found at one thing.
#[derive(Debug, Clone, Serialize)]
pub struct Check {
    /// What was looked at.
    pub what: &'static str,
    /// Whether nothing is wrong with it.
    pub ok: bool,
    /// How much it matters.
    pub level: Level,
    /// A short lasting name for what was found; none where all is well.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<&'static str>,
    /// What was found, in a sentence.
    pub finding: String,
    /// What to do, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advice: Option<&'static str>,
}

impl Check {
    /// Something as it should be.
    #[must_use]
    pub fn well(what: &'static str, finding: impl Into<String>) -> Self {
        Self { what, ok: true, level: Level::Ok, code: None, finding: finding.into(), advice: None }
    }

    /// Something that was found, with its name and what to do.
    #[must_use]
    pub fn found(
        what: &'static str,
        level: Level,
        (code, advice): (&'static str, &'static str),
        finding: impl Into<String>,
    ) -> Self {
        let ok = level != Level::Problem;
        Self { what, ok, level, code: Some(code), finding: finding.into(), advice: Some(advice) }
    }

    /// Something that could not be looked at, or not used.
    #[must_use]
    pub fn failed(what: &'static str, error: &Error) -> Self {
        Self::found(what, Level::Problem, (error.code(), error.advice()), error.to_string())
    }
}

/// What can be found about a library, besides the errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finding {
    /// The library holds no entry.
    LibraryEmpty,
    /// A damaged database was replaced by what could be read of it.
    LibraryRecovered,
    /// Some rows are not as they were stored.
    DamagedRows,
    /// The library can only be read.
    LibraryReadOnly,
    /// The text index has yet to take in some changes.
    IndexBehind,
    /// The text index was found damaged and made anew.
    IndexRebuilt,
    /// The disk is nearly full.
    LittleRoom,
    /// There is no model.
    ModelMissing,
    /// There is no ONNX Runtime.
    RuntimeMissing,
    /// The model or the runtime is damaged, or another one than expected.
    ModelUnusable,
    /// Some entries cannot be found by meaning yet.
    MeaningBehind,
    /// Lookups do not ask Open5e because they are not to.
    Offline,
    /// Open5e failed a moment ago and is left alone.
    Open5eHeld,
    /// Open5e does not answer.
    Open5eUnreachable,
}

impl Finding {
    /// Every one.
    pub const ALL: [Self; 14] = [
        Self::LibraryEmpty,
        Self::LibraryRecovered,
        Self::DamagedRows,
        Self::LibraryReadOnly,
        Self::IndexBehind,
        Self::IndexRebuilt,
        Self::LittleRoom,
        Self::ModelMissing,
        Self::RuntimeMissing,
        Self::ModelUnusable,
        Self::MeaningBehind,
        Self::Offline,
        Self::Open5eHeld,
        Self::Open5eUnreachable,
    ];

    /// A short lasting name.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.known().0
    }

    fn known(self) -> (&'static str, &'static str) {
        match self {
            Self::LibraryEmpty => {
                ("library_empty", "Fetch open content with `lorekeeper-mcp sync`, or import homebrew.")
            }
            Self::LibraryRecovered => (
                "library_recovered",
                "Sync and import again what is missing; then the damaged file can be deleted.",
            ),
            Self::DamagedRows => (
                "damaged_rows",
                "Sync, or import the files of these documents again: that restores them. What has no name is repaired already. Look at the disk, too.",
            ),
            Self::LibraryReadOnly => (
                "library_read_only",
                "Nothing needs to be done to look things up. To sync or import, let this user write to the folder and its files, or set LOREKEEPER_HOME to another folder.",
            ),
            Self::IndexBehind => (
                "index_behind",
                "Wait a moment and look again. If it stays, delete the folder `index-1` in the library's: it is made anew.",
            ),
            Self::IndexRebuilt => (
                "index_rebuilt",
                "Nothing needs to be done. If it happens again, look at the disk: files do not break by themselves.",
            ),
            Self::LittleRoom => ("little_room", "Free some space on the disk that holds the library."),
            Self::ModelMissing => {
                ("model_missing", "Install LoreKeeper again. Until then questions are answered by words.")
            }
            Self::RuntimeMissing => {
                ("runtime_missing", "Install LoreKeeper again. Until then questions are answered by words.")
            }
            Self::ModelUnusable => (
                "model_unusable",
                "Install LoreKeeper again, or correct LOREKEEPER_MODEL. Until then words answer.",
            ),
            Self::MeaningBehind => (
                "meaning_behind",
                "Nothing needs to be done: the server goes on in the background. `lorekeeper-mcp embed` does it now.",
            ),
            Self::Offline => (
                "offline",
                "Nothing needs to be done. Unset LOREKEEPER_OFFLINE, or switch offline off in the settings, to have lookups ask Open5e.",
            ),
            Self::Open5eHeld => {
                ("open5e_held", "Wait five minutes; the library answers by itself meanwhile.")
            }
            Self::Open5eUnreachable => (
                "open5e_unreachable",
                "Check the connection. Everything that is in the library still answers.",
            ),
        }
    }

    fn note(self, what: &'static str, finding: impl Into<String>) -> Check {
        Check::found(what, Level::Note, self.known(), finding)
    }

    fn problem(self, what: &'static str, finding: impl Into<String>) -> Check {
        Check::found(what, Level::Problem, self.known(), finding)
    }
}

impl Library {
    /// Looks at everything thoroughly; may take seconds on a large library. Damage of the database is noted, so that
    /// the next opening saves what can be saved. Open5e is asked one question, unless it is not to be.
    ///
    /// # Errors
    /// Never for damage, which is a finding; only when the folder cannot be used at all.
    pub async fn check(&self) -> Result<Vec<Check>> {
        let mut checks = vec![self.check_room()];
        if let Err(error) = self.store.check().await {
            checks.push(Check::failed("database", &error));
            return Ok(checks);
        }
        checks.push(Check::well("database", "every page is as it should be"));
        checks.push(self.check_rows().await);
        checks.extend(self.why_read_only().map(|words| Finding::LibraryReadOnly.note("folder", words)));
        self.catch_up(&Job::quiet()).await?;
        if let Err(Error::Index(error)) = self.index.verify() {
            tracing::warn!(%error, "the text index is damaged and is made anew");
            self.index.rebuild(&self.store, &self.id, &Job::quiet()).await?;
        }
        let stats = self.stats().await?;
        checks.push(check_content(&stats));
        checks.push(check_index(&stats));
        if self.index.was_rebuilt() {
            let words = "it was damaged and was made anew from the database";
            checks.push(Finding::IndexRebuilt.note("text index", words));
        }
        checks.push(self.check_model(&stats).await);
        checks.push(self.check_open5e(&stats).await);
        checks.extend(stats.recovery.map(|words| Finding::LibraryRecovered.note("recovery", words)));
        Ok(checks)
    }

    /// Compares every row with what was stored.
    async fn check_rows(&self) -> Check {
        let what = "content of the database";
        match self.find_and_repair().await {
            Err(error) => Check::failed(what, &error),
            Ok(damage) if damage.rows.is_empty() => Check::well(what, "every row is as it was stored"),
            Ok(damage) => {
                let named: Vec<&str> = damage.rows.iter().take(NAMED).map(String::as_str).collect();
                let more = damage.rows.len() - named.len();
                let more = if more > 0 { format!("; and {more} more") } else { String::new() };
                let count = damage.rows.len();
                Finding::DamagedRows.problem(what, format!("{count} damaged: {}{more}", named.join("; ")))
            }
        }
    }

    fn check_room(&self) -> Check {
        let what = "disk";
        match fs4::available_space(self.home.as_path()) {
            Err(error) => Check::failed(what, &Error::file(self.home.as_path(), error)),
            Ok(room) => {
                let mebibytes = room >> 20;
                let finding = format!("{mebibytes} MiB are free where {} is", self.home.display());
                if room < ROOM {
                    Finding::LittleRoom.problem(what, finding)
                } else {
                    Check::well(what, finding)
                }
            }
        }
    }

    /// Loads the model and says whether it can be used.
    async fn check_model(&self, stats: &Stats) -> Check {
        let what = "search by meaning";
        let words =
            |why: &dyn std::fmt::Display| format!("unavailable: {why}. Questions are answered by words.");
        let embedder = &self.semantic_search.embedder;
        if let Err(why) = embedder.model() {
            let (model, runtime) = embedder.installed_parts();
            let finding = match (model, runtime) {
                (_, false) => Finding::RuntimeMissing,
                (false, true) => Finding::ModelMissing,
                (true, true) => Finding::ModelUnusable,
            };
            return finding.problem(what, words(&why));
        }
        match embedder.check().await {
            Err(why) => Finding::ModelUnusable.problem(what, words(&why)),
            Ok(()) if stats.entries_to_embed > 0 => Finding::MeaningBehind.note(
                what,
                format!(
                    "{}; {} of {} entries can be found by meaning so far",
                    self.semantic_search(),
                    stats.embedded_entries,
                    stats.entries
                ),
            ),
            Ok(()) => Check::well(what, self.semantic_search()),
        }
    }

    async fn check_open5e(&self, stats: &Stats) -> Check {
        let what = "Open5e";
        if stats.cache.offline {
            return Finding::Offline.note(what, "lookups do not ask it: LoreKeeper is offline");
        }
        if stats.cache.failures > 0 {
            let finding = format!("{} questions failed less than five minutes ago", stats.cache.failures);
            return Finding::Open5eHeld.note(what, finding);
        }
        let client = match self.freshness.client().await {
            Ok(client) => client,
            Err(error) => return Finding::Open5eUnreachable.note(what, error.to_string()),
        };
        match self.freshness.documents(client).await {
            Ok(_) => Check::well(what, "answers"),
            Err(unanswered) => Finding::Open5eUnreachable.note(what, unanswered.reason),
        }
    }
}

fn check_content(stats: &Stats) -> Check {
    let what = "content";
    if stats.entries == 0 {
        return Finding::LibraryEmpty.note(what, format!("the library in {} holds no entry", stats.home));
    }
    Check::well(what, format!("{} entries of {} documents", stats.entries, stats.documents))
}

fn check_index(stats: &Stats) -> Check {
    let what = "text index";
    if stats.changes_to_index == 0 && stats.indexed_entries == stats.entries {
        return Check::well(what, format!("holds all {} entries", stats.entries));
    }
    let finding = format!(
        "holds {} of {} entries, {} changes behind; another LoreKeeper may be indexing now",
        stats.indexed_entries, stats.entries, stats.changes_to_index
    );
    Finding::IndexBehind.problem(what, finding)
}
