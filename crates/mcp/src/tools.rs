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

use lore::query::{Answer, Filter, Lookup};
use rmcp::handler::server::router::tool::ToolRouter;

use crate::envelope::{Failure, Success};
use crate::registry::register;
use crate::server::Server;
use crate::view::{Listing, WHOLE_IN_LOOKUP};

/// Every tool, those without a prefix of their own under the default one.
pub(crate) fn all(default_prefix: &str) -> ToolRouter<Server> {
    let mut router = ToolRouter::new();
    register::<lookup_spell::LookupSpell>(&mut router, default_prefix);
    register::<lookup_creature::LookupCreature>(&mut router, default_prefix);
    register::<lookup_equipment::LookupEquipment>(&mut router, default_prefix);
    register::<lookup_character_option::LookupCharacterOption>(&mut router, default_prefix);
    register::<lookup_rule::LookupRule>(&mut router, default_prefix);
    register::<list_documents::ListDocuments>(&mut router, default_prefix);
    register::<search_dnd_content::SearchDndContent>(&mut router, default_prefix);
    register::<browse_entries::BrowseEntries>(&mut router, default_prefix);
    register::<read_entry::ReadEntry>(&mut router, default_prefix);
    register::<list_open5e::ListOpen5e>(&mut router, default_prefix);
    register::<sync_open5e::SyncOpen5e>(&mut router, default_prefix);
    register::<import_orcbrew::ImportOrcbrew>(&mut router, default_prefix);
    register::<library_stats::LibraryStats>(&mut router, default_prefix);
    register::<change_settings::ChangeSettings>(&mut router, default_prefix);
    register::<clear_cache::ClearCache>(&mut router, default_prefix);
    register::<delete_document::DeleteDocument>(&mut router, default_prefix);
    router
}

/// Asks the library and shapes the answer: what all lookups have in common.
async fn look_up<D>(
    server: &Server,
    lookup: &Lookup,
    filter: &Filter,
) -> Result<Success<Listing<D>>, Failure> {
    let Answer { entries, matched, mut messages } = server.library().await?.lookup(lookup, filter).await?;
    let listing = Listing::of(entries, WHOLE_IN_LOOKUP);
    if listing.len() == lookup.limit.get() as usize && listing.len() > 1 {
        messages.push(format!("These are the first {}; there may be more.", listing.len()));
    }
    let nothing = (listing.len() == 0).then(|| {
        "Tell the user that the library has nothing that matches, or try a shorter name, fewer filters, or `search_dnd_content`."
            .to_owned()
    });
    let instruction = nothing.or_else(|| listing.instruction());
    Ok(Success { matched, instruction, ..Success::of(listing) }.with_messages(&messages))
}
