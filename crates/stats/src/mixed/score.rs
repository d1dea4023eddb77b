//! First derivatives of the criterion, without a second factorisation.
//!
//! With P = V⁻¹ − V⁻¹X(XᵀV⁻¹X)⁻¹XᵀV⁻¹ and Σ = TTᵀ the covariance of a group relative to σ², the REML
//! criterion has derivative 2FT with respect to T, where
//! F = Σⱼ (ZᵀPZ)ⱼⱼ − (n−p)/r² Σⱼ gⱼgⱼᵀ and g = ZᵀPy, j running over levels (Searle, Casella & McCulloch
//! 1992, *Variance Components*, section 6.6). For maximum likelihood the trace has V⁻¹ in place of P
//! and n in place of n−p. With N the inverse of the bordered S, Z₂ᵀPZ₂Λ₂ = (ÃΛN) restricted to Z₂,
//! so nothing is divided by T and singular templates need no special care.

use rayon::prelude::*;

use super::evaluation::{Evaluation, add_outer, for_width, known_width, scale};
use super::group::Parameter;
use super::parts;
use super::pattern::Trailing;
use super::products::Products;
use crate::linalg::{Square, small};

/// Which criterion is minimised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Restricted maximum likelihood.
    Reml,
    /// Maximum likelihood.
    Ml,
}

impl Method {
    /// What it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Method::Reml => "REML",
            Method::Ml => "ML",
        }
    }
}

/// What the derivatives are made of, by group.
#[derive(Debug, Clone)]
pub(crate) struct Score {
    /// Σⱼ (ZᵀPZ)ⱼⱼ T.
    pub(crate) trace: Vec<Vec<f64>>,
    /// g = ZᵀPy by level.
    pub(crate) pull: Vec<Vec<f64>>,
    /// Tᵀg by level: the spherical random effects u.
    pub(crate) spherical: Vec<Vec<f64>>,
    /// The inverse of the bordered S.
    pub(crate) inverse: Square,
}

impl Score {
    pub(crate) fn new(products: &Products, at: &Evaluation, method: Method) -> Score {
        let pattern = &*products.pattern;
        let inverse = at.factor.inverse();
        let trace = match method {
            Method::Reml => traces(products, at, &inverse),
            Method::Ml => traces(products, at, &without_fixed(&inverse, pattern.trailing_columns)),
        };
        let pull = pulls(products, at);
        let spherical = pull.iter().zip(&at.templates).map(|(g, template)| transposed_by_level(g, template)).collect();
        Score { trace, pull, spherical, inverse }
    }

    /// The derivative with respect to a parameter, with the quadratic form weighted: by (n−p)/r² for the
    /// profiled criterion.
    pub(crate) fn derivative(&self, parameter: Parameter, weight: f64) -> f64 {
        let trace = &self.trace[parameter.group];
        let width = width_of(trace);
        let traced: f64 = parameter.element.cells().map(|(row, column)| trace[row * width + column]).sum();
        2.0 * (traced - weight * self.quadratic(parameter))
    }

    /// Σⱼ gⱼuⱼᵀ at the parameter's elements: minus half the derivative of r².
    pub(crate) fn quadratic(&self, Parameter { group, element }: Parameter) -> f64 {
        let width = width_of(&self.trace[group]);
        let pairs = self.pull[group].chunks_exact(width).zip(self.spherical[group].chunks_exact(width));
        pairs.map(|(g, u)| element.cells().map(|(row, column)| g[row] * u[column]).sum::<f64>()).sum()
    }
}

/// The side of a square matrix given by its cells.
pub(crate) fn width_of(cells: &[f64]) -> usize {
    cells.len().isqrt()
}

pub(crate) fn transposed_by_level(values: &[f64], template: &[f64]) -> Vec<f64> {
    if let [only] = template {
        return values.iter().map(|g| only * g).collect();
    }
    let width = width_of(template);
    let level = |g: &[f64]| -> Vec<f64> {
        (0..width).map(|column| (column..width).map(|k| template[k * width + column] * g[k]).sum()).collect()
    };
    values.chunks_exact(width).flat_map(level).collect()
}

/// The inverse of S alone, bordered by zeros.
pub(crate) fn without_fixed(inverse: &Square, columns: usize) -> Square {
    let fixed = inverse.size() - columns;
    let corner: Vec<f64> = (0..fixed * fixed).map(|i| inverse.get(columns + i / fixed, columns + i % fixed)).collect();
    let Some(corner) = small::inverse(&corner, fixed) else { return inverse.clone() };
    let mut alone = Square::zeros(inverse.size());
    for column in 0..columns {
        let beside = &inverse.column(column)[columns..];
        let weights: Vec<f64> = (0..fixed).map(|a| small::dot(&corner[a * fixed..(a + 1) * fixed], beside)).collect();
        let cells = &mut alone.column_mut(column)[..columns];
        cells.copy_from_slice(&inverse.column(column)[..columns]);
        for (a, weight) in weights.iter().enumerate() {
            for (cell, value) in cells.iter_mut().zip(inverse.column(columns + a)) {
                *cell -= weight * value;
            }
        }
    }
    alone
}

/// Z₁ᵀWU·w by leading level, w over (Z₂, X).
pub(crate) fn leading_times(products: &Products, w: &[f64]) -> Vec<f64> {
    let pattern = &*products.pattern;
    let (columns, beside, width) = (pattern.trailing_columns, products.fixed + 1, products.width);
    if width == 1 {
        let level = |(xy, pair): (&[f64], &[usize])| {
            let (met, values) = (&pattern.column[pair[0]..pair[1]], &products.meetings[pair[0]..pair[1]]);
            let others: f64 = met.iter().zip(values).map(|(column, met)| met * w[*column as usize]).sum();
            small::dot(&xy[..beside - 1], &w[columns..]) + others
        };
        return products.beside.chunks_exact(beside).zip(pattern.level_start.windows(2)).map(level).collect();
    }
    let mut out = vec![0.0; products.leading.len() / width];
    for_width!(width, blocks_times)(products, w, &mut out);
    out
}

fn blocks_times<const W: usize>(products: &Products, w: &[f64], out: &mut [f64]) {
    let pattern = &*products.pattern;
    let (columns, beside, width) = (pattern.trailing_columns, products.fixed + 1, known_width::<W>(products.width));
    let rows = products.beside.chunks_exact(beside);
    out.iter_mut().zip(rows).for_each(|(cell, xy)| *cell = small::dot(&xy[..beside - 1], &w[columns..]));
    for (sums, pair) in out.chunks_exact_mut(width).zip(pattern.level_start.windows(2)) {
        let met = products.meetings[pair[0] * width..pair[1] * width].chunks_exact(width);
        for (column, values) in pattern.column[pair[0]..pair[1]].iter().zip(met) {
            let w = w[*column as usize];
            sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value * w);
        }
    }
}

/// Multiplies each level's values by its shrink matrix.
pub(crate) fn shrink_levels(products: &Products, at: &Evaluation, mut values: Vec<f64>) -> Vec<f64> {
    let width = products.width;
    if width == 1 {
        values.iter_mut().zip(&at.shrink).for_each(|(value, shrink)| *value *= shrink);
        return values;
    }
    let mut copy = vec![0.0; width];
    for (cells, shrink) in values.chunks_exact_mut(width).zip(at.shrink.chunks_exact(width * width)) {
        copy.copy_from_slice(cells);
        for (a, cell) in cells.iter_mut().enumerate() {
            *cell = small::dot(&shrink[a * width..(a + 1) * width], &copy);
        }
    }
    values
}

/// Ã times a vector over (Z₂, X), over all of (Z₂, X).
pub(crate) fn reduced_times(at: &Evaluation, w: &[f64]) -> Vec<f64> {
    let mut out = vec![0.0; w.len()];
    for (column, factor) in w.iter().enumerate() {
        for (cell, value) in out.iter_mut().zip(at.reduced.column(column)) {
            *cell += factor * value;
        }
    }
    out
}

/// g = ZᵀPy for each group.
pub(crate) fn pulls(products: &Products, at: &Evaluation) -> Vec<Vec<f64>> {
    let pattern = &*products.pattern;
    let (beside, last) = (products.fixed + 1, at.reduced.size() - 1);
    let mut w = at.solution.clone();
    scale(pattern, &at.templates, &mut w);
    let mut leading = leading_times(products, &w);
    for (cell, xy) in leading.iter_mut().zip(products.beside.chunks_exact(beside)) {
        *cell = xy[beside - 1] - *cell;
    }
    let product = reduced_times(at, &w);
    let mut pulls = vec![Vec::new(); at.templates.len()];
    for it in &pattern.trailing {
        let range = it.offset..pattern.end_of(it);
        let response = &at.reduced.column(last)[range.clone()];
        pulls[it.group] = response.iter().zip(&product[range]).map(|(b, p)| b - p).collect();
    }
    pulls[pattern.leading] = shrink_levels(products, at, leading);
    pulls
}

/// Sums over one trailing level: its part of the trace, and of the leading group's.
struct Part {
    own: Vec<f64>,
    leading: Vec<f64>,
}

fn traces(products: &Products, at: &Evaluation, inverse: &Square) -> Vec<Vec<f64>> {
    let pattern = &*products.pattern;
    let mut traces: Vec<Vec<f64>> = at.templates.iter().map(|template| vec![0.0; template.len()]).collect();
    let mut leading = vec![0.0; products.width * products.width];
    let outers = outers(products, at);
    let given = LevelTerms { products, at, inverse, outers: &outers };
    for it in &pattern.trailing {
        let levels = (pattern.end_of(it) - it.offset) / it.width;
        let part = |level: usize| trailing_level(given, *it, it.offset + level * it.width);
        let parts: Vec<Part> = if pattern.meeting.len() > super::evaluation::PARALLEL_MEETINGS {
            (0..levels).into_par_iter().map(part).collect()
        } else {
            (0..levels).map(part).collect()
        };
        for part in parts {
            add(&mut traces[it.group], &part.own);
            add(&mut leading, &part.leading);
        }
    }
    add(&mut leading, &beside_quadratic(products, at, inverse));
    let width = products.width;
    let mut own = vec![0.0; width * width];
    if width == 1 {
        own[0] = small::dot(&at.shrink, &products.leading);
    }
    let mut product = vec![0.0; width * width];
    for (shrink, block) in at.shrink.chunks_exact(width * width).zip(products.leading.chunks_exact(width * width)) {
        if width > 1 {
            small::product_to(shrink, block, width, &mut product);
            add(&mut own, &product);
        }
    }
    own.iter_mut().zip(&leading).for_each(|(own, less)| *own -= less);
    traces[pattern.leading] = small::product(&own, &at.templates[pattern.leading], width);
    traces
}

fn add(to: &mut [f64], more: &[f64]) {
    to.iter_mut().zip(more).for_each(|(cell, x)| *cell += x);
}

/// What the sums over a trailing level are made of.
#[derive(Clone, Copy)]
struct LevelTerms<'a> {
    products: &'a Products,
    at: &'a Evaluation,
    inverse: &'a Square,
    outers: &'a [(usize, Square)],
}

/// The trailing columns of UᵀV₁⁻¹Z₁Z₁ᵀV₁⁻¹U, lower triangle, for each parameter of the leading group, with its place in the
/// template; none where levels have several effects that are not parts of them.
fn outers(products: &Products, at: &Evaluation) -> Vec<(usize, Square)> {
    if products.width == 1 {
        let weights: Vec<f64> = at.shrink.iter().map(|shrink| shrink * shrink).collect();
        let mut outer = Square::zeros(at.reduced.size());
        add_outer(products, products.scalar_rows(), &weights, &mut outer);
        return vec![(0, outer)];
    }
    let Some(parts) = &products.parts else { return Vec::new() };
    let [of_levels, of_parts] = parts::outers(products, parts, &at.templates[products.pattern.leading]);
    // All parts have one parameter, so that only the sum of their places is read.
    vec![(0, of_levels), (products.width + 1, of_parts)]
}

fn trailing_level(given: LevelTerms<'_>, it: Trailing, first: usize) -> Part {
    let LevelTerms { products, at, inverse, outers } = given;
    let pattern = &*products.pattern;
    let (size, width) = (inverse.size(), it.width);
    let template = &at.templates[it.group];
    let scaled: Vec<Vec<f64>> = (0..width)
        .map(|column| {
            let mut v = inverse.column(first + column).to_vec();
            scale(pattern, &at.templates, &mut v);
            v
        })
        .collect();
    let mut part = Part { own: vec![0.0; width * width], leading: vec![0.0; products.width * products.width] };
    let mut q = vec![0.0; size];
    for a in 0..width {
        let reduced = &at.reduced.column(first + a)[..size];
        for (b, v) in scaled.iter().enumerate() {
            part.own[a * width + b] = small::dot(reduced, v);
        }
        q.fill(0.0);
        for (b, v) in scaled.iter().enumerate().take(a + 1) {
            let factor = template[a * width + b];
            q.iter_mut().zip(v).for_each(|(cell, x)| *cell += factor * x);
        }
        let (own, below) = (first + a, first + a + 1);
        for (place, outer) in outers {
            let column = &outer.column(own)[..size];
            part.leading[*place] += column[own] * q[own] + 2.0 * small::dot(&column[below..], &q[below..]);
        }
        if outers.is_empty() {
            for_width!(products.width, gather)(products, at, (own, &q), &mut part.leading);
        }
    }
    part
}

fn gather<const W: usize>(products: &Products, at: &Evaluation, (column, q): (usize, &[f64]), into: &mut [f64]) {
    let pattern = &*products.pattern;
    let (columns, beside, width) = (pattern.trailing_columns, products.fixed + 1, known_width::<W>(products.width));
    let mut sum = vec![0.0; width];
    let mut halves = vec![0.0; 2 * width];
    for meeting in pattern.of_column(column) {
        let (level, index) = (meeting.level as usize, meeting.index as usize);
        let end = pattern.level_start[level + 1];
        let block = products.beside[level * width * beside..(level + 1) * width * beside].chunks_exact(beside);
        let (own, others) = products.meetings[index * width..end * width].split_at(width);
        for ((cell, own), xy) in sum.iter_mut().zip(own).zip(block) {
            *cell = 0.5 * q[column] * own + small::dot(&xy[..beside - 1], &q[columns..]);
        }
        for (other, values) in pattern.column[index + 1..end].iter().zip(others.chunks_exact(width)) {
            let factor = q[*other as usize];
            sum.iter_mut().zip(values).for_each(|(cell, value)| *cell += factor * value);
        }
        let shrink = &at.shrink[level * width * width..(level + 1) * width * width];
        add_sandwich::<W>(shrink, (own, &sum), &mut halves, into);
    }
}

/// Adds J(abᵀ + baᵀ)Jᵀ; `halves` is room for Ja and Jb.
fn add_sandwich<const W: usize>(shrink: &[f64], (a, b): (&[f64], &[f64]), halves: &mut [f64], into: &mut [f64]) {
    let width = known_width::<W>(a.len());
    let (left, right) = halves.split_at_mut(width);
    for ((row, left), right) in shrink.chunks_exact(width).zip(left.iter_mut()).zip(right.iter_mut()) {
        (*left, *right) = (small::dot(row, a), small::dot(row, b));
    }
    for (row, cells) in into.chunks_exact_mut(width).enumerate() {
        for (column, cell) in cells.iter_mut().enumerate() {
            *cell += left[row] * right[column] + right[row] * left[column];
        }
    }
}

/// The part of the leading trace that only the fixed effects bring.
fn beside_quadratic(products: &Products, at: &Evaluation, inverse: &Square) -> Vec<f64> {
    let (columns, fixed, width) = (products.pattern.trailing_columns, products.fixed, products.width);
    let mut total = vec![0.0; width * width];
    if fixed == 0 {
        return total;
    }
    if width == 1 {
        for (shrink, xy) in at.shrink.iter().zip(products.beside.chunks_exact(fixed + 1)) {
            let own = &xy[..fixed];
            let sum: f64 = (0..fixed).map(|x| own[x] * small::dot(own, &inverse.column(columns + x)[columns..])).sum();
            total[0] += shrink * shrink * sum;
        }
        return total;
    }
    for_width!(width, blocks_quadratic)(products, at, inverse, &mut total);
    total
}

/// Σ (JB)N(JB)ᵀ over leading levels, B being the level's rows of Z₁ᵀWX and N what belongs to X.
fn blocks_quadratic<const W: usize>(products: &Products, at: &Evaluation, inverse: &Square, total: &mut [f64]) {
    let (columns, fixed, width) = (products.pattern.trailing_columns, products.fixed, known_width::<W>(products.width));
    let mut buffer = vec![0.0; 2 * width * fixed];
    let (half, whole) = buffer.split_at_mut(width * fixed);
    let blocks = products.beside.chunks_exact(width * (fixed + 1));
    for (block, shrink) in blocks.zip(at.shrink.chunks_exact(width * width)) {
        half.fill(0.0);
        for (cells, row) in half.chunks_exact_mut(fixed).zip(shrink.chunks_exact(width)) {
            for (factor, xy) in row.iter().zip(block.chunks_exact(fixed + 1)) {
                cells.iter_mut().zip(xy).for_each(|(cell, x)| *cell += factor * x);
            }
        }
        for (cells, half) in whole.chunks_exact_mut(fixed).zip(half.chunks_exact(fixed)) {
            for (x, cell) in cells.iter_mut().enumerate() {
                *cell = small::dot(half, &inverse.column(columns + x)[columns..]);
            }
        }
        for (cells, half) in total.chunks_exact_mut(width).zip(half.chunks_exact(fixed)) {
            for (cell, whole) in cells.iter_mut().zip(whole.chunks_exact(fixed)) {
                *cell += small::dot(half, whole);
            }
        }
    }
}
