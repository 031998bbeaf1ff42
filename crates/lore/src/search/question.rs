use tantivy::query::{
    BooleanQuery, BoostQuery, ConstScoreQuery, DisjunctionMaxQuery, FuzzyTermQuery, Occur, Query, TermQuery,
    TermSetQuery,
};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{Searcher, Term};

use super::index::{Fields, kind_number};
use super::words::{STEMMED, query_words};
use crate::error::Result;
use crate::model::Kind;
use crate::query::word_forms;

/// Words beyond these do not narrow a search any more, but slow it.
const MOST_WORDS: usize = 16;

/// How much a word counts, by where and how it is found.
mod weight {
    /// In the name, as it is; times the index's own score.
    pub(super) const NAME: f32 = 4.0;
    /// As the beginning of a word of the name.
    pub(super) const NAME_START: f32 = 9.0;
    /// In the name, with a typing error.
    pub(super) const NAME_TYPO: f32 = 7.0;
    /// In a heading; times the index's own score.
    pub(super) const HEADING: f32 = 1.6;
    /// In a heading, with a typing error.
    pub(super) const HEADING_TYPO: f32 = 2.0;
    /// In the text; times the index's own score.
    pub(super) const BODY: f32 = 1.0;
    /// In the text, with a typing error.
    pub(super) const BODY_TYPO: f32 = 1.0;
}

/// Which words may be mistyped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Typos {
    /// None.
    None,
    /// Those that stand nowhere in the library as they are.
    UnknownWords,
    /// All of them: a word may be known and still not be what is meant.
    EveryWord,
}

/// Where the words must be found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Where {
    /// Each of them in the name or in a heading.
    Names,
    /// Some of them in the name or in a heading.
    PartOfNames,
    /// Each of them anywhere.
    Throughout,
    /// Some of them anywhere.
    Anywhere,
}

/// What is asked of the text index.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Question<'a> {
    /// The words as typed.
    pub(crate) text: &'a str,
    /// Where they must be found.
    pub(crate) place: Where,
    /// Which of them may be mistyped.
    pub(crate) typos: Typos,
    /// The kinds to look in; empty for all.
    pub(crate) kinds: &'a [Kind],
    /// The numbers of the documents to look in; `None` for all.
    pub(crate) documents: Option<&'a [i64]>,
}

impl Question<'_> {
    /// The index's query; `None` when there is no word in the text.
    pub(super) fn query(&self, fields: Fields, searcher: &Searcher) -> Result<Option<BooleanQuery>> {
        let words = query_words(self.text, MOST_WORDS);
        if words.is_empty() {
            return Ok(None);
        }
        let mut stems = searcher.index().tokenizers().get(STEMMED);
        let mut clauses: Vec<(Occur, Box<dyn Query>)> = Vec::new();
        let occur = match self.place {
            Where::Anywhere | Where::PartOfNames => Occur::Should,
            Where::Names | Where::Throughout => Occur::Must,
        };
        let last = words.len() - 1;
        let mut ways_of_words: Vec<Box<dyn Query>> = Vec::new();
        for (position, word) in words.iter().enumerate() {
            let stem = stems.as_mut().map_or_else(|| word.clone(), |stemmer| stem_of(stemmer, word));
            let ways = self.ways(fields, searcher, word, &stem, position == last)?;
            ways_of_words.push(Box::new(DisjunctionMaxQuery::with_tie_breaker(ways, 0.1)));
        }
        let words_query = BooleanQuery::new(ways_of_words.into_iter().map(|query| (occur, query)).collect());
        clauses.push((Occur::Must, Box::new(words_query)));
        if !self.kinds.is_empty() {
            let kinds = self.kinds.iter().map(|kind| Term::from_field_u64(fields.kind, kind_number(*kind)));
            clauses.push((Occur::Must, no_score(TermSetQuery::new(kinds))));
        }
        if let Some(documents) = self.documents {
            let documents = documents.iter().map(|id| Term::from_field_i64(fields.document, *id));
            clauses.push((Occur::Must, no_score(TermSetQuery::new(documents))));
        }
        Ok(Some(BooleanQuery::new(clauses)))
    }

    /// Whether a heading is as good as a name. The headings in a spell or a stat block are no names.
    fn in_headings(&self) -> bool {
        !self.is_of_names() || self.kinds.iter().any(|kind| has_named_parts(*kind))
    }

    fn is_of_names(&self) -> bool {
        matches!(self.place, Where::Names | Where::PartOfNames)
    }

    /// The ways in which one word can be found.
    fn ways(
        &self,
        fields: Fields,
        searcher: &Searcher,
        word: &str,
        stem: &str,
        last: bool,
    ) -> Result<Vec<Box<dyn Query>>> {
        let name = Term::from_field_text(fields.name, word);
        let heading = Term::from_field_text(fields.headings, word);
        let body = Term::from_field_text(fields.body, stem);
        let known = searcher.doc_freq(&name)? > 0;
        let known_anywhere = known || searcher.doc_freq(&heading)? > 0 || searcher.doc_freq(&body)? > 0;
        let mut ways = Vec::new();
        for form in word_forms(word).into_iter().chain([format!("{word}s")]) {
            ways.push(boosted(term(Term::from_field_text(fields.name, &form)), weight::NAME));
            if self.in_headings() {
                ways.push(boosted(term(Term::from_field_text(fields.headings, &form)), weight::HEADING));
            }
        }
        if !self.is_of_names() {
            ways.push(boosted(term(body), weight::BODY));
        }
        let forgives = self.typos != Typos::None;
        if forgives && word.chars().count() >= 3 && (last || !known) {
            ways.push(constant(start_of(fields.name, word), weight::NAME_START));
        }
        let errors = errors_forgiven(word);
        let is_meant = match self.typos {
            Typos::None => true,
            Typos::UnknownWords if self.is_of_names() => known,
            Typos::UnknownWords => known_anywhere,
            Typos::EveryWord => false,
        };
        if errors > 0 && !is_meant {
            ways.push(constant(near(fields.name, word, errors), weight::NAME_TYPO));
            if self.in_headings() {
                ways.push(constant(near(fields.headings, word, errors), weight::HEADING_TYPO));
            }
            if !self.is_of_names() {
                ways.push(constant(near(fields.body, stem, 1), weight::BODY_TYPO));
            }
        }
        Ok(ways)
    }
}

/// Whether people ask for parts of an entry by their headings: sections of the rules are long, and class options offer
/// choices.
pub(crate) fn has_named_parts(kind: Kind) -> bool {
    matches!(kind, Kind::Rule | Kind::ClassOption)
}

/// How many typing errors a word may have: none in short words, two in long ones.
fn errors_forgiven(word: &str) -> u8 {
    match word.chars().count() {
        0..=3 => 0,
        4..=7 => 1,
        _ => 2,
    }
}

fn stem_of(stemmer: &mut tantivy::tokenizer::TextAnalyzer, word: &str) -> String {
    let mut stream = stemmer.token_stream(word);
    if stream.advance() { stream.token().text.clone() } else { word.to_owned() }
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

fn no_score(query: impl Query) -> Box<dyn Query> {
    constant(Box::new(query), 0.0)
}
