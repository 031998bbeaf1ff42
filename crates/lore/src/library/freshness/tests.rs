use std::collections::BTreeMap;

use super::*;

const BASE: &str = "http://x";
const NOW: &str = "2030-01-10T00:00:00Z";

fn question() -> Question {
    Question {
        path: "/v2/spells/",
        conditions: BTreeMap::from([("level", "3".to_owned()), ("school__key", "evocation".to_owned())]),
        documents: None,
        ordering: Some("name"),
        most: 20,
    }
}

/// An answer of two days ago that holds for seven.
fn answered(key: &str, scope: &str) -> StoredCacheEntry {
    StoredCacheEntry {
        key: key.to_owned(),
        scope: scope.to_owned(),
        fetched_at: Some("2030-01-08T00:00:00Z".to_owned()),
        complete: true,
        most: 20,
        objects: 1,
        asked_at: "2030-01-08T00:00:00Z".to_owned(),
        expires_at: "2030-01-15T00:00:00Z".to_owned(),
        error: None,
    }
}

/// A failure of two minutes ago that holds for five.
fn failed(key: &str, scope: &str) -> StoredCacheEntry {
    StoredCacheEntry {
        fetched_at: None,
        complete: false,
        asked_at: "2030-01-09T23:58:00Z".to_owned(),
        expires_at: "2030-01-10T00:03:00Z".to_owned(),
        error: Some("the server answered 500".to_owned()),
        ..answered(key, scope)
    }
}

fn own() -> StoredCacheEntry {
    answered(&question().key(BASE), &question().scope(BASE))
}

fn judged(rows: &[&StoredCacheEntry], now: &str) -> Standing {
    let rows: Vec<StoredCacheEntry> = rows.iter().map(|row| (*row).clone()).collect();
    standing(&question(), BASE, &rows, now.parse().unwrap())
}

#[test]
fn an_answer_is_fresh_for_seven_days_and_stale_afterwards() {
    assert_eq!(judged(&[], NOW), Standing::Unknown);
    assert_eq!(judged(&[&own()], NOW), Standing::Fresh { more: false });
    assert_eq!(judged(&[&own()], "2030-01-14T23:59:59Z"), Standing::Fresh { more: false });
    assert_eq!(judged(&[&own()], "2030-01-15T00:00:00Z"), Standing::Stale);
}

#[test]
fn a_failure_is_remembered_for_five_minutes() {
    let failure = failed(&question().key(BASE), &question().scope(BASE));
    assert_eq!(judged(&[&failure], NOW), Standing::Failed("the server answered 500".to_owned()));
    assert_eq!(judged(&[&failure], "2030-01-10T00:03:00Z"), Standing::Unknown);
    let once_answered = StoredCacheEntry { fetched_at: own().fetched_at, complete: true, ..failure };
    assert_eq!(judged(&[&once_answered], "2030-01-10T00:03:00Z"), Standing::Stale);
}

#[test]
fn a_server_that_cannot_be_reached_holds_every_question_that_is_not_answered() {
    let server = failed(BASE, BASE);
    assert!(matches!(judged(&[&server], NOW), Standing::Failed(_)));
    assert_eq!(judged(&[&server, &own()], NOW), Standing::Fresh { more: false });
}

#[test]
fn a_complete_answer_to_a_wider_question_covers_a_narrower_one() {
    for scope in ["/v2/spells/", "/v2/spells/?level=3", "/v2/spells/?school__key=evocation"] {
        let wider = answered("GET wider", &format!("{BASE}{scope}"));
        assert_eq!(judged(&[&wider], NOW), Standing::Fresh { more: false }, "{scope}");
        let incomplete = StoredCacheEntry { complete: false, ..wider };
        assert_eq!(judged(&[&incomplete], NOW), Standing::Unknown, "{scope}");
    }
    for scope in ["/v2/creatures/", "/v2/spells/?level=4"] {
        assert_eq!(
            judged(&[&answered("GET other", &format!("{BASE}{scope}"))], NOW),
            Standing::Unknown,
            "{scope}"
        );
    }
}

#[test]
fn documents_are_covered_when_each_of_them_is() {
    let question = Question { documents: Some(vec!["kp".to_owned(), "tob".to_owned()]), ..question() };
    let one = answered("GET a", "http://x/v2/spells/?document__key__in=kp");
    let other = answered("GET b", "http://x/v2/spells/?document__key__in=tob");
    let now: Timestamp = NOW.parse().unwrap();
    assert_eq!(standing(&question, BASE, std::slice::from_ref(&one), now), Standing::Unknown);
    assert_eq!(standing(&question, BASE, &[one, other], now), Standing::Fresh { more: false });
}

#[test]
fn the_beginning_of_a_list_answers_those_who_want_no_more() {
    let beginning = StoredCacheEntry { complete: false, ..own() };
    assert_eq!(judged(&[&beginning], NOW), Standing::Fresh { more: true });
    let whole = answered("GET whole", "http://x/v2/spells/");
    assert_eq!(judged(&[&beginning, &whole], NOW), Standing::Fresh { more: false });
    let more = Question { most: 21, ..question() };
    assert_eq!(standing(&more, BASE, &[beginning], NOW.parse().unwrap()), Standing::Unknown);
}

#[test]
fn a_clock_that_jumps_backwards_makes_nothing_fresh_or_failed_for_ever() {
    let before_all = "2029-06-01T00:00:00Z";
    assert_eq!(judged(&[&own()], before_all), Standing::Stale);
    let failure = failed(&question().key(BASE), &question().scope(BASE));
    assert_eq!(judged(&[&failure], before_all), Standing::Unknown);
}

#[test]
fn what_happened_is_said_in_plain_words() {
    let held = |given| Held { given, wanted: 20, is_named: false };
    let message = |freshened: Freshened, given| freshened.message(held(given), true);
    assert_eq!(message(Freshened::default(), 0), None);
    let offline = Freshened { offline: true, ..Freshened::default() };
    assert_eq!(message(offline.clone(), 3), None, "who finds something need not know");
    assert!(message(offline, 0).unwrap().contains("offline"));
    let late = Freshened { late: true, ..Freshened::default() };
    assert!(message(late, 3).unwrap().contains("not answered yet"));
}

#[test]
fn a_failure_is_told_whole_once_and_then_where_something_may_lack() {
    let failure = Freshened { failure: Some("no connection".to_owned()), ..Freshened::default() };
    let message = |given, is_named, is_news| failure.message(Held { given, wanted: 20, is_named }, is_news);
    for (given, is_named) in [(0, false), (3, false), (3, true), (20, false)] {
        assert!(message(given, is_named, true).unwrap().contains("no connection"), "{given} {is_named}");
    }
    assert!(message(0, false, false).unwrap().contains("only the library"));
    assert!(message(3, false, false).unwrap().contains("may be more"));
    assert_eq!((message(3, true, false), message(20, false, false)), (None, None));
}
