//! Queries of the text index.

use content::error::Result;
use content::model::Kind;
use content::query::word_forms;
use tantivy::Term;
use tantivy::collector::Count;
use tantivy::query::{
    BooleanQuery, BoostQuery, ConstScoreQuery, DisjunctionMaxQuery, FuzzyTermQuery, Occur, Query, TermQuery,
};
use tantivy::schema::{Field, IndexRecordOption};

use super::analysis::stem;
use super::schema::kind_number;
use super::terms::Vocabulary;
use super::words::query_words;

/// The most words of a query; more would slow a search without narrowing it.
pub(super) const MAX_WORDS: usize = 16;

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

impl IndexQuery<'_> {
    /// Returns `None` if the text has no words.
    pub(super) fn tantivy_query(&self, vocabulary: &Vocabulary) -> Result<Option<BooleanQuery>> {
        let words = query_words(self.text, MAX_WORDS);
        if words.is_empty() {
            return Ok(None);
        }
        let mut clauses: Vec<(Occur, Box<dyn Query>)> = Vec::new();
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
        clauses.push((Occur::Must, Box::new(BooleanQuery::new(word_clauses))));
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
            matches.push(boosted(term(Term::from_field_text(fields.name, &form)), weight::NAME));
            if self.searches_headings() {
                matches.push(boosted(term(Term::from_field_text(fields.headings, &form)), weight::HEADING));
            }
        }
        if !self.searches_names_only() {
            matches.push(boosted(term(Term::from_field_text(fields.body, &stem)), weight::BODY));
            matches.push(boosted(term(Term::from_field_text(fields.everyday, &stem)), weight::EVERYDAY));
        }
        if self.typos != Typos::None && word.chars().count() >= 3 && (last || !known) {
            matches.push(constant(start_of(fields.name, word), weight::NAME_START));
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

/// Returns the share of a query's words that no entry has, not even misspelt, from 0 to 1.
pub(super) fn unknown_words(text: &str, vocabulary: &Vocabulary) -> Result<f64> {
    let words = query_words(text, MAX_WORDS);
    let mut unknown = 0_u32;
    for word in &words {
        let is_near = near(vocabulary.fields.name, word, max_errors(word));
        if !vocabulary.is_known(word, &stem(word))? && vocabulary.searcher.search(&*is_near, &Count)? == 0 {
            unknown += 1;
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "a handful of words")]
    let count = words.len().max(1) as f64;
    Ok(f64::from(unknown) / count)
}

/// Returns whether users look for parts of such an entry by their headings, as for sections of long rules and
/// for the choices of class options.
pub fn has_named_parts(kind: Kind) -> bool {
    matches!(kind, Kind::Rule | Kind::ClassOption)
}

pub(super) fn max_errors(word: &str) -> u8 {
    match word.chars().count() {
        0..=3 => 0,
        4..=7 => 1,
        _ => 2,
    }
}

fn term(term: Term) -> Box<dyn Query> {
    Box::new(TermQuery::new(term, IndexRecordOption::WithFreqs))
}

fn start_of(field: Field, word: &str) -> Box<dyn Query> {
    Box::new(FuzzyTermQuery::new_prefix(Term::from_field_text(field, word), 0, true))
}

fn near(field: Field, word: &str, errors: u8) -> Box<dyn Query> {
    Box::new(FuzzyTermQuery::new(Term::from_field_text(field, word), errors, true))
}

fn boosted(query: Box<dyn Query>, boost: f32) -> Box<dyn Query> {
    Box::new(BoostQuery::new(query, boost))
}

fn constant(query: Box<dyn Query>, score: f32) -> Box<dyn Query> {
    Box::new(ConstScoreQuery::new(query, score))
}

/// Tantivy's own query for a set of terms takes longer: it builds a dictionary of them for each search.
fn any_of(terms: impl Iterator<Item = Term>) -> Box<dyn Query> {
    constant(Box::new(BooleanQuery::new_multiterms_query(terms.collect())), 0.0)
}
