//! The tools, one file each. A tool reads its arguments, calls the library and shapes the result.

mod browse_entries;
mod campaign;
mod change_settings;
mod clear_cache;
mod delete_document;
mod export_entries;
mod import_orcbrew;
mod library_stats;
mod list_documents;
mod list_open5e;
mod lookup;
mod plan_encounter;
mod read_entry;
mod save_entry;
mod search_dnd_content;
mod sync_open5e;

use lore::model::{CharacterOption, Creature, Equipment, Rule, Spell};
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::model::Tool as Description;

use self::lookup::Lookup;
#[cfg(test)]
pub(crate) use self::{
    browse_entries::BrowseEntries, campaign::Campaign, change_settings::ChangeSettings,
    clear_cache::ClearCache, delete_document::DeleteDocument, export_entries::ExportEntries,
    import_orcbrew::ImportOrcbrew, library_stats::LibraryStats, list_documents::ListDocuments,
    list_open5e::ListOpen5e, plan_encounter::PlanEncounter, read_entry::ReadEntry, save_entry::SaveEntry,
    sync_open5e::SyncOpen5e,
};
use crate::cards;
use crate::protocol::names::ToolNames;
use crate::protocol::registry::{Tool, register};
use crate::protocol::session::Session;

const OF_THE_WINDOW: &str = "lorekeeper/of-the-window";

pub(crate) trait ToolVisitor {
    fn visit<T: Tool>(&mut self);
}

pub(crate) fn visit_all(visitor: &mut impl ToolVisitor) {
    visitor.visit::<Lookup<Spell>>();
    visitor.visit::<Lookup<Creature>>();
    visitor.visit::<Lookup<Equipment>>();
    visitor.visit::<Lookup<CharacterOption>>();
    visitor.visit::<Lookup<Rule>>();
    visitor.visit::<list_documents::ListDocuments>();
    visitor.visit::<search_dnd_content::SearchDndContent>();
    visitor.visit::<browse_entries::BrowseEntries>();
    visitor.visit::<read_entry::ReadEntry>();
    visitor.visit::<campaign::Campaign>();
    visitor.visit::<save_entry::SaveEntry>();
    visitor.visit::<plan_encounter::PlanEncounter>();
    visitor.visit::<export_entries::ExportEntries>();
    visitor.visit::<list_open5e::ListOpen5e>();
    visitor.visit::<sync_open5e::SyncOpen5e>();
    visitor.visit::<import_orcbrew::ImportOrcbrew>();
    visitor.visit::<library_stats::LibraryStats>();
    visitor.visit::<change_settings::ChangeSettings>();
    visitor.visit::<clear_cache::ClearCache>();
    visitor.visit::<delete_document::DeleteDocument>();
}

/// Every tool, under the names that clients with one prefix know.
pub(crate) struct Toolset {
    pub(crate) names: ToolNames,
    pub(crate) router: ToolRouter<Session>,
}

impl Toolset {
    pub(crate) fn with_prefix(prefix: &str) -> Self {
        let mut tools = Self { names: ToolNames::with_prefix(prefix), router: ToolRouter::new() };
        visit_all(&mut tools);
        tools
    }

    pub(crate) fn for_reading(prefix: &str) -> Self {
        let mut tools = Self::with_prefix(prefix);
        let is_for_reading = |tool: &Description| {
            tool.annotations.as_ref().is_some_and(|annotations| annotations.read_only_hint == Some(true))
        };
        for tool in tools.router.list_all() {
            if !is_for_reading(&tool) || is_of_the_window(&tool) {
                tools.router.remove_route(&tool.name);
            }
        }
        tools
    }

    /// The tools that are not offered answer whoever calls them.
    pub(crate) fn offered(&self, to_window: bool) -> Vec<Description> {
        let mut offered = self.router.list_all();
        offered.retain(|tool| to_window || !is_of_the_window(tool));
        offered
    }
}

fn is_of_the_window(tool: &Description) -> bool {
    tool.meta.as_ref().is_some_and(|metadata| metadata.contains_key(OF_THE_WINDOW))
}

impl ToolVisitor for Toolset {
    fn visit<T: Tool>(&mut self) {
        let mut metadata = if T::HAS_CARD { cards::link() } else { None };
        if !T::IS_FOR_ASSISTANTS {
            metadata.get_or_insert_default().insert(OF_THE_WINDOW.to_owned(), true.into());
        }
        register::<T>(&mut self.router, &self.names, metadata);
    }
}
