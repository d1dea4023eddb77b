//! What a column of numbers looks like.

use crate::dist::student_t;
use crate::resample::quantile;
use crate::{Estimate, Interval, Result, StatError};

/// Number, mean with its t interval, SD (n − 1), median, smallest and largest value. One value has a mean but
/// neither SD nor interval.
///
/// # Errors
/// When there is no value, one is not finite, or the level is not between 0 and 1.
pub fn describe(values: &[f64], level: f64) -> Result<Vec<Estimate>> {
    if !(level > 0.0 && level < 1.0) {
        return Err(StatError::Domain { what: "the level", must: "between 0 and 1", found: level });
    }
    let sorted = sort_values(values, 1)?;
    let n = values.len() as f64;
    let mean = values.iter().map(|value| value / n).sum::<f64>();
    let mut estimates = vec![Estimate::new("n", n), Estimate::new("mean", mean)];
    if values.len() > 1 {
        let sd = (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0)).sqrt();
        let half = student_t::upper_quantile((1.0 - level) / 2.0, n - 1.0) * sd / n.sqrt();
        let interval = Interval { low: mean - half, high: mean + half, level, kind: "t" };
        estimates[1] = Estimate::new("mean", mean).se(sd / n.sqrt()).df([n - 1.0]).interval(interval);
        estimates.push(Estimate::new("sd", sd));
    }
    estimates.push(Estimate::new("median", quantile(&sorted, 0.5)));
    estimates.push(Estimate::new("min", sorted[0]));
    estimates.push(Estimate::new("max", sorted[sorted.len() - 1]));
    Ok(estimates)
}

/// The middle of sorted values; the mean of the two in the middle where there are two.
///
/// # Errors
/// When there is no value, or one is not finite.
pub fn median(values: &[f64]) -> Result<f64> {
    Ok(quantile(&sort_values(values, 1)?, 0.5))
}

/// The median distance from the median, times 1.4826, which makes it the standard deviation where values are normal:
/// Hampel (1974, JASA 69), as R's `mad` gives it.
///
/// # Errors
/// When there is no value, or one is not finite.
pub fn median_deviation(values: &[f64]) -> Result<f64> {
    let middle = median(values)?;
    let distances: Vec<f64> = values.iter().map(|value| (value - middle).abs()).collect();
    Ok(1.4826 * median(&distances)?)
}

/// The mean distance of two of the values: Gini's mean difference. Of sorted values the one at i, from 0, is larger than
/// i others and smaller than n − 1 − i, so that the sum over all pairs is Σ xᵢ (2i − n + 1); values are counted from the
/// smallest, so that nothing large is subtracted from something large.
///
/// # Errors
/// When there are fewer than two values, or one is not finite.
pub fn mean_difference(values: &[f64]) -> Result<f64> {
    let sorted = sort_values(values, 2)?;
    let n = sorted.len() as f64;
    let weighed = sorted.iter().enumerate().map(|(i, value)| (value - sorted[0]) * (2.0 * i as f64 - (n - 1.0)));
    Ok(weighed.sum::<f64>() / (n * (n - 1.0) / 2.0))
}

/// The share of pairs that differ, of values of which each kind was given so often: 1 − Σ nₖ(nₖ − 1) / n(n − 1), the
/// unbiased form of Simpson's (1949, Nature 163) index.
///
/// # Errors
/// When there are fewer than two values.
pub fn share_differing(counts: &[usize]) -> Result<f64> {
    let n: usize = counts.iter().sum();
    if n < 2 {
        return Err(StatError::TooFew { what: "values", needed: 2, found: n });
    }
    let pairs = |n: usize| n as f64 * (n.saturating_sub(1)) as f64;
    Ok(1.0 - counts.iter().map(|count| pairs(*count)).sum::<f64>() / pairs(n))
}

fn sort_values(values: &[f64], needed: usize) -> Result<Vec<f64>> {
    if values.len() < needed {
        return Err(StatError::TooFew { what: "values", needed, found: values.len() });
    }
    if let Some(index) = values.iter().position(|value| !value.is_finite()) {
        return Err(StatError::NotFinite { what: "the values", index });
    }
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    Ok(sorted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_numbers_are_described() {
        // R 4.2.2: t.test(c(2, 4, 4, 5, 10)); sd, median.
        let of =
            |name| describe(&[2.0, 4.0, 4.0, 5.0, 10.0], 0.95).unwrap().into_iter().find(|e| e.name == name).unwrap();
        assert!((of("mean").value - 5.0).abs() < 1e-15);
        assert!((of("sd").value - 3.0).abs() < 1e-15);
        assert!((of("mean").interval.unwrap().low - 1.275_008_005_388_707_4).abs() < 1e-12);
        assert!((of("median").value - 4.0).abs() < 1e-15);
        assert!((of("min").value - 2.0).abs() < 1e-15 && (of("max").value - 10.0).abs() < 1e-15);
    }

    #[test]
    fn nothing_and_infinity_are_refused_and_one_value_has_no_spread() {
        assert!(describe(&[], 0.95).is_err());
        assert!(describe(&[1.0, f64::INFINITY], 0.95).is_err());
        assert!(describe(&[1.0], 1.0).is_err());
        assert!(describe(&[1.0], 0.95).unwrap().iter().all(|estimate| estimate.name != "sd"));
        assert!(median(&[]).is_err() && median_deviation(&[f64::NAN]).is_err());
        assert!(mean_difference(&[1.0]).is_err() && mean_difference(&[1.0, f64::INFINITY]).is_err());
        assert!(share_differing(&[]).is_err() && share_differing(&[1, 0]).is_err());
    }
}
