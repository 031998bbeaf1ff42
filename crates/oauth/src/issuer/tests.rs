use super::*;

#[test]
fn an_issuer_is_an_address_with_tls() {
    let issuer = Issuer::new("https://login.example.org/club").unwrap();
    let addresses: Vec<String> = issuer.descriptions().iter().map(Url::to_string).collect();
    assert_eq!(
        addresses,
        [
            "https://login.example.org/.well-known/oauth-authorization-server/club",
            "https://login.example.org/.well-known/openid-configuration/club",
            "https://login.example.org/club/.well-known/openid-configuration",
        ]
    );
    for text in
        ["", "login.example.org", "http://login.example.org", "https://login.example.org/?x", "https://a/#b"]
    {
        assert!(Issuer::new(text).unwrap_err().contains("is not an issuer"), "{text}");
    }
}
