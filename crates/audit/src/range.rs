//! The smallest and largest value of a function over everything that rounds to its printed arguments.
//!
//! Nearly all functions here rise or fall with each argument alone, so their extremes are at corners
//! of the box of roundings. All corners are tried while there are few; then each argument in turn is
//! moved to its ends, between them and onto the other arguments (where differences vanish), as long
//! as that helps. Unlike arithmetic on intervals this never makes a range too wide because a number
//! stands in a formula twice.

/// All corners are tried up to so many arguments that are not exact.
const ALL_CORNERS: usize = 10;
/// How often all arguments are moved in turn.
const SWEEPS: usize = 12;

/// A box: each argument with its lower and upper end.
pub(crate) struct Box<'a> {
    pub(crate) lows: &'a [f64],
    pub(crate) highs: &'a [f64],
}

impl Box<'_> {
    /// The smallest and largest value; nothing when there is none anywhere.
    pub(crate) fn extremes(&self, f: &dyn Fn(&[f64]) -> Option<f64>) -> Option<(f64, f64)> {
        let starts = self.starts();
        let smallest = self.search(&starts, f);
        let largest = self.search(&starts, &|x| f(x).map(|value| -value));
        Some((smallest?, -largest?))
    }

    fn search(&self, starts: &[Vec<f64>], f: &dyn Fn(&[f64]) -> Option<f64>) -> Option<f64> {
        let valued = starts.iter().filter_map(|start| Some((f(start)?, start)));
        let (mut best, start) = valued.min_by(|a, b| a.0.total_cmp(&b.0))?;
        let mut at = start.clone();
        let free: Vec<usize> = (0..at.len()).filter(|i| self.lows[*i] < self.highs[*i]).collect();
        for _ in 0..SWEEPS {
            let before = best;
            for &i in &free {
                for candidate in self.candidates(i, &at) {
                    let kept = std::mem::replace(&mut at[i], candidate);
                    match f(&at) {
                        Some(value) if value < best => best = value,
                        _ => at[i] = kept,
                    }
                }
            }
            if best >= before {
                break;
            }
        }
        Some(best)
    }

    fn candidates(&self, i: usize, at: &[f64]) -> Vec<f64> {
        let (low, high) = (self.lows[i], self.highs[i]);
        let ends = [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| low + share * (high - low));
        let others = at.iter().copied().filter(|x| at.len() <= 16 && (low..=high).contains(x));
        ends.into_iter().chain(others).collect()
    }

    fn starts(&self) -> Vec<Vec<f64>> {
        let centre: Vec<f64> = self.lows.iter().zip(self.highs).map(|(low, high)| 0.5 * (low + high)).collect();
        let free: Vec<usize> = (0..centre.len()).filter(|i| self.lows[*i] < self.highs[*i]).collect();
        let mut starts = vec![centre.clone()];
        if free.len() <= ALL_CORNERS {
            for corner in 0..1usize << free.len() {
                let mut start = centre.clone();
                for (bit, &i) in free.iter().enumerate() {
                    start[i] = if corner >> bit & 1 == 1 { self.highs[i] } else { self.lows[i] };
                }
                starts.push(start);
            }
        }
        starts
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn differences_vanish_inside_the_box() {
        let square = Box { lows: &[0.195, 0.2], highs: &[0.205, 0.21] };
        let (low, high) = square.extremes(&|x| Some((x[0] - x[1]).abs())).unwrap();
        assert!(low.abs() < 1e-15 && (high - 0.015).abs() < 1e-12, "{low} {high}");
        assert!(square.extremes(&|_| None).is_none());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn no_point_of_the_box_lies_outside_the_range(
            a in 1.0..5.0f64, b in 1.0..5.0f64, c in 0.2..2.0f64, u in 0.0..1.0f64, v in 0.0..1.0f64, w in 0.0..1.0f64,
        ) {
            let f = |x: &[f64]| Some((x[0] - x[1]) / x[2]);
            let centre = [a, b, c];
            let lows = centre.map(|x| x - 0.05);
            let highs = centre.map(|x| x + 0.05);
            let (low, high) = Box { lows: &lows, highs: &highs }.extremes(&f).unwrap();
            let inside: Vec<f64> = lows.iter().zip([u, v, w]).map(|(x, share)| x + 0.1 * share).collect();
            let value = f(&inside).unwrap();
            prop_assert!(low - 1e-9 <= value && value <= high + 1e-9);
        }
    }
}
