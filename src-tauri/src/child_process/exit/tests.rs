use super::*;

fn exit(code: Option<i32>, signal: Option<i32>, lines: &[&str]) -> ProcessExit {
    let mut exit = ProcessExit { code, signal, ..ProcessExit::default() };
    lines.iter().for_each(|line| exit.add_stderr(line));
    exit
}

#[test]
fn a_refusal_keeps_the_programs_reason_as_a_sentence_and_its_advice() {
    let stderr = ["INFO opening", "", "error: the port is in use", "Name another one."];
    let refusal = |code, lines| exit(code, None, lines).refusal();
    let refused = |advice| Refusal { reason: "The port is in use.".to_owned(), advice };
    assert_eq!(refusal(Some(2), &stderr), Some(refused(Some("Name another one.".to_owned()))));
    assert_eq!(refusal(Some(2), &stderr[..3]), Some(refused(None)));
    assert_eq!(sentence("Étretat? "), "Étretat?");
    assert_eq!(sentence("öl und wasser"), "Öl und wasser.");
    for (code, lines, why) in [
        (Some(2), &stderr[..1], "it says no error"),
        (Some(101), &stderr[..], "it panicked"),
        (None, &stderr[..], "a signal ended it"),
    ] {
        assert_eq!(refusal(code, lines), None, "{why}");
    }
}

#[test]
fn only_the_last_lines_of_stderr_are_kept() {
    let lines: Vec<_> = (0..100).map(|line| line.to_string()).collect();
    let kept = exit(None, None, &lines.iter().map(String::as_str).collect::<Vec<_>>()).stderr;
    assert_eq!(kept.len(), MAX_STDERR_LINES);
    assert_eq!(kept.back().map(String::as_str), Some("99"));
}

#[test]
fn an_exit_is_described_by_its_status_and_the_last_message() {
    let described = |code, signal, lines| exit(code, signal, lines).to_string();
    assert_eq!(
        described(Some(1), None, &["no"]),
        "The server ended with exit status 1. Its last message: no"
    );
    assert_eq!(described(None, Some(9), &[]), "The server was ended by signal 9.");
}
