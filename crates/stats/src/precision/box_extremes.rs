//! The smallest and largest s/m over all points of a box.
//!
//! s is convex and m linear, so where m > 0 their ratio is quasi-convex. Hence:
//!
//! - the **largest** value is at a corner. At the best corner a measurement is at its upper end if its
//!   printed value is above some threshold and at its lower end otherwise; when all are rounded alike
//!   this leaves n + 1 corners to look at. When they are not, all corners are tried up to sixteen
//!   measurements, and beyond that the best of the n + 1 is improved by flipping single ends;
//! - the **smallest** value, for any given mean, has every measurement as near to one common number
//!   τ as its range allows (Karush–Kuhn–Tucker), so only the curve x_i = clamp(τ) need be searched.
//!   Between two neighbouring ends, with k measurements at τ and the rest adding to T with squares
//!   adding to Q, s/m is least at τ = Q/T or at one of the two ends.

use super::{mean, relative_sd};

/// How many measurements of unlike precision are tried corner by corner.
const ALL_CORNERS: usize = 16;

/// The largest s/m; infinite when the mean can be zero.
pub(super) fn largest(lows: &[f64], highs: &[f64]) -> f64 {
    if mean(lows) <= 0.0 {
        return f64::INFINITY;
    }
    let n = lows.len();
    let corner = |is_high: &dyn Fn(usize) -> bool| -> f64 {
        let values: Vec<f64> = (0..n).map(|i| if is_high(i) { highs[i] } else { lows[i] }).collect();
        relative_sd(&values)
    };
    if n <= ALL_CORNERS {
        return (0..1usize << n).map(|mask| corner(&|i| mask >> i & 1 == 1)).fold(0.0, f64::max);
    }
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|a, b| (lows[*a] + highs[*a]).total_cmp(&(lows[*b] + highs[*b])));
    let mut best = (0.0, vec![false; n]);
    for from in 0..=n {
        let mut high = vec![false; n];
        order[from..].iter().for_each(|i| high[*i] = true);
        let value = corner(&|i| high[i]);
        if value > best.0 {
            best = (value, high);
        }
    }
    let mut improved = true;
    while improved {
        improved = false;
        for flipped in 0..n {
            let value = corner(&|i| best.1[i] != (i == flipped));
            if value > best.0 {
                best.0 = value;
                best.1[flipped] = !best.1[flipped];
                improved = true;
            }
        }
    }
    best.0
}

/// The smallest s/m.
pub(super) fn smallest(lows: &[f64], highs: &[f64]) -> f64 {
    let highest_low = lows.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let lowest_high = highs.iter().copied().fold(f64::INFINITY, f64::min);
    if highest_low <= lowest_high {
        return 0.0;
    }
    let at = |tau: f64| {
        let values: Vec<f64> = lows.iter().zip(highs).map(|(low, high)| tau.clamp(*low, *high)).collect();
        if mean(&values) > 0.0 { relative_sd(&values) } else { f64::INFINITY }
    };
    let mut ends: Vec<f64> = lows.iter().chain(highs).copied().collect();
    ends.sort_by(f64::total_cmp);
    let mut best = ends.iter().map(|tau| at(*tau)).fold(f64::INFINITY, f64::min);
    for pair in ends.windows(2) {
        let middle = 0.5 * (pair[0] + pair[1]);
        let fixed: Vec<f64> = lows
            .iter()
            .zip(highs)
            .filter(|(low, high)| !(**low < middle && middle < **high))
            .map(|(low, high)| middle.clamp(*low, *high))
            .collect();
        let (sum, squares) = (fixed.iter().sum::<f64>(), fixed.iter().map(|x| x * x).sum::<f64>());
        if fixed.len() < lows.len() && sum > 0.0 {
            best = best.min(at((squares / sum).clamp(pair[0], pair[1])));
        }
    }
    best
}
