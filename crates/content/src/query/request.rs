//! Lookups and searches.

use crate::error::{Error, in_range};
use crate::fields::Sort;
use crate::model::{Edition, Kind};

/// A lookup of entries of one family. Absent values do not filter.
#[derive(Debug, Clone, Default)]
pub struct Lookup {
    /// The name, a part of it, its slug, or a pattern with `*`; or several of these, separated by `;`.
    pub name: Option<String>,
    /// Keys or names of documents; an empty list finds nothing.
    pub documents: Option<Vec<String>>,
    /// The edition of the documents; `None` for every edition and system.
    pub edition: Option<Edition>,
    /// A description of the entries in plain words, by which they are ranked.
    pub semantic_query: Option<String>,
    /// The order of the results; `None` for that of the name or of the relevance.
    pub sort: Option<Sort>,
    /// True to fold the editions and variants of one thing, unless documents or an edition are chosen.
    pub fold: bool,
    /// The maximum number of results.
    pub limit: Limit,
}

impl Lookup {
    /// The most names of a lookup.
    pub const MAX_NAMES: usize = 20;

    /// Returns the names that are looked up, without spaces around them.
    pub fn names(&self) -> Vec<&str> {
        let names = self.name.iter().flat_map(|names| names.split(';')).map(str::trim);
        names.filter(|name| !name.is_empty()).collect()
    }
}

/// A lookup of entries of any kind by name.
#[derive(Debug, Clone, Default)]
pub struct NameLookup {
    /// The name, a part of it, its slug, or a pattern with `*`.
    pub name: String,
    /// The kinds of entries; `None` for all.
    pub kinds: Option<Vec<Kind>>,
    /// Keys or names of documents; an empty list finds nothing.
    pub documents: Option<Vec<String>>,
    /// The edition of the documents; `None` for every edition and system.
    pub edition: Option<Edition>,
    /// The maximum number of entries.
    pub limit: Limit,
}

/// The maximum number of entries of an answer: 1 to 100, default 20.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit(u8);

impl Limit {
    /// The highest limit.
    pub const MAX: u8 = 100;

    /// The number.
    pub fn get(self) -> u32 {
        u32::from(self.0)
    }
}

impl Default for Limit {
    fn default() -> Self {
        Self(20)
    }
}

impl TryFrom<i64> for Limit {
    type Error = Error;

    fn try_from(number: i64) -> Result<Self, Error> {
        in_range("`limit`", number, 1..=Self::MAX.into()).map(Self)
    }
}

/// A search in all entries.
#[derive(Debug, Clone, Default)]
pub struct Search {
    /// A name, words or a question.
    pub query: String,
    /// The kinds of entries; `None` for all, an empty list finds nothing.
    pub kinds: Option<Vec<Kind>>,
    /// Keys or names of documents; an empty list finds nothing.
    pub documents: Option<Vec<String>>,
    /// The edition of the documents; `None` for every edition and system.
    pub edition: Option<Edition>,
    /// True to search by meaning, too.
    pub semantic: bool,
    /// True to tolerate typing errors.
    pub fuzzy: bool,
    /// True to fold the editions and variants of one thing, unless documents or an edition are chosen.
    pub fold: bool,
    /// The maximum number of hits.
    pub limit: Limit,
}
