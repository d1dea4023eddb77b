//! Systems with raters or items of their own, and raters who judged more than others.

use stats::decide::{Scores, Term, decide_scores};

use super::worlds::{Allotment, Kind, PairDecision, Random, Share, World, level, mean_is_covered};
use super::{WORLD, crossed_data, decide, sd_of, wave};

#[test]
fn few_raters_between_groups_do_not_decide_alone() {
    // Three raters of each system and one of both: the one is a single person's taste, not twenty judgements.
    let judges = |rater: u32, system: u32| rater == 6 || rater % 2 == system;
    let rows: Vec<(u32, u32, u32)> =
        (0..280).map(|row| (row / 40, row / 2 % 20, row % 2)).filter(|(r, _, s)| judges(*r, *s)).collect();
    let taste = |rater: u32, system: u32| wave(11 * rater + 5 * system);
    let value: Vec<f64> =
        rows.iter().map(|(r, i, s)| taste(*r, *s) + 0.4 * wave(*i) + 0.5 * wave(r * 40 + i * 2 + s)).collect();
    let column = |which: fn(&(u32, u32, u32)) -> u32| rows.iter().map(which).collect::<Vec<u32>>();
    let columns = (value, column(|it| it.0), column(|it| it.1), column(|it| it.2));
    let found = decide_scores(&Scores {
        value: &columns.0,
        rater: &columns.1,
        item: &columns.2,
        system: &columns.3,
        systems: 2,
    });
    let found = found.unwrap();
    assert!(sd_of(&found, Term::Taste).is_some() && sd_of(&found, Term::Rater).is_none(), "{:?}", found.effects);
    let difference = found.difference(0, 1).unwrap();
    assert!(difference.df <= 6.0, "eight means of a rater for a system, less one a system: {}", difference.df);
}

#[test]
fn few_items_that_vary_more_make_a_difference_uncertain() {
    // Each system on items of its own: eight that vary much, and sixty that do not.
    let item_of = |row: u32| row / 4;
    let system_of = |row: u32| u32::from(item_of(row) >= 8);
    let rows = 4 * 68;
    let loud = |row: u32| if system_of(row) == 0 { 4.0 } else { 0.5 };
    let value: Vec<f64> =
        (0..rows).map(|row| loud(row) * wave(item_of(row)) + 0.3 * wave(7 * row) + 0.2 * wave(row % 4)).collect();
    let column = |which: &dyn Fn(u32) -> u32| (0..rows).map(which).collect::<Vec<u32>>();
    let (rater, item, system) = (column(&|row| row % 4), column(&item_of), column(&system_of));
    let found =
        decide_scores(&Scores { value: &value, rater: &rater, item: &item, system: &system, systems: 2 }).unwrap();
    assert!(found.scatter.as_ref().unwrap().p.is_none());
    let means: Vec<f64> = value.chunks(4).take(8).map(|four| four.iter().sum::<f64>() / 4.0).collect();
    let mean = means.iter().sum::<f64>() / 8.0;
    let sd = (means.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 7.0).sqrt();
    let difference = found.difference(0, 1).unwrap();
    assert!(difference.se > 0.95 * sd / 8.0_f64.sqrt() && difference.df < 8.0, "{difference:?} {sd}");
}

#[test]
fn a_plain_mean_is_less_certain_where_two_raters_gave_most_of_it() {
    let rows =
        crossed_data(|rater, item, system| wave(rater) + 0.4 * wave(item) + 0.3 * wave(rater * 18 + item * 3 + system));
    let length = |mean: stats::Interval| mean.high - mean.low;
    let even = decide(&rows).unwrap();
    let by_model = length(even.mean(0, 0.95).unwrap().interval.unwrap());
    assert!((length(even.interval_of_plain_mean(0, 0.0, 0.95).unwrap()) / by_model - 1.0).abs() < 1e-6);
    // The first two raters judge everything, the others hardly anything of the first system.
    let keep: Vec<usize> =
        (0..rows.0.len()).filter(|row| rows.3[*row] > 0 || rows.1[*row] < 2 || rows.2[*row] == 0).collect();
    let pick = |codes: &[u32]| keep.iter().map(|row| codes[*row]).collect::<Vec<u32>>();
    let uneven = (keep.iter().map(|row| rows.0[*row]).collect(), pick(&rows.1), pick(&rows.2), pick(&rows.3));
    let uneven = decide(&uneven).unwrap();
    let by_model = length(uneven.mean(0, 0.95).unwrap().interval.unwrap());
    assert!(length(uneven.interval_of_plain_mean(0, 0.0, 0.95).unwrap()) > 1.05 * by_model);
}

/// Worlds in which systems have raters or items of their own, as in the example `calibrate`, which measures more of them.
#[test]
fn decisions_between_groups_keep_their_level() {
    // 13 % when the taste of the one rater of both systems was not in the model.
    let all = World { raters: 7, each: 7, items: 20, systems: 2, ..WORLD };
    let bridged = World { allotment: Allotment::OwnRatersButOne, ..all };
    // 27 % with one variance for both systems.
    let own_items = World { items: 68, first_output: 2.5, allotment: Allotment::EightOwnItems, ..all };
    // 8 % when a difference could know more than the means of its raters do.
    let own_raters = World { raters: 6, each: 6, allotment: Allotment::OwnRaters, ..all };
    let equal_items = World { items: 60, allotment: Allotment::OwnItems, ..all };
    for world in [bridged, own_raters, own_items, equal_items] {
        let (share, undecided) = level(&world, 300, 20_261_118);
        assert_eq!(undecided, 0);
        assert!(share.value() < 0.065 + 2.0 * share.se(), "{world:?}: {}", share.value());
    }
}

/// Two raters gave most judgements: 88 % were covered with the error of the model's mean. And the system with most errors varies
/// most, between raters as between items: 81 % with variances common to all systems.
#[test]
fn intervals_of_means_cover_what_is_true() {
    let all = World { raters: 8, each: 8, items: 30, systems: 3, ..WORLD };
    let busy = World { allotment: Allotment::TwoBusyRaters, ..all };
    let counts = World { kind: Kind::Count, gap: 1.2, ..all };
    for world in [busy, counts] {
        let truth = world.truth(100_000).mean;
        let mut share = Share::default();
        for set in 0..300 {
            let study = world.draw(&mut Random::new(277 + 1000 * set));
            let decided = PairDecision::decide(&world, &study.data).unwrap();
            share.add(mean_is_covered(&world, &study.data, &decided, truth).as_slice());
        }
        assert!(share.value() > 0.93 - 2.0 * share.se(), "{world:?}: {}", share.value());
    }
}

#[test]
fn two_quiet_systems_keep_the_error_of_tastes() {
    // The outputs of the last of four systems vary ten times as much; eight raters have tastes for all four.
    let rows: Vec<(u32, u32, u32)> = (0..640).map(|row| (row / 80, row / 4 % 20, row % 4)).collect();
    let loud = |system: u32| if system == 3 { 10.0 } else { 0.3 };
    let value: Vec<f64> = rows
        .iter()
        .map(|(r, i, s)| wave(17 * r + 5 * s) + loud(*s) * wave(7 * i + 31 * s) + 0.3 * wave(r * 80 + i * 4 + s))
        .collect();
    let decide_rows = |systems: u32| {
        let kept = || rows.iter().zip(&value).filter(|((_, _, s), _)| *s < systems);
        let column = |which: fn(&(u32, u32, u32)) -> u32| kept().map(|(row, _)| which(row)).collect::<Vec<u32>>();
        let (rater, item, system) = (column(|it| it.0), column(|it| it.1), column(|it| it.2));
        let value: Vec<f64> = kept().map(|(_, value)| *value).collect();
        decide_scores(&Scores { value: &value, rater: &rater, item: &item, system: &system, systems: 4 }).unwrap()
    };
    let (all, two) = (decide_rows(4), decide_rows(2));
    assert!(all.scatter.as_ref().unwrap().p.unwrap().value() < 0.05);
    let (found, alone) = (all.difference(0, 1).unwrap(), two.difference(0, 1).unwrap());
    assert!((found.se / alone.se - 1.0).abs() < 1e-9 && (found.df - alone.df).abs() < 1e-6, "{found:?} {alone:?}");
    assert!(all.difference(0, 3).unwrap().se > 3.0 * found.se);
}
