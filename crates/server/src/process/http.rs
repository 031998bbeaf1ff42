//! The library over HTTP, for clients that want an address instead of a program to start (MCP's streamable HTTP). The owner
//! listens for as long as the process that requested it is connected.

mod allowed_hosts;
mod connections;
mod guard;
mod options;
mod server;
mod session_store;
mod token;

pub(crate) use self::options::{HttpOptions, HttpOutcome, HttpState};
pub(crate) use self::server::{ENDPOINT_PATH, HttpServer, bind_failure};
pub(crate) use self::token::Token;
