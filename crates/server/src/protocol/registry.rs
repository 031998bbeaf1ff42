//! The `Tool` trait with all that a tool needs.

use std::future::Future;

use rmcp::model::{CallToolResult, JsonObject};
use schemars::JsonSchema;
use serde::Serialize;

use crate::protocol::arguments::Arguments;
pub(crate) use crate::protocol::consent::Question;
pub(crate) use crate::protocol::envelope::{Failure, Success};
pub(crate) use crate::protocol::session::{Session, ToolRequest};

/// Other accepted names of arguments, each with the argument's own name.
pub(crate) type Aliases = &'static [(&'static str, &'static str)];

/// A tool, as its arguments. Its documentation uses tool names without the prefix.
pub(crate) trait Tool: Arguments + 'static {
    const NAME: &'static str;
    const TITLE: &'static str;
    /// The description by which assistants choose the tool, with examples; at most 400 characters.
    const DESCRIPTION: &'static str;
    const HAS_CARD: bool = false;
    /// False for a tool that only LoreKeeper's own window is offered.
    const IS_FOR_ASSISTANTS: bool = true;
    /// False where an outline of the value could not name all its fields: some clients drop the others.
    const HAS_OUTPUT_SCHEMA: bool = true;
    /// True for a list with a line for each entry, however long that makes it.
    const IS_LIST: bool = false;
    const ALIASES: Aliases = &[];
    /// The optional arguments whose empty text or list has a meaning. Of all others, an empty value is none.
    const MEANINGFUL_IF_EMPTY: &'static [&'static str] = &["documents"];
    /// True for a tool that may query Open5e.
    const OPEN_WORLD: bool = false;
    /// How the tool changes the library; `None` if it only reads.
    const WRITES: Option<Writing> = None;
    const WHEN_SHORTENED: &'static str =
        "Ask for less at once: fewer entries, narrower filters, or one entry by itself.";
    type Value: Serialize + JsonSchema + Send;

    /// Completes the schema of the arguments as clients get it.
    fn complete_schema(_: &mut JsonObject) {}

    /// Returns the question that the user has to accept first, where the client can ask.
    fn question(&self, _: &Session) -> impl Future<Output = Result<Option<Question>, Failure>> + Send {
        std::future::ready(Ok(None))
    }

    fn call(
        self,
        request: ToolRequest<'_>,
    ) -> impl Future<Output = Result<Success<Self::Value>, Failure>> + Send;
}

/// What a client may assume about a tool that changes the library.
pub(crate) struct Writing {
    pub(crate) is_destructive: bool,
    pub(crate) is_idempotent: bool,
}

pub(crate) fn failure_message(result: &CallToolResult) -> Option<&str> {
    (result.is_error == Some(true)).then(|| {
        let error = result.structured_content.as_ref().and_then(|content| content.get("error")?.as_str());
        error.unwrap_or("the tool failed")
    })
}
