//! Access to a server by OAuth 2.1, as the Model Context Protocol asks for it.
//! <https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization>
//!
//! [`ResourceServer`] says where a client gets its access token (RFC 9728) and checks those that it brings, JWTs of an issuer
//! elsewhere. For a host without an identity provider, [`Provider`] is the issuer: clients register with it or name a document
//! about themselves, a person allows them on a page, and refresh tokens are replaced at each use.

mod access_token;
mod address;
mod fetch;
mod issuer;
mod provider;
mod resource_server;
mod ring_crypto;

pub use address::PublicAddress;
pub use issuer::Issuer;
pub use provider::{Host, Person, Provider};
pub use resource_server::{Refusal, ResourceServer, Subject};
