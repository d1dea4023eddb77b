//! How the thresholds between categories follow from fewer parameters.

use crate::linalg::small;

/// What is assumed of the distances between thresholds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Threshold {
    /// Nothing.
    Flexible,
    /// They mirror each other around the middle.
    Symmetric,
    /// They are all the same.
    Equidistant,
}

/// θ = Tα.
#[derive(Debug, Clone)]
pub(crate) struct Thresholds {
    /// Names of α.
    pub(crate) names: Vec<String>,
    /// How many thresholds.
    pub(crate) count: usize,
    /// T, row-major.
    pub(crate) cells: Vec<f64>,
}

impl Thresholds {
    /// The thresholds between these categories.
    pub(crate) fn new(kind: Threshold, categories: &[String]) -> Thresholds {
        let between: Vec<String> = categories.windows(2).map(|pair| pair.join("|")).collect();
        let count = between.len();
        let mut columns: Vec<(String, Vec<f64>)> = Vec::new();
        let mut add = |name: String, cell: &dyn Fn(usize) -> f64| columns.push((name, (0..count).map(cell).collect()));
        match kind {
            Threshold::Flexible => {
                for (index, name) in between.into_iter().enumerate() {
                    add(name, &|row| f64::from(u8::from(row == index)));
                }
            }
            Threshold::Symmetric => {
                let half = count / 2;
                let upper = count - half;
                if count % 2 == 1 {
                    add("central".to_owned(), &|_| 1.0);
                } else {
                    add("central.1".to_owned(), &|row| f64::from(u8::from(row < half)));
                    add("central.2".to_owned(), &|row| f64::from(u8::from(row >= half)));
                }
                // In an even number the middle two are the centres themselves.
                let reach = if count % 2 == 1 { half } else { half.saturating_sub(1) };
                for k in 1..=reach {
                    let (below, above) = (reach - k, upper + k - usize::from(count % 2 == 1));
                    add(format!("spacing.{k}"), &|row| match row {
                        row if row == below => -1.0,
                        row if row == above => 1.0,
                        _ => 0.0,
                    });
                }
            }
            Threshold::Equidistant => {
                add("threshold.1".to_owned(), &|_| 1.0);
                if count > 1 {
                    add("spacing".to_owned(), &|row| row as f64);
                }
            }
        }
        let cells = (0..count).flat_map(|row| columns.iter().map(move |(_, cells)| cells[row])).collect();
        Thresholds { names: columns.into_iter().map(|(name, _)| name).collect(), count, cells }
    }

    /// One threshold held at zero: a choice between two without an intercept.
    pub(crate) fn none() -> Thresholds {
        Thresholds { names: Vec::new(), count: 1, cells: Vec::new() }
    }

    /// θ = Tα.
    pub(crate) fn evaluate(&self, alpha: &[f64]) -> Vec<f64> {
        let width = self.names.len();
        (0..self.count).map(|row| small::dot(&self.cells[row * width..(row + 1) * width], alpha)).collect()
    }

    /// Tᵀv.
    pub(crate) fn multiply_transposed(&self, v: &[f64]) -> Vec<f64> {
        let width = self.names.len();
        (0..width).map(|column| (0..self.count).map(|row| self.cells[row * width + column] * v[row]).sum()).collect()
    }

    /// The α whose thresholds are nearest to these, by least squares.
    pub(crate) fn nearest(&self, theta: &[f64]) -> Vec<f64> {
        let width = self.names.len();
        let gram: Vec<f64> = (0..width * width)
            .map(|i| {
                (0..self.count).map(|r| self.cells[r * width + i / width] * self.cells[r * width + i % width]).sum()
            })
            .collect();
        let right = self.multiply_transposed(theta);
        let Some(inverse) = small::inverse(&gram, width) else { return vec![0.0; width] };
        (0..width).map(|row| small::dot(&inverse[row * width..(row + 1) * width], &right)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_follow_from_their_parameters() {
        let check = |kind, categories: &[&str], alpha: &[f64], names: &str, expected: &[f64]| {
            let categories: Vec<String> = categories.iter().map(|it| (*it).to_owned()).collect();
            let thresholds = Thresholds::new(kind, &categories);
            assert_eq!(thresholds.names.join(" "), names);
            assert_eq!(thresholds.evaluate(alpha), expected);
            let back = thresholds.nearest(expected);
            assert!(back.iter().zip(alpha).all(|(a, b)| (a - b).abs() < 1e-12), "{back:?}");
        };
        let four = ["a", "b", "c", "d"];
        let five = ["1", "2", "3", "4", "5"];
        check(Threshold::Flexible, &four, &[-1.0, 0.0, 2.0], "a|b b|c c|d", &[-1.0, 0.0, 2.0]);
        check(Threshold::Equidistant, &four, &[-1.0, 1.5], "threshold.1 spacing", &[-1.0, 0.5, 2.0]);
        check(Threshold::Equidistant, &["n", "y"], &[0.5], "threshold.1", &[0.5]);
        check(Threshold::Symmetric, &four, &[0.5, 2.0], "central spacing.1", &[-1.5, 0.5, 2.5]);
        check(Threshold::Symmetric, &five, &[0.5, 1.0, 2.0], "central.1 central.2 spacing.1", &[-1.5, 0.5, 1.0, 3.0]);
        check(Threshold::Symmetric, &["n", "y"], &[0.5], "central", &[0.5]);
        check(Threshold::Symmetric, &["a", "b", "c"], &[0.5, 1.0], "central.1 central.2", &[0.5, 1.0]);
    }
}
