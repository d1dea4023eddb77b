//! Streams of random numbers, each known by what it is for.

use rand::SeedableRng as _;
use rand_xoshiro::Xoshiro256PlusPlus;

/// What a stream is for. The numbers are part of what a seed means.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Purpose {
    Outputs = 1,
    Rater = 2,
    Answer = 3,
    Seconds = 4,
    Leaving = 5,
    Around = 6,
    Taste = 7,
    Remark = 8,
    Unable = 9,
    Confidence = 10,
}

/// The stream that belongs to a seed, a purpose and some numbers. It depends on nothing else: not on
/// what was drawn before, nor on the number of threads.
pub(crate) fn stream(seed: u64, purpose: Purpose, numbers: &[u64]) -> Xoshiro256PlusPlus {
    let start = mix(seed ^ mix(purpose as u64));
    Xoshiro256PlusPlus::seed_from_u64(numbers.iter().fold(start, |state, number| mix(state ^ mix(*number))))
}

/// The seed of one of many runs.
pub(crate) fn run_seed(seed: u64, run: u64) -> u64 {
    mix(mix(seed).wrapping_add(run.wrapping_mul(0x9E37_79B9_7F4A_7C15)))
}

/// The finalizer of SplitMix64 (Steele, Lea & Flood 2014).
fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}
