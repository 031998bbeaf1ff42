//! The `Prompt` trait and the context that prompts receive.

use std::future::Future;

use lore::Library;
use rmcp::model::ContentBlock;

use super::arguments::{Argument, PromptArguments};
use crate::protocol::error::RequestError;
use crate::protocol::names::ToolNames;

/// A prompt: a template that is filled with entries of the library.
pub(crate) trait Prompt: 'static {
    /// The name that programs use.
    const NAME: &'static str;
    /// The title that people see.
    const TITLE: &'static str;
    /// The description that people see.
    const DESCRIPTION: &'static str;
    /// The arguments.
    const ARGUMENTS: &'static [Argument];

    /// Renders the content of the prompt's messages.
    ///
    /// # Errors
    /// When an argument is invalid, or the library cannot be read.
    fn render(
        context: PromptContext<'_>,
    ) -> impl Future<Output = Result<Vec<ContentBlock>, RequestError>> + Send;
}

/// The library, names and arguments that a prompt is rendered with.
#[derive(Clone, Copy)]
pub(crate) struct PromptContext<'a> {
    /// The open library.
    pub(crate) library: &'a Library,
    /// The names under which the client knows the tools.
    pub(crate) names: &'a ToolNames,
    /// The arguments that the client sent.
    pub(crate) arguments: &'a PromptArguments,
}
