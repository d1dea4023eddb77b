//! Whether the effects of a model explain every judgement exactly, so that nothing is left to learn an error from.
//!
//! If they do, the restricted likelihood grows without limit as the variance of these effects does beside that of what is left. A search
//! stops somewhere on the way, and where it stops depends on rounding and on the order of rows. So this is asked before: with the
//! effects as if they were fixed, does least squares leave nothing of the judgements, though it would of others? Least squares by
//! conjugate gradients (Hestenes and Stiefel 1952, J. Res. NBS 49), of which few steps show that something is left.
//!
//! Where few judgements repeat others, these may agree by chance. Then the effect with most levels cannot be told from what is left,
//! and is left out, as where none repeat.

use crate::mixed::Group;

/// Columns of effects, as the rows meet them.
pub(super) struct ExactFit<'a> {
    fixed: &'a [Vec<f64>],
    /// For each term its group and the effects of a level that belong to it.
    terms: Vec<(&'a Group, std::ops::Range<usize>)>,
}

/// How effects explain judgements exactly.
pub(super) enum Exactly {
    /// Judgements that repeat others all agree.
    ByAll,
    /// The few that do may agree by chance.
    ByChance {
        /// The term with most levels.
        finest: usize,
    },
}

/// What is left of a vector has been explained if its length is this share of what it was, or less.
const NOTHING: f64 = 1e-7;
/// Something is left if its correlation with every column is as small as this.
const UNCORRELATED: f64 = 1e-4;
/// Judgements that repeat others in fewer ways than this may agree in all by chance.
const FEWEST_REPEATED: usize = 5;
/// A direction is new if this share of it lies outside those known.
const NEW: f64 = 1e-3;
/// As many steps are made at most; exact least squares needs as many as there are columns, and most need twenty.
const STEPS: usize = 2000;

impl<'a> ExactFit<'a> {
    pub(super) fn new(fixed: &'a [Vec<f64>], groups: &'a [Group]) -> ExactFit<'a> {
        let of_group = |group: &'a Group| group.free.iter().map(move |it| (group, it.row..it.row + it.count));
        ExactFit { fixed, terms: groups.iter().flat_map(of_group).collect() }
    }

    /// How some of the effects explain these judgements exactly, if they do so and would not explain any others.
    pub(super) fn exactly(&self, y: &[f64]) -> Option<Exactly> {
        let (y, nothing) = self.left_of(y, 0, f64::EPSILON);
        if nothing {
            // That systems alone explain them is another finding.
            return None;
        }
        let all = (1_u32 << self.terms.len()) - 1;
        let is_explained = |some: u32| self.left_of(&y, some, UNCORRELATED).1;
        if !is_explained(all) {
            return None;
        }
        let ways: Vec<(u32, usize)> =
            (1..=all).filter(|some| is_explained(*some)).map(|some| (some, self.repetitions(y.len(), some))).collect();
        if ways.iter().any(|(_, ways)| *ways >= FEWEST_REPEATED) {
            return Some(Exactly::ByAll);
        }
        // The fewest effects that would be needed.
        let by = ways.iter().filter(|(_, ways)| *ways > 0).min_by_key(|(some, _)| some.count_ones())?.0;
        Some(Exactly::ByChance { finest: self.finest(by)? })
    }

    /// The term with most levels, if so few judgements repeat others that it might explain what is left as well.
    pub(super) fn finest_of_few(&self, count: usize) -> Option<usize> {
        let all = (1_u32 << self.terms.len()) - 1;
        (self.repetitions(count, all) < FEWEST_REPEATED).then(|| self.finest(all)).flatten()
    }

    /// Whether there are so many more judgements than columns that enough of them repeat others.
    pub(super) fn is_repeated(&self, count: usize) -> bool {
        let columns = (0..self.terms.len()).map(|term| self.columns_of(term)).sum::<usize>();
        count >= self.fixed.len() + columns + FEWEST_REPEATED
    }

    fn finest(&self, some: u32) -> Option<usize> {
        (0..self.terms.len()).filter(|term| some & 1 << term != 0).max_by_key(|term| self.columns_of(*term))
    }

    fn columns_of(&self, term: usize) -> usize {
        self.terms[term].0.levels.len() * self.terms[term].1.len()
    }

    /// In how many ways judgements repeat others (the number of them less the rank of the columns), as far as it matters: what is left
    /// of vectors that columns have nothing to do with points in so many directions.
    fn repetitions(&self, count: usize, some: u32) -> usize {
        let mut known: Vec<Vec<f64>> = Vec::new();
        for set in 0..FEWEST_REPEATED {
            let other = unlike(count, set);
            let mut left = self.left_of(&other, some, f64::EPSILON).0;
            for direction in &known {
                let along = dot(&left, direction);
                left.iter_mut().zip(direction).for_each(|(left, direction)| *left -= along * direction);
            }
            let rest = length(&left);
            if rest > NEW * length(&other) / (count as f64).sqrt() {
                left.iter_mut().for_each(|left| *left /= rest);
                known.push(left);
            }
        }
        known.len()
    }

    /// What least squares on the fixed effects and some terms leaves, once its correlation with the columns is that small, and whether it
    /// is nothing.
    fn left_of(&self, y: &[f64], some: u32, uncorrelated: f64) -> (Vec<f64>, bool) {
        let columns = Columns::new(self, some);
        let mut left = y.to_vec();
        let mut gradient = columns.correlations(&left);
        let mut direction = gradient.clone();
        let (whole, mut square) = (length(&left), dot(&gradient, &gradient));
        for _ in 0..STEPS.min(columns.scale.len() + 10) {
            if length(&left) <= NOTHING * whole {
                return (left, true);
            }
            if square.sqrt() <= uncorrelated * length(&left) {
                break;
            }
            let moved = columns.times(&direction);
            let step = square / dot(&moved, &moved);
            left.iter_mut().zip(&moved).for_each(|(left, moved)| *left -= step * moved);
            gradient = columns.correlations(&left);
            let next = dot(&gradient, &gradient);
            direction
                .iter_mut()
                .zip(&gradient)
                .for_each(|(direction, new)| *direction = new + next / square * *direction);
            square = next;
        }
        let nothing = length(&left) <= NOTHING * whole;
        (left, nothing)
    }
}

/// The columns of some terms, each of length one.
struct Columns<'a> {
    fixed: &'a [Vec<f64>],
    /// A group, its effects, and the place of its first column.
    terms: Vec<(&'a Group, std::ops::Range<usize>, usize)>,
    scale: Vec<f64>,
}

impl<'a> Columns<'a> {
    fn new(of: &ExactFit<'a>, some: u32) -> Columns<'a> {
        let mut count = of.fixed.len();
        let mut terms = Vec::new();
        for (index, (group, effects)) in of.terms.iter().enumerate() {
            if some & 1 << index != 0 {
                terms.push((*group, effects.clone(), count));
                count += group.levels.len() * effects.len();
            }
        }
        let mut columns = Columns { fixed: of.fixed, terms, scale: vec![1.0; count] };
        let mut squares = vec![0.0; count];
        for (square, column) in squares.iter_mut().zip(columns.fixed) {
            *square = dot(column, column);
        }
        columns.each_cell(|_, column, value| squares[column] += value * value);
        columns.scale = squares.into_iter().map(|it| if it > 0.0 { 1.0 / it.sqrt() } else { 0.0 }).collect();
        columns
    }

    /// Calls with the row, column and value of each cell of the random effects.
    fn each_cell(&self, mut cell: impl FnMut(usize, usize, f64)) {
        for (group, effects, first) in &self.terms {
            let (width, own) = (group.effects.len(), effects.len());
            for (row, code) in group.codes.iter().enumerate() {
                for effect in effects.clone() {
                    let value = if group.values.is_empty() { 1.0 } else { group.values[row * width + effect] };
                    if value != 0.0 {
                        cell(row, first + *code as usize * own + effect - effects.start, value);
                    }
                }
            }
        }
    }

    fn times(&self, coefficients: &[f64]) -> Vec<f64> {
        let rows = self.fixed.first().map_or(0, Vec::len);
        let mut product = vec![0.0; rows];
        for (index, column) in self.fixed.iter().enumerate() {
            let factor = coefficients[index] * self.scale[index];
            product.iter_mut().zip(column).for_each(|(sum, value)| *sum += factor * value);
        }
        self.each_cell(|row, column, value| product[row] += value * self.scale[column] * coefficients[column]);
        product
    }

    fn correlations(&self, of: &[f64]) -> Vec<f64> {
        let mut product = vec![0.0; self.scale.len()];
        for (sum, column) in product.iter_mut().zip(self.fixed) {
            *sum = dot(column, of);
        }
        self.each_cell(|row, column, value| product[column] += value * of[row]);
        product.iter_mut().zip(&self.scale).for_each(|(sum, scale)| *sum *= scale);
        product
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn length(of: &[f64]) -> f64 {
    dot(of, of).sqrt()
}

/// Values that have nothing to do with one another: the fractions of multiples of squares (Weyl 1916, Math. Ann. 77).
fn unlike(count: usize, set: usize) -> Vec<f64> {
    let multiple = (2.0 + set as f64).sqrt() * std::f64::consts::E;
    (1..=count).map(|index| ((index * index) as f64 * multiple).fract() - 0.5).collect()
}
