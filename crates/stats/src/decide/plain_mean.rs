//! How uncertain the plain mean of a system's scores is.
//!
//! Where systems vary alike, the variances of the model say it: σ² of a random effect times the sum of squared shares
//! of its levels in the system's judgements, and of what is left σ²/n. It is larger than the variance of the model's mean
//! where a few raters or items have most of the judgements.
//!
//! Where variance grows with the mean (counts of errors) or systems vary unequally, the variances common to all are too small for
//! one system and too large for another, of raters as well as of items. The system's own judgements then say it, clustered by
//! raters and by items: the sum of both variances of Cameron, Gelbach & Miller (2011), *Robust inference with multiway
//! clustering*, J. Bus. Econ. Stat. 29, from which they subtract what is in both. Here it is not subtracted: intervals of skewed
//! counts would then cover 90 to 93 %. Student's t has one degree of freedom less than there are clusters on the side that has
//! fewer, as in MacKinnon, Nielsen & Webb (2021), *Wild bootstrap and asymptotic inference with multiway clustering*, J. Bus. Econ.
//! Stat. 39. Clusters of unequal size count as 1/Σ share²: Carter, Schnepel & Steigerwald (2017), Rev. Econ. Stat. 99.

use super::terms::{FEWEST, Levels, Term};

/// The variance of the plain mean of one system's scores.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlainVariance {
    /// By the variances of the model.
    pub(super) of_model: f64,
    /// By the system's own judgements, with degrees of freedom; none where they are of one rater or item.
    pub(super) of_own: Option<(f64, f64)>,
}

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
            PlainVariance { of_model, of_own: clustered_variance(&clusters, vary) }
        })
        .collect()
}

/// The variance by the clusters that vary, and its degrees of freedom.
fn clustered_variance(clusters: &[Clusters; 2], vary: [bool; 2]) -> Option<(f64, f64)> {
    let varying = || clusters.iter().zip(vary).filter_map(|(it, vary)| vary.then_some(it));
    let df = varying().map(|it| it.effective - 1.0).reduce(f64::min)?;
    let variance = varying().map(Clusters::variance).sum::<f64>();
    (df >= 1.0 && variance > 0.0).then_some((variance, df))
}

/// Judgements by rater, or by item.
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

    fn variance(&self) -> f64 {
        self.sums.iter().map(|sum| sum * sum).sum::<f64>() * self.effective / (self.effective - 1.0).max(f64::EPSILON)
    }
}
