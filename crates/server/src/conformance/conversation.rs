//! What a tool says to the client, and asks it, while it is at work.

use std::time::Duration;

use rmcp::model::{
    CallToolResult, ClientResult, ContentBlock, CreateMessageRequestParams, ElicitRequest,
    ElicitRequestParams, LoggingLevel, LoggingMessageNotificationParam, ProgressNotificationParam,
    SamplingMessage, ServerRequest,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use serde_json::json;

/// The wait between two notes, so that they are sent while the tool is at work and not with its answer.
const PAUSE: Duration = Duration::from_millis(50);

/// Logs three lines, unless the client does not want to know as much.
pub(super) async fn log(wanted: LoggingLevel, context: &RequestContext<RoleServer>) -> CallToolResult {
    for line in ["Tool execution started", "Tool processing data", "Tool execution completed"] {
        if wanted as u8 <= LoggingLevel::Info as u8 {
            let note = LoggingMessageNotificationParam::new(LoggingLevel::Info, json!(line));
            let _ = context.peer.notify_logging_message(note).await;
        }
        tokio::time::sleep(PAUSE).await;
    }
    CallToolResult::success(vec![ContentBlock::text("three lines were logged")])
}

/// Logs a line if the request says that it wants to be told: from the newest revision on, nobody else may be.
pub(super) async fn log_if_asked(context: &RequestContext<RoleServer>) -> CallToolResult {
    if let Some(level) = context.meta.log_level() {
        let note = LoggingMessageNotificationParam::new(level, json!("the request asked for this"));
        let _ = context.peer.notify_logging_message(note).await;
    }
    CallToolResult::success(vec![ContentBlock::text("done")])
}

/// Tells three times how far it is.
pub(super) async fn progress(context: &RequestContext<RoleServer>) -> CallToolResult {
    for done in [0.0, 50.0, 100.0] {
        if let Some(token) = context.meta.get_progress_token() {
            let note = ProgressNotificationParam::new(token, done).with_total(100.0);
            let _ = context.peer.notify_progress(note).await;
        }
        tokio::time::sleep(PAUSE).await;
    }
    CallToolResult::success(vec![ContentBlock::text("it is done")])
}

/// Asks the client's model.
pub(super) async fn ask_model(prompt: &str, context: &RequestContext<RoleServer>) -> CallToolResult {
    let request = CreateMessageRequestParams::new(vec![SamplingMessage::user_text(prompt)], 100);
    match context.peer.create_message(request).await {
        Ok(answer) => {
            let said = answer.message.content.first().and_then(|block| block.as_text());
            let said = said.map_or("nothing", |text| text.text.as_str());
            CallToolResult::success(vec![ContentBlock::text(format!("LLM response: {said}"))])
        }
        Err(error) => failed(&error),
    }
}

/// Has a form filled in.
pub(super) async fn ask_user(
    form: Result<ElicitRequestParams, ErrorData>,
    context: &RequestContext<RoleServer>,
) -> Result<CallToolResult, ErrorData> {
    let request = ServerRequest::ElicitRequest(ElicitRequest::new(form?));
    Ok(match context.peer.send_request(request).await {
        Ok(ClientResult::ElicitResult(answer)) => {
            let answer = serde_json::to_string(&answer).unwrap_or_default();
            CallToolResult::success(vec![ContentBlock::text(format!("User response: {answer}"))])
        }
        Ok(_) => failed(&"the client answered something else"),
        Err(error) => failed(&error),
    })
}

fn failed(error: &impl std::fmt::Display) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(format!("the client gave no answer: {error}"))])
}
