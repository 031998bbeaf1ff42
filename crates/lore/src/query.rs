//! What can be asked of the library: filters, the ways a name can match, and what comes back.

mod answer;
mod by_field;
mod documents;
mod facts;
mod filter;
mod name;

pub use answer::{Answer, CacheStatus, Entry, Incomplete, Match, whole_markdown};
pub use documents::nearest;
pub(crate) use documents::{Chosen, choose};
pub use facts::without_facts;
pub use filter::{
    CharacterOptionFilter, CharacterOptionType, CreatureFilter, EquipmentFilter, EquipmentType, Filter,
    Limit, Lookup, NameLookup, RuleFilter, RuleType, Search, SpellFilter,
};
pub(crate) use name::{Glob, NameTest, WordForms, plain_tests, word_forms};
