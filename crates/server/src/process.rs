//! The running program: who owns the library, how the others reach that owner, and how it serves over HTTP.

pub(crate) mod bridge;
pub(crate) mod http;
pub(crate) mod logging;
pub(crate) mod malformed;
pub(crate) mod owner;
pub(crate) mod rights;
pub(crate) mod terminal;
