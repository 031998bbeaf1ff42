//! The `Tool` trait with all that a tool needs, and how a tool becomes a route: name, schemas, arguments,
//! consent, envelope.

use std::future::Future;
use std::sync::Arc;

use lore::model::excerpt;
use rmcp::ErrorData;
use rmcp::handler::server::router::tool::{ToolRoute, ToolRouter};
use rmcp::handler::server::tool::ToolCallContext;
use rmcp::model::{
    CallToolResponse, CallToolResult, ContentBlock, InputResponses, JsonObject, MetaObject,
    Tool as Description, ToolAnnotations,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

pub(crate) use crate::protocol::consent::Question;
use crate::protocol::consent::{self, Unanswered};
use crate::protocol::decoding::{ArgumentRules, Arguments};
use crate::protocol::envelope::Envelope;
pub(crate) use crate::protocol::envelope::{Failure, Success};
use crate::protocol::names::ToolNames;
use crate::protocol::schema;
pub(crate) use crate::protocol::session::{Session, ToolRequest};
use crate::protocol::size::{self, MAX_MESSAGE_CHARS, MAX_RESULT_BYTES};

/// A tool, as its arguments. Its documentation uses tool names without the prefix.
pub(crate) trait Tool: Arguments + 'static {
    const NAME: &'static str;
    const TITLE: &'static str;
    /// The description by which assistants choose the tool, with examples; at most 400 characters.
    const DESCRIPTION: &'static str;
    const HAS_CARD: bool = false;
    /// False for a tool that only LoreKeeper's own window is offered.
    const IS_FOR_ASSISTANTS: bool = true;
    /// The fields of the value's objects that the published schema names; `None` for all.
    const PUBLISHED_FIELDS: Option<&'static [&'static str]> = None;
    /// Other accepted names of arguments, each with the argument's own name.
    const ALIASES: &'static [(&'static str, &'static str)] = &[];
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

pub(crate) fn register<T: Tool>(
    router: &mut ToolRouter<Session>,
    names: &ToolNames,
    metadata: Option<MetaObject>,
) {
    let input = T::schema();
    let mut published = schema::published(input.clone());
    T::complete_schema(&mut published);
    let input = Arc::new(input);
    let annotations = ToolAnnotations::new().read_only(T::WRITES.is_none()).open_world(T::OPEN_WORLD);
    let annotations = match T::WRITES {
        Some(Writing { is_destructive, is_idempotent }) => {
            annotations.destructive(is_destructive).idempotent(is_idempotent)
        }
        None => annotations,
    };
    let mut description = Description::new(names.published(T::NAME), T::DESCRIPTION, Arc::new(published))
        .with_title(T::TITLE)
        .with_raw_output_schema(Arc::new(schema::outline(output_schema::<T>(), T::PUBLISHED_FIELDS)))
        .with_annotations(annotations);
    description.meta = metadata;
    router.add_route(ToolRoute::new_dyn(description, move |context: ToolCallContext<'_, Session>| {
        let input = Arc::clone(&input);
        Box::pin(async move { Ok(respond::<T>(context, &input).await) })
    }));
}

pub(crate) fn output_schema<T: Tool>() -> JsonObject {
    schema::of_output::<Envelope<T::Value>>()
}

async fn respond<T: Tool>(context: ToolCallContext<'_, Session>, input: &JsonObject) -> CallToolResponse {
    let ToolCallContext { request_context, service: session, arguments, input_responses, .. } = context;
    let request = ToolRequest { session, context: request_context };
    let max_bytes = if request.is_from_window() { usize::MAX } else { MAX_RESULT_BYTES };
    let answers = input_responses.as_ref();
    let result = match run::<T>(request, arguments.unwrap_or_default(), answers, input).await {
        Err(Unanswered::Asked(response)) => return response,
        Err(Unanswered::Failed(failure)) => Err(failure),
        Ok(success) => Ok(success),
    };
    let notices = session.take_notices();
    match result {
        Ok(mut success) => {
            let text = success.text.take().map(|text| format!("{}{text}", paragraphs(&notices)));
            result_of::<T>(&success.into_envelope().with_notices(&notices), text, false, max_bytes)
        }
        Err(failure) => {
            result_of::<T>(&failure.into_envelope().with_notices(&notices), None, true, max_bytes)
        }
    }
    .into()
}

async fn run<T: Tool>(
    request: ToolRequest<'_>,
    arguments: JsonObject,
    answers: Option<&InputResponses>,
    schema: &JsonObject,
) -> Result<Success<T::Value>, Unanswered> {
    let rules = ArgumentRules {
        schema,
        aliases: T::ALIASES,
        meaningful_if_empty: T::MEANINGFUL_IF_EMPTY,
        keeps_empty: request.is_from_window(),
    };
    let tool = T::read(rules.decode(arguments)?)?;
    if let Some(question) = tool.question(request.session).await? {
        consent::ask(question, answers, &request.context).await?;
    }
    Ok(tool.call(request).await?)
}

fn paragraphs(notices: &[String]) -> String {
    notices.iter().map(|notice| format!("{notice}\n\n")).collect()
}

/// Returns the result of a call, with at most `max_bytes` in each of its two forms.
fn result_of<T: Tool>(
    envelope: &Envelope<impl Serialize>,
    text: Option<String>,
    is_error: bool,
    max_bytes: usize,
) -> CallToolResult {
    let mut value = match serde_json::to_value(envelope) {
        Ok(value) => value,
        Err(error) => return CallToolResult::error(vec![ContentBlock::text(error.to_string())]),
    };
    let mut json = value.to_string();
    let max_json_bytes = max_bytes.saturating_sub(MAX_MESSAGE_CHARS);
    if json.len() > max_json_bytes
        && let Some(shortened) = size::fit(&mut value, max_json_bytes)
    {
        let instruction = value.get("instruction").and_then(Value::as_str).unwrap_or_default();
        let instruction = format!("{shortened} {} {instruction}", T::WHEN_SHORTENED);
        if let Some(object) = value.as_object_mut() {
            object.insert("instruction".to_owned(), excerpt(instruction.trim(), MAX_MESSAGE_CHARS).into());
        }
        json = value.to_string();
    }
    let text = match text {
        Some(text) => match size::parts(&text, max_bytes).as_slice() {
            [first, _, ..] => format!("{first}\n… {}", T::WHEN_SHORTENED),
            _ => text,
        },
        None => json,
    };
    let result = if is_error { CallToolResult::error } else { CallToolResult::success };
    let mut result = result(vec![ContentBlock::text(text)]);
    result.structured_content = Some(value);
    result
}

pub(crate) fn non_object_arguments(params: Option<&Value>) -> Option<ErrorData> {
    let arguments = params?.as_object()?.get("arguments")?;
    (!arguments.is_object() && !arguments.is_null()).then(|| {
        ErrorData::invalid_params("`arguments` must be an object with the tool's arguments by name", None)
    })
}

pub(crate) fn failure_message(result: &CallToolResult) -> Option<&str> {
    (result.is_error == Some(true)).then(|| {
        let error = result.structured_content.as_ref().and_then(|content| content.get("error")?.as_str());
        error.unwrap_or("the tool failed")
    })
}
