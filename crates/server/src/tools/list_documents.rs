//! The tool `list_documents`.

use lore::model::{Document, Provider};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::protocol::registry::{Failure, Success, Tool, ToolRequest};
use crate::protocol::size::{self, RESERVED_MESSAGE_BYTES};
use crate::protocol::text_table::documents_table;

#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct ListDocuments {
    /// Only documents from this source.
    source: Option<Provider>,
    /// `json` for programs, `text` for people; default `json`.
    format: Option<Format>,
    /// The number of documents to skip, for the next page of a very long list.
    offset: Option<usize>,
}

/// The form of the result.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Format {
    /// A list of objects.
    #[default]
    Json,
    /// Aligned columns.
    Text,
}

/// The documents in the requested form.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Documents {
    /// A list of objects.
    List(Vec<Document>),
    /// Aligned columns.
    Text(String),
}

impl Tool for ListDocuments {
    const NAME: &'static str = "list_documents";
    const TITLE: &'static str = "List documents";
    const DESCRIPTION: &'static str = "Lists the documents (books, sources, homebrew) that are in the user's library (cached), largest first, with their keys for \
        the `documents` filter, licences and numbers of entries. It does not list what is in them: use a lookup with `documents`. \
        Examples: {}; {\"source\": \"open5e_v2\"}; {\"format\": \"text\"}.";
    const HAS_OUTPUT_SCHEMA: bool = false;
    type Value = Documents;

    async fn call(self, request: ToolRequest<'_>) -> Result<Success<Documents>, Failure> {
        let library = request.session.library().await?;
        let mut documents = library.documents(self.source).await?;
        let total = documents.len();
        let offset = self.offset.unwrap_or(0);
        documents.drain(..offset.min(total));
        let omitted =
            size::truncate(&mut documents, request.max_bytes().saturating_sub(RESERVED_MESSAGE_BYTES));
        let next = offset + documents.len();
        let message = if documents.is_empty() && offset > 0 {
            Some(format!("There are only {total} documents."))
        } else if documents.is_empty() {
            Some(none_from(self.source, &library.documents(None).await?))
        } else {
            let first = offset + 1;
            (omitted > 0).then(|| format!("These are documents {first} to {next} of {total}."))
        };
        let name = request.session.names.published(Self::NAME);
        let instruction =
            (omitted > 0).then(|| format!("For the next ones, call `{name}` again with `offset` {next}."));
        if self.format.unwrap_or_default() == Format::Json {
            return Ok(Success { message, instruction, ..Success::of(Documents::List(documents)) });
        }
        let mut text = match &message {
            Some(message) if documents.is_empty() => message.clone(),
            _ => documents_table(&documents),
        };
        for line in [&message, &instruction].into_iter().flatten().filter(|_| omitted > 0) {
            text.extend(["\n", line]);
        }
        let value = Documents::Text(text.clone());
        Ok(Success { message, instruction, text: Some(text), ..Success::of(value) })
    }
}

fn none_from(source: Option<Provider>, all: &[Document]) -> String {
    let none = "No documents found in cache".to_owned();
    let mut sources: Vec<&str> = all.iter().map(|document| document.source_api.as_str()).collect();
    sources.sort_unstable();
    sources.dedup();
    match source {
        Some(source) if !sources.is_empty() => {
            format!("{none} from the source {source}; there are some from {}.", sources.join(", "))
        }
        _ => none,
    }
}
