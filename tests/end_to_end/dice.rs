//! Reproducible random numbers, and figures for the summary.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::Path;

/// Pseudo-random numbers from a seed.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn of(seed: usize) -> Self {
        Self(seed as u64 * 104_729)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit as u64).unwrap()
    }
}

/// Prints a figure and keeps it for the summary of `make test`.
pub(crate) fn tell(figure: &str) {
    println!("{figure}");
    let summary = Path::new(env!("CARGO_TARGET_TMPDIR")).join("figures.txt");
    let mut summary = OpenOptions::new().create(true).append(true).open(summary).unwrap();
    writeln!(summary, "{figure}").unwrap();
}
