//! The random numbers of one replicate.

use rand::{Rng, SeedableRng};
use rand_distr::{Distribution as _, StandardNormal};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The random numbers of one replicate, which depend on the seed and the replicate's number alone.
///
/// Xoshiro256++ (Blackman & Vigna 2021), whose state is filled by SplitMix64 from a hash of both numbers;
/// its output is fixed for ever, unlike that of a "standard" generator.
#[derive(Debug, Clone)]
pub struct Stream {
    generator: Xoshiro256PlusPlus,
    /// Half of a drawn word, kept for the next index.
    spare: Option<u32>,
}

impl Stream {
    /// The stream of a replicate.
    #[must_use]
    pub fn new(seed: u64, replicate: u64) -> Self {
        // Hashing the seed first keeps (1, 0) and (0, 1) apart; the multiplier is SplitMix64's, odd,
        // so that no two replicates of a seed meet.
        let state = mix_bits(seed).wrapping_add(replicate.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        Stream { generator: Xoshiro256PlusPlus::seed_from_u64(mix_bits(state)), spare: None }
    }

    /// A whole number below `n`, each equally likely: Lemire (2019), ACM TOMACS 29, with rejection,
    /// on half words. Zero when `n` is zero.
    #[inline]
    pub fn index(&mut self, n: u32) -> u32 {
        let mut product = u64::from(self.half()) * u64::from(n);
        if (product as u32) < n {
            let threshold = n.wrapping_neg() % n.max(1);
            while (product as u32) < threshold {
                product = u64::from(self.half()) * u64::from(n);
            }
        }
        (product >> 32) as u32
    }

    /// A draw from the standard normal distribution.
    pub fn normal(&mut self) -> f64 {
        StandardNormal.sample(&mut self.generator)
    }

    #[inline]
    fn half(&mut self) -> u32 {
        if let Some(spare) = self.spare.take() {
            return spare;
        }
        let word = self.generator.next_u64();
        self.spare = Some((word >> 32) as u32);
        word as u32
    }

    /// Fills `drawn` with numbers below `n`, with replacement.
    pub fn draw(&mut self, n: u32, drawn: &mut [u32]) {
        for slot in drawn {
            *slot = self.index(n);
        }
    }

    /// How often each of `n = counts.len()` things is drawn in `n` draws with replacement.
    pub fn multiplicities(&mut self, counts: &mut [u32]) {
        counts.fill(0);
        let n = counts.len() as u32;
        for _ in 0..n {
            counts[self.index(n) as usize] += 1;
        }
    }

    /// A uniform number in [0, 1), with 53 random bits.
    pub fn uniform(&mut self) -> f64 {
        (self.generator.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// Heads or tails.
    pub fn heads(&mut self) -> bool {
        self.half() & 1 == 1
    }

    /// Puts the values in random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, values: &mut [T]) {
        for last in (1..values.len()).rev() {
            let other = self.index(last as u32 + 1) as usize;
            values.swap(last, other);
        }
    }
}

/// The finalizer of SplitMix64 (Steele, Lea & Flood 2014).
fn mix_bits(x: u64) -> u64 {
    let x = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}
