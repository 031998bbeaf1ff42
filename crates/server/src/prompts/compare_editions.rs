//! The prompt `compare_editions`.

use std::fmt::Write as _;

use lore::browse::Browse;
use lore::compare::{DifferentField, different_fields};
use lore::model::{Details, Edition, Kind, excerpt, fold, in_one_line, shown};
use lore::query::{Entry, Limit, Match, NameLookup, nearest, whole_markdown};
use rmcp::ErrorData;
use rmcp::model::{ContentBlock, EmbeddedResource, ResourceContents};

use super::arguments::{Argument, Suggestion, invalid};
use super::content::{RULES_OF_CONTENT, content, marked, one_line};
use super::documents::{DOCUMENTS, LibraryDocuments};
use super::prompt::{Prompt, PromptContext};
use crate::protocol::address::Address;
use crate::protocol::arguments;
use crate::protocol::error::RequestError;
use crate::protocol::size;

/// The maximum number of entries that are attached.
const MAX_ATTACHED_ENTRIES: usize = 5;
/// The size of the prompt with its attachments, and the part of an attachment that is not the entry's own text: its name, source
/// and notice.
const MAX_PROMPT_BYTES: usize = 7_800;
const ATTACHMENT_BYTES: usize = 850;
/// The maximum part of an attachment's size that escapes in JSON take, as a divisor.
const ESCAPES: usize = 12;
/// The minimum size of an attached text.
const MIN_ATTACHED_BYTES: usize = 200;
/// The maximum number of entries that are listed.
const MAX_LISTED_ENTRIES: usize = 12;
/// The maximum number of other kinds of entries with the same name that are listed.
const MAX_OTHER_KINDS: usize = 4;
/// The maximum number of differing fields that are listed, and the maximum length of a value.
const MAX_FIELDS: usize = 14;
const MAX_VALUE_CHARS: usize = 60;
/// The maximum length of the library's message about the name.
const MAX_MESSAGE_CHARS: usize = 300;
/// The maximum number of entries whose names are suggested for an unknown one.
const MAX_NEAREST: usize = 3;
/// The maximum length of a name that is looked up.
const MAX_NAME_CHARS: usize = 300;

const NOT_FOUND: &str = "\nTry `{search_dnd_content}` with other words. If there is still none, tell the user so: `{sync_open5e}` fetches more \
    books from Open5e when the user wants that. Do not compare from memory without saying so.\n\n";
const ONLY_BOOK: &str = "Only this book has it, so there is nothing to compare it with here. `{sync_open5e}` fetches more \
    books from Open5e when the user wants that.\n";
const INSTRUCTIONS: &str = "\n## How to compare\n\
    - {attached} Read what is cut, or not attached, with `{read_entry}` and its address; its `compare_with` lists the words that differ between two. `{search_dnd_content}` finds what has another name in another edition.\n\
    - First in two sentences what changed most. Then a table: a row for each thing that differs, a column for each book and edition. Then what it means in play: who gains, \
    who loses, what a game master who mixes editions should rule.\n\
    - Compare the words themselves, not your memory of them; where the texts say the same in other words, say so and leave it.\n";

pub(super) struct CompareEditions;

impl Prompt for CompareEditions {
    const NAME: &'static str = "compare_editions";
    const TITLE: &'static str = "Compare editions of an entry";
    const DESCRIPTION: &'static str = "An entry from each book and edition of the user's library, side by side: what changed, and what that means at the table.";
    const ARGUMENTS: &'static [Argument] = &[
        Argument {
            name: "name",
            title: "Name",
            description: "The name of the entry, such as `Fireball`.",
            required: true,
            suggestion: Suggestion::Name,
        },
        Argument {
            name: "kind",
            title: "Kind",
            description: "What it is, such as `spell` or `condition`, where several things have the same name.",
            required: false,
            suggestion: Suggestion::Kind,
        },
    ];

    async fn render(context: PromptContext<'_>) -> Result<Vec<ContentBlock>, RequestError> {
        let PromptContext { library, names, arguments } = context;
        let name = arguments.required("name");
        let documents = LibraryDocuments::read(library).await?;
        let Some(versions) = find_versions(context, &documents).await? else {
            return Ok(vec![ContentBlock::text(not_found(context, name).await?)]);
        };
        let Versions { kind, entries, note, others } = versions;
        let mut summary = note;
        for entry in entries.iter().take(MAX_LISTED_ENTRIES) {
            let (name, source) = (one_line(&entry.name), documents.source(entry));
            let _ = writeln!(summary, "- {name} ({kind}) — {source} — {}", entry.uri);
        }
        if entries.len() > MAX_LISTED_ENTRIES {
            let _ = writeln!(summary, "and {} more", entries.len() - MAX_LISTED_ENTRIES);
        }
        let attached = entries.get(..MAX_ATTACHED_ENTRIES).unwrap_or(&entries);
        if entries.len() > 1 {
            summary.push_str(&differences(attached));
        }
        if !others.is_empty() {
            let _ = writeln!(summary, "Other entries with this name: {}.", others.join(", "));
        }
        let mut text = format!(
            "Compare this {kind} across the books and editions of the user's library, for a game master who wants to know what changes at the table.\n\n{}\n\
             ## What the library has\n{}",
            marked("name", name),
            content(DOCUMENTS, &summary)
        );
        if entries.len() == 1 {
            text += &names.fill(ONLY_BOOK);
        }
        let attached_note = match attached.len() {
            1 => "The entry is attached.".to_owned(),
            count => format!("The first {count} entries are attached."),
        };
        text += &names.fill(INSTRUCTIONS).replace("{attached}", &attached_note);
        text += RULES_OF_CONTENT;
        let room = MAX_PROMPT_BYTES.saturating_sub(size::of(&text)) / attached.len().max(1);
        let room = room.saturating_sub(ATTACHMENT_BYTES);
        let mut blocks = vec![ContentBlock::text(text)];
        for entry in attached {
            let max_bytes = (room - room / ESCAPES).max(MIN_ATTACHED_BYTES);
            blocks.push(attachment(context, entry, max_bytes).await?);
        }
        Ok(blocks)
    }
}

/// The versions of one entry in the documents of the library.
struct Versions {
    kind: Kind,
    /// The versions, those of the core rules first.
    entries: Vec<Entry>,
    /// A note on the name, if the entry's name is not the one in the request.
    note: String,
    /// Entries of other kinds with the same name: kind and address.
    others: Vec<String>,
}

/// Finds the versions of the entry that the request names; `None` if there is no such entry.
async fn find_versions(
    context: PromptContext<'_>,
    documents: &LibraryDocuments,
) -> Result<Option<Versions>, RequestError> {
    let name = context.arguments.required("name");
    let lookup = NameLookup {
        // One entry is compared, so `*` is not a pattern here.
        name: excerpt(&name.replace('*', " "), MAX_NAME_CHARS),
        kinds: kinds(context.arguments.get("kind"))?,
        documents: None,
        edition: None,
        limit: Limit::try_from(50).unwrap_or_default(),
    };
    let answer = context.library.by_any_name(&lookup).await?;
    let is_named = answer.matched.is_some_and(Match::is_of_the_name);
    let names: Vec<&str> = answer.entries.iter().map(|entry| entry.name.as_str()).collect();
    let nearest = nearest(name, &names, 1);
    let is_meant = |entry: &&Entry| is_named || nearest.contains(&entry.name);
    let Some(first) = answer.entries.iter().find(is_meant).cloned() else { return Ok(None) };
    let (folded, kind) = (fold(&first.name), first.kind);
    let mut note = String::new();
    if fold(name) != folded && is_named {
        let message = in_one_line(&answer.messages.join(" "));
        let _ = writeln!(note, "{}", excerpt(&message, MAX_MESSAGE_CHARS));
    } else if fold(name) != folded {
        let (name, nearest) = (shown(name), one_line(&first.name));
        let _ = writeln!(note, "There is no entry named `{name}`; the nearest is *{nearest}*.");
    }
    let same_name = answer.entries.into_iter().filter(|entry| fold(&entry.name) == folded);
    let (mut entries, others): (Vec<Entry>, Vec<Entry>) = same_name.partition(|entry| entry.kind == kind);
    let counterparts = counterparts(context, &first, &entries).await?;
    entries.extend(counterparts);
    // The two core rules first, then the others by edition.
    entries.sort_by_key(|entry| {
        let edition = documents.edition(&entry.document_key);
        let is_supplement = edition != Edition::Other && !entry.document_key.as_str().starts_with("srd");
        let edition_order = match edition {
            Edition::Of2014 => 0,
            Edition::Of2024 => 1,
            Edition::Other => 2,
        };
        (is_supplement, edition_order)
    });
    let others = others.iter().take(MAX_OTHER_KINDS);
    let others = others.map(|entry| format!("{} ({})", entry.kind, entry.uri)).collect();
    Ok(Some(Versions { kind, entries, note, others }))
}

/// Returns the counterparts of an entry in other documents, except those that are known already.
async fn counterparts(
    context: PromptContext<'_>,
    entry: &Entry,
    known: &[Entry],
) -> Result<Vec<Entry>, RequestError> {
    let mut counterparts = Vec::new();
    let Some(place) = Address::parse(&entry.uri).entry() else { return Ok(counterparts) };
    let whole = context.library.whole_entry(&place).await?;
    for counterpart in whole.into_iter().flat_map(|whole| whole.twins) {
        let is_known = known.iter().any(|entry| entry.uri == counterpart.uri);
        if let Some(place) = Address::parse(&counterpart.uri).entry().filter(|_| !is_known) {
            counterparts.extend(context.library.entry(&place).await?);
        }
    }
    Ok(counterparts)
}

/// Returns an entry as an attached resource. A long one is cut, with a note on how to read the rest.
async fn attachment(
    context: PromptContext<'_>,
    entry: &Entry,
    max_bytes: usize,
) -> Result<ContentBlock, RequestError> {
    let notice = context.library.notice_for(entry).await?;
    let mut shortened = entry.clone();
    if let [first, _, ..] = size::parts(&entry.body, max_bytes).as_slice() {
        let read_entry = context.names.published("read_entry");
        shortened.body = format!("{}\n\n… (the rest: `{read_entry}` with {})", first.trim_end(), entry.uri);
    }
    let text = content(&entry.uri, &whole_markdown(&shortened, notice.as_deref()));
    let contents = ResourceContents::text(text, &entry.uri).with_mime_type("text/markdown");
    Ok(ContentBlock::Resource(EmbeddedResource::new(contents)))
}

/// Lists the fields whose values differ between entries.
fn differences(entries: &[Entry]) -> String {
    let details: Vec<&Details> = entries.iter().map(|entry| &entry.details).collect();
    let fields = different_fields(&details);
    let mut text = if fields.is_empty() {
        "Their fields are the same; only the texts can differ.\n".to_owned()
    } else {
        "Fields that differ:\n".to_owned()
    };
    for DifferentField { name, values } in fields.iter().take(MAX_FIELDS) {
        let values = values.iter().zip(entries).map(|(value, entry)| {
            let value = if value.is_empty() { "none" } else { value };
            format!("{} (`{}`)", excerpt(&one_line(value), MAX_VALUE_CHARS), entry.document_key)
        });
        let _ = writeln!(text, "- {name}: {}", values.collect::<Vec<_>>().join("; "));
    }
    let more = fields.len().saturating_sub(MAX_FIELDS);
    if more > 0 {
        let _ = writeln!(text, "- and {more} more fields");
    }
    let mut bodies = entries.iter().map(|entry| fold(&entry.body));
    let first = bodies.next();
    if bodies.all(|body| Some(body) == first) {
        text.push_str("The texts are the same word for word.\n");
    }
    text
}

/// Returns the kinds that the argument `kind` names.
fn kinds(text: Option<&str>) -> Result<Option<Vec<Kind>>, ErrorData> {
    let Some(text) = text else { return Ok(None) };
    if let Ok(kind) = text.to_lowercase().replace([' ', '_'], "-").parse() {
        return Ok(Some(vec![kind]));
    }
    arguments::kinds("kind", Some(vec![text.to_owned()])).map_err(|_| {
        let text = shown(text);
        invalid(
            "kind",
            &format!("`{text}` is no kind of entry"),
            &nearest(&text, &Kind::ALL.map(Kind::as_str), 3),
        )
    })
}

/// Returns the prompt for a name that no entry has.
async fn not_found(context: PromptContext<'_>, name: &str) -> Result<String, RequestError> {
    let browse = Browse { query: excerpt(name, MAX_NAME_CHARS), limit: MAX_NEAREST, ..Browse::default() };
    let found = context.library.browse(&browse).await?.found.entries.into_iter();
    let mut names: Vec<String> =
        found.filter(|entry| !entry.by_text).map(|entry| one_line(&entry.name)).collect();
    names.dedup();
    let nearest = if names.is_empty() {
        String::new()
    } else {
        content(DOCUMENTS, &format!("The nearest names are {}.", names.join(", ")))
    };
    Ok(format!(
        "The user wants to compare an entry across editions, but the library has no entry of that name.\n\n{}{nearest}{}{RULES_OF_CONTENT}",
        marked("name", name),
        context.names.fill(NOT_FOUND),
    ))
}
