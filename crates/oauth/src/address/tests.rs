use super::*;

#[test]
fn a_public_address_is_an_origin_with_tls() {
    let address = PublicAddress::parse(" https://Lore.Example.org/ ").unwrap();
    assert_eq!(address.origin(), "https://lore.example.org");
    assert_eq!(address.resource(), "https://lore.example.org/mcp");
    assert_eq!(address.host(), "lore.example.org");
    for host in ["127.0.0.1:5673", "localhost:1", "[::1]:1"] {
        assert_eq!(PublicAddress::parse(&format!("http://{host}")).unwrap().host(), host);
    }
    for text in [
        "",
        "lore.example.org",
        "http://lore.example.org",
        "https://lore.example.org/mcp",
        "https://lore.example.org/?x=1",
        "https://plum@lore.example.org",
        "ftp://lore.example.org",
        "https://",
    ] {
        let error = PublicAddress::parse(text).unwrap_err();
        assert!(error.contains("is not a public address"), "{text}: {error}");
    }
}
