//! The gradient of Laplace's approximation.
//!
//! The modes û move with the parameters, and with them the determinant: by implicit differentiation of
//! ∂f/∂u = 0, dû/dψ = H⁻¹ ∂²f/∂u∂ψ with H = I + ΛᵀZᵀDZΛ (Skaug & Fournier 2006, Comput. Stat. Data Anal.
//! 51). With cᵢ the conditional variance of a row's linear predictor, q = H⁻¹ΛᵀZᵀ(c·∂D/∂η) and r = ZΛq,
//! the derivative by a row's predictor is slopeᵢ − ½cᵢ·∂Dᵢ/∂η + ½rᵢDᵢ; thresholds, scales and templates follow
//! the same pattern.

use rayon::prelude::*;

use super::laplace::{Modes, PARALLEL_ROWS, effect_of, scaled_by_level};
use super::link::{Bend, Edge};
use super::model::{Model, Point};
use crate::mixed::Method;
use crate::mixed::score::Score;

impl Model {
    /// The gradient of the log-likelihood by all parameters, at the modes.
    pub(crate) fn gradient(&self, modes: &Modes) -> Vec<f64> {
        let count = self.codes.len();
        let bend = |row: usize| self.bend(&modes.point, row, modes.rows[row].eta);
        let bends: Vec<(Bend, Option<Edge>)> = if count > PARALLEL_ROWS {
            (0..count).into_par_iter().map(bend).collect()
        } else {
            (0..count).map(bend).collect()
        };
        let Some(curvature) = &modes.curvature else {
            let along: Vec<f64> = modes.rows.iter().map(|row| row.slope).collect();
            return self.gather_derivatives(&bends, &along, |edge, row| self.weight(row) * edge.log);
        };
        let score = Score::new(&curvature.products, &curvature.at, Method::Ml);
        let leverages = curvature.leverages(self, &score.inverse);
        let sideways: Vec<f64> =
            (0..count).map(|row| leverages[row] * self.weight(row) * bends[row].0.by_eta).collect();
        let moved = curvature.solve(&self.sums(&sideways));
        let effects: Vec<Vec<f64>> =
            moved.iter().zip(&modes.point.templates).map(|(u, template)| scaled_by_level(u, template)).collect();
        let shifts: Vec<f64> = (0..count).map(|row| effect_of(&self.groups, &effects, row)).collect();
        let along: Vec<f64> = (0..count)
            .map(|row| {
                let at = &modes.rows[row];
                at.slope - 0.5 * sideways[row] + 0.5 * shifts[row] * at.curvature
            })
            .collect();
        let mut gradient = self.gather_derivatives(&bends, &along, |edge, row| {
            self.weight(row) * (edge.log - 0.5 * leverages[row] * edge.curvature - 0.5 * shifts[row] * edge.slope)
        });
        let slopes: Vec<f64> = modes.rows.iter().map(|row| row.slope).collect();
        let (pulls, slopes) = (self.sums(&along), self.sums(&slopes));
        for it in self.covariance_parameters() {
            let width = self.groups[it.group].width();
            let pairs = |left: &[f64], right: &[f64]| -> f64 {
                left.chunks_exact(width)
                    .zip(right.chunks_exact(width))
                    .map(|(a, b)| a[it.element.row] * b[it.element.column])
                    .sum()
            };
            let by_modes = pairs(&pulls[it.group], &modes.spherical[it.group]);
            let by_shift = pairs(&slopes[it.group], &moved[it.group]);
            gradient
                .push(by_modes - 0.5 * by_shift - score.trace[it.group][it.element.row * width + it.element.column]);
        }
        gradient
    }

    /// What the gradient needs of a row; by the logarithm of its scale where there is more than one.
    fn bend(&self, point: &Point, row: usize, eta: f64) -> (Bend, Option<Edge>) {
        match self.scaled_category(point, row) {
            None => (self.link.bend(&point.cells[self.codes[row] as usize], eta), None),
            Some(scaled) => {
                let (bend, by_scale) = scaled.bend(self.link, eta);
                (bend, Some(by_scale))
            }
        }
    }

    /// Derivatives by the parameters of the thresholds, by the fixed effects and by those on the scale.
    fn gather_derivatives(
        &self,
        bends: &[(Bend, Option<Edge>)],
        along: &[f64],
        by_edge: impl Fn(&Edge, usize) -> f64,
    ) -> Vec<f64> {
        let mut thresholds = vec![0.0; self.thresholds.count + 2];
        let mut scale = vec![0.0; self.scale.width()];
        for (row, (bend, by_scale)) in bends.iter().enumerate() {
            let code = self.codes[row] as usize;
            thresholds[code] += by_edge(&bend.lower, row);
            thresholds[code + 1] += by_edge(&bend.upper, row);
            if let Some(edge) = by_scale {
                let by = by_edge(edge, row);
                scale.iter_mut().zip(self.scale.row(row)).for_each(|(sum, w)| *sum += w * by);
            }
        }
        let mut gradient = self.thresholds.multiply_transposed(&thresholds[1..=self.thresholds.count]);
        let width = self.width();
        let mut fixed = vec![0.0; width];
        if width > 0 {
            for (x, along) in self.x.chunks_exact(width).zip(along) {
                fixed.iter_mut().zip(x).for_each(|(sum, x)| *sum += x * along);
            }
        }
        gradient.extend(fixed);
        gradient.extend(scale);
        gradient
    }

    /// Zᵀv by group.
    fn sums(&self, v: &[f64]) -> Vec<Vec<f64>> {
        let mut all = self.at_rest();
        for (group, sums) in self.groups.iter().zip(&mut all) {
            let width = group.width();
            for (row, value) in v.iter().enumerate() {
                let code = group.codes[row] as usize;
                let cells = &mut sums[code * width..(code + 1) * width];
                cells.iter_mut().zip(group.row(row)).for_each(|(sum, z)| *sum += z * value);
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Link, Model, Options, Threshold, log_likelihood};
    use crate::mixed::{Column, Formula, Frame};

    fn frame() -> Frame {
        let n = 140;
        let wave = |k: usize, m: usize| ((k * 7919 + 13 * k * k) % m) as f64;
        let factor = |m: usize, s: usize| {
            Column::factor(&(0..n).map(|k| ((wave(k, 101) as usize * s + k) % m).to_string()).collect::<Vec<_>>())
        };
        let response =
            (0..n).map(|k| ((wave(k, 17) * 0.2 + wave(k, 5) * 0.5 + (k % 7) as f64 * 0.4) / 2.0).floor().min(3.0));
        Frame::default()
            .with_column("y", Column::Numeric(response.collect()))
            .and_then(|f| f.with_column("x", Column::Numeric((0..n).map(|k| wave(k, 23) / 10.0 - 1.0).collect())))
            .and_then(|f| f.with_column("g", factor(7, 1)))
            .and_then(|f| f.with_column("h", factor(11, 3)))
            .and_then(|f| f.with_column("s", factor(3, 2)))
            .unwrap()
    }

    #[test]
    fn the_gradient_is_that_of_the_log_likelihood() {
        for link in [Link::Logit, Link::Probit] {
            for threshold in [Threshold::Flexible, Threshold::Symmetric, Threshold::Equidistant] {
                for formula in [
                    "y ~ s + x",
                    "y ~ s + (1 | g)",
                    "y ~ s + x + (1 | g) + (1 | h)",
                    "y ~ 1 + (1 | g) + (1 | h) + (1 | s)",
                    "y ~ x + (1 + x | g)",
                    "y ~ x + (1 + x || g) + (1 + x | h) + (1 | s)",
                ] {
                    check(formula, "y ~ 1", (link, threshold));
                }
                check("y ~ s + x", "y ~ s", (link, threshold));
                check("y ~ s + (1 | g) + (1 | h)", "y ~ s + x", (link, threshold));
                check("y ~ x + (1 + x | g)", "y ~ s", (link, threshold));
            }
        }
    }

    fn check(formula: &str, scale: &str, (link, threshold): (Link, Threshold)) {
        let weights = (0..140).map(|k| 1.0 + f64::from(k % 3)).collect();
        let scale = Formula::parse(scale).unwrap().fixed;
        let options = Options { threshold, weights, scale, ..Options::new(link) };
        let model = Model::new(&Formula::parse(formula).unwrap(), &frame(), &options).unwrap();
        let mut parameters = model.start();
        let thresholds = model.threshold_names().len();
        for (index, value) in parameters.iter_mut().enumerate().skip(thresholds) {
            *value += 0.1 + 0.07 * (index - thresholds) as f64;
        }
        let modes = model.modes(model.point(&parameters).unwrap(), &model.at_rest()).unwrap();
        for (index, found) in model.gradient(&modes).iter().enumerate() {
            let at = |by: f64| {
                let mut parameters = parameters.clone();
                parameters[index] += by;
                log_likelihood(&model, &parameters).unwrap()
            };
            let h = 1e-4;
            let expected = (8.0 * (at(h) - at(-h)) - (at(2.0 * h) - at(-2.0 * h))) / (12.0 * h);
            assert!(
                (found - expected).abs() < 1e-6 * (1.0 + found.abs()),
                "{formula} {link:?} {threshold:?} parameter {index}: {found} {expected}"
            );
        }
    }
}
