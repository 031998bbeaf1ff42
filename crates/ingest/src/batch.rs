//! The records of a source on their way to the store.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use content::model::{Details, DocumentKey, Kind, NewDocument, Record, Slug, Spell};

use super::report::{LeftOut, Rejection, Report, SourceCount};

/// The maximum length of a name, in characters. The longest known has under 100.
pub(super) const MAX_NAME_CHARS: usize = 300;
/// The maximum size of a body, in bytes. The longest known has under 200 KB.
const LONGEST_BODY: usize = 2 << 20;

/// The documents and valid records of a source, and what was rejected.
#[derive(Debug, Default)]
pub struct Batch {
    documents: BTreeMap<DocumentKey, NewDocument>,
    records: Vec<Record>,
    rejected: Vec<Rejection>,
    left_out: Vec<LeftOut>,
    pub(crate) sources: BTreeMap<String, SourceCount>,
    places: HashSet<(DocumentKey, Kind, Slug)>,
    /// The first number to try for a free slug.
    next_free: HashMap<(DocumentKey, Kind, Slug), u32>,
}

impl Batch {
    /// Adds a document. Records of other documents are rejected.
    pub fn add_document(&mut self, document: NewDocument) {
        self.documents.insert(document.key.clone(), document);
    }

    /// Counts an object that makes one or more records.
    pub fn count_object(&mut self, source: &str) {
        self.source(source).objects += 1;
    }

    /// Counts an object that makes no entry because it is part of others.
    pub fn count_folded(&mut self, source: &str) {
        let count = self.source(source);
        count.objects += 1;
        count.folded += 1;
    }

    /// Adds the result of normalising an object: a record, or the reason why there is none. An invalid record
    /// is rejected; a record whose slug is taken gets a number appended.
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

    /// Adds everything from another batch of other sources.
    pub fn append(&mut self, other: Batch) {
        self.documents.extend(other.documents);
        self.rejected.extend(other.rejected);
        self.left_out.extend(other.left_out);
        self.sources.extend(other.sources);
        for record in other.records {
            self.keep(record);
        }
    }

    /// Notes a valid record that is not kept.
    pub fn leave_out(&mut self, Record { document, kind, name, .. }: Record) {
        self.left_out.push(LeftOut { document, kind, name });
    }

    /// Returns the records of a document that are not kept, by kind and name.
    pub fn left_out_of(&self, document: &DocumentKey) -> Vec<&LeftOut> {
        let mut left_out: Vec<&LeftOut> =
            self.left_out.iter().filter(|entry| entry.document == *document).collect();
        left_out.sort_unstable();
        left_out
    }

    /// Adds a valid record that was already counted.
    pub fn keep(&mut self, mut record: Record) {
        self.give_free_slug(&mut record);
        self.records.push(record);
    }

    /// Removes a document with its records from the batch. Counts stay.
    pub fn take(&mut self, document: &DocumentKey) -> Option<(NewDocument, Vec<Record>)> {
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

    /// Returns the documents by key.
    pub fn documents(&self) -> &BTreeMap<DocumentKey, NewDocument> {
        &self.documents
    }

    /// Returns the valid records.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// Returns the rejections so far.
    pub fn rejected(&self) -> &[Rejection] {
        &self.rejected
    }

    /// Returns the counts of read and valid records, before storing.
    pub fn report(&self) -> Report {
        let mut report = Report {
            read: (self.records.len() + self.rejected.len()) as u64,
            stored: self.records.len() as u64,
            rejected: self.rejected.clone(),
            left_out: self.left_out.clone(),
            sources: self.sources.clone(),
            ..Report::default()
        };
        report.left_out.sort_unstable();
        let mut documents = BTreeSet::new();
        for record in &self.records {
            documents.insert(&record.document);
            *report.kinds.entry(record.kind.as_str().to_owned()).or_default() += 1;
        }
        report.documents = documents.into_iter().cloned().collect();
        report
    }

    fn source(&mut self, source: &str) -> &mut SourceCount {
        self.sources.entry(source.to_owned()).or_default()
    }

    fn give_free_slug(&mut self, record: &mut Record) {
        let place = |slug: &Slug| (record.document.clone(), record.kind, slug.clone());
        let mut free = place(&record.slug);
        if self.places.contains(&free) {
            let next = self.next_free.entry(free.clone()).or_insert(2);
            while self.places.contains(&free) {
                free.2 = Slug::new(&format!("{}-{next}", record.slug));
                *next += 1;
            }
        }
        record.slug = free.2.clone();
        self.places.insert(free);
    }

    fn checked(&self, record: Record) -> Result<Record, String> {
        if !self.documents.contains_key(&record.document) {
            return Err(format!("its document `{}` is not known", record.document));
        }
        checked(record)
    }
}

/// An error is the reason why the record cannot be stored, as a sentence.
pub(super) fn checked(mut record: Record) -> Result<Record, String> {
    if record.name.contains(['\n', '\r', '\t', '\u{2028}', '\u{2029}']) {
        record.name = record.name.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    problem_of(&record).map_or(Ok(record), Err)
}

fn problem_of(record: &Record) -> Option<String> {
    let Record { kind, name, body, details, .. } = record;
    if name.trim().is_empty() {
        return Some("it has no name".to_owned());
    }
    if name.chars().count() > MAX_NAME_CHARS {
        return Some(format!("its name is longer than {MAX_NAME_CHARS} characters"));
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
            Some("its cost or weight is not a positive number".to_owned())
        }
        _ => None,
    }
}
