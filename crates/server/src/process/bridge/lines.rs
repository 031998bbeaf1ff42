//! Splits a stream into lines of limited length.

use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};

/// The longest line that is passed on; rmcp drops longer ones, too.
pub(super) const MAX_LINE_BYTES: usize = 16 << 20;
/// The size of the read buffer.
const BUFFER_BYTES: usize = 64 << 10;

/// A line of a stream.
#[derive(Debug, PartialEq)]
pub(super) enum Line {
    /// A complete line with its line feed.
    Complete(Vec<u8>),
    /// A line of more than [`MAX_LINE_BYTES`], which was discarded.
    TooLong,
}

/// The lines of a stream. Text after the last line feed is discarded.
pub(super) struct Lines<R> {
    input: BufReader<R>,
    line: Vec<u8>,
    is_too_long: bool,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input: BufReader::with_capacity(BUFFER_BYTES, input), line: Vec::new(), is_too_long: false }
    }

    /// Returns the next line, or `None` when the stream has ended or failed. Cancel safe.
    pub(super) async fn next(&mut self) -> Option<Line> {
        loop {
            let read = match self.input.fill_buf().await {
                Ok([]) => return None,
                Ok(read) => read,
                Err(error) => {
                    tracing::debug!(%error, "a stream failed");
                    return None;
                }
            };
            let end = memchr::memchr(b'\n', read).map(|at| at + 1);
            let (part, _) = read.split_at(end.unwrap_or(read.len()));
            let used = part.len();
            if self.line.len() + used > MAX_LINE_BYTES {
                self.line = Vec::new();
                self.is_too_long = true;
            }
            if !self.is_too_long {
                self.line.extend_from_slice(part);
            }
            self.input.consume(used);
            if end.is_some() {
                let is_too_long = std::mem::take(&mut self.is_too_long);
                let line = std::mem::take(&mut self.line);
                return Some(if is_too_long { Line::TooLong } else { Line::Complete(line) });
            }
        }
    }
}

#[cfg(test)]
mod tests {
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

    #[tokio::test]
    async fn a_line_that_is_too_long_is_reported_and_skipped() {
        let mut text = vec![b'x'; MAX_LINE_BYTES + BUFFER_BYTES];
        text.extend_from_slice(b"\nafter\n");
        assert_eq!(lines(text).await, [Line::TooLong, complete("after\n")]);
        let mut text = vec![b'x'; MAX_LINE_BYTES - 1];
        text.push(b'\n');
        let Line::Complete(line) = lines(text).await.remove(0) else { panic!("the line is too long") };
        assert_eq!(line.len(), MAX_LINE_BYTES);
    }
}
