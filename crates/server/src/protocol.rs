//! The protocol apart from any one tool: how arguments are read, results are shaped, and names, sizes and schemas are decided.

pub(crate) mod address;
pub(crate) mod arguments;
pub(crate) mod consent;
pub(crate) mod envelope;
pub(crate) mod file_path;
pub(crate) mod following;
pub(crate) mod lazy_library;
pub(crate) mod registry;
pub(crate) mod schema;
pub(crate) mod size;
pub(crate) mod text_table;
pub(crate) mod view;
