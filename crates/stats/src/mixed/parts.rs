//! A leading group with an effect of each level and one of each part of it, such as an item and its outputs.
//!
//! The general way takes every product of two trailing columns through a matrix with a row for each effect of a level. Here the
//! parts have no row in common, so that a level's inverse is diagonal but for one product. With n the weight of a part's
//! rows, C its row of ZᵀWU, τ₁² the variance of levels and τ₂² that of parts, both relative to σ²,
//!
//! - g = 1/(1 + τ₂²n) by part, N = Σ ng and h = Σ gC over the parts of a level, k = τ₁²/(1 + τ₁²N);
//! - UᵀWU − UᵀV₁⁻¹U = Σ τ₂²g CCᵀ over parts + Σ k hhᵀ over levels;
//! - UᵀV₁⁻¹Z₁Z₁ᵀV₁⁻¹U = Σ hhᵀ/(1 + τ₁²N)² for the effects of levels, and Σ g²CCᵀ + Σ (phᵀ + hpᵀ) for those of parts, where
//!   p = Σ (½k²Σ(ng)² · g − k ng²) C over the parts of a level,
//!
//! by the Sherman–Morrison formula: Searle, Casella & McCulloch (1992), *Variance Components*, appendix M.5. The products of
//! parts are of few columns, and there is one product for a level where there was one for each pair of its effects.

use super::evaluation::{ScalarRows, add_outer, add_symmetric};
use super::group::{Element, Group};
use super::pattern::Pattern;
use super::products::Products;
use crate::linalg::{Square, small};

/// The rows of Z₁ᵀWZ₂ of parts, without zeros. A level has as many rows as effects, of which the first, its own, is empty.
#[derive(Debug, Clone)]
pub(crate) struct Parts {
    start: Vec<usize>,
    column: Vec<u32>,
    values: Vec<f64>,
}

/// Whether each row has the effect of its level and that of one part, and all parts vary equally.
pub(crate) fn has_parts(group: &Group) -> bool {
    let width = group.width();
    let is_of_one_part = |row: &[f64]| {
        is_one(row[0]) && row[1..].iter().all(|x| is_one(*x) || *x == 0.0) && is_one(row[1..].iter().sum())
    };
    let free = [Element { row: 0, column: 0, count: 1 }, Element { row: 1, column: 1, count: width - 1 }];
    width > 2 && group.free == free && group.values.chunks_exact(width).all(is_of_one_part)
}

fn is_one(x: f64) -> bool {
    (x - 1.0).abs() < f64::EPSILON
}

impl Parts {
    pub(crate) fn new(pattern: &Pattern, meetings: &[f64], width: usize) -> Parts {
        let mut parts = Parts { start: vec![0], column: Vec::new(), values: Vec::new() };
        for level in 0..pattern.level_start.len() - 1 {
            for effect in 0..width {
                for index in pattern.of_level(level).filter(|_| effect > 0) {
                    let value = meetings[index * width + effect];
                    if value != 0.0 {
                        parts.column.push(pattern.column[index]);
                        parts.values.push(value);
                    }
                }
                parts.start.push(parts.column.len());
            }
        }
        parts
    }

    fn rows<'a>(&'a self, products: &'a Products) -> ScalarRows<'a> {
        ScalarRows { start: &self.start, column: &self.column, values: &self.values, beside: &products.beside }
    }
}

/// What is known of each level at given variances. What a level has by effect is zero for its own.
struct Levels {
    /// k by level.
    k: Vec<f64>,
    /// 1/(1 + τ₁²N) by level.
    shrink: Vec<f64>,
    /// g by level and effect.
    g: Vec<f64>,
    /// What p has of each part, by level and effect.
    p: Vec<f64>,
    /// τ₂².
    of_parts: f64,
}

impl Levels {
    fn new(products: &Products, template: &[f64]) -> Levels {
        let width = products.width;
        let (of_levels, of_parts) = (template[0].powi(2), template[width + 1].powi(2));
        let count = products.leading.len() / (width * width);
        let mut levels = Levels {
            k: Vec::with_capacity(count),
            shrink: Vec::with_capacity(count),
            g: Vec::with_capacity(count * width),
            p: Vec::with_capacity(count * width),
            of_parts,
        };
        for block in products.leading.chunks_exact(width * width) {
            let parts =
                || (1..width).map(|effect| block[effect * width + effect]).map(|n| (n, 1.0 / (1.0 + of_parts * n)));
            let shrink = 1.0 / (1.0 + of_levels * parts().map(|(n, g)| n * g).sum::<f64>());
            let k = of_levels * shrink;
            let half = 0.5 * k * k * parts().map(|(n, g)| (n * g).powi(2)).sum::<f64>();
            levels.k.push(k);
            levels.shrink.push(shrink);
            levels.g.push(0.0);
            levels.g.extend(parts().map(|(_, g)| g));
            levels.p.push(0.0);
            levels.p.extend(parts().map(|(n, g)| half * g - k * n * g * g));
        }
        levels
    }
}

/// Sums of the parts of each level: over the trailing columns that it meets, and over the fixed effects and the response.
struct Sums {
    values: Vec<f64>,
    beside: Vec<f64>,
}

impl Sums {
    fn new(products: &Products, weights: &[f64]) -> Sums {
        let (width, beside) = (products.width, products.fixed + 1);
        let mut values = Vec::with_capacity(products.pattern.column.len());
        let mut sums = Vec::with_capacity(products.beside.len() / width);
        let blocks = products.beside.chunks_exact(width * beside);
        for ((own, block), pair) in weights.chunks_exact(width).zip(blocks).zip(products.pattern.level_start.windows(2))
        {
            let met = products.meetings[pair[0] * width..pair[1] * width].chunks_exact(width);
            values.extend(met.map(|met| small::dot(own, met)));
            let of_column = |column: usize| -> f64 {
                own.iter().zip(block.chunks_exact(beside)).map(|(weight, xy)| weight * xy[column]).sum()
            };
            sums.extend((0..beside).map(of_column));
        }
        Sums { values, beside: sums }
    }

    fn rows<'a>(&'a self, pattern: &'a Pattern) -> ScalarRows<'a> {
        ScalarRows { start: &pattern.level_start, column: &pattern.column, values: &self.values, beside: &self.beside }
    }
}

/// Takes UᵀWU − UᵀV₁⁻¹U from the trailing columns of a lower triangle.
pub(crate) fn subtract(products: &Products, parts: &Parts, template: &[f64], from: &mut Square) {
    let levels = Levels::new(products, template);
    let weights: Vec<f64> = levels.g.iter().map(|g| -levels.of_parts * g).collect();
    add_outer(products, parts.rows(products), &weights, from);
    let sums = Sums::new(products, &levels.g);
    let weights: Vec<f64> = levels.k.iter().map(|k| -k).collect();
    add_outer(products, sums.rows(&products.pattern), &weights, from);
}

/// The trailing columns of UᵀV₁⁻¹Z₁Z₁ᵀV₁⁻¹U, lower triangle, for the effects of levels and for those of parts.
pub(crate) fn outers(products: &Products, parts: &Parts, template: &[f64]) -> [Square; 2] {
    let pattern = &*products.pattern;
    let levels = Levels::new(products, template);
    let (h, p) = (Sums::new(products, &levels.g), Sums::new(products, &levels.p));
    let square = |values: &[f64]| -> Vec<f64> { values.iter().map(|x| x * x).collect() };
    let mut of_levels = Square::zeros(products.trailing.size());
    add_outer(products, h.rows(pattern), &square(&levels.shrink), &mut of_levels);
    let mut of_parts = Square::zeros(products.trailing.size());
    add_outer(products, parts.rows(products), &square(&levels.g), &mut of_parts);
    add_symmetric(products, h.rows(pattern), p.rows(pattern), &mut of_parts);
    [of_levels, of_parts]
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::mixed::evaluation::Evaluation;
    use crate::mixed::products::Rows;
    use crate::mixed::score::{Method, Score};

    fn group(codes: Vec<u32>, levels: u32, (width, values): (usize, Vec<f64>)) -> Group {
        let free = [(0, 1), (1, width - 1)].map(|(at, count)| Element { row: at, column: at, count });
        Group {
            name: String::new(),
            levels: (0..levels).map(|level| level.to_string()).collect(),
            codes,
            effects: vec![String::new(); width],
            values,
            free: free.into_iter().filter(|it| it.count > 0).collect(),
            parts: Vec::new(),
        }
    }

    /// 12 items of 3 systems, 5 raters with tastes, some outputs judged twice, some never; weighted.
    fn products() -> Products {
        let wave = |k: usize, m: usize| (k * 7919 + 13 * k * k) % m;
        let rows: Vec<[u32; 3]> =
            (0..90).map(|k| [wave(k, 12), (k + k / 7) % 3, wave(k, 5)].map(|it| it as u32)).collect();
        let system = |k: &[u32; 3]| (0..3).map(|it| f64::from(u8::from(k[1] == it))).collect::<Vec<f64>>();
        let values = rows.iter().flat_map(|k| [vec![1.0], system(k)].concat()).collect();
        let groups = [
            group(rows.iter().map(|k| k[0]).collect(), 12, (4, values)),
            group(rows.iter().map(|k| k[2]).collect(), 5, (1, Vec::new())),
            group(rows.iter().map(|k| 3 * k[2] + k[1]).collect(), 15, (1, Vec::new())),
        ];
        assert!(has_parts(&groups[0]) && !has_parts(&groups[1]));
        let x: Vec<f64> = rows.iter().flat_map(system).collect();
        let y: Vec<f64> = (0..90).map(|k| wave(k, 17) as f64 * 0.3 + wave(k, 5) as f64).collect();
        let weights: Vec<f64> = (0..90).map(|k| 0.5 + wave(k, 7) as f64).collect();
        Products::new(Arc::new(Pattern::new(&groups)), &groups, Rows { x: &x, fixed: 3, y: &y, weights: &weights })
    }

    #[test]
    fn parts_by_themselves_give_what_the_effects_of_a_level_give_together() {
        let by_parts = products();
        let together = Products { parts: None, ..by_parts.clone() };
        assert!(by_parts.parts.is_some());
        for [item, output, rater, taste] in [[0.7, 0.5, 0.4, 0.3], [0.0, 0.6, 0.3, 0.0], [0.8, 0.0, 0.0, 0.2]] {
            let mut template = vec![0.0; 16];
            [item, output, output, output].into_iter().enumerate().for_each(|(at, x)| template[5 * at] = x);
            let templates = vec![template, vec![rater], vec![taste]];
            let [found, expected] = [&by_parts, &together].map(|products| {
                let at = Evaluation::new(products, templates.clone()).unwrap();
                let score = Score::new(products, &at, Method::Reml);
                let of_outputs: f64 = (1..4).map(|effect| score.trace[0][5 * effect]).sum();
                let mut all = vec![at.residual, at.log_det_trailing, at.log_det_fixed, score.trace[0][0], of_outputs];
                all.extend(score.trace[1].iter().chain(&score.trace[2]).chain(at.reduced.column(0)));
                all
            });
            for (found, expected) in found.iter().zip(&expected) {
                assert!((found - expected).abs() < 1e-9 * (1.0 + expected.abs()), "{found} {expected}");
            }
        }
    }
}
