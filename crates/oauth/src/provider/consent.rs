//! The page on which a person allows a program to read.

use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, REFERRER_POLICY, X_FRAME_OPTIONS};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::{Html, IntoResponse as _, Response};
use url::Url;

use super::clients::Client;

/// The look of the pages.
const STYLE: &str = "
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
main { max-width: 26rem; margin: 10vh auto; padding: 0 1rem }
h1 { font-size: 1.3rem }
label { display: block; margin-top: 1.5rem; font-weight: 600 }
input { box-sizing: border-box; width: 100%; margin-top: .25rem; padding: .6rem; font: inherit }
button { margin: 1rem .5rem 0 0; padding: .6rem 1.4rem; font: inherit; cursor: pointer }
.wrong { color: #b3261e } @media (prefers-color-scheme: dark) { .wrong { color: #ffb4ab } }
";

/// What the page tells about a request.
pub(super) struct Consent<'a> {
    /// What is asked for.
    pub(super) resource_name: &'a str,
    /// The host that is asked.
    pub(super) host: &'a str,
    pub(super) client: &'a Client,
    pub(super) redirect_uri: &'a str,
    /// The parameters of the request, which the form sends again.
    pub(super) parameters: &'a [(&'static str, String)],
    /// What was wrong with the token that was entered before.
    pub(super) wrong: Option<&'a str>,
}

impl Consent<'_> {
    /// Returns the page.
    pub(super) fn page(&self) -> Response {
        let Self { resource_name, host, client, redirect_uri, parameters, wrong } = self;
        let hidden: String = parameters
            .iter()
            .map(|(name, value)| format!("<input type=hidden name={name} value=\"{}\">", escaped(value)))
            .collect();
        let name = escaped(&client.name);
        let vouched = client.host.as_ref().map_or_else(
            || "It calls itself so; nobody has checked that.".to_owned(),
            |host| format!("{} vouches for it.", escaped(host)),
        );
        let goes_to = escaped(&destination(redirect_uri));
        let wrong = wrong
            .map(|wrong| format!("<p class=wrong role=alert>{}</p>", escaped(wrong)))
            .unwrap_or_default();
        let body = format!(
            "<h1>{name} wants to read {}</h1>
<p>It asks {}. It can look up and search, and change nothing. {vouched} The answer goes to <b>{goes_to}</b>.</p>
<p>Allow this only if you have just begun it yourself.</p>
<form method=post action=/authorize>{hidden}
<label for=token>Your token for this library</label>
<input id=token name=token type=password autocomplete=current-password autofocus>{wrong}
<button name=decision value=allow>Allow</button><button name=decision value=refuse formnovalidate>Refuse</button></form>",
            escaped(resource_name),
            escaped(host),
        );
        let status = if wrong.is_empty() { StatusCode::OK } else { StatusCode::UNAUTHORIZED };
        html(status, &format!("Allow {name}?"), &body)
    }
}

/// Returns a page that says why a request cannot go on.
pub(super) fn refusal(reason: &str) -> Response {
    let body = format!(
        "<h1>This does not work</h1><p>The program that sent you here asked wrongly: {}.</p><p>Begin again there.</p>",
        escaped(reason)
    );
    html(StatusCode::BAD_REQUEST, "This does not work", &body)
}

fn html(status: StatusCode, title: &str, body: &str) -> Response {
    let page = format!(
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content=\"width=device-width\">\
         <title>{title}</title><style>{STYLE}</style><main>{body}</main></html>"
    );
    // No `form-action`: browsers apply it to the redirect that answers the form, too.
    let policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";
    let headers: [(HeaderName, HeaderValue); 4] = [
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy)),
        (REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
        (X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    ];
    (status, headers, Html(page)).into_response()
}

/// Returns where an answer goes, as a person can judge it.
fn destination(redirect_uri: &str) -> String {
    match Url::parse(redirect_uri) {
        Ok(url) if crate::address::is_loopback(&url) => "a program on this computer".to_owned(),
        Ok(url) if url.scheme() == "https" => url.host_str().unwrap_or_default().to_owned(),
        Ok(url) => format!("the program for {}: addresses on this device", url.scheme()),
        Err(_) => redirect_uri.to_owned(),
    }
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}
