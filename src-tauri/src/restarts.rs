//! When a process that ended on its own is started again: soon, then later and later, then no more.

use std::time::Duration;

/// How many ends in a row are answered with a new start.
const ATTEMPTS: u32 = 6;
/// The wait before the first new start; it doubles with each one that follows.
const FIRST_WAIT: Duration = Duration::from_millis(500);
/// A process that ran this long counts as sound: the waits begin anew.
const SOUND_AFTER: Duration = Duration::from_secs(60);

/// The ends in a row of one process and those that replaced it.
#[derive(Debug, Default)]
pub(crate) struct Restarts {
    ends: u32,
}

impl Restarts {
    /// Notes an end after so long a run. Gives the wait before the next start; none when enough of them were in vain.
    pub(crate) fn ended_after(&mut self, ran: Duration) -> Option<Duration> {
        if ran > SOUND_AFTER {
            self.ends = 0;
        }
        self.ends += 1;
        (self.ends < ATTEMPTS).then(|| FIRST_WAIT * 2_u32.saturating_pow(self.ends.saturating_sub(1)))
    }

    /// How many ends in a row there were.
    pub(crate) fn ends(&self) -> u32 {
        self.ends
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT_ONCE: Duration = Duration::ZERO;

    #[test]
    fn the_waits_double_until_there_are_none() {
        let mut restarts = Restarts::default();
        let waits: Vec<_> = std::iter::from_fn(|| restarts.ended_after(AT_ONCE)).collect();
        assert_eq!(waits.first(), Some(&FIRST_WAIT));
        assert!(waits.windows(2).all(|pair| pair[1] == pair[0] * 2));
        assert_eq!(waits.len() + 1, ATTEMPTS as usize);
        assert_eq!(restarts.ended_after(AT_ONCE), None, "it stays so");
    }

    #[test]
    fn a_long_run_makes_the_next_wait_short_again() {
        let mut restarts = Restarts::default();
        while restarts.ended_after(AT_ONCE).is_some() {}
        assert_eq!(restarts.ended_after(SOUND_AFTER * 2), Some(FIRST_WAIT));
        assert_eq!(restarts.ends(), 1);
    }
}
