//! The provider's pages: its description, registration, the page of consent, tokens and their end.

use std::io;
use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, RawQuery, State};
use axum::http::header::{CACHE_CONTROL, LOCATION, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Json, Response};
use axum::routing::{get, post};
use jiff::Timestamp;
use serde_json::json;
use tower_http::cors::CorsLayer;
use url::Url;

use super::Provider;
use super::clients::{Client, ClientFault, Metadata};
use super::codes::{Allowed, CodeFault};
use super::consent::{self, Consent};
use super::locks::lock;
use super::parameters::Parameters;

/// The largest body of a request.
const MAX_BODY_BYTES: usize = 32 << 10;
/// The length of a hash as RFC 7636 writes it.
const CHALLENGE_CHARS: usize = 43;
/// The parameters of a request for consent.
const CONSENT_PARAMETERS: [&str; 8] = [
    "response_type",
    "client_id",
    "redirect_uri",
    "code_challenge",
    "code_challenge_method",
    "state",
    "scope",
    "resource",
];

/// An error of OAuth: its code, and a sentence.
struct OAuthError(&'static str, String);

impl OAuthError {
    fn new(code: &'static str, reason: &str) -> Self {
        Self(code, reason.to_owned())
    }

    fn answer(&self) -> Response {
        let Self(code, reason) = self;
        let status = match *code {
            "server_error" => StatusCode::INTERNAL_SERVER_ERROR,
            "invalid_client" => StatusCode::UNAUTHORIZED,
            _ => StatusCode::BAD_REQUEST,
        };
        uncached(status, json!({"error": code, "error_description": reason}))
    }
}

impl From<io::Error> for OAuthError {
    fn from(error: io::Error) -> Self {
        tracing::error!(%error, "a sign-in failed");
        Self::new("server_error", "the server could not keep this; try again later")
    }
}

impl From<ClientFault> for OAuthError {
    fn from(ClientFault { code, reason }: ClientFault) -> Self {
        Self(code, reason)
    }
}

fn uncached(status: StatusCode, body: serde_json::Value) -> Response {
    (status, [(CACHE_CONTROL, HeaderValue::from_static("no-store"))], Json(body)).into_response()
}

impl Provider {
    /// Returns the pages.
    pub(crate) fn pages(self: &Arc<Self>) -> Router {
        // Clients in browsers use these from anywhere; they carry no cookies.
        let open = Router::new()
            .route("/.well-known/oauth-authorization-server", get(description))
            .route("/.well-known/jwks.json", get(keys))
            .route("/register", post(register))
            .route("/token", post(token))
            .route("/revoke", post(revoke))
            .layer(CorsLayer::permissive());
        open.route("/authorize", get(ask).post(decide))
            .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
            .with_state(Arc::clone(self))
    }

    /// Returns a redirect that answers a request for consent.
    fn redirect(&self, redirect_uri: &str, state: Option<&str>, answer: &[(&str, &str)]) -> Response {
        let Ok(mut url) = Url::parse(redirect_uri) else {
            return consent::refusal("its address is malformed");
        };
        url.query_pairs_mut()
            .extend_pairs(answer)
            .extend_pairs(state.map(|state| ("state", state)))
            .append_pair("iss", self.issuer());
        let Ok(location) = HeaderValue::try_from(url.as_str()) else {
            return consent::refusal("its address is malformed");
        };
        let headers = [(LOCATION, location), (CACHE_CONTROL, HeaderValue::from_static("no-store"))];
        (StatusCode::SEE_OTHER, headers).into_response()
    }

    /// Checks a request for consent. Returns the client and where the answer goes.
    ///
    /// # Errors
    /// With the answer that the browser gets.
    async fn request(&self, parameters: &Parameters) -> Result<(Arc<Client>, String), Box<Response>> {
        let refused = |reason: &str| Box::new(consent::refusal(reason));
        let client_id = parameters.get("client_id").ok_or_else(|| refused("client_id is missing"))?;
        let client = self.clients.client(client_id).await.map_err(|fault| refused(&fault.reason))?;
        let redirect_uri =
            client.redirect_uri(parameters.get("redirect_uri")).map_err(|fault| refused(&fault.reason))?;
        // From here on, the client learns what is wrong.
        let wrong = |code: &str, reason: &str| {
            let answer = [("error", code), ("error_description", reason)];
            Err(Box::new(self.redirect(&redirect_uri, parameters.get("state"), &answer)))
        };
        if parameters.get("response_type") != Some("code") {
            return wrong("unsupported_response_type", "response_type must be code");
        }
        let is_challenge = |text: &str| {
            text.len() == CHALLENGE_CHARS
                && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
        };
        if parameters.get("code_challenge_method") != Some("S256")
            || !parameters.get("code_challenge").is_some_and(is_challenge)
        {
            return wrong("invalid_request", "PKCE with the method S256 is required");
        }
        if !self.is_ours(parameters) {
            return wrong("invalid_target", "tokens for this resource are not given out here");
        }
        let is_known = |scope: &str| scope == Self::SCOPE || scope == "offline_access";
        if !parameters.get("scope").unwrap_or_default().split_ascii_whitespace().all(is_known) {
            return wrong("invalid_scope", "the only scope is library:read");
        }
        Ok((client, redirect_uri))
    }

    /// Returns whether a request is for this server (RFC 8707).
    fn is_ours(&self, parameters: &Parameters) -> bool {
        let trimmed = |resource: &str| resource.trim_end_matches('/').to_owned();
        parameters.get("resource").is_none_or(|resource| {
            [self.address.resource(), self.address.origin()].contains(&trimmed(resource).as_str())
        })
    }

    fn consent_page(
        &self,
        parameters: &Parameters,
        client: &Client,
        redirect_uri: &str,
        wrong: Option<&str>,
    ) -> Response {
        let sent = CONSENT_PARAMETERS.into_iter();
        let sent: Vec<_> = sent.filter_map(|name| Some((name, parameters.get(name)?.to_owned()))).collect();
        let (resource_name, host) = (self.name.as_str(), self.address.host());
        Consent { resource_name, host, client, redirect_uri, parameters: &sent, wrong }.page()
    }

    fn exchange(&self, parameters: &Parameters) -> Result<serde_json::Value, OAuthError> {
        let required = |name: &'static str| {
            parameters.get(name).ok_or_else(|| OAuthError(INVALID_REQUEST, format!("{name} is missing")))
        };
        if !self.is_ours(parameters) {
            return Err(OAuthError::new("invalid_target", "tokens for this resource are not given out here"));
        }
        let now = Timestamp::now();
        let client_id = required("client_id")?;
        let issued = match required("grant_type")? {
            "authorization_code" => {
                let (code, verifier) = (required("code")?, required("code_verifier")?);
                let id = uuid::Uuid::new_v4().to_string();
                let redirect_uri = parameters.get("redirect_uri");
                let taken = lock(&self.codes).take(code, client_id, redirect_uri, verifier, &id, now);
                match taken {
                    Ok(allowed) if self.host.is_current(&allowed.person) => {
                        self.change(|grants, now| grants.begin(&id, allowed, now))??
                    }
                    Ok(_) => return Err(OAuthError::new("invalid_grant", "the person's token was revoked")),
                    Err(CodeFault::Used(sign_in)) => {
                        tracing::warn!("a code was used a second time; its sign-in was ended");
                        self.change(|grants, _| grants.end(&sign_in))?;
                        return Err(OAuthError::new("invalid_grant", "the code was used before"));
                    }
                    Err(CodeFault::Invalid(reason)) => return Err(OAuthError::new("invalid_grant", reason)),
                }
            }
            "refresh_token" => {
                let token = required("refresh_token")?;
                let refreshed = self.change(|grants, now| grants.refresh(token, client_id, now))??;
                refreshed.ok_or_else(|| {
                    OAuthError::new("invalid_grant", "this sign-in has ended; sign in again")
                })?
            }
            _ => {
                let reason = "grant_type must be authorization_code or refresh_token";
                return Err(OAuthError::new("unsupported_grant_type", reason));
            }
        };
        Ok(self.tokens(&issued, now)?)
    }
}

const INVALID_REQUEST: &str = "invalid_request";

/// The description of the provider (RFC 8414).
async fn description(State(provider): State<Arc<Provider>>) -> Json<serde_json::Value> {
    let page = |path| provider.address.page(path);
    Json(json!({
        "issuer": provider.issuer(),
        "authorization_endpoint": page("/authorize"),
        "token_endpoint": page("/token"),
        "registration_endpoint": page("/register"),
        "revocation_endpoint": page("/revoke"),
        "jwks_uri": page("/.well-known/jwks.json"),
        "scopes_supported": [Provider::SCOPE],
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": ["none"],
        "revocation_endpoint_auth_methods_supported": ["none"],
        "client_id_metadata_document_supported": true,
        "authorization_response_iss_parameter_supported": true,
    }))
}

async fn keys(State(provider): State<Arc<Provider>>) -> Json<serde_json::Value> {
    Json(provider.key.description().clone())
}

async fn register(State(provider): State<Arc<Provider>>, body: Bytes) -> Response {
    let registered = serde_json::from_slice::<Metadata>(&body)
        .map_err(|error| {
            OAuthError("invalid_client_metadata", format!("the body is no client metadata: {error}"))
        })
        .and_then(|metadata| Ok(provider.clients.register(metadata)?));
    match registered {
        Ok(client) => uncached(
            StatusCode::CREATED,
            json!({
                "client_id": client.id,
                "client_id_issued_at": Timestamp::now().as_second(),
                "client_name": client.name,
                "redirect_uris": client.redirect_uris(),
                "grant_types": ["authorization_code", "refresh_token"],
                "response_types": ["code"],
                "token_endpoint_auth_method": "none",
                "scope": Provider::SCOPE,
            }),
        ),
        Err(error) => error.answer(),
    }
}

/// Shows a person who asks for what.
async fn ask(State(provider): State<Arc<Provider>>, RawQuery(query): RawQuery) -> Response {
    let parameters = Parameters::parse(query.unwrap_or_default().as_bytes());
    match provider.request(&parameters).await {
        Ok((client, redirect_uri)) => provider.consent_page(&parameters, &client, &redirect_uri, None),
        Err(answer) => *answer,
    }
}

/// Does what a person has decided.
async fn decide(State(provider): State<Arc<Provider>>, body: Bytes) -> Response {
    let parameters = Parameters::parse(&body);
    let (client, redirect_uri) = match provider.request(&parameters).await {
        Ok(request) => request,
        Err(answer) => return *answer,
    };
    let answer = |answer: &[(&str, &str)]| provider.redirect(&redirect_uri, parameters.get("state"), answer);
    if parameters.get("decision") != Some("allow") {
        return answer(&[("error", "access_denied")]);
    }
    let person = match provider.host.person(parameters.get("token").unwrap_or_default().trim()) {
        Ok(Some(person)) => person,
        Ok(None) => {
            let wrong = "This is no token of this library. Ask whoever runs it for one.";
            return provider.consent_page(&parameters, &client, &redirect_uri, Some(wrong));
        }
        Err(error) => {
            tracing::error!(%error, "the tokens cannot be read");
            return answer(&[("error", "server_error")]);
        }
    };
    let allowed = Allowed {
        client_id: client.id.clone(),
        client: client.name.clone(),
        redirect_uri: redirect_uri.clone(),
        challenge: parameters.get("code_challenge").unwrap_or_default().to_owned(),
        person,
    };
    let made = lock(&provider.codes).make(allowed, Timestamp::now());
    match made {
        Ok(code) => answer(&[("code", &code)]),
        Err(_) => {
            let busy = [(RETRY_AFTER, HeaderValue::from_static("60"))];
            (StatusCode::SERVICE_UNAVAILABLE, busy, "too many sign-ins at once; try again in a minute")
                .into_response()
        }
    }
}

/// Gives a client tokens for a code or a refresh token.
async fn token(State(provider): State<Arc<Provider>>, body: Bytes) -> Response {
    match provider.exchange(&Parameters::parse(&body)) {
        Ok(tokens) => uncached(StatusCode::OK, tokens),
        Err(error) => error.answer(),
    }
}

/// Ends the sign-in of a refresh token (RFC 7009). A token that is unknown has ended already.
async fn revoke(State(provider): State<Arc<Provider>>, body: Bytes) -> Response {
    let parameters = Parameters::parse(&body);
    let token = parameters.get("token").unwrap_or_default();
    match provider.change(|grants, _| grants.end_with(token)) {
        Ok(()) => StatusCode::OK.into_response(),
        Err(error) => OAuthError::from(error).answer(),
    }
}
