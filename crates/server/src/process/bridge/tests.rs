use std::io::Cursor;

use super::*;

fn complete(line: &str) -> Line {
    Line::Complete(line.as_bytes().to_vec())
}

async fn lines(text: Vec<u8>) -> Vec<Line> {
    let mut lines = Lines::new(Cursor::new(text));
    let mut all = Vec::new();
    while let Some(line) = lines.next().await {
        all.push(line);
    }
    all
}

#[tokio::test]
async fn an_unfinished_last_line_is_discarded() {
    assert_eq!(
        lines(b"one\n\ntwo\nthr".to_vec()).await,
        [complete("one\n"), complete("\n"), complete("two\n")]
    );
}
