//! How much of a query's words an entry has.

use std::collections::HashMap;

use content::error::Result;
use content::query::word_forms;
use tantivy::schema::Field;
use tantivy::{DocId, DocSet, SegmentReader, TERMINATED, Term};

use super::analysis::stem;
use super::terms::{Vocabulary, postings};
use super::words::{MAX_WORDS, query_words};

/// The share of a query's words that an entry has, from 0 to 1. A word counts by how rare it is (inverse
/// document frequency); words that no entry has do not count.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Coverage {
    /// Among its everyday words.
    pub everyday: f64,
    /// Anywhere: in its name, its text or its everyday words.
    pub anywhere: f64,
}

struct Word {
    everyday: Term,
    others: Vec<Term>,
    /// Its share of the query, from 0 to 1.
    share: f64,
}

pub(super) fn coverage(
    query: &str,
    entries: &[i64],
    vocabulary: &Vocabulary,
) -> Result<HashMap<i64, Coverage>> {
    let words = words(query, vocabulary)?;
    let mut coverage = HashMap::new();
    for segment in vocabulary.searcher.segment_readers() {
        let places = places(segment, vocabulary.fields.id, entries)?;
        for word in &words {
            let everyday = which_have(segment, &word.everyday, &places)?;
            let mut anywhere = everyday.clone();
            for term in &word.others {
                let has = which_have(segment, term, &places)?;
                anywhere.iter_mut().zip(has).for_each(|(anywhere, has)| *anywhere |= has);
            }
            for (((_, entry), everyday), anywhere) in places.iter().zip(everyday).zip(anywhere) {
                let coverage: &mut Coverage = coverage.entry(*entry).or_default();
                coverage.everyday += if everyday { word.share } else { 0.0 };
                coverage.anywhere += if anywhere { word.share } else { 0.0 };
            }
        }
    }
    Ok(coverage)
}

fn words(query: &str, vocabulary: &Vocabulary) -> Result<Vec<Word>> {
    let fields = vocabulary.fields;
    let mut words: Vec<Word> = Vec::new();
    #[expect(clippy::cast_precision_loss, reason = "a library has few entries")]
    for word in query_words(query, MAX_WORDS) {
        let stem = stem(&word);
        let everyday = Term::from_field_text(fields.everyday, &stem);
        let forms = word_forms(&word).into_iter().chain([format!("{word}s")]);
        let names = forms.map(|form| Term::from_field_text(fields.name, &form));
        let others: Vec<Term> = names.chain([Term::from_field_text(fields.body, &stem)]).collect();
        let mut having = vocabulary.entries_with(&everyday)?;
        for term in &others {
            having = having.max(vocabulary.entries_with(term)?);
        }
        if having > 0 && words.iter().all(|other| other.everyday != everyday) {
            let share = (1.0 + vocabulary.searcher.num_docs() as f64 / (1.0 + f64::from(having))).ln();
            words.push(Word { everyday, others, share });
        }
    }
    let sum: f64 = words.iter().map(|word| word.share).sum();
    words.iter_mut().for_each(|word| word.share /= sum);
    Ok(words)
}

fn places(segment: &SegmentReader, field: Field, entries: &[i64]) -> Result<Vec<(DocId, i64)>> {
    let index = segment.inverted_index(field)?;
    let mut places = Vec::with_capacity(entries.len());
    for entry in entries {
        let term = Term::from_field_i64(field, *entry);
        let Some(mut postings) = postings(&index, &term)? else { continue };
        while postings.doc() != TERMINATED {
            if !segment.is_deleted(postings.doc()) {
                places.push((postings.doc(), *entry));
            }
            postings.advance();
        }
    }
    places.sort_unstable();
    Ok(places)
}

fn which_have(segment: &SegmentReader, term: &Term, places: &[(DocId, i64)]) -> Result<Vec<bool>> {
    let mut having = vec![false; places.len()];
    let index = segment.inverted_index(term.field())?;
    if let Some(mut postings) = postings(&index, term)? {
        for ((place, _), has) in places.iter().zip(&mut having) {
            if postings.doc() < *place {
                postings.seek(*place);
            }
            *has = postings.doc() == *place;
        }
    }
    Ok(having)
}
