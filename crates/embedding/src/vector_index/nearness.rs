//! How near entries are to a query.

const AVERAGED_PASSAGES: usize = 3;

/// How near an entry is to a query, by the cosines of its passages, from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Nearness {
    /// The cosine of the nearest passage.
    pub best: f32,
    /// The mean cosine of the three nearest passages, or of all if there are fewer.
    pub mean: f32,
}

/// The dot products of an entry's nearest passages, greatest first; negative infinity for those it lacks.
#[derive(Debug, Clone, Copy)]
pub(super) struct Products([f32; AVERAGED_PASSAGES]);

impl Products {
    pub(super) const NONE: Self = Self([f32::NEG_INFINITY; AVERAGED_PASSAGES]);

    #[inline(always)]
    pub(super) fn add(&mut self, product: f32) {
        let Self([first, second, third]) = self;
        if product > *third {
            let (higher, lower) = if product > *second { (product, *second) } else { (*second, product) };
            *third = lower;
            *second = first.min(higher);
            *first = first.max(higher);
        }
    }

    pub(super) fn best(self) -> f32 {
        self.0[0]
    }

    /// Returns `None` without a passage.
    pub(super) fn nearness(self, scale: f32) -> Option<Nearness> {
        let cosines = self.0.into_iter().filter(|product| *product > f32::NEG_INFINITY);
        let cosines = cosines.map(|product| (product * scale).clamp(0.0, 1.0));
        let (count, sum) = cosines.fold((0.0, 0.0), |(count, sum), cosine| (count + 1.0, sum + cosine));
        (count > 0.0).then(|| Nearness { best: (self.best() * scale).clamp(0.0, 1.0), mean: sum / count })
    }
}
