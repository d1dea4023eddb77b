//! A difference of means judged by rearranging the data themselves, with what belongs together kept together.

use super::sample::{at_least, finite};
use super::{Alternative, Asked, Test};
use crate::resample::{Groups, IntervalKind, Plan, Scheme, Stream, Tail, bootstrap, jackknife, permutation_p};
use crate::{Estimate, Interval, Result, StatError};

/// Values of two groups, row by row.
#[derive(Debug, Clone, PartialEq)]
pub struct TwoGroups {
    values: Vec<f64>,
    first: Vec<bool>,
}

impl TwoGroups {
    /// From values and, for each, whether it belongs to the first group.
    ///
    /// # Errors
    /// When lengths differ, a value is not finite or a group is empty.
    pub fn new(values: Vec<f64>, first: Vec<bool>) -> Result<Self> {
        if values.len() != first.len() {
            let (left_len, right_len) = (values.len(), first.len());
            return Err(StatError::Lengths { left: "the values", left_len, right: "the groups", right_len });
        }
        finite("the sample", &values)?;
        let size = first.iter().filter(|first| **first).count();
        at_least("values in a group", 1, size.min(values.len() - size))?;
        Ok(TwoGroups { values, first })
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
        for (value, first) in self.values.iter().zip(&self.first) {
            sums.add(*value, *first);
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
    /// values of both groups changes them round; clusters of one group each change groups as wholes.
    Clusters(&'a Groups),
}

/// Sums and counts of two groups.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    sum: [f64; 2],
    count: [usize; 2],
}

impl Sums {
    fn add(&mut self, value: f64, first: bool) {
        let place = usize::from(!first);
        self.sum[place] += value;
        self.count[place] += 1;
    }

    /// All of another, its two groups in their places or changed round.
    fn take(&mut self, other: &Sums, first: bool) {
        for place in 0..2 {
            let to = if first { place } else { 1 - place };
            self.sum[to] += other.sum[place];
            self.count[to] += other.count[place];
        }
    }

    fn difference(&self) -> Option<f64> {
        let mean = |place: usize| (self.count[place] > 0).then(|| self.sum[place] / self.count[place] as f64);
        Some(mean(0)? - mean(1)?)
    }
}

/// The `difference` of means, x̄₁ − x̄₂, with the share of rearrangements in which it is at least as extreme
/// (Pitman 1937; Phipson and Smyth 2010 for counting the observed one). Tests that the groups do not
/// differ at all, not only in their means.
///
/// # Errors
/// When nothing can be rearranged, or some clusters hold one group and others both.
pub fn permutation_test(data: &TwoGroups, exchange: Exchange<'_>, plan: Plan, asked: Asked) -> Result<Test> {
    let observed = data.difference();
    let scale = data.values.iter().fold(0.0_f64, |scale, x| scale.max(x.abs()));
    let replicates = match exchange {
        Exchange::Rows => plan.run(
            || data.first.clone(),
            |labels, stream| {
                labels.copy_from_slice(&data.first);
                stream.shuffle(labels);
                labelled(data, labels)
            },
        ),
        Exchange::Within(blocks) => {
            at_least("blocks with both groups", 1, mixed(data, blocks))?;
            plan.run(
                || (data.first.clone(), Vec::new()),
                |(labels, own), stream| {
                    shuffle_within(data, blocks, labels, own, stream);
                    labelled(data, labels)
                },
            )
        }
        Exchange::Clusters(clusters) => {
            let sums = cluster_sums(data, clusters);
            let both = mixed(data, clusters);
            at_least("clusters", 2, sums.len())?;
            if both == sums.len() {
                plan.run(
                    || (),
                    |(), stream| {
                        let mut total = Sums::default();
                        for own in &sums {
                            total.take(own, stream.heads());
                        }
                        total.difference()
                    },
                )
            } else if both == 0 {
                let firsts: Vec<bool> = sums.iter().map(|own| own.count[0] > 0).collect();
                plan.run(
                    || firsts.clone(),
                    |labels, stream| {
                        labels.copy_from_slice(&firsts);
                        stream.shuffle(labels);
                        let mut total = Sums::default();
                        for (own, (now, was)) in sums.iter().zip(labels.iter().zip(&firsts)) {
                            total.take(own, now == was);
                        }
                        total.difference()
                    },
                )
            } else {
                return Err(StatError::Undefined(format!(
                    "{both} of {} clusters hold both groups and the others only one; rearrange within blocks instead",
                    sums.len()
                )));
            }
        }
    };
    let tail = match asked.alternative {
        Alternative::TwoSided => Tail::Both,
        Alternative::Less => Tail::Lower,
        Alternative::Greater => Tail::Upper,
    };
    // Differences that are rounding alone are no differences.
    let observed = if observed.abs() <= 4.0 * f64::EPSILON * scale { 0.0 } else { observed };
    let p = permutation_p(observed, &replicates, tail);
    Ok(Test::new(Estimate::new("difference", observed).p(p).note(replicates.note())))
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
            sums.add(data.values[*row as usize], data.first[*row as usize]);
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

fn labelled(data: &TwoGroups, labels: &[bool]) -> Option<f64> {
    let mut sums = Sums::default();
    for (value, first) in data.values.iter().zip(labels) {
        sums.add(*value, *first);
    }
    sums.difference()
}

fn shuffle_within(data: &TwoGroups, blocks: &Groups, labels: &mut [bool], own: &mut Vec<bool>, stream: &mut Stream) {
    for block in 0..blocks.len() {
        own.clear();
        own.extend(blocks.rows(block).iter().map(|row| data.first[*row as usize]));
        stream.shuffle(own);
        for (row, first) in blocks.rows(block).iter().zip(own.iter()) {
            labels[*row as usize] = *first;
        }
    }
}

fn cluster_sums(data: &TwoGroups, clusters: &Groups) -> Vec<Sums> {
    let mut sums = vec![Sums::default(); clusters.len()];
    for ((value, first), cluster) in data.values.iter().zip(&data.first).zip(clusters.of_row()) {
        sums[*cluster as usize].add(*value, *first);
    }
    sums
}

/// How many clusters hold both groups.
fn mixed(data: &TwoGroups, clusters: &Groups) -> usize {
    cluster_sums(data, clusters).iter().filter(|own| own.count[0] > 0 && own.count[1] > 0).count()
}

#[cfg(test)]
mod tests {
    use super::{Exchange, TwoGroups, bootstrap_interval, permutation_test};
    use crate::hypothesis::{Alternative, Asked};
    use crate::resample::{Groups, IntervalKind, Plan, Scheme};

    const PLAN: Plan = Plan { seed: 11, replicates: 20_000 };

    fn two_groups(a: &[f64], b: &[f64]) -> TwoGroups {
        let values = a.iter().chain(b).copied().collect();
        TwoGroups::new(values, a.iter().map(|_| true).chain(b.iter().map(|_| false)).collect()).unwrap()
    }

    fn check(data: &TwoGroups, exchange: Exchange<'_>, alternative: Alternative, expected: f64) {
        let p = permutation_test(data, exchange, PLAN, Asked { alternative, level: 0.95 }).unwrap().p().value();
        assert!((p - expected).abs() < 0.012, "{p} is not near {expected}");
    }

    #[test]
    fn small_samples_come_near_what_counting_gives() {
        // Of the 20 ways to choose three of six, one is as large and one as small.
        let data = two_groups(&[4.0, 5.0, 6.0], &[1.0, 2.0, 3.0]);
        check(&data, Exchange::Rows, Alternative::Greater, 1.0 / 20.0);
        check(&data, Exchange::Rows, Alternative::TwoSided, 2.0 / 20.0);
        check(&data, Exchange::Rows, Alternative::Less, 1.0);
        // Paired by place, of the 8 ways to change signs, one.
        let blocks = Groups::by(&[0, 1, 2, 0, 1, 2]);
        check(&data, Exchange::Within(&blocks), Alternative::Greater, 1.0 / 8.0);
        check(&data, Exchange::Clusters(&blocks), Alternative::Greater, 1.0 / 8.0);
    }

    #[test]
    fn copies_of_a_rater_add_no_evidence_when_the_item_is_the_cluster() {
        let once = two_groups(&[4.0, 5.0, 6.0, 3.0], &[1.0, 2.0, 3.0, 4.0]);
        let items = Groups::by(&[0, 1, 2, 3, 0, 1, 2, 3]);
        let thrice = two_groups(&[4.0, 5.0, 6.0, 3.0].repeat(3), &[1.0, 2.0, 3.0, 4.0].repeat(3));
        let same_items = Groups::by(&[0, 1, 2, 3].repeat(6));
        let one = permutation_test(&once, Exchange::Clusters(&items), PLAN, Asked::default()).unwrap();
        let three = permutation_test(&thrice, Exchange::Clusters(&same_items), PLAN, Asked::default()).unwrap();
        assert_eq!(one.p(), three.p());
        let width = |data: &TwoGroups, scheme: &Scheme<'_>| {
            let interval = bootstrap_interval(data, scheme, IntervalKind::Percentile, PLAN, 0.95).unwrap();
            interval.high - interval.low
        };
        assert!(width(&thrice, &Scheme::Groups(&same_items)) > 1.3 * width(&thrice, &Scheme::Rows(24)));
    }

    #[test]
    fn clusters_of_one_group_each_change_groups_as_wholes() {
        // Four raters, two per group: of 6 ways, one is as large.
        let data = two_groups(&[5.0, 5.0, 6.0, 6.0], &[1.0, 1.0, 2.0, 2.0]);
        let raters = Groups::by(&[0, 0, 1, 1, 2, 2, 3, 3]);
        check(&data, Exchange::Clusters(&raters), Alternative::Greater, 1.0 / 6.0);
        let mixed = Groups::by(&[0, 0, 1, 1, 0, 0, 3, 3]);
        assert!(permutation_test(&data, Exchange::Clusters(&mixed), PLAN, Asked::default()).is_err());
    }
}
