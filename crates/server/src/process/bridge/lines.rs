use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};

/// The longest line that is passed on, in bytes; the protocol's library drops longer ones, too.
pub(super) const LONGEST: usize = 16 << 20;
/// How much is read at once.
const BUFFER: usize = 64 << 10;

/// A line of a stream.
#[derive(Debug, PartialEq)]
pub(super) enum Line {
    /// A whole one, with its end.
    Whole(Vec<u8>),
    /// One with more than [`LONGEST`] bytes. It was not kept.
    TooLong,
}

/// Whole lines of a stream. What stands behind the last line end is no line and is dropped.
pub(super) struct Lines<R> {
    input: BufReader<R>,
    line: Vec<u8>,
    dropping: bool,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    pub(super) fn of(input: R) -> Self {
        Self { input: BufReader::with_capacity(BUFFER, input), line: Vec::new(), dropping: false }
    }

    /// The next line; `None` when the stream has ended or broken. Nothing is lost when this is dropped and asked again.
    pub(super) async fn next(&mut self) -> Option<Line> {
        loop {
            let read = match self.input.fill_buf().await {
                Ok([]) => return None,
                Ok(read) => read,
                Err(error) => {
                    tracing::debug!(%error, "a stream broke");
                    return None;
                }
            };
            let end = memchr::memchr(b'\n', read).map(|at| at + 1);
            let (part, _) = read.split_at(end.unwrap_or(read.len()));
            let used = part.len();
            if self.line.len() + used > LONGEST {
                self.line = Vec::new();
                self.dropping = true;
            }
            if !self.dropping {
                self.line.extend_from_slice(part);
            }
            self.input.consume(used);
            if end.is_some() {
                let dropped = std::mem::take(&mut self.dropping);
                let line = std::mem::take(&mut self.line);
                return Some(if dropped { Line::TooLong } else { Line::Whole(line) });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn whole(line: &str) -> Line {
        Line::Whole(line.as_bytes().to_vec())
    }

    async fn lines(text: Vec<u8>) -> Vec<Line> {
        let mut lines = Lines::of(Cursor::new(text));
        let mut all = Vec::new();
        while let Some(line) = lines.next().await {
            all.push(line);
        }
        all
    }

    #[tokio::test]
    async fn a_line_that_was_cut_off_is_none() {
        assert_eq!(lines(b"one\n\ntwo\nthr".to_vec()).await, [whole("one\n"), whole("\n"), whole("two\n")]);
    }

    #[tokio::test]
    async fn a_line_that_is_too_long_is_told_and_the_next_one_read() {
        let mut text = vec![b'x'; LONGEST + BUFFER];
        text.extend_from_slice(b"\nafter\n");
        assert_eq!(lines(text).await, [Line::TooLong, whole("after\n")]);
        let mut text = vec![b'x'; LONGEST - 1];
        text.push(b'\n');
        let Line::Whole(line) = lines(text).await.remove(0) else { panic!("it is too long") };
        assert_eq!(line.len(), LONGEST);
    }
}
