//! The MCP client of the window. It uses the same protocol and tools as an assistant.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt;
use rmcp::handler::client::progress::{ProgressDispatcher, ProgressSubscriber};
use rmcp::model::{
    CallToolRequestParams, CallToolResult, CancelledNotificationParam, ClientCapabilities, ClientConfig,
    ClientRequest, Implementation, JsonObject, ProgressNotificationParam, ReadResourceRequestParams, Request,
    ResourceContents, ServerResult,
};
use rmcp::service::{
    NotificationContext, Peer, PeerRequestOptions, RequestHandle, RunningService, RxJsonRpcMessage,
    ServiceError, TxJsonRpcMessage,
};
use rmcp::transport::Transport;
use rmcp::{ClientHandler, RoleClient, ServiceExt};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use crate::child_process::Pipes;
use crate::problem::{Problem, SAME_VERSION, sentence};
use crate::server_types::Envelope;

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

/// The server's description of itself in the handshake.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Identity {
    pub(crate) name: String,
    pub(crate) version: String,
    /// The revision of MCP, such as `2025-11-25`.
    pub(crate) protocol: String,
    /// The process id.
    pub(crate) pid: u32,
}

/// A tool of the server.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Tool {
    pub(crate) name: String,
    pub(crate) title: String,
    /// The first sentence of its description.
    pub(crate) summary: String,
    /// It declares that it changes nothing.
    pub(crate) read_only: bool,
    /// Only the window is offered it, and no assistant.
    pub(crate) of_the_window: bool,
}

/// A tool's answer with the message beside it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Answer<T> {
    pub(crate) value: T,
    /// A sentence for the user.
    pub(crate) message: Option<String>,
}

/// An MCP session after its handshake. Dropping it closes the server's input despite a [`LibraryClient`].
pub(crate) struct Conversation {
    pub(crate) client: LibraryClient,
    pub(crate) identity: Option<Identity>,
    _service: RunningService<RoleClient, ProgressListener>,
}

/// A client to call the server with; cheap to clone.
#[derive(Clone)]
pub(crate) struct LibraryClient {
    peer: Peer<RoleClient>,
    pub(crate) tools: Arc<[Tool]>,
    progress: ProgressDispatcher,
}

struct ProgressListener(ProgressDispatcher);

impl ClientHandler for ProgressListener {
    async fn on_progress(&self, notification: ProgressNotificationParam, _: NotificationContext<RoleClient>) {
        self.0.handle_notification(notification).await;
    }

    fn get_info(&self) -> ClientConfig {
        let name = Implementation::new(CLIENT_NAME, env!("CARGO_PKG_VERSION"));
        ClientConfig::new(ClientCapabilities::default(), name)
    }
}

impl Transport<RoleClient> for Pipes {
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleClient>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let input = self.input.clone();
        async move {
            let mut line = serde_json::to_vec(&message)?;
            line.push(b'\n');
            input.send(line).await.map_err(|_| io::ErrorKind::BrokenPipe.into())
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleClient>> {
        loop {
            match serde_json::from_slice(&self.output.recv().await?) {
                Ok(message) => return Some(message),
                Err(error) => tracing::warn!(%error, "the server sent a line that is not a message"),
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        // The input closes with the last of its senders, when the service drops this.
        self.output.close();
        Ok(())
    }
}

impl Conversation {
    /// Shakes hands with the server and lists its tools. The error is the reason, as a sentence.
    pub(crate) async fn begin(pipes: Pipes, pid: u32) -> Result<Self, String> {
        let progress = ProgressDispatcher::new();
        let handshake = Box::pin(ProgressListener(progress.clone()).serve(pipes));
        let silent = |_| "The server does not answer.".to_owned();
        let service = timeout(HANDSHAKE_TIMEOUT, handshake).await.map_err(silent)?;
        let service = service.map_err(|error| format!("The connection to the server failed: {error}."))?;
        let listed = timeout(ANSWER_TIMEOUT, service.list_all_tools()).await.map_err(silent)?;
        let listed = listed.map_err(|error| format!("The connection broke: {error}."))?;
        let tools = listed.into_iter().map(describe_tool).collect();
        let identity = service.peer_info().and_then(|info| {
            let server = info.server_info.as_ref()?;
            let (name, version) = (server.name.clone(), server.version.clone());
            Some(Identity { name, version, protocol: info.protocol_version.to_string(), pid })
        });
        let client = LibraryClient { peer: service.peer().clone(), tools, progress };
        Ok(Self { client, identity, _service: service })
    }
}

impl LibraryClient {
    pub(crate) fn is_open(&self) -> bool {
        !self.peer.is_transport_closed()
    }

    pub(crate) fn only_reads(&self, tool: &str) -> bool {
        find(&self.tools, tool).is_some_and(|tool| tool.read_only)
    }

    pub(crate) async fn call_tool<T: DeserializeOwned>(
        &self,
        tool: &str,
        arguments: JsonObject,
    ) -> Result<Answer<T>, Problem> {
        let mut call = self.start_call(tool, arguments).await?;
        timeout(ANSWER_TIMEOUT, call.answer(|_| {})).await.map_err(|_| Problem::slow())?
    }

    pub(crate) async fn start_call(&self, tool: &str, arguments: JsonObject) -> Result<ToolCall, Problem> {
        let name = find(&self.tools, tool).map(|tool| tool.name.clone()).ok_or_else(|| {
            Problem::new("no-tool", format!("The server has no tool {tool}."), SAME_VERSION)
        })?;
        let params = CallToolRequestParams::new(name.clone()).with_arguments(arguments);
        let handle = self.send(ClientRequest::CallToolRequest(Request::new(params))).await?;
        let progress = self.progress.subscribe(handle.progress_token.clone()).await;
        Ok(ToolCall { tool: name, handle, progress })
    }

    pub(crate) async fn read_resource<T: DeserializeOwned>(&self, uri: &str) -> Result<T, Problem> {
        // The method of rmcp for this caches answers.
        let params = ReadResourceRequestParams::new(uri);
        let handle = self.send(ClientRequest::ReadResourceRequest(Request::new(params))).await?;
        let answer = timeout(ANSWER_TIMEOUT, handle.await_response());
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
            ServerResult::CallToolResult(result) => open_envelope(&self.tool, result),
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

/// Takes an answer out of its envelope. If the tool failed, the problem has the server's own words.
fn open_envelope<T: DeserializeOwned>(tool: &str, result: CallToolResult) -> Result<Answer<T>, Problem> {
    let unknown = |error: serde_json::Error| Problem::unknown_answer(tool, error);
    let Some(content) = result.structured_content else {
        let texts = result.content.iter().filter_map(|block| Some(block.as_text()?.text.as_str()));
        let text = texts.collect::<Vec<_>>().join(" ");
        return Err(Problem::unknown_answer(tool, if text.is_empty() { "nothing" } else { &text }));
    };
    let Envelope { success, value, message, instruction, error, error_type } =
        serde_json::from_value(content).map_err(unknown)?;
    if !success {
        let reason = error.or(message).unwrap_or_else(|| format!("{tool} failed without a reason."));
        return Err(Problem {
            code: error_type.unwrap_or_else(|| "failed".to_owned()),
            message: sentence(&reason),
            advice: instruction.unwrap_or_default(),
        });
    }
    let value = serde_json::from_value(value.unwrap_or_default()).map_err(unknown)?;
    Ok(Answer { value, message })
}

/// Returns a tool, whose name at the server may have a prefix; of several, the one with the shortest name.
fn find<'a>(tools: &'a [Tool], name: &str) -> Option<&'a Tool> {
    tools.iter().filter(|tool| tool.name.ends_with(name)).min_by_key(|tool| tool.name.len())
}

fn problem(error: ServiceError) -> Problem {
    match error {
        ServiceError::McpError(error) => Problem::new("failed", sentence(&error.message), "Try again."),
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

#[cfg(test)]
mod tests;
