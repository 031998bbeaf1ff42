use lore::model::{Document, Provider, shown};
use rmcp::RoleServer;
use rmcp::model::ToolAnnotations;
use rmcp::service::RequestContext;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::protocol::consent::Question;
use crate::protocol::envelope::{Failure, Success};
use crate::protocol::following::followed;
use crate::protocol::registry::Tool;
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

    async fn question(server: &Server, arguments: &Arguments) -> Result<Option<Question>, Failure> {
        let document = match server.library().await?.document_to_delete(&arguments.document).await {
            // Deleting it tells what is wrong, or that it is done already.
            Err(lore::Error::NoSuchDocument { .. } | lore::Error::Invalid(_)) => return Ok(None),
            other => other?,
        };
        let Document { document_key, document_name, entity_count, source_api, .. } = document;
        let back = match source_api {
            Provider::OrcBrew => "import its file again",
            _ => "fetch it again",
        };
        let words = format!(
            "Delete the document `{}` (key `{document_key}`, from {source_api}) with its {entity_count} entries from your library? To have them              back you must {back}.",
            shown(&document_name)
        );
        Ok(Some(Question { about: format!("delete {document_key}"), words }))
    }

    async fn call(
        server: &Server,
        arguments: Arguments,
        context: RequestContext<RoleServer>,
    ) -> Result<Success<Document>, Failure> {
        let job = followed(server, &context).await;
        let deleted = server.library().await?.delete_document(&arguments.document, &job).await?;
        let message =
            format!("Deleted `{}` with its {} entries.", shown(&deleted.document_name), deleted.entity_count);
        Ok(Success { message: Some(message), ..Success::of(deleted) })
    }
}
