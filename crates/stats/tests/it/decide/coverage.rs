//! Cells of the example `calibrate` in which intervals were too short once, or margins found too often. Random numbers are fixed, so
//! that each limit is that of the long run.

use stats::decide::{Difference, Scores, decide_pair, decide_scores};
use stats::dist::student_t;

use super::worlds::{Allotment, Data, Kind, PairDecision, Random, Share, World, mean_is_covered};
use super::{WORLD, crossed_data, wave};

fn coverage_of_mean(world: &World, sets: u64, seed: u64) -> Share {
    let truth = world.truth(200_000).mean;
    let mut share = Share::default();
    for set in 0..sets {
        let study = world.draw(&mut Random::new(seed + 1000 * set));
        if let Ok(decided) = PairDecision::decide(world, &study.data) {
            share.add(mean_is_covered(world, &study.data, &decided, truth).as_slice());
        }
    }
    share
}

/// 92 % when a mean of three raters could have the degrees of freedom of a difference.
#[test]
fn means_and_shares_of_three_raters_are_covered() {
    let cells = [
        (Kind::Slider, 0.0),
        (Kind::ThreePoints, 0.0),
        (Kind::RareChoice, 0.0),
        (Kind::Choice, 0.6),
        (Kind::ThreePoints, 0.6),
    ];
    let cells = cells.map(|(kind, output)| World { kind, raters: 3, output, taste: 0.0, items: 60, gap: 0.4, ..WORLD });
    let shares = cells.map(|world| coverage_of_mean(&world, 200, 20_261_119));
    for (world, share) in cells.iter().zip(&shares) {
        assert!(share.value() > 0.93 - 2.0 * share.se(), "{}: {}", world.kind.name(), share.value());
    }
    let mean = shares.iter().map(Share::value).sum::<f64>() / shares.len() as f64;
    assert!(mean > 0.935 && mean < 0.97, "{mean}");
}

/// 91 % with an interval of equal arms around the mean of eight skewed items.
#[test]
fn means_of_counts_of_eight_items_are_covered() {
    let world =
        World { kind: Kind::Count, items: 68, systems: 2, gap: 0.4, allotment: Allotment::EightOwnItems, ..WORLD };
    let share = coverage_of_mean(&world, 500, 20_261_119);
    assert!(share.value() > 0.93 && share.value() < 0.97, "{}", share.value());
}

/// 7 % with the error of the two systems as they are found, not as they are at the margin.
#[test]
fn counts_of_two_systems_are_rarely_called_the_same_at_the_edge_of_a_margin() {
    let world = World { kind: Kind::Count, items: 60, systems: 2, gap: 0.4, ..WORLD };
    let truth = world.truth(200_000).difference;
    let [mut share, mut as_found] = [Share::default(), Share::default()];
    for set in 0..800 {
        let study = world.draw(&mut Random::new(20_261_119 + 1000 * set));
        let Data::Scores { value, rater, item, system } = &study.data else { panic!("not scores") };
        let scores = Scores { value, rater, item, system, systems: 2 };
        let found = decide_pair(&scores, 0, 1).unwrap();
        let model = decide_scores(&scores).unwrap().difference(0, 1).unwrap();
        for (share, se) in [(&mut share, found.se), (&mut as_found, model.se)] {
            share.add(&[Difference { se, ..found }.same_within(truth).value() < 0.05]);
        }
    }
    let (share, as_found) = (share.value(), as_found.value());
    assert!(share < 0.065 && share < 0.9 * as_found, "{share} and {as_found}");
}

#[test]
fn a_margin_on_counts_has_the_error_of_the_score_test_and_other_scores_that_of_the_model() {
    let rows = crossed_data(|rater, item, system| {
        3.0 + wave(rater) + 0.4 * wave(item) + 0.3 * wave(rater * 18 + item * 3 + system) + 0.5 * f64::from(system)
    });
    let shifted = (rows.0.iter().map(|value| value - 9.0).collect::<Vec<f64>>(), &rows.1, &rows.2, &rows.3);
    let of_two: Vec<usize> = (0..rows.0.len()).filter(|row| rows.3[*row] < 2).collect();
    let pick = |codes: &[u32]| of_two.iter().map(|row| codes[*row]).collect::<Vec<u32>>();
    let (value, rater, item, system) =
        (of_two.iter().map(|row| rows.0[*row]).collect::<Vec<f64>>(), pick(&rows.1), pick(&rows.2), pick(&rows.3));
    let scores = Scores { value: &value, rater: &rater, item: &item, system: &system, systems: 3 };
    let raters = rater.iter().max().unwrap();
    let model = decide_scores(&scores).unwrap().difference(1, 0).unwrap();
    let model = Difference { df: model.df.min(f64::from(*raters)), ..model };
    let found = decide_pair(&scores, 1, 0).unwrap();
    // Where the interval ends, the distance is t times the error at that margin.
    let t = student_t::upper_quantile(0.05, model.df);
    let counted = 2.0 * value.iter().sum::<f64>() / value.len() as f64;
    let away = found.interval(0.9).high - found.value;
    assert!(away > 1.001 * t * model.se);
    assert!((away / (t * model.se * ((counted + away) / counted).sqrt()) - 1.0).abs() < 1e-9);
    let below_zero = Scores { value: &shifted.0, rater: shifted.1, item: shifted.2, system: shifted.3, systems: 3 };
    assert!((decide_pair(&below_zero, 1, 0).unwrap().se / model.se - 1.0).abs() < 1e-6);
}
