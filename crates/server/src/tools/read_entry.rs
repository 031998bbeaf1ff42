//! The tool `read_entry`.

use lore::WholeEntry;
use lore::compare::{Comparison, Words};
use lore::model::{excerpt, shown};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::protocol::address::Address;
use crate::protocol::registry::{Failure, Success, Tool, ToolRequest};
use crate::protocol::size::{self, MAX_PART_BYTES, MAX_VALUE_BYTES};

/// The maximum length of the description of a long entry, whose whole text is in `text`.
const MAX_EXCERPT_CHARS: usize = 200;
const MAX_LINKS_BYTES: usize = 6_000;
const MAX_COUNTERPARTS_BYTES: usize = 3_000;
const MAX_SENTENCES_BYTES: usize = 20_000;
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
    Comparison(Box<Comparison>),
}

/// An entry, or a part of one that is too long for one result.
#[serde_with_macros::skip_serializing_none]
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Reading {
    #[serde(flatten)]
    whole: WholeEntry,
    /// The part of the text, from 1; absent when the text is complete.
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
            return Ok(Success::of(Read::Entry(Box::new(Reading { whole, part: None, parts: None }))));
        }
        let (reading, messages) = part_of(whole, part)?;
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
    let omitted = size::truncate(&mut comparison.sentences, MAX_SENTENCES_BYTES);
    let text = Some(comparison.to_markdown());
    let message = shortened("sentences that differ", comparison.sentences.len(), omitted);
    Ok(Success { message, text, ..Success::of(Read::Comparison(Box::new(comparison))) })
}

fn shortened(list: &str, shown: usize, omitted: usize) -> Option<String> {
    (omitted > 0).then(|| format!("Of {} {list} these are the first {shown}.", shown + omitted))
}

/// Returns an entry, or a part of it if it is too long, and messages about what was left out.
fn part_of(mut whole: WholeEntry, part: usize) -> Result<(Reading, Vec<String>), Failure> {
    let no_such_part = |total| {
        let parts = if total == 1 { "is 1 part".to_owned() } else { format!("are parts 1 to {total}") };
        Failure::invalid("part", format!("`part` is {part}; of this entry there {parts}."))
    };
    if size::of(&whole) > MAX_VALUE_BYTES {
        whole.entry.body = excerpt(&whole.entry.body, MAX_EXCERPT_CHARS);
        whole.entry.description_is_cut = true;
    }
    if size::of(&whole) <= MAX_VALUE_BYTES {
        let reading = Reading { whole, part: None, parts: None };
        return if part == 1 { Ok((reading, Vec::new())) } else { Err(no_such_part(1)) };
    }
    let text = std::mem::take(&mut whole.text);
    let parts = size::parts(&text, MAX_PART_BYTES);
    let text = part.checked_sub(1).and_then(|index| parts.get(index));
    let text = *text.ok_or_else(|| no_such_part(parts.len()))?;
    text.clone_into(&mut whole.text);
    whole.links.retain(|link| text.contains(&link.text));
    let omitted_links = size::truncate(&mut whole.links, MAX_LINKS_BYTES);
    let omitted_twins = size::truncate(&mut whole.twins, MAX_COUNTERPARTS_BYTES);
    let links = shortened("links", whole.links.len(), omitted_links);
    let messages = links.into_iter().chain(shortened("twins", whole.twins.len(), omitted_twins)).collect();
    Ok((Reading { whole, part: Some(part), parts: Some(parts.len()) }, messages))
}
