use lore::model::{Document, Provider};
use rmcp::RoleServer;
use rmcp::service::RequestContext;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::arguments;
use crate::envelope::{Failure, Success};
use crate::registry::Tool;
use crate::server::Server;

pub(super) struct ListDocuments;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Arguments {
    /// Only documents from this source.
    #[serde(default, deserialize_with = "arguments::optional_name")]
    source: Option<Provider>,
    /// `json` for programs, `text` for people; `json` unless said.
    #[serde(default, deserialize_with = "arguments::optional_word")]
    format: Option<Format>,
}

/// The form of the answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Format {
    /// A list of objects.
    #[default]
    Json,
    /// Aligned columns.
    Text,
}

/// The documents in the form that was asked for.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Documents {
    /// A list of objects.
    List(Vec<Document>),
    /// Aligned columns.
    Text(String),
}

impl Tool for ListDocuments {
    const NAME: &'static str = "list_documents";
    const TITLE: &'static str = "List documents";
    const DESCRIPTION: &'static str = "Lists the documents (books) in the user's library, those with the most entries first, with their keys for the `documents` \
        filter, licences and numbers of entries. Shows only what is in the library (cached), not everything that could be fetched. \
        Sources: open5e_v2, open5e_v1, dnd5e_api, orcbrew. Examples: {}; {\"source\": \"open5e_v2\"}; {\"format\": \"text\"}.";
    const PREFIX: Option<&'static str> = Some("");
    type Arguments = Arguments;
    type Value = Documents;

    async fn call(
        server: &Server,
        arguments: Arguments,
        _: RequestContext<RoleServer>,
    ) -> Result<Success<Documents>, Failure> {
        let documents = server.library().await?.documents(arguments.source).await?;
        let message = documents.is_empty().then(|| "No documents found in cache".to_owned());
        if arguments.format.unwrap_or_default() == Format::Json {
            return Ok(Success { message, ..Success::of(Documents::List(documents)) });
        }
        let text = message.clone().unwrap_or_else(|| crate::cli::documents_table(&documents));
        Ok(Success { message, text: Some(text.clone()), ..Success::of(Documents::Text(text)) })
    }
}
