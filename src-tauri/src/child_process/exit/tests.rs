use super::*;

fn tail(lines: &[&str]) -> StderrTail {
    let mut tail = StderrTail::default();
    lines.iter().for_each(|line| tail.push((*line).to_owned()));
    tail
}

fn refusal(code: Option<i32>, lines: &[&str]) -> Option<Refusal> {
    ProcessExit::new(code, None, tail(lines)).refusal()
}

#[test]
fn a_refusal_keeps_the_programs_reason_and_advice() {
    let stderr = ["INFO opening", "", "error: The port is in use.", "Name another one."];
    let expected =
        Refusal { reason: "The port is in use.".to_owned(), advice: Some("Name another one.".to_owned()) };
    assert_eq!(refusal(Some(2), &stderr), Some(expected));
}

#[test]
fn the_reason_of_a_refusal_is_a_sentence() {
    let expected = Refusal { reason: "The folder is full.".to_owned(), advice: None };
    assert_eq!(refusal(Some(2), &["error: the folder is full"]), Some(expected));
    assert_eq!(sentence("Étretat? "), "Étretat?");
    assert_eq!(sentence("öl und wasser"), "Öl und wasser.");
}

#[test]
fn other_exits_are_no_refusals() {
    assert_eq!(refusal(Some(2), &["INFO opening"]), None);
    assert_eq!(refusal(Some(101), &["error: x"]), None);
    assert_eq!(refusal(None, &["error: x"]), None, "a signal ended it");
}

#[test]
fn only_the_last_lines_of_stderr_are_kept() {
    let lines: Vec<_> = (0..100).map(|line| line.to_string()).collect();
    let kept = tail(&lines.iter().map(String::as_str).collect::<Vec<_>>()).0;
    assert_eq!(kept.len(), MAX_STDERR_LINES);
    assert_eq!(kept.back().map(String::as_str), Some("99"));
}

#[test]
fn an_exit_is_described_by_its_status_and_the_last_message() {
    let exit = |code, signal, lines| ProcessExit::new(code, signal, tail(lines)).to_string();
    assert_eq!(exit(Some(1), None, &["no"]), "The server ended with exit status 1. Its last message: no");
    assert_eq!(exit(None, Some(9), &[]), "The server was ended by signal 9.");
}
