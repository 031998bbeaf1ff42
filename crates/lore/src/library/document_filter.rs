//! The documents that a lookup or a search is limited to.

use crate::error::Result;
use crate::model::Edition;
use crate::query::{Chosen, choose};
use crate::store::{DocumentRow, Store};

/// The maximum number of documents that a message about another edition lists.
const MAX_LISTED_DOCUMENTS: usize = 5;

/// The documents and the edition of a request; `None` does not limit.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct DocumentFilter<'a> {
    pub(super) documents: Option<&'a [String]>,
    pub(super) edition: Option<Edition>,
}

/// Returns the ids of the documents that a filter names: `Some(None)` for all, `None` if there are none. The messages
/// then explain why.
pub(super) async fn document_ids(
    store: &Store,
    DocumentFilter { documents, edition }: DocumentFilter<'_>,
    messages: &mut Vec<String>,
) -> Result<Option<Option<Vec<i64>>>> {
    if documents.is_none() && edition.is_none() {
        return Ok(Some(None));
    }
    let rows = store.documents().await?;
    let of_edition = edition.map(|edition| (edition, ids_of_edition(edition, &rows)));
    let Some(documents) = documents else {
        return Ok(match of_edition {
            Some((edition, ids)) if ids.is_empty() => {
                messages.push(format!("The library has no document of the {edition} rules."));
                None
            }
            of_edition => Some(of_edition.map(|(_, ids)| ids)),
        });
    };
    if documents.is_empty() {
        messages.push("No results match the document filter: the list of documents is empty.".to_owned());
        return Ok(None);
    }
    let Chosen { mut ids, message } = choose(documents, &rows);
    messages.extend(message);
    if ids.is_empty() {
        messages.push("No results match the document filter.".to_owned());
        return Ok(None);
    }
    if let Some((edition, of_edition)) = of_edition {
        let named = ids.clone();
        ids.retain(|id| of_edition.contains(id));
        if ids.is_empty() {
            let named = rows.iter().filter(|row| named.contains(&row.id));
            let named: Vec<String> = named.take(MAX_LISTED_DOCUMENTS).map(with_edition).collect();
            messages.push(format!(
                "No results: none of the requested documents is of the {edition} rules; {}.",
                named.join(", ")
            ));
            return Ok(None);
        }
    }
    Ok(Some(Some(ids)))
}

fn ids_of_edition(edition: Edition, rows: &[DocumentRow]) -> Vec<i64> {
    let is_of_edition = |row: &&DocumentRow| Edition::of(row.game_system()) == edition;
    rows.iter().filter(is_of_edition).map(|row| row.id).collect()
}

fn with_edition(row: &DocumentRow) -> String {
    match Edition::of(row.game_system()) {
        Edition::Other => format!("`{}` is homebrew or of another system", row.key),
        edition => format!("`{}` is of the {edition} rules", row.key),
    }
}
