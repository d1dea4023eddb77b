//! How many degrees of freedom a difference may have where raters, or items, are few or met only some of the systems.
//!
//! A difference has the variance of raters' tastes and of outputs. Where one of them comes out small by chance, Satterthwaite's
//! degrees of freedom are those of all other variances, and far too many. The limit is what the design can tell of the variance.
//! Of n cells (a rater and a system) of R raters and S systems, as many as n − R − S + 1 show tastes, the others being levels of
//! raters and of systems: (R − 1)(S − 1) where everyone judged all, one where each of four judged two of four in a ring, none where
//! each pair was compared by a rater of its own. Ballots have no levels of raters, and count the same. Raters of one system show tastes
//! in their levels: as many as there are, less one for each system.
//!
//! The limit is (1 + c) times the first and c times the second, c being the share of all cells that occur, and at most n − 1.
//! The factor was found by simulation. Twice what a complete design shows keeps the level at three raters and more, and once would
//! cost power; of incomplete ones, whose standard errors are too small as well, it would give false positives in 8 of 100. Without the
//! limit, a ring of four raters has 11, and raters of two systems of whom two judged both have 8 to 10; with it, 4 to 6.
//!
//! Where one rater gave most judgements, the others hardly count: all is multiplied by the mean over systems of the effective
//! number of raters, 1/Σ share² (Kish 1965, *Survey Sampling*, section 11.2), over their number. Otherwise 12 raters of
//! whom one judged all items and the rest two each have 10 false positives in 100.

use std::collections::{BTreeMap, BTreeSet};

use super::terms::{Levels, Term};

/// The most degrees of freedom that a difference may have.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MostDf {
    /// How many; without end where nothing limits them.
    pub df: f64,
    /// Of what the design tells no more: raters or their tastes, items or outputs.
    pub of: Term,
}

impl MostDf {
    /// The smallest of several limits.
    pub(super) fn smallest(limits: impl Iterator<Item = MostDf>) -> MostDf {
        limits
            .fold(MostDf { df: f64::INFINITY, of: Term::Taste }, |least, it| if it.df < least.df { it } else { least })
    }

    /// Of scores: the levels' effect is `main`, that for each system `crossed`; none where neither limits.
    pub(super) fn of_scores(
        levels: &Levels,
        system: &Levels,
        [main, crossed]: [Term; 2],
        terms: &[Term],
    ) -> Option<MostDf> {
        let has = |term: Term| terms.contains(&term);
        let cells = || Cells::of_scores(levels, system);
        if has(main) && has(crossed) {
            Some(MostDf { df: cells().most_df(), of: crossed })
        } else if has(crossed) {
            Some(MostDf { df: cells().most_df_of_levels(), of: crossed })
        } else {
            (has(main) && levels.cross(system).count == levels.count)
                .then(|| MostDf { df: cells().most_df_of_levels(), of: main })
        }
    }
}

/// The least limit where tastes are shown at all. With one and a half a ring of four raters would find nothing; with two it has 3
/// false positives in 100.
const LEAST: f64 = 2.0;

/// The cells of raters, or items, and systems.
pub(super) struct Cells {
    /// How many judgements or ballots of a system each level has.
    counts: BTreeMap<u32, BTreeMap<u32, f64>>,
    /// For each level the systems that its judgements connect.
    connected: BTreeMap<u32, Vec<BTreeSet<u32>>>,
}

impl Cells {
    /// Of scores, whose levels connect all systems that they met.
    pub(super) fn of_scores(levels: &Levels, system: &Levels) -> Cells {
        let mut counts: BTreeMap<u32, BTreeMap<u32, f64>> = BTreeMap::new();
        for (level, system) in levels.codes.iter().zip(&system.codes) {
            *counts.entry(*level).or_default().entry(*system).or_default() += 1.0;
        }
        let all = |(level, met): (&u32, &BTreeMap<u32, f64>)| (*level, vec![met.keys().copied().collect()]);
        let connected = counts.iter().map(all).collect();
        Cells { counts, connected }
    }

    /// Of ballots, each of which connects its systems.
    pub(super) fn of_ballots(ballots: impl Iterator<Item = (u32, BTreeSet<u32>)>) -> Cells {
        let mut cells = Cells { counts: BTreeMap::new(), connected: BTreeMap::new() };
        for (level, systems) in ballots {
            let counts = cells.counts.entry(level).or_default();
            systems.iter().for_each(|system| *counts.entry(*system).or_default() += 1.0);
            join(cells.connected.entry(level).or_default(), systems);
        }
        cells
    }

    /// How many dimensions of what levels say of systems are free: neither those of systems nor of the levels themselves.
    pub(super) fn free(&self) -> usize {
        let mut parts = Vec::new();
        let mut differences = 0;
        for own in self.connected.values() {
            differences += own.iter().map(|systems| systems.len() - 1).sum::<usize>();
            own.iter().for_each(|systems| join(&mut parts, systems.clone()));
        }
        differences - parts.iter().map(|systems| systems.len() - 1).sum::<usize>()
    }

    /// The limit where each level has an effect for each system.
    pub(super) fn most_df(&self) -> f64 {
        let cells = self.count() as f64;
        let complete = cells / (self.counts.len() * self.systems().count()) as f64;
        let limit = (1.0 + complete) * self.free() as f64 + complete * self.levels_of_one_system();
        (limit * self.evenness()).min(cells - 1.0).max(LEAST)
    }

    /// The limit where the effect of a level stands for those of its systems, too.
    pub(super) fn most_df_of_levels(&self) -> f64 {
        (self.count().saturating_sub(self.systems().count()) as f64 * self.evenness()).max(1.0)
    }

    fn count(&self) -> usize {
        self.counts.values().map(BTreeMap::len).sum()
    }

    /// For each system how often each level met it.
    fn systems(&self) -> impl Iterator<Item = Vec<f64>> {
        let mut systems: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
        for (system, count) in self.counts.values().flatten() {
            systems.entry(*system).or_default().push(*count);
        }
        systems.into_values()
    }

    /// Levels of one system, less one for each system that has such.
    fn levels_of_one_system(&self) -> f64 {
        let alone = || self.counts.values().filter(|met| met.len() == 1).flat_map(BTreeMap::keys);
        (alone().count() - alone().collect::<BTreeSet<_>>().len()) as f64
    }

    /// The effective number of levels over their number, on average over systems.
    fn evenness(&self) -> f64 {
        let of_system = |counts: Vec<f64>| {
            let whole = counts.iter().sum::<f64>();
            whole * whole / counts.iter().map(|count| count * count).sum::<f64>() / counts.len() as f64
        };
        let all: Vec<f64> = self.systems().map(of_system).collect();
        all.iter().sum::<f64>() / all.len() as f64
    }
}

/// Joins systems to those sets that have some of them.
fn join(sets: &mut Vec<BTreeSet<u32>>, mut systems: BTreeSet<u32>) {
    if sets.iter().any(|set| set.is_superset(&systems)) {
        return;
    }
    sets.retain(|set| {
        let apart = set.is_disjoint(&systems);
        if !apart {
            systems.extend(set);
        }
        apart
    });
    sets.push(systems);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores(cells: &[(u32, u32, usize)]) -> Cells {
        let rows = || cells.iter().flat_map(|(rater, system, count)| vec![(*rater, *system); *count]);
        let levels = |codes: Vec<u32>| Levels::from_codes(&codes);
        Cells::of_scores(&levels(rows().map(|it| it.0).collect()), &levels(rows().map(|it| it.1).collect()))
    }

    fn pairs(of: &[(u32, u32, u32)]) -> Cells {
        Cells::of_ballots(of.iter().map(|(rater, first, second)| (*rater, BTreeSet::from([*first, *second]))))
    }

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-12, "{found} {expected}");
    }

    #[test]
    fn what_a_design_can_tell_of_tastes_is_counted() {
        let complete: Vec<(u32, u32, usize)> = (0..12).map(|cell| (cell / 4, cell % 4, 30)).collect();
        assert_eq!(scores(&complete).free(), 6);
        close(scores(&complete).most_df(), 11.0);
        let ring: Vec<(u32, u32, usize)> = (0..8).map(|cell| (cell / 2, (cell / 2 + cell % 2) % 4, 30)).collect();
        assert_eq!(scores(&ring).free(), 1);
        close(scores(&ring).most_df(), 2.0);
        // Two systems, six raters, of whom two judged both.
        let some = [(0, 0, 9), (0, 1, 9), (1, 0, 9), (1, 1, 9), (2, 0, 9), (3, 1, 9), (4, 0, 9), (5, 1, 9)];
        assert_eq!(scores(&some).free(), 1);
        close(scores(&some).most_df(), 1.0 + 3.0 * 8.0 / 12.0);
        // Of three raters one gave most: 70, 20 and 10 count as 1/0.54.
        let uneven: Vec<(u32, u32, usize)> =
            (0..6).map(|cell| (cell / 2, cell % 2, [70, 20, 10][cell as usize / 2])).collect();
        close(scores(&uneven).most_df(), 4.0 / 0.54 / 3.0);
        let own: Vec<(u32, u32, usize)> = (0..6).map(|rater| (rater, rater % 2, 5)).collect();
        assert_eq!(scores(&own).free(), 0);
        close(scores(&own).most_df_of_levels(), 4.0);
    }

    #[test]
    fn ballots_show_tastes_only_where_raters_meet_in_what_they_compare() {
        assert_eq!(pairs(&[(0, 0, 1), (1, 0, 2), (2, 0, 3)]).free(), 0);
        assert_eq!(pairs(&[(0, 0, 1), (1, 1, 2), (2, 2, 0)]).free(), 1);
        assert_eq!(pairs(&[(0, 0, 1), (1, 0, 2), (2, 0, 3), (3, 0, 1)]).free(), 1);
        // The same two pairs of one rater, connected or not.
        assert_eq!(pairs(&[(0, 0, 1), (0, 2, 3), (1, 1, 2)]).free(), 0);
        assert_eq!(pairs(&[(0, 0, 1), (0, 1, 2), (1, 0, 1), (1, 1, 2), (1, 0, 2)]).free(), 2);
        let whole = (0..3).map(|rater| (rater, (0..4).collect::<BTreeSet<u32>>()));
        assert_eq!(Cells::of_ballots(whole).free(), 6);
    }
}
