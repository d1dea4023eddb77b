//! The random effects that share a grouping factor, with the template of their covariance.
//!
//! `(1 | g) + (0 + x | g)` and `(1 + x || g)` are one group with two effects and a diagonal
//! template, so that the effects of one level always stand together.

use super::design::{Contrasts, Design};
use super::formula::{RandomPart, Terms};
use super::frame::{Column, Frame};
use crate::{Result, StatError};

/// All random effects of one grouping factor.
#[derive(Debug, Clone)]
pub struct Group {
    /// The grouping factor: `rater`, `rater:system`.
    pub name: String,
    /// Level names.
    pub levels: Vec<String>,
    /// For each row, its level.
    pub codes: Vec<u32>,
    /// Names of the effects: `(Intercept)`, `systemGEDI`.
    pub effects: Vec<String>,
    /// Effects by row, row-major; empty when the only effect is the intercept.
    pub values: Vec<f64>,
    /// Which elements of the lower-triangular template are free, column by column within each term of
    /// the formula.
    pub free: Vec<Element>,
    /// For each term of the formula, its effects as a range.
    pub parts: Vec<std::ops::Range<usize>>,
}

impl Group {
    /// How many effects each level has.
    #[must_use]
    pub fn width(&self) -> usize {
        self.effects.len()
    }

    /// How many columns it has in the design of the random effects.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.levels.len() * self.width()
    }

    /// The values of the effects in a row.
    #[must_use]
    pub fn row(&self, row: usize) -> &[f64] {
        if self.values.is_empty() { &[1.0] } else { &self.values[row * self.width()..(row + 1) * self.width()] }
    }

    /// The template filled with parameters, row-major.
    #[must_use]
    pub fn template(&self, theta: &[f64]) -> Vec<f64> {
        let width = self.width();
        let mut template = vec![0.0; width * width];
        for (element, value) in self.free.iter().zip(theta) {
            for (row, column) in element.cells() {
                template[row * width + column] = *value;
            }
        }
        template
    }
}

/// A free element of a lower-triangular template; with a `count` above one, also the elements that follow
/// it down the diagonal, which all have its value: effects that are equally variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Element {
    /// Row of the first.
    pub row: usize,
    /// Column of the first.
    pub column: usize,
    /// How many have the value.
    pub count: usize,
}

impl Element {
    /// Row and column of each element that has the value.
    pub fn cells(self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.count).map(move |by| (self.row + by, self.column + by))
    }
}

/// A covariance parameter: a free element of the lower-triangular template of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameter {
    /// Index of the group.
    pub group: usize,
    /// Where it is in the template.
    pub element: Element,
}

impl Parameter {
    /// Whether it is a standard deviation, and so not below zero.
    #[must_use]
    pub fn on_diagonal(&self) -> bool {
        self.element.row == self.element.column
    }
}

/// The covariance parameters of groups, in the order in which they stand in a vector.
pub(crate) fn parameters(groups: &[Group]) -> Vec<Parameter> {
    let of = |(group, it): (usize, &Group)| -> Vec<Parameter> {
        it.free.iter().map(|element| Parameter { group, element: *element }).collect()
    };
    groups.iter().enumerate().flat_map(of).collect()
}

/// The template of each group, filled with its part of the parameters.
pub(crate) fn templates(groups: &[Group], mut theta: &[f64]) -> Vec<Vec<f64>> {
    let mut templates = Vec::with_capacity(groups.len());
    for group in groups {
        let (own, others) = theta.split_at(group.free.len());
        templates.push(group.template(own));
        theta = others;
    }
    templates
}

/// The groups of a formula, those with most levels first, as `lme4` orders them.
///
/// # Errors
/// When a column is missing, or a group has a single level or as many effects as rows.
pub fn groups(parts: &[RandomPart], frame: &Frame, contrasts: Contrasts) -> Result<Vec<Group>> {
    let mut groups: Vec<Group> = Vec::new();
    for part in parts {
        let name = part.group.join(":");
        let index = match groups.iter().position(|group| group.name == name) {
            Some(index) => index,
            None => {
                groups.push(empty(name, &part.group, frame)?);
                groups.len() - 1
            }
        };
        for effects in uncorrelated_sets(part) {
            let design = Design::new(&effects, frame, contrasts)?;
            if design.width() == 0 {
                let name = &groups[index].name;
                return Err(StatError::Undefined(format!("`(0 | {name})` has no effect; write `(1 | {name})`")));
            }
            extend(&mut groups[index], &design, &design.matrix(frame)?);
        }
    }
    for group in &mut groups {
        if group.width() == 1 && group.values.iter().all(|x| (x - 1.0).abs() < f64::EPSILON) {
            group.values = Vec::new();
        }
        refuse_unidentified(group, frame.rows())?;
    }
    groups.sort_by_key(|group| std::cmp::Reverse(group.levels.len()));
    refuse_unwieldy(&groups)?;
    Ok(groups)
}

/// All groups but the largest meet in one dense matrix of this many rows at most. Some six such matrices are held at
/// once while the gradient is formed, so that memory is about 48 bytes times the square: 7 GB here.
pub(crate) const MOST_TRAILING: usize = 12_000;

/// The number of random effects of all groups but the largest.
pub(crate) fn trailing(groups: &[Group]) -> usize {
    let columns: Vec<usize> = groups.iter().map(Group::columns).collect();
    columns.iter().sum::<usize>() - columns.iter().max().copied().unwrap_or(0)
}

fn refuse_unwieldy(groups: &[Group]) -> Result<()> {
    let trailing = trailing(groups);
    if trailing <= MOST_TRAILING {
        return Ok(());
    }
    Err(StatError::Undefined(format!(
        "all groups but the largest have {trailing} random effects together, and fitting them needs a matrix with \
         that many rows and columns; {MOST_TRAILING} are the limit here. Leave a random slope or an interaction out of \
         the random part, or fit a random part of the raters"
    )))
}

/// The sets of effects that may be correlated among themselves: with `||`, each term is its own.
fn uncorrelated_sets(part: &RandomPart) -> Vec<Terms> {
    if part.correlated {
        return vec![part.effects.clone()];
    }
    let intercept = part.effects.intercept.then(|| Terms { intercept: true, terms: Vec::new() });
    let alone = |term: &Vec<String>| Terms { intercept: false, terms: vec![term.clone()] };
    intercept.into_iter().chain(part.effects.terms.iter().map(alone)).collect()
}

fn refuse_unidentified(group: &Group, rows: usize) -> Result<()> {
    let Group { name, levels, .. } = group;
    if levels.len() < 2 {
        return Err(StatError::Undefined(format!(
            "`{name}` has a single level, so nothing varies between its levels; leave `(… | {name})` out"
        )));
    }
    if group.columns() >= rows {
        return Err(StatError::Undefined(format!(
            "`{name}` has {} random effects but there are {rows} rows, so they cannot be told from the residual; \
             drop effects or use a coarser group",
            group.columns(),
        )));
    }
    Ok(())
}

fn empty(name: String, columns: &[String], frame: &Frame) -> Result<Group> {
    let (levels, codes) = crossed_levels(columns, frame)?;
    Ok(Group { name, levels, codes, effects: Vec::new(), values: Vec::new(), free: Vec::new(), parts: Vec::new() })
}

/// Adds the effects of one more term of the formula.
fn extend(group: &mut Group, design: &Design, matrix: &[f64]) {
    let (before, more) = (group.width(), design.width());
    let rows = group.codes.len();
    let mut values = Vec::with_capacity(rows * (before + more));
    for row in 0..rows {
        values.extend_from_slice(&group.values[row * before..(row + 1) * before]);
        values.extend_from_slice(&matrix[row * more..(row + 1) * more]);
    }
    group.values = values;
    group.effects.extend(design.names.iter().cloned());
    for column in before..before + more {
        group.free.extend((column..before + more).map(|row| Element { row, column, count: 1 }));
    }
    group.parts.push(before..before + more);
}

/// The combinations of levels that occur, in order of the first column's levels, then the second's.
fn crossed_levels(columns: &[String], frame: &Frame) -> Result<(Vec<String>, Vec<u32>)> {
    let mut names = vec![String::new()];
    let mut codes: Vec<u32> = Vec::new();
    for (position, column) in columns.iter().enumerate() {
        let (levels, inner) = as_levels(frame.column(column)?);
        let keys: Vec<u64> = match position {
            0 => inner.iter().map(|code| u64::from(*code)).collect(),
            _ => codes
                .iter()
                .zip(&inner)
                .map(|(outer, inner)| u64::from(*outer) * levels.len() as u64 + u64::from(*inner))
                .collect(),
        };
        let (seen, dense) = number_distinct_keys(&keys, names.len() * levels.len());
        codes = dense;
        if position == 0 && seen.len() == levels.len() {
            names = levels;
            continue;
        }
        let name = |key: &u64| {
            let (outer, inner) = (*key as usize / levels.len(), *key as usize % levels.len());
            if position == 0 { levels[inner].clone() } else { format!("{}:{}", names[outer], levels[inner]) }
        };
        names = seen.iter().map(name).collect();
    }
    Ok((names, codes))
}

/// The distinct keys in order and, for each row, the index of its key.
fn number_distinct_keys(keys: &[u64], bound: usize) -> (Vec<u64>, Vec<u32>) {
    if bound > keys.len().saturating_mul(8).max(1 << 16) {
        let mut seen = keys.to_vec();
        seen.sort_unstable();
        seen.dedup();
        let dense = keys.iter().map(|key| seen.partition_point(|other| other < key) as u32).collect();
        return (seen, dense);
    }
    let mut number = vec![u32::MAX; bound];
    for key in keys {
        number[*key as usize] = 0;
    }
    let mut seen = Vec::new();
    for (key, slot) in number.iter_mut().enumerate().filter(|(_, slot)| **slot == 0) {
        *slot = seen.len() as u32;
        seen.push(key as u64);
    }
    let dense = keys.iter().map(|key| number[*key as usize]).collect();
    (seen, dense)
}

fn as_levels(column: &Column) -> (Vec<String>, Vec<u32>) {
    match column {
        Column::Factor { levels, codes } => (levels.clone(), codes.clone()),
        Column::Numeric(values) => {
            let mut levels = values.clone();
            levels.sort_by(f64::total_cmp);
            levels.dedup();
            let code = |x: &f64| u32::try_from(levels.partition_point(|level| level < x)).unwrap_or(u32::MAX);
            (levels.iter().map(f64::to_string).collect(), values.iter().map(code).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Formula;
    use super::*;

    fn check(levels: [u32; 2], formula: &str) -> Result<Vec<Group>> {
        let rows = 40_000;
        let factor = |count: u32, step: u32| Column::Factor {
            levels: (0..count).map(|k| k.to_string()).collect(),
            codes: (0..rows).map(|row| row * step % count).collect(),
        };
        let frame = Frame::default()
            .with_column("x", Column::Numeric((0..rows).map(|row| f64::from(row % 7)).collect()))
            .and_then(|frame| frame.with_column("g", factor(levels[0], 1)))
            .and_then(|frame| frame.with_column("h", factor(levels[1], 7919)))
            .unwrap();
        groups(&Formula::parse(formula).unwrap().random, &frame, Contrasts::Treatment)
    }

    #[test]
    fn what_would_not_fit_into_memory_is_refused_with_what_to_do() {
        assert_eq!(check([13_001, 12_000], "y ~ 1 + (1 | g) + (1 | h)").unwrap().len(), 2);
        for (levels, formula, found) in [
            ([13_001, 12_001], "y ~ 1 + (1 | g) + (1 | h)", "12001 random effects"),
            ([19_001, 7_000], "y ~ 1 + (1 | g) + (1 + x | h)", "14000 random effects"),
        ] {
            let refused = check(levels, formula).unwrap_err().to_string();
            assert!(refused.contains(found) && refused.contains("12000 are the limit"), "{refused}");
            assert!(refused.contains("Leave a random slope or an interaction out"), "{refused}");
        }
    }
}
