use lore::model::Document;
use rmcp::RoleServer;
use rmcp::model::ToolAnnotations;
use rmcp::service::RequestContext;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::envelope::{Failure, Success};
use crate::following::followed;
use crate::registry::Tool;
use crate::server::Server;

pub(super) struct DeleteDocument;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Arguments {
    /// The key of the document, as `list_documents` gives it.
    document: String,
    /// Exactly `DELETE_DOCUMENT`, and only after the user asked for this document to be deleted.
    #[expect(dead_code, reason = "reading it is what checks it")]
    confirm: Consent,
}

/// The one word that lets the tool delete.
#[derive(Debug, Deserialize, JsonSchema)]
enum Consent {
    #[serde(rename = "DELETE_DOCUMENT")]
    DeleteDocument,
}

impl Tool for DeleteDocument {
    const NAME: &'static str = "delete_document";
    const TITLE: &'static str = "Delete a document";
    const DESCRIPTION: &'static str = "REQUIRES EXPLICIT USER INSTRUCTION. Deletes one document with all its entries from the user's library; this cannot be undone \
        except by fetching or importing it again. Never call it on your own account, to tidy up or to try something: only when the user asked for exactly this \
        document to be deleted, with `confirm` set to `DELETE_DOCUMENT`. Example: {\"document\": \"tob\", \"confirm\": \"DELETE_DOCUMENT\"}.";
    type Arguments = Arguments;
    type Value = Document;

    fn annotations() -> ToolAnnotations {
        ToolAnnotations::with_title(Self::TITLE)
            .read_only(false)
            .destructive(true)
            .idempotent(false)
            .open_world(false)
    }

    async fn call(
        server: &Server,
        arguments: Arguments,
        context: RequestContext<RoleServer>,
    ) -> Result<Success<Document>, Failure> {
        let job = followed(server, &context).await;
        let deleted = server.library().await?.delete_document(&arguments.document, &job).await?;
        let message = format!("Deleted {} with its {} entries.", deleted.document_name, deleted.entity_count);
        Ok(Success { message: Some(message), ..Success::of(deleted) })
    }
}
