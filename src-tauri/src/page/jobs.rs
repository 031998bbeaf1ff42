//! Long work: syncs and imports, with their progress and their reports.

use serde::Serialize;
use serde_json::Value;
use ts_rs::TS;

/// A sync or an import, from its start until the user closes its report.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Job {
    pub(crate) id: u32,
    pub(crate) what: JobKind,
    /// Milliseconds since 1970.
    pub(crate) started_ms: f64,
    pub(crate) state: JobState,
}

/// What a job does.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "is", rename_all = "lowercase", rename_all_fields = "camelCase")]
pub(crate) enum JobKind {
    /// Fetches documents of Open5e; none named: all of them. What Open5e no longer lists goes only if that is allowed.
    Sync { documents: Vec<String>, allow_removals: bool },
    /// Imports a file of the user's.
    Import { path: String, file: String },
}

/// Where a job is.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "is", rename_all = "lowercase", rename_all_fields = "camelCase")]
pub(crate) enum JobState {
    /// Behind another one.
    Waiting,
    /// At work: the step in words, and how much of it is done, where that is known.
    Running {
        step: String,
        done: f64,
        total: Option<f64>,
    },
    /// The user cancelled it; the server is about to stop.
    Cancelling,
    Cancelled,
    /// Done. The message is the whole in a few sentences.
    Synced {
        message: String,
        #[ts(type = "Report | null")]
        report: Option<Value>,
    },
    Imported {
        message: String,
        #[ts(type = "Array<ImportReport>")]
        reports: Vec<Value>,
    },
    Failed {
        problem: Problem,
    },
}

/// What went wrong, and what to do. Only the code is meant to be told apart.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Problem {
    pub(crate) code: String,
    pub(crate) message: String,
    pub(crate) advice: String,
}
