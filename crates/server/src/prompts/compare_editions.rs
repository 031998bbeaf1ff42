//! The prompt `compare_editions`.

use lore::EntryKey;
use lore::model::excerpt;
use lore::query::{Limit, NameLookup};

use super::content::{content, listed};
use super::{Prompt, PromptContext, optional, required};
use crate::protocol::arguments::kinds_or_types;
use crate::protocol::envelope::Failure;
use crate::protocol::size;

/// The size limit is for all comparisons together.
const MAX_COMPARED: usize = 3;
const MAX_COMPARISON_BYTES: usize = 3_600;
const MAX_ENTRIES: i64 = 6;
const MAX_NAME_CHARS: usize = 300;

pub(super) const PROMPT: Prompt = Prompt {
    name: "compare_editions",
    title: "Compare editions of an entry",
    description: "An entry from each book and edition of the user's library, side by side: what changed, and what that means at the table.",
    arguments: &[
        required("name", "Name", "The name of the entry, such as `Fireball`."),
        optional(
            "kind",
            "Kind",
            "What it is, such as `spell` or `condition`, where several things have the same name.",
        ),
    ],
    task: "Compare this entry across the books and editions of the user's library, for a game master who wants to know what changes at the table.",
    instructions: "\n## How to compare\n\
        - What is cut, or not compared, read with `{read_entry}` and its address; its `compare_with` lists the words that differ between two. `{search_dnd_content}` finds \
        what has another name in another edition.\n\
        - First in two sentences what changed most. Then a table: a row for each thing that differs, a column for each book and edition. Then what it means in play: who gains, \
        who loses, what a game master who mixes editions should rule.\n\
        - Compare the words themselves, not your memory of them; where the texts say the same in other words, say so and leave it.\n\
        - If only one book has it, or none, tell the user so: `{sync_open5e}` fetches more books from Open5e when the user wants that. Do not compare from memory \
        without saying so.\n",
    look_up: |context| Box::pin(look_up(context)),
};

async fn look_up(context: PromptContext<'_>) -> Result<String, Failure> {
    let kinds = context.get("kind").map(|kind| kinds_or_types("kind", vec![kind.to_owned()])).transpose()?;
    let lookup = NameLookup {
        // One entry is compared, so `*` is not a pattern here.
        name: excerpt(&context.required("name").replace('*', " "), MAX_NAME_CHARS),
        kinds,
        limit: Limit::try_from(MAX_ENTRIES).unwrap_or_default(),
        ..NameLookup::default()
    };
    let found = context.library.by_any_name(&lookup).await?;
    let mut text = listed("By this name", &found.entries, &found.messages);
    let Some(first) = found.entries.first() else { return Ok(text) };
    let whole = match EntryKey::parse(&first.uri) {
        Some(key) => context.library.whole_entry(&key).await?,
        None => None,
    };
    let twins = whole.map(|whole| whole.twins).unwrap_or_default();
    text += &format!("\n### The first, and the same in {} other documents\n", twins.len());
    let max_bytes = MAX_COMPARISON_BYTES / twins.len().clamp(1, MAX_COMPARED);
    for twin in twins.iter().take(MAX_COMPARED) {
        let comparison = context.library.compare(&first.uri, Some(&twin.uri)).await?.to_markdown();
        let part = match size::parts(&comparison, max_bytes).as_slice() {
            [first, _, ..] => format!("{}\n…", first.trim_end()),
            _ => comparison,
        };
        text += &content(&twin.uri, &part);
    }
    Ok(text)
}
