//! What can be asked of the library: filters, the ways a name can match, and what comes back.

mod answer;
mod documents;
mod facts;
mod name;
mod official;
mod request;

pub use answer::{Answer, CacheStatus, Entry, Incomplete, Match, whole_markdown};
pub use documents::nearest;
pub(crate) use documents::{Chosen, choose, is_reserved, is_srd, key_meant_by};
pub use facts::without_facts;
pub(crate) use name::{Glob, NameTest, WordForms, plain_tests, word_forms};
pub(crate) use official::{KEY_MARK, OfficialNames};
pub use request::{Limit, Lookup, NameLookup, Search};
