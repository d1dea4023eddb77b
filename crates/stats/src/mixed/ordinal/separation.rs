//! Which levels of a factor an ordinal model can compare at all.
//!
//! The difference of two levels has a maximum-likelihood estimate only where their responses overlap: if no response of one is
//! below any of the other, the likelihood rises for ever as the two move apart, whatever the random effects (Albert &
//! Anderson 1984, *On the existence of maximum likelihood estimates in logistic regression models*, Biometrika 71; for
//! cumulative links Agresti 2010, *Analysis of Ordinal Categorical Data*, section 3.4). A search then ends anywhere, with a
//! standard error so large that Wald's p-value is 1 just where the difference is clearest (Hauck & Donner 1977, J. Am. Stat.
//! Assoc. 72).
//!
//! A direction in which nothing becomes less likely moves the thresholds on both sides of a response's category
//! apart or keeps them, and the response's level between them. A level whose responses reach from category m to category M
//! therefore ties together the thresholds between m and M and moves with them. Levels that move with the same thresholds have a
//! finite difference; a level with one category alone moves with the thresholds on both sides of it if these are tied, and
//! else with none.

/// For each level the thresholds it moves with, as a number; none where it moves alone. The difference of two levels is finite
/// where both have the same number.
#[must_use]
pub fn tied_levels(level: &[u32], category: &[u32]) -> Vec<Option<usize>> {
    let count = |codes: &[u32]| codes.iter().max().map_or(0, |top| *top as usize + 1);
    let thresholds = count(category).saturating_sub(1);
    let mut reach: Vec<Option<(usize, usize)>> = vec![None; count(level)];
    for (level, category) in level.iter().zip(category) {
        let category = *category as usize;
        let (low, high) = reach[*level as usize].unwrap_or((category, category));
        reach[*level as usize] = Some((low.min(category), high.max(category)));
    }
    // Whether a threshold moves with the one before it.
    let mut tied = vec![false; thresholds];
    for (low, high) in reach.iter().flatten() {
        (low + 1..*high).for_each(|threshold| tied[threshold] = true);
    }
    let mut set = 0;
    let sets: Vec<usize> = tied
        .iter()
        .map(|tied| {
            set += usize::from(!tied);
            set
        })
        .collect();
    let moves_with = |(low, high): (usize, usize)| {
        if low < high {
            return sets.get(low).copied();
        }
        let (below, above) = (sets.get(low.checked_sub(1)?)?, sets.get(low)?);
        (below == above).then_some(*above)
    };
    reach.into_iter().map(|reach| reach.and_then(moves_with)).collect()
}

#[cfg(test)]
mod tests {
    use super::tied_levels;

    /// Which pairs of levels have a finite difference.
    fn finite(categories: &[&[u32]]) -> Vec<(usize, usize)> {
        let level = categories.iter().zip(0..).flat_map(|(own, level)| own.iter().map(move |_| level));
        let sets = tied_levels(&level.collect::<Vec<u32>>(), &categories.concat());
        let pairs = (0..sets.len()).flat_map(|a| (a + 1..sets.len()).map(move |b| (a, b)));
        pairs.filter(|(a, b)| sets[*a].is_some() && sets[*a] == sets[*b]).collect()
    }

    #[test]
    fn levels_are_compared_where_their_responses_overlap() {
        assert_eq!(finite(&[&[0, 1, 2], &[1, 2, 3]]), [(0, 1)]);
        assert_eq!(finite(&[&[0, 2], &[1], &[0, 1]]), [(0, 1), (0, 2), (1, 2)], "the second is held from both sides");
    }

    #[test]
    fn levels_that_touch_or_lie_apart_are_not() {
        assert!(finite(&[&[0, 1], &[2, 3]]).is_empty(), "apart");
        assert_eq!(finite(&[&[0, 1, 2], &[2, 3], &[0, 1]]), [(0, 2)], "none of the second is below any of the others");
        assert_eq!(finite(&[&[3, 3], &[0, 1, 2, 3], &[1, 2]]), [(1, 2)], "all of the first are the highest");
        assert!(finite(&[&[1, 1], &[0, 1], &[1, 2]]).is_empty(), "the first lies between thresholds that nothing ties");
        assert!(finite(&[&[0], &[0]]).is_empty(), "one category");
    }
}
