use lore::WholeEntry;
use lore::model::excerpt;
use rmcp::RoleServer;
use rmcp::service::RequestContext;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::protocol::address::Address;
use crate::protocol::arguments;
use crate::protocol::envelope::{Failure, Success};
use crate::protocol::registry::Tool;
use crate::protocol::size::{self, LARGEST, PART, WORDS};
use crate::server::{Server, is_window};

/// How long a description is that stands in `text` once more, in characters.
const CUT: usize = 200;
/// What links and twins of an entry in parts may have, in bytes.
const ROOM_FOR_LINKS: usize = 6_000;
const ROOM_FOR_TWINS: usize = 3_000;

pub(crate) struct ReadEntry;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The entry's address, as every list of entries gives it, such as `lore://entry/srd-2014/spell/fireball`.
    uri: String,
    /// Which part of a very long entry to give; the first unless said.
    #[schemars(range(min = 1))]
    part: Option<i64>,
}

/// An entry, or a part of one that is too long for one answer.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Reading {
    #[serde(flatten)]
    whole: WholeEntry,
    /// Which part of the text this is, from 1; absent when it is all of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<usize>,
    /// How many parts there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    parts: Option<usize>,
}

impl Tool for ReadEntry {
    const NAME: &'static str = "read_entry";
    const TITLE: &'static str = "Read a whole entry";
    const DESCRIPTION: &'static str = "Gives one entry whole by its `uri`, with the same entry in other documents and editions (`twins`), and the conditions, spells and \
        creatures that its text names (`links`). A text that is too long for one answer comes in parts. Example: {\"uri\": \"lore://entry/srd-2014/spell/fireball\"}.";
    const WHEN_CUT: &'static str = "The resource at the entry's `uri` has its whole text.";
    type Arguments = Arguments;
    type Value = Reading;

    async fn call(
        server: &Server,
        arguments: Arguments,
        context: RequestContext<RoleServer>,
    ) -> Result<Success<Reading>, Failure> {
        let missing = || {
            let shown = arguments::shown(&arguments.uri);
            Failure::invalid(
                "uri",
                format!("`uri`: there is no entry at `{shown}`; take one from a list of entries."),
            )
        };
        let address = Address::read(arguments.uri.trim());
        let place = address.entry().ok_or_else(missing)?;
        let whole = server.library().await?.whole_entry(&place).await?.ok_or_else(missing)?;
        let part = match arguments::count("part", arguments.part)? {
            Some(part) => part as usize,
            None => address.part,
        };
        if is_window(&context) {
            return Ok(Success::of(Reading { whole, part: None, parts: None }));
        }
        let (reading, messages) = part_of(whole, part)?;
        let instruction = match (reading.part, reading.parts) {
            (Some(part), Some(parts)) if part < parts => Some(format!(
                "This is part {part} of {parts} of the text. For the next call `{}` with this `uri` and `part` {}.",
                server.names().of::<Self>(),
                part + 1
            )),
            _ => None,
        };
        Ok(Success { instruction, ..Success::of(reading) }.with_messages(&messages))
    }
}

/// A part of an entry, the whole of one that fits into one answer, and what of it is not given.
fn part_of(mut whole: WholeEntry, part: usize) -> Result<(Reading, Vec<String>), Failure> {
    let room = LARGEST - WORDS;
    let wrong = |parts| {
        let one = if parts == 1 { "is 1 part" } else { "are parts 1 to" };
        let last = if parts == 1 { String::new() } else { format!(" {parts}") };
        Failure::invalid("part", format!("`part` is {part}; of this entry there {one}{last}."))
    };
    if size::of(&whole) > room {
        whole.entry.body = excerpt(&whole.entry.body, CUT);
        whole.entry.description_is_cut = true;
    }
    if size::of(&whole) <= room {
        let reading = Reading { whole, part: None, parts: None };
        return if part == 1 { Ok((reading, Vec::new())) } else { Err(wrong(1)) };
    }
    let all = std::mem::take(&mut whole.text);
    let parts = size::parts(&all, PART);
    let text = part.checked_sub(1).and_then(|at| parts.get(at)).ok_or_else(|| wrong(parts.len()))?;
    whole.text = (*text).to_owned();
    whole.links.retain(|link| text.contains(&link.text));
    let reading = |whole| Reading { whole, part: Some(part), parts: Some(parts.len()) };
    let (links, twins) = (whole.links.len(), whole.twins.len());
    size::shorten(&mut whole.links, ROOM_FOR_LINKS);
    size::shorten(&mut whole.twins, ROOM_FOR_TWINS);
    let mut messages = Vec::new();
    for (what, given, all) in [("links", whole.links.len(), links), ("twins", whole.twins.len(), twins)] {
        if given < all {
            messages.push(format!("Of {all} {what} these are the first {given}."));
        }
    }
    Ok((reading(whole), messages))
}
