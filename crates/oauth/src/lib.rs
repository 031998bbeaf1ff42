//! Access to a server by OAuth 2.1, as the Model Context Protocol asks for it.
//! <https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization>
//!
//! [`ResourceServer`] says where a client gets its access token (RFC 9728) and checks those that it brings,
//! which are JWTs of an [`Issuer`]: an identity provider that the server's operator has.

mod access_token;
mod address;
mod issuer;
mod resource_server;
mod ring_verifier;

pub use access_token::Refusal;
pub use address::PublicAddress;
pub use issuer::Issuer;
pub use resource_server::ResourceServer;
