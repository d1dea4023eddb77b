//! Every rearrangement, where there are few.

use super::{Exchange, Side, Sums, TwoGroups, cluster_sums, difference_by_labels};
use crate::Result;

/// Places that may change sides among themselves, with the number that are on the first.
struct Block {
    places: Vec<usize>,
    first: usize,
}

/// The difference of means in every rearrangement, the observed one among them; none when there are more than `most`.
pub(super) fn all_differences(data: &TwoGroups, exchange: Exchange<'_>, most: usize) -> Result<Option<Vec<f64>>> {
    let block = |places: Vec<usize>, side: &dyn Fn(usize) -> Side| {
        let first = places.iter().filter(|place| side(**place) == Side::First).count();
        Block { places, first }
    };
    let side = |place: usize| data.sides[place];
    match exchange {
        Exchange::Rows => {
            let blocks = [block((0..data.len()).collect(), &side)];
            Ok(enumerate(&blocks, data.len(), most, |sides| difference_by_labels(data, sides)))
        }
        Exchange::Within(groups) => {
            let rows = |index: usize| groups.rows(index).iter().map(|row| *row as usize).collect();
            let blocks: Vec<Block> = (0..groups.len()).map(|index| block(rows(index), &side)).collect();
            super::at_least("blocks with both groups", 1, super::count_mixed_clusters(data, groups))?;
            Ok(enumerate(&blocks, data.len(), most, |sides| difference_by_labels(data, sides)))
        }
        Exchange::Clusters(groups) => {
            let sums = cluster_sums(data, groups);
            super::at_least("clusters", 2, sums.len())?;
            let own = |cluster: usize| if sums[cluster].count[0] > 0 { Side::First } else { Side::Second };
            let turned = |sides: &[Side], stays: &dyn Fn(usize, Side) -> bool| {
                let mut total = Sums::default();
                for (cluster, sum) in sums.iter().enumerate() {
                    total.take(sum, if stays(cluster, sides[cluster]) { Side::First } else { Side::Second });
                }
                total.difference()
            };
            if sums.iter().any(Sums::has_both) {
                // A cluster with both groups is turned round or not: it changes sides with a place that is not there.
                let absent = |cluster: usize| sums.len() + cluster;
                let both = (0..sums.len()).filter(|cluster| sums[*cluster].has_both());
                let blocks: Vec<Block> =
                    both.map(|cluster| Block { places: vec![cluster, absent(cluster)], first: 1 }).collect();
                let stays = |cluster: usize, side: Side| !sums[cluster].has_both() || side == Side::First;
                return Ok(enumerate(&blocks, 2 * sums.len(), most, |sides| turned(sides, &stays)));
            }
            let blocks = [block((0..sums.len()).collect(), &own)];
            Ok(enumerate(&blocks, sums.len(), most, |sides| turned(sides, &|cluster, side| side == own(cluster))))
        }
    }
}

fn enumerate(
    blocks: &[Block],
    places: usize,
    most: usize,
    difference: impl Fn(&[Side]) -> Option<f64>,
) -> Option<Vec<f64>> {
    let count = blocks.iter().try_fold(1, |count: usize, block| {
        count.checked_mul(choose(block.places.len(), block.first, most)?).filter(|count| *count <= most)
    })?;
    let mut all = Vec::with_capacity(count);
    let mut sides = vec![Side::Second; places];
    visit(blocks, 0, 0, &mut sides, &mut |sides| all.extend(difference(sides)));
    Some(all)
}

/// How many ways there are to choose `k` of `n`; none when more than `most`.
fn choose(n: usize, k: usize, most: usize) -> Option<usize> {
    let k = k.min(n - k);
    (1..=k).try_fold(1, |ways: usize, i| ways.checked_mul(n - k + i).map(|ways| ways / i).filter(|ways| *ways <= most))
}

/// Visits every way to put the first sides on places of the blocks, from place `at` of the first block on, of which
/// `taken` are put already.
fn visit(blocks: &[Block], at: usize, taken: usize, sides: &mut [Side], see: &mut dyn FnMut(&[Side])) {
    let Some((block, rest)) = blocks.split_first() else { return see(sides) };
    let (left, wanted) = (block.places.len() - at, block.first - taken);
    if left == 0 {
        return visit(rest, 0, 0, sides, see);
    }
    if wanted > 0 {
        sides[block.places[at]] = Side::First;
        visit(blocks, at + 1, taken + 1, sides, see);
    }
    if wanted < left {
        sides[block.places[at]] = Side::Second;
        visit(blocks, at + 1, taken, sides, see);
    }
}
