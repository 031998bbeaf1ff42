//! How a tool becomes a route: its name, its schemas, its arguments, its envelope.

use std::future::Future;
use std::sync::Arc;

use rmcp::handler::server::router::tool::{ToolRoute, ToolRouter};
use rmcp::handler::server::tool::ToolCallContext;
use rmcp::model::{CallToolResponse, CallToolResult, ContentBlock, Tool as Description, ToolAnnotations};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::arguments;
use crate::envelope::{Envelope, Failure, Success};
use crate::schema;
use crate::server::Server;

/// The variable that holds the prefix of tools that have none of their own.
pub(crate) const PREFIX_VARIABLE: &str = "MCP_TOOL_PREFIX";
/// The prefix when the variable is not set.
const DEFAULT_PREFIX: &str = "guide_";

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
    /// Other names that arguments are accepted under.
    const ALIASES: &'static [&'static str] = &[];
    /// Whether it may ask Open5e.
    const OPEN_WORLD: bool = false;
    /// What it takes.
    type Arguments: DeserializeOwned + JsonSchema + Send;
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

    /// Does it.
    fn call(
        server: &Server,
        arguments: Self::Arguments,
        context: RequestContext<RoleServer>,
    ) -> impl Future<Output = Result<Success<Self::Value>, Failure>> + Send;
}

/// The prefix that tools without one of their own get.
pub(crate) fn default_prefix() -> String {
    std::env::var(PREFIX_VARIABLE).unwrap_or_else(|_| DEFAULT_PREFIX.to_owned())
}

/// Adds a tool to a router under its prefixed name.
pub(crate) fn register<T: Tool>(router: &mut ToolRouter<Server>, default_prefix: &str) {
    let name = format!("{}{}", T::PREFIX.unwrap_or(default_prefix), T::NAME);
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
    let ToolCallContext { request_context, service, arguments, .. } = context;
    let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
    let result = match arguments::read(arguments.unwrap_or_default(), &fields, T::ALIASES) {
        Ok(arguments) => T::call(service, arguments, request_context).await,
        Err(failure) => Err(failure),
    };
    match result {
        Ok(mut success) => {
            let text = success.text.take();
            result_of(&success.into_envelope(), text, false)
        }
        Err(failure) => result_of(&failure.into_envelope(), None, true),
    }
    .into()
}

fn result_of<T: Serialize>(envelope: &Envelope<T>, text: Option<String>, is_error: bool) -> CallToolResult {
    let value = match serde_json::to_value(envelope) {
        Ok(value) => value,
        Err(error) => return CallToolResult::error(vec![ContentBlock::text(error.to_string())]),
    };
    let mut result =
        if is_error { CallToolResult::structured_error(value) } else { CallToolResult::structured(value) };
    if let Some(text) = text {
        result.content = vec![ContentBlock::text(text)];
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
