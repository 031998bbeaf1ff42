//! The tool `delete_document`.

use lore::model::{Document, Provider, counted, shown};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::protocol::progress;
use crate::protocol::registry::{Failure, Question, Session, Success, Tool, ToolRequest, Writing};

#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct DeleteDocument {
    /// The document's key, from `list_documents`.
    document: String,
    /// Exactly `DELETE_DOCUMENT`, and only after the user asked for this document to be deleted.
    #[expect(dead_code, reason = "deserialising it checks it")]
    confirm: Confirmation,
}

/// The only value of `confirm`.
#[derive(Debug, Deserialize, JsonSchema)]
enum Confirmation {
    #[serde(rename = "DELETE_DOCUMENT")]
    DeleteDocument,
}

impl Tool for DeleteDocument {
    const NAME: &'static str = "delete_document";
    const TITLE: &'static str = "Delete a document";
    const DESCRIPTION: &'static str = "REQUIRES EXPLICIT USER INSTRUCTION. Deletes a document with all its entries; only fetching or importing it again restores it. \
        Never call it on your own initiative or to tidy up: only if the user asked to delete exactly this document. Example: \
        {\"document\": \"tob\", \"confirm\": \"DELETE_DOCUMENT\"}.";
    const WRITES: Option<Writing> = Some(Writing { is_destructive: true, is_idempotent: false });
    type Value = Document;

    async fn question(&self, session: &Session) -> Result<Option<Question>, Failure> {
        let document = match session.library().await?.document_to_delete(&self.document).await {
            // The call itself reports the error, or that the document is already deleted.
            Err(lore::Error::NoSuchDocument { .. } | lore::Error::Invalid(_)) => return Ok(None),
            document => document?,
        };
        let Document { document_key, document_name, entity_count, source_api, .. } = document;
        let restore = match source_api {
            Provider::OrcBrew => "import its file again",
            _ => "fetch it again",
        };
        let text = format!(
            "Delete the document `{}` (key `{document_key}`, from {source_api}) with its {} from your library? To restore it you must {restore}.",
            shown(&document_name),
            counted(entity_count, "entry", "entries")
        );
        Ok(Some(Question { id: format!("delete {document_key}"), text }))
    }

    async fn call(self, request: ToolRequest<'_>) -> Result<Success<Document>, Failure> {
        let job = progress::job(&request).await;
        let deleted = request.session.library().await?.delete_document(&self.document, &job).await?;
        let entries = counted(deleted.entity_count, "entry", "entries");
        let message = format!("Deleted `{}` with its {entries}.", shown(&deleted.document_name));
        Ok(Success { message: Some(message), ..Success::of(deleted) })
    }
}
