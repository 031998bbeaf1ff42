//! The tool `read_entry`.

use lore::WholeEntry;
use lore::browse::{Counterpart, Link};
use lore::compare::{Comparison, Words};
use lore::model::{Edition, shown};
use lore::query::Entry;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::protocol::address::Address;
use crate::protocol::registry::{Failure, Success, Tool, ToolRequest};
use crate::protocol::size;

/// The part of a result that is reserved for the envelope, messages and advice.
const RESERVED_BYTES: usize = 1_000;
const TWIN: &str = "twin";

#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct ReadEntry {
    /// The entry's address, from any list of entries, such as `lore://entry/srd-2014/spell/fireball`.
    uri: String,
    /// The part of a very long entry; default 1.
    #[schemars(range(min = 1))]
    part: Option<usize>,
    /// Compares it with this entry instead: its `uri`, or `twin` for the same entry in the other edition.
    compare_with: Option<String>,
}

/// An entry, or a comparison of two.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Read {
    Entry(Box<Reading>),
    #[schemars(skip)]
    ForWindow(Box<WholeEntry>),
    Comparison(Box<Comparison>),
}

/// An entry, or a part of one that is too long for one result.
#[serde_with_macros::skip_serializing_none]
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Reading {
    /// The entry. Its description lacks what its fields say.
    entry: Entry,
    /// The edition for which it is written.
    edition: Edition,
    /// The notice that its document's licence requires.
    notice: Option<String>,
    /// The same entry in other documents, those of the other edition first.
    twins: Vec<Counterpart>,
    /// The names of conditions, spells, creatures and equipment in its text.
    links: Vec<Link>,
    /// The part of the description, from 1; absent when it is complete.
    part: Option<usize>,
    /// The number of parts.
    parts: Option<usize>,
}

impl Tool for ReadEntry {
    const NAME: &'static str = "read_entry";
    const TITLE: &'static str = "Read a whole entry";
    const DESCRIPTION: &'static str = "Returns one whole entry by the `uri` from a list, with the same entry in other documents and editions (`twins`) and the \
        entries that its text names (`links`). Use it for an entry that a list shortened, or to compare two entries or editions (`compare_with`): \
        which fields and words differ. To find an entry by name use a lookup. Example: {\"uri\": \"lore://entry/srd-2014/spell/fireball\"}.";
    const HAS_CARD: bool = true;
    const HAS_OUTPUT_SCHEMA: bool = false;
    const WHEN_SHORTENED: &'static str = "The resource at the entry's `uri` has its whole text.";
    type Value = Read;

    async fn call(self, request: ToolRequest<'_>) -> Result<Success<Read>, Failure> {
        if let Some(other) = &self.compare_with {
            return compare(&request, &self.uri, other).await;
        }
        let missing = || {
            let shown = shown(&self.uri);
            let message = format!("`uri`: there is no entry at `{shown}`; take one from a list of entries.");
            Failure::invalid("uri", message)
        };
        let address = Address::parse(self.uri.trim());
        let place = address.entry().ok_or_else(missing)?;
        let whole = request.session.library().await?.whole_entry(&place).await?.ok_or_else(missing)?;
        let part = self.part.unwrap_or(address.part);
        if request.is_from_window() {
            return Ok(Success::of(Read::ForWindow(Box::new(whole))));
        }
        let (reading, messages) = part_of(whole, part, request.max_bytes())?;
        let instruction = match (reading.part, reading.parts) {
            (Some(part), Some(parts)) if part < parts => Some(format!(
                "This is part {part} of {parts} of the text. For the next call `{}` with this `uri` and `part` {}.",
                request.session.names.published(Self::NAME),
                part + 1
            )),
            _ => None,
        };
        Ok(Success { instruction, ..Success::of(Read::Entry(Box::new(reading))) }.with_messages(&messages))
    }
}

/// Assistants get the sentences that differ.
async fn compare(request: &ToolRequest<'_>, first: &str, second: &str) -> Result<Success<Read>, Failure> {
    let second = (second != TWIN).then_some(second);
    let mut comparison = request.session.library().await?.compare(first, second).await?;
    if request.is_from_window() {
        return Ok(Success::of(Read::Comparison(Box::new(comparison))));
    }
    comparison.sentences.retain(|runs| !matches!(runs.as_slice(), [Words::Same(_)]));
    let omitted = size::truncate(&mut comparison.sentences, request.max_bytes() / 2);
    let text = Some(comparison.to_markdown());
    let message = shortened("sentences that differ", comparison.sentences.len(), omitted);
    Ok(Success { message, text, ..Success::of(Read::Comparison(Box::new(comparison))) })
}

fn shortened(list: &str, shown: usize, omitted: usize) -> Option<String> {
    (omitted > 0).then(|| format!("Of {} {list} these are the first {shown}.", shown + omitted))
}

/// Returns an entry, or a part of it if it is too long, and messages about what was left out.
fn part_of(whole: WholeEntry, part: usize, max_bytes: usize) -> Result<(Reading, Vec<String>), Failure> {
    let WholeEntry { mut entry, edition, text, notice, twins, links } = whole;
    entry.body = text;
    let mut reading = Reading { entry, edition, notice, twins, links, part: None, parts: None };
    let mut messages = Vec::new();
    let room = max_bytes.saturating_sub(RESERVED_BYTES);
    let is_whole = |reading: &Reading| part == 1 && size::of(reading) <= room;
    if is_whole(&reading) {
        return Ok((reading, messages));
    }
    if !std::mem::take(&mut reading.entry.facts).is_empty() {
        messages.push("`facts` are left out; the text states them.".to_owned());
    }
    if is_whole(&reading) {
        return Ok((reading, messages));
    }
    let text = std::mem::take(&mut reading.entry.body);
    // A list that cuts an entry shows the same first part, even of one that would fit here.
    let part_bytes = size::entry_part_bytes(max_bytes);
    let parts = size::parts(&text, part_bytes);
    let text = part.checked_sub(1).and_then(|index| parts.get(index)).ok_or_else(|| {
        let total = parts.len();
        let parts = if total == 1 { "is 1 part".to_owned() } else { format!("are parts 1 to {total}") };
        Failure::invalid("part", format!("`part` is {part}; of this entry there {parts}."))
    })?;
    reading.entry.body = text.trim_end().to_owned();
    if parts.len() > 1 {
        (reading.part, reading.parts) = (Some(part), Some(parts.len()));
    }
    let mut links = std::mem::take(&mut reading.links);
    links.retain(|link| text.contains(&link.text));
    let omitted_twins = size::truncate(&mut reading.twins, part_bytes / 8);
    let left = room.saturating_sub(size::of(&reading));
    let omitted_links = size::truncate(&mut links, left.min(part_bytes / 4));
    messages.extend(shortened("links", links.len(), omitted_links));
    messages.extend(shortened("twins", reading.twins.len(), omitted_twins));
    reading.links = links;
    Ok((reading, messages))
}
