//! Judgements that repeat each other exactly, of all systems or of some.

use stats::decide::{Ballot, Decision, LeftOut, Reason, Scores, Term, Undecidable, decide_ballots, decide_scores};

use super::{crossed_data, decide, wave};

/// Whether nothing could be decided because no error is left.
fn is_without_error(found: &Result<Decision, Undecidable>) -> bool {
    matches!(found, Err(Undecidable::NoDisagreement))
}

/// A number from 1 to 5 that looks random.
fn answer(of: u32) -> f64 {
    1.0 + wave(17 * of + 3).round()
}

#[test]
fn what_raters_or_outputs_explain_exactly_decides_nothing_whatever_the_order() {
    for turned in 0..6 {
        let name = |code: u32, count: u32| (code * 5 + turned) % count;
        // Each rater gives a system one number always; all raters give an output the same.
        let by_rater = crossed_data(|rater, _, system| answer(31 * name(rater, 4) + name(system, 3)));
        let by_output = crossed_data(|_, item, system| answer(31 * name(item, 6) + name(system, 3)));
        assert!(is_without_error(&decide(&by_rater)) && is_without_error(&decide(&by_output)), "{turned}");
        // Three people agree on a pair of each of forty items; a quarter is missing.
        let votes = (0..120).map(|row| (row % 3, row / 3)).filter(|(rater, item)| (item + rater) % 4 != 0);
        let ballots = votes.map(|(rater, item)| {
            let (first, second) = [(0, 1), (0, 2), (1, 2)][item as usize % 3];
            let half = 0.5 * (wave(13 * item) - 2.0).signum();
            let scores = vec![(name(first, 3), half), (name(second, 3), -half)];
            Ballot { rater: name(rater, 3), item: name(item, 41), scores }
        });
        let ballots: Vec<Ballot> = ballots.collect();
        assert!(is_without_error(&decide_ballots(&ballots, 3)), "{turned}");
    }
    // One answer that does not fit is an error to learn from.
    let nearly = crossed_data(|rater, item, system| answer(31 * rater + system) + f64::from(u8::from(item == rater)));
    assert!(decide(&nearly).is_ok());
}

#[test]
fn one_item_that_two_people_agree_on_decides_as_if_one_had_judged_it() {
    // Twelve items, each judged by one of three people, and the first by a second, who says the same or not.
    let decided = |turned: u32, second: f64| {
        let rows = (0..26).map(|row| if row < 24 { (row / 2 % 3, row / 2, row % 2) } else { (1, 0, row % 2) });
        let rows: Vec<(u32, u32, u32)> = rows.collect();
        let said = |(rater, item, system): (u32, u32, u32)| {
            answer(item * 2 + system) + if item == 0 && rater == 1 { second } else { 0.0 }
        };
        let value: Vec<f64> = rows.iter().map(|row| said(*row)).collect();
        let rater: Vec<u32> = rows.iter().map(|row| (row.0 + turned) % 3).collect();
        let item: Vec<u32> = rows.iter().map(|row| (row.1 * 5 + turned) % 12).collect();
        let system: Vec<u32> = rows.iter().map(|row| row.2).collect();
        decide_scores(&Scores { value: &value, rater: &rater, item: &item, system: &system, systems: 2 }).unwrap()
    };
    let first = decided(0, 0.0);
    assert!(first.left_out.contains(&LeftOut { term: Term::Output, reason: Reason::TooRare }), "{:?}", first.left_out);
    let difference = |found: &Decision| found.difference(0, 1).unwrap();
    let (same, other) = (difference(&first), difference(&decided(0, 1.0)));
    assert!((same.value - other.value).abs() < 0.1 && (same.se / other.se - 1.0).abs() < 0.2, "{same:?} {other:?}");
    for turned in 1..12 {
        let renamed = difference(&decided(turned, 0.0));
        assert!((renamed.value - same.value).abs() < 1e-6 && (renamed.se - same.se).abs() < 1e-6, "{renamed:?}");
    }
}

#[test]
fn systems_that_were_always_judged_alike_are_as_uncertain_as_others() {
    // No errors in the first two systems, some in the third; then one rater who always sees one in the first.
    let counts = |always: f64| {
        crossed_data(move |rater, item, system| match system {
            0 if rater == 1 => always,
            2 => (2.0 * wave(rater * 7 + item * 3)).round().max(0.0),
            _ => 0.0,
        })
    };
    for always in [0.0, 1.0] {
        let found = decide(&counts(always)).unwrap();
        let difference = found.difference(0, 1).unwrap();
        assert!(difference.se > 0.05 && difference.differs().value() > 0.2, "{difference:?}");
        assert!(difference.interval(0.95).low < 0.0 && difference.interval(0.95).high > 0.0, "{difference:?}");
    }
}
