//! Syncs, imports and exports, with their progress and their reports.

use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::problem::Problem;

/// A sync, an import or an export, from its start until the user closes its report.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Job {
    pub(crate) id: u32,
    pub(crate) kind: JobKind,
    pub(crate) state: JobState,
}

/// The task of a job.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "is", rename_all = "lowercase", rename_all_fields = "camelCase")]
pub(crate) enum JobKind {
    /// Syncs these documents of Open5e, or all for an empty list. `allow_removals` permits removing what
    /// Open5e no longer lists.
    Sync { documents: Vec<NamedDocument>, allow_removals: bool },
    /// Imports a homebrew file.
    Import { path: String, file: String },
    /// Writes entries to a file.
    Export {
        #[schemars(extend("$ref" = "ExportArguments"))]
        request: JsonObject,
        path: String,
        file: String,
    },
}

/// A document of Open5e.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
pub(crate) struct NamedDocument {
    /// The key by which it is fetched.
    pub(crate) key: String,
    /// The title.
    pub(crate) name: String,
}

/// The state of a job.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "is", rename_all = "lowercase", rename_all_fields = "camelCase")]
pub(crate) enum JobState {
    /// Another job is running.
    Waiting,
    /// The current step with the amount of it that is done, and the total if it is known.
    Running {
        step: String,
        done: f64,
        total: Option<f64>,
    },
    /// The user cancelled the job; the server has not stopped yet.
    Cancelling,
    Cancelled,
    /// Done. The message says it all if there is no report.
    Synced {
        message: String,
        #[schemars(extend("$ref" = "SyncOutcome"))]
        outcome: Value,
    },
    Imported {
        message: String,
        #[schemars(extend("$ref" = "ImportedFiles"))]
        outcome: Value,
    },
    Exported {
        message: String,
    },
    Failed {
        problem: Problem,
    },
}
