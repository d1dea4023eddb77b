//! What a column of numbers looks like, against R: `reference/describe/`.

use std::path::Path;

use stats::describe::{describe, mean_difference, median, median_deviation, share_differing};
use stats::hypothesis::Summary;

#[test]
fn columns_are_described_as_r_describes_them() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reference/describe/describe.csv");
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_path(path).unwrap();
    let mut rows = 0;
    for row in reader.deserialize::<(String, f64, String, f64, f64)>() {
        let (column, level, name, expected, rtol) = row.unwrap();
        let values: Vec<f64> = column.split(' ').map(|x| x.parse().unwrap()).collect();
        let estimates = describe(&values, level).unwrap();
        let of = |name: &str| estimates.iter().find(|it| it.name == name).unwrap();
        let found = match name.as_str() {
            "low" => of("mean").interval.unwrap().low,
            "high" => of("mean").interval.unwrap().high,
            "se" => of("mean").se.unwrap(),
            name => of(name).value,
        };
        let off = (found - expected).abs() / expected.abs().max(1.0);
        assert!(off <= rtol, "{name} of {column}: found {found}, expected {expected}");
        rows += 1;
    }
    assert_eq!(rows, 108);
}

#[test]
fn counted_values_have_the_mean_and_spread_of_the_values_written_out() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reference/describe/counts.csv");
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_path(path).unwrap();
    let mut rows = 0;
    for row in reader.deserialize::<(String, String, f64, f64, f64)>() {
        let (values, counts, mean, sd, rtol) = row.unwrap();
        let counted: Vec<(f64, usize)> =
            values.split(' ').map(|x| x.parse().unwrap()).zip(counts.split(' ').map(|f| f.parse().unwrap())).collect();
        let found = Summary::of_counts(&counted).unwrap();
        for (found, expected) in [(found.mean, mean), (found.sd, sd)] {
            assert!((found - expected).abs() <= rtol * expected.abs().max(1e-6), "{values}: {found}, not {expected}");
        }
        rows += 1;
    }
    assert_eq!(rows, 4);
    assert!(Summary::of_counts(&[(3.0, 1)]).is_err() && Summary::of_counts(&[]).is_err());
    assert!(Summary::of_counts(&[(f64::NAN, 3)]).is_err());
}

#[test]
fn middles_and_distances_are_those_of_r() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reference/describe/spread.csv");
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_path(path).unwrap();
    let mut rows = 0;
    for row in reader.deserialize::<(String, String, f64, f64)>() {
        let (column, name, expected, rtol) = row.unwrap();
        let values: Vec<f64> = column.split(' ').map(|x| x.parse().unwrap()).collect();
        let found = match name.as_str() {
            "median" => median(&values),
            "median_deviation" => median_deviation(&values),
            "mean_difference" => mean_difference(&values),
            other => panic!("{other}"),
        };
        let found = found.unwrap();
        assert!(
            (found - expected).abs() <= rtol * expected.abs().max(1e-6),
            "{name} of {column}: {found}, not {expected}"
        );
        rows += 1;
    }
    assert_eq!(rows, 24);
}

#[test]
fn the_share_of_differing_pairs_is_that_of_all_pairs_written_out() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reference/describe/differing.csv");
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_path(path).unwrap();
    let mut rows = 0;
    for row in reader.deserialize::<(String, f64, f64)>() {
        let (counts, expected, rtol) = row.unwrap();
        let counts: Vec<usize> = counts.split(' ').map(|count| count.parse().unwrap()).collect();
        let found = share_differing(&counts).unwrap();
        assert!((found - expected).abs() <= rtol, "{counts:?}: {found}, not {expected}");
        rows += 1;
    }
    assert_eq!(rows, 6);
}
