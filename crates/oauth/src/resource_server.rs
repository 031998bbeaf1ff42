//! The side of a server that has something to protect: it says where a client gets an access token, and
//! checks those that it brings.

use std::sync::Arc;

use axum::Router;
use axum::http::HeaderValue;
use axum::response::Json;
use axum::routing::get;
use jsonwebtoken::jwk::JwkSet;
use serde_json::json;
use tower_http::cors::CorsLayer;

use crate::access_token::{Claims, Refusal, UNKNOWN_KEY, checked};
use crate::address::{ENDPOINT_PATH, PublicAddress};
use crate::issuer::Issuer;
use crate::ring_verifier;

/// The path of the description of a resource without a path of its own (RFC 9728).
const METADATA_PATH: &str = "/.well-known/oauth-protected-resource";

/// What a server protects, and with whose tokens.
#[derive(Clone)]
pub struct ResourceServer {
    address: PublicAddress,
    name: String,
    scope: Option<String>,
    issuer: Arc<Issuer>,
}

impl ResourceServer {
    /// Protects a server with tokens of an issuer. They need `scope`, if there is one. `name` is for people.
    pub fn new(address: PublicAddress, name: &str, issuer: Issuer, scope: Option<String>) -> Self {
        ring_verifier::install();
        Self { address, name: name.to_owned(), scope, issuer: Arc::new(issuer) }
    }

    /// Returns whether a bearer token can be an access token, and no other sort.
    pub fn is_access_token(token: &str) -> bool {
        token.starts_with("ey") && token.split('.').count() == 3
    }

    /// Returns the issuer's name for the person of an access token.
    pub async fn check(&self, token: &str) -> Result<String, Refusal> {
        let keys = self.issuer.keys().await.map_err(Refusal::Unavailable)?;
        let claims = match self.checked(token, &keys) {
            // It may have new ones. Where it was just asked, the token is as unknown as before.
            Err(refusal) if refusal == UNKNOWN_KEY => {
                let keys = self.issuer.newer_keys().await.unwrap_or(keys);
                self.checked(token, &keys)
            }
            other => other,
        }?;
        match &self.scope {
            Some(scope) if !claims.has_scope(scope) => Err(Refusal::Scope(scope.clone())),
            _ => Ok(claims.sub),
        }
    }

    fn checked(&self, token: &str, keys: &JwkSet) -> Result<Claims, Refusal> {
        checked(token, keys, &self.issuer.name, &self.address.resource())
    }

    /// Returns the value of the header `WWW-Authenticate` for a refused request: where the client gets a
    /// token, and what was wrong with the one that it had.
    pub fn challenge(&self, refusal: &Refusal) -> HeaderValue {
        let origin = self.address.origin();
        let mut value = format!("Bearer resource_metadata=\"{origin}{METADATA_PATH}{ENDPOINT_PATH}\"");
        if let Some(scope) = &self.scope {
            value.push_str(&format!(", scope=\"{scope}\""));
        }
        let (error, description) = match refusal {
            Refusal::Missing | Refusal::Unavailable(_) => ("", ""),
            Refusal::Invalid(reason) => ("invalid_token", *reason),
            Refusal::Scope(_) => ("insufficient_scope", "the token lacks the scope"),
        };
        if !error.is_empty() {
            value.push_str(&format!(", error=\"{error}\", error_description=\"{description}\""));
        }
        HeaderValue::try_from(value).unwrap_or(HeaderValue::from_static("Bearer"))
    }

    /// Returns the page for clients without a token: the description of this server.
    pub fn pages(&self) -> Router {
        let metadata = json!({
            "resource": self.address.resource(),
            "authorization_servers": [self.issuer.name],
            "scopes_supported": self.scope.iter().collect::<Vec<_>>(),
            "bearer_methods_supported": ["header"],
            "resource_name": self.name,
        });
        let page = get(async move || Json(metadata));
        Router::new()
            .route(METADATA_PATH, page.clone())
            .route(&format!("{METADATA_PATH}{ENDPOINT_PATH}"), page)
            // Clients in browsers read it from anywhere.
            .layer(CorsLayer::permissive())
    }
}
