//! The text index, a projection of the database in a folder of its own, kept up to date with it and rebuilt
//! if it is missing or damaged; and its queries.

mod folder;
mod open_index;
mod update;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use content::error::{Error, Result};
use content::everyday;
use content::model::Kind;
use content::progress::Job;
use content::query::word_forms;
use parking_lot::{Mutex, RwLock};
use store::Store;
use tantivy::collector::{Count, TopDocs};
use tantivy::query::{
    BooleanQuery, BoostQuery, ConstScoreQuery, DisjunctionMaxQuery, FuzzyTermQuery, Occur, Query, TermQuery,
};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{TantivyError, Term};
use tempfile::TempDir;

use self::open_index::OpenIndex;
use super::analysis::stem;
use super::correction::corrected;
use super::coverage::{Coverage, coverage};
use super::guard::guarded;
use super::schema::{Fields, kind_number};
use super::terms::Vocabulary;
use super::words::{MAX_WORDS, max_errors, query_words};

/// Weights of exact matches are factors of the index's own score; the others are scores.
mod weight {
    pub(super) const NAME: f32 = 4.0;
    pub(super) const NAME_START: f32 = 9.0;
    pub(super) const NAME_TYPO: f32 = 7.0;
    pub(super) const HEADING: f32 = 1.6;
    pub(super) const HEADING_TYPO: f32 = 2.0;
    pub(super) const BODY: f32 = 1.0;
    pub(super) const EVERYDAY: f32 = 1.0;
    pub(super) const BODY_TYPO: f32 = 1.0;
}

/// An entry found by words.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Candidate {
    /// The number of the entry.
    pub id: i64,
    /// The index's score, above 0; comparable within one search only.
    pub score: f32,
}

/// The words of a query that may be mistyped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Typos {
    /// None.
    None,
    /// Those that are nowhere in the library.
    UnknownWords,
    /// All of them, even if the library has another word that is spelt so.
    EveryWord,
}

/// The fields that must have the words of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WordScope {
    /// The name or a heading has each word.
    EachInNames,
    /// The name or a heading has a word.
    AnyInNames,
    /// The entry has each word.
    EachAnywhere,
    /// The entry has a word.
    AnyAnywhere,
}

/// A query of the text index.
#[derive(Debug, Clone, Copy)]
pub struct IndexQuery<'a> {
    /// The words as typed.
    pub text: &'a str,
    /// The fields that must have them.
    pub scope: WordScope,
    /// The words that may be mistyped.
    pub typos: Typos,
    /// The kinds to search; empty for all.
    pub kinds: &'a [Kind],
    /// The numbers of the documents to search; `None` for all.
    pub documents: Option<&'a [i64]>,
}

/// The text index.
pub struct TextIndex {
    store: Store,
    /// The library whose entries it has. With other everyday words, the index of the same one is another.
    library: String,
    folder: PathBuf,
    open: RwLock<OpenIndex>,
    is_for_reading: bool,
    /// Held while indexing; only one writer can be open.
    writing: tokio::sync::Mutex<()>,
    rebuilt: AtomicBool,
    update_error: Mutex<Option<String>>,
    /// True if the last update was left to another process, which may not have read the last changes.
    left_to_other: AtomicBool,
    /// The folder with the copy of an index that cannot be written to.
    _copy: Option<TempDir>,
}

impl TextIndex {
    /// Opens the index of a library in a folder, or creates an empty one.
    pub fn open(folder: &Path, store: &Store, library: &str) -> Result<Self> {
        let (open, rebuilt) = match guarded(folder, || OpenIndex::open(folder)) {
            Err(Error::Index(error)) => {
                tracing::warn!(folder = %disk::shown(folder), %error, "the text index is damaged and is rebuilt");
                (guarded(folder, || OpenIndex::create(folder))?, true)
            }
            opened => (opened?, false),
        };
        Ok(Self { rebuilt: AtomicBool::new(rebuilt), ..Self::of(folder, store, library, open) })
    }

    fn of(folder: &Path, store: &Store, library: &str, open: OpenIndex) -> Self {
        Self {
            store: store.clone(),
            library: format!("{library}/{:08x}", *everyday::VERSION),
            folder: folder.to_owned(),
            open: RwLock::new(open),
            is_for_reading: false,
            writing: tokio::sync::Mutex::default(),
            rebuilt: AtomicBool::default(),
            update_error: Mutex::default(),
            left_to_other: AtomicBool::default(),
            _copy: None,
        }
    }

    /// Opens an index that is only read: it is never updated nor rebuilt, and its folder stays as it is.
    ///
    /// # Errors
    /// [`Error::Unusable`] if there is no index, [`Error::Index`] if it is damaged.
    pub fn open_for_reading(folder: &Path, store: &Store, library: &str) -> Result<Self> {
        if !folder.is_dir() {
            let why = "is missing, the index by which entries are found; `lorekeeper-mcp doctor` makes it";
            return Err(Error::Unusable(folder.to_owned(), why));
        }
        let open = guarded(folder, || OpenIndex::open_for_reading(folder))?;
        Ok(Self { is_for_reading: true, ..Self::of(folder, store, library, open) })
    }

    /// Opens a copy of the index in an unwritable folder. The copy is deleted when the index is dropped.
    pub fn copied(folder: &Path, store: &Store, library: &str) -> Result<Self> {
        let copy = tempfile::tempdir().map_err(|error| Error::file(std::env::temp_dir(), error))?;
        // An incomplete copy is rebuilt.
        for file in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let _ = disk::copy_content(&file.path(), &copy.path().join(file.file_name()));
        }
        let index = Self::open(copy.path(), store, library)?;
        Ok(Self { _copy: Some(copy), ..index })
    }

    /// Returns whether the index was damaged and rebuilt since the library was opened.
    pub fn was_rebuilt(&self) -> bool {
        self.rebuilt.load(Ordering::Relaxed)
    }

    /// Returns the entries that match a query, best first, at most `limit`. Fills an empty index first,
    /// catches up with one that may be behind, and rebuilds a damaged one once.
    pub async fn find(&self, query: IndexQuery<'_>, limit: usize) -> Result<Vec<Candidate>> {
        self.fill_first().await?;
        if self.may_be_behind() {
            self.try_catch_up(&Job::quiet()).await;
        }
        self.rebuilt_if_damaged(|| self.find_at_once(&query, limit)).await
    }

    /// Returns the entries that match a query in the index as it is.
    ///
    /// # Errors
    /// [`Error::Index`] if the index is damaged; [`TextIndex::rebuild`] repairs it.
    pub fn find_at_once(&self, query: &IndexQuery<'_>, limit: usize) -> Result<Vec<Candidate>> {
        self.search(|vocabulary| {
            let Some(query) = query.tantivy_query(vocabulary)? else { return Ok(Vec::new()) };
            let searcher = &vocabulary.searcher;
            let hits = searcher.search(&query, &TopDocs::with_limit(limit.max(1)).order_by_score())?;
            let ids = searcher.segment_readers().iter().map(|segment| segment.fast_fields().i64("id"));
            let ids = ids.collect::<Result<Vec<_>, TantivyError>>()?;
            let candidate = |(score, address): (f32, tantivy::DocAddress)| {
                let id = ids.get(address.segment_ord as usize)?.first(address.doc_id)?;
                Some(Candidate { id, score })
            };
            Ok(hits.into_iter().filter_map(candidate).collect())
        })
    }

    /// Returns the share of a query's words that no entry has, not even misspelt, from 0 to 1.
    pub fn unknown_words(&self, query: &str) -> Result<f64> {
        let words = query_words(query, MAX_WORDS);
        self.search(|vocabulary| {
            let mut unknown = 0_u32;
            for word in &words {
                let is_near = near(vocabulary.fields.name, word, max_errors(word));
                let is_known = vocabulary.is_known(word, &stem(word))?;
                if !is_known && vocabulary.searcher.search(&*is_near, &Count)? == 0 {
                    unknown += 1;
                }
            }
            #[expect(clippy::cast_precision_loss, reason = "a handful of words")]
            let count = words.len().max(1) as f64;
            Ok(f64::from(unknown) / count)
        })
    }

    /// Returns true if each of a query's words is in an entry.
    pub fn has_every_word(&self, query: &str) -> Result<bool> {
        let words = query_words(query, MAX_WORDS);
        self.search(|vocabulary| {
            for word in &words {
                if !vocabulary.is_known(word, &stem(word))? {
                    return Ok(false);
                }
            }
            Ok(true)
        })
    }

    /// Returns a query with its mistyped words corrected; `None` if there are none.
    pub fn corrected(&self, query: &str) -> Result<Option<String>> {
        self.search(|vocabulary| corrected(query, vocabulary))
    }

    /// Returns how much of a query's words each of some entries has. Rebuilds a damaged index once.
    pub async fn coverage(&self, query: &str, entries: &[i64]) -> Result<HashMap<i64, Coverage>> {
        self.rebuilt_if_damaged(|| self.search(|vocabulary| coverage(query, entries, vocabulary))).await
    }

    fn search<T>(&self, work: impl FnOnce(&Vocabulary) -> Result<T>) -> Result<T> {
        guarded(&self.folder, || {
            self.load_last_commit()?;
            let vocabulary = {
                let open = self.open.read();
                Vocabulary { fields: Fields::of(&open.index.schema())?, searcher: open.reader.searcher() }
            };
            work(&vocabulary)
        })
    }

    fn load_last_commit(&self) -> Result<()> {
        match guarded(&self.folder, || self.open.read().load_last_commit()) {
            // A read-only index cannot be rebuilt, and its reader has no lock against deletion of files.
            Err(error @ Error::Index(_)) if !self.is_for_reading => return Err(error),
            Err(error) => tracing::debug!(%error, "the text index answers as it was loaded before"),
            Ok(()) => {}
        }
        Ok(())
    }

    /// The folder that holds the index.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the number of entries in the index.
    pub fn entry_count(&self) -> u64 {
        // The next search reports damage.
        let _ = self.load_last_commit();
        self.open.read().reader.searcher().num_docs()
    }

    /// Returns the last change that the index includes; `None` before the first update, and for the index of
    /// another library.
    fn indexed(&self) -> Option<i64> {
        let payload = self.open.read().index.load_metas().ok()?.payload?;
        let (library, number) = payload.split_once(':')?;
        number.parse().ok().filter(|_| library == self.library)
    }

    /// Returns the error of the last update, if it failed.
    pub fn why_behind(&self) -> Option<String> {
        self.update_error.lock().clone()
    }

    /// Returns whether changes may be missing that no update is under way for.
    fn may_be_behind(&self) -> bool {
        self.why_behind().is_some() || self.left_to_other.load(Ordering::Relaxed)
    }
}

impl IndexQuery<'_> {
    /// Returns `None` if the text has no words.
    fn tantivy_query(&self, vocabulary: &Vocabulary) -> Result<Option<BooleanQuery>> {
        let words = query_words(self.text, MAX_WORDS);
        if words.is_empty() {
            return Ok(None);
        }
        let occur = match self.scope {
            WordScope::AnyAnywhere | WordScope::AnyInNames => Occur::Should,
            WordScope::EachInNames | WordScope::EachAnywhere => Occur::Must,
        };
        let last = words.len() - 1;
        let mut word_clauses: Vec<(Occur, Box<dyn Query>)> = Vec::new();
        for (position, word) in words.iter().enumerate() {
            let matches = self.matches(vocabulary, word, position == last)?;
            word_clauses.push((occur, Box::new(DisjunctionMaxQuery::with_tie_breaker(matches, 0.1))));
        }
        let mut clauses: Vec<(Occur, Box<dyn Query>)> =
            vec![(Occur::Must, Box::new(BooleanQuery::new(word_clauses)))];
        if !self.kinds.is_empty() {
            let field = vocabulary.fields.kind;
            let kinds = self.kinds.iter().map(|kind| Term::from_field_u64(field, kind_number(*kind)));
            clauses.push((Occur::Must, any_of(kinds)));
        }
        if let Some(documents) = self.documents {
            let field = vocabulary.fields.document;
            let documents = documents.iter().map(|id| Term::from_field_i64(field, *id));
            clauses.push((Occur::Must, any_of(documents)));
        }
        Ok(Some(BooleanQuery::new(clauses)))
    }

    /// The headings of a spell or a stat block are not names.
    fn searches_headings(&self) -> bool {
        !self.searches_names_only() || self.kinds.iter().any(|kind| has_named_parts(*kind))
    }

    fn searches_names_only(&self) -> bool {
        matches!(self.scope, WordScope::EachInNames | WordScope::AnyInNames)
    }

    /// Returns the queries of which one must match for a word to be found.
    fn matches(&self, vocabulary: &Vocabulary, word: &str, last: bool) -> Result<Vec<Box<dyn Query>>> {
        let (fields, stem) = (vocabulary.fields, stem(word));
        let known = vocabulary.entries_with(&Term::from_field_text(fields.name, word))? > 0;
        let mut matches = Vec::new();
        for form in word_forms(word).into_iter().chain([format!("{word}s")]) {
            matches.push(exact(fields.name, &form, weight::NAME));
            if self.searches_headings() {
                matches.push(exact(fields.headings, &form, weight::HEADING));
            }
        }
        if !self.searches_names_only() {
            matches.push(exact(fields.body, &stem, weight::BODY));
            matches.push(exact(fields.everyday, &stem, weight::EVERYDAY));
        }
        if self.typos != Typos::None && word.chars().count() >= 3 && (last || !known) {
            let start = FuzzyTermQuery::new_prefix(Term::from_field_text(fields.name, word), 0, true);
            matches.push(constant(Box::new(start), weight::NAME_START));
        }
        let errors = max_errors(word);
        let is_meant = match self.typos {
            Typos::None => true,
            Typos::UnknownWords if self.searches_names_only() => known,
            Typos::UnknownWords => known || vocabulary.is_known(word, &stem)?,
            Typos::EveryWord => false,
        };
        if errors > 0 && !is_meant {
            for form in word_forms(word) {
                matches.push(constant(near(fields.name, &form, max_errors(&form)), weight::NAME_TYPO));
            }
            if self.searches_headings() {
                matches.push(constant(near(fields.headings, word, errors), weight::HEADING_TYPO));
            }
            if !self.searches_names_only() {
                matches.push(constant(near(fields.body, &stem, 1), weight::BODY_TYPO));
            }
        }
        Ok(matches)
    }
}

/// Returns whether users look for parts of such an entry by their headings, as for sections of long rules and
/// for the choices of class options.
pub fn has_named_parts(kind: Kind) -> bool {
    matches!(kind, Kind::Rule | Kind::ClassOption)
}

fn exact(field: Field, word: &str, boost: f32) -> Box<dyn Query> {
    let term = TermQuery::new(Term::from_field_text(field, word), IndexRecordOption::WithFreqs);
    Box::new(BoostQuery::new(Box::new(term), boost))
}

fn near(field: Field, word: &str, errors: u8) -> Box<dyn Query> {
    Box::new(FuzzyTermQuery::new(Term::from_field_text(field, word), errors, true))
}

fn constant(query: Box<dyn Query>, score: f32) -> Box<dyn Query> {
    Box::new(ConstScoreQuery::new(query, score))
}

/// Tantivy's own query for a set of terms takes longer: it builds a dictionary of them for each search.
fn any_of(terms: impl Iterator<Item = Term>) -> Box<dyn Query> {
    constant(Box::new(BooleanQuery::new_multiterms_query(terms.collect())), 0.0)
}
