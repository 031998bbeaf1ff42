use super::*;

#[test]
fn an_issuer_is_an_address_with_tls() {
    let issuer = Issuer::new("https://login.example.org/club").unwrap();
    let addresses: Vec<String> = issuer.descriptions().iter().map(Url::to_string).collect();
    let paths = [
        ".well-known/oauth-authorization-server/club",
        ".well-known/openid-configuration/club",
        "club/.well-known/openid-configuration",
    ];
    assert_eq!(addresses, paths.map(|path| format!("https://login.example.org/{path}")));
    for text in
        ["", "login.example.org", "http://login.example.org", "https://login.example.org/?x", "https://a/#b"]
    {
        assert!(Issuer::new(text).unwrap_err().contains("is not an issuer"), "{text}");
    }
}
