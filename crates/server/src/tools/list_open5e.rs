//! The tool `list_open5e`.

use lore::{Open5eDocument, Open5eDocuments};
use schemars::JsonSchema;
use serde::Serialize;

use crate::protocol::registry::{Failure, NoArguments, Success, Tool, ToolRequest};

pub(crate) struct ListOpen5e;

/// The documents that Open5e offers.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Offered {
    /// Its documents by title.
    documents: Vec<Open5eDocument>,
}

impl Tool for ListOpen5e {
    const NAME: &'static str = "list_open5e";
    const TITLE: &'static str = "List what Open5e offers";
    const DESCRIPTION: &'static str = "Lists the documents that Open5e offers, with publishers and licences, and how much of each the library already has; \
        `sync_open5e` fetches them by their keys. Uses the network at most once a day. Example: {}.";
    const IS_FOR_ASSISTANTS: bool = false;
    const OPEN_WORLD: bool = true;
    type Arguments = NoArguments;
    type Value = Offered;

    async fn call(request: ToolRequest<'_>, _: NoArguments) -> Result<Success<Offered>, Failure> {
        let library = request.session.library().await?;
        let Open5eDocuments { documents, message } =
            library.open5e_documents(request.session.lazy_library.open5e()?).await?;
        Ok(Success { message, ..Success::of(Offered { documents }) })
    }
}
