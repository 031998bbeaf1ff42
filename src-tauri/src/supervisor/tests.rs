use super::*;

#[test]
fn a_failure_is_final_with_advice_or_without_another_attempt() {
    let failure = || Failure::Temporary("it crashed".to_owned());
    assert_eq!(failure().phase(2, true), Phase::Restarting { reason: "it crashed".to_owned(), attempt: 2 });
    assert!(matches!(failure().phase(6, false), Phase::Failed { .. }));
    let failure = Failure::Final(Refusal { reason: "taken".to_owned(), advice: Some("choose".to_owned()) });
    let shown = Phase::Failed { reason: "taken".to_owned(), advice: "choose".to_owned() };
    assert_eq!(failure.phase(1, true), shown);
}

#[test]
fn a_refusal_is_tried_again_only_where_it_may_pass() {
    let mut exit = ProcessExit { code: Some(2), ..ProcessExit::default() };
    exit.add_stderr("error: the folder is full");
    assert!(matches!(Failure::of_exit(&exit, false), Failure::Final(_)));
    assert!(matches!(Failure::of_exit(&exit, true), Failure::Temporary(_)));
}
