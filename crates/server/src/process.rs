//! The running program: who owns the library, how the others reach that owner, and how it serves over HTTP.

pub(crate) mod bridge;
pub(crate) mod file_limits;
pub(crate) mod http;
pub(crate) mod lazy_library;
pub(crate) mod logging;
pub(crate) mod malformed;
pub(crate) mod owner;
pub(crate) mod terminal;
