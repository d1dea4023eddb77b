//! Preference scores against the table in `reference/preference`, and against counts done by hand.

use stats::preference::{
    Choice, Shares, Vote, Votes, average_rank, net_preference, pair_scores, position_bias, system_scores,
};
use stats::resample::Plan;

fn votes(first: usize, second: usize, ties: usize) -> Vec<Vote> {
    let of = |choice, count| std::iter::repeat_n(Vote { first: 0, second: 1, choice }, count);
    of(Choice::First, first).chain(of(Choice::Second, second)).chain(of(Choice::Neither, ties)).collect()
}

#[test]
fn position_bias_is_tested_as_in_r() {
    let path = format!("{}/../../reference/preference/binomial.csv", env!("CARGO_MANIFEST_DIR"));
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_path(path).unwrap();
    for row in reader.deserialize::<(usize, usize, f64, f64, f64, f64)>() {
        let (first, second, p, low, high, rtol) = row.unwrap();
        let bias = position_bias(&Votes::new(votes(first, second, 7), None, None).unwrap(), 0.95).unwrap().first;
        let interval = bias.interval.unwrap();
        for (found, expected) in [(bias.p.unwrap().value(), p), (interval.low, low), (interval.high, high)] {
            assert!((found - expected).abs() <= rtol * expected.abs() + 1e-300, "{first}:{second} {found} {expected}");
        }
        assert!(bias.p.unwrap().ln().is_finite());
    }
}

#[test]
fn net_preference_from_shares_has_the_error_of_the_choices_written_out() {
    let path = format!("{}/../../reference/preference/net.csv", env!("CARGO_MANIFEST_DIR"));
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_path(path).unwrap();
    let mut rows = 0;
    for row in reader.records() {
        let row: Vec<f64> = row.unwrap().iter().map(|cell| cell.parse().unwrap()).collect();
        let [first, second, n, level, net, se, low, high, rtol] = row[..] else { panic!("{row:?}") };
        let shares = Shares { first: first / n, second: second / n, n: format!("{n}").parse().unwrap() };
        let found = net_preference(shares, level).unwrap();
        let interval = found.interval.unwrap();
        // The reference goes beyond what a net preference can be.
        let (low, high) = (low.max(-1.0), high.min(1.0));
        for (found, expected) in
            [(found.value, net), (found.se.unwrap(), se), (interval.low, low), (interval.high, high)]
        {
            assert!((found - expected).abs() <= rtol * (expected.abs() + 1e-3), "{first}:{second} {found} {expected}");
        }
        rows += 1;
    }
    assert_eq!(rows, 10);
}

#[test]
fn scores_are_counted_over_all_comparisons() {
    let votes = Votes::new(votes(148, 78, 494), None, None).unwrap();
    let plan = Plan { seed: 1, replicates: 200 };
    let systems = system_scores(&votes, plan, 0.95).unwrap();
    assert_eq!((systems[0].wins, systems[0].losses, systems[0].ties), (148, 78, 494));
    assert_eq!((systems[1].wins, systems[1].losses), (78, 148));
    assert!((systems[0].best_worst.value - 100.0 * 70.0 / 720.0).abs() < 1e-12);
    assert!((systems[0].best_worst.value + systems[1].best_worst.value).abs() < 1e-12);
    assert!((systems[0].average_rank.value + systems[1].average_rank.value - 3.0).abs() < 1e-12);
    let pair = &pair_scores(&votes, plan, 0.95).unwrap()[0];
    assert_eq!(pair.counts, [148, 494, 78]);
    assert!((pair.net.value - 70.0 / 720.0).abs() < 1e-15);
    // R 4.2.2: binom.test(148, 226)
    assert!((pair.net.p.unwrap().value() / 3.746_466_300_123_915e-6 - 1.0).abs() < 1e-10);
    let interval = pair.net.interval.unwrap();
    assert!(interval.low < pair.net.value && pair.net.value < interval.high);
}

#[test]
fn clusters_widen_intervals_and_threads_change_nothing() {
    // Ten raters who each always choose the same side.
    let rows: Vec<Vote> = (0..200)
        .map(|row| Vote { first: 0, second: 1, choice: if row / 20 < 6 { Choice::First } else { Choice::Second } })
        .collect();
    let raters: Vec<u32> = (0..200).map(|row| row / 20).collect();
    let items: Vec<u32> = (0..200).map(|row| row % 20).collect();
    let width = |items: Option<&[u32]>, raters: Option<&[u32]>| {
        let votes = Votes::new(rows.clone(), items, raters).unwrap();
        let interval = pair_scores(&votes, Plan { seed: 3, replicates: 500 }, 0.95).unwrap()[0].share.interval.unwrap();
        interval.high - interval.low
    };
    assert!(width(None, Some(&raters)) > 2.0 * width(None, None));
    assert!(width(Some(&items), Some(&raters)) > 2.0 * width(None, None));
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let one = pool(1).install(|| width(Some(&items), Some(&raters)));
    let three = pool(3).install(|| width(Some(&items), Some(&raters)));
    assert_eq!(one.to_bits(), three.to_bits());
}

#[test]
fn impossible_votes_are_refused() {
    assert!(Votes::new(vec![], None, None).is_err());
    let same = vec![Vote { first: 2, second: 2, choice: Choice::First }];
    assert_eq!(Votes::new(same, None, None).unwrap_err().to_string(), "vote 1 compares a system with itself");
    assert!(Votes::new(votes(1, 1, 0), Some(&[1]), None).is_err());
    let ties = Votes::new(votes(0, 0, 4), None, None).unwrap();
    assert!(position_bias(&ties, 0.95).is_err());
    assert!(system_scores(&ties, Plan { seed: 1, replicates: 10 }, 2.0).is_err());
}

#[test]
fn an_average_rank_is_the_mean_of_ranks() {
    let rank = average_rank(&[3, 0, 1]).unwrap();
    assert!((rank.value - 1.5).abs() < 1e-15);
    assert!(average_rank(&[0, 0]).is_err() && average_rank(&[]).is_err());
    assert!(average_rank(&[1]).unwrap().se.is_none());
}
