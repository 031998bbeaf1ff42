use super::*;

#[tokio::test]
async fn an_unfinished_last_line_is_discarded() {
    let mut lines = Lines::new(&b"one\n\ntwo\nthr"[..]);
    for line in ["one\n", "\n", "two\n"] {
        assert_eq!(lines.next().await, Some(Line::Complete(line.into())));
    }
    assert_eq!(lines.next().await, None);
}
