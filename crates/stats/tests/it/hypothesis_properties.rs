//! What must hold of every test whatever the data, and what happens when the data allow no test.

use proptest::prelude::*;
use stats::hypothesis::binomial::{ShareInterval, binomial_test};
use stats::hypothesis::chi_square::{Continuity, goodness_of_fit, independence};
use stats::hypothesis::dunnett::dunnett;
use stats::hypothesis::fisher::fisher;
use stats::hypothesis::friedman::friedman;
use stats::hypothesis::friedman_pairs::{PostHoc, pairs};
use stats::hypothesis::kruskal::kruskal;
use stats::hypothesis::levene::{Centre, levene};
use stats::hypothesis::mann_whitney::mann_whitney;
use stats::hypothesis::mcnemar::{McNemar, mcnemar};
use stats::hypothesis::permutation::{Exchange, Side, TwoGroups, permutation_test};
use stats::hypothesis::repeated_measures::repeated_measures;
use stats::hypothesis::sign::{of_counts, sign_test};
use stats::hypothesis::tukey::{Variances, all_pairs};
use stats::hypothesis::wilcoxon::{Zeros, wilcoxon};
use stats::hypothesis::{Alternative, Blocks, Contingency, RankP, Summary, Test, TestOptions, anova, t};
use stats::resample::Plan;
use stats::{Result, StatError};

const ASKED: TestOptions = TestOptions { alternative: Alternative::TwoSided, level: 0.95 };

fn ratings(size: std::ops::Range<usize>) -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec((1..=5_i32).prop_map(f64::from), size)
}

fn is_near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * (1.0 + a.abs().max(b.abs()))
}

/// Two samples through every test of two samples; those that refuse give nothing.
fn two_sample(a: &[f64], b: &[f64]) -> Vec<(f64, f64)> {
    let summaries = Summary::from_values(a).and_then(|a| Ok((a, Summary::from_values(b)?)));
    let rank = |how| mann_whitney(a, b, how, ASKED);
    let tests: Vec<Result<Test>> = vec![
        summaries.clone().and_then(|(a, b)| t::student(a, b, ASKED)),
        summaries.and_then(|(a, b)| t::welch(a, b, ASKED)),
        rank(RankP::Exact),
        rank(RankP::Normal),
        rank(RankP::NormalCorrected),
        kruskal(&[a, b]),
        levene(&[a, b], Centre::Median),
    ];
    tests.into_iter().map(|test| test.map_or((0.0, 1.0), |test| (test.statistic.value, test.p().value()))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn changing_the_samples_round_turns_t_and_keeps_every_p(a in ratings(2..9), b in ratings(2..9)) {
        let (there, back) = (two_sample(&a, &b), two_sample(&b, &a));
        prop_assert!(is_near(there[0].0, -back[0].0) && is_near(there[1].0, -back[1].0));
        for (there, back) in there.iter().zip(&back) {
            prop_assert!(is_near(there.1, back.1), "{there:?} {back:?}");
        }
    }

    #[test]
    fn adding_a_constant_or_changing_the_order_of_rows_changes_nothing(
        a in ratings(2..9), b in ratings(2..9), constant in -100..100_i32,
    ) {
        let constant = f64::from(constant);
        let shifted = |values: &[f64]| values.iter().rev().map(|x| x + constant).collect::<Vec<f64>>();
        for (before, after) in two_sample(&a, &b).iter().zip(two_sample(&shifted(&a), &shifted(&b))) {
            prop_assert!(is_near(before.0, after.0) && is_near(before.1, after.1), "{before:?} {after:?}");
        }
    }

    #[test]
    fn two_groups_make_f_the_square_of_t(a in ratings(2..9), b in ratings(2..9)) {
        let summaries = [Summary::from_values(&a).unwrap(), Summary::from_values(&b).unwrap()];
        if let (Ok(t), Ok(f)) = (t::student(summaries[0], summaries[1], ASKED), anova::one_way(&summaries)) {
            prop_assert!(is_near(t.statistic.value.powi(2), f.statistic.value) && is_near(t.p().value(), f.p().value()));
            let tukey = all_pairs(&summaries, Variances::Equal, 0.95).unwrap();
            prop_assert!((tukey[0].test.p().value() - t.p().value()).abs() < 1e-9);
            let dunnett = dunnett(summaries[1], &summaries[..1], ASKED).unwrap();
            prop_assert!((dunnett[0].p().value() - t.p().value()).abs() < 1e-9);
        }
        if let (Ok(t), Ok(f)) = (t::welch(summaries[0], summaries[1], ASKED), anova::welch(&summaries)) {
            prop_assert!(is_near(t.statistic.value.powi(2), f.statistic.value) && is_near(t.p().value(), f.p().value()));
        }
    }

    #[test]
    fn one_sided_p_values_add_to_one_or_more(a in ratings(2..8), b in ratings(2..8)) {
        let p = |alternative| {
            let asked = TestOptions { alternative, level: 0.95 };
            mann_whitney(&a, &b, RankP::Exact, asked).map(|test| test.p().value())
        };
        if let (Ok(less), Ok(greater)) = (p(Alternative::Less), p(Alternative::Greater)) {
            prop_assert!(less + greater >= 1.0 - 1e-12);
        }
    }

    #[test]
    fn the_order_of_treatments_and_a_constant_per_block_do_not_matter(
        rows in prop::collection::vec(prop::array::uniform4(1..=5_i32), 2..8), constant in -9..9_i32,
    ) {
        let plain: Vec<Vec<f64>> = rows.iter().map(|row| row.iter().map(|x| f64::from(*x)).collect()).collect();
        let moved: Vec<Vec<f64>> = plain
            .iter()
            .enumerate()
            .map(|(block, row)| row.iter().rev().map(|x| x + f64::from(constant) * block as f64).collect())
            .collect();
        let (plain, moved) = (Blocks::new(&plain).unwrap(), Blocks::new(&moved).unwrap());
        for test in [friedman, repeated_measures] {
            match (test(&plain), test(&moved)) {
                (Ok(one), Ok(other)) => prop_assert!(is_near(one.p().value(), other.p().value())),
                (one, other) => prop_assert_eq!(one.is_err(), other.is_err()),
            }
        }
    }

    #[test]
    fn with_two_treatments_there_is_nothing_to_correct(
        rows in prop::collection::vec(prop::array::uniform2(0.0..100.0_f64), 3..40),
    ) {
        let rows: Vec<Vec<f64>> = rows.iter().map(|row| row.to_vec()).collect();
        let test = repeated_measures(&Blocks::new(&rows).unwrap()).unwrap();
        for name in ["epsilon_gg", "epsilon_hf"] {
            let found = test.find_estimate(name).unwrap().value;
            prop_assert!(found <= 1.0 && found > 1.0 - 1e-9, "{} {}", name, found);
        }
    }

    #[test]
    fn turning_a_table_does_not_change_its_tests(table in prop::array::uniform3(prop::array::uniform2(0..7_u64))) {
        let turned: Vec<Vec<u64>> = (0..2).map(|column| table.iter().rev().map(|row| row[column]).collect()).collect();
        if let (Ok(table), Ok(turned)) = (Contingency::new(&table), Contingency::new(&turned)) {
            for test in [
                |table: &Contingency| fisher(table, 1, ASKED),
                |table: &Contingency| independence(table, Continuity::Uncorrected),
            ] {
                let (one, other) = (test(&table).unwrap(), test(&turned).unwrap());
                prop_assert!(is_near(one.p().value(), other.p().value()));
            }
        }
    }

    #[test]
    fn an_exact_interval_holds_the_shares_its_test_does_not_reject(x in 0..30_u64, more in 0..30_u64, share in 0.01..0.99_f64) {
        let n = (x + more).max(1);
        let test = |alternative, level| {
            binomial_test(x.min(n), n, share, ShareInterval::ClopperPearson, TestOptions { alternative, level }).unwrap()
        };
        let interval = test(Alternative::TwoSided, 0.9).statistic.interval.unwrap();
        let kept = test(Alternative::Less, 0.9).p().value() > 0.05 && test(Alternative::Greater, 0.9).p().value() > 0.05;
        prop_assert_eq!(kept, interval.low < share && share < interval.high);
    }
}

/// Data that allow no test: each is refused with a reason, in words.
#[test]
fn data_that_allow_no_test_are_refused_with_a_reason() {
    let same = [3.0; 4];
    let wild = [1.0, f64::INFINITY, 2.0];
    let lost = [1.0, f64::NAN];
    let flat = Summary { n: 4, mean: 3.0, sd: 0.0 };
    let refused: Vec<(&str, Result<Test>)> = vec![
        ("n = 1", Summary::from_values(&[1.0]).and_then(|a| t::one_sample(a, 0.0, ASKED))),
        ("no values", Summary::from_values(&[]).and_then(|a| t::one_sample(a, 0.0, ASKED))),
        ("infinite", Summary::from_values(&wild).and_then(|a| t::one_sample(a, 0.0, ASKED))),
        ("not a number", Summary::from_values(&lost).and_then(|a| t::one_sample(a, 0.0, ASKED))),
        ("huge", Summary::from_values(&[1e308, -1e308]).and_then(|a| t::one_sample(a, 0.0, ASKED))),
        ("negative sd", Summary::from_published(5, 1.0, -1.0).and_then(|a| t::one_sample(a, 0.0, ASKED))),
        ("constant", t::student(flat, flat, ASKED)),
        ("constant, rounded", t::paired_samples(&[1.1, 2.1, 3.1], &[1.0, 2.0, 3.0], ASKED)),
        ("level", t::student(flat, flat, TestOptions { level: 1.0, ..ASKED })),
        ("lengths", t::paired_samples(&[1.0, 2.0], &[1.0], ASKED)),
        ("one group", anova::one_way(&[flat])),
        ("constant groups", anova::one_way(&[flat, flat])),
        ("one constant group", anova::welch(&[flat, Summary { n: 4, mean: 3.0, sd: 1.0 }])),
        ("all tied", mann_whitney(&same, &same, RankP::Auto, ASKED)),
        ("empty sample", mann_whitney(&[], &same, RankP::Auto, ASKED)),
        ("all tied", kruskal(&[same, same])),
        ("constant deviations", levene(&[same, same], Centre::Mean)),
        ("no differences", wilcoxon(&[0.0, 0.0], Zeros::LeftOut, RankP::Auto, ASKED)),
        ("no differences", wilcoxon(&[], Zeros::RankedFirst, RankP::Auto, ASKED)),
        ("infinite difference", sign_test(&wild, ASKED)),
        ("no decided votes", of_counts(0, 0, 9, ASKED)),
        ("no trials", binomial_test(0, 0, 0.5, ShareInterval::Wilson, ASKED)),
        ("too many successes", binomial_test(3, 2, 0.5, ShareInterval::Wilson, ASKED)),
        ("share", binomial_test(1, 2, 1.0, ShareInterval::Wilson, ASKED)),
        ("one block", Blocks::new(&[same]).and_then(|blocks| friedman(&blocks))),
        ("ties in all blocks", Blocks::new(&[same, same]).and_then(|blocks| friedman(&blocks))),
        ("constant blocks", Blocks::new(&[same, same]).and_then(|blocks| repeated_measures(&blocks))),
        ("ragged blocks", Blocks::new(&[vec![1.0, 2.0], vec![1.0]]).and_then(|blocks| friedman(&blocks))),
        ("one row", Contingency::new(&[[1, 2]]).and_then(|table| fisher(&table, 1, ASKED))),
        ("empty column", Contingency::new(&[[0, 2], [0, 1]]).and_then(|table| fisher(&table, 1, ASKED))),
        ("no counts", goodness_of_fit(&[0, 0], &[0.5, 0.5])),
        ("zero expected", goodness_of_fit(&[1, 2], &[0.0, 1.0])),
        ("no pairs differ", mcnemar(0, 0, McNemar::MidP)),
        (
            "too large for exact",
            mann_whitney(&vec![1.0; 4000], &(0..4000).map(f64::from).collect::<Vec<_>>(), RankP::Exact, ASKED),
        ),
    ];
    for (what, result) in refused {
        let words = result.expect_err(what).to_string();
        assert!(words.len() > 10, "{what}: {words}");
    }
    let none = pairs(&Blocks::new(&[[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]]).unwrap(), PostHoc::Conover);
    assert!(matches!(none, Err(StatError::Undefined(_))), "{none:?}");
}

/// Data at the edge: a number, finite, with a note where it is doubtful.
#[test]
fn data_at_the_edge_give_finite_numbers() {
    let all_alike = Blocks::new(&[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]).unwrap();
    let far = |sd| Summary { n: 200, mean: 1e6, sd };
    let near_zero = Summary { n: 200, mean: 0.0, sd: 1.0 };
    let tests: Vec<(&str, Test)> = vec![
        ("blocks alike", friedman(&all_alike).unwrap()),
        ("p below any double", t::student(far(1.0), near_zero, ASKED).unwrap()),
        ("one constant sample", t::welch(far(0.0), near_zero, ASKED).unwrap()),
        ("one value each", mann_whitney(&[1.0], &[2.0], RankP::Auto, ASKED).unwrap()),
        ("one difference", wilcoxon(&[2.0], Zeros::LeftOut, RankP::Auto, ASKED).unwrap()),
        ("infinite odds ratio", fisher(&Contingency::new(&[[5, 0], [0, 5]]).unwrap(), 1, ASKED).unwrap()),
        ("no successes", binomial_test(0, 7, 0.5, ShareInterval::Wilson, ASKED).unwrap()),
        ("all successes", binomial_test(7, 7, 0.5, ShareInterval::ClopperPearson, ASKED).unwrap()),
        ("a million trials", binomial_test(600_000, 1_000_000, 0.5, ShareInterval::ClopperPearson, ASKED).unwrap()),
        ("none on one side", mcnemar(0, 9, McNemar::Exact).unwrap()),
        (
            "no difference",
            permutation_test(
                &TwoGroups::new(vec![1.0; 6], [[Side::First; 3], [Side::Second; 3]].concat()).unwrap(),
                Exchange::Rows,
                Plan { seed: 1, replicates: 99 },
                ASKED,
            )
            .unwrap(),
        ),
    ];
    for (what, test) in tests {
        for estimate in test.clone().estimates() {
            assert!(estimate.value.is_finite(), "{what}: {estimate:?}");
            if let Some(interval) = estimate.interval {
                assert!(!interval.low.is_nan() && interval.low <= interval.high, "{what}: {interval:?}");
            }
        }
        let ln = test.p().ln();
        assert!(ln.is_finite() && ln <= 0.0, "{what}: ln p = {ln}");
    }
}

/// A table too large to go through is drawn at random instead, and that is said.
#[test]
fn a_large_table_is_drawn_at_random_and_says_so() {
    let rows: Vec<Vec<u64>> = (0..6).map(|row| (0..6).map(|column| 5 + (row * column) % 7).collect()).collect();
    let test = fisher(&Contingency::new(&rows).unwrap(), 7, ASKED).unwrap();
    let chi = independence(&Contingency::new(&rows).unwrap(), Continuity::Uncorrected).unwrap();
    assert!(test.statistic.notes.iter().any(|note| note.to_string().contains("seed 7")), "{test:?}");
    assert!((test.p().value() - chi.p().value()).abs() < 0.05, "{} {}", test.p().value(), chi.p().value());
}
