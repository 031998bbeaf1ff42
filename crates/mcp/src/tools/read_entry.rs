use lore::{EntryPlace, WholeEntry};
use rmcp::RoleServer;
use rmcp::service::RequestContext;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::envelope::{Failure, Success};
use crate::registry::Tool;
use crate::server::Server;
use crate::{arguments, resources};

pub(super) struct ReadEntry;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Arguments {
    /// The entry's address, as every list of entries gives it, such as `lore://entry/srd-2014/spell/fireball`.
    uri: String,
}

impl Tool for ReadEntry {
    const NAME: &'static str = "read_entry";
    const TITLE: &'static str = "Read a whole entry";
    const DESCRIPTION: &'static str = "Gives one entry whole by its `uri`, with the same entry in other documents and editions (`twins`), and the conditions, spells and \
        creatures that its text names (`links`). Example: {\"uri\": \"lore://entry/srd-2014/spell/fireball\"}.";
    type Arguments = Arguments;
    type Value = WholeEntry;

    async fn call(
        server: &Server,
        arguments: Arguments,
        _: RequestContext<RoleServer>,
    ) -> Result<Success<WholeEntry>, Failure> {
        let missing = || {
            let shown = arguments::shown(&arguments.uri);
            Failure::invalid(
                "uri",
                format!("`uri`: there is no entry at `{shown}`; take one from a list of entries."),
            )
        };
        let place: EntryPlace = resources::place_of(arguments.uri.trim()).ok_or_else(missing)?;
        let whole = server.library().await?.whole_entry(&place).await?;
        Ok(Success::of(whole.ok_or_else(missing)?))
    }
}
