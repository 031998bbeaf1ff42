//! The documents that a request keeps to: those it names, or else those of the chosen campaign.

use std::collections::HashSet;

use content::error::Result;
use content::model::{Campaign, DocumentKey, Edition, Kind, fold, quoted, shown};
use content::query::{Limit, MAX_NEAREST, is_official_key, key_meant_by, nearest};
use store::{DocumentRow, Selection, Settings, Store};

const MAX_NAMED: usize = 5;

/// The length in bytes up to which every text is taken for a possible name.
const MIN_NAME_BYTES: usize = 64;

/// What the settings and the chosen campaign mean for a request.
#[derive(Debug, Clone)]
pub(super) struct Scope {
    pub(super) settings: Settings,
    pub(super) campaign: Option<Campaign>,
    /// The ids of the documents of its edition.
    pub(super) preferred: Vec<i64>,
    /// Their keys.
    pub(super) preferred_keys: HashSet<DocumentKey>,
    /// The keys or names of the documents that count; `None` for all.
    pub(super) named: Option<Vec<String>>,
    /// The edition that the request chooses.
    pub(super) edition: Option<Edition>,
    /// True if the documents are those of the campaign.
    pub(super) is_limiting: bool,
}

impl Scope {
    /// A request for some documents or for another edition is not limited to the campaign's documents.
    pub(super) async fn read(
        store: &Store,
        requested: Option<&[String]>,
        edition: Option<Edition>,
    ) -> Result<Self> {
        let settings = store.settings().await?;
        let documents = if settings.campaign().is_some() { store.documents().await? } else { Vec::new() };
        Ok(Self::of(settings, &documents, requested, edition))
    }

    /// `documents` are those of the library; without a campaign, they do not matter.
    pub(super) fn of(
        settings: Settings,
        documents: &[DocumentRow],
        requested: Option<&[String]>,
        edition: Option<Edition>,
    ) -> Self {
        let mut scope = Self {
            campaign: settings.campaign(),
            settings,
            preferred: Vec::new(),
            preferred_keys: HashSet::new(),
            named: requested.map(<[String]>::to_vec),
            edition,
            is_limiting: false,
        };
        let Some(campaign) = &scope.campaign else { return scope };
        let is_preferred = |row: &&DocumentRow| campaign.edition == Some(row.edition());
        let preferred = documents.iter().filter(is_preferred).map(|row| (row.id, row.key.clone()));
        (scope.preferred, scope.preferred_keys) = preferred.unzip();
        let is_other_edition = edition.is_some() && campaign.edition != edition;
        if requested.is_none() && !is_other_edition && !campaign.documents.is_empty() {
            let keys = documents.iter().map(|row| &row.key).filter(|key| campaign.documents.contains(key));
            scope.named = Some(keys.map(ToString::to_string).collect());
            scope.is_limiting = true;
        }
        scope
    }

    /// Returns `Some(None)` for all documents, and `None` with messages if there are none.
    pub(super) async fn document_ids(
        &self,
        store: &Store,
        messages: &mut Vec<String>,
    ) -> Result<Option<Option<Vec<i64>>>> {
        if self.named.is_none() && self.edition.is_none() {
            return Ok(Some(None));
        }
        let rows = store.documents().await?;
        let mut chosen: Vec<&DocumentRow> = rows.iter().collect();
        if let Some(named) = &self.named {
            let Chosen { ids, message, .. } = choose(named, &rows);
            messages.extend(message);
            if ids.is_empty() {
                let why = if named.is_empty() { ": the list of documents is empty" } else { "" };
                messages.push(format!("No results match the document filter{why}."));
                return Ok(None);
            }
            chosen.retain(|row| ids.contains(&row.id));
        }
        let is_of_edition = |row: &&&DocumentRow| self.edition.is_none_or(|edition| row.edition() == edition);
        let ids: Vec<i64> = chosen.iter().filter(is_of_edition).map(|row| row.id).collect();
        let Some(edition) = self.edition.filter(|_| ids.is_empty()) else { return Ok(Some(Some(ids))) };
        messages.push(if self.named.is_none() {
            format!("The library has no document of the {edition} rules.")
        } else {
            let named: Vec<String> = chosen.into_iter().take(MAX_NAMED).map(with_edition).collect();
            let named = named.join(", ");
            format!("No results: none of the requested documents is of the {edition} rules; {named}.")
        });
        Ok(None)
    }

    pub(super) fn select<'a>(
        &'a self,
        kinds: &'a [Kind],
        documents: Option<&'a [i64]>,
        limit: Limit,
    ) -> Selection<'a> {
        let limit = limit.get();
        Selection { kinds, documents, limit, preferred: &self.preferred, ..Selection::default() }
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Chosen {
    pub(super) ids: Vec<i64>,
    /// A message about keys that mean no document and names that mean homebrew, not an official document.
    pub(super) message: Option<String>,
    pub(super) unknown: Vec<String>,
}

/// Finds the documents that keys or names mean, in any case: that with the key, else official ones with the
/// name or of the edition, else homebrew with the name, unless it means an official document.
pub(super) fn choose(texts: &[String], documents: &[DocumentRow]) -> Chosen {
    let mut chosen = Chosen::default();
    let mut messages = Vec::new();
    // Folded once, since a filter can name thousands.
    let names = |row: &DocumentRow| [fold(&row.source_name), fold(&row.name)];
    let named: Vec<_> = documents.iter().map(|row| (row, names(row))).collect();
    // A text far longer than every name means no document, which is found out without folding it.
    let longest =
        named.iter().flat_map(|(_, names)| names).map(String::len).max().unwrap_or(0).max(MIN_NAME_BYTES);
    for text in texts {
        let meant = if text.len() > 4 * longest { Vec::new() } else { meant_by(text, &named) };
        if meant.is_empty() {
            chosen.unknown.push(text.clone());
        }
        for document in meant {
            if chosen.ids.contains(&document.id) {
                continue;
            }
            chosen.ids.push(document.id);
            if document.resembles_official(text) && messages.len() < MAX_NAMED {
                messages.push(format!(
                    "`{}` is homebrew from one of the user's files ({}), not the official document of that name or key.",
                    document.key,
                    shown(&document.source_name)
                ));
            }
        }
    }
    let unknown = &chosen.unknown;
    if !unknown.is_empty() {
        let keys: Vec<&str> = documents.iter().map(|document| document.key.as_str()).collect();
        messages.extend(unknown.iter().take(MAX_NAMED).map(|text| unknown_key_message(text, &keys)));
        if unknown.len() > MAX_NAMED {
            messages.push(format!("{} other keys are unknown, too.", unknown.len() - MAX_NAMED));
        }
    }
    chosen.message = (!messages.is_empty()).then(|| messages.join(" "));
    chosen
}

/// Each document has the folded names in its source and to display.
fn meant_by<'a>(text: &str, documents: &[(&'a DocumentRow, [String; 2])]) -> Vec<&'a DocumentRow> {
    let folded = fold(text);
    let exact = documents.iter().find(|(document, _)| document.key.as_str() == folded);
    if let Some((document, _)) = exact {
        return vec![document];
    }
    let meant = key_meant_by(text);
    let fitting =
        documents.iter().filter(|(row, names)| row.key.as_str() == meant || names.contains(&folded));
    let (homebrew, official): (Vec<_>, Vec<_>) =
        fitting.map(|(document, _)| *document).partition(|document| document.is_homebrew());
    if !official.is_empty() || is_official_key(&folded) { official } else { homebrew }
}

fn unknown_key_message(text: &str, keys: &[&str]) -> String {
    let text = shown(text);
    let near = nearest(&text, keys, MAX_NEAREST);
    if near.is_empty() {
        format!("No results: the library has no document `{text}`, or any other.")
    } else {
        format!("No document `{text}` is in the library; the nearest keys are {}.", quoted(&near))
    }
}

fn with_edition(row: &DocumentRow) -> String {
    match row.edition() {
        Edition::Other => format!("`{}` is homebrew or of another system", row.key),
        edition => format!("`{}` is of the {edition} rules", row.key),
    }
}
