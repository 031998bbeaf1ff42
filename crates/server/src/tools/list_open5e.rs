//! The tool `list_open5e`.

use lore::Open5eDocuments;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::protocol::registry::{Failure, Success, Tool, ToolRequest};

#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct ListOpen5e {}

impl Tool for ListOpen5e {
    const NAME: &'static str = "list_open5e";
    const TITLE: &'static str = "List what Open5e offers";
    const DESCRIPTION: &'static str = "Lists the documents that Open5e offers, with publishers and licences, and how much of each the library already has; \
        `sync_open5e` fetches them by their keys. Uses the network at most once a day. Example: {}.";
    const IS_FOR_ASSISTANTS: bool = false;
    const OPEN_WORLD: bool = true;
    type Value = Open5eDocuments;

    async fn call(self, request: ToolRequest<'_>) -> Result<Success<Open5eDocuments>, Failure> {
        let library = request.session.library().await?;
        let mut offered = library.open5e_documents(request.session.lazy_library.open5e()?).await?;
        Ok(Success { message: offered.message.take(), ..Success::of(offered) })
    }
}
