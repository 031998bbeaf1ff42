//! The resources: documents, statistics, activity, entries and import reports by address.

use lore::Library;
use lore::ingest::orcbrew::ImportReport;
use lore::model::{DocumentKey, excerpt, shown};
use lore::query::without_facts;
use rmcp::ErrorData;
use rmcp::model::{
    ListResourceTemplatesResult, ListResourcesResult, ReadResourceResult, Resource, ResourceContents,
    ResourceTemplate,
};
use serde_json::Value;

use crate::cards;
use crate::protocol::address::Address;
use crate::protocol::envelope::Result;
use crate::protocol::session::{RequestContext, Session, is_window};
use crate::protocol::size::{self, MAX_PART_BYTES, MAX_VALUE_BYTES, RESERVED_MESSAGE_BYTES};

const DOCUMENTS: &str = "lore://documents";
const STATS: &str = "lore://stats";
const PINS: &str = "lore://pins";
const ACTIVITY: &str = "lore://activity";
pub(crate) const ENTRY_TEMPLATE: &str = "lore://entry/{document}/{kind}/{slug}";
const IMPORT: &str = "lore://import/";
pub(crate) const IMPORT_TEMPLATE: &str = "lore://import/{document}";

/// The listed resources: address, title and description.
const LISTED: [(&str, &str, &str); 4] = [
    (DOCUMENTS, "Documents", "The documents of the library, with their licences and numbers of entries."),
    (STATS, "Statistics", "Statistics of the library: entries by kind, sizes on disk, the text index."),
    (
        PINS,
        "Pins and notes",
        "The entries that the user has pinned, in order, and the user's notes on entries.",
    ),
    (
        ACTIVITY,
        "Activity",
        "The last 500 tool calls, newest first: client, arguments, number of results, duration.",
    ),
];
const JSON: &str = "application/json";

/// The library keeps no more.
const MAX_CALLS: u32 = 500;
const LINES_PER_PART: usize = 25;
const MAX_EXCERPT_CHARS: usize = 200;

/// What the statistics say about the computer of the user and what was asked there.
const PRIVATE_STATS: [&str; 4] = ["home", "last_calls", "recovery", "semantic_search"];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reader {
    /// LoreKeeper's own window, whose results are not limited in size.
    Window,
    Assistant,
    /// Somebody whom a server for many people answers.
    Guest,
}

impl Reader {
    pub(crate) fn of(session: &Session, context: &RequestContext) -> Self {
        if is_window(context) {
            Self::Window
        } else if session.is_shared() {
            Self::Guest
        } else {
            Self::Assistant
        }
    }

    /// What the user has asked and imported, and from where, is for the user alone.
    fn may_read(self, uri: &str) -> bool {
        self != Self::Guest || !(uri == ACTIVITY || uri.starts_with(IMPORT))
    }
}

pub(crate) fn list(reader: Reader) -> ListResourcesResult {
    let json = |(uri, title, description): (&str, _, _)| {
        let resource = Resource::new(uri, uri.trim_start_matches("lore://")).with_title(title);
        resource.with_description(description).with_mime_type(JSON)
    };
    let mut resources = Vec::from(LISTED.map(json));
    resources.extend(cards::resource());
    resources.retain(|resource| reader.may_read(&resource.uri));
    ListResourcesResult::with_all_items(resources)
}

pub(crate) fn templates(reader: Reader) -> ListResourceTemplatesResult {
    let mut templates = vec![
        ResourceTemplate::new(ENTRY_TEMPLATE, "entry")
            .with_title("Entry")
            .with_description(
                "One whole entry as Markdown and JSON, such as lore://entry/srd-2014/spell/fireball. A very long one comes in parts; `?part=2` is \
                 the second.",
            )
            .with_mime_type("text/markdown"),
        ResourceTemplate::new(IMPORT_TEMPLATE, "import")
            .with_title("Import report")
            .with_description(
                "The full import reports of the files that a document comes from: what was repaired, what could not be \
                 read, and why.",
            )
            .with_mime_type(JSON),
    ];
    templates.retain(|template| reader.may_read(&template.uri_template));
    ListResourceTemplatesResult::with_all_items(templates)
}

/// A resource that is too long for a client comes in parts.
pub(crate) async fn read(session: &Session, uri: &str, reader: Reader) -> Result<ReadResourceResult> {
    if let Some(card) = cards::read(uri) {
        return Ok(ReadResourceResult::new(vec![card]));
    }
    let address = Address::parse(uri);
    if !reader.may_read(address.base) {
        return Err(not_found(uri).into());
    }
    let library = session.library().await?;
    let max_bytes = if reader == Reader::Window { usize::MAX } else { MAX_VALUE_BYTES };
    let contents = match address.base {
        DOCUMENTS => list_part(address, json_list(library.documents(None).await?)?, max_bytes)?,
        STATS => {
            let mut stats = serde_json::to_value(library.stats().await?)?;
            if let (Reader::Guest, Some(fields)) = (reader, stats.as_object_mut()) {
                fields.retain(|field, _| !PRIVATE_STATS.contains(&field.as_str()));
            }
            size::fit(&mut stats, max_bytes);
            vec![json_contents(uri, &stats)]
        }
        PINS => {
            let kept = [json_list(library.pins().await?)?, json_list(library.notes(None).await?)?];
            list_part(address, kept.concat(), max_bytes)?
        }
        ACTIVITY => list_part(address, json_list(library.activity(MAX_CALLS).await?)?, max_bytes)?,
        base => match base.strip_prefix(IMPORT) {
            Some(document) => {
                let mut reports = match library.import_reports(&DocumentKey::new(document)).await {
                    Err(lore::Error::NoSuchDocument { .. }) => Vec::new(),
                    reports => reports?,
                };
                if reports.is_empty() {
                    return Err(not_found(uri).into());
                }
                if size::of(&reports) > max_bytes {
                    reports = reports.into_iter().flat_map(split_report).collect();
                }
                list_part(address, json_list(reports)?, max_bytes)?
            }
            None => entry(library, address, max_bytes).await?,
        },
    };
    Ok(ReadResourceResult::new(contents))
}

fn not_found(uri: &str) -> ErrorData {
    let place = shown(uri);
    let message =
        format!("there is nothing at {place}; addresses are like {ENTRY_TEMPLATE} and {IMPORT_TEMPLATE}");
    ErrorData::resource_not_found(message, Some(serde_json::json!({ "uri": uri })))
}

fn no_such_part(address: Address<'_>, total: usize) -> ErrorData {
    let message = format!("there is no part {} of {}; it has {total}", address.part, shown(address.base));
    ErrorData::resource_not_found(message, None)
}

fn list_part(address: Address<'_>, items: Vec<Value>, max_bytes: usize) -> Result<Vec<ResourceContents>> {
    let mut parts = size::lists(items, max_bytes);
    let total = parts.len();
    let index = address.part.checked_sub(1).filter(|index| *index < total);
    let part = parts.swap_remove(index.ok_or_else(|| no_such_part(address, total))?);
    let uri = &address.of_total(total);
    let mut contents = vec![json_contents(uri, &Value::Array(part))];
    let note = part_note(address, total);
    contents.extend(note.map(|note| ResourceContents::text(note, uri).with_mime_type("text/plain")));
    Ok(contents)
}

fn part_note(address: Address<'_>, total: usize) -> Option<String> {
    let part = address.part;
    (total > 1).then(|| {
        let next = if part < total {
            format!("; the next is {}", address.with_part(part + 1))
        } else {
            ", the last.".to_owned()
        };
        format!("This is part {part} of {total}{next}")
    })
}

/// All of the reports have the other fields, but only the first has the messages.
fn split_report(mut rest: ImportReport) -> Vec<ImportReport> {
    let mut template = rest.clone().shortened(0);
    template.left_out.clear();
    let mut reports = Vec::new();
    while reports.is_empty() || rest.lines() > 0 {
        reports.push(ImportReport {
            books: take_lines(&mut rest.books),
            repairs: take_lines(&mut rest.repairs),
            notes: take_lines(&mut rest.notes),
            rejected: take_lines(&mut rest.rejected),
            conflicts: take_lines(&mut rest.conflicts),
            ..template.clone()
        });
        template.messages.clear();
    }
    reports
}

fn take_lines<T>(lines: &mut Vec<T>) -> Vec<T> {
    lines.drain(..LINES_PER_PART.min(lines.len())).collect()
}

/// Returns an entry as Markdown and JSON. If it is too long: one part, and JSON without full description.
async fn entry(library: &Library, address: Address<'_>, max_bytes: usize) -> Result<Vec<ResourceContents>> {
    let missing = || not_found(address.base);
    let place = address.entry().ok_or_else(missing)?;
    let mut entry = library.entry(&place).await?.ok_or_else(missing)?;
    let notice = library.notice_for(&entry).await?;
    let markdown = lore::query::whole_markdown(&entry, notice.as_deref());
    let is_long = markdown.len().saturating_add(size::of(&entry)) > max_bytes;
    let parts = if is_long { size::parts(&markdown, MAX_PART_BYTES) } else { vec![markdown.as_str()] };
    let total = parts.len();
    let part = address.part.checked_sub(1).and_then(|index| parts.get(index));
    let mut part = (*part.ok_or_else(|| no_such_part(address, total))?).to_owned();
    if let Some(note) = part_note(address, total) {
        part = format!("{}\n\n*{note}*\n", part.trim_end());
    }
    if is_long {
        entry.body = excerpt(&entry.body, MAX_EXCERPT_CHARS);
        entry.description_is_cut = true;
    } else {
        // The Markdown has it all.
        entry.body = without_facts(entry.kind, &entry.details, &entry.body);
    }
    let mut fields = serde_json::to_value(&entry)?;
    if is_long {
        size::fit(&mut fields, max_bytes.saturating_sub(MAX_PART_BYTES + RESERVED_MESSAGE_BYTES));
    }
    let uri = &address.of_total(total);
    let markdown = ResourceContents::text(part, uri).with_mime_type("text/markdown");
    Ok(vec![markdown, json_contents(uri, &fields)])
}

fn json_list(items: impl IntoIterator<Item = impl serde::Serialize>) -> serde_json::Result<Vec<Value>> {
    items.into_iter().map(serde_json::to_value).collect()
}

fn json_contents(uri: &str, value: &Value) -> ResourceContents {
    ResourceContents::text(value.to_string(), uri).with_mime_type(JSON)
}
