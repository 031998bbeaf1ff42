use serde::Serialize;

use crate::model::{Details, DocumentKey, Homebrew, Kind, Provider, Slug};

/// How the name of the best entries found matched; entries that match less well may follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Match {
    /// The name is the same but for case, accents and apostrophes.
    Exact,
    /// The slug is the same.
    Slug,
    /// The entry stands under another name: the one that its System Reference Document or the other edition gives it.
    OtherName,
    /// The name contains the words.
    Contains,
    /// The name is near in spelling, or a heading in the text is.
    Fuzzy,
    /// The name matches the pattern.
    Pattern,
}

impl Match {
    /// Whether the entry is the one that was named, and not one whose name is like it.
    #[must_use]
    pub const fn is_of_the_name(self) -> bool {
        matches!(self, Match::Exact | Match::Slug | Match::OtherName)
    }
}

/// How current an entry is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CacheStatus {
    /// Fetched within the last seven days.
    Fresh,
    /// Fetched longer ago.
    Stale,
    /// From a file; never out of date.
    Imported,
}

/// An entry as it is shown: what it is, where it comes from, and all its fields.
#[derive(Debug, Clone, Serialize, schemars::JsonSchema)]
pub struct Entry<D = Details> {
    /// The name as printed.
    pub name: String,
    /// The name within the document and kind.
    pub slug: Slug,
    /// What it is.
    pub kind: Kind,
    /// The title of the document it comes from.
    pub document: String,
    /// The key of that document.
    pub document_key: DocumentKey,
    /// The title of that document.
    pub document_name: String,
    /// Where that document came from.
    pub document_source: Provider,
    /// Who published that document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub publisher: Option<String>,
    /// The names of that document's licences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub license: Option<String>,
    /// The page of the book that it stands on, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<u16>,
    /// Where to find it in print, such as `SRD 5.2.1, p. 177`; present with the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub citation: Option<String>,
    /// When the entry was last written (RFC 3339).
    pub cached_at: String,
    /// How current it is.
    pub cache_status: CacheStatus,
    /// How well it answers the question in plain words, 0 to 1; present when the answer was ranked by meaning.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0, max = 1.0))]
    pub similarity_score: Option<f64>,
    /// The address under which the whole entry can be read as a resource.
    pub uri: String,
    /// The fields of its kind.
    #[serde(flatten)]
    pub details: D,
    /// What an entry of a homebrew file says of itself.
    #[serde(flatten)]
    pub homebrew: Homebrew,
    /// The entry as Markdown; a creature's is its whole stat block.
    #[serde(rename = "description")]
    pub body: String,
    /// Present when the description was cut to keep the answer short.
    #[serde(skip_serializing_if = "is_false")]
    pub description_is_cut: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for this signature")]
fn is_false(value: &bool) -> bool {
    !value
}

/// A whole entry for a person to read: its name, its text, where it comes from, and the words its licence asks for.
#[must_use]
pub fn whole_markdown(entry: &Entry, notice: Option<&str>) -> String {
    let publisher = entry.publisher.as_deref().unwrap_or("publisher unknown");
    let license = entry.license.as_deref().unwrap_or("licence unknown");
    let origin = match entry.document_source {
        Provider::OrcBrew => "homebrew from a file of your own".to_owned(),
        _ => format!("{publisher}, {license}"),
    };
    let page = entry.citation.as_ref().map(|citation| format!(" — {citation}")).unwrap_or_default();
    let source = format!("*{} ({}), {origin}{page}*", entry.document_name, entry.document_key);
    let mut whole = format!("# {}\n\n{}\n\n---\n\n{source}", entry.name, entry.body.trim());
    if let Some(notice) = notice {
        whole.push_str("\n\n");
        whole.push_str(notice);
    }
    whole.push('\n');
    whole
}

/// Why an answer may lack entries that Open5e has, or any at all. What to do about it has other names in each program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Incomplete {
    /// The library has no entries yet.
    EmptyLibrary,
    /// Open5e was not asked for all that could match, and its documents were never fetched whole.
    NotSynced,
    /// The same, and Open5e must not be asked.
    Offline,
}

/// What a lookup or a search found.
#[derive(Debug, Clone, Default)]
pub struct Answer {
    /// The entries, in order.
    pub entries: Vec<Entry>,
    /// How the name of the first matched; absent when no name was asked for.
    pub matched: Option<Match>,
    /// How many of the entries, from the first, match so; the others match less well.
    pub best_matches: usize,
    /// Whether more entries match than the limit lets through.
    pub more: bool,
    /// Whether and why entries may be missing.
    pub incomplete: Option<Incomplete>,
    /// What the user should know: why nothing was found, or what could not be done.
    pub messages: Vec<String>,
}
