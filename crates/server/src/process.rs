//! The running program: it owns the library or reaches its owner through a bridge, and serves HTTP; or
//! it only reads the library.

pub(crate) mod bridge;
pub(crate) mod file_limits;
pub(crate) mod http;
pub(crate) mod logging;
pub(crate) mod malformed;
pub(crate) mod owner;
pub(crate) mod private_file;
pub(crate) mod read_only;
pub(crate) mod settings;
pub(crate) mod stop_signal;
pub(crate) mod terminal;
#[cfg(windows)]
mod windows_security;
