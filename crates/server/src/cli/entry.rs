//! `lorekeeper-mcp entry`: writes, changes and brings back entries of the user's own.

use anyhow::{Context as _, bail};
use clap::{Args, Subcommand};
use lore::model::counted;
use lore::own::{EntryDraft, MAX_ENTRY_BYTES};
use lore::progress::Job;
use lore::{EntryAction, EntryChange, EntryKey};
use serde_json::Value;

use super::context::{Context, FAILED, NOT_FOUND};
use super::entry_name::address;
use crate::protocol::file_path;

const MAX_FILE_BYTES: u64 = 64 * 1024 * 1024;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Save entries: a JSON file with one or a list of them, or the text of a stat block
    Save(Save),
    /// Delete an entry of your own; an undo brings it back
    Delete { entry: String },
    /// Undo the last change of an entry, or bring back a version
    Undo {
        entry: String,
        /// The version to bring back
        #[arg(long)]
        version: Option<u32>,
    },
    /// List the versions of an entry
    History { entry: String },
    /// Write a book of your own to a JSON file, which `save` reads again
    Export {
        /// The book, by key or title
        book: String,
        /// The file to write
        #[arg(long = "to", value_name = "FILE")]
        file: String,
    },
}

#[derive(Debug, Args)]
struct Save {
    /// The file: JSON, or else the text of a stat block
    file: String,
    /// The book that receives the entries; a new title makes one
    #[arg(long)]
    book: Option<String>,
    /// Only show what would be stored
    #[arg(long)]
    preview: bool,
}

pub(super) async fn run(context: &Context, arguments: Arguments) -> anyhow::Result<u8> {
    let library = context.library.library().await?;
    let (action, preview) = match arguments.command {
        Command::Save(save) => (read(&save)?, save.preview),
        Command::Delete { entry } => match key(context, &entry).await? {
            Some(key) => (vec![EntryAction::Delete(key)], false),
            None => return Ok(NOT_FOUND),
        },
        Command::Undo { entry, version } => match key(context, &entry).await? {
            Some(key) => (vec![EntryAction::Undo(key, version)], false),
            None => return Ok(NOT_FOUND),
        },
        Command::History { entry } => return history(context, &entry).await,
        Command::Export { book, file } => return export(context, &book, &file).await,
    };
    let changes = library.change_entries(&action, preview, &Job::quiet()).await?;
    let is_wrong = changes.iter().any(|change| !change.problems.is_empty());
    let is_only = changes.len() == 1;
    context.answer(&changes, || changes.iter().map(|change| in_words(change, is_only)).collect())?;
    Ok(if is_wrong { FAILED } else { 0 })
}

fn read(save: &Save) -> anyhow::Result<Vec<EntryAction>> {
    let path = file_path::parse(&save.file).map_err(anyhow::Error::msg)?;
    let shown = path.display();
    let size = std::fs::metadata(&path).with_context(|| format!("{shown} could not be read"))?.len();
    if size > MAX_FILE_BYTES {
        bail!("{shown} has {size} bytes; {MAX_FILE_BYTES} are possible");
    }
    let text =
        std::fs::read_to_string(&path).with_context(|| format!("{shown} could not be read as text"))?;
    let is_json = text.trim_start().starts_with(['{', '[']);
    let mut drafts: Vec<EntryDraft> = if is_json {
        let wrong = || format!("{shown} is not JSON of entries");
        let drafts = match serde_json::from_str(&text).with_context(wrong)? {
            list @ Value::Array(_) => list,
            draft => Value::Array(vec![draft]),
        };
        serde_json::from_value(drafts).with_context(wrong)?
    } else if text.len() > MAX_ENTRY_BYTES {
        bail!("{shown} is neither JSON nor a stat block: it has {} bytes of text", text.len());
    } else {
        vec![EntryDraft { stat_block: Some(text), ..EntryDraft::default() }]
    };
    if drafts.is_empty() {
        bail!("{shown} has no entries");
    }
    for draft in &mut drafts {
        draft.book = draft.book.take().or_else(|| save.book.clone());
    }
    Ok(drafts.into_iter().map(|draft| EntryAction::Save(Box::new(draft))).collect())
}

async fn key(context: &Context, entry: &str) -> anyhow::Result<Option<EntryKey>> {
    Ok(address(context, entry, None).await?.as_deref().and_then(EntryKey::parse))
}

fn in_words(change: &EntryChange, is_only: bool) -> String {
    let name = change.entry.as_ref().map_or("the entry", |entry| entry.name.as_str());
    let uri = change.uri.as_deref().unwrap_or_default();
    let mut lines = vec![match (change.stored, change.problems.is_empty()) {
        (true, _) => format!("Stored: {name}, {uri}"),
        (false, true) => format!("Would be stored: {name}, {uri}"),
        (false, false) => format!("Not stored: {name}"),
    }];
    lines.extend(change.problems.iter().map(ToString::to_string));
    lines.extend(change.warnings.iter().chain(&change.messages).cloned());
    if let Some(estimated) = change.estimated.as_ref().filter(|_| is_only) {
        lines.push(format!("\nEstimated challenge rating: {}", estimated.challenge_rating));
        lines.extend(estimated.reasons.iter().cloned());
    }
    if let Some(entry) = change.entry.as_ref().filter(|_| is_only) {
        lines.push(format!("\n{}", entry.body));
    }
    lines.join("\n") + "\n"
}

async fn history(context: &Context, entry: &str) -> anyhow::Result<u8> {
    let Some(key) = key(context, entry).await? else { return Ok(NOT_FOUND) };
    let versions = context.library.library().await?.entry_history(&key).await?;
    if versions.is_empty() && !context.json {
        context.print("It has no versions: it is not an entry of your own.\n")?;
        return Ok(NOT_FOUND);
    }
    context.show(&versions)
}

async fn export(context: &Context, book: &str, file: &str) -> anyhow::Result<u8> {
    let path = file_path::parse(file).map_err(anyhow::Error::msg)?;
    let (title, entries) = context.library.library().await?.written_book(book).await?;
    let content = serde_json::to_string_pretty(&entries)? + "\n";
    disk::write(&path, content.as_bytes())
        .with_context(|| format!("{} could not be written", path.display()))?;
    let count = counted(entries.len() as u64, "entry", "entries");
    context.print(&format!("Wrote {count} of `{title}` to {}.\n", path.display()))
}
