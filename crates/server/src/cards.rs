//! The card in which assistants show answers: a resource of the MCP Apps extension, specification of
//! 2026-01-26. <https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx>

use lore::Library;
use rmcp::model::{
    CallToolResponse, CallToolResult, ClientCapabilities, ExtensionCapabilities, JsonObject, MetaObject,
    Resource, ResourceContents,
};
use rmcp::object;
use serde_json::{Value, json};

use crate::protocol::address::Address;
use crate::protocol::session::{CarriedSession, RequestContext, Session};
use crate::protocol::size;

const EXTENSION: &str = "io.modelcontextprotocol/ui";
const MIME_TYPE: &str = "text/html;profile=mcp-app";
pub(crate) const ADDRESS: &str = "ui://lorekeeper/card.html";
/// The page, which `scripts/build-ui` builds from `ui/src/card`. Empty where the server was built without it.
const PAGE: &str = include_str!(concat!(env!("OUT_DIR"), "/card.html"));
/// The key of what the card needs and an assistant does not, among the metadata of a result.
const METADATA: &str = "app.lorekeeper/card";
const MAX_ENTRIES: usize = 50;
const MAX_METADATA_BYTES: usize = 24_000;

const fn is_built() -> bool {
    !PAGE.is_empty()
}

pub(crate) fn extensions() -> ExtensionCapabilities {
    is_built().then(|| (EXTENSION.to_owned(), JsonObject::new())).into_iter().collect()
}

/// Clients from before the specification read the flat key.
pub(crate) fn link() -> Option<MetaObject> {
    is_built().then(|| MetaObject(object!({ "ui": { "resourceUri": ADDRESS }, "ui/resourceUri": ADDRESS })))
}

pub(crate) fn resource() -> Option<Resource> {
    is_built().then(|| {
        Resource::new(ADDRESS, "card")
            .with_title("Card")
            .with_description(
                "The page in which an assistant shows entries. It needs nothing from the network.",
            )
            .with_mime_type(MIME_TYPE)
            .with_size(PAGE.len() as u64)
    })
}

pub(crate) fn read(address: &str) -> Option<ResourceContents> {
    let metadata = || MetaObject(object!({ "ui": { "prefersBorder": true } }));
    (is_built() && address == ADDRESS)
        .then(|| ResourceContents::text(PAGE, ADDRESS).with_mime_type(MIME_TYPE).with_meta(metadata()))
}

pub(crate) fn is_shown_by(context: &RequestContext) -> bool {
    if let Some(session) = CarriedSession::in_request(context) {
        return session.shows_cards;
    }
    let initialized = || context.peer.peer_info().map(|info| info.capabilities.clone());
    is_shown_with(context.meta.client_capabilities().or_else(initialized))
}

pub(crate) fn is_shown_with(capabilities: Option<ClientCapabilities>) -> bool {
    let extension = capabilities.and_then(|capabilities| capabilities.extensions?.remove(EXTENSION));
    let types = extension.as_ref().and_then(|extension| extension.get("mimeTypes")?.as_array());
    is_built() && types.is_some_and(|types| types.iter().any(|mime_type| mime_type == MIME_TYPE))
}

/// Adds what the card shows beside entries to a result's metadata, which clients keep from the model.
pub(crate) async fn complete(response: &mut CallToolResponse, session: &Session) {
    let (CallToolResponse::Complete(result), Some(library)) = (response, session.lazy_library.opened())
    else {
        return;
    };
    let mut beside = JsonObject::new();
    let mut left = MAX_METADATA_BYTES;
    for entry in entries_of(result).into_iter().flatten().take(MAX_ENTRIES) {
        let Some(uri) = entry.get("uri").and_then(Value::as_str) else { continue };
        let Some(details) = details(library, uri, entry.get("description").is_some(), left).await else {
            continue;
        };
        left = left.saturating_sub(size::of(&details));
        beside.insert(uri.to_owned(), details);
    }
    let has_address = |entry: &Value| entry.get("uri").is_some();
    let content = result.structured_content.as_ref();
    let encounters = content.and_then(|content| content.pointer("/value/encounters"));
    if encounters.is_some_and(Value::is_array)
        || entries_of(result).is_some_and(|entries| entries.iter().all(has_address))
    {
        let read_entry = session.names.published("read_entry");
        let metadata = object!({ METADATA: { "read_entry": read_entry, "beside": beside } });
        result.meta = Some(MetaObject(metadata));
    }
}

fn entries_of(result: &CallToolResult) -> Option<&Vec<Value>> {
    result.structured_content.as_ref()?.get("value")?.as_array()
}

/// Returns only the edition if the entry is not whole, or if there is no room for more.
async fn details(library: &Library, uri: &str, is_whole: bool, max_bytes: usize) -> Option<Value> {
    let mut whole = library.whole_entry(&Address::parse(uri).entry()?).await.ok()??;
    let mut links = std::mem::take(&mut whole.links);
    let with_links = |links: &[_]| json!({ "edition": whole.edition, "notice": whole.notice, "twins": whole.twins, "links": links });
    let Some(left) = max_bytes.checked_sub(size::of(&with_links(&[]))).filter(|_| is_whole) else {
        return Some(json!({ "edition": whole.edition }));
    };
    size::truncate(&mut links, left);
    Some(with_links(&links))
}
