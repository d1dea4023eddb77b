use proptest::prelude::*;

use super::*;

const VALUES: [f64; 9] = [2.0, 3.5, 1.0, 4.25, 5.0, 2.5, 3.0, 4.0, 1.5];

fn mean(rows: &[u32]) -> Option<f64> {
    Some(rows.iter().map(|&row| VALUES[row as usize]).sum::<f64>() / rows.len() as f64)
}

fn with_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

#[test]
fn any_number_of_threads_gives_the_same_replicates() {
    let items = Groups::from_labels(&[0, 0, 1, 1, 2, 2, 3, 3, 4]);
    let raters = Groups::from_labels(&[0, 1, 0, 1, 0, 1, 0, 1, 0]);
    for scheme in [Scheme::Rows(9), Scheme::Groups(&items), Scheme::Crossed(&items, &raters)] {
        let run = || bootstrap(Plan { seed: 11, replicates: 301 }, &scheme, mean);
        let one = with_threads(1, run);
        assert_eq!(one, with_threads(2, run));
        assert_eq!(one, with_threads(5, run));
    }
}

#[test]
fn a_longer_run_starts_with_the_shorter_one() {
    let run = |replicates| bootstrap(Plan { seed: 3, replicates }, &Scheme::Rows(9), mean).values;
    assert_eq!(run(200)[..50], run(50));
}

#[test]
fn seeds_and_replicates_do_not_meet() {
    let first = |seed, replicate| Stream::new(seed, replicate).uniform().to_bits();
    let mut seen: Vec<u64> = (0..50).flat_map(|seed| (0..50).map(move |replicate| first(seed, replicate))).collect();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), 2500);
}

#[test]
fn the_stream_is_fixed_for_ever() {
    let mut stream = Stream::new(712, 3);
    let drawn: Vec<u32> = (0..8).map(|_| stream.index(100)).collect();
    expect_test::expect!["[36, 77, 31, 57, 25, 94, 42, 77]"].assert_eq(&format!("{drawn:?}"));
}

#[test]
fn indices_are_equally_likely() {
    let mut counts = [0u32; 7];
    let mut stream = Stream::new(1, 1);
    for _ in 0..70_000 {
        counts[stream.index(7) as usize] += 1;
    }
    // Chi-square with 6 degrees of freedom exceeds 22.5 with probability 0.001.
    let chi_squared: f64 = counts.iter().map(|&count| (f64::from(count) - 1e4).powi(2) / 1e4).sum();
    assert!(chi_squared < 22.5, "{counts:?}");
}

#[test]
fn a_replicate_without_a_value_is_counted() {
    let replicates =
        Plan { seed: 1, replicates: 10 }.run(|| (), |(), stream| if stream.heads() { Some(1.0) } else { None });
    assert_eq!(replicates.values.len() + replicates.failed, 10);
    assert!(replicates.failed > 0);
}

#[test]
fn whole_groups_are_drawn_and_crossed_rows_multiply() {
    let items = Groups::from_labels(&[7, 7, 9, 9, 9]);
    let plan = Plan { seed: 5, replicates: 200 };
    bootstrap(plan, &Scheme::Groups(&items), |rows| {
        let count = |row| rows.iter().filter(|&&r| r == row).count();
        assert_eq!(count(0), count(1));
        assert_eq!(count(2), count(4));
        Some(0.0)
    });
    let raters = Groups::from_labels(&[0, 1, 0, 1, 2]);
    bootstrap(plan, &Scheme::Crossed(&items, &raters), |rows| {
        let count = |row| rows.iter().filter(|&&r| r == row).count();
        assert_eq!(count(0) * count(3), count(1) * count(2));
        Some(0.0)
    });
}

#[test]
fn bootstrap_error_of_a_mean_is_the_textbook_one() {
    let replicates = bootstrap(Plan { seed: 2, replicates: 20_000 }, &Scheme::Rows(9), mean);
    let centre = VALUES.iter().sum::<f64>() / 9.0;
    let expected = (VALUES.iter().map(|v| (v - centre).powi(2)).sum::<f64>() / 81.0).sqrt();
    assert!((replicates.standard_error().unwrap() / expected - 1.0).abs() < 0.02);
}

#[test]
fn bca_lies_between_the_replicates_and_needs_a_jackknife_that_varies() {
    let scheme = Scheme::Rows(9);
    let replicates = bootstrap(Plan { seed: 2, replicates: 999 }, &scheme, mean);
    let left_out = jackknife(&scheme, mean);
    assert_eq!(left_out.len(), 9);
    let bca = replicates.bca(mean(&[0, 1, 2, 3, 4, 5, 6, 7, 8]).unwrap(), &left_out, 0.95).unwrap();
    let percentile = replicates.percentile(0.95).unwrap();
    assert!((bca.low - percentile.low).abs() < 0.2 && (bca.high - percentile.high).abs() < 0.2);
    assert!(replicates.bca(3.0, &[1.0; 9], 0.95).is_err());
    assert!(replicates.bca(100.0, &left_out, 0.95).is_err());
}

#[test]
fn levels_outside_zero_and_one_are_refused() {
    let replicates = bootstrap(Plan { seed: 2, replicates: 99 }, &Scheme::Rows(9), mean);
    for level in [0.0, 1.0, -0.5, f64::NAN, f64::INFINITY] {
        assert!(replicates.percentile(level).is_err());
    }
    let none = Replicates { values: vec![], failed: 0, seed: 0 };
    assert!(none.percentile(0.95).is_err() && none.standard_error().is_err());
}

#[test]
fn permutation_p_counts_the_observed_one_and_equal_ones() {
    let permuted = Replicates { values: vec![1.0, -2.0, 0.5, 2.0], failed: 0, seed: 0 };
    assert!((permutation_p(2.0, &permuted, Tail::Both).value() - 3.0 / 5.0).abs() < 1e-15);
    assert!((permutation_p(2.0, &permuted, Tail::Upper).value() - 2.0 / 5.0).abs() < 1e-15);
    assert!((permutation_p(9.0, &permuted, Tail::Upper).value() - 1.0 / 5.0).abs() < 1e-15);
    assert!((permutation_p(-2.0, &permuted, Tail::Lower).value() - 2.0 / 5.0).abs() < 1e-15);
}

proptest! {
    #[test]
    fn groups_hold_every_row_once(labels in prop::collection::vec(0u32..6, 0..40)) {
        let groups = Groups::from_labels(&labels);
        let mut rows: Vec<u32> = (0..groups.len()).flat_map(|group| groups.rows(group).to_vec()).collect();
        rows.sort_unstable();
        prop_assert_eq!(rows, (0..labels.len() as u32).collect::<Vec<_>>());
        for group in 0..groups.len() {
            let label = labels[groups.rows(group)[0] as usize];
            prop_assert!(groups.rows(group).iter().all(|&row| labels[row as usize] == label));
        }
    }

    #[test]
    fn shuffling_keeps_the_values(seed in any::<u64>(), n in 0usize..50) {
        let mut values: Vec<usize> = (0..n).collect();
        Stream::new(seed, 0).shuffle(&mut values);
        values.sort_unstable();
        prop_assert_eq!(values, (0..n).collect::<Vec<_>>());
    }
}
