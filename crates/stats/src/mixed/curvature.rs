//! Second derivatives of the criterion during the search and at its end.

use std::ops::Range;

use super::evaluation::{Evaluation, PARALLEL_MEETINGS, scale, weighted_gram};
use super::fit::{Place, SINGULAR, Search};
use super::information::average_information;
use super::products::Products;
use super::score::{Method, Score, without_fixed};
use crate::linalg::{Square, small};

/// Products of whole matrices with up to this many rows cost less than a gradient.
const SMALL: usize = 128;

impl Search<'_> {
    /// Curvature from the average information: positive semi-definite, close to the truth when there
    /// are many levels.
    pub(super) fn curvature(&self, place: &Place) -> Vec<f64> {
        let parameters = self.model.parameters();
        let count = parameters.len();
        let weight = self.model.residual_df() / place.at.residual;
        let information = average_information(&self.model.products, &place.at, &place.score, &parameters);
        let slopes: Vec<f64> = parameters.iter().map(|it| 2.0 * place.score.quadratic(*it)).collect();
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

    /// Second derivatives: by formula for groups with one effect each, by differences of the gradient otherwise.
    pub(super) fn hessian(&self, place: &Place) -> Vec<f64> {
        let count = place.theta.len();
        let mut hessian = vec![0.0; count * count];
        let known = self.known_parameters(place);
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

    /// The parameters of groups with one effect each, away from zero; the leading group's needs products of whole
    /// matrices, and is known only where these are small.
    fn known_parameters(&self, place: &Place) -> Vec<bool> {
        let products = &self.model.products;
        let within = |group: usize| group != products.pattern.leading || products.trailing.size() <= SMALL;
        let alone = |group: usize| self.model.groups[group].width() == 1 && within(group);
        self.model.parameters().iter().zip(&place.theta).map(|(it, x)| alone(it.group) && *x > SINGULAR).collect()
    }

    /// Second derivatives between parameters of groups with one effect each: with V̇ = 2θZZᵀ the trace of
    /// PV̇ᵢPV̇ⱼ is 4θᵢθⱼ‖ZᵢᵀPZⱼ‖²; the rest is the average information.
    fn fill_known(&self, place: &Place, known: &[bool], hessian: &mut [f64]) {
        let model = self.model;
        let parameters = model.parameters();
        let count = parameters.len();
        let alone;
        let inverse = match model.method {
            Method::Reml => &place.score.inverse,
            Method::Ml => {
                alone = without_fixed(&place.score.inverse, model.products.pattern.trailing_columns);
                &alone
            }
        };
        let leads = |i: usize| known[i] && parameters[i].group == model.products.pattern.leading;
        let leading = (0..count).any(leads).then(|| Leading::new(&model.products, &place.at, inverse));
        let squared = |i: usize, j: usize| match (&leading, leads(i), leads(j)) {
            (Some(leading), true, true) => leading.with_itself() * place.theta[i].powi(2),
            (Some(leading), true, false) => leading.cross_product(self.columns_of(j)) * place.theta[i] / place.theta[j],
            (Some(leading), false, true) => leading.cross_product(self.columns_of(i)) * place.theta[j] / place.theta[i],
            (None, _, _) | (Some(_), false, false) => {
                trailing_squared(inverse, self.columns_of(i), self.columns_of(j)) / (place.theta[i] * place.theta[j])
            }
        };
        let weight = model.residual_df() / place.at.residual;
        let information = average_information(&model.products, &place.at, &place.score, &parameters);
        let slope = |i: usize| 2.0 * place.score.quadratic(parameters[i]);
        for i in (0..count).filter(|i| known[*i]) {
            for j in (0..=i).filter(|j| known[*j]) {
                let own = if i == j { place.gradient[i] / place.theta[i] } else { 0.0 };
                let rest = weight * (2.0 * information[i * count + j] - slope(i) * slope(j) / place.at.residual);
                hessian[i * count + j] = own - 4.0 * squared(i, j) + rest;
                hessian[j * count + i] = hessian[i * count + j];
            }
        }
    }

    /// The columns of a parameter's group among the trailing ones.
    fn columns_of(&self, parameter: usize) -> Range<usize> {
        let pattern = &*self.model.products.pattern;
        let group = self.model.parameters()[parameter].group;
        let it = pattern.trailing.iter().find(|it| it.group == group);
        it.map_or(0..0, |it| it.offset..pattern.end_of(it))
    }
}

/// θᵢ²θⱼ²‖ZᵢᵀPZⱼ‖² for trailing groups: I − N = ΛᵀZᵀPZΛ.
fn trailing_squared(inverse: &Square, rows: Range<usize>, columns: Range<usize>) -> f64 {
    let cell = |row: usize, column: usize| f64::from(u8::from(row == column)) - inverse.get(row, column);
    columns.map(|column| rows.clone().map(|row| cell(row, column).powi(2)).sum::<f64>()).sum()
}

/// The leading group's part of P, where it has one effect. With J the shrinkage, C = Z₁ᵀWU and M = ΛNΛᵀ,
/// Z₁ᵀPZ₁ = nJ − JCMCᵀJ and Z₁ᵀPZ₂Λ₂ = JCΛN, whose squares need no more of C than G = CᵀJ²C.
struct Leading {
    /// ‖nJ‖² − 2 tr(nJ·JCMCᵀJ).
    diagonal: f64,
    gram: Square,
    /// ΛN.
    half: Square,
    /// M.
    whole: Square,
}

impl Leading {
    fn new(products: &Products, at: &Evaluation, inverse: &Square) -> Leading {
        let pattern = &*products.pattern;
        let size = inverse.size();
        let counts = || at.shrink.iter().zip(&products.leading);
        let squares: Vec<f64> = at.shrink.iter().map(|shrink| shrink * shrink).collect();
        let cubes: Vec<f64> = counts().map(|(shrink, n)| n * shrink.powi(3)).collect();
        let mut half = inverse.clone();
        (0..size).for_each(|column| scale(pattern, &at.templates, half.column_mut(column)));
        let mut whole = Square::from_fn(size, |row, column| half.get(column, row));
        (0..size).for_each(|column| scale(pattern, &at.templates, whole.column_mut(column)));
        let by_count = weighted_gram(products, &cubes);
        let cross: f64 = (0..size).map(|k| small::dot(whole.column(k), &by_count.column(k)[..size])).sum();
        let diagonal = counts().map(|(shrink, n)| (n * shrink).powi(2)).sum::<f64>() - 2.0 * cross;
        Leading { diagonal, gram: weighted_gram(products, &squares), half, whole }
    }

    /// ‖Z₁ᵀPZ₁‖².
    fn with_itself(&self) -> f64 {
        let size = self.whole.size();
        let mut product = Square::zeros(size);
        for column in 0..size {
            product.column_mut(column).copy_from_slice(&self.gram_times(self.whole.column(column)));
        }
        let row = |k: usize| (0..size).map(move |column| (k, column));
        let twice: f64 = (0..size).flat_map(row).map(|(a, b)| product.get(a, b) * product.get(b, a)).sum();
        self.diagonal + twice
    }

    /// ‖Z₁ᵀPZⱼθⱼ‖² for a trailing group in these columns.
    fn cross_product(&self, columns: Range<usize>) -> f64 {
        columns.map(|column| small::dot(&self.gram_times(self.half.column(column)), self.half.column(column))).sum()
    }

    fn gram_times(&self, v: &[f64]) -> Vec<f64> {
        let mut out = vec![0.0; v.len()];
        for (column, factor) in v.iter().enumerate() {
            out.iter_mut().zip(self.gram.column(column)).for_each(|(cell, g)| *cell += factor * g);
        }
        out
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
                let place = search.place_at(theta, value, at);
                let count = place.theta.len();
                let mut found = vec![0.0; count * count];
                let known = search.known_parameters(&place);
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
