//! The tool `browse_entries`.

use lore::browse::{Browse, BrowseResult, FieldFilter};
use lore::fields::origin::EDITION;
use lore::model::{Edition, Kind, excerpt};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::protocol::arguments::{self, WantedEdition};
use crate::protocol::envelope::{Failure, Success};
use crate::protocol::registry::Tool;
use crate::protocol::session::ToolRequest;
use crate::protocol::size::{self, MAX_VALUE_BYTES};

/// The default and the maximum number of entries.
const DEFAULT_LIMIT: i64 = 50;
const MAX_LIMIT: i64 = 200;
/// The maximum number of values that are counted per field for an assistant.
const MAX_VALUES: usize = 60;
/// The maximum length of a summary. Only homebrew encounters of very many creatures have longer ones.
const MAX_SUMMARY_CHARS: usize = 200;

pub(crate) struct BrowseEntries;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "BrowseArguments")]
pub(crate) struct Arguments {
    /// The beginning of a name, or some words. Everything if absent.
    query: Option<String>,
    /// Only these types of content, such as `spell`, `creature`, `magic-item`, `condition`.
    kinds: Option<Vec<String>>,
    /// Filters; all must match.
    #[schemars(length(max = 28))]
    filters: Option<Vec<FieldFilter>>,
    /// Only this edition: `2014` (5e, SRD 5.1) or `2024` (5.5e, SRD 5.2). Leaves out other systems and homebrew.
    edition: Option<WantedEdition>,
    /// The lowest challenge rating of creatures, as a number such as 0.25.
    cr_min: Option<f64>,
    /// The highest challenge rating of creatures.
    cr_max: Option<f64>,
    /// True to search by meaning as well, which returns only the best matches.
    by_meaning: Option<bool>,
    /// The number of entries to skip, for the next page.
    #[schemars(range(min = 0))]
    offset: Option<i64>,
    /// The maximum number of entries; default 50.
    #[schemars(range(min = 1, max = 200))]
    limit: Option<i64>,
}

impl Arguments {
    /// Returns the request.
    pub(super) fn browse(self) -> Result<Browse, Failure> {
        Ok(Browse {
            query: self.query.unwrap_or_default(),
            kinds: kinds(self.kinds.unwrap_or_default())?,
            filters: self.filters.into_iter().flatten().chain(self.edition.map(of_edition)).collect(),
            cr_min: self.cr_min,
            cr_max: self.cr_max,
            by_meaning: self.by_meaning.unwrap_or(false),
            offset: within("offset", self.offset.unwrap_or(0), 0, i64::from(u32::MAX))?,
            limit: within("limit", self.limit.unwrap_or(DEFAULT_LIMIT), 1, MAX_LIMIT)?,
        })
    }
}

impl Tool for BrowseEntries {
    const NAME: &'static str = "browse_entries";
    const TITLE: &'static str = "Browse the library";
    const DESCRIPTION: &'static str = "Lists the entries that match words and filters, a line each, and counts them by kind and by the values of each field. Whole \
        entries are at their `uri`. Never queries Open5e. Examples: {\"kinds\": [\"spell\"], \"filters\": [{\"field\": \"class\", \
        \"include\": [\"wizard\"]}]}; {\"query\": \"drag\", \"kinds\": [\"creature\"], \"cr_min\": 5, \"cr_max\": 10}.";
    const IS_FOR_ASSISTANTS: bool = false;
    type Arguments = Arguments;
    type Value = BrowseResult;

    async fn call(request: ToolRequest<'_>, arguments: Arguments) -> Result<Success<BrowseResult>, Failure> {
        let browse = arguments.browse()?;
        let mut result = request.session.library().await?.browse(&browse).await?;
        let instruction = if request.is_from_window() {
            None
        } else {
            shorten(&mut result.found, browse.offset, &request.session.names().published(Self::NAME))
        };
        Ok(Success { instruction, ..Success::of(result.found) }.with_messages(&result.messages))
    }
}

/// Returns the filter for an edition.
fn of_edition(edition: WantedEdition) -> FieldFilter {
    let include = vec![Edition::from(edition).to_string()];
    FieldFilter { field: &EDITION, include, exclude: Vec::new(), every: false }
}

/// Shortens a page to the size of one result. Returns the instruction on how to get the rest.
fn shorten(found: &mut BrowseResult, offset: usize, tool: &str) -> Option<String> {
    let mut sentences = Vec::new();
    for counts in &mut found.fields {
        let total = counts.values.len();
        if total > MAX_VALUES {
            let mut numbers: Vec<usize> = counts.values.iter().map(|value| value.count).collect();
            numbers.sort_unstable_by(|a, b| b.cmp(a));
            let least = numbers.get(MAX_VALUES).copied().unwrap_or(0);
            counts.values.retain(|value| value.count > least);
            counts.values.truncate(MAX_VALUES);
            let field = serde_json::to_string(&counts.field).unwrap_or_default();
            sentences.push(format!(
                "Of the {total} values of the field {field} only the most frequent are counted."
            ));
        }
    }
    let summaries = found.entries.iter_mut().map(|entry| &mut entry.summary);
    summaries.for_each(|summary| *summary = excerpt(summary, MAX_SUMMARY_CHARS));
    let others = size::of(&found.fields) + size::of(&found.kinds);
    if size::truncate(&mut found.entries, (MAX_VALUE_BYTES).saturating_sub(others)) > 0 {
        let next = offset + found.entries.len();
        sentences.push(format!(
            "The page has only {} entries; for the next ones, call `{tool}` again with `offset` {next}.",
            found.entries.len()
        ));
    }
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// Returns the kinds for names of kinds and content types.
fn kinds(texts: Vec<String>) -> Result<Vec<Kind>, Failure> {
    let mut kinds = Vec::new();
    for text in texts {
        match text.parse() {
            Ok(kind) => kinds.push(kind),
            Err(_) => kinds.extend(arguments::kinds("kinds", Some(vec![text]))?.unwrap_or_default()),
        }
    }
    Ok(kinds)
}

fn within(field: &str, number: i64, min: i64, max: i64) -> Result<usize, Failure> {
    let wrong = || Failure::invalid(field, format!("`{field}` is {number}; it must be from {min} to {max}."));
    usize::try_from(number).ok().filter(|_| (min..=max).contains(&number)).ok_or_else(wrong)
}
