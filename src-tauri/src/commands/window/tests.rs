use super::*;

#[test]
fn only_https_urls_are_opened() {
    assert!(parse_https("https://open5e.com/spells").is_ok());
    for url in [
        "http://open5e.com", "file:///etc/passwd", "javascript:alert(1)", "https:", "HTTPS//x", "",
        "lore://entry/a",
    ] {
        assert_eq!(parse_https(url).unwrap_err().code, "refused", "{url}");
    }
}
