//! Kenward and Roger's covariance of the fixed effects and degrees of freedom.
//!
//! Kenward & Roger (1997), *Small sample inference for fixed effects from restricted maximum
//! likelihood*, Biometrics 53. With V = Σ φᵣVᵣ linear in the variances and covariances, Φ = (XᵀV⁻¹X)⁻¹,
//! Pᵣ = XᵀV⁻¹VᵣV⁻¹X, Qᵣₛ = XᵀV⁻¹VᵣV⁻¹VₛV⁻¹X and W = 2 [tr(P Vᵣ P Vₛ)]⁻¹:
//! Φ_A = Φ + 2Φ {Σ Wᵣₛ (Qᵣₛ − PᵣΦPₛ)} Φ, and for one contrast
//! df = 2 (lᵀΦl)² / Σ Wᵣₛ (lᵀΦPᵣΦl)(lᵀΦPₛΦl). Everything is taken relative to σ²; what belongs to the
//! residual follows from Σ φᵣVᵣ = V.

use super::fit::Fit;
use super::information::project;
use super::model::Model;
use super::satterthwaite::{quadratic, sensitivities};
use super::score::Method;
use crate::linalg::small;
use crate::{Result, StatError};

/// More random effects than this need more memory and time than the adjustment is worth.
const MOST_EFFECTS: usize = 6_000;

/// Kenward and Roger's adjusted covariance, and what the degrees of freedom are made of.
#[derive(Debug, Clone)]
pub struct KenwardRoger {
    /// Adjusted covariance of the fixed effects, row-major.
    pub covariance: Vec<f64>,
    unadjusted: Vec<f64>,
    /// ΦPᵣΦ for each variance parameter.
    sandwiches: Vec<Vec<f64>>,
    weights: Vec<f64>,
}

/// A variance or covariance of a group: element (row, column) of its covariance matrix.
#[derive(Debug, Clone, Copy)]
struct Component {
    group: usize,
    row: usize,
    column: usize,
    /// Its value relative to σ².
    value: f64,
}

impl KenwardRoger {
    /// Prepares the adjustment of a fit.
    ///
    /// # Errors
    /// When the fit is by maximum likelihood, has a singular covariance, or has too many random effects.
    pub fn new(model: &Model, fit: &Fit) -> Result<KenwardRoger> {
        let effects: usize = model.groups.iter().map(super::group::Group::columns).sum();
        if model.method == Method::Ml {
            return Err(StatError::Undefined(
                "Kenward–Roger is defined for REML fits; leave `--ml` out or use Satterthwaite".to_owned(),
            ));
        }
        if effects > MOST_EFFECTS {
            return Err(StatError::Undefined(format!(
                "Kenward–Roger with {effects} random effects would need too much memory; use Satterthwaite, \
                 which hardly differs in a sample of this size"
            )));
        }
        let pieces = Pieces::new(model, fit);
        let weights = small::inverse(&pieces.traces, pieces.components.len() + 1).ok_or_else(|| {
            StatError::Undefined(
                "the variance components cannot be told apart, so Kenward–Roger is undefined; use Satterthwaite \
                 or drop the random effect without variance"
                    .to_owned(),
            )
        })?;
        let weights: Vec<f64> = weights.iter().map(|w| 2.0 * w).collect();
        Ok(pieces.adjust_covariance(fit, weights))
    }

    /// Degrees of freedom of one contrast.
    #[must_use]
    pub fn df(&self, contrast: &[f64]) -> f64 {
        let variance = quadratic(&self.unadjusted, contrast);
        let slopes: Vec<f64> = self.sandwiches.iter().map(|it| quadratic(it, contrast)).collect();
        2.0 * variance * variance / quadratic(&self.weights, &slopes)
    }
}

impl KenwardRoger {
    /// The factor of F and the degrees of freedom of its denominator, for uncorrelated contrasts:
    /// Kenward & Roger (1997), section 3.
    pub(crate) fn joint(&self, contrasts: &[Vec<f64>]) -> (f64, f64) {
        let q = contrasts.len();
        let within = |matrix: &[f64]| -> Vec<f64> {
            let cell = |a: usize, b: usize| bilinear(matrix, &contrasts[a], &contrasts[b]);
            (0..q * q).map(|index| cell(index / q, index % q)).collect()
        };
        let Some(precision) = small::inverse(&within(&self.unadjusted), q) else { return (1.0, f64::INFINITY) };
        let shares: Vec<Vec<f64>> =
            self.sandwiches.iter().map(|it| small::product(&precision, &within(it), q)).collect();
        let trace = |m: &[f64]| (0..q).map(|a| m[a * q + a]).sum::<f64>();
        let (mut a1, mut a2) = (0.0, 0.0);
        for (r, left) in shares.iter().enumerate() {
            for (s, right) in shares.iter().enumerate() {
                let weight = self.weights[r * shares.len() + s];
                a1 += weight * trace(left) * trace(right);
                a2 += weight * trace(&small::product(left, right, q));
            }
        }
        if a2 <= 0.0 {
            return (1.0, f64::INFINITY);
        }
        let q = q as f64;
        let b = (a1 + 6.0 * a2) / (2.0 * q);
        let g = ((q + 1.0) * a1 - (q + 4.0) * a2) / ((q + 2.0) * a2);
        let divisor = 3.0 * q + 2.0 * (1.0 - g);
        let (c1, c2, c3) = (g / divisor, (q - g) / divisor, (q + 2.0 - g) / divisor);
        let mean = 1.0 / (1.0 - a2 / q);
        let variance = 2.0 / q * (1.0 + c1 * b) / ((1.0 - c2 * b).powi(2) * (1.0 - c3 * b));
        let df = 4.0 + (q + 2.0) / (q * variance / (2.0 * mean * mean) - 1.0);
        (df / (mean * (df - 2.0)), df)
    }
}

struct Pieces {
    components: Vec<Component>,
    fixed: usize,
    /// (XᵀV⁻¹X)⁻¹ relative to σ².
    phi: Vec<f64>,
    /// Pᵣ, the residual's last.
    p: Vec<Vec<f64>>,
    /// Qᵣₛ, row by row, the residual's last.
    q: Vec<Vec<f64>>,
    /// tr(P Vᵣ P Vₛ), the residual's last.
    traces: Vec<f64>,
}

impl Pieces {
    fn new(model: &Model, fit: &Fit) -> Pieces {
        let components = components(model, fit);
        let (fixed, count) = (fit.beta.len(), components.len());
        let variance = fit.sigma * fit.sigma;
        let phi: Vec<f64> = fit.covariance.iter().map(|x| x / variance).collect();
        let precision = small::inverse(&phi, fixed).unwrap_or_else(|| vec![0.0; fixed * fixed]);
        let leans = sensitivities(model, fit);
        let projections = projections(model, fit);
        let mut pieces = Pieces {
            p: components.iter().map(|it| leaning(model, it, &leans, &precision)).collect(),
            q: vec![Vec::new(); (count + 1) * (count + 1)],
            traces: vec![0.0; (count + 1) * (count + 1)],
            fixed,
            phi,
            components,
        };
        let mut own_traces = Vec::new();
        for r in 0..count {
            own_traces.push(pieces.own_trace(model, &projections, r));
            for s in 0..=r {
                let (trace, q) = pieces.pair(model, (&projections, &leans, &precision), r, s);
                pieces.traces[r * (count + 1) + s] = trace;
                pieces.traces[s * (count + 1) + r] = trace;
                pieces.q[s * (count + 1) + r] = small::transpose(&q, fixed);
                pieces.q[r * (count + 1) + s] = q;
            }
        }
        let df = (model.rows() - fixed) as f64;
        pieces.complete(&precision, &own_traces, df);
        pieces
    }

    /// tr(P Vᵣ).
    fn own_trace(&self, model: &Model, projections: &Projections, r: usize) -> f64 {
        let it = self.components[r];
        let width = model.groups[it.group].width();
        let pairs = if it.row == it.column { 1.0 } else { 2.0 };
        (0..model.groups[it.group].levels.len())
            .map(|level| {
                pairs * projections.get((it.group, level * width + it.row), (it.group, level * width + it.column))
            })
            .sum()
    }

    /// tr(P Vᵣ P Vₛ) and Qᵣₛ.
    fn pair(
        &self,
        model: &Model,
        (projections, leans, precision): (&Projections, &[Vec<f64>], &[f64]),
        r: usize,
        s: usize,
    ) -> (f64, Vec<f64>) {
        let (a, b, fixed) = (self.components[r], self.components[s], self.fixed);
        let (wa, wb) = (model.groups[a.group].width(), model.groups[b.group].width());
        let left: Vec<Vec<f64>> =
            levels_of(model, &a).map(|j| times(&leans[a.group][j * wa * fixed..], wa, precision)).collect();
        let right: Vec<Vec<f64>> =
            levels_of(model, &b).map(|j| times(&leans[b.group][j * wb * fixed..], wb, precision)).collect();
        let mut trace = 0.0;
        let mut q = vec![0.0; fixed * fixed];
        for (j, left) in left.iter().enumerate() {
            for (k, right) in right.iter().enumerate() {
                for (row, to) in both_ways(&a) {
                    for (from, column) in both_ways(&b) {
                        // (E_a R_jk E_b R_kj) along one pair of elementary matrices each.
                        let middle = projections.get((a.group, j * wa + to), (b.group, k * wb + from));
                        trace += middle * projections.get((b.group, k * wb + column), (a.group, j * wa + row));
                        let (x, y) =
                            (&left[row * fixed..(row + 1) * fixed], &right[column * fixed..(column + 1) * fixed]);
                        // ZᵀV⁻¹Z = ZᵀPZ + ZᵀV⁻¹X Φ XᵀV⁻¹Z.
                        let full = middle
                            + bilinear(
                                &self.phi,
                                &left[to * fixed..(to + 1) * fixed],
                                &right[from * fixed..(from + 1) * fixed],
                            );
                        for (index, cell) in q.iter_mut().enumerate() {
                            *cell += full * x[index / fixed] * y[index % fixed];
                        }
                    }
                }
            }
        }
        (trace, q)
    }

    /// Fills in what belongs to the residual, whose matrix is V − Σ φᵣVᵣ.
    fn complete(&mut self, precision: &[f64], own_traces: &[f64], df: f64) {
        let count = self.components.len();
        let side = count + 1;
        let values: Vec<f64> = self.components.iter().map(|it| it.value).collect();
        let rest = |total: &[f64], parts: &[&Vec<f64>]| -> Vec<f64> {
            (0..total.len())
                .map(|i| total[i] - parts.iter().zip(&values).map(|(part, v)| v * part[i]).sum::<f64>())
                .collect()
        };
        self.p.push(rest(precision, &self.p.iter().collect::<Vec<_>>()));
        for (r, own_trace) in own_traces.iter().enumerate() {
            let parts: Vec<&Vec<f64>> = (0..count).map(|s| &self.q[r * side + s]).collect();
            let q = rest(&self.p[r], &parts);
            self.q[count * side + r] = small::transpose(&q, self.fixed);
            self.q[r * side + count] = q;
            let known: f64 = (0..count).map(|s| values[s] * self.traces[r * side + s]).sum();
            self.traces[r * side + count] = own_trace - known;
            self.traces[count * side + r] = own_trace - known;
        }
        let parts: Vec<&Vec<f64>> = (0..count).map(|s| &self.q[count * side + s]).collect();
        self.q[count * side + count] = rest(&self.p[count], &parts);
        let residual_trace = df - small::dot(&values, own_traces);
        let known: f64 = (0..count).map(|s| values[s] * self.traces[count * side + s]).sum();
        self.traces[count * side + count] = residual_trace - known;
    }

    fn adjust_covariance(self, fit: &Fit, weights: Vec<f64>) -> KenwardRoger {
        let (fixed, side) = (self.fixed, self.components.len() + 1);
        let sandwiches: Vec<Vec<f64>> =
            self.p.iter().map(|p| small::product(&self.phi, &small::product(p, &self.phi, fixed), fixed)).collect();
        let mut middle = vec![0.0; fixed * fixed];
        for r in 0..side {
            for s in 0..side {
                let less = small::product(&self.p[r], &small::product(&self.phi, &self.p[s], fixed), fixed);
                for (index, cell) in middle.iter_mut().enumerate() {
                    *cell += weights[r * side + s] * (self.q[r * side + s][index] - less[index]);
                }
            }
        }
        let correction = small::product(&self.phi, &small::product(&middle, &self.phi, fixed), fixed);
        let variance = fit.sigma * fit.sigma;
        let covariance = self.phi.iter().zip(&correction).map(|(phi, more)| variance * (phi + 2.0 * more)).collect();
        KenwardRoger { covariance, unadjusted: self.phi, sandwiches, weights }
    }
}

fn components(model: &Model, fit: &Fit) -> Vec<Component> {
    let value = |group: usize, row: usize, column: usize| {
        let template = &fit.at.templates[group];
        let width = model.groups[group].width();
        small::dot(&template[row * width..(row + 1) * width], &template[column * width..(column + 1) * width])
    };
    let of = |it: super::group::Parameter| {
        let super::group::Parameter { group, element: super::group::Element { row, column, count: _ } } = it;
        Component { group, row, column, value: value(group, row, column) }
    };
    model.parameters().into_iter().map(of).collect()
}

fn levels_of(model: &Model, it: &Component) -> std::ops::Range<usize> {
    0..model.groups[it.group].levels.len()
}

/// The elementary matrices that make up a symmetric one.
fn both_ways(it: &Component) -> impl Iterator<Item = (usize, usize)> + use<> {
    let other = (it.row != it.column).then_some((it.column, it.row));
    std::iter::once((it.row, it.column)).chain(other)
}

/// The first `width` rows of a level times a matrix: ZᵀV⁻¹X from ZᵀV⁻¹XΦ.
fn times(level: &[f64], width: usize, matrix: &[f64]) -> Vec<f64> {
    let fixed = matrix.len().isqrt();
    let row =
        |a: usize| (0..fixed).map(move |x| (0..fixed).map(|k| level[a * fixed + k] * matrix[k * fixed + x]).sum());
    (0..width).flat_map(row).collect()
}

fn bilinear(matrix: &[f64], left: &[f64], right: &[f64]) -> f64 {
    matrix.chunks_exact(right.len()).zip(left).map(|(row, x)| x * small::dot(row, right)).sum()
}

/// Pᵣ = XᵀV⁻¹VᵣV⁻¹X.
fn leaning(model: &Model, it: &Component, leans: &[Vec<f64>], precision: &[f64]) -> Vec<f64> {
    let (fixed, width) = (precision.len().isqrt(), model.groups[it.group].width());
    let mut p = vec![0.0; fixed * fixed];
    for level in levels_of(model, it) {
        let rows = times(&leans[it.group][level * width * fixed..], width, precision);
        for (row, column) in both_ways(it) {
            for (index, cell) in p.iter_mut().enumerate() {
                *cell += rows[row * fixed + index / fixed] * rows[column * fixed + index % fixed];
            }
        }
    }
    p
}

/// ZᵀPZ over all groups.
struct Projections {
    offsets: Vec<usize>,
    columns: Vec<Vec<f64>>,
}

impl Projections {
    fn get(&self, (left, row): (usize, usize), (right, column): (usize, usize)) -> f64 {
        self.columns[self.offsets[right] + column][self.offsets[left] + row]
    }
}

fn projections(model: &Model, fit: &Fit) -> Projections {
    let mut offsets = Vec::new();
    let mut columns = Vec::new();
    for (group, it) in model.groups.iter().enumerate() {
        offsets.push(columns.len());
        for column in 0..it.columns() {
            let mut h = vec![0.0; it.columns()];
            h[column] = 1.0;
            columns.push(project(&model.products, &fit.at, group, &h).concat());
        }
    }
    Projections { offsets, columns }
}
