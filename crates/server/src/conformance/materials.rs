//! A picture, a sound, and the resources.

use rmcp::ErrorData;
use rmcp::model::{ReadResourceResult, Resource, ResourceContents, ResourceTemplate};

/// One grey pixel: a PNG in base64.
pub(super) const PICTURE: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNoAAAAggCB2kUIOwAAAABJRU5ErkJggg==";
/// One silent sample: a WAV in base64.
pub(super) const SOUND: &str = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQIAAAAAAA==";

const TEXT: &str = "test://static-text";
const BINARY: &str = "test://static-binary";
const WATCHED: &str = "test://watched-resource";
const TEMPLATE: &str = "test://template/{id}/data";

/// The resources that are listed.
pub(super) fn resources() -> [Resource; 3] {
    [
        Resource::new(TEXT, "static-text").with_description("A text.").with_mime_type("text/plain"),
        Resource::new(BINARY, "static-binary").with_description("A picture.").with_mime_type("image/png"),
        Resource::new(WATCHED, "watched-resource")
            .with_description("A text that can be watched.")
            .with_mime_type("text/plain"),
    ]
}

/// The resource whose address has a gap.
pub(super) fn template() -> ResourceTemplate {
    ResourceTemplate::new(TEMPLATE, "template")
        .with_description("The id from the address, as JSON.")
        .with_mime_type("application/json")
}

/// What is at an address, if it is one of these.
pub(super) fn read(uri: &str) -> Option<ReadResourceResult> {
    let contents = match uri {
        TEXT => ResourceContents::text("This is the content of the static text resource.", uri),
        WATCHED => ResourceContents::text("Nothing happens here.", uri),
        BINARY => ResourceContents::blob(PICTURE, uri).with_mime_type("image/png"),
        _ => {
            let (before, after) = TEMPLATE.split_once("{id}")?;
            let id = uri.strip_prefix(before)?.strip_suffix(after)?;
            let data =
                serde_json::json!({ "id": id, "templateTest": true, "data": format!("Data for ID: {id}") });
            ResourceContents::text(data.to_string(), uri).with_mime_type("application/json")
        }
    };
    Some(ReadResourceResult::new(vec![contents]))
}

/// Whether an address is one that can be watched.
pub(super) fn can_be_watched(uri: &str) -> Result<(), ErrorData> {
    if uri == WATCHED {
        return Ok(());
    }
    Err(ErrorData::resource_not_found(format!("only {WATCHED} can be watched"), None))
}
