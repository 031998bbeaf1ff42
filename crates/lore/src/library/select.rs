//! The conditions of a lookup other than the name.

use crate::fields::Filter;
use crate::model::Kind;
use crate::query::NameTest;
use crate::store::Selection;

/// The conditions of a lookup other than the name.
#[derive(Clone, Copy)]
pub(super) struct Select<'a> {
    pub(super) kinds: &'a [Kind],
    pub(super) filter: Option<&'a Filter>,
    pub(super) documents: Option<&'a [i64]>,
    pub(super) limit: u32,
    /// The ids of documents whose entries come before others of the same name.
    pub(super) preferred: &'a [i64],
}

impl<'a> Select<'a> {
    /// Adds the condition for the name.
    pub(super) fn with(self, name: &'a NameTest) -> Selection<'a> {
        let Select { kinds, filter, documents, limit, preferred } = self;
        Selection { kinds, filter, documents, name, limit, preferred }
    }
}
