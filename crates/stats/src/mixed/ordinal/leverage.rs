//! The conditional covariance of the random effects, where rows need it.
//!
//! Q = Λ(I + ΛᵀZᵀDZΛ)⁻¹Λᵀ is the covariance of b given the data, in Laplace's approximation. With K the
//! kernel of a leading level, B its meetings and S the trailing block: Q₂₂ = Λ₂S⁻¹Λ₂ᵀ, Q₁₂ = −KBQ₂₂ and
//! Q₁₁ = K − Q₁₂BᵀK (inverse of a partitioned matrix). Only effects that meet in a row are formed.

use rayon::prelude::*;

use super::laplace::{Curvature, PARALLEL_ROWS};
use super::model::Model;
use crate::linalg::{Square, small};
use crate::mixed::evaluation::{scale, scale_transposed};
use crate::mixed::score::{leading_times, shrink_levels, transposed_by_level};

/// One leading level: its own covariance, and that with each of its meetings.
struct Level {
    own: Vec<f64>,
    cross: Vec<f64>,
}

impl Curvature {
    /// zᵀQz by row: the conditional variance of its linear predictor. `inverse` is S⁻¹.
    pub(crate) fn leverages(&self, model: &Model, inverse: &Square) -> Vec<f64> {
        let pattern = &*self.products.pattern;
        let trailing = self.trailing(inverse);
        let count = pattern.level_start.len() - 1;
        let parallel = model.codes.len() > PARALLEL_ROWS;
        let level = |level: usize| self.level(level, &trailing);
        let levels: Vec<Level> =
            if parallel { (0..count).into_par_iter().map(level).collect() } else { (0..count).map(level).collect() };
        let row = |row: usize| self.leverage(model, &levels, &trailing, row);
        let rows = model.codes.len();
        if parallel { (0..rows).into_par_iter().map(row).collect() } else { (0..rows).map(row).collect() }
    }

    /// Q₂₂.
    fn trailing(&self, inverse: &Square) -> Square {
        let pattern = &*self.products.pattern;
        let columns = pattern.trailing_columns;
        let mut half = Square::from_fn(columns, |row, column| inverse.get(row, column));
        (0..columns).for_each(|column| scale(pattern, &self.at.templates, half.column_mut(column)));
        let mut whole = Square::from_fn(columns, |row, column| half.get(column, row));
        (0..columns).for_each(|column| scale(pattern, &self.at.templates, whole.column_mut(column)));
        whole
    }

    fn kernel(&self, level: usize) -> Vec<f64> {
        let width = self.products.width;
        let template = &self.at.templates[self.products.pattern.leading];
        if width == 1 {
            return vec![template[0] * template[0] * self.at.shrink[level]];
        }
        let shrink = &self.at.shrink[level * width * width..(level + 1) * width * width];
        small::product(&small::product(template, &small::transpose(template, width), width), shrink, width)
    }

    fn level(&self, level: usize, trailing: &Square) -> Level {
        let (pattern, width) = (&*self.products.pattern, self.products.width);
        let kernel = self.kernel(level);
        let range = pattern.of_level(level);
        if width == 1 {
            return self.scalar_level(kernel[0], range, trailing);
        }
        let met = |index: usize| &self.products.meetings[index * width..(index + 1) * width];
        let mut own = kernel.clone();
        let mut cross = Vec::with_capacity(range.len() * width);
        let mut sum = vec![0.0; width];
        for index in range.clone() {
            sum.fill(0.0);
            let cells = trailing.column(pattern.column[index] as usize);
            for other in range.clone() {
                let factor = cells[pattern.column[other] as usize];
                sum.iter_mut().zip(met(other)).for_each(|(cell, b)| *cell += factor * b);
            }
            let with: Vec<f64> = kernel.chunks_exact(width).map(|row| -small::dot(row, &sum)).collect();
            let back: Vec<f64> = kernel.chunks_exact(width).map(|row| small::dot(row, met(index))).collect();
            for (a, left) in with.iter().enumerate() {
                for (b, right) in back.iter().enumerate() {
                    own[a * width + b] -= left * right;
                }
            }
            cross.extend(with);
        }
        Level { own, cross }
    }

    /// The same for a group with one effect, without small matrices.
    fn scalar_level(&self, kernel: f64, range: std::ops::Range<usize>, trailing: &Square) -> Level {
        let (columns, met) = (&self.products.pattern.column[range.clone()], &self.products.meetings[range]);
        let mut own = kernel;
        let mut cross = Vec::with_capacity(columns.len());
        for (column, b) in columns.iter().zip(met) {
            let cells = trailing.column(*column as usize);
            let sum: f64 = columns.iter().zip(met).map(|(other, b)| cells[*other as usize] * b).sum();
            cross.push(-kernel * sum);
            own += kernel * sum * kernel * b;
        }
        Level { own: vec![own], cross }
    }

    fn leverage(&self, model: &Model, levels: &[Level], trailing: &Square, row: usize) -> f64 {
        let (pattern, width) = (&*self.products.pattern, self.products.width);
        let leading = &model.groups[pattern.leading];
        let (code, lead) = (leading.codes[row] as usize, leading.row(row));
        let level = &levels[code];
        let mut sum: f64 = lead.iter().zip(level.own.chunks_exact(width)).map(|(z, q)| z * small::dot(q, lead)).sum();
        let count = pattern.trailing.len();
        for (position, it) in pattern.trailing.iter().enumerate() {
            let group = &model.groups[it.group];
            let first = it.offset + group.codes[row] as usize * it.width;
            let slot = pattern.slot[row * count + position] as usize - pattern.level_start[code];
            for (a, z) in group.row(row).iter().enumerate() {
                sum += 2.0 * z * small::dot(&level.cross[(slot + a) * width..(slot + a + 1) * width], lead);
                let cells = trailing.column(first + a);
                for (other_position, other) in pattern.trailing.iter().enumerate().skip(position) {
                    let group = &model.groups[other.group];
                    let start = other.offset + group.codes[row] as usize * other.width;
                    let both = if other_position == position { 1.0 } else { 2.0 };
                    sum += both * z * small::dot(group.row(row), &cells[start..start + other.width]);
                }
            }
        }
        sum
    }

    /// (I + ΛᵀZᵀDZΛ)⁻¹Λᵀf by group, f being sums over rows by group.
    pub(crate) fn solve(&self, sums: &[Vec<f64>]) -> Vec<Vec<f64>> {
        let (pattern, width) = (&*self.products.pattern, self.products.width);
        let templates = &self.at.templates;
        let mut right = vec![0.0; pattern.trailing_columns];
        for it in &pattern.trailing {
            right[it.offset..pattern.end_of(it)].copy_from_slice(&sums[it.group]);
        }
        let lead = &sums[pattern.leading];
        for (level, f) in lead.chunks_exact(width).enumerate() {
            let pulled: Vec<f64> = self.kernel(level).chunks_exact(width).map(|row| small::dot(row, f)).collect();
            for index in pattern.of_level(level) {
                let met = &self.products.meetings[index * width..(index + 1) * width];
                right[pattern.column[index] as usize] -= small::dot(met, &pulled);
            }
        }
        scale_transposed(pattern, templates, &mut right);
        let spherical = if right.is_empty() { right } else { self.at.factor.solve(&right) };
        let mut effects = spherical.clone();
        scale(pattern, templates, &mut effects);
        let met = leading_times(&self.products, &effects);
        let left: Vec<f64> = lead.iter().zip(met).map(|(f, met)| f - met).collect();
        let leading = transposed_by_level(&shrink_levels(&self.products, &self.at, left), &templates[pattern.leading]);
        let mut out = vec![Vec::new(); templates.len()];
        for it in &pattern.trailing {
            out[it.group] = spherical[it.offset..pattern.end_of(it)].to_vec();
        }
        out[pattern.leading] = leading;
        out
    }
}
