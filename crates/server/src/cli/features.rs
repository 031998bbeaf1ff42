//! `lorekeeper-mcp features`: prints the found entries' features for `scripts/fit-ranking`.

use std::io::stdin;

use clap::Args;
use lore::RankingWeights;
use serde::Deserialize;

use super::context::Context;
use super::entry_name::kinds;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Rank by these weights, as JSON
    #[arg(long, value_parser = |text: &str| serde_json::from_str::<RankingWeights>(text))]
    weights: Option<RankingWeights>,
}

/// A line of the input.
#[derive(Deserialize)]
struct Request {
    query: String,
    /// The types of content to search; all if there are none.
    types: Vec<String>,
}

pub(super) async fn run(context: &Context, arguments: Arguments) -> anyhow::Result<u8> {
    let library = context.library.library().await?;
    for line in stdin().lines() {
        let Request { query, types } = serde_json::from_str(&line?)?;
        let case = library.ranking_case(&query, &kinds(&types)?, arguments.weights).await?;
        context.print_json_line(&case)?;
    }
    Ok(0)
}
