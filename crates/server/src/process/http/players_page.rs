//! The page on which players read what their game master shares: it asks this server, with the token that is
//! in its own address after `#`, which browsers do not send.

use axum::Router;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, REFERRER_POLICY};
use axum::response::Html;
use axum::routing::get;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use ring::digest::{SHA256, digest};

/// The page, built by `scripts/build-ui` from `ui/src/players`. Empty if the server was built without it.
const PAGE: &str = include_str!(concat!(env!("OUT_DIR"), "/players.html"));

pub(crate) const fn is_built() -> bool {
    !PAGE.is_empty()
}

pub(super) fn page() -> Router {
    let headers = [
        (CACHE_CONTROL, "no-cache".to_owned()),
        (CONTENT_SECURITY_POLICY, policy()),
        (REFERRER_POLICY, "no-referrer".to_owned()),
    ];
    Router::new().route("/", get(async move || (headers, Html(PAGE))))
}

/// Lets the page run its own script and no other, and ask this server and no other.
fn policy() -> String {
    let script =
        PAGE.split_once("<script type=\"module\">").and_then(|(_, rest)| rest.split_once("</script>"));
    let hash = script.map(|(script, _)| BASE64_STANDARD.encode(digest(&SHA256, script.as_bytes()).as_ref()));
    format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'",
        hash.unwrap_or_default()
    )
}
