//! Requests for browsing.

use content::fields::Field;
use content::model::Kind;
use serde::Deserialize;

use super::column::Order;

/// A request to browse. The default selects the whole library.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Browse {
    /// A name or words.
    pub query: String,
    /// The kinds of entries; empty for all.
    pub kinds: Vec<Kind>,
    /// The filters; all must match.
    pub filters: Vec<FieldFilter>,
    /// The lowest challenge rating.
    pub cr_min: Option<f64>,
    /// The highest challenge rating.
    pub cr_max: Option<f64>,
    /// True to search by meaning, too.
    pub by_meaning: bool,
    /// True to list what is one thing in several documents and editions once.
    pub folds: bool,
    /// The order. Without one, the best match is first, or what is most often looked up.
    pub order: Option<Order>,
    /// The number of entries to skip.
    pub offset: usize,
    /// The maximum number of entries to return.
    pub limit: usize,
}

/// A filter by the values of one field.
#[derive(Debug, Clone, PartialEq, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FieldFilter {
    /// The field.
    pub field: &'static Field,
    /// The entry has one of these values.
    #[serde(default)]
    pub include: Vec<String>,
    /// The entry has none of these values.
    #[serde(default)]
    pub exclude: Vec<String>,
    /// The entry has every value of `include` instead of one of them.
    #[serde(default)]
    pub every: bool,
}

impl FieldFilter {
    /// Returns the filter for entries with one of some values.
    pub fn including(field: &'static Field, include: Vec<String>) -> Self {
        Self { field, include, exclude: Vec::new(), every: false }
    }
}
