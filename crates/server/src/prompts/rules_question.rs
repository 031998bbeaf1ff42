use std::fmt::Write as _;

use lore::model::{Family, Kind};
use lore::query::{Entry, Limit, Search};
use rmcp::ErrorData;

use super::books::{Books, DOCUMENTS, narrowing, searched};
use super::content::{RULES_OF_CONTENT, asked, content, one_line, passage};
use super::{Argument, Description, Desk, Suggestion};
use crate::resources::internal;
use crate::tools::{LookupCreature, LookupRule, LookupSpell, ReadEntry, SearchDndContent};

/// How many rules are quoted, and how many characters of each.
const QUOTED: usize = 4;
const OF_EACH: usize = 900;
/// How many other entries are named.
const NAMED: usize = 6;

pub(super) const DESCRIPTION: Description = Description {
    name: "rules_question",
    title: "Answer a rules question with sources",
    description: "A question about the rules, answered from the user's books: with the passages that fit best, and where each of them stands.",
    arguments: &[
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
    ],
};

pub(super) async fn text(desk: Desk<'_>) -> Result<String, ErrorData> {
    let Desk { library, names, given } = desk;
    let question = given.required("question");
    let books = Books::of(library).await?;
    let chosen = books.chosen(library, given).await?;
    let rules: Vec<Kind> = Kind::ALL.into_iter().filter(|kind| kind.family() == Family::Rule).collect();
    let ask = |kinds: Option<Vec<Kind>>| Search {
        query: question.to_owned(),
        kinds,
        documents: chosen.clone(),
        edition: None,
        semantic: true,
        fuzzy: true,
        limit: Limit::try_from(10).unwrap_or_default(),
    };
    let answer = library.search(&ask(Some(rules))).await.map_err(|error| internal(&error))?;
    let quoted: Vec<&Entry> = answer.entries.iter().take(QUOTED).collect();
    let everything = library.search(&ask(None)).await.map_err(|error| internal(&error))?;
    let is_new = |entry: &&Entry| !quoted.iter().any(|other| other.uri == entry.uri);
    let others: Vec<&Entry> =
        everything.entries.iter().chain(&answer.entries).filter(is_new).take(NAMED).collect();

    let mut text = format!(
        "Answer this question about the rules for the game master at the table.\n\n{}\n## What the library has on it\n{}",
        asked("question", question),
        searched(chosen.as_deref(), &answer.messages)
    );
    let line =
        |entry: &Entry| format!("{} ({}) — {}", one_line(&entry.name), entry.kind, books.source(entry));
    for entry in &quoted {
        let passage = passage(&entry.body, question, OF_EACH);
        text.push_str(&content(&entry.uri, &format!("{}\n\n{passage}", line(entry))));
    }
    if quoted.is_empty() {
        text.push_str("No rule was found.\n");
    }
    if !others.is_empty() {
        let lines: Vec<String> =
            others.iter().map(|entry| format!("- {} — {}", line(entry), entry.uri)).collect();
        text.push_str("\nPerhaps also:\n");
        text.push_str(&content(DOCUMENTS, &lines.join("\n")));
    }
    let _ = write!(
        text,
        "\n## How to answer\n\
         - The answer first, in a sentence or two; then the rule that decides it, quoted, and what follows for the case in the question.\n\
         - The passages above are excerpts chosen by a search. Read the whole of what decides with `{read}` and its address before you rely on it. If they \
         do not decide the question, look further: `{search}` with other words, `{rule}` with `rule_type` `rule` or `condition`, `{spell}` and `{creature}` \
         for what the question names.{narrow}\n\
         - Where editions or books differ, say what each says. Where the rules leave it open, say so, and suggest a ruling as one.\n{RULES_OF_CONTENT}",
        read = names.of::<ReadEntry>(),
        search = names.of::<SearchDndContent>(),
        rule = names.of::<LookupRule>(),
        spell = names.of::<LookupSpell>(),
        creature = names.of::<LookupCreature>(),
        narrow = narrowing(chosen.as_deref()),
    );
    text.push_str(&books.notices(quoted.iter().map(|entry| &entry.document_key)));
    Ok(text)
}
