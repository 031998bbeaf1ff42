//! The tool `read_book`.

use lore::WholeEntry;
use lore::browse::ContentsEntry;
use lore::model::shown;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::protocol::address::Address;
use crate::protocol::registry::{Failure, Success, Tool, ToolRequest};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReadBook {
    /// The key of the document whose contents to list, from `list_documents`.
    document: Option<String>,
    /// Instead: the addresses of entries to read whole. Those that are no longer there are left out.
    #[schemars(length(max = 500))]
    uris: Option<Vec<String>>,
}

/// The contents of a document, or entries.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Book {
    Contents(Vec<ContentsEntry>),
    Entries(Vec<WholeEntry>),
}

impl Tool for ReadBook {
    const NAME: &'static str = "read_book";
    const TITLE: &'static str = "Read a book";
    const DESCRIPTION: &'static str = "Lists the contents of a document in the order of its pages, or returns several whole entries, such as the \
        sections of a chapter. Example: {\"document\": \"srd-2014\"}.";
    const IS_FOR_ASSISTANTS: bool = false;
    const HAS_OUTPUT_SCHEMA: bool = false;
    type Value = Book;

    async fn call(self, request: ToolRequest<'_>) -> Result<Success<Book>, Failure> {
        let library = request.session.library().await?;
        if let Some(document) = self.document {
            let contents = library.contents(&document).await?.ok_or_else(|| {
                let shown = shown(&document);
                let message =
                    format!("`document`: there is no document `{shown}`; take one of `list_documents`.");
                Failure::invalid("document", message)
            })?;
            return Ok(Success::of(Book::Contents(contents)));
        }
        let mut entries = Vec::new();
        for uri in self.uris.unwrap_or_default() {
            if let Some(key) = Address::parse(uri.trim()).entry() {
                entries.extend(library.whole_entry(&key).await?);
            }
        }
        Ok(Success::of(Book::Entries(entries)))
    }
}
