//! How uncertain the plain mean of a system's scores is.
//!
//! Where systems vary alike, the variances of the model say it: σ² of a random effect times the sum of squared shares
//! of its levels in the system's judgements, and of what is left σ²/n. It is larger than the variance of the model's mean
//! where a few raters or items have most of the judgements.
//!
//! Where variance grows with the mean (counts of errors) or systems vary unequally, the variances common to all are too small for
//! one system and too large for another, of raters as well as of items. The system's own judgements then say it, clustered by
//! raters and by items: the sum of both variances less that of what is in both (Cameron, Gelbach & Miller 2011, *Robust inference
//! with multiway clustering*, J. Bus. Econ. Stat. 29), and never less than either. Student's t has one degree of freedom less
//! than there are clusters on the side that has fewer, as in MacKinnon, Nielsen & Webb (2021), *Wild bootstrap and asymptotic
//! inference with multiway clustering*, J. Bus. Econ. Stat. 39. Clusters of unequal size count as 1/Σ share²: Carter, Schnepel &
//! Steigerwald (2017), Rev. Econ. Stat. 99.
//!
//! Such means are skewed: with a few outputs of many errors both mean and error are large, without them both are small, and intervals
//! of equal arms end too low. The interval is therefore that of Hall's transformation (1992, *On the removal of skewness by
//! transformation*, J. R. Stat. Soc. B 54): with a the skewness of the mean, g(T) = T + aT²/3 + a²T³/27 + a/6 has a distribution
//! closer to Student's than T = (mean − μ)/se. Skewness adds up over clusterings as variance does: a = Σ γ V^(3/2) / se³, γ the
//! moment skewness of the sums of clusters, V their variance of the mean. A few clusters say nothing of it (the moment skewness of
//! three has a standard error of 1.2), and are taken not to be skewed. Where they limit the degrees of freedom, the interval of
//! the clusters that are skewed is stretched by the ratio of both quantiles: at a quantile of 4.3, as of three raters, the
//! transformation alone would put one end ten standard errors away.

use super::terms::{FEWEST, Levels, Term};
use crate::Interval;
use crate::dist::student_t;

/// The variance of the plain mean of one system's scores.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlainVariance {
    /// By the variances of the model.
    pub(super) of_model: f64,
    /// By the system's own judgements; none where they are of one rater or item.
    pub(super) of_own: Option<OwnError>,
}

/// The error of a mean by the system's own judgements.
#[derive(Debug, Clone, Copy)]
pub(super) struct OwnError {
    se: f64,
    df: f64,
    skewness: f64,
    /// Degrees of freedom of the clusters that tell how skewed the mean is.
    df_of_skewness: f64,
}

impl OwnError {
    /// Hall's interval, with at most so many degrees of freedom.
    pub(super) fn interval(&self, value: f64, most_df: f64, level: f64) -> Interval {
        let quantile = |df: f64| student_t::upper_quantile(0.5 * (1.0 - level), df);
        let t = quantile(self.df_of_skewness);
        let stretched = self.se * quantile(self.df.min(most_df)) / t;
        let (low, high) =
            (value - stretched * self.inverse_transform(t), value - stretched * self.inverse_transform(-t));
        Interval { low, high, level, kind: "t, allowing for skewness" }
    }

    /// The T whose g is `y`: g(T) = ((1 + aT/3)³ − 1)/a + a/6.
    fn inverse_transform(&self, y: f64) -> f64 {
        let a = self.skewness;
        if a.abs() < NO_SKEWNESS { y } else { 3.0 / a * ((1.0 + a * (y - a / 6.0)).cbrt() - 1.0) }
    }
}

/// The skewness of fewer clusters than this is taken to be zero: of so many its standard error is 0.85.
const FEWEST_FOR_SKEWNESS: f64 = 6.0;
/// Below this Hall's transformation changes nothing and its inverse loses digits.
const NO_SKEWNESS: f64 = 1e-8;

/// Who judged what of one system, and the deviations from its mean.
struct Judgements {
    deviations: Vec<f64>,
    rater: Vec<u32>,
    item: Vec<u32>,
}

/// The variance of each system's plain mean. Fewer than three raters or items are taken as they are: nothing varies between them.
pub(super) fn plain_variances(
    value: &[f64],
    [rater, item, system]: [&Levels; 3],
    (effects, residual_sd): (&[(Term, f64)], f64),
) -> Vec<PlainVariance> {
    let judgements = |code: usize| {
        let rows: Vec<usize> = (0..value.len()).filter(|row| system.codes[*row] as usize == code).collect();
        let mean = rows.iter().map(|row| value[*row]).sum::<f64>() / rows.len() as f64;
        Judgements {
            deviations: rows.iter().map(|row| value[*row] - mean).collect(),
            rater: rows.iter().map(|row| rater.codes[*row]).collect(),
            item: rows.iter().map(|row| item.codes[*row]).collect(),
        }
    };
    let vary = [rater, item].map(|levels| levels.count >= FEWEST);
    (0..system.count)
        .map(|code| {
            let own = judgements(code);
            let clusters = [
                Clusters::new(&own.deviations, &own.rater, rater.count),
                Clusters::new(&own.deviations, &own.item, item.count),
            ];
            let mut of_model = residual_sd * residual_sd / own.deviations.len() as f64;
            for (term, sd) in effects {
                let side = usize::from(matches!(term, Term::Item | Term::Output | Term::Reading));
                of_model += sd * sd / clusters[side].effective;
            }
            PlainVariance { of_model, of_own: own.error(&clusters, vary) }
        })
        .collect()
}

impl Judgements {
    /// The error by the clusters that vary.
    fn error(&self, clusters: &[Clusters; 2], vary: [bool; 2]) -> Option<OwnError> {
        let varying = || clusters.iter().zip(vary).filter_map(|(it, vary)| vary.then_some(it));
        let df = varying().map(|it| it.effective - 1.0).reduce(f64::min)?;
        let pages = self.rater.iter().zip(&self.item).map(|(rater, item)| u64::from(*rater) << 32 | u64::from(*item));
        let both = Levels::new(pages);
        let in_both = Clusters::new(&self.deviations, &both.codes, both.count).variance();
        let largest = varying().map(Clusters::variance).fold(0.0, f64::max);
        let variance = (varying().map(Clusters::variance).sum::<f64>() - in_both).max(largest);
        let se = variance.sqrt();
        let skewed = || varying().filter(|it| it.effective >= FEWEST_FOR_SKEWNESS);
        let skewness = skewed().map(Clusters::third_cumulant).sum::<f64>() / se.powi(3);
        let df_of_skewness = skewed().map(|it| it.effective - 1.0).reduce(f64::min).unwrap_or(df);
        (df >= 1.0 && skewness.is_finite()).then_some(OwnError { se, df, skewness, df_of_skewness })
    }
}

/// Judgements by rater, by item, or by both.
struct Clusters {
    /// Sums of deviations, as shares of the number of judgements.
    sums: Vec<f64>,
    /// How many clusters of equal size would vary as much.
    effective: f64,
}

impl Clusters {
    fn new(deviations: &[f64], codes: &[u32], count: usize) -> Clusters {
        let (mut sums, mut shares) = (vec![0.0; count], vec![0.0; count]);
        let n = deviations.len() as f64;
        for (deviation, code) in deviations.iter().zip(codes) {
            sums[*code as usize] += deviation / n;
            shares[*code as usize] += 1.0 / n;
        }
        Clusters { sums, effective: 1.0 / shares.iter().map(|share| share * share).sum::<f64>() }
    }

    /// What a sum of squares is multiplied by, because sums vary around their own mean.
    fn correction(&self) -> f64 {
        self.effective / (self.effective - 1.0).max(f64::EPSILON)
    }

    fn variance(&self) -> f64 {
        self.sums.iter().map(|sum| sum.powi(2)).sum::<f64>() * self.correction()
    }

    fn third_cumulant(&self) -> f64 {
        self.sums.iter().map(|sum| sum.powi(3)).sum::<f64>() * self.correction().powf(1.5)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_an_interval_are_where_the_transformed_statistic_is_the_quantile() {
        for skewness in [-0.8, 0.0, 1e-9, 1e-4, 0.3, 1.2] {
            let error = OwnError { se: 0.7, df: 9.0, skewness, df_of_skewness: 9.0 };
            let g = |t: f64| t + skewness * t * t / 3.0 + skewness.powi(2) * t.powi(3) / 27.0 + skewness / 6.0;
            let interval = error.interval(4.0, f64::INFINITY, 0.95);
            for (end, t) in [(interval.low, 2.262_157_162_740_992), (interval.high, -2.262_157_162_740_992)] {
                assert!((g((4.0 - end) / 0.7) - t).abs() < 1e-7, "{skewness}: {interval:?}");
            }
            // Three raters: as many times as wide as their quantile is larger.
            let stretched = OwnError { df: 2.0, ..error }.interval(4.0, f64::INFINITY, 0.95);
            let times = 4.302_652_729_911_275 / 2.262_157_162_740_992;
            assert!((stretched.high - 4.0 - times * (interval.high - 4.0)).abs() < 1e-7, "{skewness}: {stretched:?}");
        }
    }
}
