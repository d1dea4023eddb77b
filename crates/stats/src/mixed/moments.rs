//! A first guess of the variances, by equating sums of squares to what they are expected to be.
//!
//! With e the residuals of a fit without random effects, the sum of squares of e within the levels of a
//! group is free of that group's variance and linear in all others'; with the total that is one equation
//! per variance: Gao & Owen (2017), *Efficient moment calculations for variance components in large
//! unbalanced crossed random effects models*, Electron. J. Statist. 11. It costs one pass over the
//! cross-products, and saves a search that would start from nowhere several evaluations.

use super::group::Group;
use super::products::Products;
use crate::linalg::small;

/// A start further from the residual than this would slow the search down.
const SMALLEST: f64 = 0.1;
const LARGEST: f64 = 10.0;

/// The standard deviation of each group's intercept relative to the residual's; `None` for groups without
/// an intercept, and for all when the sums of squares say nothing.
pub(crate) fn relative_sds(products: &Products, groups: &[Group]) -> Vec<Option<f64>> {
    let with: Vec<usize> = (0..groups.len())
        .filter(|index| groups[*index].effects.first().is_some_and(|it| it == "(Intercept)"))
        .collect();
    let margins: Vec<Margin> = with.iter().map(|group| Margin::new(products, *group)).collect();
    let side = with.len() + 1;
    let last = products.trailing.size() - 1;
    let total = products.trailing.get(last, last);
    let (rows, fixed) = (products.rows as f64, products.fixed as f64);
    // One row for each group and one for the total; one column for each variance and one for the residual.
    let mut system = vec![0.0; side * side];
    let mut found = vec![0.0; side];
    for (a, margin) in margins.iter().enumerate() {
        found[a] = total - margin.sum_of_squares();
        system[a * side + side - 1] = rows - margin.count.len() as f64 - fixed + 1.0;
        for (b, other) in with.iter().enumerate().filter(|(b, _)| *b != a) {
            system[a * side + b] = margin.weight() - met_squared(products, (with[a], *other), &margin.count);
        }
        system[(side - 1) * side + a] = margin.weight() - margin.square() / margin.weight();
    }
    found[side - 1] = total;
    system[side * side - 1] = rows - fixed;
    let nothing = vec![None; groups.len()];
    let Some(variances) = least_squares(&system, &found, side) else { return nothing };
    let residual = variances[side - 1];
    if residual <= 1e-12 * total / rows {
        return nothing;
    }
    let mut sds = nothing;
    for (variance, group) in variances.iter().zip(&with) {
        sds[*group] = Some((variance / residual).max(0.0).sqrt().clamp(SMALLEST, LARGEST));
    }
    sds
}

/// Weights and weighted sums of the residuals by level of one group.
struct Margin {
    count: Vec<f64>,
    sum: Vec<f64>,
}

impl Margin {
    fn new(products: &Products, group: usize) -> Margin {
        let pattern = &*products.pattern;
        let (width, fixed) = (products.width, products.fixed);
        let last = products.trailing.size() - 1;
        match pattern.trailing.iter().find(|it| it.group == group) {
            None => Margin {
                count: products.leading.iter().step_by(width * width).copied().collect(),
                sum: products.beside.iter().skip(fixed).step_by(width * (fixed + 1)).copied().collect(),
            },
            Some(it) => {
                let columns = || (it.offset..pattern.end_of(it)).step_by(it.width);
                Margin {
                    count: columns().map(|column| products.trailing.get(column, column)).collect(),
                    sum: columns().map(|column| products.trailing.get(last, column)).collect(),
                }
            }
        }
    }

    fn weight(&self) -> f64 {
        self.count.iter().sum()
    }

    fn square(&self) -> f64 {
        self.count.iter().map(|n| n * n).sum()
    }

    /// The sum of squares between levels.
    fn sum_of_squares(&self) -> f64 {
        self.sum.iter().zip(&self.count).filter(|(_, n)| **n > 0.0).map(|(s, n)| s * s / n).sum()
    }
}

/// Σ n²/n. over the cells of two groups, n. being the count of the first group's level.
fn met_squared(products: &Products, (first, second): (usize, usize), count: &[f64]) -> f64 {
    let pattern = &*products.pattern;
    let of = |group: usize| pattern.trailing.iter().find(|it| it.group == group);
    let share = |cell: f64, level: usize| if count[level] > 0.0 { cell * cell / count[level] } else { 0.0 };
    match (of(first), of(second)) {
        (None, None) => 0.0,
        (Some(one), Some(other)) => {
            let columns = |it| (0..).zip((pattern_range(products, it)).step_by(it.width));
            let cell = |a: usize, b: usize| products.trailing.get(a.max(b), a.min(b));
            columns(one).map(|(level, a)| columns(other).map(|(_, b)| share(cell(a, b), level)).sum::<f64>()).sum()
        }
        (Some(it), None) | (None, Some(it)) => {
            let mut sum = 0.0;
            for level in 0..pattern.level_start.len() - 1 {
                for index in pattern.of_level(level) {
                    let column = pattern.column[index] as usize;
                    if pattern_range(products, it).contains(&column) && (column - it.offset).is_multiple_of(it.width) {
                        let met = products.meetings[index * products.width];
                        sum +=
                            share(met, if first == pattern.leading { level } else { (column - it.offset) / it.width });
                    }
                }
            }
            sum
        }
    }
}

fn pattern_range(products: &Products, it: &super::pattern::Trailing) -> std::ops::Range<usize> {
    it.offset..products.pattern.end_of(it)
}

fn least_squares(system: &[f64], found: &[f64], side: usize) -> Option<Vec<f64>> {
    let transposed = small::transpose(system, side);
    let mut normal = small::product(&transposed, system, side);
    let mut solution: Vec<f64> = transposed.chunks_exact(side).map(|row| small::dot(row, found)).collect();
    if !small::cholesky(&mut normal, side) {
        return None;
    }
    small::forward(&normal, side, &mut solution);
    small::backward(&normal, side, &mut solution);
    solution.iter().all(|x| x.is_finite()).then_some(solution)
}
