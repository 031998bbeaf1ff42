//! What a client can read without calling a tool: the documents, the statistics, and every entry by its address.

use lore::model::{DocumentKey, Kind, Provider};
use lore::{EntryPlace, Library};
use rmcp::ErrorData;
use rmcp::model::{
    CompleteRequestParams, CompleteResult, CompletionInfo, ListResourceTemplatesResult, ListResourcesResult,
    ReadResourceResult, Reference, Resource, ResourceContents, ResourceTemplate,
};

const DOCUMENTS: &str = "lore://documents";
const STATS: &str = "lore://stats";
const ACTIVITY: &str = "lore://activity";
const ENTRY: &str = "lore://entry/";
const ENTRY_TEMPLATE: &str = "lore://entry/{document}/{kind}/{slug}";
const IMPORT: &str = "lore://import/";
const IMPORT_TEMPLATE: &str = "lore://import/{document}";

/// How many completions are offered; the protocol allows 100.
const COMPLETIONS: u32 = 100;

/// How many calls the activity shows; no more are kept.
const CALLS: u32 = 500;

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
                "One whole entry as Markdown and as JSON, such as lore://entry/srd-2014/spell/fireball.",
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

/// Reads a resource.
///
/// # Errors
/// When there is none at the address, or the library cannot be read.
pub(crate) async fn read(library: &Library, uri: &str) -> Result<ReadResourceResult, ErrorData> {
    let contents = match uri {
        DOCUMENTS => vec![json(uri, &library.documents(None).await.map_err(|error| internal(&error))?)?],
        STATS => vec![json(uri, &library.stats().await.map_err(|error| internal(&error))?)?],
        ACTIVITY => vec![json(uri, &library.activity(CALLS).await.map_err(|error| internal(&error))?)?],
        _ => match uri.strip_prefix(IMPORT) {
            Some(document) => vec![reports(library, uri, document).await?],
            None => entry(library, uri).await?,
        },
    };
    Ok(ReadResourceResult::new(contents))
}

/// That there is nothing at an address.
fn nothing_at(uri: &str) -> ErrorData {
    let uri = crate::arguments::shown(uri);
    let words =
        format!("there is nothing at {uri}; addresses are like {ENTRY_TEMPLATE} and {IMPORT_TEMPLATE}");
    ErrorData::resource_not_found(words, None)
}

/// The reports of the imports of the files that a document comes from.
async fn reports(library: &Library, uri: &str, document: &str) -> Result<ResourceContents, ErrorData> {
    let reports = match library.import_reports(&DocumentKey::new(document)).await {
        Err(lore::Error::NoSuchDocument { .. }) => return Err(nothing_at(uri)),
        other => other.map_err(|error| internal(&error))?,
    };
    if reports.is_empty() {
        return Err(nothing_at(uri));
    }
    json(uri, &reports)
}

/// The place of an entry by its address.
pub(crate) fn place_of(uri: &str) -> Option<EntryPlace> {
    let mut parts = uri.strip_prefix(ENTRY)?.split('/');
    let (document, kind, slug) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() {
        return None;
    }
    Some(EntryPlace { document: document.to_owned(), kind: kind.parse().ok()?, slug: slug.to_owned() })
}

async fn entry(library: &Library, uri: &str) -> Result<Vec<ResourceContents>, ErrorData> {
    let missing = || nothing_at(uri);
    let place = place_of(uri).ok_or_else(missing)?;
    let entry = library.entry(&place).await.map_err(|error| internal(&error))?.ok_or_else(missing)?;
    let notice = library.notice_for(&entry).await.map_err(|error| internal(&error))?;
    let markdown = lore::query::whole_markdown(&entry, notice.as_deref());
    Ok(vec![ResourceContents::text(markdown, uri).with_mime_type("text/markdown"), json(uri, &entry)?])
}

/// Completes one of the gaps of an address.
///
/// # Errors
/// When the library cannot be read.
pub(crate) async fn complete(
    library: &Library,
    request: &CompleteRequestParams,
) -> Result<CompleteResult, ErrorData> {
    let Reference::Resource(reference) = &request.r#ref else { return Ok(CompleteResult::default()) };
    let source = match reference.uri.as_str() {
        ENTRY_TEMPLATE => None,
        IMPORT_TEMPLATE if request.argument.name == "document" => Some(Provider::OrcBrew),
        _ => return Ok(CompleteResult::default()),
    };
    let given = |name: &str| {
        let arguments = request.context.as_ref()?.arguments.as_ref()?;
        arguments.get(name).map(String::as_str)
    };
    let start = request.argument.value.to_lowercase();
    let mut values: Vec<String> = match request.argument.name.as_str() {
        "document" => {
            let documents = library.documents(source).await.map_err(|error| internal(&error))?;
            documents.into_iter().map(|document| document.document_key.to_string()).collect()
        }
        "kind" => Kind::ALL.iter().map(|kind| kind.as_str().to_owned()).collect(),
        "slug" => library
            .complete_slug(
                given("document").unwrap_or_default(),
                given("kind").unwrap_or_default(),
                &start,
                COMPLETIONS,
            )
            .await
            .map_err(|error| internal(&error))?,
        _ => Vec::new(),
    };
    values.retain(|value| value.starts_with(&start));
    values.truncate(COMPLETIONS as usize);
    let completion = CompletionInfo::new(values).map_err(|error| ErrorData::internal_error(error, None))?;
    Ok(CompleteResult::new(completion))
}

/// An error of the library as the protocol tells it.
pub(crate) fn internal(error: &lore::Error) -> ErrorData {
    tracing::error!(%error, "a request failed");
    ErrorData::internal_error(format!("{error}. {}", error.advice()), None)
}

fn json(uri: &str, value: &impl serde::Serialize) -> Result<ResourceContents, ErrorData> {
    let text =
        serde_json::to_string(value).map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
    Ok(ResourceContents::text(text, uri).with_mime_type("application/json"))
}
