use anyhow::{Context, Result};
use clap::ValueEnum;
use serde_json::{Map, Value, json};

use crate::library::JudgedLibrary;
use crate::metrics::LOOKED_AT;
use crate::queries::{Query, SEARCH};
use crate::server::Server;

/// A way of searching.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Mode {
    /// By words, as when there is no model.
    Words,
    /// By words and meaning, as it is for everybody.
    Fused,
}

impl Mode {
    /// Every one.
    pub(crate) const ALL: [Self; 2] = [Self::Words, Self::Fused];

    /// What it is called.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Words => "words only",
            Self::Fused => "fused",
        }
    }
}

/// One hit, as much of it as is told.
#[derive(Debug, Clone)]
pub(crate) struct Hit {
    kind: String,
    name: String,
    document: String,
}

impl Hit {
    /// What it counts as among the answers to a query.
    pub(crate) fn counts_as(&self, query: &Query) -> String {
        query.counts_as(&self.kind, &self.name)
    }

    /// The hit in a few words.
    pub(crate) fn told(&self) -> String {
        format!("{} ({}, {})", self.name, self.kind, self.document)
    }
}

/// What was answered to one query.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    /// The hits, best first.
    pub(crate) hits: Vec<Hit>,
    /// Whether the message says that the library seems to have nothing on it.
    pub(crate) has_nothing: bool,
}

/// The answers to all queries, in the queries' order.
pub(crate) type Answers = Vec<Answer>;

/// How the sentence begins by which an answer says that its hits are probably beside the point.
const NOTHING: &str = "The library seems to have nothing on";

/// Asks every query in one way; `None` when the server cannot search so.
pub(crate) fn ask_all(mode: Mode, library: &JudgedLibrary, all: &[Query]) -> Result<Option<Answers>> {
    let server = match mode {
        Mode::Words => library.serve_without_model()?,
        Mode::Fused => library.serve()?,
    };
    let able = mode == Mode::Words || searches_by_meaning(&server)?;
    let answers = able.then(|| all.iter().map(|query| ask(&server, query)).collect()).transpose()?;
    server.stop()?;
    Ok(answers)
}

/// Returns true if the server says that it searches by meaning.
fn searches_by_meaning(server: &Server) -> Result<bool> {
    let stats = server.value("guide_library_stats", &json!({}))?;
    let told =
        stats.get("semantic_search").context("the server does not say whether it searches by meaning")?;
    Ok(!told.as_str().is_some_and(|words| words.starts_with("unavailable")))
}

/// Asks one query. The unified search takes it as `query`, a lookup as `semantic_query`.
fn ask(server: &Server, query: &Query) -> Result<Answer> {
    let mut arguments: Map<String, Value> = query.filters.clone();
    arguments.insert("limit".to_owned(), json!(LOOKED_AT));
    let words = if query.tool == SEARCH { "query" } else { "semantic_query" };
    arguments.insert(words.to_owned(), json!(query.query));
    let envelope = server
        .envelope(&query.tool, &Value::Object(arguments))
        .with_context(|| format!("the query {} was not answered", query.id))?;
    let entries = envelope.get("value").and_then(Value::as_array);
    let entries = entries.with_context(|| format!("{} gave no list", query.id))?;
    let message = envelope.get("message").and_then(Value::as_str);
    Ok(Answer {
        hits: entries.iter().map(hit).collect::<Result<_>>()?,
        has_nothing: message.is_some_and(|message| message.contains(NOTHING)),
    })
}

fn hit(entry: &Value) -> Result<Hit> {
    let field = |name: &str| {
        let text = entry.get(name).and_then(Value::as_str);
        Ok::<_, anyhow::Error>(text.with_context(|| format!("a hit has no {name}: {entry}"))?.to_owned())
    };
    Ok(Hit { kind: field("kind")?, name: field("name")?, document: field("document_key")? })
}
