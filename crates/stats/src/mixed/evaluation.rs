//! The model at given covariance parameters: factor, determinants, solution.
//!
//! With b = Λu, u ~ N(0, σ²I), the profiled criterion of Bates, Mächler, Bolker & Walker (2015),
//! *Fitting linear mixed-effects models using lme4*, J. Stat. Soft. 67(1), equations 33 and 41, needs
//! the Cholesky factor of ΛᵀZᵀWZΛ + I bordered by X. Here the leading group is eliminated first:
//! with V₁ = W⁻¹ + Z₁Σ₁Z₁ᵀ, whose inverse is known level by level, UᵀV₁⁻¹U =: Ã is formed by sparse
//! outer products, and only S = Λ₂ᵀÃΛ₂ + I, bordered by X, is factored as a dense matrix.

use rayon::prelude::*;

use super::parts;
use super::pattern::Pattern;
use super::products::Products;
use crate::linalg::{Factor, Square, small};

/// The function for leading levels with so many effects. A usual number is a constant there, so that loops over the
/// effects unroll.
macro_rules! for_width {
    ($width:expr, $function:ident) => {
        match $width {
            2 => $function::<2>,
            3 => $function::<3>,
            4 => $function::<4>,
            5 => $function::<5>,
            6 => $function::<6>,
            7 => $function::<7>,
            _ => $function::<0>,
        }
    };
}
pub(crate) use for_width;

/// The width that was chosen with [`for_width`]; zero where it is not a constant.
#[inline(always)]
pub(crate) fn known_width<const W: usize>(width: usize) -> usize {
    if W == 0 { width } else { W }
}

/// Below this many meetings a second thread costs more than it saves.
pub(crate) const PARALLEL_MEETINGS: usize = 30_000;

/// The model at given templates.
#[derive(Debug, Clone)]
pub(crate) struct Evaluation {
    /// ln |Λ₁ᵀZ₁ᵀWZ₁Λ₁ + I|.
    pub(crate) log_det_leading: f64,
    /// ln |S|.
    pub(crate) log_det_trailing: f64,
    /// ln |XᵀV⁻¹X|, V being relative to σ².
    pub(crate) log_det_fixed: f64,
    /// Penalised residual sum of squares, r².
    pub(crate) residual: f64,
    /// (u₂, β).
    pub(crate) solution: Vec<f64>,
    /// I − Z₁ᵀWZ₁·K by leading level, where K = Λ₁(Λ₁ᵀZ₁ᵀWZ₁Λ₁ + I)⁻¹Λ₁ᵀ.
    pub(crate) shrink: Vec<f64>,
    /// Ã, both triangles.
    pub(crate) reduced: Square,
    /// Factor of S bordered by X.
    pub(crate) factor: Factor,
    /// The template of each group.
    pub(crate) templates: Vec<Vec<f64>>,
}

impl Evaluation {
    /// Evaluates; nothing when the factorisation breaks down.
    pub(crate) fn new(products: &Products, templates: Vec<Vec<f64>>) -> Option<Evaluation> {
        let pattern = &*products.pattern;
        let leading = eliminate(products, &templates[pattern.leading])?;
        let reduced = reduce(products, &leading.kernel, &templates[pattern.leading]);
        let scaled = border_with_fixed(pattern, &reduced, products.fixed, &templates);
        let factor = scaled.cholesky()?;
        let columns = pattern.trailing_columns;
        let logs: Vec<f64> = factor.diagonal().map(|d| 2.0 * d.ln()).collect();
        let last = reduced.size() - 1;
        let mut right = reduced.column(last)[..last].to_vec();
        let response = right.clone();
        scale_transposed(pattern, &templates, &mut right);
        let solution = factor.solve(&right);
        let mut scaled = solution.clone();
        scale(pattern, &templates, &mut scaled);
        let residual = reduced.get(last, last) - small::dot(&scaled, &response);
        (residual > 0.0 && residual.is_finite()).then(|| Evaluation {
            log_det_leading: leading.log_det,
            log_det_trailing: logs[..columns].iter().sum(),
            log_det_fixed: logs[columns..].iter().sum(),
            residual,
            solution,
            shrink: leading.shrink,
            reduced,
            factor,
            templates,
        })
    }
}

/// What eliminating the leading group gives.
struct Leading {
    log_det: f64,
    kernel: Vec<f64>,
    shrink: Vec<f64>,
}

fn eliminate(products: &Products, template: &[f64]) -> Option<Leading> {
    let width = products.width;
    let mut out = Leading {
        log_det: 0.0,
        kernel: Vec::with_capacity(products.leading.len()),
        shrink: Vec::with_capacity(products.leading.len()),
    };
    if width == 1 {
        let variance = template[0] * template[0];
        for count in &products.leading {
            let shrink = 1.0 / (1.0 + variance * count);
            out.log_det -= shrink.ln();
            out.kernel.push(variance * shrink);
            out.shrink.push(shrink);
        }
        return Some(out);
    }
    for_width!(width, eliminate_blocks)(products, template, &mut out)?;
    Some(out)
}

fn eliminate_blocks<const W: usize>(products: &Products, template: &[f64], out: &mut Leading) -> Option<()> {
    let width = known_width::<W>(products.width);
    let transposed = small::transpose(template, width);
    let mut buffer = vec![0.0; 4 * width * width];
    let (first, rest) = buffer.split_at_mut(width * width);
    let (m, rest) = rest.split_at_mut(width * width);
    let (half, half_transposed) = rest.split_at_mut(width * width);
    out.kernel.resize(products.leading.len(), 0.0);
    out.shrink.resize(products.leading.len(), 0.0);
    let blocks = products.leading.chunks_exact(width * width);
    let kernels = out.kernel.chunks_exact_mut(width * width);
    for ((block, kernel), shrink) in blocks.zip(kernels).zip(out.shrink.chunks_exact_mut(width * width)) {
        small::product_to(block, template, width, first);
        small::product_to(&transposed, first, width, m);
        (0..width).for_each(|index| m[index * width + index] += 1.0);
        if !small::cholesky(m, width) {
            return None;
        }
        out.log_det += (0..width).map(|index| 2.0 * m[index * width + index].ln()).sum::<f64>();
        // Columns of L⁻¹Λᵀ are the rows of Λ solved forward.
        half.copy_from_slice(template);
        half.chunks_exact_mut(width).for_each(|row| small::forward(m, width, row));
        (0..width * width).for_each(|cell| half_transposed[cell] = half[cell % width * width + cell / width]);
        small::product_to(half, half_transposed, width, kernel);
        small::product_to(block, kernel, width, shrink);
        shrink.iter_mut().for_each(|x| *x = -*x);
        (0..width).for_each(|index| shrink[index * width + index] += 1.0);
    }
    Some(())
}

/// Ã = UᵀWU − Σ over leading levels of (Z₁ᵀWU)ᵀK(Z₁ᵀWU).
fn reduce(products: &Products, kernel: &[f64], template: &[f64]) -> Square {
    let pattern = &*products.pattern;
    let columns = pattern.trailing_columns;
    let mut reduced = products.trailing.clone();
    let size = reduced.size();
    if products.width == 1 {
        let weights: Vec<f64> = kernel.iter().map(|k| -k).collect();
        add_outer(products, products.scalar_rows(), &weights, &mut reduced);
    } else if let Some(parts) = &products.parts {
        parts::subtract(products, parts, template, &mut reduced);
    } else {
        let subtract = for_width!(products.width, subtract);
        let fill = |(column, cells): (usize, &mut [f64])| subtract(products, kernel, column, cells);
        let trailing = &mut reduced.cells_mut()[..columns * size];
        if pattern.meeting.len() > PARALLEL_MEETINGS {
            trailing.par_chunks_mut(size).enumerate().for_each(fill);
        } else {
            trailing.chunks_mut(size).enumerate().for_each(fill);
        }
    }
    subtract_beside(products, kernel, &mut reduced.cells_mut()[columns * size..]);
    reduced.mirror();
    reduced
}

/// Columns that are filled together, so that they stay in the second-level cache while the rows stream by. Where rows are
/// short there are more, so that a row is not looked at in vain,
const TOGETHER: usize = 16;
/// at most as many as one thread fills.
const SHARE: usize = 8 * TOGETHER;
/// How many of the columns that are filled together a row should meet.
const WORTH_A_LOOK: usize = 3;

/// Rows over the trailing columns, few of which they meet, and over the fixed effects and the response.
#[derive(Clone, Copy)]
pub(crate) struct ScalarRows<'a> {
    /// For each row where its columns start; one more at the end.
    pub(crate) start: &'a [usize],
    /// The columns of each row, ascending.
    pub(crate) column: &'a [u32],
    /// What the row has there.
    pub(crate) values: &'a [f64],
    /// What it has of fixed effects and response.
    pub(crate) beside: &'a [f64],
}

/// Adds Σ w·ccᵀ over rows c to the trailing columns of a lower triangle.
pub(crate) fn add_outer(products: &Products, rows: ScalarRows<'_>, weights: &[f64], to: &mut Square) {
    add_products::<false>(products, [rows, rows], weights, to);
}

/// Adds Σ (abᵀ + baᵀ) over rows a and b, which have the same columns, to the trailing columns of a lower triangle.
pub(crate) fn add_symmetric(products: &Products, a: ScalarRows<'_>, b: ScalarRows<'_>, to: &mut Square) {
    add_products::<true>(products, [a, b], &vec![1.0; a.start.len() - 1], to);
}

fn add_products<const PAIRS: bool>(products: &Products, rows: [ScalarRows<'_>; 2], weights: &[f64], to: &mut Square) {
    let size = to.size();
    let columns = products.pattern.trailing_columns;
    let trailing = &mut to.cells_mut()[..columns * size];
    let share = |(index, cells): (usize, &mut [f64])| {
        add_share::<PAIRS>(rows, weights, (index * SHARE, columns, products.fixed + 1), cells);
    };
    if rows[0].column.len() > PARALLEL_MEETINGS {
        trailing.par_chunks_mut(SHARE * size).enumerate().for_each(share);
    } else {
        trailing.chunks_mut(SHARE * size).enumerate().for_each(share);
    }
}

/// Σ w·ccᵀ over the scalar leading levels, over trailing columns, fixed effects and the response.
pub(crate) fn weighted_gram(products: &Products, weights: &[f64]) -> Square {
    let mut gram = Square::zeros(products.trailing.size());
    let first = products.pattern.trailing_columns * gram.size();
    add_outer(products, products.scalar_rows(), weights, &mut gram);
    let negative: Vec<f64> = weights.iter().map(|w| -w).collect();
    subtract_beside(products, &negative, &mut gram.cells_mut()[first..]);
    gram.mirror();
    gram
}

fn add_share<const PAIRS: bool>(
    [rows, others]: [ScalarRows<'_>; 2],
    weights: &[f64],
    (first, columns, beside): (usize, usize, usize),
    cells: &mut [f64],
) {
    let size = columns + beside;
    let last = first + cells.len() / size;
    let starting = |row: usize| {
        let own = rows.start[row]..rows.start[row + 1];
        own.start + rows.column[own].partition_point(|column| (*column as usize) < first)
    };
    let mut next: Vec<usize> = (0..weights.len()).map(starting).collect();
    let together = WORTH_A_LOOK * columns * weights.len() / rows.column.len().max(1);
    let together = together.clamp(TOGETHER, SHARE);
    for stop in (first + together..last + together).step_by(together) {
        for (row, weight) in weights.iter().enumerate() {
            let own = next[row]..rows.start[row + 1];
            let (met, values, other_values) =
                (&rows.column[own.clone()], &rows.values[own.clone()], &others.values[own]);
            let (xy, other_xy) =
                (&rows.beside[row * beside..(row + 1) * beside], &others.beside[row * beside..(row + 1) * beside]);
            let count = met.iter().take_while(|column| (**column as usize) < stop.min(last)).count();
            for index in 0..count {
                let cells = &mut cells[(met[index] as usize - first) * size..][..size];
                if PAIRS {
                    let (a, b) = (weight * values[index], weight * other_values[index]);
                    for ((column, value), other) in
                        met[index..].iter().zip(&values[index..]).zip(&other_values[index..])
                    {
                        cells[*column as usize] += a * other + b * value;
                    }
                    for ((cell, value), other) in cells[columns..].iter_mut().zip(xy).zip(other_xy) {
                        *cell += a * other + b * value;
                    }
                } else {
                    let factor = weight * values[index];
                    for (column, value) in met[index..].iter().zip(&values[index..]) {
                        cells[*column as usize] += factor * value;
                    }
                    for (cell, value) in cells[columns..].iter_mut().zip(xy) {
                        *cell += factor * value;
                    }
                }
            }
            next[row] += count;
        }
    }
}

fn subtract<const W: usize>(products: &Products, kernel: &[f64], column: usize, cells: &mut [f64]) {
    let pattern = &*products.pattern;
    let (columns, beside, width) = (pattern.trailing_columns, products.fixed + 1, known_width::<W>(products.width));
    let mut factor = vec![0.0; width];
    for meeting in pattern.of_column(column) {
        let (level, index) = (meeting.level as usize, meeting.index as usize);
        let own = &products.meetings[index * width..(index + 1) * width];
        let kernel = &kernel[level * width * width..(level + 1) * width * width];
        for (cell, row) in factor.iter_mut().zip(kernel.chunks_exact(width)) {
            *cell = small::dot(row, own);
        }
        let end = pattern.level_start[level + 1];
        let met = products.meetings[index * width..end * width].chunks_exact(width);
        for (other, values) in pattern.column[index..end].iter().zip(met) {
            cells[*other as usize] -= small::dot(&factor, values);
        }
        let block = products.beside[level * width * beside..(level + 1) * width * beside].chunks_exact(beside);
        for (factor, xy) in factor.iter().zip(block) {
            for (cell, value) in cells[columns..].iter_mut().zip(xy) {
                *cell -= factor * value;
            }
        }
    }
}

/// The part of X and y: `fixed` holds their columns.
fn subtract_beside(products: &Products, kernel: &[f64], fixed: &mut [f64]) {
    let (columns, beside, width) = (products.pattern.trailing_columns, products.fixed + 1, products.width);
    let size = columns + beside;
    let mut weighted = vec![0.0; beside];
    for (level, block) in products.beside.chunks_exact(width * beside).enumerate() {
        for (a, left) in block.chunks_exact(beside).enumerate() {
            weighted.fill(0.0);
            for (b, right) in block.chunks_exact(beside).enumerate() {
                let k = kernel[(level * width + a) * width + b];
                weighted.iter_mut().zip(right).for_each(|(cell, r)| *cell += k * r);
            }
            for (column, l) in left.iter().enumerate() {
                let cells = &mut fixed[column * size + columns + column..(column + 1) * size];
                cells.iter_mut().zip(&weighted[column..]).for_each(|(cell, r)| *cell -= l * r);
            }
        }
    }
}

/// Λ₂ᵀÃΛ₂ + I bordered by X, lower triangle.
fn border_with_fixed(pattern: &Pattern, reduced: &Square, fixed: usize, templates: &[Vec<f64>]) -> Square {
    let columns = pattern.trailing_columns;
    let size = columns + fixed;
    let mut scaled = Square::zeros(size);
    let scalar = pattern.trailing.iter().all(|it| it.width == 1);
    let mut diagonal = vec![1.0; size];
    for it in pattern.trailing.iter().filter(|_| scalar) {
        let end = pattern.end_of(it);
        diagonal[it.offset..end].fill(templates[it.group][0]);
    }
    for column in 0..size {
        let from = &reduced.column(column)[..size];
        let to = scaled.column_mut(column);
        if scalar {
            for row in column..size {
                to[row] = from[row] * diagonal[row] * diagonal[column];
            }
        } else {
            to.copy_from_slice(from);
            scale_transposed(pattern, templates, to);
        }
    }
    if !scalar {
        for it in &pattern.trailing {
            mix_columns(&mut scaled, it.offset..pattern.end_of(it), it.width, &templates[it.group]);
        }
    }
    (0..columns).for_each(|index| *scaled.at_mut(index, index) += 1.0);
    scaled
}

/// Replaces the columns of each level by their products with the template.
fn mix_columns(matrix: &mut Square, range: std::ops::Range<usize>, width: usize, template: &[f64]) {
    for first in range.step_by(width) {
        for to in 0..width {
            // The template is lower triangular, so column `to` draws on itself and later ones only.
            for row in 0..matrix.size() {
                let value = (to..width).map(|from| matrix.get(row, first + from) * template[from * width + to]).sum();
                *matrix.at_mut(row, first + to) = value;
            }
        }
    }
}

/// Replaces a vector (u₂, β) by (Λ₂u₂, β).
pub(crate) fn scale(pattern: &Pattern, templates: &[Vec<f64>], vector: &mut [f64]) {
    for it in &pattern.trailing {
        let (template, width) = (&templates[it.group], it.width);
        for cells in vector[it.offset..pattern.end_of(it)].chunks_exact_mut(width) {
            for row in (0..width).rev() {
                cells[row] = (0..=row).map(|k| template[row * width + k] * cells[k]).sum();
            }
        }
    }
}

/// Replaces a vector (b₂, c) by (Λ₂ᵀb₂, c).
pub(crate) fn scale_transposed(pattern: &Pattern, templates: &[Vec<f64>], vector: &mut [f64]) {
    for it in &pattern.trailing {
        let (template, width) = (&templates[it.group], it.width);
        for cells in vector[it.offset..pattern.end_of(it)].chunks_exact_mut(width) {
            for column in 0..width {
                cells[column] = (column..width).map(|k| template[k * width + column] * cells[k]).sum();
            }
        }
    }
}
