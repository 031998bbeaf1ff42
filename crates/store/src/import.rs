//! Imports records: whole documents of a source ([`Store::import`]) or the books of a file ([`FileImport`]).
//! Both compute a plan (`plan`) and write it (`rows`) in one transaction.

mod answer;
mod file;
mod own;
mod plan;
mod rows;

use std::collections::{BTreeMap, HashMap, HashSet};

use content::error::{Error, Result};
use content::model::{DocumentKey, Removal, Removals, Slug};
use content::progress::{self, Job};
use ingest::{Batch, Rekeyed, Report};

use self::plan::{Changed, NewRecord, Plan, PlannedRecord, Step, StoredEntry};
use self::rows::{Rows, read_facts};
use super::Store;
use super::sql::sql;
use super::transaction::Transaction;

pub use self::own::OwnChange;
pub use self::plan::RemovalPolicy;
pub use file::{FileImport, ImportHistory, OpenFile, StoredBook};

/// A document may lose one entry in this many without consent.
const REMOVAL_DIVISOR: u64 = 20;

/// The kind of an import, recorded in its transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportContext<'a> {
    /// Some documents are replaced.
    Documents,
    /// The starter content of this version, unless it was already imported.
    Starter(&'a str),
    /// A sync of every Open5e list.
    FullSync,
}

impl Store {
    /// Replaces documents by those of the batch, in one transaction. Documents without records are left out.
    /// A homebrew document that has one of their keys gets another key. Returns `None` if this starter
    /// content was already imported.
    ///
    /// # Errors
    /// Nothing is changed on any error or if the job is cancelled. [`Error::RemovalsNotAllowed`] if too much
    /// would be removed.
    pub async fn import(
        &self,
        batch: &Batch,
        context: ImportContext<'_>,
        policy: RemovalPolicy,
        job: &Job,
        now: &str,
    ) -> Result<Option<Report>> {
        // Reading takes its time; the transaction, for which other writers wait, begins after it.
        let by_document = read_facts(batch).await;
        let mut transaction = self.begin().await?;
        if !transaction.note(context, now).await? {
            return Ok(None);
        }
        let total = batch.records().len() as u64;
        let mut done = 0;
        let mut sum = Changed::default();
        let (mut removals, mut needs_consent) = (Removals::default(), policy == RemovalPolicy::DryRun);
        for (key, document) in batch.documents() {
            let Some(records) = by_document.get(key) else { continue };
            job.check_cancelled()?;
            if !document.provider.is_homebrew()
                && let Some(free) = transaction.rekey_homebrew(key).await?
            {
                tracing::warn!(from = %key, to = %free, "a document of the user's own made room");
                sum.rekeyed.push(Rekeyed { from: key.clone(), to: free });
            }
            let document_id = transaction.upsert(document, true, now).await?;
            if matches!(context, ImportContext::FullSync | ImportContext::Documents) {
                let left_out = serde_json::to_string(&batch.left_out_of(key))?;
                let update = "UPDATE documents SET left_out = ? WHERE id = ?";
                transaction.run(sql!(update, [left_out, document_id])).await?;
            }
            let rows = Rows::of(records)?;
            let before = transaction.stored_entries(document_id, None).await?;
            let plan = whole(&before, &rows.wanted(), policy);
            if matches!(policy, RemovalPolicy::Guard | RemovalPolicy::DryRun) {
                let losses = losses(key, &before, &rows.wanted(), &plan);
                needs_consent |= need_consent(&losses);
                removals.entries.extend(losses.into_iter().filter(|kind| kind.removed > 0));
            }
            if needs_consent {
                // The transaction will be rolled back.
                continue;
            }
            rows.write(&mut transaction, &plan, (document_id, now), job).await?;
            transaction.recount(document_id).await?;
            sum.add(&plan);
            done += records.len() as u64;
            job.report(progress::Step::Storing, done, total);
        }
        job.check_cancelled()?;
        if needs_consent {
            return Err(Error::RemovalsNotAllowed(Box::new(removals)));
        }
        let report = sum.reported(batch.report());
        transaction.record_call(job, &report).await?;
        transaction.commit().await?;
        self.empty_log().await;
        Ok(Some(report))
    }
}

impl Transaction {
    /// Returns false if the import must not happen.
    async fn note(&mut self, context: ImportContext<'_>, now: &str) -> Result<bool> {
        let note = match context {
            ImportContext::Documents => return Ok(true),
            ImportContext::Starter(version) => {
                sql!("UPDATE library SET starter = ?1 WHERE starter IS NOT ?1", [version])
            }
            ImportContext::FullSync => sql!("UPDATE library SET open5e_synced_at = ?", [now]),
        };
        Ok(self.count_changed(note).await? > 0)
    }
}

/// Plans a document with one source: slugs are unique, and each record replaces the entry with its slug.
fn whole(before: &[StoredEntry], wanted: &[NewRecord<'_>], policy: RemovalPolicy) -> Plan {
    let mut left: HashMap<(&str, &Slug), &StoredEntry> =
        before.iter().map(|stored| ((stored.kind.as_str(), &stored.slug), stored)).collect();
    let mut placed = Vec::with_capacity(wanted.len());
    for want in wanted {
        let step = match left.remove(&(want.kind, want.slug)) {
            Some(stored) if stored.hash == want.hash => Step::Keep(stored.id),
            Some(stored) => Step::Update(stored.id),
            None => Step::Insert,
        };
        placed.push(PlannedRecord { step, slug: want.slug.clone(), taken_by: None });
    }
    if policy == RemovalPolicy::Keep {
        left.clear();
    }
    Plan { placed, gone: left.into_values().map(|stored| stored.id).collect(), ..Plan::default() }
}

/// Returns what a document has and would lose, by kind. An entry that changes its kind is not lost.
fn losses(
    document: &DocumentKey,
    before: &[StoredEntry],
    wanted: &[NewRecord<'_>],
    plan: &Plan,
) -> Vec<Removal> {
    let listed: HashSet<&Slug> = wanted.iter().map(|want| want.slug).collect();
    let gone: HashSet<i64> = plan.gone.iter().copied().collect();
    let mut kinds: BTreeMap<&str, Removal> = BTreeMap::new();
    for StoredEntry { id, kind, slug, .. } in before {
        let none = || Removal { document: document.clone(), kind: kind.clone(), held: 0, removed: 0 };
        let of_kind = kinds.entry(kind).or_insert_with(none);
        of_kind.held += 1;
        of_kind.removed += u64::from(gone.contains(id) && !listed.contains(slug));
    }
    kinds.into_values().collect()
}

fn need_consent(losses: &[Removal]) -> bool {
    let sum = |count: fn(&Removal) -> u64| losses.iter().map(count).sum::<u64>();
    sum(|kind| kind.removed) * REMOVAL_DIVISOR > sum(|kind| kind.held)
        || losses.iter().any(|kind| kind.removed > 0 && kind.removed == kind.held)
}
