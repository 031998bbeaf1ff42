//! The library over HTTP, for clients that want an address instead of a program to start (MCP's streamable
//! HTTP). The owner listens for as long as the process that requested it is connected.

mod allowed_hosts;
mod connections;
mod credentials;
mod guard;
mod monitoring;
mod named_tokens;
mod options;
mod owned_sessions;
mod players_page;
mod rate_limit;
mod server;
mod signed_session;
mod token;

pub(crate) use self::credentials::{TokenFiles, last_used};
pub(crate) use self::monitoring::serve_figures;
pub(crate) use self::named_tokens::{NamedToken, NamedTokens};
pub(crate) use self::options::{HttpOptions, HttpOutcome, HttpState};
pub(crate) use self::players_page::is_built as has_players_page;
pub(crate) use self::server::{Audience, ENDPOINT_PATH, HttpServer, PublicAccess};
pub(crate) use self::token::Token;
