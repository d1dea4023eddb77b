//! Which treatments differ, after Friedman's test.

use super::friedman::RankedBlocks;
use super::rank::RankP;
use super::tukey::Pair;
use super::wilcoxon::{Zeros, differences, wilcoxon};
use super::{Alternative, Blocks, Test, TestOptions};
use crate::dist::{student_t, studentized_range};
use crate::{Estimate, PValue, Result, StatError};

/// How pairs of treatments are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PostHoc {
    /// Mean ranks against the range of k normals: q = |R̄ᵢ − R̄ⱼ| / √(k(k+1)/(12n)) (Nemenyi 1963; Demšar
    /// 2006, JMLR 7). The p-values are for the whole family already.
    #[default]
    Nemenyi,
    /// t = (Rᵢ − Rⱼ) / √(2(nA − ΣRⱼ²)/((n−1)(k−1))) on (n−1)(k−1) degrees of freedom, A the sum of squared
    /// ranks (Conover 1999, §5.8). To be corrected for the number of pairs.
    Conover,
    /// Wilcoxon's signed-rank test of each pair. To be corrected for the number of pairs.
    Wilcoxon,
}

/// Every pair of treatments, with the difference of their mean ranks where the method rests on it.
///
/// # Errors
/// When every block is tied throughout, or for Wilcoxon when two treatments never differ.
pub fn pairs(blocks: &Blocks, how: PostHoc) -> Result<Vec<Pair>> {
    let ranked = RankedBlocks::from_blocks(blocks)?;
    let mut pairs = Vec::new();
    for first in 0..blocks.treatments() {
        for second in first + 1..blocks.treatments() {
            let test = match how {
                PostHoc::Nemenyi => nemenyi(&ranked, first, second),
                PostHoc::Conover => conover(&ranked, first, second)?,
                PostHoc::Wilcoxon => {
                    let differences = differences(&blocks.treatment(first), &blocks.treatment(second))?;
                    wilcoxon(&differences, Zeros::LeftOut, RankP::Auto, TestOptions::default())?
                }
            };
            pairs.push(Pair { first, second, test });
        }
    }
    Ok(pairs)
}

fn rank_difference(ranked: &RankedBlocks, first: usize, second: usize) -> f64 {
    (ranked.sums[first] - ranked.sums[second]) / ranked.n
}

fn nemenyi(ranked: &RankedBlocks, first: usize, second: usize) -> Test {
    let difference = rank_difference(ranked, first, second);
    let q = difference.abs() / (ranked.k * (ranked.k + 1.0) / (12.0 * ranked.n)).sqrt();
    let p = PValue::new(studentized_range::sf(q, ranked.k, f64::INFINITY));
    Test::new(Estimate::new("q", q).p(p)).with_estimate(Estimate::new("rank_difference", difference))
}

fn conover(ranked: &RankedBlocks, first: usize, second: usize) -> Result<Test> {
    let df = (ranked.n - 1.0) * (ranked.k - 1.0);
    let difference = rank_difference(ranked, first, second);
    let squares: f64 = ranked.sums.iter().map(|sum| sum * sum).sum();
    let rest = ranked.n * ranked.squares - squares;
    if rest <= 1e-12 * squares {
        let words =
            "all blocks order the treatments alike, so Conover's t is infinite; use Nemenyi's or Wilcoxon's test";
        return Err(StatError::Undefined(words.to_owned()));
    }
    let t = ranked.n * difference / (2.0 * rest / df).sqrt();
    let p = Alternative::TwoSided.p(student_t::ln_sf(-t, df), student_t::ln_sf(t, df));
    Ok(Test::new(Estimate::new("t", t).df([df]).p(p)).with_estimate(Estimate::new("rank_difference", difference)))
}
