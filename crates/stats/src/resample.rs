//! Bootstrap and permutation, reproducible whatever the number of threads.
//!
//! Each replicate draws from a stream of its own that depends on the seed and the replicate's number
//! alone; replicates run in parallel and are collected in order. The two rules together make the
//! numbers independent of how many threads ran, and of which.
//!
//! ```
//! use stats::resample::{Plan, Scheme, bootstrap};
//! let values = [3.1, 4.7, 2.2, 5.0, 4.1, 3.3];
//! let replicates = bootstrap(Plan { seed: 7, replicates: 999 }, &Scheme::Rows(values.len()), |rows| {
//!     Some(rows.iter().map(|&row| values[row as usize]).sum::<f64>() / rows.len() as f64)
//! });
//! let interval = replicates.percentile(0.95).unwrap();
//! assert!(interval.low < 3.73 && 3.73 < interval.high);
//! ```

mod groups;
mod interval;
mod permutation;
mod scheme;
mod stream;

use rayon::prelude::*;

use crate::{Note, Result, StatError};

pub use groups::Groups;
pub use interval::{IntervalKind, quantile};
pub use permutation::{Tail, permutation_p};
pub use scheme::{Drawing, Scheme, bootstrap, jackknife};
pub use stream::Stream;

/// How many replicates, and from which seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    /// Two runs with one seed give one result.
    pub seed: u64,
    /// How many replicates.
    pub replicates: usize,
}

/// The values a statistic took over the replicates.
#[derive(Debug, Clone, PartialEq)]
pub struct Replicates {
    /// The finite values, in the order of the replicates.
    pub values: Vec<f64>,
    /// How many replicates gave none, because the statistic was undefined on them.
    pub failed: usize,
    /// The seed they came from.
    pub seed: u64,
}

impl Plan {
    /// Runs `statistic` once per replicate, each with its own stream, and collects what it gives in
    /// order. `workspace` is made once per thread, so that the statistic need not allocate; it must not
    /// carry anything from one replicate to the next.
    pub fn run<W>(
        self,
        workspace: impl Fn() -> W + Sync + Send,
        statistic: impl Fn(&mut W, &mut Stream) -> Option<f64> + Sync + Send,
    ) -> Replicates {
        let all: Vec<Option<f64>> = (0..self.replicates)
            .into_par_iter()
            .map_init(workspace, |workspace, replicate| {
                statistic(workspace, &mut Stream::new(self.seed, replicate as u64)).filter(|value| value.is_finite())
            })
            .collect();
        let values: Vec<f64> = all.into_iter().flatten().collect();
        let failed = self.replicates - values.len();
        Replicates { values, failed, seed: self.seed }
    }

    /// The same for several statistics computed together; `None` fails for all of them.
    pub fn run_many<W>(
        self,
        count: usize,
        workspace: impl Fn() -> W + Sync + Send,
        statistics: impl Fn(&mut W, &mut Stream, &mut [f64]) -> Option<()> + Sync + Send,
    ) -> Vec<Replicates> {
        let rows: Vec<Option<Vec<f64>>> = (0..self.replicates)
            .into_par_iter()
            .map_init(workspace, |workspace, replicate| {
                let mut row = vec![f64::NAN; count];
                statistics(workspace, &mut Stream::new(self.seed, replicate as u64), &mut row).map(|()| row)
            })
            .collect();
        (0..count)
            .map(|index| {
                let values: Vec<f64> =
                    rows.iter().flatten().map(|row| row[index]).filter(|value| value.is_finite()).collect();
                let failed = self.replicates - values.len();
                Replicates { values, failed, seed: self.seed }
            })
            .collect()
    }
}

impl Replicates {
    /// The standard deviation of the replicates, which is the bootstrap's standard error.
    ///
    /// # Errors
    /// When fewer than two replicates gave a value.
    pub fn standard_error(&self) -> Result<f64> {
        self.enough()?;
        let n = self.values.len() as f64;
        let mean = self.values.iter().sum::<f64>() / n;
        Ok((self.values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0)).sqrt())
    }

    /// The seed and the counts, for printing beside the number.
    #[must_use]
    pub fn note(&self) -> Note {
        Note::Resampled { seed: self.seed, replicates: self.values.len(), failed: self.failed }
    }

    fn enough(&self) -> Result<()> {
        if self.values.len() < 2 {
            return Err(StatError::TooFew {
                what: "replicates that gave a value",
                needed: 2,
                found: self.values.len(),
            });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
