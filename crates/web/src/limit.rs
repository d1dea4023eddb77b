//! How many requests one address, or one session, may send.
//!
//! A limit is a fixed table of leaky buckets, each one number: the moment at which the bucket will be
//! empty again (the generic cell rate algorithm, ITU-T I.371). Keys are hashed with a secret, so that
//! memory stays the same however many strangers send requests, and nobody can choose whose bucket to share.

use std::hash::{BuildHasher as _, Hash, RandomState};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Buckets in a table: with two thousand people at once, three in a hundred share theirs with another.
const BUCKETS: usize = 1 << 16;

/// How much may come: so many at once, then so many a second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    /// Requests a second, in the long run.
    pub per_second: NonZeroU32,
    /// Requests at once.
    pub burst: NonZeroU32,
}

impl Rate {
    /// A rate that allows ten seconds' worth at once: a page with its assets, or a class arriving together.
    #[must_use]
    pub fn per_second(per_second: NonZeroU32) -> Self {
        Rate { per_second, burst: per_second.saturating_mul(NonZeroU32::MIN.saturating_add(9)) }
    }
}

/// A limit on requests, by key.
#[derive(Debug)]
pub struct Limit {
    rate: Option<Rate>,
    started: Instant,
    hasher: RandomState,
    /// For each bucket, nanoseconds after `started` at which it will be empty.
    empty_at: Box<[AtomicU64]>,
}

/// Too much was sent; what is sent after this time will be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooMany {
    /// How long to wait.
    pub wait: Duration,
}

impl Limit {
    /// A limit at this rate; without one, nothing is limited.
    pub fn new(rate: Option<Rate>) -> Self {
        let buckets = if rate.is_some() { BUCKETS } else { 0 };
        let empty_at = (0..buckets).map(|_| AtomicU64::new(0)).collect();
        Limit { rate, started: Instant::now(), hasher: RandomState::new(), empty_at }
    }

    /// Lets one request of this key through, or says how long it has to wait.
    pub fn admit(&self, key: impl Hash) -> Result<(), TooMany> {
        self.admit_at(self.started.elapsed(), key)
    }

    fn admit_at(&self, now: Duration, key: impl Hash) -> Result<(), TooMany> {
        let Some(rate) = self.rate else { return Ok(()) };
        let bucket = self.hasher.hash_one(key) as usize % BUCKETS;
        let drop = 1_000_000_000 / u64::from(rate.per_second.get());
        let full = drop * u64::from(rate.burst.get());
        let now = now.as_nanos() as u64;
        let pour = |empty: u64| Some(empty.max(now) + drop).filter(|poured| *poured <= now + full);
        match self.empty_at[bucket].fetch_update(Ordering::Relaxed, Ordering::Relaxed, pour) {
            Ok(_) => Ok(()),
            Err(empty) => Err(TooMany { wait: Duration::from_nanos((empty + drop).saturating_sub(now + full)) }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(per_second: u32, burst: u32) -> Rate {
        Rate { per_second: NonZeroU32::new(per_second).unwrap(), burst: NonZeroU32::new(burst).unwrap() }
    }

    const START: Duration = Duration::ZERO;

    #[test]
    fn a_burst_passes_then_the_rate_holds_then_patience_pays() {
        let limit = Limit::new(Some(rate(10, 5)));
        assert!((0..5).all(|_| limit.admit_at(START, "a").is_ok()));
        let refused = limit.admit_at(START, "a").unwrap_err();
        assert_eq!(refused.wait, Duration::from_millis(100));
        assert_eq!(limit.admit_at(refused.wait, "a"), Ok(()));
        assert!(limit.admit_at(refused.wait, "a").is_err());
        let later = Duration::from_secs(60);
        let admitted = (0..20).filter(|_| limit.admit_at(later, "a").is_ok()).count();
        assert_eq!(admitted, 5, "an idle bucket holds no more than the burst");
    }

    #[test]
    fn one_key_does_not_use_up_the_share_of_another() {
        let limit = Limit::new(Some(rate(1, 1)));
        assert_eq!(limit.admit_at(START, "a"), Ok(()));
        assert!(limit.admit_at(START, "a").is_err());
        let others = (0..100).filter(|key| limit.admit_at(START, key).is_ok()).count();
        assert!(others >= 98, "{others} of 100 strangers were let in");
    }

    #[test]
    fn without_a_rate_nothing_is_limited() {
        let limit = Limit::new(None);
        assert!((0..10_000).all(|_| limit.admit("a").is_ok()));
    }
}
