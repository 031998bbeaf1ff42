//! A client's session, which tools, prompts and resources receive with a request.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::http::request::Parts;
use lore::model::shown;
use lore::progress::Call;
use lore::{Access, Library};
use parking_lot::Mutex;
use rmcp::model::{Implementation, RequestId};
use serde::{Deserialize, Serialize};

use crate::protocol::client_limits;
use crate::protocol::lazy_library::LazyLibrary;
use crate::protocol::names::ToolNames;

const WINDOW_CLIENT: &str = "lorekeeper";

pub(crate) type RequestContext = rmcp::service::RequestContext<rmcp::RoleServer>;

#[derive(Debug, Default)]
pub(crate) struct SessionClient {
    /// A bridge keeps it when it moves to another owner.
    id: String,
    /// The folder that relative file paths start from.
    folder: PathBuf,
    /// The ids, as JSON, of repeated requests that a previous owner may already have carried out.
    repeated_requests: Mutex<HashSet<String>>,
    received_notices: Mutex<HashSet<String>>,
}

impl SessionClient {
    pub(crate) fn bridge(id: String, folder: PathBuf, repeated_requests: Vec<String>) -> Self {
        let repeated_requests = Mutex::new(repeated_requests.into_iter().collect());
        Self { id, folder, repeated_requests, ..Self::default() }
    }

    pub(crate) fn http(folder: PathBuf) -> Self {
        Self { id: uuid::Uuid::new_v4().to_string(), folder, ..Self::default() }
    }
}

#[derive(Clone)]
pub(crate) struct Session {
    pub(crate) lazy_library: LazyLibrary,
    pub(crate) names: ToolNames,
    pub(crate) client: Arc<SessionClient>,
}

impl Session {
    pub(crate) async fn library(&self) -> lore::Result<&Library> {
        self.lazy_library.library().await
    }

    /// Returns true where a server that only reads answers many people.
    pub(crate) fn is_shared(&self) -> bool {
        self.lazy_library.settings.access != Access::Change
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.client.folder
    }

    /// Returns the key under which the library records that a request was carried out.
    pub(crate) fn call(&self, id: &RequestId) -> Call {
        let request = serde_json::to_string(id).unwrap_or_default();
        let again = self.client.repeated_requests.lock().remove(&request);
        Call { session: self.client.id.clone(), again, request }
    }

    pub(crate) fn take_notices(&self) -> Vec<String> {
        let mut notices = self.lazy_library.opened().map(Library::notices).unwrap_or_default();
        let mut received = self.client.received_notices.lock();
        notices.retain(|notice| received.insert(notice.clone()));
        notices
    }

    /// Returns true if this client has not received some news yet, and marks it as received.
    pub(crate) fn is_news(&self, news: &str) -> bool {
        self.client.received_notices.lock().insert(news.to_owned())
    }
}

/// The client of a session of the older protocol revisions, as it introduced itself to a server that keeps no
/// sessions. Each request carries it along in a header, so the field names are short.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CarriedSession {
    #[serde(rename = "r")]
    pub(crate) revision: String,
    /// The client's name and version.
    #[serde(rename = "c")]
    pub(crate) client: String,
    #[serde(rename = "s")]
    pub(crate) shows_cards: bool,
}

impl CarriedSession {
    pub(crate) fn in_request(context: &RequestContext) -> Option<&Self> {
        context.extensions.get::<Parts>()?.extensions.get()
    }
}

pub(crate) struct ToolRequest<'a> {
    pub(crate) session: &'a Session,
    pub(crate) context: RequestContext,
}

impl ToolRequest<'_> {
    pub(crate) fn is_from_window(&self) -> bool {
        is_window(&self.context)
    }

    /// Returns the most bytes that each copy of the result may have.
    pub(crate) fn max_bytes(&self) -> usize {
        if self.is_from_window() {
            return usize::MAX;
        }
        client_limits::max_bytes(&client_name(&self.context))
    }
}

/// The window starts its server itself: a client that asks over HTTP only has its name.
pub(crate) fn is_window(context: &RequestContext) -> bool {
    let is_over_http = context.extensions.get::<Parts>().is_some();
    let initialized = || context.peer.peer_info().map(|info| info.client_info.clone());
    let client = context.meta.client_info().or_else(initialized);
    !is_over_http && client.is_some_and(|client| client.name == WINDOW_CLIENT)
}

pub(crate) fn client_name(context: &RequestContext) -> String {
    let carried = || CarriedSession::in_request(context).map(|session| session.client.clone());
    let initialized = || context.peer.peer_info().map(|info| described(&info.client_info));
    let client = context.meta.client_info().map(|client| described(&client));
    client.or_else(carried).or_else(initialized).unwrap_or_else(|| "unknown".to_owned())
}

pub(crate) fn described(client: &Implementation) -> String {
    shown(&format!("{} {}", client.name, client.version))
}
