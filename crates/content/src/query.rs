//! Requests to the library and its answers: lookups, searches, tests of names, keys of documents and entries.

mod answer;
mod document_key;
mod facts;
mod name;
mod official;
mod request;

pub use crate::spelling::{MAX_NEAREST, nearest, similarity};
pub use answer::{Answer, CacheStatus, Entry, Incomplete, Match, OtherVersion, whole_markdown};
pub use document_key::{is_srd, key_meant_by};
pub use facts::without_facts;
pub use name::{Glob, NameTest, SEPARATORS, WordForms, plain_tests, plurals, word_forms};
pub use official::{KEY_MARK, OfficialNames, is_official_key, is_reserved};
pub use request::{Limit, Lookup, NameLookup, Search};
