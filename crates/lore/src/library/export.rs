//! Exports entries of the library.

use std::collections::HashSet;

use content::error::{Error, Result};
use content::progress::{Job, Step};
use content::query::Entry;
use tabletop::browse::Browse;
use tabletop::export::{Export, ExportFormat, Licences, Selection, writer};

use super::Library;

const PAGE: usize = 500;
const MAX_ENTRIES: usize = 50_000;

impl Library {
    /// Returns entries as the content of a file.
    ///
    /// # Errors
    /// When there is nothing to export, or the job is cancelled.
    pub async fn export(&self, selection: &Selection, format: ExportFormat, job: &Job) -> Result<Export> {
        let addresses = self.addresses(selection, job).await?;
        let documents = self.documents(None).await?;
        let mut writer = writer(format);
        let mut licences = Licences::default();
        let mut export = Export::default();
        for (done, address) in addresses.iter().enumerate() {
            job.check_cancelled()?;
            job.report(Step::Exporting, done as u64, addresses.len() as u64);
            let entry = self.entry_at(address).await?;
            let of_entry =
                |entry: &Entry| documents.iter().find(|book| book.document_key == entry.document_key);
            let found = entry.and_then(|entry| Some((of_entry(&entry)?, entry)));
            let Some((document, entry)) = found else {
                export.missing.push(address.clone());
                continue;
            };
            if !writer.add(&entry, document) {
                export.left_out += 1;
                continue;
            }
            licences.add(document);
            export.entries += 1;
            export.of_unknown_licence += usize::from(document.known_licence().is_none());
        }
        if export.entries == 0 {
            return Err(Error::Invalid(match (export.left_out, export.missing.first()) {
                (0, None) => "there is nothing to export: no entry was chosen".to_owned(),
                (0, Some(missing)) => {
                    format!("there is nothing to export: the library has no entry `{missing}`")
                }
                _ => format!(
                    "the format `{format}` has no place for any of these entries; `markdown` takes every kind"
                ),
            }));
        }
        export.content = writer.finish(&licences);
        Ok(export)
    }

    async fn addresses(&self, selection: &Selection, job: &Job) -> Result<Vec<String>> {
        let mut addresses = match selection {
            Selection::Addresses(addresses) => addresses.clone(),
            Selection::Pins => self.pins().await?.into_iter().map(|pin| pin.uri).collect(),
            Selection::Found(browse) => {
                let mut addresses = Vec::new();
                loop {
                    job.check_cancelled()?;
                    let page = Browse { offset: addresses.len(), limit: PAGE, ..(**browse).clone() };
                    let found = self.browse(&page).await?.found.entries;
                    let is_last = found.len() < PAGE;
                    addresses.extend(found.into_iter().map(|entry| entry.uri));
                    if is_last || addresses.len() > MAX_ENTRIES {
                        break addresses;
                    }
                }
            }
        };
        if addresses.len() > MAX_ENTRIES {
            return Err(Error::TooMany(MAX_ENTRIES, "entries in a file; choose fewer, such as one book"));
        }
        let mut seen = HashSet::new();
        addresses.retain(|address| seen.insert(address.clone()));
        Ok(addresses)
    }
}
