//! Numbers that a seed decides, equal on every computer.

/// The SplitMix64 sequence of a seed (Steele, Lea and Flood, 2014).
#[derive(Debug, Clone)]
pub(crate) struct Seeded(u64);

impl Seeded {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below a limit, each as likely as the others.
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        let limit = limit.max(1);
        // 2^64 modulo the limit: with so many more numbers, some remainders would be likelier than others.
        let surplus = limit.wrapping_neg() % limit;
        loop {
            let number = self.next();
            if number >= surplus {
                return number % limit;
            }
        }
    }

    pub(crate) fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        let count = u64::try_from(items.len()).unwrap_or(u64::MAX);
        items.get(usize::try_from(self.below(count)).unwrap_or(0))
    }
}
