//! `lorekeeper-mcp compare`: shows what differs between two entries.

use clap::Args;

use super::context::{Context, NOT_FOUND};
use super::entry_name::address;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The entry's name, or its address as DOCUMENT/KIND/SLUG
    first: String,
    /// The entry to compare it with; without it, the same entry in the other edition
    second: Option<String>,
}

pub(super) async fn run(context: &Context, arguments: &Arguments) -> anyhow::Result<u8> {
    let library = context.library.library().await?;
    let mut addresses = Vec::new();
    for name in [Some(&arguments.first), arguments.second.as_ref()].into_iter().flatten() {
        let Some(address) = address(context, name, None).await? else { return Ok(NOT_FOUND) };
        addresses.push(address);
    }
    let [first, second @ ..] = addresses.as_slice() else { return Ok(NOT_FOUND) };
    let comparison = library.compare(first, second.first().map(String::as_str)).await?;
    context.answer(&comparison, || comparison.to_markdown())
}
