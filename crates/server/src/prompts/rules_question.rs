//! The prompt `rules_question`.

use lore::model::{Family, Kind, excerpt};
use lore::query::{Entry, Limit, Search};

use super::content::{content, line, listed};
use super::{Prompt, PromptContext, optional, required};
use crate::protocol::envelope::Failure;

const MAX_QUOTED_RULES: usize = 4;
const MAX_QUOTATION_CHARS: usize = 900;
const MAX_NAMED_ENTRIES: usize = 6;

pub(super) const PROMPT: Prompt = Prompt {
    name: "rules_question",
    title: "Answer a rules question with sources",
    description: "A question about the rules, answered from the user's books, with the passages that fit best and their sources.",
    arguments: &[
        required("question", "Question", "What you want to know, such as `Can I grapple while I am prone?`"),
        optional(
            "edition",
            "Edition",
            "The rules you play by: 2014 or 2024. Your own books always count. All editions when it is empty.",
        ),
        optional(
            "documents",
            "Books",
            "Only these books, by key or title, with commas between them, such as `srd-2014, tob`.",
        ),
    ],
    task: "Answer this question about the rules for the game master at the table.",
    instructions: "\n## How to answer\n\
        - The answer first, in a sentence or two; then the rule that decides it, quoted, and what follows for the case in the question.\n\
        - The passages above are excerpts chosen by a search. Before you rely on one, read the whole entry with `{read_entry}` and its address. If they \
        do not decide the question, look further: `{search_dnd_content}` with other words, `{lookup_rule}` with `rule_type` `rule` or `condition`, \
        `{lookup_spell}` and `{lookup_creature}` for what the question names. Give every tool the `documents` or the `edition` of the arguments.\n\
        - Where editions or books differ, say what each says. Where the rules leave it open, say so, and suggest a ruling as one.\n",
    look_up: |context| Box::pin(look_up(context)),
};

async fn look_up(context: PromptContext<'_>) -> Result<String, Failure> {
    let documents = context.documents().await?;
    let search = |kinds: Option<Vec<Kind>>| Search {
        query: context.required("question").to_owned(),
        kinds,
        documents: documents.clone(),
        semantic: true,
        fuzzy: true,
        limit: Limit::try_from(10).unwrap_or_default(),
        ..Search::default()
    };
    let rules = Kind::ALL.into_iter().filter(|kind| kind.family() == Family::Rule).collect();
    let found = context.library.search(&search(Some(rules))).await?;
    let quoted: Vec<&Entry> = found.entries.iter().take(MAX_QUOTED_RULES).collect();
    let mut others = context.library.search(&search(None)).await?.entries;
    others.retain(|entry| !quoted.iter().any(|other| other.uri == entry.uri));
    others.truncate(MAX_NAMED_ENTRIES);
    let mut text = String::new();
    for entry in &quoted {
        let passage = excerpt(entry.excerpt.as_deref().unwrap_or(&entry.body), MAX_QUOTATION_CHARS);
        text += &content(&entry.uri, &format!("{}\n\n{passage}", line(entry)));
    }
    if quoted.is_empty() {
        text += "No rule was found.\n";
    }
    Ok(text + &listed("Possibly relevant", &others, &found.messages))
}
