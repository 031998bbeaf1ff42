//! What a client can read without calling a tool: the documents, the statistics, and every entry by its address.

use lore::Library;
use lore::ingest::orcbrew::ImportReport;
use lore::model::{DocumentKey, excerpt};
use rmcp::ErrorData;
use rmcp::model::{
    ListResourceTemplatesResult, ListResourcesResult, ReadResourceResult, Resource, ResourceContents,
    ResourceTemplate,
};
use serde_json::Value;

use crate::protocol::address::Address;
use crate::protocol::size::{self, LARGEST, PART, WORDS};

const DOCUMENTS: &str = "lore://documents";
const STATS: &str = "lore://stats";
const ACTIVITY: &str = "lore://activity";
/// How addresses of entries look.
pub(crate) const ENTRY_TEMPLATE: &str = "lore://entry/{document}/{kind}/{slug}";
const IMPORT: &str = "lore://import/";
/// How addresses of reports look.
pub(crate) const IMPORT_TEMPLATE: &str = "lore://import/{document}";

/// How many calls the activity shows; no more are kept.
const CALLS: u32 = 500;
/// How many lines of each list of a report are given at once.
const LINES: usize = 25;
/// How long the description among the fields of a long entry is, in characters.
const CUT: usize = 200;

/// The fixed resources.
pub(crate) fn list() -> ListResourcesResult {
    ListResourcesResult::with_all_items(vec![
        Resource::new(DOCUMENTS, "documents")
            .with_title("Documents")
            .with_description("The documents of the library with their licences and numbers of entries.")
            .with_mime_type("application/json"),
        Resource::new(STATS, "stats")
            .with_title("Statistics")
            .with_description("The library in numbers: entries by kind, sizes on disk, the text index.")
            .with_mime_type("application/json"),
        Resource::new(ACTIVITY, "activity")
            .with_title("Activity")
            .with_description(
                "The last 500 calls of tools, newest first: who asked, what, how many results, how long it took.",
            )
            .with_mime_type("application/json"),
    ])
}

/// The resources whose address has gaps.
pub(crate) fn templates() -> ListResourceTemplatesResult {
    ListResourceTemplatesResult::with_all_items(vec![
        ResourceTemplate::new(ENTRY_TEMPLATE, "entry")
            .with_title("Entry")
            .with_description(
                "One whole entry as Markdown and as JSON, such as lore://entry/srd-2014/spell/fireball. A very long one comes in parts: `?part=2` is \
                 the second.",
            )
            .with_mime_type("text/markdown"),
        ResourceTemplate::new(IMPORT_TEMPLATE, "import")
            .with_title("Import report")
            .with_description(
                "The whole reports of the imports of the user's files that a document comes from: what was mended, what could not be \
                 read, and why.",
            )
            .with_mime_type("application/json"),
    ])
}

/// Reads a resource; what is too long for a client comes in parts, unless it may be as long as it is.
///
/// # Errors
/// When there is none at the address, or the library cannot be read.
pub(crate) async fn read(
    library: &Library,
    uri: &str,
    unlimited: bool,
) -> Result<ReadResourceResult, ErrorData> {
    let most = if unlimited { usize::MAX } else { LARGEST - WORDS };
    let address = Address::read(uri);
    let contents = match address.base {
        DOCUMENTS => {
            let documents = library.documents(None).await.map_err(|error| internal(&error))?;
            list_of(address, values(documents)?, most)?
        }
        STATS => {
            let stats = library.stats().await.map_err(|error| internal(&error))?;
            let mut stats = value(&stats)?;
            size::fit(&mut stats, most);
            vec![text(uri, stats.to_string())]
        }
        ACTIVITY => {
            let calls = library.activity(CALLS).await.map_err(|error| internal(&error))?;
            list_of(address, values(calls)?, most)?
        }
        base => match base.strip_prefix(IMPORT) {
            Some(document) => {
                let reports = reports(library, uri, document).await?;
                let is_short = size::of(&reports) <= most;
                let items =
                    if is_short { values(reports)? } else { values(reports.into_iter().flat_map(in_lines))? };
                list_of(address, items, most)?
            }
            None => entry(library, address, most).await?,
        },
    };
    Ok(ReadResourceResult::new(contents))
}

/// That there is nothing at an address.
fn nothing_at(uri: &str) -> ErrorData {
    let shown = crate::protocol::arguments::shown(uri);
    let words =
        format!("there is nothing at {shown}; addresses are like {ENTRY_TEMPLATE} and {IMPORT_TEMPLATE}");
    ErrorData::resource_not_found(words, Some(serde_json::json!({ "uri": uri })))
}

/// The part of a list that is asked for, and how to get the next.
fn list_of(address: Address<'_>, items: Vec<Value>, most: usize) -> Result<Vec<ResourceContents>, ErrorData> {
    let mut parts = size::lists(items, most);
    let number = parts.len();
    let at = address.part.checked_sub(1).filter(|at| *at < number).ok_or_else(|| no_part(address, number))?;
    let part = Value::Array(parts.swap_remove(at));
    let uri = &address.of(number);
    let mut contents = vec![text(uri, part.to_string())];
    contents.extend(where_the_rest_is(address, number).map(|words| plain(uri, words)));
    Ok(contents)
}

fn no_part(address: Address<'_>, parts: usize) -> ErrorData {
    let words = format!(
        "there is no part {} of {}; it has {parts}",
        address.part,
        crate::protocol::arguments::shown(address.base)
    );
    ErrorData::resource_not_found(words, None)
}

/// Which part was given, in words; `None` when it is all there is.
fn where_the_rest_is(address: Address<'_>, parts: usize) -> Option<String> {
    let part = address.part;
    match parts {
        1 => None,
        _ if part < parts => {
            Some(format!("This is part {part} of {parts}; the next is {}", address.of_part(part + 1)))
        }
        _ => Some(format!("This is part {part} of {parts}, the last.")),
    }
}

/// The reports of the imports of the files that a document comes from.
async fn reports(library: &Library, uri: &str, document: &str) -> Result<Vec<ImportReport>, ErrorData> {
    let reports = match library.import_reports(&DocumentKey::new(document)).await {
        Err(lore::Error::NoSuchDocument { .. }) => return Err(nothing_at(uri)),
        other => other.map_err(|error| internal(&error))?,
    };
    if reports.is_empty() {
        return Err(nothing_at(uri));
    }
    Ok(reports)
}

/// A report as several with a few lines of each list, one after the other; all other fields are in each.
fn in_lines(report: ImportReport) -> Vec<ImportReport> {
    let mut rest = report;
    let mut head = rest.clone().shortened(0);
    head.left_out.clear();
    let mut reports = Vec::new();
    loop {
        let mut next = head.clone();
        move_lines(&mut rest.books, &mut next.books);
        move_lines(&mut rest.repairs, &mut next.repairs);
        move_lines(&mut rest.notes, &mut next.notes);
        move_lines(&mut rest.rejected, &mut next.rejected);
        move_lines(&mut rest.conflicts, &mut next.conflicts);
        reports.push(next);
        if rest.lines() == 0 {
            return reports;
        }
        head.messages.clear();
    }
}

fn move_lines<T>(from: &mut Vec<T>, to: &mut Vec<T>) {
    *to = from.drain(..LINES.min(from.len())).collect();
}

/// An entry as Markdown and as JSON. Of one that is too long the Markdown has a part, and the JSON the fields.
async fn entry(
    library: &Library,
    address: Address<'_>,
    most: usize,
) -> Result<Vec<ResourceContents>, ErrorData> {
    let missing = || nothing_at(address.base);
    let place = address.entry().ok_or_else(missing)?;
    let mut entry = library.entry(&place).await.map_err(|error| internal(&error))?.ok_or_else(missing)?;
    let notice = library.notice_for(&entry).await.map_err(|error| internal(&error))?;
    let markdown = lore::query::whole_markdown(&entry, notice.as_deref());
    let is_long = markdown.len().saturating_add(size::of(&entry)) > most;
    let parts = if is_long { size::parts(&markdown, PART) } else { vec![markdown.as_str()] };
    let number = parts.len();
    let part = address.part.checked_sub(1).and_then(|at| parts.get(at));
    let mut part = (*part.ok_or_else(|| no_part(address, number))?).to_owned();
    if let Some(words) = where_the_rest_is(address, number) {
        part = format!("{}\n\n*{words}*\n", part.trim_end());
    }
    if is_long {
        entry.body = excerpt(&entry.body, CUT);
        entry.description_is_cut = true;
    }
    let uri = &address.of(number);
    let markdown = ResourceContents::text(part, uri).with_mime_type("text/markdown");
    let mut fields = value(&entry)?;
    if is_long {
        size::fit(&mut fields, most.saturating_sub(PART + WORDS));
    }
    Ok(vec![markdown, text(uri, fields.to_string())])
}

/// An error of the library as the protocol tells it.
pub(crate) fn internal(error: &lore::Error) -> ErrorData {
    tracing::error!(%error, "a request failed");
    ErrorData::internal_error(format!("{error}. {}", error.advice()), None)
}

/// A value as JSON.
fn value(value: &impl serde::Serialize) -> Result<Value, ErrorData> {
    serde_json::to_value(value).map_err(|error| ErrorData::internal_error(error.to_string(), None))
}

fn values(items: impl IntoIterator<Item = impl serde::Serialize>) -> Result<Vec<Value>, ErrorData> {
    items.into_iter().map(|item| value(&item)).collect()
}

fn text(uri: &str, json: String) -> ResourceContents {
    ResourceContents::text(json, uri).with_mime_type("application/json")
}

fn plain(uri: &str, words: String) -> ResourceContents {
    ResourceContents::text(words, uri).with_mime_type("text/plain")
}
