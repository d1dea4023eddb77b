//! Everything doubtful that can be said next to a number, in one place.
//!
//! A note is a value with its facts; its words are written here and nowhere else.

use std::fmt;

/// What is doubtful about a number, or how it came about.
#[derive(Debug, Clone, PartialEq)]
pub enum Note {
    /// Missing values and how they entered.
    Missing {
        /// How many values were missing.
        count: usize,
        /// How they entered, in words: `left out pairwise`.
        treatment: &'static str,
    },
    /// An exact distribution was used.
    Exact,
    /// A large-sample approximation was used, and why.
    Asymptotic {
        /// Why the exact one was not.
        because: &'static str,
    },
    /// The seed and number of replicates of a resampling.
    Resampled {
        /// The seed.
        seed: u64,
        /// How many replicates gave a value.
        replicates: usize,
        /// How many gave none.
        failed: usize,
    },
    /// Anything said by one method only.
    Said(String),
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::Missing { count, treatment } => write!(f, "{count} missing, {treatment}"),
            Note::Exact => f.write_str("exact p-value"),
            Note::Asymptotic { because } => write!(f, "large-sample p-value: {because}"),
            Note::Resampled { seed, replicates, failed: 0 } => write!(f, "{replicates} replicates, seed {seed}"),
            Note::Resampled { seed, replicates, failed } => {
                write!(f, "{replicates} replicates, seed {seed}; {failed} more gave no value")
            }
            Note::Said(words) => f.write_str(words),
        }
    }
}
