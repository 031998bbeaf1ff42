//! The tool `browse_entries`.

use lore::browse::{Browse, BrowseResult, FieldFilter, Order};
use lore::fields::origin::EDITION;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::protocol::arguments::{WantedEdition, kinds_or_types};
use crate::protocol::registry::{Failure, Success, Tool, ToolRequest};

const DEFAULT_LIMIT: usize = 50;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "BrowseArguments")]
pub(crate) struct BrowseEntries {
    /// The beginning of a name, or some words. Everything if absent.
    query: Option<String>,
    /// Only these types of content, such as `spell`, `creature`, `magic-item`, `condition`.
    kinds: Option<Vec<String>>,
    /// Filters; all must match.
    #[schemars(length(max = 28))]
    filters: Option<Vec<FieldFilter>>,
    /// Only this edition: `2014` (5e, SRD 5.1) or `2024` (5.5e, SRD 5.2). Leaves out other systems and
    /// homebrew.
    edition: Option<WantedEdition>,
    /// The lowest challenge rating of creatures, as a number such as 0.25.
    cr_min: Option<f64>,
    /// The highest challenge rating of creatures.
    cr_max: Option<f64>,
    /// True to search by meaning as well: the best matches come first.
    by_meaning: Option<bool>,
    /// The order; unless given, the best match first, or what is looked up most. `-` reverses it.
    sort: Option<Order>,
    /// False lists each edition, printing and variant by itself; default true.
    fold: Option<bool>,
    /// The number of entries to skip, for the next page.
    offset: Option<usize>,
    /// The maximum number of entries; default 50.
    #[schemars(range(min = 1, max = 200))]
    limit: Option<usize>,
}

impl BrowseEntries {
    pub(super) fn browse(self) -> Result<Browse, Failure> {
        let only = |WantedEdition(edition)| FieldFilter::including(&EDITION, vec![edition.to_string()]);
        Ok(Browse {
            query: self.query.unwrap_or_default(),
            kinds: kinds_or_types("kinds", self.kinds.unwrap_or_default())?,
            filters: self.filters.into_iter().flatten().chain(self.edition.map(only)).collect(),
            cr_min: self.cr_min,
            cr_max: self.cr_max,
            by_meaning: self.by_meaning.unwrap_or(false),
            folds: self.fold.unwrap_or(true),
            order: self.sort,
            offset: self.offset.unwrap_or(0),
            limit: self.limit.unwrap_or(DEFAULT_LIMIT),
        })
    }
}

impl Tool for BrowseEntries {
    const NAME: &'static str = "browse_entries";
    const TITLE: &'static str = "Browse the library";
    const DESCRIPTION: &'static str = "Lists what matches words and filters, a line each, and counts it by kind and by the values of each field. Whole \
        entries are at their `uri`. Never queries Open5e. Examples: {\"kinds\": [\"spell\"], \"filters\": [{\"field\": \"class\", \
        \"include\": [\"wizard\"]}]}; {\"query\": \"drag\", \"kinds\": [\"creature\"], \"cr_min\": 5, \"cr_max\": 10}.";
    const IS_FOR_ASSISTANTS: bool = false;
    type Value = BrowseResult;

    async fn call(self, request: ToolRequest<'_>) -> Result<Success<BrowseResult>, Failure> {
        let result = request.session.library().await?.browse(&self.browse()?).await?;
        Ok(Success::of(result.found).with_messages(&result.messages))
    }
}
