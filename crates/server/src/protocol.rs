//! The protocol apart from single tools and prompts: sessions, names, arguments, results, schemas and sizes.

pub(crate) mod address;
pub(crate) mod arguments;
pub(crate) mod client_limits;
pub(crate) mod consent;
pub(crate) mod decoding;
pub(crate) mod envelope;
pub(crate) mod figures;
pub(crate) mod file_path;
pub(crate) mod import_message;
pub(crate) mod lazy_library;
pub(crate) mod listing;
pub(crate) mod names;
pub(crate) mod progress;
pub(crate) mod registry;
pub(crate) mod schema;
pub(crate) mod session;
pub(crate) mod size;
pub(crate) mod text_table;
