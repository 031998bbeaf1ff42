//! `lorekeeper-mcp show`: shows one entry.

use clap::Args;
use lore::EntryKey;
use lore::model::{ENTRY_ADDRESS, Edition};
use lore::query::{Entry, Match, NameLookup, whole_markdown};

use super::context::{Context, NOT_FOUND};
use super::entry_name::kinds;
use crate::protocol::text_table::table;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The entry's name, or its address as DOCUMENT/KIND/SLUG
    #[arg(required = true)]
    name: Vec<String>,
    /// Only this type of content, such as `creature`
    #[arg(long = "type", value_name = "TYPE")]
    content_type: Option<String>,
    /// Only from this document, by key or name
    #[arg(long, value_name = "KEY")]
    document: Option<String>,
    /// Only this edition: `2014` (5e) or `2024` (5.5e)
    #[arg(long)]
    edition: Option<Edition>,
}

pub(super) async fn run(context: &Context, arguments: Arguments) -> anyhow::Result<u8> {
    let library = context.library.library().await?;
    let name = arguments.name.join(" ");
    let (mut entries, mut messages) = (Vec::new(), Vec::new());
    let place = name.strip_prefix(ENTRY_ADDRESS).unwrap_or(&name);
    if let Some(place) = EntryKey::parse(&format!("{ENTRY_ADDRESS}{place}")) {
        entries.extend(library.entry(&place).await?);
    } else {
        let lookup = NameLookup {
            name: name.clone(),
            kinds: arguments.content_type.map(|text| kinds(&[text])).transpose()?,
            documents: arguments.document.map(|document| vec![document]),
            edition: arguments.edition,
            ..NameLookup::default()
        };
        let answer = library.by_any_name(&lookup).await?;
        (entries, messages) = (answer.entries, answer.messages);
        if !answer.matched.is_some_and(Match::is_of_the_name) && entries.len() > 1 {
            let rows = entries.iter().map(|entry| vec![entry.name.clone(), address(entry).to_owned()]);
            let rows = table(&["Name", "Show with"], rows);
            context.print(&format!("There is no entry called `{name}`. Similar names:\n{rows}"))?;
            return Ok(NOT_FOUND);
        }
        entries.truncate(answer.best_matches);
    }
    let [entry, others @ ..] = entries.as_slice() else {
        let why: String = messages.iter().map(|message| format!(" {message}")).collect();
        context.print(&format!(
            "There is no entry `{name}`.{why} `lorekeeper-mcp search` finds entries by words.\n"
        ))?;
        return Ok(NOT_FOUND);
    };
    if context.json {
        return context.print_json(entry);
    }
    let notice = library.notice_for(entry).await?;
    context.print(&whole_markdown(entry, notice.as_deref()))?;
    if !others.is_empty() {
        let addresses: Vec<&str> = others.iter().map(address).collect();
        context.print(&format!("\nAlso: {}\n", addresses.join(", ")))?;
    }
    if !messages.is_empty() {
        context.print(&format!("\n{}\n", messages.join(" ")))?;
    }
    Ok(0)
}

fn address(entry: &Entry) -> &str {
    entry.uri.trim_start_matches(ENTRY_ADDRESS)
}
