//! How a tool becomes a route: its name, its schemas, its arguments, its envelope.

use std::future::Future;
use std::sync::Arc;

use lore::model::excerpt;
use rmcp::handler::server::router::tool::{ToolRoute, ToolRouter};
use rmcp::handler::server::tool::ToolCallContext;
use rmcp::model::{CallToolResponse, CallToolResult, ContentBlock, Tool as Description, ToolAnnotations};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::protocol::arguments;
use crate::protocol::consent::{self, Consent, Question};
use crate::protocol::envelope::{Envelope, Failure, Success};
use crate::protocol::schema;
use crate::protocol::size::{self, LARGEST, LONGEST_WORDS};
use crate::server::{Server, is_window};

/// The variable that holds the prefix of tools that have none of their own.
pub(crate) const PREFIX_VARIABLE: &str = "MCP_TOOL_PREFIX";
/// The prefix when the variable is not set.
const DEFAULT_PREFIX: &str = "guide_";
/// The longest prefix, in characters, so that no name of a tool is longer than 64.
const LONGEST_PREFIX: usize = 40;

/// One tool. Its documentation uses the name without a prefix.
pub(crate) trait Tool: 'static {
    /// The name without a prefix.
    const NAME: &'static str;
    /// The name for people.
    const TITLE: &'static str;
    /// What it does, with examples.
    const DESCRIPTION: &'static str;
    /// A prefix of its own; an empty one publishes the name as it is.
    const PREFIX: Option<&'static str> = None;
    /// Other names that arguments are accepted under, each with the argument's own.
    const ALIASES: &'static [(&'static str, &'static str)] = &[];
    /// Whether it may ask Open5e.
    const OPEN_WORLD: bool = false;
    /// What to do when an answer had to be cut to be taken by a client.
    const WHEN_CUT: &'static str =
        "Ask for less at once: fewer entries, narrower filters, or one entry by itself.";
    /// What it takes.
    type Arguments: DeserializeOwned + JsonSchema + Send + Sync;
    /// What it gives.
    type Value: Serialize + JsonSchema + Send;

    /// What a client may assume of it. Reads the library only, unless overridden.
    fn annotations() -> ToolAnnotations {
        ToolAnnotations::with_title(Self::TITLE)
            .read_only(true)
            .destructive(false)
            .idempotent(true)
            .open_world(Self::OPEN_WORLD)
    }

    /// What the user is asked before it is done, where the client can ask; `None` when there is nothing to ask.
    fn question(
        _: &Server,
        _: &Self::Arguments,
    ) -> impl Future<Output = Result<Option<Question>, Failure>> + Send {
        std::future::ready(Ok(None))
    }

    /// Does it.
    fn call(
        server: &Server,
        arguments: Self::Arguments,
        context: RequestContext<RoleServer>,
    ) -> impl Future<Output = Result<Success<Self::Value>, Failure>> + Send;
}

/// Reads the prefix of tools that have none of their own from the environment.
///
/// # Errors
/// When it cannot be a part of a tool's name, in a sentence. The protocol takes ASCII letters, digits, `_`, `-` and `.`, and
/// some clients no names of more than 64 characters.
pub(crate) fn default_prefix() -> Result<String, String> {
    let Some(prefix) = std::env::var_os(PREFIX_VARIABLE) else { return Ok(DEFAULT_PREFIX.to_owned()) };
    let prefix = prefix.to_string_lossy();
    checked_prefix(&prefix).map(str::to_owned)
}

fn checked_prefix(prefix: &str) -> Result<&str, String> {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    if prefix.len() <= LONGEST_PREFIX && prefix.chars().all(fits) {
        return Ok(prefix);
    }
    Err(format!(
        "{PREFIX_VARIABLE} is `{}`, which cannot begin the name of a tool: use at most {LONGEST_PREFIX} of the characters A-Z, a-z, 0-9, \
         `_`, `-` and `.`, or unset it for `{DEFAULT_PREFIX}`",
        arguments::shown(prefix)
    ))
}

/// The names under which the tools are published to one client.
#[derive(Debug, Clone)]
pub(crate) struct Names {
    prefix: String,
}

impl Names {
    /// The names with a prefix for tools that have none of their own.
    pub(crate) fn with_prefix(prefix: &str) -> Self {
        Self { prefix: prefix.to_owned() }
    }

    /// The names of a router's tools.
    pub(crate) fn in_router(router: &ToolRouter<Server>) -> Self {
        let prefix = router.map.keys().find_map(|name| name.strip_suffix(crate::tools::LibraryStats::NAME));
        Self::with_prefix(prefix.unwrap_or(DEFAULT_PREFIX))
    }

    /// The name of a tool.
    pub(crate) fn of<T: Tool>(&self) -> String {
        format!("{}{}", T::PREFIX.unwrap_or(&self.prefix), T::NAME)
    }
}

/// Adds a tool to a router under its prefixed name.
pub(crate) fn register<T: Tool>(router: &mut ToolRouter<Server>, names: &Names) {
    let name = names.of::<T>();
    let input = schema::of_input::<T::Arguments>();
    let fields: Arc<[String]> = match input.get("properties") {
        Some(serde_json::Value::Object(properties)) => properties.keys().cloned().collect(),
        _ => Arc::default(),
    };
    let description = Description::new(name, T::DESCRIPTION, Arc::new(input))
        .with_title(T::TITLE)
        .with_raw_output_schema(Arc::new(schema::of_output::<Envelope<T::Value>>()))
        .with_annotations(T::annotations());
    router.add_route(ToolRoute::new_dyn(description, move |context: ToolCallContext<'_, Server>| {
        let fields = Arc::clone(&fields);
        Box::pin(async move { Ok(answer::<T>(context, &fields).await) })
    }));
}

async fn answer<T: Tool>(context: ToolCallContext<'_, Server>, fields: &[String]) -> CallToolResponse {
    let ToolCallContext { request_context, service, arguments, input_responses, .. } = context;
    let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
    let most = if is_window(&request_context) { usize::MAX } else { LARGEST };
    let result = match arguments::read(arguments.unwrap_or_default(), &fields, T::ALIASES) {
        Ok(arguments) => match T::question(service, &arguments).await {
            Ok(None) => T::call(service, arguments, request_context).await,
            Ok(Some(question)) => {
                match consent::ask(question, input_responses.as_ref(), &request_context).await {
                    Consent::Given => T::call(service, arguments, request_context).await,
                    Consent::Refused(failure) => Err(failure),
                    Consent::Asked(response) => return response,
                }
            }
            Err(failure) => Err(failure),
        },
        Err(failure) => Err(failure),
    };
    let news = service.news();
    match result {
        Ok(mut success) => {
            let text = success.text.take().map(|text| told_before(&news, &text));
            result_of::<T>(&success.into_envelope().telling(&news), text, false, most)
        }
        Err(failure) => result_of::<T>(&failure.into_envelope().telling(&news), None, true, most),
    }
    .into()
}

/// A text with what is to be told before it.
fn told_before(news: &[String], text: &str) -> String {
    news.iter().map(|notice| format!("{notice}\n\n")).collect::<String>() + text
}

/// The result of a call, with at most so many bytes in each of its two forms.
fn result_of<T: Tool>(
    envelope: &Envelope<impl Serialize>,
    text: Option<String>,
    is_error: bool,
    most: usize,
) -> CallToolResult {
    let mut value = match serde_json::to_value(envelope) {
        Ok(value) => value,
        Err(error) => return CallToolResult::error(vec![ContentBlock::text(error.to_string())]),
    };
    if let Some(cuts) = size::fit(&mut value, most.saturating_sub(LONGEST_WORDS)) {
        let before = value.get("instruction").and_then(serde_json::Value::as_str).unwrap_or_default();
        let words = format!("{cuts} {} {before}", T::WHEN_CUT);
        if let Some(object) = value.as_object_mut() {
            object.insert("instruction".to_owned(), excerpt(words.trim(), LONGEST_WORDS).into());
        }
    }
    let mut result =
        if is_error { CallToolResult::structured_error(value) } else { CallToolResult::structured(value) };
    if let Some(text) = text {
        let part = match size::parts(&text, most).as_slice() {
            [first, _, ..] => format!("{first}\n… {}", T::WHEN_CUT),
            _ => text,
        };
        result.content = vec![ContentBlock::text(part)];
    }
    result
}

/// The error for a call whose `arguments` are no object.
pub(crate) fn arguments_are_no_object(params: Option<&serde_json::Value>) -> Option<ErrorData> {
    let params = params?.as_object()?;
    let wrong =
        params.get("arguments").is_some_and(|arguments| !arguments.is_object() && !arguments.is_null());
    wrong.then(|| {
        ErrorData::invalid_params("`arguments` must be an object with the tool's arguments by name", None)
    })
}

/// The failure that a tool's result tells, for the log.
pub(crate) fn failure_in(result: &CallToolResult) -> Option<&str> {
    if result.is_error != Some(true) {
        return None;
    }
    let error = result
        .structured_content
        .as_ref()
        .and_then(|content| content.get("error"))
        .and_then(|error| error.as_str());
    Some(error.unwrap_or("the tool failed"))
}

/// An empty object of arguments, for tools that take none.
#[derive(Debug, serde::Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NoArguments {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_that_clients_would_refuse_is_explained() {
        for prefix in ["", "guide_", "my-table.2024_"] {
            assert_eq!(checked_prefix(prefix), Ok(prefix));
        }
        for prefix in ["my table ", "größe_", "a/b", &"x".repeat(200)] {
            let words = checked_prefix(prefix).unwrap_err();
            assert!(words.contains("MCP_TOOL_PREFIX") && words.contains("at most 40"), "{words}");
        }
    }
}
