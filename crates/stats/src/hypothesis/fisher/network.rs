//! Tables of any size: all tables with the same margins, column by column.
//!
//! Two partial tables that leave the same row sums over (in any order) can be completed in the same
//! ways, so they are kept together, apart only by the probability of what is already filled in
//! (the idea of Mehta and Patel 1983, JASA 78, without its bounds).

use std::collections::HashMap;

use super::{SAME, ln_accumulate};
use crate::Note;
use crate::hypothesis::Contingency;
use crate::resample::Plan;

/// Steps after which going through all tables is given up: about two seconds.
const AFFORDABLE: usize = 4_000_000;
/// Tables drawn when it is.
const DRAWS: usize = 100_000;
/// Probabilities filled in so far that differ by less than this in logarithm are kept together.
const GRAIN: f64 = 1e-11;

/// ln probability of the table, ln p, and the note that says how it was found.
pub(super) fn test(table: &Contingency, seed: u64) -> (f64, f64, Note) {
    let (mut rows, mut columns) = (table.row_sums(), table.column_sums());
    // Fewer rows make fewer different remainders.
    if rows.len() > columns.len() {
        std::mem::swap(&mut rows, &mut columns);
    }
    let total: u64 = rows.iter().sum();
    let ln_factorial = ln_factorials(total);
    let ln = |count: u64| ln_factorial[usize::try_from(count).unwrap_or(0)];
    let constant: f64 = rows.iter().chain(&columns).map(|sum| ln(*sum)).sum::<f64>() - ln(total);
    let observed = constant - table.counts.iter().map(|count| ln(*count)).sum::<f64>();
    columns.sort_unstable_by(|a, b| b.cmp(a));
    let mut network = Network { ln_factorial: &ln_factorial, steps: 0 };
    if let Some(ends) = network.all(&rows, &columns) {
        let mut sum = f64::NEG_INFINITY;
        for (filled, ways) in ends {
            if constant + filled <= observed + SAME {
                ln_accumulate(&mut sum, constant + filled + ways.ln());
            }
        }
        return (observed, sum.min(0.0), Note::Exact);
    }
    let as_extreme = count_drawn_tables(table, seed, |counts| {
        constant - counts.iter().map(|count| ln(*count)).sum::<f64>() <= observed + SAME
    });
    let p = (as_extreme + 1) as f64 / (DRAWS + 1) as f64;
    (observed, p.ln(), Note::Resampled { seed, replicates: DRAWS, failed: 0 })
}

fn ln_factorials(largest: u64) -> Vec<f64> {
    let mut table = vec![0.0];
    let mut sum = 0.0;
    for n in 1..=largest {
        sum += (n as f64).ln();
        table.push(sum);
    }
    table
}

/// Probabilities filled in so far (as ln, by grain) with the number of ways to get there.
type Paths = HashMap<i64, (f64, f64)>;

struct Network<'a> {
    ln_factorial: &'a [f64],
    steps: usize,
}

impl Network<'_> {
    /// All tables: their filled-in parts −Σ ln x! and how many have each. `None` when there are too many.
    fn all(&mut self, rows: &[u64], columns: &[u64]) -> Option<Vec<(f64, f64)>> {
        let mut start = rows.to_vec();
        start.sort_unstable();
        let mut nodes: HashMap<Vec<u64>, Paths> = HashMap::from([(start, HashMap::from([(0, (0.0, 1.0))]))]);
        for column in columns {
            let mut next: HashMap<Vec<u64>, Paths> = HashMap::new();
            for (left, paths) in &nodes {
                let mut filling = Column { left, chosen: vec![0; left.len()], found: Vec::new() };
                self.fill(&mut filling, 0, *column)?;
                for (mut remaining, filled) in filling.found {
                    remaining.sort_unstable();
                    let into = next.entry(remaining).or_default();
                    self.steps += paths.len();
                    for (past, ways) in paths.values() {
                        let sum = past + filled;
                        into.entry(grain(sum)).or_insert((sum, 0.0)).1 += ways;
                    }
                }
                if self.steps > AFFORDABLE {
                    return None;
                }
            }
            nodes = next;
        }
        Some(nodes.into_values().flat_map(HashMap::into_values).collect())
    }

    /// All ways to fill the rows of a column from `row` on with what is `wanted` of it.
    fn fill(&mut self, column: &mut Column<'_>, row: usize, wanted: u64) -> Option<()> {
        self.steps += 1;
        if self.steps > AFFORDABLE {
            return None;
        }
        let below: u64 = column.left[row + 1..].iter().sum();
        for count in wanted.saturating_sub(below)..=wanted.min(column.left[row]) {
            column.chosen[row] = count;
            if row + 1 < column.left.len() {
                self.fill(column, row + 1, wanted - count)?;
            } else if count == wanted {
                let ln = |count: &u64| self.ln_factorial[usize::try_from(*count).unwrap_or(0)];
                let filled: f64 = column.chosen.iter().map(ln).sum();
                let remaining = column.left.iter().zip(&column.chosen).map(|(left, chosen)| left - chosen).collect();
                column.found.push((remaining, -filled));
            }
        }
        Some(())
    }
}

/// One column being filled.
struct Column<'a> {
    /// What is left of each row.
    left: &'a [u64],
    /// What it gets of each row.
    chosen: Vec<u64>,
    /// What each way found so far leaves of the rows, and its −Σ ln x!.
    found: Vec<(Vec<u64>, f64)>,
}

#[expect(clippy::cast_possible_truncation, reason = "logarithms of probabilities are small")]
fn grain(ln: f64) -> i64 {
    (ln / GRAIN).round() as i64
}

/// How many of the tables drawn with the same margins satisfy a condition.
fn count_drawn_tables(table: &Contingency, seed: u64, condition: impl Fn(&[u64]) -> bool + Sync + Send) -> usize {
    let mut labels: Vec<usize> = Vec::new();
    for (column, sum) in table.column_sums().into_iter().enumerate() {
        labels.extend(std::iter::repeat_n(column, usize::try_from(sum).unwrap_or(0)));
    }
    let rows: Vec<usize> = table.row_sums().into_iter().map(|sum| usize::try_from(sum).unwrap_or(0)).collect();
    let replicates = Plan { seed, replicates: DRAWS }.run(
        || (labels.clone(), vec![0_u64; table.counts.len()]),
        |(workspace, counts), stream| {
            workspace.copy_from_slice(&labels);
            stream.shuffle(workspace);
            counts.fill(0);
            let mut rest = workspace.as_slice();
            for (row, sum) in rows.iter().enumerate() {
                let (own, others) = rest.split_at(*sum);
                for column in own {
                    counts[row * table.columns + column] += 1;
                }
                rest = others;
            }
            Some(f64::from(u8::from(condition(counts))))
        },
    );
    replicates.values.iter().filter(|value| **value > 0.5).count()
}
