//! The window's side of the conversation with the server: the same protocol and tools that an assistant uses.

use std::collections::BTreeMap;
use std::time::Duration;

use rmcp::model::{CallToolRequestParams, ClientCapabilities, ClientConfig, Implementation};
use rmcp::service::{ClientInitializeError, RunningService, ServiceError};
use rmcp::{RoleClient, ServiceExt};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::child_process::Pipes;
use crate::page::server::{Document, Identity, KindCount, Library, Tool};

/// How long the handshake may take; the server answers it before it opens anything.
const HANDSHAKE_LIMIT: Duration = Duration::from_secs(20);
/// How long one question may take. The first waits for the starter to be imported.
const ANSWER_LIMIT: Duration = Duration::from_secs(60);

/// A conversation past its handshake. Dropping it closes the server's input.
pub(crate) struct LibraryClient(RunningService<RoleClient, ClientConfig>);

impl LibraryClient {
    /// Shakes hands with the server.
    pub(crate) async fn connect(pipes: Pipes) -> Result<Self, ClientError> {
        let us = Implementation::new("lorekeeper", env!("CARGO_PKG_VERSION"));
        let config = ClientConfig::new(ClientCapabilities::default(), us);
        let greeting = Box::pin(config.serve(pipes));
        let service =
            tokio::time::timeout(HANDSHAKE_LIMIT, greeting).await.map_err(|_| ClientError::Silent)?;
        Ok(Self(service.map_err(Box::new)?))
    }

    /// Who answered.
    pub(crate) fn identity(&self, pid: Option<u32>) -> Option<Identity> {
        let info = self.0.peer_info()?;
        let server = info.server_info.as_ref()?;
        Some(Identity {
            name: server.name.clone(),
            version: server.version.clone(),
            protocol: info.protocol_version.to_string(),
            pid,
        })
    }

    /// The tools offered, in the server's order.
    pub(crate) async fn tools(&self) -> Result<Vec<Tool>, ClientError> {
        let listed = tokio::time::timeout(ANSWER_LIMIT, self.0.list_all_tools()).await;
        let listed = listed.map_err(|_| ClientError::Silent)??;
        Ok(listed.into_iter().map(describe_tool).collect())
    }

    /// What the library holds. A refusal by the server is an answer, too.
    pub(crate) async fn library(&self, tools: &[Tool]) -> Result<Library, ClientError> {
        let stats = match self.ask::<Stats>(tools, "library_stats").await? {
            Ok(stats) => stats,
            Err(message) => return Ok(Library::Unavailable { message }),
        };
        let documents = match self.ask::<Vec<ListedDocument>>(tools, "list_documents").await? {
            Ok(documents) => documents,
            Err(message) => return Ok(Library::Unavailable { message }),
        };
        Ok(Library::Known {
            entries: stats.entries,
            kinds: stats.kinds.into_iter().map(|(kind, entries)| KindCount { kind, entries }).collect(),
            documents: documents.into_iter().map(Document::from).collect(),
        })
    }

    /// Calls a tool without arguments. The tool may carry any prefix; the inner error is the server's own sentence.
    async fn ask<T: DeserializeOwned>(
        &self,
        tools: &[Tool],
        name: &str,
    ) -> Result<Result<T, String>, ClientError> {
        let Some(tool) = tools.iter().find(|tool| tool.name.ends_with(name)) else {
            return Ok(Err(format!("The server has no tool {name}.")));
        };
        let call = Box::pin(self.0.call_tool(CallToolRequestParams::new(tool.name.clone())));
        let Ok(result) = tokio::time::timeout(ANSWER_LIMIT, call).await else {
            return Ok(Err("The server is taking long to answer; it may still be importing.".to_owned()));
        };
        let Some(content) = result?.structured_content else {
            return Ok(Err(format!("{} answered without structured content.", tool.name)));
        };
        Ok(match serde_json::from_value::<Envelope<T>>(content) {
            Ok(Envelope { success: true, value: Some(value), .. }) => Ok(value),
            Ok(Envelope { error, message, .. }) => {
                Err(error.or(message).unwrap_or_else(|| format!("{} failed without a reason.", tool.name)))
            }
            Err(error) => Err(format!("{} answered in an unknown form: {error}", tool.name)),
        })
    }
}

fn describe_tool(tool: rmcp::model::Tool) -> Tool {
    let annotations = tool.annotations.unwrap_or_default();
    let description = tool.description.unwrap_or_default();
    let summary = description.split_once(". ").map_or(description.as_ref(), |(first, _)| first);
    Tool {
        title: tool.title.or(annotations.title).unwrap_or_else(|| tool.name.to_string()),
        summary: summary.lines().next().unwrap_or_default().trim_end_matches('.').to_owned(),
        read_only: annotations.read_only_hint.unwrap_or(false),
        name: tool.name.into_owned(),
    }
}

/// The structured content of every tool.
#[derive(Deserialize)]
struct Envelope<T> {
    success: bool,
    value: Option<T>,
    message: Option<String>,
    error: Option<String>,
}

/// The part of `library_stats` that the window shows.
#[derive(Deserialize)]
struct Stats {
    entries: u64,
    kinds: BTreeMap<String, u64>,
}

/// One row of `list_documents`.
#[derive(Deserialize)]
struct ListedDocument {
    document_key: String,
    document_name: String,
    source_api: String,
    entity_count: u64,
    license: Option<String>,
    notice: Option<String>,
}

impl From<ListedDocument> for Document {
    fn from(listed: ListedDocument) -> Self {
        Self {
            key: listed.document_key,
            name: listed.document_name,
            source: listed.source_api,
            entries: listed.entity_count,
            license: listed.license,
            notice: listed.notice,
        }
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
