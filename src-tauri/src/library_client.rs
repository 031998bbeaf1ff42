//! The MCP client of the window. It uses the same protocol and tools as an assistant.

use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt;
use rmcp::handler::client::progress::{ProgressDispatcher, ProgressSubscriber};
use rmcp::model::{
    CallToolRequestParams, CancelledNotificationParam, ClientCapabilities, ClientConfig, ClientRequest,
    Implementation, JsonObject, ProgressNotificationParam, ReadResourceRequestParams, Request,
    ResourceContents, ServerResult,
};
use rmcp::service::{
    ClientInitializeError, NotificationContext, Peer, PeerRequestOptions, RequestHandle, RunningService,
    ServiceError,
};
use rmcp::{ClientHandler, RoleClient, ServiceExt};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::child_process::Pipes;
use crate::envelope::{self, Answer};
use crate::page::server::{Identity, Tool};
use crate::problem::Problem;

/// The window's name in the handshake. The server leaves its searches out of the activity.
const CLIENT_NAME: &str = "lorekeeper";
/// Time for the handshake; the server answers it before it opens the library.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(20);
/// Time for an answer. The first one waits until the starter content is imported.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);

/// The start of the description of a tool that needs the user's consent.
const CONSENT_WARNING: &str = "REQUIRES EXPLICIT USER INSTRUCTION.";
/// The server marks the tools that assistants are not offered with this, among their metadata.
const OF_THE_WINDOW: &str = "lorekeeper/of-the-window";

/// An MCP session after its handshake. Dropping it closes the server's input, even while a [`LibraryClient`] of it exists.
pub(crate) struct Conversation {
    service: RunningService<RoleClient, ProgressListener>,
    client: LibraryClient,
}

/// A client to call the server with; cheap to clone.
#[derive(Clone)]
pub(crate) struct LibraryClient {
    peer: Peer<RoleClient>,
    tools: Arc<[Tool]>,
    progress: ProgressDispatcher,
}

/// Receives the server's progress notifications.
struct ProgressListener {
    config: ClientConfig,
    progress: ProgressDispatcher,
}

impl ClientHandler for ProgressListener {
    async fn on_progress(&self, notification: ProgressNotificationParam, _: NotificationContext<RoleClient>) {
        self.progress.handle_notification(notification).await;
    }

    fn get_info(&self) -> ClientConfig {
        self.config.clone()
    }
}

impl Conversation {
    /// Shakes hands with the server and lists its tools.
    pub(crate) async fn begin(pipes: Pipes) -> Result<Self, ClientError> {
        let name = Implementation::new(CLIENT_NAME, env!("CARGO_PKG_VERSION"));
        let progress = ProgressDispatcher::new();
        let config = ClientConfig::new(ClientCapabilities::default(), name);
        let handshake = Box::pin(ProgressListener { config, progress: progress.clone() }.serve(pipes));
        let service =
            tokio::time::timeout(HANDSHAKE_TIMEOUT, handshake).await.map_err(|_| ClientError::Silent)?;
        let service = service.map_err(Box::new)?;
        let listed = tokio::time::timeout(ANSWER_TIMEOUT, service.list_all_tools()).await;
        let listed = listed.map_err(|_| ClientError::Silent)??;
        let tools = listed.into_iter().map(describe_tool).collect();
        let client = LibraryClient { peer: service.peer().clone(), tools, progress };
        Ok(Self { service, client })
    }

    /// Returns the server's description of itself.
    pub(crate) fn identity(&self, pid: Option<u32>) -> Option<Identity> {
        let info = self.service.peer_info()?;
        let server = info.server_info.as_ref()?;
        Some(Identity {
            name: server.name.clone(),
            version: server.version.clone(),
            protocol: info.protocol_version.to_string(),
            pid,
        })
    }

    /// Returns the client of this session.
    pub(crate) fn client(&self) -> &LibraryClient {
        &self.client
    }
}

impl LibraryClient {
    /// Returns the tools that the server offers, in its order.
    pub(crate) fn tools(&self) -> &[Tool] {
        &self.tools
    }

    /// Calls a tool with arguments (a JSON object) and waits for its answer.
    pub(crate) async fn call_tool<T: DeserializeOwned>(
        &self,
        tool: &str,
        arguments: Value,
    ) -> Result<Answer<T>, Problem> {
        let mut call = self.start_call(tool, arguments).await?;
        tokio::time::timeout(ANSWER_TIMEOUT, call.answer(|_| {})).await.map_err(|_| Problem::slow())?
    }

    /// Starts a call that may take long. The server's name of the tool may have any prefix.
    pub(crate) async fn start_call(&self, tool: &str, arguments: Value) -> Result<ToolCall, Problem> {
        let name = full_name(&self.tools, tool).ok_or_else(|| {
            Problem::new(
                "no-tool",
                format!("The server has no tool {tool}."),
                "Check that the app and its server have the same version.",
            )
        })?;
        let arguments: JsonObject = serde_json::from_value(arguments)
            .map_err(|error| Problem::system("The call could not be made", error))?;
        let params = CallToolRequestParams::new(name.clone()).with_arguments(arguments);
        let handle = self.send(ClientRequest::CallToolRequest(Request::new(params))).await?;
        let progress = self.progress.subscribe(handle.progress_token.clone()).await;
        Ok(ToolCall { tool: name, handle, progress })
    }

    /// Reads a resource that holds JSON.
    pub(crate) async fn read_resource<T: DeserializeOwned>(&self, uri: &str) -> Result<T, Problem> {
        // The method of rmcp for this caches answers.
        let params = ReadResourceRequestParams::new(uri);
        let handle = self.send(ClientRequest::ReadResourceRequest(Request::new(params))).await?;
        let answer = tokio::time::timeout(ANSWER_TIMEOUT, handle.await_response());
        let result = answer.await.map_err(|_| Problem::slow())?.map_err(problem)?;
        let ServerResult::ReadResourceResult(result) = result else {
            return Err(Problem::unknown_answer(uri, "it is not a resource"));
        };
        let text = result.contents.into_iter().find_map(|contents| match contents {
            ResourceContents::TextResourceContents { text, .. } => Some(text),
            _ => None,
        });
        serde_json::from_str(&text.unwrap_or_default()).map_err(|error| Problem::unknown_answer(uri, error))
    }

    async fn send(&self, request: ClientRequest) -> Result<RequestHandle<RoleClient>, Problem> {
        self.peer.send_cancellable_request(request, PeerRequestOptions::no_options()).await.map_err(problem)
    }
}

/// A tool call in progress.
pub(crate) struct ToolCall {
    tool: String,
    handle: RequestHandle<RoleClient>,
    progress: ProgressSubscriber,
}

impl ToolCall {
    /// Waits for the answer and reports progress meanwhile. The future may be dropped and created again.
    pub(crate) async fn answer<T: DeserializeOwned>(
        &mut self,
        mut on_progress: impl FnMut(ProgressNotificationParam),
    ) -> Result<Answer<T>, Problem> {
        let result = loop {
            tokio::select! {
                biased;
                result = &mut self.handle.rx => break result,
                Some(notification) = self.progress.next() => on_progress(notification),
            }
        };
        match result.map_err(|_| Problem::server_ended())?.map_err(problem)? {
            ServerResult::CallToolResult(result) => envelope::open(&self.tool, result),
            _ => Err(Problem::unknown_answer(&self.tool, "it is not a tool result")),
        }
    }

    /// Cancels the call at the server; its answer is then a problem.
    pub(crate) async fn cancel(&self) {
        let id = Some(self.handle.id.clone());
        let reason = Some("cancelled by the user".to_owned());
        if let Err(error) =
            self.handle.peer.notify_cancelled(CancelledNotificationParam::new(id, reason)).await
        {
            tracing::debug!(%error, "a call could not be cancelled");
        }
    }
}

/// Returns the server's name of a tool, which may have a prefix; the shortest one if several match.
fn full_name(tools: &[Tool], name: &str) -> Option<String> {
    let names = tools.iter().map(|tool| &tool.name).filter(|full| full.ends_with(name));
    names.min_by_key(|name| name.len()).cloned()
}

/// Returns the problem that a failed request means.
fn problem(error: ServiceError) -> Problem {
    match error {
        ServiceError::McpError(error) => Problem::new("failed", error.message, "Try again."),
        ServiceError::Cancelled { .. } => Problem::new("cancelled", "It was cancelled.", ""),
        ServiceError::TransportClosed | ServiceError::TransportSend(_) => Problem::server_ended(),
        other => Problem::new("failed", format!("The request failed: {other}."), "Try again."),
    }
}

fn describe_tool(tool: rmcp::model::Tool) -> Tool {
    let annotations = tool.annotations.unwrap_or_default();
    let description = tool.description.unwrap_or_default();
    // The warning is for assistants; the window asks the user itself.
    let description = description.strip_prefix(CONSENT_WARNING).unwrap_or(&description).trim_start();
    let summary = description.split_once(". ").map_or(description, |(first, _)| first);
    Tool {
        title: tool.title.or(annotations.title).unwrap_or_else(|| tool.name.to_string()),
        summary: summary.lines().next().unwrap_or_default().trim_end_matches('.').to_owned(),
        read_only: annotations.read_only_hint.unwrap_or(false),
        of_the_window: tool.meta.is_some_and(|meta| meta.contains_key(OF_THE_WINDOW)),
        name: tool.name.into_owned(),
    }
}

/// The reason why a session failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ClientError {
    #[error("The server does not answer.")]
    Silent,
    #[error("The handshake failed: {0}.")]
    Handshake(#[from] Box<ClientInitializeError>),
    #[error("The connection broke: {0}.")]
    Broken(#[from] ServiceError),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_is_found_under_any_prefix() {
        let tool = |name: &str| Tool {
            name: name.to_owned(),
            title: String::new(),
            summary: String::new(),
            read_only: true,
            of_the_window: false,
        };
        let tools = ["guide_unread_entry", "guide_read_entry", "library_stats"].map(tool);
        assert_eq!(full_name(&tools, "read_entry").as_deref(), Some("guide_read_entry"));
        assert_eq!(full_name(&tools, "library_stats").as_deref(), Some("library_stats"));
        assert_eq!(full_name(&tools, "browse_entries"), None);
    }

    #[test]
    fn a_closed_connection_differs_from_a_refusal() {
        assert_eq!(problem(ServiceError::TransportClosed), Problem::server_ended());
        let refused = rmcp::ErrorData::resource_not_found("there is nothing at lore://x", None);
        assert!(problem(ServiceError::McpError(refused)).message.contains("nothing at lore://x"));
    }
}
