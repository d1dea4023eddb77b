//! The spread of repeated measurements against SciPy: `reference/precision/`.

use std::path::Path;

use stats::precision::unbiased_sd_interval;

#[test]
fn the_interval_of_the_unbiased_spread_is_that_of_its_formula_in_scipy() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reference/precision/spread.csv");
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_path(path).unwrap();
    let mut rows = 0;
    for row in reader.deserialize::<(String, f64, f64, f64, f64, f64, f64)>() {
        let (values, level, sd, se, low, high, rtol) = row.unwrap();
        let measured: Vec<f64> = values.split(' ').map(|x| x.parse().unwrap()).collect();
        let found = unbiased_sd_interval(&measured, level).unwrap();
        let interval = found.interval.unwrap();
        for (found, expected) in
            [(found.value, sd), (found.se.unwrap(), se), (interval.low, low), (interval.high, high)]
        {
            assert!((found - expected).abs() <= rtol * (1.0 + expected.abs()), "{values}: {found}, not {expected}");
        }
        rows += 1;
    }
    assert_eq!(rows, 10);
    assert!(unbiased_sd_interval(&[1.0], 0.95).is_err() && unbiased_sd_interval(&[1.0, 2.0], 1.0).is_err());
}
