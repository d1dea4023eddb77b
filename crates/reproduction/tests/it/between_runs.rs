//! What is tested between runs, what is not, and how often a difference is found where there is none.

#![expect(clippy::unwrap_used, reason = "a number that is missing is a failed test")]

#[path = "../../examples/calibrate_runs/worlds.rs"]
mod worlds;

use analysis::Statistic;
use reproduction::{Comparison, Experiment, Options, Reading, compare};
use stats::dist::normal;

use worlds::{Kind, Random, World, level};

const BASE: World<'_> = World {
    kind: Kind::Slider,
    raters: &[12, 12],
    items: 20,
    systems: 3,
    output: 0.6,
    taste: 0.25,
    gap: 0.0,
    same_outputs: false,
};

/// The whole table is in `docs/methods/reproduction.md`.
#[test]
fn runs_of_one_truth_are_rarely_found_to_differ() {
    for (kind, raters) in [(Kind::Slider, &[12, 3][..]), (Kind::Rating, &[3, 3]), (Kind::Slider, &[12, 5, 3])] {
        let world = World { kind, raters, taste: 0.4, ..BASE };
        let tests = [Statistic::DIFFERENCE, Statistic::EffectDifference, Statistic::HeterogeneityQ];
        for (test, share) in tests.iter().zip(level(&world, tests, 60, 20_261_118)) {
            let (level, se) = (share.value().unwrap(), share.se());
            assert!(level <= 0.065, "{raters:?} {test}: {level:.3} ± {se:.3}");
        }
    }
}

/// What the test above would catch: errors taken as known.
#[test]
fn errors_of_three_people_are_not_known() {
    let (mut found, mut all) = (0, 0);
    for seed in 0..60 {
        let both = World { raters: &[3, 3], taste: 0.4, ..BASE }.compare(&mut Random::new(seed));
        for number in both.numbers.iter().filter(|it| it.statistic == Statistic::EffectDifference) {
            let z = number.estimate.value / number.estimate.se.unwrap();
            found += u32::from(normal::two_sided(z).value() < 0.05);
            all += 1;
        }
    }
    assert!(f64::from(found) / f64::from(all) > 0.065, "{found} of {all}");
}

#[test]
fn degrees_of_freedom_are_fewer_than_raters_and_homogeneity_of_two_is_the_test_of_their_difference() {
    let both = World { raters: &[3, 4], ..BASE }.compare(&mut Random::new(3));
    let get = |id: &str| &both.get(&id.parse().unwrap()).unwrap().estimate;
    for id in ["difference[c, s0, R0|R1]", "effect_difference[c, s0, s1, R0|R1]"] {
        assert!(get(id).df[0] <= 2.0 + 3.0, "{id}: {:?}", get(id).df);
    }
    let p = |id: &str| get(id).p.unwrap().value();
    assert!((p("effect_difference[c, s0, s1, R0|R1]") - p("Q[c, s0, s1]")).abs() < 1e-9);
}

/// Nothing that holds one run against another has a p-value, an interval or a verdict.
#[track_caller]
fn is_not_tested(comparison: &Comparison, reason: &str) {
    // Small telescopes are a test of the later run alone.
    let between = |it: &&reproduction::ComparisonNumber| {
        it.between.len() != 1
            && matches!(it.reading, Reading::Means | Reading::Effects | Reading::Why)
            && it.statistic != Statistic::Telescopes
    };
    let numbers: Vec<_> = comparison.numbers.iter().filter(between).collect();
    for number in &numbers {
        let estimate = &number.estimate;
        assert!(estimate.p.is_none() && estimate.interval.is_none() && estimate.se.is_none(), "{}", number.id());
    }
    let tested =
        [Statistic::Tost, Statistic::DIFFERENCE, Statistic::Prediction, Statistic::HeterogeneityQ, Statistic::I2];
    assert!(numbers.iter().all(|number| !tested.contains(&number.statistic)));
    let difference = numbers.iter().find(|it| it.statistic == Statistic::EffectDifference).unwrap();
    assert_eq!(difference.estimate.notes[0].to_string(), format!("not tested: {reason}"));
    assert!(
        comparison.run_limits().next().is_some() && comparison.run_limits().all(|it| comparison.remarks.contains(it))
    );
}

#[test]
fn what_a_run_cannot_bear_is_not_tested() {
    let of = |raters: &[usize]| World { raters, ..BASE }.compare(&mut Random::new(1));
    is_not_tested(&of(&[12, 2]), "R1 rests on 2 people");
    is_not_tested(&of(&[1, 12]), "R0 rests on 1 person");
    let known = of(&[12, 12]);
    assert!(known.run_limits().next().is_none());
    let again = |change: fn(&mut Experiment)| {
        let mut runs = known.experiments.clone();
        change(&mut runs[0]);
        compare(runs, known.frame.clone(), Options::default()).unwrap()
    };
    let summaries = again(|run| run.dataset = None);
    let telescopes = summaries.numbers.iter().filter(|it| it.statistic == Statistic::Telescopes);
    assert!(telescopes.clone().all(|it| it.estimate.p.is_some()) && telescopes.count() == 3);
    is_not_tested(&summaries, "only summaries are known for R0");
    let unknown = again(|run| {
        let dataset = run.dataset.take().unwrap();
        let mut found = analysis::run(None, &dataset, analysis::Options { seed: 1, replicates: 20, level: 0.95 });
        found.estimates.retain(|it| it.statistic != Statistic::Participants);
        *run = Experiment::of_results("R0", &found);
    });
    is_not_tested(&unknown, "it is not known how many people judged in R0");
}

#[test]
fn three_runs_of_two_people_have_a_pooled_effect_from_how_far_they_lie_apart_and_no_heterogeneity() {
    let found = World { raters: &[2, 2, 2], ..BASE }.compare(&mut Random::new(1));
    let pooled = &found.get(&"pooled_effect[c, s0, s1]".parse().unwrap()).unwrap().estimate;
    assert_eq!(pooled.interval.unwrap().kind, "modified Hartung–Knapp");
    assert!(found.get(&"Q[c, s0, s1]".parse().unwrap()).is_none());
    assert!(found.get(&"tau2[c, s0, s1]".parse().unwrap()).is_none());
}
