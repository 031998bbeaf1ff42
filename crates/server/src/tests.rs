//! The server over an in-memory pipe. Tests are named after the scenarios of the specification that they
//! cover.

mod arguments;
mod bad_input;
mod browsing;
mod campaigns;
mod cards;
mod contract;
mod documents;
mod editions;
mod folding;
mod heavy_calls;
mod homebrew;
mod infrastructure;
mod logs;
mod lookups;
mod names;
mod own_entries;
pub(crate) mod owners;
mod page_types;
mod prompts;
mod reference;
mod resources;
mod rolls;
#[path = "../../../tests/schema.rs"]
mod schema;
mod search;
mod sizes;
mod support;
#[path = "../../../tests/template.rs"]
mod template;
mod troubleshooting;
#[path = "../../../tests/typescript.rs"]
mod typescript;
