use super::*;
use crate::child_process::StderrTail;

#[test]
fn a_temporary_failure_is_final_only_without_another_attempt() {
    let failure = || Failure::Temporary("it crashed".to_owned());
    assert_eq!(failure().phase(2, true), Phase::Restarting { reason: "it crashed".to_owned(), attempt: 2 });
    assert!(matches!(failure().phase(6, false), Phase::Failed { .. }));
}

#[test]
fn a_failure_with_advice_is_shown_at_once() {
    let failure = Failure::Final { reason: "taken".to_owned(), advice: Some("choose".to_owned()) };
    let shown = Phase::Failed { reason: "taken".to_owned(), advice: "choose".to_owned() };
    assert_eq!(failure.phase(1, true), shown);
}

#[test]
fn a_refusal_is_tried_again_only_where_it_may_pass() {
    let mut stderr = StderrTail::default();
    stderr.push("error: the folder is full".to_owned());
    let exit = ProcessExit::new(Some(2), None, stderr);
    assert!(matches!(Failure::of_exit(&exit, false), Failure::Final { .. }));
    assert!(matches!(Failure::of_exit(&exit, true), Failure::Temporary(_)));
}
