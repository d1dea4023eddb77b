//! Every random choice, from the study's seed.

use rand::rand_core::{Rng as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use sha2::{Digest as _, Sha256};

/// A stream of random choices for one purpose.
///
/// The generator is xoshiro256++ (Blackman & Vigna 2021), seeded with the SHA-256 of
/// `"rejudge plan 1"`, the study's seed (eight bytes, little-endian), the purpose's label and the
/// numbers that tell streams of the same purpose apart (eight bytes each, little-endian). The two
/// texts are each followed by a zero byte. Streams for different purposes are thus independent, and
/// one list's draws do not depend on how many other lists there are.
///
/// Ranges and shuffles are written out here and not taken from a library, because a plan must be
/// re-drawn identically by every later version of the program.
pub(crate) struct SeededRng(Xoshiro256PlusPlus);

impl SeededRng {
    /// The stream for one purpose.
    pub(crate) fn new(seed: u64, purpose: &str, numbers: &[u64]) -> Self {
        let mut hash = Sha256::new();
        hash.update(b"rejudge plan 1\0");
        hash.update(seed.to_le_bytes());
        hash.update(purpose.as_bytes());
        hash.update([0]);
        for number in numbers {
            hash.update(number.to_le_bytes());
        }
        SeededRng(Xoshiro256PlusPlus::from_seed(hash.finalize().into()))
    }

    /// A whole number below `n`, each equally likely: the high word of a product, with rejection
    /// (Lemire 2019). Zero when `n` is zero.
    pub(crate) fn draw_below(&mut self, n: usize) -> usize {
        let n = n as u64;
        if n == 0 {
            return 0;
        }
        let reject_under = n.wrapping_neg() % n;
        loop {
            let product = u128::from(self.0.next_u64()) * u128::from(n);
            if product as u64 >= reject_under {
                return (product >> 64) as usize;
            }
        }
    }

    /// Either, equally likely.
    pub(crate) fn coin(&mut self) -> bool {
        self.0.next_u64() >> 63 == 1
    }

    /// Puts the elements in an order drawn at random (Fisher–Yates).
    pub(crate) fn shuffle<T>(&mut self, elements: &mut [T]) {
        for last in (1..elements.len()).rev() {
            elements.swap(last, self.draw_below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_is_the_same_for_ever() {
        let mut rng = SeededRng::new(712, "lists", &[3]);
        let drawn: Vec<usize> = (0..8).map(|_| rng.draw_below(1000)).collect();
        expect_test::expect!["[512, 259, 621, 761, 114, 708, 876, 569]"].assert_eq(&format!("{drawn:?}"));
    }

    #[test]
    fn streams_differ_by_seed_purpose_and_number() {
        let first = |seed, purpose, numbers: &[u64]| SeededRng::new(seed, purpose, numbers).draw_below(1 << 40);
        let base = first(1, "order", &[0]);
        assert_ne!(base, first(2, "order", &[0]));
        assert_ne!(base, first(1, "sides", &[0]));
        assert_ne!(base, first(1, "order", &[1]));
        assert_ne!(base, first(1, "order", &[0, 0]));
    }

    #[test]
    fn every_order_of_three_is_equally_likely() {
        let mut rng = SeededRng::new(1, "test", &[]);
        let mut seen = std::collections::BTreeMap::new();
        for _ in 0..6000 {
            let mut three = [0, 1, 2];
            rng.shuffle(&mut three);
            *seen.entry(three).or_insert(0) += 1;
        }
        assert_eq!(seen.len(), 6);
        // Binomial(6000, 1/6): five standard deviations are 144.
        assert!(seen.values().all(|&n: &i32| (n - 1000).abs() < 144), "{seen:?}");
    }
}
