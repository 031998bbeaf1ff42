//! Reproducible random numbers, and figures for the summary.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::Path;

pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn of(seed: u64) -> Self {
        Self(seed.wrapping_mul(104_729) | 1)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit as u64).unwrap()
    }

    pub(crate) fn one_of<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }

    pub(crate) fn percent(&mut self, often: usize) -> bool {
        self.below(100) < often
    }
}

/// Prints a figure and keeps it for the summary of `make test`.
pub(crate) fn tell(figure: &str) {
    println!("{figure}");
    let summary = Path::new(env!("CARGO_TARGET_TMPDIR")).join("figures.txt");
    let mut summary = OpenOptions::new().create(true).append(true).open(summary).unwrap();
    writeln!(summary, "{figure}").unwrap();
}
