//! The entries of the library of which imported items are changed copies.

use content::model::{Details, Edition, Kind, OwnEntry, fold};
use content::query::NameTest;
use store::{Selection, Store};
use tabletop::own::written_form;
use tokio::runtime::Handle;

/// Finds an entry by its name: of the edition's System Reference Document if it has one, and homebrew last.
/// It waits for the database, so it must be called outside the threads of the runtime.
pub(in crate::library) fn base_in(store: Store) -> impl Fn(Kind, &str, Edition) -> Option<OwnEntry> {
    let runtime = Handle::current();
    move |kind, name, edition| {
        let name = NameTest::Equal(fold(name));
        let selection = Selection { kinds: &[kind], name: &name, ..Selection::default() };
        let rows = runtime.block_on(store.pick(selection)).ok()?;
        let best = rows.into_iter().min_by_key(|row| {
            let is_other_edition = edition.srd() != Some(row.document_key.as_str());
            (is_other_edition, !row.provider.is_bundled(), row.provider.is_homebrew())
        });
        let best = best?;
        let details = Details::read(kind, &best.details).ok()?;
        Some(written_form(kind, &best.name, &details, &best.body))
    }
}
