//! Long work: syncs and imports, with their progress and their reports.

use serde::{Deserialize, Serialize};
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
    /// Fetches documents of Open5e; none named: all of them.
    Sync { documents: Vec<String> },
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
        report: Option<SyncReport>,
    },
    Imported {
        message: String,
        reports: Vec<ImportReport>,
    },
    Failed {
        problem: Problem,
    },
}

/// What a sync did.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, TS)]
#[serde(rename_all(serialize = "camelCase"))]
#[ts(rename_all = "camelCase")]
pub(crate) struct SyncReport {
    pub(crate) read: u32,
    pub(crate) stored: u32,
    pub(crate) added: u32,
    pub(crate) changed: u32,
    pub(crate) unchanged: u32,
    pub(crate) removed: u32,
    pub(crate) rejected: Vec<Rejected>,
}

/// What the import of one file did.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, TS)]
#[serde(rename_all(serialize = "camelCase"))]
#[ts(rename_all = "camelCase")]
pub(crate) struct ImportReport {
    pub(crate) file: String,
    pub(crate) read: u32,
    pub(crate) stored: u32,
    pub(crate) added: u32,
    pub(crate) changed: u32,
    pub(crate) unchanged: u32,
    pub(crate) removed: u32,
    pub(crate) books: Vec<Book>,
    /// Places in the file that were mended.
    pub(crate) repairs: Vec<Repair>,
    /// Fields that could not be used.
    pub(crate) notes: Vec<Rejected>,
    /// Entries that could not be kept.
    pub(crate) rejected: Vec<Rejected>,
    pub(crate) conflicts: Vec<Conflict>,
    pub(crate) messages: Vec<String>,
}

/// What became of a book of a file.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, TS)]
#[serde(rename_all(serialize = "camelCase"))]
#[ts(rename_all = "camelCase")]
pub(crate) struct Book {
    pub(crate) name: String,
    pub(crate) document_key: Option<String>,
    pub(crate) stored: u32,
}

/// A place that was mended.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, TS)]
#[serde(rename_all(serialize = "camelCase"))]
#[ts(rename_all = "camelCase")]
pub(crate) struct Repair {
    pub(crate) line: u32,
    pub(crate) what: String,
}

/// An entry or a field that could not be kept, and why.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, TS)]
#[serde(rename_all(serialize = "camelCase"))]
#[ts(rename_all = "camelCase")]
pub(crate) struct Rejected {
    /// The book or the endpoint.
    pub(crate) place: String,
    pub(crate) key: String,
    pub(crate) line: Option<u32>,
    pub(crate) reason: String,
}

/// An entry that stands beside another one of the same key.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, TS)]
#[serde(rename_all(serialize = "camelCase"))]
#[ts(rename_all = "camelCase")]
pub(crate) struct Conflict {
    pub(crate) book: String,
    pub(crate) name: String,
}

/// What went wrong, and what to do. Only the code is meant to be told apart.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Problem {
    pub(crate) code: String,
    pub(crate) message: String,
    pub(crate) advice: String,
}
