//! `lorekeeper-mcp search`: searches everything.

use clap::Args;
use lore::model::{Edition, excerpt};
use lore::query::{Incomplete, Limit, Search};

use super::context::{Context, NOT_FOUND};
use super::entry_name::kinds;
use crate::protocol::text_table::table;

const MAX_EXCERPT_CHARS: usize = 60;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// A name or a few words
    #[arg(required = true)]
    words: Vec<String>,
    /// Only this type of content, such as `spell`; may be repeated
    #[arg(long = "type", value_name = "TYPE")]
    types: Option<Vec<String>>,
    /// Only from this document, by key or name; may be repeated
    #[arg(long = "document", value_name = "KEY")]
    documents: Option<Vec<String>>,
    /// Only this edition: `2014` (5e) or `2024` (5.5e)
    #[arg(long)]
    edition: Option<Edition>,
    /// Search by words only, not by meaning
    #[arg(long)]
    by_words: bool,
    /// Maximum number of results
    #[arg(long, default_value_t = 10)]
    limit: i64,
}

pub(super) async fn run(context: &Context, arguments: Arguments) -> anyhow::Result<u8> {
    let search = Search {
        query: arguments.words.join(" "),
        kinds: arguments.types.map(|types| kinds(&types)).transpose()?,
        documents: arguments.documents,
        edition: arguments.edition,
        semantic: !arguments.by_words,
        fuzzy: true,
        fold: false,
        limit: Limit::try_from(arguments.limit)?,
    };
    let library = context.library.library().await?;
    if search.semantic {
        // A user at a terminal would rather wait for the model than get another order, by words alone.
        library.warm_up().await;
    }
    let answer = library.search(&search).await?;
    let is_found = !answer.entries.is_empty();
    let status = if is_found { 0 } else { NOT_FOUND };
    if context.json {
        context.print_json(&answer.entries)?;
        return Ok(status);
    }
    if is_found {
        let rows = answer.entries.iter().map(|entry| {
            let (kind, document) = (entry.kind.to_string(), entry.document_key.to_string());
            vec![entry.name.clone(), kind, document, beginning(entry.excerpt.as_ref().unwrap_or(&entry.body))]
        });
        context.print(&table(&["Name", "Kind", "Document", ""], rows))?;
    }
    let advice = match answer.incomplete.first() {
        Some(Incomplete::EmptyLibrary) => Some(
            "The library is empty: fetch content with `lorekeeper-mcp sync`, or import homebrew with `lorekeeper-mcp import`.",
        ),
        Some(Incomplete::NotSynced | Incomplete::Offline) if !is_found => {
            Some("Open5e may have it: `lorekeeper-mcp sync` fetches everything.")
        }
        _ => None,
    };
    let messages: Vec<&str> = answer.messages.iter().map(String::as_str).chain(advice).collect();
    if !messages.is_empty() {
        context.print(&format!("{}\n", messages.join(" ")))?;
    }
    Ok(status)
}

fn beginning(text: &str) -> String {
    let plain: String = text.chars().filter(|c| !matches!(c, '*' | '#' | '|' | '_')).collect();
    excerpt(&plain.split_whitespace().collect::<Vec<_>>().join(" "), MAX_EXCERPT_CHARS)
}
