use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::report::{Rejection, Report, SourceCount};
use crate::model::{Details, DocumentKey, Kind, NewDocument, Record, Slug, Spell};

/// The longest name an entry may have, in characters. The longest known is under 100.
const LONGEST_NAME: usize = 300;
/// The longest body an entry may have, in bytes. The longest known is under 200 KB.
const LONGEST_BODY: usize = 2 << 20;

/// What a source handed over: its documents, its valid records, and what had to be rejected.
#[derive(Debug, Default)]
pub struct Batch {
    documents: BTreeMap<DocumentKey, NewDocument>,
    records: Vec<Record>,
    rejected: Vec<Rejection>,
    sources: BTreeMap<String, SourceCount>,
    places: HashMap<(DocumentKey, Kind, Slug), usize>,
    /// From which number on a free slug has to be looked for.
    next_free: HashMap<(DocumentKey, Kind, Slug), u32>,
}

impl Batch {
    /// Adds a document. Records of a document that is not added are rejected.
    pub fn add_document(&mut self, document: NewDocument) {
        self.documents.insert(document.key.clone(), document);
    }

    /// Counts an object of a source that will make one or more records.
    pub fn count_object(&mut self, source: &str) {
        self.source(source).objects += 1;
    }

    /// Counts an object that makes no entry of its own because it is part of others.
    pub fn count_folded(&mut self, source: &str) {
        let count = self.source(source);
        count.objects += 1;
        count.folded += 1;
    }

    /// Adds what an object was normalised to: a record, or the reason why it is none. A record that does not
    /// validate becomes a rejection; one whose slug is taken gets a number behind it.
    pub fn add(&mut self, source: &str, key: &str, record: Result<Record, String>) {
        let checked = record.and_then(|record| self.checked(record));
        let count = self.source(source);
        count.read += 1;
        match checked {
            Ok(record) => {
                count.stored += 1;
                self.keep(record);
            }
            Err(reason) => {
                count.rejected += 1;
                self.rejected.push(Rejection { source: source.to_owned(), key: key.to_owned(), reason });
            }
        }
    }

    /// The records of each document that has any.
    pub(crate) fn records_by_document(&self) -> HashMap<&DocumentKey, Vec<&Record>> {
        let mut records: HashMap<&DocumentKey, Vec<&Record>> = HashMap::new();
        for record in &self.records {
            records.entry(&record.document).or_default().push(record);
        }
        records
    }

    /// Adds everything that another source handed over.
    pub(crate) fn append(&mut self, other: Batch) {
        self.documents.extend(other.documents);
        self.rejected.extend(other.rejected);
        for (source, count) in other.sources {
            *self.source(&source) += count;
        }
        for record in other.records {
            self.keep(record);
        }
    }

    /// Adds a valid record that was counted already.
    pub(crate) fn keep(&mut self, mut record: Record) {
        self.give_free_slug(&mut record);
        self.records.push(record);
    }

    /// Takes a document with its records out of the batch. What was counted stays counted.
    pub(crate) fn take(&mut self, document: &DocumentKey) -> Option<(NewDocument, Vec<Record>)> {
        let taken = self.documents.remove(document)?;
        let (records, rest) =
            std::mem::take(&mut self.records).into_iter().partition(|it| it.document == *document);
        self.places.clear();
        self.next_free.clear();
        for record in rest {
            self.keep(record);
        }
        Some((taken, records))
    }

    /// The documents, by key.
    #[must_use]
    pub fn documents(&self) -> &BTreeMap<DocumentKey, NewDocument> {
        &self.documents
    }

    /// The valid records.
    #[must_use]
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// The valid records, to be changed; their document, kind and slug must stay as they are.
    pub fn records_mut(&mut self) -> &mut [Record] {
        &mut self.records
    }

    /// The valid record at a place, to be changed; its document, kind and slug must stay as they are.
    pub fn record_mut(&mut self, document: &DocumentKey, kind: Kind, slug: &Slug) -> Option<&mut Record> {
        let place = *self.places.get(&(document.clone(), kind, slug.clone()))?;
        self.records.get_mut(place)
    }

    /// What was rejected so far.
    #[must_use]
    pub fn rejected(&self) -> &[Rejection] {
        &self.rejected
    }

    /// The counts by source.
    #[must_use]
    pub fn sources(&self) -> &BTreeMap<String, SourceCount> {
        &self.sources
    }

    /// The counts of what was read and kept; what that changes in the library is not known yet.
    #[must_use]
    pub fn report(&self) -> Report {
        let mut report = Report {
            read: (self.records.len() + self.rejected.len()) as u64,
            stored: self.records.len() as u64,
            rejected: self.rejected.clone(),
            sources: self.sources.clone(),
            ..Report::default()
        };
        let mut documents = BTreeSet::new();
        for record in &self.records {
            documents.insert(&record.document);
            *report.kinds.entry(record.kind.as_str().to_owned()).or_default() += 1;
        }
        report.documents = documents.into_iter().cloned().collect();
        report
    }

    fn source(&mut self, source: &str) -> &mut SourceCount {
        if !self.sources.contains_key(source) {
            self.sources.insert(source.to_owned(), SourceCount::default());
        }
        self.sources.entry(source.to_owned()).or_default()
    }

    fn give_free_slug(&mut self, record: &mut Record) {
        let place = |slug: &Slug| (record.document.clone(), record.kind, slug.clone());
        let mut free = place(&record.slug);
        if self.places.contains_key(&free) {
            let next = self.next_free.entry(free.clone()).or_insert(2);
            while self.places.contains_key(&free) {
                free.2 = Slug::new(&format!("{}-{next}", record.slug));
                *next += 1;
            }
        }
        record.slug = free.2.clone();
        self.places.insert(free, self.records.len());
    }

    fn checked(&self, record: Record) -> Result<Record, String> {
        if !self.documents.contains_key(&record.document) {
            return Err(format!("its document `{}` is not known", record.document));
        }
        checked(record)
    }
}

/// The record as it can be stored, its name on one line.
///
/// # Errors
/// What keeps it from being stored, in a sentence.
pub(super) fn checked(mut record: Record) -> Result<Record, String> {
    if record.name.contains(['\n', '\r', '\t', '\u{2028}', '\u{2029}']) {
        record.name = record.name.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    match problem_of(&record) {
        Some(problem) => Err(problem),
        None => Ok(record),
    }
}

fn problem_of(record: &Record) -> Option<String> {
    let Record { kind, name, body, details, .. } = record;
    if name.trim().is_empty() {
        return Some("it has no name".to_owned());
    }
    if name.chars().count() > LONGEST_NAME {
        return Some(format!("its name is longer than {LONGEST_NAME} characters"));
    }
    if body.len() > LONGEST_BODY {
        return Some(format!("its text is longer than {LONGEST_BODY} bytes"));
    }
    if details.family() != kind.family() {
        return Some(format!("its fields are not those of kind {kind}"));
    }
    match details {
        Details::Spell(Spell { level: Some(level @ 10..), .. }) => {
            Some(format!("its level is {level}, above 9"))
        }
        Details::Equipment(thing)
            if [thing.cost_gp, thing.weight_lb].into_iter().flatten().any(|n| !n.is_finite() || n < 0.0) =>
        {
            Some("its cost or weight is no positive number".to_owned())
        }
        _ => None,
    }
}
