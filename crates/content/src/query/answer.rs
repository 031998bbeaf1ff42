//! Entries and answers as tools and commands return them.

use serde::Serialize;

use crate::facts::Facts;
use crate::model::{Campaign, Details, DocumentKey, Edition, Homebrew, Kind, Provider, Slug};

/// The way in which the names of the best entries match; entries that match less well may follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Match {
    /// The names are equal apart from case, accents, apostrophes, hyphens and spaces.
    Exact,
    /// The slugs are equal.
    Slug,
    /// The entry has the name in its System Reference Document or in the other edition.
    OtherName,
    /// The name contains the words.
    Contains,
    /// The name or a heading of the text is similar in spelling.
    Fuzzy,
    /// The name matches the pattern.
    Pattern,
}

impl Match {
    /// Returns true if the entry itself has the name, rather than a similar one.
    pub const fn is_of_the_name(self) -> bool {
        matches!(self, Match::Exact | Match::Slug | Match::OtherName)
    }
}

/// The freshness of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CacheStatus {
    /// Fetched within the last seven days.
    Fresh,
    /// Fetched more than seven days ago.
    Stale,
    /// Imported from a file; never out of date.
    Imported,
}

/// An entry with its source and all its fields.
#[serde_with_macros::skip_serializing_none]
#[derive(Debug, Clone, Serialize, schemars::JsonSchema)]
pub struct Entry<D = Details> {
    /// The name as printed.
    pub name: String,
    /// The name within the document and kind.
    pub slug: Slug,
    /// The kind.
    pub kind: Kind,
    /// The name of its document, short if it has a short one: `SRD 5.2.1`.
    pub document: String,
    /// The key of that document.
    pub document_key: DocumentKey,
    /// The title of that document.
    pub document_name: String,
    /// The source of that document.
    pub document_source: Provider,
    /// The publisher of that document.
    pub publisher: Option<String>,
    /// The names of that document's licences.
    pub license: Option<String>,
    /// The page of the printed book, if known.
    pub page: Option<u16>,
    /// The citation of the printed book, such as `SRD 5.2.1, p. 177`; present with the page.
    pub citation: Option<String>,
    /// The time at which the entry was last written (RFC 3339).
    pub cached_at: String,
    /// The freshness of the entry.
    pub cache_status: CacheStatus,
    /// How likely the entry answers the query in plain words, 0 to 1; present if the answer was ranked by
    /// meaning.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub similarity_score: Option<f64>,
    /// The passage of a long entry that answers the query in plain words; it begins with the heading of its
    /// section.
    pub excerpt: Option<String>,
    /// The address of the whole entry as a resource.
    pub uri: String,
    /// The same entry in other documents and editions, for which this result stands.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also_in: Vec<OtherVersion>,
    /// Other variants of the item that match, for which this result stands.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<OtherVersion>,
    /// The number of other versions and variants that are not named.
    pub more_versions: Option<usize>,
    /// The fields of its kind.
    #[serde(flatten)]
    pub details: D,
    /// Facts read from its text and fields, with the words that state them.
    #[serde(skip_serializing_if = "Facts::is_empty")]
    pub facts: Facts,
    /// The additional fields of an entry from a homebrew file.
    #[serde(flatten)]
    pub homebrew: Homebrew,
    /// The entry as Markdown; for a creature, its whole stat block.
    #[serde(rename = "description")]
    pub body: String,
    /// The user's own note on the entry, which is not part of it.
    pub user_note: Option<String>,
    /// Present if the description was truncated to keep the answer short.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub description_is_cut: bool,
}

/// An entry for which a result stands beside the one that it shows.
#[serde_with_macros::skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct OtherVersion {
    /// Its name, if it differs.
    pub name: Option<String>,
    /// Its class or race, if it differs.
    pub parent: Option<String>,
    /// The key of its document.
    pub document_key: DocumentKey,
    /// The edition of its document, if it is of the 2014 or the 2024 rules.
    pub edition: Option<Edition>,
    /// The address of the whole entry.
    pub uri: String,
    /// True if its fields or text differ, false if they are the same; absent if they were not compared.
    pub differs: Option<bool>,
}

/// Returns a whole entry as Markdown for a person to read: its name, text, source and licence notice.
pub fn whole_markdown(entry: &Entry, notice: Option<&str>) -> String {
    let publisher = entry.publisher.as_deref().unwrap_or("publisher unknown");
    let license = entry.license.as_deref().unwrap_or("licence unknown");
    let origin = match entry.document_source {
        Provider::OrcBrew => "homebrew from a file of your own".to_owned(),
        Provider::Own => match &entry.homebrew.copied_from {
            Some(origin) => format!("written here, {}", origin.license_in_words()),
            None => "written here".to_owned(),
        },
        _ => format!("{publisher}, {license}"),
    };
    let page = entry.citation.as_ref().map(|citation| format!(" — {citation}")).unwrap_or_default();
    let source = format!("*{} ({}), {origin}{page}*", entry.document_name, entry.document_key);
    let notice = notice.map(|notice| format!("\n\n{notice}")).unwrap_or_default();
    format!("# {}\n\n{}\n\n---\n\n{source}{notice}\n", entry.name, entry.body.trim())
}

/// The reason why an answer may lack entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Incomplete {
    /// The library is empty.
    EmptyLibrary,
    /// Open5e was not queried for everything that could match, and its documents were never synced.
    NotSynced,
    /// The same, and the library is offline.
    Offline,
    /// Open5e could not be queried, for this reason, and its documents were never synced.
    Unreachable(String),
    /// Open5e has not answered yet, and its documents were never synced.
    Pending,
}

/// The answer to a lookup or a search.
#[derive(Debug, Clone, Default)]
pub struct Answer {
    /// The campaign that the answer keeps to, if one is chosen.
    pub campaign: Option<Campaign>,
    /// The entries, in order.
    pub entries: Vec<Entry>,
    /// The way in which the name of the first entry matches; absent if no name was given.
    pub matched: Option<Match>,
    /// The number of entries, from the first, that match in that way; the others match less well.
    pub best_matches: usize,
    /// True if more entries match than the limit admits.
    pub more: bool,
    /// The reasons why entries may be missing, if they may.
    pub incomplete: Vec<Incomplete>,
    /// Messages to the user: why nothing was found, or what could not be done.
    pub messages: Vec<String>,
}
