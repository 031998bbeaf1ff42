//! Terms of the index, and the entries that have them.

use content::error::Result;
use tantivy::postings::SegmentPostings;
use tantivy::schema::IndexRecordOption;
use tantivy::{InvertedIndexReader, Searcher, TantivyError, Term};

/// Deleted entries do not count: how many the index still holds changes whenever it merges segments.
pub(super) fn entries_with(searcher: &Searcher, term: &Term) -> Result<u32> {
    let mut count = 0;
    for segment in searcher.segment_readers() {
        if let Some(postings) = postings(&*segment.inverted_index(term.field())?, term)? {
            count += match segment.alive_bitset() {
                Some(alive) => postings.doc_freq_given_deletes(alive),
                None => postings.doc_freq(),
            };
        }
    }
    Ok(count)
}

pub(super) fn postings(index: &InvertedIndexReader, term: &Term) -> Result<Option<SegmentPostings>> {
    Ok(index.read_postings(term, IndexRecordOption::Basic).map_err(TantivyError::from)?)
}
