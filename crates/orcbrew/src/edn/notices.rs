//! Notices about a text that is not in order.

use crate::error::CancelCheck;

/// Something in a text that is not valid EDN or has no place in a homebrew file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Notice {
    /// The position in the text, in bytes.
    pub(crate) at: usize,
    /// The problem and how it was handled, in a sentence.
    pub(crate) what: String,
}

impl Notice {
    pub(crate) fn new(at: usize, what: impl Into<String>) -> Self {
        Self { at, what: what.into() }
    }
}

const MAX_NOTICES: usize = 5_000;
const TOKENS_PER_CANCEL_CHECK: u32 = 512;

/// The notices of a reading. Once the reading is cancelled, the text seems to end.
pub(crate) struct Notices {
    kept: Vec<Notice>,
    dropped: usize,
    cancel: CancelCheck,
    tokens: u32,
    is_cancelled: bool,
}

impl Notices {
    pub(crate) fn new(cancel: &CancelCheck, earlier: &[Notice]) -> Self {
        Self { kept: earlier.to_vec(), dropped: 0, cancel: cancel.clone(), tokens: 0, is_cancelled: false }
    }

    pub(crate) fn add(&mut self, at: usize, what: impl Into<String>) {
        if self.kept.len() < MAX_NOTICES {
            self.kept.push(Notice::new(at, what));
        } else {
            self.dropped += 1;
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.kept.len() + self.dropped
    }

    pub(crate) fn truncate(&mut self, length: usize) {
        self.kept.truncate(length);
        self.dropped = length.saturating_sub(self.kept.len());
    }

    /// Must be called for every token.
    pub(crate) fn continues(&mut self) -> bool {
        self.tokens = self.tokens.wrapping_add(1);
        if self.tokens.is_multiple_of(TOKENS_PER_CANCEL_CHECK) {
            self.is_cancelled |= (self.cancel)();
        }
        !self.is_cancelled
    }

    /// The last notice counts those that were dropped.
    pub(crate) fn into_list(mut self) -> Vec<Notice> {
        if self.dropped > 0 {
            let at = self.kept.iter().map(|notice| notice.at).max().unwrap_or_default();
            self.kept.push(Notice::new(at, format!("{} more places like these were repaired", self.dropped)));
        }
        self.kept
    }
}
