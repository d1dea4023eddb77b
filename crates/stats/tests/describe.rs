//! What a column of numbers looks like, against R: `reference/describe/`.

use std::path::Path;

use stats::describe::describe;

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
