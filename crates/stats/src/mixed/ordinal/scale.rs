//! How far the responses scatter, explained by columns: P(Y ≤ j) = F((θⱼ − η)/s), ln s = wᵀζ.
//!
//! Some systems' ratings scatter more than others'; a model without this takes part of that for a shift: McCullagh
//! (1980), section 6.1; Agresti (2010), *Analysis of Ordinal Categorical Data*, section 5.4. There is no intercept:
//! the thresholds know the common scale.

use super::categories::Categories;
use super::link::{Bend, Cell, Edge, Link, Slope};
use crate::mixed::fixed_effects;
use crate::mixed::{Contrasts, Design, Frame, Terms};
use crate::{Result, StatError};

/// The columns that explain the scale, those that can be estimated.
#[derive(Debug, Clone, Default)]
pub(crate) struct Scale {
    /// Names of ζ.
    pub(crate) names: Vec<String>,
    /// Row-major matrix of their columns.
    pub(crate) w: Vec<f64>,
}

impl Scale {
    /// The scale explained by these terms.
    pub(crate) fn new(terms: &Terms, frame: &Frame, contrasts: Contrasts, categories: &Categories) -> Result<Scale> {
        if terms.terms.is_empty() {
            return Ok(Scale::default());
        }
        if categories.levels.len() < 3 {
            return Err(StatError::Undefined(
                "with two categories a different scale cannot be told from a different effect; leave the scale out"
                    .to_owned(),
            ));
        }
        if !terms.intercept {
            return Err(StatError::Undefined(
                "the thresholds know the common scale, so an intercept cannot be left out of it; write the scale \
                 without `0 +` or `- 1`"
                    .to_owned(),
            ));
        }
        let design = Design::new(terms, frame, contrasts)?;
        let response: Vec<f64> = categories.codes.iter().map(|code| f64::from(*code)).collect();
        let fixed = fixed_effects::estimable(&design, design.matrix(frame)?, &response, &[])?;
        let names = fixed.kept.iter().skip(1).map(|column| design.names[*column].clone()).collect();
        let w = fixed.x.chunks_exact(fixed.kept.len()).flat_map(|row| &row[1..]).copied().collect();
        Ok(Scale { names, w })
    }

    /// How many effects.
    pub(crate) fn width(&self) -> usize {
        self.names.len()
    }

    /// The columns of a row.
    pub(crate) fn row(&self, row: usize) -> &[f64] {
        &self.w[row * self.width()..(row + 1) * self.width()]
    }
}

/// A category of a row whose responses scatter s times as far: everything is F's at thresholds and η divided by s.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ScaledCategory {
    lower: f64,
    upper: f64,
    /// 1/s.
    shrink: f64,
}

impl ScaledCategory {
    pub(crate) fn new((lower, upper): (f64, f64), log_scale: f64) -> ScaledCategory {
        ScaledCategory { lower, upper, shrink: (-log_scale).exp() }
    }

    fn cell(&self) -> Option<Cell> {
        Cell::new(self.lower * self.shrink, self.upper * self.shrink)
    }

    /// ln p with its first and minus its second derivative by η; not finite where thresholds have met.
    pub(crate) fn slope(&self, link: Link, eta: f64) -> Slope {
        let k = self.shrink;
        match self.cell().map(|cell| link.slope(&cell, eta * k)) {
            Some(it) => Slope { log: it.log, slope: k * it.slope, curvature: k * k * it.curvature },
            None => Slope { log: f64::NEG_INFINITY, slope: 0.0, curvature: 0.0 },
        }
    }

    /// What the gradient needs: the derivatives by η and thresholds, and those by ln s.
    pub(crate) fn bend(&self, link: Link, eta: f64) -> (Bend, Edge) {
        let k = self.shrink;
        let nothing = Edge { log: 0.0, slope: 0.0, curvature: 0.0 };
        let Some(cell) = self.cell() else {
            return (Bend { by_eta: 0.0, upper: nothing, lower: nothing }, nothing);
        };
        let (at, plain) = (self.slope(link, eta), link.bend(&cell, eta * k));
        let wide = |it: Edge| Edge { log: k * it.log, slope: k * k * it.slope, curvature: k.powi(3) * it.curvature };
        let bend = Bend { by_eta: k.powi(3) * plain.by_eta, upper: wide(plain.upper), lower: wide(plain.lower) };
        // A function of θ/s and η/s falls with ln s by θ and η times its derivatives by them.
        let along = |of: fn(&Edge) -> f64, by_eta: f64| {
            let of_edge = |theta: f64, edge: &Edge| if theta.is_finite() { theta * of(edge) } else { 0.0 };
            -of_edge(self.upper, &bend.upper) - of_edge(self.lower, &bend.lower) - eta * by_eta
        };
        let by_scale = Edge {
            log: along(|edge| edge.log, at.slope),
            slope: along(|edge| edge.slope, -at.curvature) - at.slope,
            curvature: along(|edge| edge.curvature, bend.by_eta) - 2.0 * at.curvature,
        };
        (bend, by_scale)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn derivatives_by_the_scale_are_those_of_differences() {
        for link in [Link::Logit, Link::Probit] {
            for edges in [(f64::NEG_INFINITY, -0.7), (-0.7, 0.4), (0.4, 1.3), (1.3, f64::INFINITY)] {
                for (eta, log_scale) in [(-1.3, 0.4), (0.2, -0.5), (0.8, 0.0)] {
                    let h = 1e-5;
                    let at = |by: f64| ScaledCategory::new(edges, log_scale + by).slope(link, eta);
                    let (above, below) = (at(h), at(-h));
                    let (bend, found) = ScaledCategory::new(edges, log_scale).bend(link, eta);
                    let near = |found: f64, above: f64, below: f64| {
                        let expected = (above - below) / (2.0 * h);
                        assert!(
                            (found - expected).abs() < 1e-6,
                            "{link:?} {edges:?} {eta} {log_scale}: {found} {expected}"
                        );
                    };
                    near(found.log, above.log, below.log);
                    near(found.slope, above.slope, below.slope);
                    near(found.curvature, above.curvature, below.curvature);
                    let at = |by: f64| ScaledCategory::new(edges, log_scale).slope(link, eta + by);
                    near(bend.by_eta, at(h).curvature, at(-h).curvature);
                    near(at(0.0).slope, at(h).log, at(-h).log);
                }
            }
        }
    }
}
