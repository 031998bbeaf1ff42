//! The tools, one file each. A tool reads its arguments, calls the library and shapes the result.

mod browse_entries;
mod change_settings;
mod clear_cache;
mod delete_document;
mod import_orcbrew;
mod library_stats;
mod list_documents;
mod list_open5e;
mod lookup;
mod lookup_character_option;
mod lookup_creature;
mod lookup_equipment;
mod lookup_rule;
mod lookup_spell;
mod read_entry;
mod search_dnd_content;
mod sync_open5e;

use rmcp::handler::server::router::tool::ToolRouter;

#[cfg(test)]
pub(crate) use self::{
    browse_entries::BrowseEntries, change_settings::ChangeSettings, import_orcbrew::ImportOrcbrew,
    library_stats::LibraryStats, list_open5e::ListOpen5e, sync_open5e::SyncOpen5e,
};
use crate::protocol::names::ToolNames;
use crate::protocol::registry::register;
use crate::protocol::session::Session;

/// Every tool, under the names that clients with one prefix know.
pub(crate) struct Toolset {
    /// The published names.
    pub(crate) names: ToolNames,
    /// The tools by published name.
    pub(crate) router: ToolRouter<Session>,
}

impl Toolset {
    /// Registers every tool.
    pub(crate) fn with_prefix(prefix: &str) -> Self {
        let names = ToolNames::with_prefix(prefix);
        let mut router = ToolRouter::new();
        register::<lookup_spell::LookupSpell>(&mut router, &names);
        register::<lookup_creature::LookupCreature>(&mut router, &names);
        register::<lookup_equipment::LookupEquipment>(&mut router, &names);
        register::<lookup_character_option::LookupCharacterOption>(&mut router, &names);
        register::<lookup_rule::LookupRule>(&mut router, &names);
        register::<list_documents::ListDocuments>(&mut router, &names);
        register::<search_dnd_content::SearchDndContent>(&mut router, &names);
        register::<browse_entries::BrowseEntries>(&mut router, &names);
        register::<read_entry::ReadEntry>(&mut router, &names);
        register::<list_open5e::ListOpen5e>(&mut router, &names);
        register::<sync_open5e::SyncOpen5e>(&mut router, &names);
        register::<import_orcbrew::ImportOrcbrew>(&mut router, &names);
        register::<library_stats::LibraryStats>(&mut router, &names);
        register::<change_settings::ChangeSettings>(&mut router, &names);
        register::<clear_cache::ClearCache>(&mut router, &names);
        register::<delete_document::DeleteDocument>(&mut router, &names);
        Self { names, router }
    }
}
