//! Second derivatives: the average information for the way, differences of the gradient at the end.
//!
//! The average of observed and expected information, yᵀP V̇ᵢ P V̇ⱼ P y, needs no trace of a product of
//! large matrices: Gilmour, Thompson & Cullis (1995), *Average information REML*, Biometrics 51.

use super::evaluation::{Evaluation, scale, scale_transposed};
use super::group::Parameter;
use super::products::Products;
use super::score::{Score, leading_times, reduced_times, shrink_levels, width_of};
use crate::linalg::small;

/// yᵀP V̇ᵢ P V̇ⱼ P y for each pair of parameters, row-major.
pub(crate) fn average_information(
    products: &Products,
    at: &Evaluation,
    score: &Score,
    parameters: &[Parameter],
) -> Vec<f64> {
    let count = parameters.len();
    let directions: Vec<Vec<f64>> = parameters.iter().map(|parameter| direction(at, score, *parameter)).collect();
    let mut information = vec![0.0; count * count];
    for (j, parameter) in parameters.iter().enumerate() {
        let projected = project(products, at, parameter.group, &directions[j]);
        for (i, other) in parameters.iter().enumerate() {
            information[i * count + j] = small::dot(&directions[i], &projected[other.group]);
        }
    }
    information
}

/// h with V̇Py = Zh: for element (a, b) of the template, eₐu_b + T e_b gₐ in each level.
fn direction(at: &Evaluation, score: &Score, Parameter { group, element }: Parameter) -> Vec<f64> {
    let template = &at.templates[group];
    let width = width_of(template);
    let mut h = Vec::with_capacity(score.pull[group].len());
    for (g, u) in score.pull[group].chunks_exact(width).zip(score.spherical[group].chunks_exact(width)) {
        for index in 0..width {
            let part = |(row, column): (usize, usize)| {
                template[index * width + column] * g[row] + if index == row { u[column] } else { 0.0 }
            };
            h.push(element.cells().map(part).sum());
        }
    }
    h
}

/// ZᵀPZh for an h in one group, by group.
pub(crate) fn project(products: &Products, at: &Evaluation, group: usize, h: &[f64]) -> Vec<Vec<f64>> {
    let pattern = &*products.pattern;
    let size = at.solution.len();
    let width = products.width;
    let mut w = vec![0.0; size];
    let mut met = vec![0.0; size];
    let mut own = vec![0.0; products.leading.len() / width];
    if group == pattern.leading {
        for (level, h) in h.chunks_exact(width).enumerate() {
            for a in 0..width {
                own[level * width + a] = small::dot(&products.leading[(level * width + a) * width..][..width], h);
            }
        }
        met = leading_transposed(products, &shrunk_transposed(products, at, h));
    } else if let Some(it) = pattern.trailing.iter().find(|it| it.group == group) {
        w[it.offset..it.offset + h.len()].copy_from_slice(h);
    }
    let mut right = reduced_times(at, &w);
    right.iter_mut().zip(&met).for_each(|(cell, x)| *cell += x);
    scale_transposed(pattern, &at.templates, &mut right);
    let mut solution = at.factor.solve(&right);
    scale(pattern, &at.templates, &mut solution);
    w.iter_mut().zip(&solution).for_each(|(cell, x)| *cell -= x);
    let trailing = reduced_times(at, &w);
    let mut leading = leading_times(products, &w);
    leading.iter_mut().zip(&own).for_each(|(cell, x)| *cell += x);
    let mut projected = vec![Vec::new(); at.templates.len()];
    for it in &pattern.trailing {
        let range = it.offset..pattern.end_of(it);
        projected[it.group] = trailing[range.clone()].iter().zip(&met[range]).map(|(a, b)| a + b).collect();
    }
    projected[pattern.leading] = shrink_levels(products, at, leading);
    projected
}

fn shrunk_transposed(products: &Products, at: &Evaluation, h: &[f64]) -> Vec<f64> {
    let width = products.width;
    if width == 1 {
        return h.iter().zip(&at.shrink).map(|(h, shrink)| shrink * h).collect();
    }
    let level = |(h, shrink): (&[f64], &[f64])| -> Vec<f64> {
        (0..width).map(|a| (0..width).map(|b| shrink[b * width + a] * h[b]).sum()).collect()
    };
    h.chunks_exact(width).zip(at.shrink.chunks_exact(width * width)).flat_map(level).collect()
}

/// (Z₁ᵀWU)ᵀh over (Z₂, X).
fn leading_transposed(products: &Products, h: &[f64]) -> Vec<f64> {
    let pattern = &*products.pattern;
    let (columns, beside, width) = (pattern.trailing_columns, products.fixed + 1, products.width);
    let mut out = vec![0.0; columns + products.fixed];
    for level in 0..pattern.level_start.len() - 1 {
        for a in 0..width {
            let factor = h[level * width + a];
            for index in pattern.of_level(level) {
                out[pattern.column[index] as usize] += factor * products.meetings[index * width + a];
            }
            let xy = &products.beside[(level * width + a) * beside..][..products.fixed];
            out[columns..].iter_mut().zip(xy).for_each(|(cell, x)| *cell += factor * x);
        }
    }
    out
}
