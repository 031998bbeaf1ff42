//! What the library holds of an entry's sources: held against their loss, and told in a report.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::Library;
use crate::error::Result;
use crate::ingest::open5e::normalise::Objects;
use crate::ingest::{Disagreement, Sources};
use crate::model::{DocumentKey, Kind, Provider, Slug};
use crate::store::RawRow;

/// Where the fields of a document's entries come from.
#[derive(Debug, Clone, Default, PartialEq, Serialize, schemars::JsonSchema)]
pub struct SourceReport {
    /// How many entries more than one source tells of.
    pub entries: u64,
    /// In how many entries a source filled a field that the leading one lacks, by source and field.
    pub filled: BTreeMap<Provider, BTreeMap<String, u64>>,
    /// Every field on which sources differ.
    pub disagreements: Vec<EntryDisagreement>,
}

/// A field of an entry on which sources differ.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct EntryDisagreement {
    /// The name of the entry.
    pub name: String,
    /// What it is.
    pub kind: String,
    /// Its slug.
    pub slug: Slug,
    /// The field and what the sources say.
    #[serde(flatten)]
    pub disagreement: Disagreement,
}

impl Library {
    /// Where the fields of a document's entries come from, as their raw records tell it.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn source_report(&self, document: &DocumentKey) -> Result<SourceReport> {
        let mut report = SourceReport::default();
        for RawRow { kind, slug, name, raw, .. } in
            self.store.raw_records_with_several_sources(Some(document)).await?
        {
            let Some(sources) = Sources::read(&raw) else { continue };
            report.entries += 1;
            for (field, from) in sources.filled {
                *report.filled.entry(from).or_default().entry(field).or_default() += 1;
            }
            report.disagreements.extend(sources.disagreements.into_iter().map(|disagreement| {
                EntryDisagreement { name: name.clone(), kind: kind.clone(), slug: slug.clone(), disagreement }
            }));
        }
        Ok(report)
    }

    /// Gives objects what the library holds of the first version of the API, of some documents or of all, which counts where that version has
    /// nothing.
    pub(super) async fn hold_older(
        &self,
        objects: &mut Objects,
        documents: Option<&BTreeSet<DocumentKey>>,
    ) -> Result<()> {
        let mut rows = self.store.raw_records_with_several_sources(None).await?;
        rows.retain(|row| documents.is_none_or(|documents| documents.contains(&row.document)));
        hold(objects, rows);
        Ok(())
    }
}

/// Gives objects what raw records hold of the first version of the API.
pub(super) fn hold(objects: &mut Objects, rows: Vec<RawRow>) {
    for RawRow { document, kind, raw, .. } in rows {
        let older = Sources::read(&raw).and_then(|mut it| it.objects.remove(&Provider::Open5eV1));
        if let (Some(object), Ok(kind)) = (older, kind.parse::<Kind>()) {
            objects.hold(kind, document, object);
        }
    }
}
