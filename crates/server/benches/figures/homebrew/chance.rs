/// Numbers that look random and are the same in every run (SplitMix64, <https://prng.di.unimi.it/splitmix64.c>).
pub(super) struct Chance(u64);

impl Chance {
    /// A series of numbers; the same seed gives the same ones.
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below another; 0 below 0.
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        usize::try_from(mixed >> 33).unwrap_or_default().checked_rem(end).unwrap_or_default()
    }

    /// One of several.
    pub(super) fn of<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words.get(self.below(words.len())).copied().unwrap_or_default()
    }

    /// Returns true if it happens, so many times out of a hundred.
    pub(super) fn percent(&mut self, often: usize) -> bool {
        self.below(100) < often
    }
}
