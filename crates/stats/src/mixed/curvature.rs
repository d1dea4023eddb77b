//! Second derivatives of the criterion during the search and at its end.

use super::evaluation::PARALLEL_MEETINGS;
use super::fit::{Place, SINGULAR, Search};
use super::information::average_information;
use super::score::{Method, Score, without_fixed};

impl Search<'_> {
    /// Curvature from the average information: positive semi-definite, close to the truth when there
    /// are many levels.
    pub(super) fn curvature(&self, place: &Place) -> Vec<f64> {
        let parameters = self.model.parameters();
        let count = parameters.len();
        let weight = self.model.residual_df() / place.at.residual;
        let information = average_information(&self.model.products, &place.at, &place.score, &parameters);
        let slopes: Vec<f64> =
            parameters.iter().map(|it| 2.0 * place.score.quadratic(it.group, (it.row, it.column))).collect();
        let mut curvature: Vec<f64> = (0..count * count)
            .map(|i| weight * (information[i] - slopes[i / count] * slopes[i % count] / place.at.residual))
            .collect();
        // A variance is quadratic in its parameter, which bends the criterion by 2F; for effects that
        // stand alone F is at hand. It matters far from the optimum, where it also keeps steps short.
        for (i, it) in parameters.iter().enumerate() {
            let theta = place.theta[i];
            if self.model.groups[it.group].width() == 1 && theta > SINGULAR {
                let own = 0.5 * place.gradient[i] / theta;
                curvature[i * count + i] += (2.0 * own).max(-0.5 * curvature[i * count + i]);
            }
        }
        curvature
    }

    /// Whether a gradient costs so much that saving one matters more than the last digits.
    pub(super) fn costly(&self) -> bool {
        self.model.products.pattern.meeting.len() > PARALLEL_MEETINGS
    }

    /// Second derivatives: by formula where that is cheap and gradients are not, by differences of the
    /// gradient otherwise.
    pub(super) fn hessian(&self, place: &Place) -> Vec<f64> {
        let count = place.theta.len();
        let mut hessian = vec![0.0; count * count];
        let known = if self.costly() { self.known(place) } else { vec![false; count] };
        for i in (0..count).filter(|i| !known[*i]) {
            if let Some(row) = self.differences(place, i) {
                hessian[i * count..(i + 1) * count].copy_from_slice(&row);
            }
        }
        if known.contains(&true) {
            self.fill_known(place, &known, &mut hessian);
        }
        for i in 0..count {
            for j in 0..i {
                let mean = match (known[i], known[j]) {
                    (true, false) => hessian[j * count + i],
                    (false, true) => hessian[i * count + j],
                    (true, true) | (false, false) => 0.5 * (hessian[i * count + j] + hessian[j * count + i]),
                };
                hessian[i * count + j] = mean;
                hessian[j * count + i] = mean;
            }
        }
        hessian
    }

    /// Differences of the gradient along one parameter: central ones, or forward ones with a short step where
    /// gradients are costly. With that many rows the gradient is exact enough to bear it.
    fn differences(&self, place: &Place, i: usize) -> Option<Vec<f64>> {
        let gradient = |by: f64| {
            let mut theta = place.theta.clone();
            theta[i] += by;
            let at = self.model.evaluate(&theta)?;
            let score = Score::new(&self.model.products, &at, self.model.method);
            Some(self.model.gradient(&at, &score))
        };
        let share = if self.costly() { 1e-5 } else { 2e-4 };
        let step = share * place.theta[i].abs().max(0.05);
        let (below, width) =
            if self.costly() { (place.gradient.clone(), step) } else { (gradient(-step)?, 2.0 * step) };
        let above = gradient(step)?;
        Some(above.iter().zip(&below).map(|(a, b)| (a - b) / width).collect())
    }

    /// The parameters of trailing groups with one effect each, away from zero.
    fn known(&self, place: &Place) -> Vec<bool> {
        let leading = self.model.products.pattern.leading;
        let alone = |group: usize| group != leading && self.model.groups[group].width() == 1;
        self.model.parameters().iter().zip(&place.theta).map(|(it, x)| alone(it.group) && *x > SINGULAR).collect()
    }

    /// Second derivatives between parameters of trailing groups with one effect each. With V̇ = 2θZZᵀ and
    /// I − N = ΛᵀZᵀPZΛ, tr(PV̇ᵢPV̇ⱼ) = 4‖(I − N)ᵢⱼ‖²/(θᵢθⱼ); the rest is the average information.
    fn fill_known(&self, place: &Place, known: &[bool], hessian: &mut [f64]) {
        let (model, pattern) = (self.model, &*self.model.products.pattern);
        let parameters = model.parameters();
        let count = parameters.len();
        let alone;
        let inverse = match model.method {
            Method::Reml => &place.score.inverse,
            Method::Ml => {
                alone = without_fixed(&place.score.inverse, pattern.trailing_columns);
                &alone
            }
        };
        let range = |i: usize| {
            let it = pattern.trailing.iter().find(|it| it.group == parameters[i].group);
            it.map_or(0..0, |it| it.offset..pattern.end_of(it))
        };
        let squared = |rows: std::ops::Range<usize>, columns: std::ops::Range<usize>| -> f64 {
            let cell = |row: usize, column: usize| f64::from(u8::from(row == column)) - inverse.at(row, column);
            columns.map(|column| rows.clone().map(|row| cell(row, column).powi(2)).sum::<f64>()).sum()
        };
        let weight = model.residual_df() / place.at.residual;
        let information = average_information(&model.products, &place.at, &place.score, &parameters);
        let slope = |i: usize| 2.0 * place.score.quadratic(parameters[i].group, (0, 0));
        for i in (0..count).filter(|i| known[*i]) {
            for j in (0..count).filter(|j| known[*j]) {
                let trace = 4.0 * squared(range(i), range(j)) / (place.theta[i] * place.theta[j]);
                let own = if i == j { place.gradient[i] / place.theta[i] } else { 0.0 };
                hessian[i * count + j] =
                    own - trace + weight * (2.0 * information[i * count + j] - slope(i) * slope(j) / place.at.residual);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fit::tests::model;
    use super::*;

    #[test]
    fn second_derivatives_by_formula_are_those_of_the_gradient() {
        for method in [Method::Reml, Method::Ml] {
            for formula in ["y ~ s + x + (1 | g) + (1 | h)", "y ~ x + (1 | g) + (1 | h) + (1 | s)"] {
                let model = model(formula, method);
                let search = Search { model: &model, evaluations: 0 };
                let theta: Vec<f64> = (0..model.start().len()).map(|i| 0.4 + 0.15 * i as f64).collect();
                let (value, at) = search.model.evaluate(&theta).map(|at| (model.criterion(&at), at)).unwrap();
                let place = search.described(theta, value, at);
                let count = place.theta.len();
                let mut found = vec![0.0; count * count];
                let known = search.known(&place);
                assert!(known.contains(&true));
                search.fill_known(&place, &known, &mut found);
                for i in (0..count).filter(|i| known[*i]) {
                    let expected = search.differences(&place, i).unwrap();
                    for j in (0..count).filter(|j| known[*j]) {
                        let (found, expected) = (found[i * count + j], expected[j]);
                        assert!((found - expected).abs() < 1e-5 * (1.0 + expected.abs()), "{found} {expected}");
                    }
                }
            }
        }
    }
}
