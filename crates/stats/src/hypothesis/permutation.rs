//! A difference of means judged by rearranging the data themselves, with what belongs together kept together.

use super::sample::{at_least, finite};
use super::{Alternative, Test, TestOptions};
use crate::resample::{
    Groups, IntervalKind, Plan, Replicates, Scheme, Stream, Tail, bootstrap, jackknife, permutation_p,
};
use crate::{Estimate, Interval, Note, PValue, Result, StatError};

mod enumerate;

/// Which of two groups a value belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The one whose mean comes first in the difference.
    First,
    /// The other.
    Second,
}

impl Side {
    fn place(self) -> usize {
        match self {
            Side::First => 0,
            Side::Second => 1,
        }
    }
}

/// Values of two groups, row by row.
#[derive(Debug, Clone, PartialEq)]
pub struct TwoGroups {
    values: Vec<f64>,
    sides: Vec<Side>,
}

impl TwoGroups {
    /// From values and, for each, its group.
    ///
    /// # Errors
    /// When lengths differ, a value is not finite or a group is empty.
    pub fn new(values: Vec<f64>, sides: Vec<Side>) -> Result<Self> {
        if values.len() != sides.len() {
            let (left_len, right_len) = (values.len(), sides.len());
            return Err(StatError::Lengths { left: "the values", left_len, right: "the groups", right_len });
        }
        finite("the sample", &values)?;
        let size = sides.iter().filter(|side| **side == Side::First).count();
        at_least("values in a group", 1, size.min(values.len() - size))?;
        Ok(TwoGroups { values, sides })
    }

    /// How many values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Never: each group has a value.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    fn difference(&self) -> f64 {
        let mut sums = Sums::default();
        for (value, side) in self.values.iter().zip(&self.sides) {
            sums.add(*value, *side);
        }
        sums.difference().unwrap_or_default()
    }
}

/// What may change places when there is no difference.
#[derive(Debug, Clone, Copy)]
pub enum Exchange<'a> {
    /// Any two values: independent samples.
    Rows,
    /// Values within one block, such as an item, each for itself.
    Within(&'a Groups),
    /// All values of a cluster together, such as all ratings of an item or by a rater. A cluster with
    /// values of both groups changes them round; where no cluster has both, they change groups as wholes.
    Clusters(&'a Groups),
}

/// Sums and counts of two groups.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    sum: [f64; 2],
    count: [usize; 2],
}

impl Sums {
    fn add(&mut self, value: f64, side: Side) {
        self.sum[side.place()] += value;
        self.count[side.place()] += 1;
    }

    /// All of another, its first group going to `side` and its second to the other.
    fn take(&mut self, other: &Sums, side: Side) {
        for place in 0..2 {
            let to = (place + side.place()) % 2;
            self.sum[to] += other.sum[place];
            self.count[to] += other.count[place];
        }
    }

    fn has_both(&self) -> bool {
        self.count[0] > 0 && self.count[1] > 0
    }

    fn difference(&self) -> Option<f64> {
        let mean = |place: usize| (self.count[place] > 0).then(|| self.sum[place] / self.count[place] as f64);
        Some(mean(0)? - mean(1)?)
    }
}

/// The `difference` of means, x̄₁ − x̄₂, with the share of rearrangements in which it is at least as extreme
/// (Pitman 1937; Phipson and Smyth 2010 for counting the observed one). Where there are no more rearrangements than
/// the plan would draw, all are counted and the p-value is exact. Tests that the groups do not differ at all, not
/// only in their means.
///
/// # Errors
/// When nothing can be rearranged.
pub fn permutation_test(data: &TwoGroups, exchange: Exchange<'_>, plan: Plan, asked: TestOptions) -> Result<Test> {
    let observed = data.difference();
    let scale = data.values.iter().fold(0.0_f64, |scale, x| scale.max(x.abs()));
    let tail = match asked.alternative {
        Alternative::TwoSided => Tail::Both,
        Alternative::Less => Tail::Lower,
        Alternative::Greater => Tail::Upper,
    };
    // Differences that are rounding alone are no differences.
    let observed = if observed.abs() <= 4.0 * f64::EPSILON * scale { 0.0 } else { observed };
    let alone = match exchange {
        Exchange::Rows => 0,
        Exchange::Within(blocks) | Exchange::Clusters(blocks) => match count_mixed_clusters(data, blocks) {
            0 => 0,
            both => blocks.len() - both,
        },
    };
    let words = || Note::Said(format!("{alone} clusters hold one group only and stay as they are"));
    let estimate = Estimate::new("difference", observed).note((alone > 0).then(words));
    if let Some(all) = enumerate::all_differences(data, exchange, plan.replicates)? {
        let extreme = all.iter().filter(|value| tail.is_extreme(**value, observed)).count();
        let p = PValue::new(extreme as f64 / all.len() as f64);
        let note = Note::Said(format!("exact: all {} rearrangements counted", all.len()));
        return Ok(Test::new(estimate.p(p).note(note)));
    }
    let replicates = match exchange {
        Exchange::Rows => plan.run(
            || data.sides.clone(),
            |labels, stream| {
                labels.copy_from_slice(&data.sides);
                stream.shuffle(labels);
                difference_by_labels(data, labels)
            },
        ),
        Exchange::Within(blocks) => {
            at_least("blocks with both groups", 1, count_mixed_clusters(data, blocks))?;
            plan.run(
                || (data.sides.clone(), Vec::new()),
                |(labels, own), stream| {
                    shuffle_within(data, blocks, labels, own, stream);
                    difference_by_labels(data, labels)
                },
            )
        }
        Exchange::Clusters(clusters) => permute_clusters(&cluster_sums(data, clusters), plan)?,
    };
    let p = permutation_p(observed, &replicates, tail);
    Ok(Test::new(estimate.p(p).note(replicates.note())))
}

/// Clusters that hold both groups are changed round, each by the toss of a coin, and the others stay; when
/// none holds both, whole clusters change groups.
fn permute_clusters(sums: &[Sums], plan: Plan) -> Result<Replicates> {
    at_least("clusters", 2, sums.len())?;
    if sums.iter().any(Sums::has_both) {
        return Ok(plan.run(
            || (),
            |(), stream| {
                let mut total = Sums::default();
                for own in sums {
                    let stays = !own.has_both() || stream.heads();
                    total.take(own, if stays { Side::First } else { Side::Second });
                }
                total.difference()
            },
        ));
    }
    let sides: Vec<Side> = sums.iter().map(|own| if own.count[0] > 0 { Side::First } else { Side::Second }).collect();
    Ok(plan.run(
        || sides.clone(),
        |labels, stream| {
            labels.copy_from_slice(&sides);
            stream.shuffle(labels);
            let mut total = Sums::default();
            for (own, (now, was)) in sums.iter().zip(labels.iter().zip(&sides)) {
                total.take(own, if now == was { Side::First } else { Side::Second });
            }
            total.difference()
        },
    ))
}

/// The interval of the difference of means when rows, clusters or two crossed kinds of clusters are
/// drawn with replacement.
///
/// # Errors
/// When too few replicates have both groups, or a BCa interval is undefined.
pub fn bootstrap_interval(
    data: &TwoGroups,
    scheme: &Scheme<'_>,
    kind: IntervalKind,
    plan: Plan,
    level: f64,
) -> Result<Interval> {
    let statistic = |rows: &[u32]| {
        let mut sums = Sums::default();
        for row in rows {
            sums.add(data.values[*row as usize], data.sides[*row as usize]);
        }
        sums.difference()
    };
    let replicates = bootstrap(plan, scheme, statistic);
    match kind {
        IntervalKind::Percentile => replicates.percentile(level),
        IntervalKind::Basic => replicates.basic(data.difference(), level),
        IntervalKind::Bca => replicates.bca(data.difference(), &jackknife(scheme, statistic), level),
    }
}

fn difference_by_labels(data: &TwoGroups, labels: &[Side]) -> Option<f64> {
    let mut sums = Sums::default();
    for (value, side) in data.values.iter().zip(labels) {
        sums.add(*value, *side);
    }
    sums.difference()
}

fn shuffle_within(data: &TwoGroups, blocks: &Groups, labels: &mut [Side], own: &mut Vec<Side>, stream: &mut Stream) {
    for block in 0..blocks.len() {
        own.clear();
        own.extend(blocks.rows(block).iter().map(|row| data.sides[*row as usize]));
        stream.shuffle(own);
        for (row, side) in blocks.rows(block).iter().zip(own.iter()) {
            labels[*row as usize] = *side;
        }
    }
}

fn cluster_sums(data: &TwoGroups, clusters: &Groups) -> Vec<Sums> {
    let mut sums = vec![Sums::default(); clusters.len()];
    for ((value, side), cluster) in data.values.iter().zip(&data.sides).zip(clusters.of_row()) {
        sums[*cluster as usize].add(*value, *side);
    }
    sums
}

/// How many clusters hold both groups.
fn count_mixed_clusters(data: &TwoGroups, clusters: &Groups) -> usize {
    cluster_sums(data, clusters).iter().filter(|own| own.has_both()).count()
}

#[cfg(test)]
mod tests;
