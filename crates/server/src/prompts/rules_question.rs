//! The prompt `rules_question`.

use lore::model::{Family, Kind};
use lore::query::{Entry, Limit, Search};
use rmcp::model::ContentBlock;

use super::arguments::{Argument, Suggestion};
use super::content::{RULES_OF_CONTENT, content, marked, one_line, passage};
use super::documents::{DOCUMENTS, LibraryDocuments, narrowing, searched};
use super::prompt::{Prompt, PromptContext};
use crate::protocol::error::RequestError;

/// The maximum number of rules that are quoted, and the maximum length of each quotation.
const MAX_QUOTED_RULES: usize = 4;
const MAX_QUOTATION_CHARS: usize = 900;
/// The maximum number of other entries that are named.
const MAX_NAMED_ENTRIES: usize = 6;

const INSTRUCTIONS: &str = "\n## How to answer\n\
    - The answer first, in a sentence or two; then the rule that decides it, quoted, and what follows for the case in the question.\n\
    - The passages above are excerpts chosen by a search. Before you rely on one, read the whole entry with `{read_entry}` and its address. If they \
    do not decide the question, look further: `{search_dnd_content}` with other words, `{lookup_rule}` with `rule_type` `rule` or `condition`, \
    `{lookup_spell}` and `{lookup_creature}` for what the question names.{narrowing}\n\
    - Where editions or books differ, say what each says. Where the rules leave it open, say so, and suggest a ruling as one.\n";

pub(super) struct RulesQuestion;

impl Prompt for RulesQuestion {
    const NAME: &'static str = "rules_question";
    const TITLE: &'static str = "Answer a rules question with sources";
    const DESCRIPTION: &'static str = "A question about the rules, answered from the user's books, with the passages that fit best and their sources.";
    const ARGUMENTS: &'static [Argument] = &[
        Argument {
            name: "question",
            title: "Question",
            description: "What you want to know, such as `Can I grapple while I am prone?`",
            required: true,
            suggestion: Suggestion::Nothing,
        },
        Argument {
            name: "edition",
            title: "Edition",
            description: "The rules you play by: 2014 or 2024. Your own books always count. All editions when it is empty.",
            required: false,
            suggestion: Suggestion::Edition,
        },
        Argument {
            name: "documents",
            title: "Books",
            description: "Only these books, by key or title, with commas between them, such as `srd-2014, tob`.",
            required: false,
            suggestion: Suggestion::Documents,
        },
    ];

    async fn render(context: PromptContext<'_>) -> Result<Vec<ContentBlock>, RequestError> {
        let PromptContext { library, names, arguments } = context;
        let question = arguments.required("question");
        let documents = LibraryDocuments::read(library).await?;
        let selected = documents.selected(library, arguments).await?;
        let rules: Vec<Kind> = Kind::ALL.into_iter().filter(|kind| kind.family() == Family::Rule).collect();
        let search = |kinds: Option<Vec<Kind>>| Search {
            query: question.to_owned(),
            kinds,
            documents: selected.clone(),
            edition: None,
            semantic: true,
            fuzzy: true,
            limit: Limit::try_from(10).unwrap_or_default(),
        };
        let answer = library.search(&search(Some(rules))).await?;
        let quoted: Vec<&Entry> = answer.entries.iter().take(MAX_QUOTED_RULES).collect();
        let everything = library.search(&search(None)).await?;
        let is_new = |entry: &&Entry| !quoted.iter().any(|other| other.uri == entry.uri);
        let others = everything.entries.iter().chain(&answer.entries).filter(is_new).take(MAX_NAMED_ENTRIES);

        let mut text = format!(
            "Answer this question about the rules for the game master at the table.\n\n{}\n## What the library has on it\n{}",
            marked("question", question),
            searched(selected.as_deref(), &answer.messages)
        );
        let line = |entry: &Entry| {
            format!("{} ({}) — {}", one_line(&entry.name), entry.kind, documents.source(entry))
        };
        for entry in &quoted {
            let passage = passage(&entry.body, question, MAX_QUOTATION_CHARS);
            text.push_str(&content(&entry.uri, &format!("{}\n\n{passage}", line(entry))));
        }
        if quoted.is_empty() {
            text.push_str("No rule was found.\n");
        }
        let others: Vec<String> = others.map(|entry| format!("- {} — {}", line(entry), entry.uri)).collect();
        if !others.is_empty() {
            text.push_str("\nPossibly relevant:\n");
            text.push_str(&content(DOCUMENTS, &others.join("\n")));
        }
        text += &names.fill(INSTRUCTIONS).replace("{narrowing}", narrowing(selected.as_deref()));
        text += RULES_OF_CONTENT;
        text += &documents.notices(quoted.iter().map(|entry| &entry.document_key));
        Ok(vec![ContentBlock::text(text)])
    }
}
