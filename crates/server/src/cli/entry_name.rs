//! Entries as arguments of commands: by name or address, and by content type.

use lore::model::{ENTRY_ADDRESS, Kind};
use lore::query::NameLookup;

use super::context::Context;
use crate::protocol::arguments;

/// `name` may also be DOCUMENT/KIND/SLUG. Tells the user if there is no such entry.
pub(super) async fn address(
    context: &Context,
    name: &str,
    kinds: Option<Vec<Kind>>,
) -> anyhow::Result<Option<String>> {
    let place = name.strip_prefix(ENTRY_ADDRESS).unwrap_or(name);
    if place.split('/').count() == 3 {
        return Ok(Some(format!("{ENTRY_ADDRESS}{place}")));
    }
    let lookup = NameLookup { name: name.to_owned(), kinds, ..NameLookup::default() };
    let entry = context.library.library().await?.by_any_name(&lookup).await?.entries.into_iter().next();
    if entry.is_none() {
        context.print(&format!(
            "There is no entry `{name}`. `lorekeeper-mcp search` finds entries by words.\n"
        ))?;
    }
    Ok(entry.map(|entry| entry.uri))
}

pub(super) fn kinds(types: &[String]) -> anyhow::Result<Vec<Kind>> {
    arguments::kinds("--type", types).map_err(|failure| anyhow::Error::msg(failure.error))
}
