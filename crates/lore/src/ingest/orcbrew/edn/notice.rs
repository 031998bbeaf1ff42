/// Something that was not as EDN has it, by its place in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Notice {
    /// The place in the text, in bytes.
    pub(crate) at: usize,
    /// What was wrong and what was made of it, in a sentence.
    pub(crate) what: String,
}

impl Notice {
    pub(crate) fn new(at: usize, what: impl Into<String>) -> Self {
        Self { at, what: what.into() }
    }
}
