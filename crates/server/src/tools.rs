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

pub(crate) use self::{
    browse_entries::BrowseEntries, campaign::Campaign, change_settings::ChangeSettings,
    clear_cache::ClearCache, delete_document::DeleteDocument, export_entries::ExportEntries,
    import_orcbrew::ImportOrcbrew, library_stats::LibraryStats, list_documents::ListDocuments,
    list_open5e::ListOpen5e, plan_encounter::PlanEncounter, read_entry::ReadEntry, save_entry::SaveEntry,
    sync_open5e::SyncOpen5e,
};
use self::{lookup::Lookup, search_dnd_content::SearchDndContent};
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
    visitor.visit::<ListDocuments>();
    visitor.visit::<SearchDndContent>();
    visitor.visit::<BrowseEntries>();
    visitor.visit::<ReadEntry>();
    visitor.visit::<Campaign>();
    visitor.visit::<SaveEntry>();
    visitor.visit::<PlanEncounter>();
    visitor.visit::<ExportEntries>();
    visitor.visit::<ListOpen5e>();
    visitor.visit::<SyncOpen5e>();
    visitor.visit::<ImportOrcbrew>();
    visitor.visit::<LibraryStats>();
    visitor.visit::<ChangeSettings>();
    visitor.visit::<ClearCache>();
    visitor.visit::<DeleteDocument>();
}

/// Every tool, under the names that clients with one prefix know.
pub(crate) struct Toolset {
    pub(crate) names: ToolNames,
    pub(crate) router: ToolRouter<Session>,
    is_for_reading: bool,
}

impl Toolset {
    pub(crate) fn with_prefix(prefix: &str) -> Self {
        Self::new(prefix, false)
    }

    /// Only what assistants may read.
    pub(crate) fn for_reading(prefix: &str) -> Self {
        Self::new(prefix, true)
    }

    fn new(prefix: &str, is_for_reading: bool) -> Self {
        let names = ToolNames::with_prefix(prefix);
        let mut tools = Self { names, router: ToolRouter::new(), is_for_reading };
        visit_all(&mut tools);
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
        if self.is_for_reading && (T::WRITES.is_some() || !T::IS_FOR_ASSISTANTS) {
            return;
        }
        let mut metadata = if T::HAS_CARD { cards::link() } else { None };
        if !T::IS_FOR_ASSISTANTS {
            metadata.get_or_insert_default().insert(OF_THE_WINDOW.to_owned(), true.into());
        }
        register::<T>(&mut self.router, &self.names, metadata);
    }
}
