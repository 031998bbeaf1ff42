//! What will be written, shown before it is written.

use std::fmt;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use similar::{ChangeTag, TextDiff};

use crate::client::ClientId;
use crate::file::{Content, fingerprint};
use crate::server::NAME;

/// Unchanged lines that are shown around a change.
const CONTEXT_LINES: usize = 2;
/// Characters of a line that are shown; some clients write everything on one line.
const LINE_LENGTH: usize = 300;

/// What is to be done with a client.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Action {
    /// Enter our server.
    Connect,
    /// Remove our entry.
    Disconnect,
    /// Set right an entry that is stale, or enter it again where the client has dropped it.
    Repair,
}

/// A change of a client's file that has not been made yet. It can be shown, and applied as long as the file stays as it is.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    /// Which client.
    pub client: ClientId,
    /// What is to be done.
    pub action: Action,
    /// The client's file.
    pub file: PathBuf,
    /// Whether the file is made new.
    pub makes_file: bool,
    /// Whether the file goes away, because we made it and nothing else was added.
    pub removes_file: bool,
    /// Whether all is as it should be already.
    pub changes_nothing: bool,
    /// A whole file that holds our entry alone, for doing it by hand.
    pub snippet: String,
    /// The lines that change, each with two lines around it.
    pub changes: Vec<Line>,
    /// Stands for this very change: a plan made later has the same mark only if it would write the same over the same.
    pub mark: String,
    #[serde(skip)]
    pub(crate) before: Content,
    #[serde(skip)]
    pub(crate) after: Option<Vec<u8>>,
}

impl fmt::Debug for Plan {
    /// Without the file's bytes, which may hold secrets of other servers.
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

/// One line of what changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Line {
    /// Whether it comes, goes or stays.
    pub sign: Sign,
    /// The line without its ending; a very long one is cut.
    pub text: String,
}

/// Whether a line comes, goes or stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Sign {
    /// It is new.
    #[serde(rename = "+")]
    Added,
    /// It goes.
    #[serde(rename = "-")]
    Removed,
    /// It stays.
    #[serde(rename = " ")]
    Kept,
}

impl fmt::Display for Sign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Sign::Added => "+",
            Sign::Removed => "-",
            Sign::Kept => " ",
        })
    }
}

/// The lines that change between two texts, with some around them.
pub(crate) fn changes(before: &str, after: &str) -> Vec<Line> {
    let diff = TextDiff::from_lines(before, after);
    let groups = diff.grouped_ops(CONTEXT_LINES);
    let changes = groups.iter().flatten().flat_map(|part| diff.iter_changes(part));
    changes
        .map(|change| {
            let sign = match change.tag() {
                ChangeTag::Insert => Sign::Added,
                ChangeTag::Delete => Sign::Removed,
                ChangeTag::Equal => Sign::Kept,
            };
            Line { sign, text: shorten(change.value().trim_end_matches(['\r', '\n'])) }
        })
        .collect()
}

/// The part of a long line around our entry, or its beginning.
fn shorten(line: &str) -> String {
    if line.len() <= LINE_LENGTH {
        return line.to_owned();
    }
    let entry = line.rfind(NAME).unwrap_or(0);
    let start = line.floor_char_boundary(entry.saturating_sub(LINE_LENGTH / 3));
    let end = line.floor_char_boundary((start + LINE_LENGTH).min(line.len()));
    let mark = |cut: bool| if cut { "…" } else { "" };
    let shown = line.get(start..end).unwrap_or_default();
    format!("{}{shown}{}", mark(start > 0), mark(end < line.len()))
}

/// The mark of a change.
pub(crate) fn mark(before: &Content, after: Option<&[u8]>) -> String {
    let parts = (&before.target, fingerprint(before.bytes.as_deref()), fingerprint(after));
    fingerprint(Some(format!("{parts:?}").as_bytes())).unwrap_or_default()
}
