use proptest::prelude::*;

use super::*;

const ALL: [Correlation; 3] = [Correlation::Pearson, Correlation::Spearman, Correlation::Kendall];

#[test]
fn a_perfect_correlation_of_three_systems_has_p_one_third() {
    for which in ALL {
        let estimate = which.estimate(&[3.71, 3.12, 2.5], &[3.1, 2.6, 2.2], 0.95).unwrap();
        if which != Correlation::Pearson {
            assert!((estimate.value - 1.0).abs() < 1e-15);
            assert!((estimate.p.unwrap().value() - 1.0 / 3.0).abs() < 1e-15);
        }
        let line = which.estimate(&[1.0, 2.0, 3.0], &[10.0, 20.0, 30.0], 0.95).unwrap();
        assert!((line.p.unwrap().value() - 1.0 / 3.0).abs() < 1e-15, "{which:?}");
        assert!(line.interval.is_none());
    }
}

#[test]
fn smallest_p_is_two_orders_of_all() {
    for (k, p) in [(2, 1.0), (3, 1.0 / 3.0), (4, 1.0 / 12.0), (5, 1.0 / 60.0), (170, 2.0 / 7.257_415_615_307_994e306)] {
        assert!((smallest_p(k).value() / p - 1.0).abs() < 1e-12, "{k}");
    }
}

#[test]
fn degenerate_columns_are_refused_with_a_reason() {
    let check = |x: &[f64], y: &[f64], message: &str| {
        for which in ALL {
            assert_eq!(which.estimate(x, y, 0.95).unwrap_err().to_string(), message);
        }
    };
    check(&[], &[], "pairs of values: at least 2 needed, 0 found");
    check(&[1.0], &[1.0], "pairs of values: at least 2 needed, 1 found");
    check(&[1.0, 2.0], &[1.0], "x has 2 values but y has 1");
    check(&[1.0, 1.0, 1.0], &[1.0, 2.0, 3.0], "the values of x do not vary, so the correlation is undefined");
    check(&[1.0, 2.0, 3.0], &[5.0, 5.0, 5.0], "the values of y do not vary, so the correlation is undefined");
    check(&[1.0, f64::NAN], &[1.0, 2.0], "x holds a value that is not a finite number, at position 1");
}

#[test]
fn huge_and_tiny_values_are_correlated_alike() {
    let (x, y) = ([1.0, 2.0, 4.0, 3.0], [2.0, 1.0, 5.0, 3.0]);
    let plain = pearson(&x, &y, 0.95).unwrap().value;
    for scale in [1e300, 1e-300] {
        let value = pearson(&x.map(|x| x * scale), &y, 0.95).unwrap().value;
        assert!((value - plain).abs() < 1e-12);
    }
}

fn brute_force(which: Correlation, x: &[f64], y: &[f64]) -> f64 {
    fn orders(rest: &mut Vec<f64>, taken: &mut Vec<f64>, visit: &mut impl FnMut(&[f64])) {
        if rest.is_empty() {
            visit(taken);
        }
        for index in 0..rest.len() {
            let value = rest.remove(index);
            taken.push(value);
            orders(rest, taken, visit);
            taken.pop();
            rest.insert(index, value);
        }
    }
    let observed = which.value(x, y).unwrap().abs();
    let (mut extreme, mut total) = (0.0, 0.0);
    orders(&mut y.to_vec(), &mut Vec::new(), &mut |order| {
        total += 1.0;
        if which.value(x, order).unwrap().abs() >= observed - 1e-9 {
            extreme += 1.0;
        }
    });
    extreme / total
}

fn columns() -> impl Strategy<Value = (Vec<f64>, Vec<f64>)> {
    prop::collection::vec((0i32..7, 0i32..7), 2..30)
        .prop_map(|rows| rows.iter().map(|row| (f64::from(row.0), f64::from(row.1))).unzip())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn exact_p_is_the_share_of_all_orders(rows in prop::collection::vec((0i32..5, 0i32..5), 2..7)) {
        let (x, y): (Vec<f64>, Vec<f64>) = rows.iter().map(|row| (f64::from(row.0), f64::from(row.1))).unzip();
        for which in [Correlation::Spearman, Correlation::Kendall] {
            if let Ok(estimate) = which.estimate(&x, &y, 0.95) {
                prop_assert!((estimate.p.unwrap().value() - brute_force(which, &x, &y)).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn swapping_and_reversing_do_what_they_should((x, y) in columns()) {
        let reversed: Vec<f64> = y.iter().map(|y| -y).collect();
        for which in ALL {
            let (Some(plain), Some(swapped), Some(mirrored)) =
                (which.value(&x, &y), which.value(&y, &x), which.value(&x, &reversed)) else { continue };
            prop_assert!((plain - swapped).abs() < 1e-12);
            prop_assert!((plain + mirrored).abs() < 1e-12);
            let estimate = which.estimate(&x, &y, 0.9).unwrap();
            prop_assert!(estimate.p.unwrap().ln().is_finite());
            if let Some(interval) = estimate.interval {
                prop_assert!(interval.low <= plain && plain <= interval.high);
            }
        }
    }

    #[test]
    fn rank_correlations_ignore_monotone_changes((x, y) in columns()) {
        let stretched: Vec<f64> = x.iter().map(|x| x.exp() + 1e3).collect();
        for which in [Correlation::Spearman, Correlation::Kendall] {
            prop_assert_eq!(which.value(&x, &y), which.value(&stretched, &y));
        }
    }

    #[test]
    fn counting_pairs_quickly_and_slowly_agree((x, y) in columns()) {
        let slow: f64 = (0..x.len())
            .flat_map(|i| (0..i).map(move |j| (i, j)))
            .map(|(i, j)| (x[i] - x[j]).signum() * (y[i] - y[j]).signum() * f64::from(u8::from((x[i] - x[j]) * (y[i] - y[j]) != 0.0)))
            .sum();
        let tau = kendall::Pairs::count(&x, &y);
        prop_assert!((tau.difference() - slow).abs() < 1e-9);
    }
}
