//! The side of a server that has something to protect: it says where a client gets an access token, and checks those that it
//! brings.

use std::sync::Arc;

use axum::Router;
use axum::http::HeaderValue;
use axum::response::Json;
use axum::routing::get;
use jsonwebtoken::jwk::JwkSet;
use serde_json::json;
use tower_http::cors::CorsLayer;

use crate::access_token::{Claims, Fault, checked};
use crate::address::PublicAddress;
use crate::issuer::Issuer;
use crate::provider::{Person, Provider};
use crate::ring_crypto;

/// The path of the description of a resource without a path of its own (RFC 9728).
const METADATA_PATH: &str = "/.well-known/oauth-protected-resource";

/// What a server protects, and with whose tokens.
#[derive(Clone)]
pub struct ResourceServer {
    address: PublicAddress,
    name: String,
    /// The scope that every token must have.
    scope: Option<String>,
    issuer: Arc<AnyIssuer>,
}

enum AnyIssuer {
    Elsewhere(Issuer),
    Own(Arc<Provider>),
}

/// Whom an access token is of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject {
    /// The issuer's name for them.
    pub id: String,
    /// Who signed in on this host.
    pub person: Option<Person>,
}

/// Why a token is not accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// There is no token.
    Missing,
    /// A sentence about the token.
    Invalid(String),
    /// It lacks the scope.
    Scope(String),
    /// The issuer's keys are unknown, because it cannot be reached.
    Unavailable(String),
}

impl ResourceServer {
    /// Protects a server with tokens of an issuer elsewhere. They need `scope`, if there is one.
    #[must_use]
    pub fn with_issuer(address: PublicAddress, name: &str, issuer: Issuer, scope: Option<String>) -> Self {
        ring_crypto::install();
        Self { address, name: name.to_owned(), scope, issuer: Arc::new(AnyIssuer::Elsewhere(issuer)) }
    }

    /// Protects a server with tokens that this host gives out itself.
    #[must_use]
    pub fn with_provider(address: PublicAddress, name: &str, provider: Arc<Provider>) -> Self {
        ring_crypto::install();
        let scope = Some(Provider::SCOPE.to_owned());
        Self { address, name: name.to_owned(), scope, issuer: Arc::new(AnyIssuer::Own(provider)) }
    }

    /// Returns whether a bearer token can be an access token, and no other sort.
    #[must_use]
    pub fn is_access_token(token: &str) -> bool {
        token.starts_with("ey") && token.split('.').count() == 3
    }

    /// Returns whom an access token is of.
    ///
    /// # Errors
    /// [`Refusal`] unless the token is valid here and now.
    pub async fn check(&self, token: &str) -> Result<Subject, Refusal> {
        let claims = match &*self.issuer {
            AnyIssuer::Own(provider) => {
                self.checked(token, provider.keys(), provider.issuer()).map_err(refusal)?
            }
            AnyIssuer::Elsewhere(issuer) => {
                let keys = issuer.keys().await.map_err(Refusal::Unavailable)?;
                match self.checked(token, &keys, issuer.name()) {
                    // It may have new ones. Where it was just asked, the token is as unknown as before.
                    Err(Fault::UnknownKey) => {
                        let keys = issuer.newer_keys().await.unwrap_or(keys);
                        self.checked(token, &keys, issuer.name()).map_err(refusal)?
                    }
                    other => other.map_err(refusal)?,
                }
            }
        };
        if let Some(scope) = &self.scope
            && !claims.has_scope(scope)
        {
            return Err(Refusal::Scope(scope.clone()));
        }
        let person = match &*self.issuer {
            AnyIssuer::Own(provider) => {
                Some(provider.signed_in(claims.sid.as_deref().unwrap_or_default()).ok_or_else(|| {
                    Refusal::Invalid("this sign-in has ended, or its token was revoked".to_owned())
                })?)
            }
            AnyIssuer::Elsewhere(_) => None,
        };
        Ok(Subject { id: claims.sub, person })
    }

    fn checked(&self, token: &str, keys: &JwkSet, issuer: &str) -> Result<Claims, Fault> {
        checked(token, keys, issuer, self.address.resource())
    }

    /// Returns the value of the header `WWW-Authenticate` for a refused request: where the client gets a token, and what was wrong
    /// with the one that it had.
    #[must_use]
    pub fn challenge(&self, refusal: &Refusal) -> HeaderValue {
        let metadata = self.address.page(&self.metadata_path());
        let mut value = format!("Bearer resource_metadata=\"{metadata}\"");
        if let Some(scope) = &self.scope {
            value.push_str(&format!(", scope=\"{scope}\""));
        }
        let (error, description) = match refusal {
            Refusal::Missing | Refusal::Unavailable(_) => ("", ""),
            Refusal::Invalid(reason) => ("invalid_token", reason.as_str()),
            Refusal::Scope(_) => ("insufficient_scope", "the token lacks the scope"),
        };
        if !error.is_empty() {
            value.push_str(&format!(", error=\"{error}\", error_description=\"{description}\""));
        }
        HeaderValue::try_from(value).unwrap_or(HeaderValue::from_static("Bearer"))
    }

    fn metadata_path(&self) -> String {
        format!("{METADATA_PATH}{}", PublicAddress::endpoint_path())
    }

    /// Returns the pages for clients without a token: the description of this server, and those of the provider, if it is one.
    pub fn pages(&self) -> Router {
        let (issuer, provider) = match &*self.issuer {
            AnyIssuer::Elsewhere(issuer) => (issuer.name(), Router::new()),
            AnyIssuer::Own(provider) => (provider.issuer(), provider.pages()),
        };
        let metadata = json!({
            "resource": self.address.resource(),
            "authorization_servers": [issuer],
            "scopes_supported": self.scope.iter().collect::<Vec<_>>(),
            "bearer_methods_supported": ["header"],
            "resource_name": self.name,
        });
        let page = get(async move || Json(metadata));
        Router::new()
            .route(METADATA_PATH, page.clone())
            .route(&self.metadata_path(), page)
            // Clients in browsers read it from anywhere.
            .layer(CorsLayer::permissive())
            .merge(provider)
    }
}

fn refusal(fault: Fault) -> Refusal {
    Refusal::Invalid(match fault {
        Fault::UnknownKey => "the token is not signed by the issuer".to_owned(),
        Fault::Invalid(reason) => reason.to_owned(),
    })
}
