use crate::error::Error;
use crate::model::{Edition, Kind};

/// A question for entries of one family by name and fields. Everything absent does not filter.
#[derive(Debug, Clone, Default)]
pub struct Lookup {
    /// The name, a part of it, its slug, or a pattern with `*`.
    pub name: Option<String>,
    /// Keys or names of documents; an empty list finds nothing.
    pub documents: Option<Vec<String>>,
    /// The edition of the documents; without, those of every edition and system.
    pub edition: Option<Edition>,
    /// What is looked for, in plain words.
    pub semantic_query: Option<String>,
    /// How many entries to give at most.
    pub limit: Limit,
}

/// A question for an entry of any kind by its name.
#[derive(Debug, Clone, Default)]
pub struct NameLookup {
    /// The name, a part of it, its slug, or a pattern with `*`.
    pub name: String,
    /// The kinds to look in; `None` for all.
    pub kinds: Option<Vec<Kind>>,
    /// Keys or names of documents; an empty list finds nothing.
    pub documents: Option<Vec<String>>,
    /// The edition of the documents; without, those of every edition and system.
    pub edition: Option<Edition>,
    /// How many entries to give at most.
    pub limit: Limit,
}

/// The number of entries to give at most: 1 to 100, 20 unless said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit(u8);

impl Limit {
    /// The highest limit.
    pub const MOST: u8 = 100;

    /// The number.
    #[must_use]
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
        match u8::try_from(number) {
            Ok(limit) if (1..=Self::MOST).contains(&limit) => Ok(Self(limit)),
            _ => Err(Error::Invalid(format!("`limit` must be from 1 to {}, not {number}", Self::MOST))),
        }
    }
}

/// A question in a few words over everything.
#[derive(Debug, Clone, Default)]
pub struct Search {
    /// The words.
    pub query: String,
    /// The kinds to search; `None` for all, an empty list finds nothing.
    pub kinds: Option<Vec<Kind>>,
    /// Keys or names of documents; an empty list finds nothing.
    pub documents: Option<Vec<String>>,
    /// The edition of the documents; without, those of every edition and system.
    pub edition: Option<Edition>,
    /// Whether to search by meaning, too.
    pub semantic: bool,
    /// Whether to forgive typing errors.
    pub fuzzy: bool,
    /// How many hits to give at most.
    pub limit: Limit,
}
