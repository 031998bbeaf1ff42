/// The lines of a text.
#[derive(Debug)]
pub(super) struct Lines(Vec<usize>);

impl Lines {
    pub(super) fn of(text: &str) -> Self {
        Self(memchr::memchr_iter(b'\n', text.as_bytes()).collect())
    }

    /// The line of a place, from 1.
    pub(super) fn line_of(&self, at: usize) -> u32 {
        u32::try_from(self.0.partition_point(|end| *end < at) + 1).unwrap_or(u32::MAX)
    }
}
