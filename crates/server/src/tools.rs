//! The tools, one file each. A tool only reads its arguments, asks the library, and gives the answer its shape.

mod browse_entries;
mod change_settings;
mod clear_cache;
mod delete_document;
mod import_orcbrew;
mod library_stats;
mod list_documents;
mod list_open5e;
mod lookup_character_option;
mod lookup_creature;
mod lookup_equipment;
mod lookup_rule;
mod lookup_spell;
mod read_entry;
mod search_dnd_content;
mod sync_open5e;

pub(crate) use browse_entries::BrowseEntries;
pub(crate) use change_settings::ChangeSettings;
pub(crate) use import_orcbrew::ImportOrcbrew;
pub(crate) use library_stats::LibraryStats;
pub(crate) use list_open5e::ListOpen5e;
pub(crate) use lookup_creature::LookupCreature;
pub(crate) use lookup_rule::LookupRule;
pub(crate) use lookup_spell::LookupSpell;
pub(crate) use read_entry::ReadEntry;
pub(crate) use search_dnd_content::SearchDndContent;
pub(crate) use sync_open5e::SyncOpen5e;

use lore::query::{Answer, Filter, Incomplete, Lookup, Match};
use rmcp::handler::server::router::tool::ToolRouter;

use crate::protocol::envelope::{Failure, Success};
use crate::protocol::registry::{Names, register};
use crate::protocol::view::{Listing, WHOLE_IN_LOOKUP};
use crate::server::Server;

/// Every tool, those without a prefix of their own under the default one.
pub(crate) fn all(default_prefix: &str) -> ToolRouter<Server> {
    let names = &Names::with_prefix(default_prefix);
    let mut router = ToolRouter::new();
    register::<lookup_spell::LookupSpell>(&mut router, names);
    register::<lookup_creature::LookupCreature>(&mut router, names);
    register::<lookup_equipment::LookupEquipment>(&mut router, names);
    register::<lookup_character_option::LookupCharacterOption>(&mut router, names);
    register::<lookup_rule::LookupRule>(&mut router, names);
    register::<list_documents::ListDocuments>(&mut router, names);
    register::<search_dnd_content::SearchDndContent>(&mut router, names);
    register::<browse_entries::BrowseEntries>(&mut router, names);
    register::<read_entry::ReadEntry>(&mut router, names);
    register::<list_open5e::ListOpen5e>(&mut router, names);
    register::<sync_open5e::SyncOpen5e>(&mut router, names);
    register::<import_orcbrew::ImportOrcbrew>(&mut router, names);
    register::<library_stats::LibraryStats>(&mut router, names);
    register::<ChangeSettings>(&mut router, names);
    register::<clear_cache::ClearCache>(&mut router, names);
    register::<delete_document::DeleteDocument>(&mut router, names);
    router
}

/// Asks the library and shapes the answer: what all lookups have in common.
async fn look_up<D>(
    server: &Server,
    lookup: &Lookup,
    filter: &Filter,
) -> Result<Success<Listing<D>>, Failure> {
    let answer = server.library().await?.lookup(lookup, filter).await?;
    let Answer { entries, matched, best_matches, more, incomplete, mut messages } = answer;
    let others = entries.len() - best_matches;
    if matched.is_some_and(Match::is_of_the_name) && others > 0 && messages.is_empty() {
        let named = if best_matches == 1 {
            "The first is".to_owned()
        } else {
            format!("The first {best_matches} are")
        };
        messages.push(format!("{named} of that name; it is a part of the others'."));
    }
    let listing = Listing::of(entries, WHOLE_IN_LOOKUP);
    messages.extend(listing.more(more));
    let names = server.names();
    messages.extend(incomplete.map(|incomplete| in_words(incomplete, &names)));
    let nothing = (listing.len() == 0).then(|| {
        format!(
            "Tell the user that the library has nothing that matches, or try a shorter name, fewer filters, or `{}`.",
            names.of::<SearchDndContent>()
        )
    });
    let instruction = nothing.or_else(|| listing.instruction(&names));
    Ok(Success { matched, instruction, ..Success::of(listing) }.with_messages(&messages))
}

/// Says why entries may be missing, and which tool brings them, by the name under which the client knows it.
fn in_words(incomplete: Incomplete, names: &Names) -> String {
    let sync = names.of::<SyncOpen5e>();
    match incomplete {
        Incomplete::EmptyLibrary => format!(
            "The library is empty: fetch content with `{sync}`, or import homebrew with `{}`.",
            names.of::<ImportOrcbrew>()
        ),
        Incomplete::NotSynced => format!("Open5e may have more that matches; `{sync}` fetches everything."),
        Incomplete::Offline => {
            "LoreKeeper is offline, so only the library was searched; Open5e may have more that matches."
                .to_owned()
        }
    }
}
