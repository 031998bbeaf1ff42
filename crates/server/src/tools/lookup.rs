//! The part that all lookup tools share: running the lookup and describing its result.

use lore::query::{Answer, Incomplete, Match};

use crate::protocol::envelope::{Failure, Success};
use crate::protocol::listing::{FirstEntry, Listing, Shape, more_message};
use crate::protocol::lookup_arguments::{LookupArguments, LookupTool};
use crate::protocol::session::Session;

/// Runs a lookup and lists its entries.
pub(super) async fn look_up<T: LookupTool, D>(
    session: &Session,
    arguments: LookupArguments<T>,
) -> Result<Success<Listing<D>>, Failure> {
    let detail = arguments.detail();
    let (lookup, filter) = arguments.into_lookup()?;
    let answer = session.library().await?.lookup(&lookup, &filter).await?;
    let Answer { campaign, entries, matched, best_matches, more, incomplete, mut messages } = answer;
    let has_others = entries.len() > best_matches;
    let is_named = matched.is_some_and(Match::is_of_the_name);
    if is_named && has_others && messages.is_empty() {
        let named = match best_matches {
            1 => "The first has this name".to_owned(),
            count => format!("The first {count} have this name"),
        };
        messages.push(format!("{named}; the names of the others contain it."));
    }
    let names = session.names();
    messages.extend(more.then(|| more_message(entries.len())));
    messages.extend(incomplete.iter().filter_map(|incomplete| incomplete_message(incomplete, session)));
    let message_bytes = messages.iter().map(String::len).sum();
    let first = if is_named { FirstEntry::Named } else { FirstEntry::Matching };
    let listing = Listing::of(entries, Shape { detail, first, message_bytes });
    let instruction = if listing.is_empty() {
        Some(names.fill(
            "Tell the user that the library has nothing that matches, or try a shorter name, fewer filters, or `{search_dnd_content}`.",
        ))
    } else {
        listing.instruction(names)
    };
    Ok(Success { matched, campaign, instruction, ..Success::of(listing) }.with_messages(&messages))
}

/// Returns the message that explains why entries may be missing, and which tool fetches them. What is true of many answers is
/// said once in a conversation. Where the library is only read, nobody could fetch them.
pub(super) fn incomplete_message(incomplete: &Incomplete, session: &Session) -> Option<String> {
    if session.only_reads() {
        return None;
    }
    let (news, message) = match incomplete {
        Incomplete::EmptyLibrary => (
            None,
            "The library is empty: fetch content with `{sync_open5e}`, or import homebrew with `{import_orcbrew}`.".to_owned(),
        ),
        Incomplete::Pending => (
            None,
            "Open5e has not answered yet; this answer comes from the library. Ask again in a moment for the rest."
                .to_owned(),
        ),
        Incomplete::NotSynced => (
            Some("not synced"),
            "Open5e may have more that matches; `{sync_open5e}` fetches everything.".to_owned(),
        ),
        Incomplete::Offline => (
            Some("offline"),
            "LoreKeeper is offline, so only the library was searched; Open5e may have more that matches.".to_owned(),
        ),
        Incomplete::Unreachable(reason) => (
            Some("unreachable"),
            format!(
                "Open5e could not be queried ({reason}); answers come from the library, and those from Open5e may be out of date."
            ),
        ),
    };
    let is_told = news.is_none_or(|news| session.is_news(news));
    is_told.then(|| session.names().fill(&message))
}
