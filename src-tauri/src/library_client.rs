//! The window's side of the conversation with the server: the same protocol and tools that an assistant uses.

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
use crate::page::jobs::Problem;
use crate::page::server::{Identity, Tool};

/// The name by which the server knows the window: it leaves its searches out of the activity.
const NAME: &str = "lorekeeper";
/// How long the handshake may take; the server answers it before it opens anything.
const HANDSHAKE_LIMIT: Duration = Duration::from_secs(20);
/// How long one question may take. The first waits for the starter to be imported.
const ANSWER_LIMIT: Duration = Duration::from_secs(60);

/// How the description of a tool begins that asks for the user's consent.
const CONSENT: &str = "REQUIRES EXPLICIT USER INSTRUCTION.";

/// A conversation past its handshake. Dropping it closes the server's input, whoever still holds its [`LibraryClient`].
pub(crate) struct Conversation {
    service: RunningService<RoleClient, Listener>,
    client: LibraryClient,
}

/// Asks the server; cheap to clone.
#[derive(Clone)]
pub(crate) struct LibraryClient {
    peer: Peer<RoleClient>,
    tools: Arc<[Tool]>,
    progress: ProgressDispatcher,
}

/// What the server tells without being asked.
struct Listener {
    config: ClientConfig,
    progress: ProgressDispatcher,
}

impl ClientHandler for Listener {
    async fn on_progress(&self, note: ProgressNotificationParam, _: NotificationContext<RoleClient>) {
        self.progress.handle_notification(note).await;
    }

    fn get_info(&self) -> ClientConfig {
        self.config.clone()
    }
}

impl Conversation {
    /// Shakes hands with the server and asks what it can do.
    pub(crate) async fn begin(pipes: Pipes) -> Result<Self, ClientError> {
        let us = Implementation::new(NAME, env!("CARGO_PKG_VERSION"));
        let progress = ProgressDispatcher::new();
        let config = ClientConfig::new(ClientCapabilities::default(), us);
        let greeting = Box::pin(Listener { config, progress: progress.clone() }.serve(pipes));
        let service =
            tokio::time::timeout(HANDSHAKE_LIMIT, greeting).await.map_err(|_| ClientError::Silent)?;
        let service = service.map_err(Box::new)?;
        let listed = tokio::time::timeout(ANSWER_LIMIT, service.list_all_tools()).await;
        let listed = listed.map_err(|_| ClientError::Silent)??;
        let tools = listed.into_iter().map(describe_tool).collect();
        let client = LibraryClient { peer: service.peer().clone(), tools, progress };
        Ok(Self { service, client })
    }

    /// Who answered.
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

    /// To ask the server with.
    pub(crate) fn client(&self) -> &LibraryClient {
        &self.client
    }
}

impl LibraryClient {
    /// The tools offered, in the server's order.
    pub(crate) fn tools(&self) -> &[Tool] {
        &self.tools
    }

    /// Calls a tool with arguments (an object) and waits for its answer.
    pub(crate) async fn ask<T: DeserializeOwned>(
        &self,
        tool: &str,
        arguments: Value,
    ) -> Result<Answer<T>, Problem> {
        let mut call = self.call(tool, arguments).await?;
        tokio::time::timeout(ANSWER_LIMIT, call.answer(|_| {})).await.map_err(|_| Problem::slow())?
    }

    /// Calls a tool that may take long. Its name may carry any prefix.
    pub(crate) async fn call(&self, tool: &str, arguments: Value) -> Result<Call, Problem> {
        let name = named(&self.tools, tool).ok_or_else(|| {
            Problem::new(
                "no-tool",
                format!("The server has no tool {tool}."),
                "Check that the app and its server have the same version.",
            )
        })?;
        let arguments: JsonObject = serde_json::from_value(arguments)
            .map_err(|error| Problem::system("The question could not be put", error))?;
        let params = CallToolRequestParams::new(name.clone()).with_arguments(arguments);
        let handle = self.send(ClientRequest::CallToolRequest(Request::new(params))).await?;
        let progress = self.progress.subscribe(handle.progress_token.clone()).await;
        Ok(Call { tool: name, handle, progress })
    }

    /// Reads a resource that holds JSON.
    pub(crate) async fn read<T: DeserializeOwned>(&self, uri: &str) -> Result<T, Problem> {
        // The library's own convenience for this keeps answers for a while; the window wants what is so now.
        let params = ReadResourceRequestParams::new(uri);
        let handle = self.send(ClientRequest::ReadResourceRequest(Request::new(params))).await?;
        let answer = tokio::time::timeout(ANSWER_LIMIT, handle.await_response());
        let result = answer.await.map_err(|_| Problem::slow())?.map_err(problem)?;
        let ServerResult::ReadResourceResult(result) = result else {
            return Err(Problem::unknown_answer(uri, "it is no resource"));
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

/// A call that the server is at work on.
pub(crate) struct Call {
    tool: String,
    handle: RequestHandle<RoleClient>,
    progress: ProgressSubscriber,
}

impl Call {
    /// Waits for the answer, and tells how far it is meanwhile. May be dropped and called again.
    pub(crate) async fn answer<T: DeserializeOwned>(
        &mut self,
        mut tell: impl FnMut(ProgressNotificationParam),
    ) -> Result<Answer<T>, Problem> {
        let result = loop {
            tokio::select! {
                biased;
                result = &mut self.handle.rx => break result,
                Some(note) = self.progress.next() => tell(note),
            }
        };
        match result.map_err(|_| Problem::server_ended())?.map_err(problem)? {
            ServerResult::CallToolResult(result) => envelope::open(&self.tool, result),
            _ => Err(Problem::unknown_answer(&self.tool, "it is no answer of a tool")),
        }
    }

    /// Tells the server that nobody waits for the answer any more; the call ends with a problem.
    pub(crate) async fn cancel(&self) {
        let id = Some(self.handle.id.clone());
        let words = Some("cancelled by the user".to_owned());
        if let Err(error) =
            self.handle.peer.notify_cancelled(CancelledNotificationParam::new(id, words)).await
        {
            tracing::debug!(%error, "the server could not be told that a call is cancelled");
        }
    }
}

/// The whole name of a tool; the shortest, should the prefix make several look alike.
fn named(tools: &[Tool], wanted: &str) -> Option<String> {
    let names = tools.iter().map(|tool| &tool.name).filter(|name| name.ends_with(wanted));
    names.min_by_key(|name| name.len()).cloned()
}

/// What a failed request means.
fn problem(error: ServiceError) -> Problem {
    match error {
        ServiceError::McpError(error) => Problem::new("failed", error.message, "Try again."),
        ServiceError::Cancelled { .. } => Problem::new("cancelled", "It was cancelled.", ""),
        ServiceError::TransportClosed | ServiceError::TransportSend(_) => Problem::server_ended(),
        other => Problem::new("failed", format!("The server could not be asked: {other}."), "Try again."),
    }
}

fn describe_tool(tool: rmcp::model::Tool) -> Tool {
    let annotations = tool.annotations.unwrap_or_default();
    let description = tool.description.unwrap_or_default();
    // The warning is for assistants; the window asks the user itself.
    let told = description.strip_prefix(CONSENT).unwrap_or(&description).trim_start();
    let summary = told.split_once(". ").map_or(told, |(first, _)| first);
    Tool {
        title: tool.title.or(annotations.title).unwrap_or_else(|| tool.name.to_string()),
        summary: summary.lines().next().unwrap_or_default().trim_end_matches('.').to_owned(),
        read_only: annotations.read_only_hint.unwrap_or(false),
        name: tool.name.into_owned(),
    }
}

/// Why the conversation failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ClientError {
    #[error("The server does not answer.")]
    Silent,
    #[error("The handshake failed: {0}.")]
    Handshake(#[from] Box<ClientInitializeError>),
    #[error("The conversation broke off: {0}.")]
    Broken(#[from] ServiceError),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_is_found_whatever_its_prefix() {
        let tool = |name: &str| Tool {
            name: name.to_owned(),
            title: String::new(),
            summary: String::new(),
            read_only: true,
        };
        let tools = ["guide_unread_entry", "guide_read_entry", "library_stats"].map(tool);
        assert_eq!(named(&tools, "read_entry").as_deref(), Some("guide_read_entry"));
        assert_eq!(named(&tools, "library_stats").as_deref(), Some("library_stats"));
        assert_eq!(named(&tools, "browse_entries"), None);
    }

    #[test]
    fn a_server_that_went_away_is_told_from_one_that_refused() {
        assert_eq!(problem(ServiceError::TransportClosed), Problem::server_ended());
        let refused = rmcp::ErrorData::resource_not_found("there is nothing at lore://x", None);
        assert!(problem(ServiceError::McpError(refused)).message.contains("nothing at lore://x"));
    }
}
