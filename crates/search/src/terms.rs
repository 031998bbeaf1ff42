//! Terms of the index, and the entries that have them.

use content::error::Result;
use tantivy::postings::SegmentPostings;
use tantivy::schema::IndexRecordOption;
use tantivy::{InvertedIndexReader, Searcher, TantivyError, Term};

use super::schema::Fields;

/// The words of the entries at a commit of the index.
pub(super) struct Vocabulary {
    pub(super) fields: Fields,
    pub(super) searcher: Searcher,
}

impl Vocabulary {
    /// Deleted entries do not count: how many the index still holds changes whenever it merges segments.
    pub(super) fn entries_with(&self, term: &Term) -> Result<u32> {
        let mut count = 0;
        for segment in self.searcher.segment_readers() {
            if let Some(postings) = postings(&*segment.inverted_index(term.field())?, term)? {
                count += match segment.alive_bitset() {
                    Some(alive) => postings.doc_freq_given_deletes(alive),
                    None => postings.doc_freq(),
                };
            }
        }
        Ok(count)
    }

    /// Returns whether an entry has a word in its name or a heading, or the stem elsewhere.
    pub(super) fn is_known(&self, word: &str, stem: &str) -> Result<bool> {
        let Fields { name, headings, body, everyday, .. } = self.fields;
        for (field, text) in [(name, word), (headings, word), (body, stem), (everyday, stem)] {
            if self.entries_with(&Term::from_field_text(field, text))? > 0 {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

pub(super) fn postings(index: &InvertedIndexReader, term: &Term) -> Result<Option<SegmentPostings>> {
    Ok(index.read_postings(term, IndexRecordOption::Basic).map_err(TantivyError::from)?)
}
