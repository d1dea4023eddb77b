//! Whether the effects of a model explain every judgement exactly, so that nothing is left to learn an error from.
//!
//! If they do, the restricted likelihood grows without limit as the variance of these effects does beside that of what is left. A search
//! stops somewhere on the way, and where it stops depends on rounding and on the order of rows. So this is asked before: with the
//! effects as if they were fixed, does least squares leave nothing of the judgements, though it would of others? Least squares by
//! conjugate gradients (Hestenes and Stiefel 1952, J. Res. NBS 49), of which few steps show that something is left.
//!
//! Where it would leave next to nothing of any judgements, because few repeat one another, these may agree by chance. The search then
//! ends as it should, where the likelihood is largest nearby.

use crate::mixed::Group;

/// Columns of effects, as the rows meet them.
pub(super) struct Explained<'a> {
    fixed: &'a [Vec<f64>],
    /// For each term its group and the effects of a level that belong to it.
    terms: Vec<(&'a Group, std::ops::Range<usize>)>,
}

/// What is left of a vector has been explained if its length is this share of what it was, or less.
const NOTHING: f64 = 1e-7;
/// Something is left if its correlation with every column is as small as this.
const UNCORRELATED: f64 = 1e-4;
/// Judgements that repeat others in fewer ways than this may agree in all by chance.
const FEWEST_REPEATED: f64 = 5.0;
/// Sets of other judgements that are tried: they tell five ways from three and from eight.
const OTHERS: usize = 8;
/// As many steps are made at most; exact least squares needs as many as there are columns, and most need twenty.
const STEPS: usize = 2000;

impl<'a> Explained<'a> {
    pub(super) fn new(fixed: &'a [Vec<f64>], groups: &'a [Group]) -> Explained<'a> {
        let of_group = |group: &'a Group| group.free.iter().map(move |it| (group, it.row..it.row + it.count));
        Explained { fixed, terms: groups.iter().flat_map(of_group).collect() }
    }

    /// Whether some of the effects explain these judgements exactly, and would not explain others.
    pub(super) fn exactly(&self, y: &[f64]) -> bool {
        let (y, nothing) = self.left_of(y, 0);
        if nothing {
            // That systems alone explain them is another finding.
            return false;
        }
        let all = (1_u32 << self.terms.len()) - 1;
        if !self.left_of(&y, all).1 {
            return false;
        }
        (1..=all).any(|some| self.left_of(&y, some).1 && self.repeated(y.len(), some) >= FEWEST_REPEATED)
    }

    /// In how many ways judgements repeat others (the number of them less the rank of the columns), from what is left of vectors that
    /// columns have nothing to do with.
    fn repeated(&self, count: usize, some: u32) -> f64 {
        let share = |set: usize| {
            let other = unlike(count, set);
            let left = length(&self.left_of(&other, some).0) / length(&other);
            left * left
        };
        count as f64 * (0..OTHERS).map(share).sum::<f64>() / OTHERS as f64
    }

    /// What least squares on the fixed effects and some terms leaves, and whether that is nothing.
    fn left_of(&self, y: &[f64], some: u32) -> (Vec<f64>, bool) {
        let columns = Columns::new(self, some);
        let mut left = y.to_vec();
        let mut gradient = columns.transposed(&left);
        let mut direction = gradient.clone();
        let (whole, mut square) = (length(&left), dot(&gradient, &gradient));
        // What is left by the fixed effects is looked at again, and wanted in full.
        let uncorrelated = if some == 0 { f64::EPSILON } else { UNCORRELATED };
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
            gradient = columns.transposed(&left);
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
    fn new(of: &Explained<'a>, some: u32) -> Columns<'a> {
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

    fn transposed(&self, of: &[f64]) -> Vec<f64> {
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
