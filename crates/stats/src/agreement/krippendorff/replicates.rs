//! Alpha over samples of items, clusters of items, raters, or both.

use super::compact::{Compact, FEW_VALUES};
use super::disagreement::{Disagreement, Weights};
use super::{Level, check_domain};
use crate::agreement::ratings::{Ratings, dense};
use crate::agreement::tally::Tally;
use crate::resample::{Groups, Plan, Replicates};
use crate::{Result, StatError};

/// What is drawn with replacement.
#[derive(Debug, Clone, Copy)]
pub enum ResampleUnit<'a> {
    /// Items: the interval is about other items judged by these raters.
    Items,
    /// Clusters of items, one label per rating; all ratings of an item must have one label.
    Clusters(&'a [u32]),
    /// Raters: the interval is about other raters judging these items.
    Raters,
    /// Items and raters, each by itself.
    ItemsAndRaters,
}

/// Alpha over bootstrap samples. Everything is computed anew in each, the ordinal metric too: the
/// algorithm of Krippendorff and Hayes, which keeps the expected disagreement, gives intervals that are
/// far too narrow.
///
/// When raters are drawn, two copies of one rater are not counted as a pair of opinions: they would
/// agree perfectly and push alpha up. An item's pairs of different raters share its weight instead.
///
/// # Errors
/// As [`super::krippendorff_alpha`], and when a label is missing or an item has two.
pub fn alpha_replicates(
    ratings: &Ratings<'_>,
    level: Level,
    drawn: ResampleUnit<'_>,
    plan: Plan,
) -> Result<Replicates> {
    let tally = Tally::new(ratings);
    check_domain(&tally.values, level)?;
    match drawn {
        ResampleUnit::Items => Ok(by_group(&tally, level, &each_item(&tally), plan)),
        ResampleUnit::Clusters(labels) => {
            Ok(by_group(&tally, level, &cluster_of_items(ratings, &tally, labels)?, plan))
        }
        ResampleUnit::Raters => Ok(by_rater(&tally, ratings, level, None, plan)),
        ResampleUnit::ItemsAndRaters => Ok(by_rater(&tally, ratings, level, Some(&each_item(&tally)), plan)),
    }
}

/// Which group each item is in; items without ratings are put in the first, to which they add nothing.
struct ItemGroups {
    of_item: Vec<u32>,
    count: usize,
}

impl ItemGroups {
    /// Gives each item the number of times its group was drawn.
    fn spread(&self, drawn: &[u32], items: &mut [u32]) {
        for (times, group) in items.iter_mut().zip(&self.of_item) {
            *times = drawn[*group as usize];
        }
    }
}

/// Items with no rating at all, which only a hole in the codes can make, are never drawn.
fn each_item(tally: &Tally) -> ItemGroups {
    number_groups((0..tally.items()).map(|item| (!tally.cells(item).is_empty()).then_some(item as u32)))
}

fn number_groups(labels: impl Iterator<Item = Option<u32>>) -> ItemGroups {
    let mut numbers = std::collections::HashMap::new();
    let of_item = labels
        .map(|label| {
            label.map_or(0, |label| {
                let next = numbers.len() as u32;
                *numbers.entry(label).or_insert(next)
            })
        })
        .collect();
    ItemGroups { of_item, count: numbers.len() }
}

fn cluster_of_items(ratings: &Ratings<'_>, tally: &Tally, labels: &[u32]) -> Result<ItemGroups> {
    if labels.len() != ratings.len() {
        return Err(StatError::Lengths {
            left: "the column of clusters",
            left_len: labels.len(),
            right: "the column of values",
            right_len: ratings.len(),
        });
    }
    let (items, _) = dense(ratings.items());
    let mut cluster: Vec<Option<u32>> = vec![None; tally.items()];
    for (item, label) in items.iter().zip(labels) {
        if cluster[*item as usize].replace(*label).is_some_and(|before| before != *label) {
            return Err(StatError::Undefined(
                "an item belongs to two clusters; every item needs exactly one to resample by cluster".to_owned(),
            ));
        }
    }
    Ok(number_groups(cluster.into_iter()))
}

fn by_group(tally: &Tally, level: Level, groups: &ItemGroups, plan: Plan) -> Replicates {
    if tally.values.len() <= FEW_VALUES {
        let compact = Compact::new(tally, &groups.of_item, groups.count);
        return plan.run(|| compact.workspace(), |workspace, stream| compact.replicate(level, workspace, stream));
    }
    plan.run(
        || (vec![0; groups.count], vec![0; tally.items()], Vec::new()),
        |(drawn, items, marginals), stream| {
            stream.multiplicities(drawn);
            groups.spread(drawn, items);
            Disagreement::from_tally(tally, level, Weights::Items(items), marginals).alpha()
        },
    )
}

fn by_rater(
    tally: &Tally,
    ratings: &Ratings<'_>,
    level: Level,
    items_too: Option<&ItemGroups>,
    plan: Plan,
) -> Replicates {
    let (cell_of, item_of) = tally.cell_of_ratings(ratings);
    let raters = Groups::from_labels(ratings.raters());
    let workspace = || RaterWorkspace {
        raters: vec![0; raters.len()],
        groups: vec![0; items_too.map_or(0, |groups| groups.count)],
        items: vec![1; tally.items()],
        counts: vec![0; tally.codes.len()],
        squares: vec![0; tally.items()],
        marginals: Vec::new(),
    };
    plan.run(workspace, |space, stream| {
        stream.multiplicities(&mut space.raters);
        if let Some(groups) = items_too {
            stream.multiplicities(&mut space.groups);
            groups.spread(&space.groups, &mut space.items);
        }
        space.counts.fill(0);
        space.squares.fill(0);
        for ((rater, cell), item) in raters.of_row().iter().zip(&cell_of).zip(&item_of) {
            let times = space.raters[*rater as usize];
            space.counts[*cell as usize] += times;
            space.squares[*item as usize] += times * times;
        }
        let weights = Weights::Raters { items: &space.items, counts: &space.counts, squares: &space.squares };
        Disagreement::from_tally(tally, level, weights, &mut space.marginals).alpha()
    })
}

/// What one thread needs when raters are drawn.
struct RaterWorkspace {
    raters: Vec<u32>,
    groups: Vec<u32>,
    items: Vec<u32>,
    counts: Vec<u32>,
    squares: Vec<u32>,
    marginals: Vec<f64>,
}
