//! The table of fields by which entries are filtered.
//!
//! Each field is described once, in the file of its family: its name, the type of its values, the column that
//! stores it, the arguments of the lookups, the parameters of the Open5e API, and its labels in the window.
//! The rest of the program derives from this table: the SQL of lookups and imports, the filters and counts of
//! browsing, the queries put to Open5e, the JSON Schemas of the tools and the explanations of empty answers.

pub mod creature;
mod entry_type;
pub mod equipment;
pub mod fact;
mod field;
mod filter;
pub mod option;
pub mod origin;
pub mod rule;
mod sort;
pub mod spell;
mod table;
mod value;

pub use entry_type::{CharacterOptionType, EntryType, EquipmentType, RuleType};
pub use field::{ApiCondition, Argument, Comparison, Facet, Field, Missing, Only, Storage};
pub use filter::{Condition, Filter};
pub use sort::Sort;
pub use table::{FacetValue, argument, browsable, facet_values, of_family};
pub use value::{Value, ValueType};
