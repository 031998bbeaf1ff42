//! The checks of `doctor`: every part of a library is tested thoroughly.

use content::error::{Error, Result};
use content::model::counted;
use content::progress::Job;
use serde::Serialize;

use super::Library;
use super::stats::Stats;

/// The least free space on the disk, in bytes, with which a sync surely succeeds.
const MIN_FREE_BYTES: u64 = 100 << 20;

const MAX_LISTED_ROWS: usize = 20;

/// The severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Everything is as it should be.
    Ok,
    /// Everything works, but not as well as it could.
    Note,
    /// Something is wrong.
    Problem,
}

/// The result of a check.
#[serde_with_macros::skip_serializing_none]
#[derive(Debug, Clone, Serialize)]
pub struct Check {
    /// The part that was checked.
    pub what: &'static str,
    /// False if the finding is a problem.
    pub ok: bool,
    /// The severity.
    pub level: Level,
    /// A short, stable name of the finding, if something was found.
    pub code: Option<&'static str>,
    /// The finding, in a sentence.
    pub finding: String,
    /// Advice, in a sentence.
    pub advice: Option<&'static str>,
}

impl Check {
    /// The result of a check that found nothing wrong.
    pub fn well(what: &'static str, finding: impl Into<String>) -> Self {
        Self { what, ok: true, level: Level::Ok, code: None, finding: finding.into(), advice: None }
    }

    /// The result of a check with a finding, its name and advice.
    pub fn found(
        what: &'static str,
        level: Level,
        (code, advice): (&'static str, &'static str),
        finding: impl Into<String>,
    ) -> Self {
        let ok = level != Level::Problem;
        Self { what, ok, level, code: Some(code), finding: finding.into(), advice: Some(advice) }
    }

    /// The result of a check that failed.
    pub fn failed(what: &'static str, error: &Error) -> Self {
        Self::found(what, Level::Problem, (error.code(), error.advice()), error.to_string())
    }
}

/// A finding about a library, other than an error: its short, stable name, and advice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Finding(&'static str, &'static str);

macro_rules! findings {
    ($($name:ident = $code:literal, $advice:literal;)*) => {
        impl Finding {
            $(const $name: Self = Self($code, $advice);)*

            /// All findings.
            pub const ALL: &[Self] = &[$(Self::$name),*];
        }
    };
}

findings! {
    LIBRARY_EMPTY = "library_empty",
        "Fetch open content with `lorekeeper-mcp sync`, or import homebrew.";
    LIBRARY_RECOVERED = "library_recovered",
        "Check the disk. A damaged file that was kept can be deleted when nothing is missing.";
    DAMAGED_ROWS = "damaged_rows",
        "Entries and documents are read again from their sources. If an import report is named, import its file again. Check the disk as well.";
    LIBRARY_READ_ONLY = "library_read_only",
        "Lookups work. To sync or import, let this user write to the folder and its files, or set LOREKEEPER_HOME to another folder.";
    INDEX_BEHIND = "index_behind",
        "Wait a moment and run the check again. If that does not help, delete the folder `index-2` in the library's folder: it is rebuilt.";
    INDEX_REBUILT = "index_rebuilt",
        "Nothing needs to be done. If it happens again, check the disk: files do not break by themselves.";
    LITTLE_ROOM = "little_room",
        "Free some space on the disk that holds the library.";
    MODEL_MISSING = "model_missing",
        "Install LoreKeeper again. Until then, searches use words only.";
    RUNTIME_MISSING = "runtime_missing",
        "Install LoreKeeper again. Until then, searches use words only.";
    MODEL_UNUSABLE = "model_unusable",
        "Install LoreKeeper again, or correct LOREKEEPER_MODEL. Until then, searches use words only.";
    MEANING_BEHIND = "meaning_behind",
        "Nothing needs to be done: the server continues in the background. `lorekeeper-mcp embed` finishes it now.";
    OFFLINE = "offline",
        "Nothing needs to be done. Unset LOREKEEPER_OFFLINE, or switch offline off in the settings, to let lookups query Open5e.";
    OPEN5E_HELD = "open5e_held",
        "Wait five minutes; meanwhile, answers come from the library.";
    OPEN5E_UNREACHABLE = "open5e_unreachable",
        "Check the connection. Everything in the library stays available.";
}

impl Finding {
    /// Returns the short, stable name.
    pub fn code(self) -> &'static str {
        self.0
    }

    fn note(self, what: &'static str, finding: impl Into<String>) -> Check {
        Check::found(what, Level::Note, (self.0, self.1), finding)
    }

    fn problem(self, what: &'static str, finding: impl Into<String>) -> Check {
        Check::found(what, Level::Problem, (self.0, self.1), finding)
    }
}

impl Library {
    /// Checks everything thoroughly; this can take seconds. Damage is repaired if possible, or noted, so that
    /// the next opening saves the readable entries. Open5e is queried once, unless that is not allowed.
    ///
    /// # Errors
    /// When the folder cannot be used at all. Damage is a finding, not an error.
    pub async fn check(&self) -> Result<Vec<Check>> {
        let (text, store) = (&self.text, &self.store);
        let mut checks = vec![self.check_disk()];
        if !self.is_read_only() {
            self.rebuild().await?;
        }
        if let Err(error) = store.check().await {
            checks.push(Check::failed("database", &error));
            return Ok(checks);
        }
        checks.push(Check::well("database", "every page is as it should be"));
        checks.push(self.check_rows().await);
        checks.extend(self.unwritable().map(|reason| Finding::LIBRARY_READ_ONLY.note("folder", reason)));
        text.catch_up(&Job::quiet()).await?;
        text.repair().await?;
        let stats = self.stats().await?;
        checks.push(check_content(&stats));
        checks.push(check_index(&stats));
        if text.was_rebuilt() {
            let finding = "it was damaged and was rebuilt from the database";
            checks.push(Finding::INDEX_REBUILT.note("text index", finding));
        }
        checks.push(self.check_model(&stats).await);
        checks.push(self.check_open5e(&stats).await);
        checks.extend(stats.recovery.map(|message| Finding::LIBRARY_RECOVERED.note("recovery", message)));
        Ok(checks)
    }

    async fn check_rows(&self) -> Check {
        let what = "content of the database";
        match self.find_and_repair().await {
            Err(error) => Check::failed(what, &error),
            Ok(damage) if damage.rows.is_empty() => {
                Check::well(what, "every entry and document is as it was stored, and all of it is text")
            }
            Ok(damage) => {
                let count = damage.rows.len();
                let listed = damage.rows.get(..MAX_LISTED_ROWS.min(count)).unwrap_or_default();
                let more = match count - listed.len() {
                    0 => String::new(),
                    more => format!("; and {more} more"),
                };
                Finding::DAMAGED_ROWS.problem(what, format!("{count} damaged: {}{more}", listed.join("; ")))
            }
        }
    }

    fn check_disk(&self) -> Check {
        let (what, home) = ("disk", self.home());
        let finding = |free: u64| format!("{} MiB are free where {} is", free >> 20, disk::shown(home));
        match fs4::available_space(home) {
            Err(error) => Check::failed(what, &Error::file(home, error)),
            Ok(free) if free < MIN_FREE_BYTES => Finding::LITTLE_ROOM.problem(what, finding(free)),
            Ok(free) => Check::well(what, finding(free)),
        }
    }

    async fn check_model(&self, stats: &Stats) -> Check {
        let what = "search by meaning";
        let unavailable =
            |why: &dyn std::fmt::Display| format!("unavailable: {why}. Searches use words only.");
        let embedder = &self.semantic_search.embedder;
        if let Err(why) = embedder.model() {
            let finding = match embedder.installed_parts() {
                (_, false) => Finding::RUNTIME_MISSING,
                (false, true) => Finding::MODEL_MISSING,
                (true, true) => Finding::MODEL_UNUSABLE,
            };
            return finding.problem(what, unavailable(&why));
        }
        match embedder.check().await {
            Err(why) => Finding::MODEL_UNUSABLE.problem(what, unavailable(&why)),
            Ok(()) if stats.entries_to_embed > 0 => Finding::MEANING_BEHIND.note(
                what,
                format!(
                    "{}; {} of {} entries can be found by meaning so far",
                    embedder.status(),
                    stats.embedded_entries,
                    stats.entries
                ),
            ),
            Ok(()) => Check::well(what, embedder.status()),
        }
    }

    async fn check_open5e(&self, stats: &Stats) -> Check {
        let what = "Open5e";
        if stats.cache.offline {
            return Finding::OFFLINE.note(what, "lookups do not query it: LoreKeeper is offline");
        }
        if stats.cache.failures > 0 {
            let finding = format!("{} queries failed less than five minutes ago", stats.cache.failures);
            return Finding::OPEN5E_HELD.note(what, finding);
        }
        let documents = async { self.api.documents(self.api.client().await?).await };
        match documents.await {
            Ok(_) => Check::well(what, "answers"),
            Err(unanswered) => Finding::OPEN5E_UNREACHABLE.note(what, unanswered.reason()),
        }
    }
}

fn check_content(stats: &Stats) -> Check {
    let what = "content";
    if stats.entries == 0 {
        return Finding::LIBRARY_EMPTY.note(what, format!("the library in {} has no entries", stats.home));
    }
    let (entries, documents) =
        (counted(stats.entries, "entry", "entries"), counted(stats.documents, "document", "documents"));
    Check::well(what, format!("{entries} of {documents}"))
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
    Finding::INDEX_BEHIND.problem(what, finding)
}
