use super::*;

#[test]
fn what_is_no_page_is_named_in_words() {
    let problem = |body: &str| Page::read(body.as_bytes()).unwrap_err();
    assert_eq!(problem(" \n<!doctype html>"), "a web page came instead of data");
    assert_eq!(problem(r#"{"count":1,"results":[{"a"#), "the answer breaks off after 25 bytes");
    assert_eq!(problem(r#"{"count":1}"#), "JSON without `results` came instead of a list");
    assert_eq!(problem(r#"{"results":[]}"#), "a list without its `count` came");
    assert_eq!(problem(""), "the answer is empty");
    assert!(problem(r#"{"count"=1}"#).starts_with("the answer is not JSON"));
    assert_eq!(problem(r#"{"count":1,"results":[null]}"#), "a list of something else than objects came");
    assert!(problem("[1]").starts_with("JSON of another shape"));
}

#[test]
fn a_page_knows_whether_another_follows() {
    let last = Page::read(br#"{"count":3,"next":null,"previous":null,"results":[{"key":"a"}]}"#).unwrap();
    assert_eq!((last.count, last.more, last.objects.len()), (3, false, 1));
    assert!(Page::read(br#"{"count":3,"next":"http://x/?page=2","results":[]}"#).unwrap().more);
}
