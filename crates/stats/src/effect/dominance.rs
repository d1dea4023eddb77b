//! How often a value of one sample is above one of another.

use super::check_level;
use super::spread::real;
use crate::dist::{normal, student_t};
use crate::{Estimate, Interval, Note, Result, StatError};

/// For each value of `of`, the share of `among` below it minus the share above it.
fn dominances(of: &[f64], among: &[f64]) -> Vec<f64> {
    let mut sorted = among.to_vec();
    sorted.sort_by(f64::total_cmp);
    of.iter()
        .map(|x| {
            let below = sorted.partition_point(|y| y < x);
            let above = sorted.len() - sorted.partition_point(|y| y <= x);
            (real(below) - real(above)) / real(sorted.len())
        })
        .collect()
}

/// Cliff's δ = P(X > Y) − P(X < Y), with the asymmetric interval around it that Feng & Cliff (2004,
/// J. Modern Applied Statistical Methods 3) recommend, on Cliff's (1996, p. 140) consistent variance.
///
/// # Errors
/// When a sample has fewer than two values or holds one that is not finite.
pub fn cliff_delta(x: &[f64], y: &[f64], level: f64) -> Result<Estimate> {
    check_level(level)?;
    for (what, sample) in [("the first sample", x), ("the second sample", y)] {
        if let Some(index) = sample.iter().position(|value| !value.is_finite()) {
            return Err(StatError::NotFinite { what, index });
        }
        if sample.len() < 2 {
            return Err(StatError::TooFew { what: "values in a sample", needed: 2, found: sample.len() });
        }
    }
    let (n, m) = (real(x.len()), real(y.len()));
    let rows = dominances(x, y);
    let columns: Vec<f64> = dominances(y, x).into_iter().map(|d| -d).collect();
    let delta = rows.iter().sum::<f64>() / n;
    let squares = |values: &[f64]| values.iter().map(|d| (d - delta).powi(2)).sum::<f64>();
    // Σ d_ij² counts the untied pairs, so ΣΣ(d_ij − δ)² needs no n × m table.
    let cells = count_untied_pairs(x, y) - n * m * delta * delta;
    let by_row = squares(&rows) / (n - 1.0);
    let by_column = squares(&columns) / (m - 1.0);
    let by_cell = cells / ((n - 1.0) * (m - 1.0));
    let variance = ((m - 1.0) * by_row + (n - 1.0) * by_column + by_cell) / (n * m);
    let df = n + m - 2.0;
    let t = student_t::upper_quantile(0.5 * (1.0 - level), df);
    let estimate = Estimate::new("cliff_delta", delta).df([df]).se(variance.max(0.0).sqrt());
    if delta.abs() >= 1.0 {
        let smaller = n.min(m);
        let inner = (smaller - t * t) / (smaller + t * t);
        let (low, high) = if delta > 0.0 { (inner, 1.0) } else { (-1.0, -inner) };
        let note = Note::Said("the samples do not overlap: the interval rests on the smaller sample's size".to_owned());
        return Ok(estimate.interval(Interval { low, high, level, kind: "Cliff" }).note(note));
    }
    let spread = t * variance.sqrt() * ((1.0 - delta * delta).powi(2) + t * t * variance).sqrt();
    let (centre, scale) = (delta - delta.powi(3), 1.0 - delta * delta + t * t * variance);
    let (low, high) = ((centre - spread) / scale, (centre + spread) / scale);
    Ok(estimate.interval(Interval { low: low.max(-1.0), high: high.min(1.0), level, kind: "Cliff" }))
}

/// How many pairs (x, y) are not tied.
fn count_untied_pairs(x: &[f64], y: &[f64]) -> f64 {
    let mut sorted = y.to_vec();
    sorted.sort_by(f64::total_cmp);
    x.iter()
        .map(|x| real(sorted.len() - (sorted.partition_point(|y| y <= x) - sorted.partition_point(|y| y < x))))
        .sum()
}

/// Probability of superiority A = P(X > Y) + ½ P(X = Y) = (δ + 1)/2 (Vargha & Delaney 2000).
///
/// # Errors
/// As [`cliff_delta`].
pub fn superiority(x: &[f64], y: &[f64], level: f64) -> Result<Estimate> {
    let delta = cliff_delta(x, y, level)?;
    let half = |v: f64| 0.5 * (v + 1.0);
    let interval = delta.interval.map(|i| Interval { low: half(i.low), high: half(i.high), ..i });
    let se = delta.se.map(|se| 0.5 * se);
    Ok(Estimate { name: "superiority", value: half(delta.value), se, interval, ..delta })
}

/// Common-language effect size Φ(d/√2): P(X > Y) if both were normal with one variance (McGraw & Wong
/// 1992). Takes a pooled [`cohen_d`](super::cohen_d) and carries its interval over.
#[must_use]
pub fn common_language(d: &Estimate) -> Estimate {
    let share = |d: f64| normal::cdf(d / std::f64::consts::SQRT_2);
    let interval = d.interval.map(|i| Interval { low: share(i.low), high: share(i.high), ..i });
    Estimate { name: "common_language", value: share(d.value), se: None, interval, ..d.clone() }
}
