//! The prompt `review_homebrew`.

use lore::browse::{Browse, EntrySummary, FieldFilter};
use lore::fields::origin::DOCUMENT;
use lore::model::shown;

use super::content::{DOCUMENTS, content, one_line};
use super::{Prompt, PromptContext, required};
use crate::protocol::envelope::Failure;
use crate::protocol::import_message::import_message;

const MAX_ENTRIES: usize = 40;
const MAX_REPORTS: usize = 4;

pub(super) const PROMPT: Prompt = Prompt {
    name: "review_homebrew",
    title: "Review a homebrew book",
    description: "A critical reading of one of the user's homebrew books: its content, what its import repaired or left out, and how it compares with official entries.",
    arguments: &[required(
        "document",
        "Homebrew book",
        "The key or title of a book that was imported from a file.",
    )],
    task: "Review a homebrew book for the game master who wants to use it: read it as a critical, friendly editor.",
    instructions: "\n## How to review\n\
        - Read the entries themselves with `{read_entry}` and their addresses, the strongest and the strangest of each kind first; judge none by its name. The \
        lookups, such as `{lookup_spell}` and `{lookup_creature}`, list the others with `documents` and `detail` `short`; with the same level or challenge rating and \
        `documents` `srd-2014` or `srd-2024` they find official entries to compare with, and `{search_dnd_content}` anything similar.\n\
        - Look at: damage, healing and control for the level or rating; action economy; what grows without limit or stacks; wording that leaves open who, when, how often; \
        what is missing (a saving throw, a duration, a range); what has the name of an official entry and differs from it.\n\
        - Take the import report seriously: a repair or an omission may have changed how an entry works. The whole report is the resource `lore://import/` with the book's \
        key. A file that was corrected is imported again with `{import_orcbrew}` when the user asks for it.\n\
        - Write: a verdict in three sentences; a table of the entries you read (entry, official entry, judgement: weak, fair, strong, broken); the problems, gravest first, each \
        with the sentence to change and a better one; what is good and should stay. Say what you did not read.\n\
        - An imported book is never changed. If the user wants a correction, `{save_entry}` with `copy_of` writes a changed copy into a book of theirs: preview it first.\n",
    look_up: |context| Box::pin(look_up(context)),
};

async fn look_up(context: PromptContext<'_>) -> Result<String, Failure> {
    let book = context.library.document(context.required("document")).await?;
    let key = book.document_key;
    if !book.source_api.is_homebrew() {
        let message = format!("`document`: `{}` is not a homebrew book of the user.", shown(key.as_str()));
        return Err(Failure::invalid("document", message));
    }
    let only = FieldFilter::including(&DOCUMENT, vec![key.to_string()]);
    let browse = Browse { filters: vec![only], limit: MAX_ENTRIES, ..Browse::default() };
    let found = context.library.browse(&browse).await?.found;
    let kinds: Vec<String> =
        found.kinds.iter().map(|count| format!("{} {}", count.count, count.kind)).collect();
    let line = |entry: &EntrySummary| {
        let (name, summary) = (one_line(&entry.name), one_line(&entry.summary));
        format!("- {name} ({}) — {summary} — {}", entry.kind, entry.uri)
    };
    let lines: Vec<String> = found.entries.iter().map(line).collect();
    let summary = format!(
        "{} (`{key}`, homebrew). Entries: {} ({}); of these {} are listed.\n{}",
        one_line(&book.document_name),
        found.total,
        kinds.join(", "),
        lines.len(),
        lines.join("\n")
    );
    let mut text = content(DOCUMENTS, &summary) + "\n## Import report\n";
    let reports = context.library.import_reports(&key).await?;
    if reports.is_empty() {
        text += "The library has no import report for this book, so it is unknown what was repaired or left out.\n";
    }
    for report in reports.iter().take(MAX_REPORTS) {
        text += &content(&format!("lore://import/{key}"), &import_message(report, true));
    }
    Ok(text)
}
