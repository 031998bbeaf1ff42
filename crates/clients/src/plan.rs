//! A planned change of a client's file, which is shown before it is written.

use std::fmt;
use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use similar::{ChangeTag, TextDiff};

use crate::client_list::ClientId;
use crate::entry::ENTRY_KEY;
use crate::file::FileContent;

const CONTEXT_LINES: usize = 2;
/// Some clients write everything on one line.
const MAX_LINE_BYTES: usize = 300;

/// A change of a client's entry for our server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ClientAction")]
pub enum Action {
    /// Add our entry.
    Connect,
    /// Remove our entry.
    Disconnect,
    /// Correct a stale entry, or add it again after the client dropped it.
    Repair,
}

/// A change of a client's file, not written yet. It can be applied while the file is unchanged.
#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    /// The client.
    pub client: ClientId,
    /// The action.
    pub action: Action,
    /// The client's file.
    pub file: PathBuf,
    /// Set if the change creates the file.
    pub makes_file: bool,
    /// Set if the change removes the file, because we created it and nothing was added.
    pub removes_file: bool,
    /// Set if the file needs no change.
    pub changes_nothing: bool,
    /// A complete file with our entry alone, for a change by hand.
    pub snippet: String,
    /// The changed lines, each with two lines of context.
    pub changes: Vec<Line>,
    #[serde(skip)]
    pub(crate) before: FileContent,
    #[serde(skip)]
    pub(crate) after: Option<Vec<u8>>,
}

impl fmt::Debug for Plan {
    /// Leaves out the file's bytes, which may contain secrets of other servers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { client, action, file, changes_nothing, .. } = self;
        f.debug_struct("Plan")
            .field("client", client)
            .field("action", action)
            .field("file", file)
            .field("changes_nothing", changes_nothing)
            .finish_non_exhaustive()
    }
}

/// A line of a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "PlanLine")]
pub struct Line {
    /// The kind of change.
    pub sign: LineChange,
    /// The line without its ending; shortened if it is very long.
    pub text: String,
}

/// The kind of change of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub enum LineChange {
    /// An added line.
    #[serde(rename = "+")]
    Added,
    /// A removed line.
    #[serde(rename = "-")]
    Removed,
    /// An unchanged line.
    #[serde(rename = " ")]
    Kept,
}

impl fmt::Display for LineChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

pub(crate) fn changes(before: &str, after: &str) -> Vec<Line> {
    let diff = TextDiff::from_lines(before, after);
    let groups = diff.grouped_ops(CONTEXT_LINES);
    let changes = groups.iter().flatten().flat_map(|part| diff.iter_changes(part));
    changes
        .map(|change| {
            let sign = match change.tag() {
                ChangeTag::Insert => LineChange::Added,
                ChangeTag::Delete => LineChange::Removed,
                ChangeTag::Equal => LineChange::Kept,
            };
            Line { sign, text: shorten(change.value().trim_end_matches(['\r', '\n'])) }
        })
        .collect()
}

fn shorten(line: &str) -> String {
    if line.len() <= MAX_LINE_BYTES {
        return line.to_owned();
    }
    let entry = line.rfind(ENTRY_KEY).unwrap_or(0);
    let start = line.floor_char_boundary(entry.saturating_sub(MAX_LINE_BYTES / 3));
    let end = line.floor_char_boundary((start + MAX_LINE_BYTES).min(line.len()));
    let ellipsis = |is_cut: bool| if is_cut { "…" } else { "" };
    let part = line.get(start..end).unwrap_or_default();
    format!("{}{part}{}", ellipsis(start > 0), ellipsis(end < line.len()))
}
