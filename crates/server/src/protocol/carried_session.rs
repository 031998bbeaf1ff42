//! What a server that keeps no sessions must know of a client, which each request carries along.

use axum::http::request::Parts;
use lore::model::shown;
use rmcp::RoleServer;
use rmcp::model::{Implementation, InitializeRequestParams};
use rmcp::service::RequestContext;
use serde::{Deserialize, Serialize};

/// The client of a session of the older protocol revisions, as it introduced itself. The field names are short because all of it
/// travels in the header of every request.
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
    pub(crate) fn of(handshake: &InitializeRequestParams, shows_cards: bool) -> Self {
        Self {
            revision: handshake.protocol_version.to_string(),
            client: described(&handshake.client_info),
            shows_cards,
        }
    }

    pub(crate) fn in_request(context: &RequestContext<RoleServer>) -> Option<&Self> {
        context.extensions.get::<Parts>()?.extensions.get()
    }
}

/// Marks the requests to a server that many share: none of its clients is LoreKeeper's own window.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SharedServer;

impl SharedServer {
    pub(crate) fn received(context: &RequestContext<RoleServer>) -> bool {
        context.extensions.get::<Parts>().is_some_and(|parts| parts.extensions.get::<Self>().is_some())
    }
}

pub(crate) fn described(client: &Implementation) -> String {
    shown(&format!("{} {}", client.name, client.version))
}
