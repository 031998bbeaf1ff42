use clap::Args;
use lore::ingest::orcbrew::ImportReport;
use lore::model::{ContentType, Document, Edition, Kind, Provider, excerpt};
use lore::query::{Entry, Incomplete, Limit, Match, NameLookup, Search, nearest, whole_markdown};
use lore::{EntryKey, Library, SourceReport};

use super::output::{documents_table, print, print_json, table};
use super::{NOT_FOUND, import, sources};
use crate::process::lazy_library::LazyLibrary;

#[derive(Debug, Args)]
pub(super) struct SearchArguments {
    /// A name or a few words
    #[arg(required = true)]
    words: Vec<String>,
    /// Only this type of content, such as `spell`; may be given several times
    #[arg(long = "type", value_name = "TYPE")]
    types: Vec<String>,
    /// Only from this document, by key or name; may be given several times
    #[arg(long = "document", value_name = "KEY")]
    documents: Vec<String>,
    /// Only this edition: `2014` (5e) or `2024` (5.5e)
    #[arg(long)]
    edition: Option<Edition>,
    /// By words only, without the model
    #[arg(long)]
    by_words: bool,
    /// How many hits to give at most
    #[arg(long, default_value_t = 10)]
    limit: i64,
}

#[derive(Debug, Args)]
pub(super) struct ShowArguments {
    /// The entry's name, or its place as DOCUMENT/KIND/SLUG
    #[arg(required = true)]
    name: Vec<String>,
    /// Only this type of content, such as `creature`
    #[arg(long = "type", value_name = "TYPE")]
    content_type: Option<String>,
    /// Only from this document, by key or name
    #[arg(long, value_name = "KEY")]
    document: Option<String>,
    /// Only this edition: `2014` (5e) or `2024` (5.5e)
    #[arg(long)]
    edition: Option<Edition>,
    /// With --json: the object as its source gave it
    #[arg(long)]
    raw: bool,
}

#[derive(Debug, Args)]
pub(super) struct DocumentsArguments {
    /// Only this document, by key or name, with the whole report of each file it comes from
    document: Vec<String>,
    /// Only documents from this source: open5e_v2, open5e_v1, dnd5e_api, srd, orcbrew
    #[arg(long)]
    source: Option<Provider>,
    /// With a document: which source filled which fields, and every field on which sources differ
    #[arg(long, requires = "document")]
    report: bool,
}

/// Searches by meaning and by words.
pub(super) async fn search(
    library: &LazyLibrary,
    arguments: SearchArguments,
    json: bool,
) -> anyhow::Result<u8> {
    let search = Search {
        query: arguments.words.join(" "),
        kinds: (!arguments.types.is_empty()).then(|| kinds(&arguments.types)).transpose()?,
        documents: (!arguments.documents.is_empty()).then_some(arguments.documents),
        edition: arguments.edition,
        semantic: !arguments.by_words,
        fuzzy: true,
        limit: Limit::try_from(arguments.limit)?,
    };
    let answer = library.library().await?.search(&search).await?;
    let found = !answer.entries.is_empty();
    if json {
        print_json(&answer.entries)?;
    } else if found {
        let rows = answer.entries.iter().map(|entry| {
            vec![
                entry.name.clone(),
                entry.kind.to_string(),
                entry.document_key.to_string(),
                first_words(&entry.body),
            ]
        });
        print(&table(&["Name", "Kind", "Document", ""], rows))?;
    }
    let incomplete = answer.incomplete.and_then(|incomplete| match incomplete {
        Incomplete::EmptyLibrary => Some(
            "The library is empty: fetch content with `lorekeeper-mcp sync`, or import homebrew with `lorekeeper-mcp import`.",
        ),
        Incomplete::NotSynced | Incomplete::Offline if found => None,
        Incomplete::NotSynced | Incomplete::Offline => {
            Some("Open5e may have it: `lorekeeper-mcp sync` fetches everything.")
        }
    });
    let messages: Vec<&str> = answer.messages.iter().map(String::as_str).chain(incomplete).collect();
    if !json && !messages.is_empty() {
        print(&format!("{}\n", messages.join(" ")))?;
    }
    Ok(if found { 0 } else { NOT_FOUND })
}

/// Shows one entry whole.
pub(super) async fn show(library: &LazyLibrary, arguments: ShowArguments, json: bool) -> anyhow::Result<u8> {
    let library = library.library().await?;
    let wanted = arguments.name.join(" ");
    let mut messages = Vec::new();
    let entries = match place(&wanted) {
        Some(place) => library.entry(&place).await?.into_iter().collect(),
        None => {
            let lookup = NameLookup {
                name: wanted.clone(),
                kinds: arguments.content_type.map(|text| kinds(&[text])).transpose()?,
                documents: arguments.document.map(|document| vec![document]),
                edition: arguments.edition,
                limit: Limit::default(),
            };
            let answer = library.by_any_name(&lookup).await?;
            let near = !answer.matched.is_some_and(Match::is_of_the_name);
            messages = answer.messages;
            let mut entries = answer.entries;
            if near && entries.len() > 1 {
                return choices(&wanted, &entries);
            }
            entries.truncate(answer.best_matches);
            entries
        }
    };
    let Some(entry) = entries.first() else {
        let why: String = messages.iter().map(|message| format!(" {message}")).collect();
        print(&format!(
            "There is no entry `{wanted}`.{why} `lorekeeper-mcp search` finds entries by words.\n"
        ))?;
        return Ok(NOT_FOUND);
    };
    if json && arguments.raw {
        let place = EntryKey {
            document: entry.document_key.to_string(),
            kind: entry.kind,
            slug: entry.slug.to_string(),
        };
        return print(&format!("{}\n", library.raw(&place).await?));
    }
    if json {
        return print_json(entry);
    }
    let notice = library.notice_for(entry).await?;
    print(&whole_markdown(entry, notice.as_deref()))?;
    if let [_, others @ ..] = entries.as_slice()
        && !others.is_empty()
    {
        let places: Vec<String> = others.iter().map(place_of).collect();
        print(&format!("\nAlso: {}\n", places.join(", ")))?;
    }
    if !messages.is_empty() {
        print(&format!("\n{}\n", messages.join(" ")))?;
    }
    Ok(0)
}

fn choices(wanted: &str, entries: &[Entry]) -> anyhow::Result<u8> {
    let rows = entries.iter().map(|entry| vec![entry.name.clone(), place_of(entry)]);
    print(&format!("No entry is called `{wanted}`. Near it are:\n{}", table(&["Name", "Show with"], rows)))?;
    Ok(NOT_FOUND)
}

/// Lists the documents.
pub(super) async fn documents(
    library: &LazyLibrary,
    arguments: &DocumentsArguments,
    json: bool,
) -> anyhow::Result<u8> {
    let library = library.library().await?;
    if !arguments.document.is_empty() {
        return document(library, &arguments.document.join(" "), arguments.report, json).await;
    }
    let documents = library.documents(arguments.source).await?;
    if json {
        return print_json(&documents);
    }
    if documents.is_empty() {
        return print("No documents found in cache\n");
    }
    print(&documents_table(&documents))
}

/// Shows a document with the reports of the imports of its files.
async fn document(library: &Library, text: &str, report: bool, json: bool) -> anyhow::Result<u8> {
    let document = match library.document(text).await {
        Err(error @ lore::Error::NoSuchDocument { .. }) => {
            print(&format!("{}.\n", capitalised(&error.to_string())))?;
            return Ok(NOT_FOUND);
        }
        other => other?,
    };
    let reports = library.import_reports(&document.document_key).await?;
    let sources = if report { Some(library.source_report(&document.document_key).await?) } else { None };
    if json {
        #[derive(serde::Serialize)]
        struct Whole {
            #[serde(flatten)]
            document: Document,
            imports: Vec<ImportReport>,
            #[serde(skip_serializing_if = "Option::is_none")]
            sources: Option<SourceReport>,
        }
        return print_json(&Whole { document, imports: reports, sources });
    }
    let facts = [
        ("name", Some(document.document_name)),
        ("key", Some(document.document_key.to_string())),
        ("source", Some(document.source_api.to_string())),
        ("entries", Some(document.entity_count.to_string())),
        ("publisher", document.publisher),
        ("licence", document.license),
        ("notice", document.notice),
        ("game system", document.game_system),
        ("address", document.url),
        ("updated", Some(document.updated_at)),
        ("files", document.import.map(|import| import.files.join(", "))),
    ];
    let rows = facts.into_iter().filter_map(|(name, fact)| Some(vec![name.to_owned(), fact?]));
    print(&table(&[], rows))?;
    for report in &reports {
        print(&format!("\nImported {} from {}", report.imported_at, import::in_text(report)))?;
    }
    if let Some(sources) = sources {
        print(&sources::in_text(&sources))?;
    }
    Ok(0)
}

fn capitalised(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// Shows the library in numbers.
pub(super) async fn stats(library: &LazyLibrary, json: bool) -> anyhow::Result<u8> {
    let stats = library.library().await?.stats().await?;
    if json {
        return print_json(&stats);
    }
    let mut rows = vec![
        vec!["folder".to_owned(), stats.home],
        vec!["documents".to_owned(), stats.documents.to_string()],
        vec!["entries".to_owned(), stats.entries.to_string()],
    ];
    rows.extend(stats.kinds.iter().map(|(kind, count)| vec![format!("  {kind}"), count.to_string()]));
    rows.extend([
        vec!["in the text index".to_owned(), stats.indexed_entries.to_string()],
        vec!["database".to_owned(), indicatif::HumanBytes(stats.database_bytes).to_string()],
        vec!["text index".to_owned(), indicatif::HumanBytes(stats.index_bytes).to_string()],
        vec!["semantic search".to_owned(), stats.semantic_search],
        vec![
            "found by meaning".to_owned(),
            format!("{} ({} passages)", stats.embedded_entries, stats.embedded_passages),
        ],
        vec!["Open5e fetched".to_owned(), stats.open5e_synced_at.unwrap_or_else(|| "never".to_owned())],
        vec![
            "questions to Open5e".to_owned(),
            format!(
                "{} answered ({} out of date), {} failed{}",
                stats.cache.questions,
                stats.cache.stale,
                stats.cache.failures,
                if stats.cache.offline { "; offline" } else { "" }
            ),
        ],
        vec!["SQLite".to_owned(), stats.sqlite_version],
    ]);
    rows.extend(stats.recovery.map(|recovery| vec!["recovery".to_owned(), recovery]));
    print(&table(&[], rows.into_iter()))
}

fn kinds(types: &[String]) -> anyhow::Result<Vec<Kind>> {
    let mut kinds = Vec::new();
    for text in types {
        let Some(content_type) = ContentType::find(text) else {
            let names: Vec<&str> = ContentType::ALL.iter().map(|content_type| content_type.name).collect();
            let near = nearest(text, &names, 1).join("");
            anyhow::bail!("there is no type of content `{text}`; the nearest is `{near}`");
        };
        kinds.extend(content_type.kinds);
    }
    Ok(kinds)
}

fn place(text: &str) -> Option<EntryKey> {
    let text = text.strip_prefix("lore://entry/").unwrap_or(text);
    let mut parts = text.split('/');
    let (document, kind, slug) = (parts.next()?, parts.next()?, parts.next()?);
    let kind = kind.parse().ok()?;
    parts.next().is_none().then(|| EntryKey { document: document.to_owned(), kind, slug: slug.to_owned() })
}

fn place_of(entry: &Entry) -> String {
    format!("{}/{}/{}", entry.document_key, entry.kind, entry.slug)
}

/// The beginning of a body on one line, without its marks.
fn first_words(body: &str) -> String {
    let plain: String = body.chars().filter(|c| !matches!(c, '*' | '#' | '|' | '_')).collect();
    excerpt(&plain.split_whitespace().collect::<Vec<_>>().join(" "), 60)
}
