use super::*;

fn hosts() -> AllowedHosts {
    AllowedHosts::new(&HttpOptions {
        address: ([127, 0, 0, 1], 5673).into(),
        hosts: vec!["My-PC.local".to_owned(), "192.0.2.7:81".to_owned(), "fe80::1".to_owned()],
        origins: vec!["https://example.org:443".to_owned(), "https://any.example".to_owned()],
    })
}

fn allowed(headers: &[(axum::http::HeaderName, &str)]) -> bool {
    let mut map = HeaderMap::new();
    for (name, value) in headers {
        map.append(name, HeaderValue::from_str(value).unwrap());
    }
    hosts().allows(&Uri::from_static("/mcp"), &map)
}

#[test]
fn only_known_host_names_are_allowed() {
    for host in [
        "localhost", "LOCALHOST:5673", "127.0.0.1:1", "[::1]:5673", "my-pc.local", "192.0.2.7:81",
        "[fe80::1]",
    ] {
        assert!(allowed(&[(HOST, host)]), "{host}");
    }
    for host in [
        "evil.example", "localhost.evil.example", "localhost@evil.example", "evil@localhost", "192.0.2.7",
        "192.0.2.7:80", "", "a b",
    ] {
        assert!(!allowed(&[(HOST, host)]), "{host}");
    }
    assert!(!allowed(&[]), "a request must name a host");
    assert!(!allowed(&[(HOST, "localhost"), (HOST, "evil.example")]));
    let mut map = HeaderMap::new();
    map.append(HOST, HeaderValue::from_static("localhost"));
    assert!(!hosts().allows(&Uri::from_static("http://evil.example/mcp"), &map));
}

#[test]
fn only_known_origins_are_allowed() {
    for origin in [
        "http://localhost:6274", "http://[::1]:1", "https://example.org", "https://EXAMPLE.org:443",
        "https://any.example:8443",
    ] {
        assert!(allowed(&[(HOST, "localhost"), (ORIGIN, origin)]), "{origin}");
    }
    let unknown = "null https://localhost:1 https://example.org:444 http://example.org https://evil.example file:// localhost";
    let unlike = ["", "http://localhost.evil.example", "http://localhost@evil.example"];
    for origin in unknown.split(' ').chain(unlike) {
        assert!(!allowed(&[(HOST, "localhost"), (ORIGIN, origin)]), "{origin}");
    }
    let (one, other) = ((ORIGIN, "http://localhost"), (ORIGIN, "https://evil.example"));
    assert!(!allowed(&[(HOST, "localhost"), one, other]));
}

#[test]
fn a_page_of_this_server_is_allowed_at_every_host_it_has() {
    for host in ["192.0.2.7:81", "my-pc.local", "My-PC.local:5673", "[fe80::1]:5673"] {
        assert!(allowed(&[(HOST, host), (ORIGIN, &format!("http://{host}"))]), "{host}");
    }
    for (host, origin) in [
        ("192.0.2.7:81", "http://192.0.2.7:82"),
        ("192.0.2.7:81", "https://192.0.2.7:81"),
        ("my-pc.local:5673", "http://my-pc.local"),
        ("my-pc.local:5673", "http://192.0.2.7:81"),
        ("evil.example:5673", "http://evil.example:5673"),
    ] {
        assert!(!allowed(&[(HOST, host), (ORIGIN, origin)]), "{host} {origin}");
    }
}
