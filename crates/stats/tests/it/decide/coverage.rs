//! Cells of the example `calibrate` in which intervals were too short once, or margins found too often. Random numbers are fixed, so
//! that each limit is that of the long run.

use super::WORLD;
use super::worlds::{Allotment, Kind, PairDecision, Random, Share, World, mean_is_covered};

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
