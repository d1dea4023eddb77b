//! Friedman's test of several treatments in complete blocks.

use super::{Blocks, Test};
use crate::correlation::average_ranks;
use crate::dist::{chi_squared, fisher_f};
use crate::{Estimate, Note, PValue, Result, StatError};

/// χ² = (k−1) Σ(Rⱼ − n(k+1)/2)² / (A − nk(k+1)²/4) on k − 1 degrees of freedom, where A is the sum of
/// squared ranks, which corrects for ties (Friedman 1937; Conover 1999, §5.8). Also `F`, the better
/// approximation (n−1)χ²/(n(k−1)−χ²) on k−1 and (n−1)(k−1) degrees of freedom (Iman and Davenport
/// 1980), and Kendall's `W` = χ²/(n(k−1)).
///
/// # Errors
/// When every block is tied throughout.
pub fn friedman(blocks: &Blocks) -> Result<Test> {
    let ranked = RankedBlocks::from_blocks(blocks)?;
    let (n, k) = (ranked.n, ranked.k);
    let chi2 = ranked.chi2();
    let p = PValue::from_ln(chi_squared::ln_sf(chi2, k - 1.0));
    let because = "chi-square for the distribution of Friedman's statistic";
    let test = Test::new(Estimate::new("chi2", chi2).df([k - 1.0]).p(p).note(Note::Asymptotic { because }));
    let df = [k - 1.0, (n - 1.0) * (k - 1.0)];
    let room = n * (k - 1.0) - chi2;
    let f = (room > 1e-12 * n * (k - 1.0)).then(|| {
        let f = (n - 1.0) * chi2 / room;
        Estimate::new("F", f).df(df).p(PValue::from_ln(fisher_f::ln_sf(f, df[0], df[1])))
    });
    let agreement = Estimate::new("W", chi2 / (n * (k - 1.0)));
    let agreement = match f {
        Some(_) => agreement,
        None => agreement.note(Note::Said(
            "all blocks order the treatments alike, so Iman and Davenport's F is infinite".to_owned(),
        )),
    };
    Ok(Test { also: f.into_iter().chain([agreement]).collect(), ..test })
}

/// Blocks ranked within themselves.
pub(super) struct RankedBlocks {
    /// How many blocks.
    pub(super) n: f64,
    /// How many treatments.
    pub(super) k: f64,
    /// Rank sums of the treatments.
    pub(super) sums: Vec<f64>,
    /// A: the sum of all squared ranks.
    pub(super) squares: f64,
    /// A − nk(k+1)²/4: how much the ranks vary within blocks.
    pub(super) spread: f64,
}

impl RankedBlocks {
    pub(super) fn from_blocks(blocks: &Blocks) -> Result<RankedBlocks> {
        let (n, k) = (blocks.count() as f64, blocks.treatments() as f64);
        let mut ranked = RankedBlocks { n, k, sums: vec![0.0; blocks.treatments()], squares: 0.0, spread: 0.0 };
        for row in blocks.rows() {
            for (sum, rank) in ranked.sums.iter_mut().zip(average_ranks(row)) {
                *sum += rank;
                ranked.squares += rank * rank;
                ranked.spread += (rank - (k + 1.0) / 2.0).powi(2);
            }
        }
        if ranked.spread == 0.0 {
            return Err(StatError::Constant { what: "the values within blocks", statistic: "Friedman's statistic" });
        }
        Ok(ranked)
    }

    pub(super) fn chi2(&self) -> f64 {
        let expected = self.n * (self.k + 1.0) / 2.0;
        (self.k - 1.0) * self.sums.iter().map(|sum| (sum - expected).powi(2)).sum::<f64>() / self.spread
    }
}
