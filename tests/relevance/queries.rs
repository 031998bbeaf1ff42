//! The judged queries; README.md beside them says what is what.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use lore::model::fold;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::metrics::Grades;

/// The files of queries, by family.
const FILES: &[(&str, &str)] = &[
    ("spells", include_str!("spells.jsonl")),
    ("creatures", include_str!("creatures.jsonl")),
    ("magic-items", include_str!("magic-items.jsonl")),
    ("equipment", include_str!("equipment.jsonl")),
    ("options", include_str!("options.jsonl")),
    ("rules", include_str!("rules.jsonl")),
    ("homebrew", include_str!("homebrew.jsonl")),
    (UNANSWERABLE, include_str!("unanswerable.jsonl")),
];

/// The family of queries that nothing in the library answers.
pub(crate) const UNANSWERABLE: &str = "unanswerable";

/// Names of entries by their kind. One that ends with `*` stands for all that begin so, such as a magic weapon in each
/// of its shapes; they count as one.
pub(crate) type Names = BTreeMap<String, Vec<String>>;

/// One query and what answers it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Query {
    /// The family and a number.
    pub(crate) id: String,
    /// What a game master asks.
    pub(crate) query: String,
    /// The tool it is asked of.
    #[serde(default = "search")]
    pub(crate) tool: String,
    /// The tool's other arguments.
    #[serde(default)]
    pub(crate) filters: Map<String, Value>,
    /// What exactly is meant; of an unanswerable query, nothing.
    #[serde(default)]
    pub(crate) best: Names,
    /// What is a good answer, too.
    #[serde(default)]
    pub(crate) good: Names,
    /// What must not stand before any of the best.
    #[serde(default)]
    pub(crate) behind: Names,
    /// The file it is from.
    #[serde(skip)]
    pub(crate) family: &'static str,
}

/// The tool that is asked unless a query says otherwise.
pub(crate) const SEARCH: &str = "search_dnd_content";

fn search() -> String {
    SEARCH.to_owned()
}

/// The two halves of the queries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Half {
    /// May be looked at while the search is being improved.
    Tune,
    /// Only its figures are looked at.
    Report,
}

impl Half {
    /// Both.
    pub(crate) const ALL: [Self; 2] = [Self::Tune, Self::Report];

    /// Its name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Tune => "tune",
            Self::Report => "report",
        }
    }
}

impl Query {
    /// The number in the id.
    pub(crate) fn number(&self) -> Option<usize> {
        self.id.strip_prefix(self.family)?.strip_prefix('-')?.parse().ok()
    }

    /// Odd numbers are for tuning, even ones for reporting.
    pub(crate) fn half(&self) -> Half {
        if self.number().is_some_and(|number| number % 2 == 0) { Half::Report } else { Half::Tune }
    }

    /// Whether the library has an answer.
    pub(crate) fn is_answerable(&self) -> bool {
        self.family != UNANSWERABLE
    }

    /// The grades of its good answers.
    pub(crate) fn grades(&self) -> Grades {
        let graded = |names, grade| keys(names).into_iter().map(move |key| (key, grade));
        graded(&self.good, 1).chain(graded(&self.best, 2)).collect()
    }

    /// What an entry counts as: what judges it by its own name, or by the beginning of it, or else the entry itself.
    pub(crate) fn counts_as(&self, kind: &str, name: &str) -> String {
        let own = key(kind, name);
        let judged: Vec<String> = self.judged().map(|(kind, name)| key(kind, name)).collect();
        if judged.contains(&own) {
            return own;
        }
        let shape = judged.into_iter().find(|judged| begins_so(judged, &own));
        shape.unwrap_or(own)
    }

    /// Every name it judges, with its kind.
    pub(crate) fn judged(&self) -> impl Iterator<Item = (&str, &str)> {
        [&self.best, &self.good, &self.behind]
            .into_iter()
            .flatten()
            .flat_map(|(kind, names)| names.iter().map(move |name| (kind.as_str(), name.as_str())))
    }
}

/// What names an entry, whatever its document: its kind and its name as names are compared.
pub(crate) fn key(kind: &str, name: &str) -> String {
    format!("{kind} {}", fold(name))
}

/// Whether a key that ends with `*` stands for another key.
pub(crate) fn begins_so(judged: &str, key: &str) -> bool {
    judged.strip_suffix('*').is_some_and(|start| key.starts_with(start))
}

/// The keys of some names.
pub(crate) fn keys(names: &Names) -> Vec<String> {
    names.iter().flat_map(|(kind, names)| names.iter().map(move |name| key(kind, name))).collect()
}

/// The names of the families, in order.
pub(crate) fn families() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(family, _)| *family)
}

/// Every query, in the files' order.
pub(crate) fn read() -> Result<Vec<Query>> {
    let mut queries = Vec::new();
    for (family, text) in FILES {
        for (line, number) in text.lines().zip(1..) {
            if line.trim().is_empty() {
                continue;
            }
            let query: Query =
                serde_json::from_str(line).with_context(|| format!("{family}.jsonl, line {number}"))?;
            queries.push(Query { family, ..query });
        }
    }
    Ok(queries)
}
