use super::*;

#[test]
fn a_missing_or_old_webview2_is_named() {
    let failure = check_web_view(None, true).unwrap_err();
    assert!(failure.message.contains("WebView2"), "{failure:?}");
    assert!(failure.text().contains(WEBVIEW2_PAGE), "{failure:?}");
    assert_eq!(failure.page, Some(WEBVIEW2_PAGE));
    let failure = check_web_view(Some("109.0.1518.140"), true).unwrap_err();
    assert!(failure.message.contains("109.0.1518.140"), "{failure:?}");
    for version in ["123.0.2420.53", "140.0.3485.54", "unknown"] {
        assert_eq!(check_web_view(Some(version), true), Ok(()), "{version}");
    }
    assert_eq!(check_web_view(Some("2.44.0"), false), Ok(()));
}

#[test]
fn the_bundle_requires_the_same_webview2() {
    let config = include_str!("../../../tauri.release.conf.json");
    let config: serde_json::Value = serde_json::from_str(config).unwrap();
    let required = config["bundle"]["windows"]["minimumWebview2Version"].as_str().unwrap();
    assert!(!is_older(required, MIN_WEBVIEW2) && is_older(required, MIN_WEBVIEW2 + 1), "{required}");
}
