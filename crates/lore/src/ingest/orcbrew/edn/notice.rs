use crate::progress::Job;

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

/// How many notices of one reading are kept; the others are counted.
const MOST_KEPT: usize = 5_000;
/// After how many pieces of the text the job is asked whether to go on.
const STRIDE: u32 = 512;

/// The notices of a reading, and whether it goes on: once its job is stopped, the text seems to end.
#[derive(Debug, Clone)]
pub(crate) struct Notices {
    kept: Vec<Notice>,
    more: usize,
    job: Job,
    pieces: u32,
    is_stopped: bool,
}

impl Notices {
    pub(crate) fn new(job: &Job) -> Self {
        Self { kept: Vec::new(), more: 0, job: job.clone(), pieces: 0, is_stopped: false }
    }

    /// The same notices with others before them.
    pub(crate) fn after(self, before: &[Notice]) -> Self {
        Self { kept: [before, &self.kept].concat(), ..self }
    }

    pub(crate) fn push(&mut self, notice: Notice) {
        if self.kept.len() < MOST_KEPT {
            self.kept.push(notice);
        } else {
            self.more += 1;
        }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.kept.len() + self.more
    }

    /// Forgets all but the first ones.
    pub(crate) fn truncate(&mut self, length: usize) {
        self.kept.truncate(length);
        self.more = length.saturating_sub(self.kept.len());
    }

    /// Whether the reading goes on; to be asked for every piece of the text.
    pub(crate) fn goes_on(&mut self) -> bool {
        self.pieces = self.pieces.wrapping_add(1);
        if self.pieces.is_multiple_of(STRIDE) {
            self.is_stopped |= self.job.check_cancelled().is_err();
        }
        !self.is_stopped
    }

    /// The notices in their order; the last one counts those that were not kept.
    pub(crate) fn into_list(self) -> Vec<Notice> {
        let mut list = self.kept;
        if self.more > 0 {
            let at = list.iter().map(|notice| notice.at).max().unwrap_or_default();
            list.push(Notice::new(at, format!("{} more places like these were mended", self.more)));
        }
        list
    }
}
