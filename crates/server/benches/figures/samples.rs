use std::time::Duration;

/// Times of the same thing, measured again and again.
#[derive(Debug, Clone)]
pub(crate) struct Samples(Vec<Duration>);

impl Samples {
    /// Measured times in any order.
    pub(crate) fn new(mut times: Vec<Duration>) -> Self {
        times.sort_unstable();
        Self(times)
    }

    /// The median, in milliseconds.
    pub(crate) fn p50(&self) -> f64 {
        self.at(0.50)
    }

    /// What nineteen of twenty stay under, in milliseconds.
    pub(crate) fn p95(&self) -> f64 {
        self.at(0.95)
    }

    /// The longest, in milliseconds.
    pub(crate) fn longest(&self) -> f64 {
        self.at(1.0)
    }

    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a place in a short list"
    )]
    fn at(&self, share: f64) -> f64 {
        let last = self.0.len().saturating_sub(1);
        let place = (last as f64 * share).round() as usize;
        self.0.get(place).map_or(0.0, |time| time.as_secs_f64() * 1000.0)
    }
}
