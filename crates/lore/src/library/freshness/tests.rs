use super::*;

fn size(entries: usize, is_of_the_name: bool) -> AnswerSize {
    AnswerSize { entries, limit: 20, is_of_the_name }
}

#[test]
fn messages_explain_missing_answers() {
    let message = |refresh: Refresh, entries| refresh.message(size(entries, false), true);
    assert_eq!(message(Refresh::default(), 0), None);
    let offline = Refresh { is_offline: true, ..Refresh::default() };
    assert_eq!(message(offline.clone(), 3), None);
    assert!(message(offline, 0).unwrap().contains("offline"));
    let pending = Refresh { is_pending: true, ..Refresh::default() };
    assert!(message(pending, 3).unwrap().contains("not answered yet"));
}

#[test]
fn a_failure_is_explained_once_and_later_mentioned_where_it_matters() {
    let failure = Refresh { failure: Some("no connection".to_owned()), ..Refresh::default() };
    let message = |entries, is_named, is_news| failure.message(size(entries, is_named), is_news);
    for (entries, is_named) in [(0, false), (3, false), (3, true), (20, false)] {
        assert!(message(entries, is_named, true).unwrap().contains("no connection"), "{entries} {is_named}");
    }
    assert!(message(0, false, false).unwrap().contains("only the library"));
    assert!(message(3, false, false).unwrap().contains("may be more"));
    assert_eq!((message(3, true, false), message(20, false, false)), (None, None));
}
