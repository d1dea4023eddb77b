use proptest::prelude::*;

use super::*;

fn cv(values: &[f64], options: Options) -> f64 {
    let exact: Vec<Measurement> = values.iter().copied().map(Measurement::exact).collect();
    cv_star(&exact, options).unwrap().value
}

const PLAIN: Options = Options { scale_min: 0.0, correction: Correction::Factor };

/// Belz, Popović & Mille's own notebook, the seed studies' tables and the published example of the QRA tool.
#[test]
fn known_values_are_reached_to_twelve_digits() {
    let check = |values: &[f64], options: Options, expected: f64, digits: f64| {
        let found = cv(values, options);
        assert!((found / expected - 1.0).abs() < digits, "{values:?}: {found} for {expected}");
    };
    check(&[84.51, 84.50, 87.46, 85.60, 84.20, 86.61, 86.20], PLAIN, 1.561_656_035_91, 1e-11);
    check(&[30.65, 30.65, 29.13, 30.65, 29.96], PLAIN, 2.487_236_155_98, 1e-11);
    check(&[87.50, 80.75, 89.36, 88.10, 89.64, 88.80], PLAIN, 4.176_230_766_70, 1e-11);
    check(&[31.11, 30.28, 31.11, 29.12], PLAIN, 3.572_137_360_40, 1e-11);
    check(&[3.71, 3.12], PLAIN, 17.224_981_603_785_302, 1e-13);
    check(&[3.71, 3.12], Options { scale_min: 1.0, ..PLAIN }, 24.357_479_162_288_534, 1e-13);
    let qra = Options { scale_min: 1.0, correction: Correction::None };
    check(&[4.83402489626556, 4.460580912863071, 4.566115702479339], qra, 6.000_443_729_566_608, 1e-13);
    check(&[2.0, 6.0], PLAIN, 112.5 * std::f64::consts::PI.sqrt() * 4.0 / 8.0, 1e-14);
}

#[test]
fn undefined_is_said_as_such() {
    let check = |values: &[f64], expected: &str| {
        let exact: Vec<Measurement> = values.iter().copied().map(Measurement::exact).collect();
        let message = cv_star(&exact, PLAIN).unwrap_err().to_string();
        assert!(message.contains(expected), "{message}");
    };
    check(&[3.0], "at least 2 needed, 1 found");
    check(&[-1.0, 1.0], "the mean of the measurements is 0, not above zero");
    check(&[-3.0, -4.0], "give its minimum");
    check(&[1.0, f64::NAN], "not a finite number, at position 1");
    assert!(cv(&[2.0, 2.0], PLAIN).abs() < 1e-15);
}

#[test]
fn a_printed_number_keeps_its_precision() {
    let check = |text: &str, value: f64, half_width: f64| {
        let found = Measurement::parse_printed(text).unwrap();
        assert!(
            (found.value - value).abs() < 1e-15 && (found.half_width / half_width - 1.0).abs() < 1e-12,
            "{found:?}"
        );
    };
    check("3.71", 3.71, 0.005);
    check("3.710", 3.71, 0.0005);
    check("\u{2212}16", -16.0, 0.5);
    check("1.2e3", 1200.0, 50.0);
    assert_eq!(
        Measurement::parse_printed("3,71").unwrap_err().to_string(),
        "`3,71` is not a decimal number such as 3.71"
    );
    assert!(Measurement::parse_printed("inf").is_err());
}

#[test]
fn values_that_may_be_equal_may_have_no_variation() {
    let printed = [Measurement::parse_printed("0.2").unwrap(), Measurement::parse_printed("0.3").unwrap()];
    let interval = cv_star(&printed, PLAIN).unwrap().interval.unwrap();
    assert!(interval.low.abs() < 1e-12);
    let printed = [Measurement::parse_printed("0.0").unwrap(), Measurement::parse_printed("0.1").unwrap()];
    let estimate = cv_star(&printed, PLAIN).unwrap();
    assert!(estimate.interval.unwrap().high.is_infinite());
    assert_eq!(estimate.notes.len(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// No point of the box is outside the interval, and both ends are nearly reached by some point.
    #[test]
    fn the_rounding_interval_holds_every_point_of_the_box(
        printed in prop::collection::vec((100u32..500, 0u32..3), 2..5),
        draws in prop::collection::vec(prop::collection::vec(0u32..=8, 5), 60),
    ) {
        let inputs: Vec<Measurement> = printed
            .iter()
            .map(|(value, decimals)| Measurement { value: f64::from(*value) / 10.0, half_width: 5.0 / 10f64.powi(*decimals as i32) })
            .collect();
        let interval = cv_star(&inputs, PLAIN).unwrap().interval.unwrap();
        for draw in draws {
            let inside: Vec<f64> =
                inputs.iter().zip(&draw).map(|(m, d)| m.value + m.half_width * (f64::from(*d) / 4.0 - 1.0)).collect();
            let found = cv(&inside, PLAIN);
            prop_assert!(interval.low <= found + 1e-9 && found <= interval.high + 1e-9, "{found} outside {interval:?}");
        }
    }

    /// A fine walk along each coordinate from the reported minimum's curve finds nothing smaller.
    #[test]
    fn the_smallest_value_of_two_is_that_of_the_nearest_ends(a in 10.0f64..50.0, gap in 0.5f64..20.0, half in 0.01f64..0.2) {
        let inputs = [Measurement { value: a, half_width: half }, Measurement { value: a + gap, half_width: half }];
        let interval = cv_star(&inputs, PLAIN).unwrap().interval.unwrap();
        prop_assert!((interval.low - cv(&[a + half, a + gap - half], PLAIN)).abs() < 1e-9);
        prop_assert!((interval.high - cv(&[a - half, a + gap + half], PLAIN)).abs() < 1e-9);
    }

    #[test]
    fn many_measurements_take_the_quick_way_to_the_same_corner(values in prop::collection::vec(20.0f64..60.0, 3..9)) {
        let lows: Vec<f64> = values.iter().map(|v| v - 0.5).collect();
        let highs: Vec<f64> = values.iter().map(|v| v + 0.5).collect();
        let n = values.len();
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by(|a, b| values[*a].total_cmp(&values[*b]));
        let quick = (0..=n)
            .map(|from| {
                let mut corner = lows.clone();
                order[from..].iter().for_each(|i| corner[*i] = highs[*i]);
                relative_sd(&corner)
            })
            .fold(0.0, f64::max);
        prop_assert!((quick - largest(&lows, &highs)).abs() < 1e-12);
    }
}

#[test]
fn experiments_are_assessed_as_the_qra_tool_does() {
    // Ranks 1234, 2134 and 1324: rank sums 4, 6, 8, 12, so S = 35 and W = 12·35/(9·60).
    let experiments =
        Experiments::new(vec![vec![1.0, 2.0, 3.0, 4.0], vec![2.0, 1.0, 3.0, 4.0], vec![1.0, 3.0, 2.0, 4.0]]).unwrap();
    let found = assess(&experiments, PLAIN);
    assert_eq!((found.alike, found.compared), (14, 18));
    assert!((found.w.value - 0.777_777_777_777_777_8).abs() < 1e-12);
    assert!((found.mean_rho.unwrap().value - (0.8 + 0.8 + 0.4) / 3.0).abs() < 1e-12);
    assert_eq!(found.cv.len(), 4);
    assert!(Experiments::new(vec![vec![1.0, 2.0]]).is_err());
}
