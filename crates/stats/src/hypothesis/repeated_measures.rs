//! Analysis of variance with repeated measures: every subject under every treatment.

use super::{Blocks, Test, anova};
use crate::{Estimate, PValue, Result, StatError};

/// F = MS(treatments) / MS(treatments × subjects) on k−1 and (n−1)(k−1) degrees of freedom, and the
/// same F on degrees of freedom shrunk for departures from sphericity: `F_gg` by Greenhouse and
/// Geisser's ε̂ (1959, Psychometrika 24), `F_hf` by Huynh and Feldt's ε̃ (1976), at most 1. With the
/// doubly centred covariance matrix S of the treatments,
/// ε̂ = tr(S)² / ((k−1) Σ sᵢⱼ²) and ε̃ = (n(k−1)ε̂ − 2) / ((k−1)(n−1−(k−1)ε̂)).
///
/// Also partial and generalised eta squared (Olejnik and Algina 2003).
///
/// # Errors
/// When nothing varies besides subjects and treatments.
pub fn repeated_measures(blocks: &Blocks) -> Result<Test> {
    let parts = Parts::from_blocks(blocks);
    let (n, k) = (blocks.count() as f64, blocks.treatments() as f64);
    let df = [k - 1.0, (n - 1.0) * (k - 1.0)];
    let scale = blocks.rows().flatten().fold(0.0_f64, |scale, x| scale.max(x.abs()));
    if parts.error.sqrt() <= 10.0 * f64::EPSILON * scale * (n * k).sqrt() || parts.error == 0.0 {
        return Err(StatError::Constant {
            what: "the differences between treatments over subjects",
            statistic: "the repeated-measures F",
        });
    }
    let f = parts.treatments / df[0] / (parts.error / df[1]);
    // Rounding can bring it beyond its largest value.
    let gg = greenhouse_geisser(blocks).min(1.0);
    let room = n - 1.0 - (k - 1.0) * gg;
    // With two treatments, and at the largest ε̂, there is nothing to correct.
    let hf = if room <= 1e-12 { 1.0 } else { ((n * (k - 1.0) * gg - 2.0) / ((k - 1.0) * room)).clamp(gg, 1.0) };
    let shrunk = |name: &'static str, epsilon: f64| {
        let df = df.map(|df| df * epsilon);
        Estimate::new(name, f).df(df).p(PValue::from_ln(crate::dist::fisher_f::ln_sf(f, df[0], df[1])))
    };
    Ok(anova::test(f, df)?
        .with_estimate(shrunk("F_gg", gg))
        .with_estimate(shrunk("F_hf", hf))
        .with_estimate(Estimate::new("epsilon_gg", gg))
        .with_estimate(Estimate::new("epsilon_hf", hf))
        .with_estimate(Estimate::new("partial_eta2", parts.treatments / (parts.treatments + parts.error)))
        .with_estimate(Estimate::new(
            "generalised_eta2",
            parts.treatments / (parts.treatments + parts.subjects + parts.error),
        )))
}

/// Sums of squares.
struct Parts {
    treatments: f64,
    subjects: f64,
    error: f64,
}

impl Parts {
    fn from_blocks(blocks: &Blocks) -> Parts {
        let (n, k) = (blocks.count() as f64, blocks.treatments() as f64);
        let grand = blocks.rows().flatten().sum::<f64>() / (n * k);
        let means = treatment_means(blocks);
        let subject = |row: &[f64]| row.iter().sum::<f64>() / k;
        let treatments = n * means.iter().map(|mean| (mean - grand).powi(2)).sum::<f64>();
        let subjects = k * blocks.rows().map(|row| (subject(row) - grand).powi(2)).sum::<f64>();
        let error = blocks
            .rows()
            .map(|row| {
                let own = subject(row);
                row.iter().zip(&means).map(|(x, mean)| (x - own - mean + grand).powi(2)).sum::<f64>()
            })
            .sum();
        Parts { treatments, subjects, error }
    }
}

fn treatment_means(blocks: &Blocks) -> Vec<f64> {
    let mut means = vec![0.0; blocks.treatments()];
    for row in blocks.rows() {
        for (mean, x) in means.iter_mut().zip(row) {
            *mean += x / blocks.count() as f64;
        }
    }
    means
}

fn greenhouse_geisser(blocks: &Blocks) -> f64 {
    let k = blocks.treatments();
    let means = treatment_means(blocks);
    // Centring rows and columns of the data centres the covariance matrix doubly.
    let mut s = vec![0.0; k * k];
    for row in blocks.rows() {
        let deviations: Vec<f64> = row.iter().zip(&means).map(|(x, mean)| x - mean).collect();
        let own = deviations.iter().sum::<f64>() / k as f64;
        for i in 0..k {
            for j in 0..k {
                s[i * k + j] += (deviations[i] - own) * (deviations[j] - own);
            }
        }
    }
    let trace: f64 = (0..k).map(|i| s[i * k + i]).sum();
    trace * trace / ((k - 1) as f64 * s.iter().map(|s| s * s).sum::<f64>())
}
