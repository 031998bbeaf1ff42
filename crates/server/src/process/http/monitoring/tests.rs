use super::*;

#[test]
fn a_fit_id_of_a_request_is_kept() {
    let id = |value: &str| {
        let mut headers = HeaderMap::new();
        headers.insert(REQUEST_ID, HeaderValue::from_str(value).unwrap());
        request_id(&headers).to_str().unwrap().to_owned()
    };
    assert_eq!(id("plum-7"), "plum-7");
    assert!(!id("").is_empty());
    for unfit in ["two words", &"x".repeat(65)] {
        assert_ne!(id(unfit), unfit);
    }
    assert_ne!(request_id(&HeaderMap::new()), request_id(&HeaderMap::new()));
}
