//! Correlations against the tables in `reference/correlation`.
#![expect(clippy::unwrap_used, reason = "a test stops at the first thing that is not as it should be")]

use std::collections::BTreeMap;

use stats::correlation::{Correlation, kendall, pearson, spearman};

#[derive(serde::Deserialize)]
struct Row {
    dataset: String,
    method: String,
    option: String,
    field: String,
    value: f64,
    rtol: f64,
    atol: f64,
}

fn table<T: serde::de::DeserializeOwned>(name: &str) -> Vec<T> {
    let path = format!("{}/../../reference/correlation/{name}.csv", env!("CARGO_MANIFEST_DIR"));
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_path(path).unwrap();
    reader.deserialize().collect::<Result<_, _>>().unwrap()
}

fn check(name: &str) {
    let mut datasets: BTreeMap<String, (Vec<f64>, Vec<f64>)> = BTreeMap::new();
    for (name, x, y) in table::<(String, f64, f64)>("pairs") {
        let columns = datasets.entry(name).or_default();
        columns.0.push(x);
        columns.1.push(y);
    }
    let mut wrong = Vec::new();
    for row in table::<Row>(name) {
        let (x, y) = &datasets[&row.dataset];
        let estimate = match row.method.as_str() {
            "pearson" => pearson(x, y, 0.95),
            "spearman" => spearman(x, y, 0.95),
            _ => kendall(x, y, 0.95),
        }
        .unwrap();
        let said_exact = estimate.notes.iter().any(|note| note.to_string() == "exact p-value");
        if row.field == "p" && row.method != "pearson" && said_exact != (row.option == "exact") {
            wrong.push(format!("{} {}: says exact {said_exact}", row.dataset, row.method));
        }
        let value = match row.field.as_str() {
            "p" => estimate.p.unwrap().value(),
            "low" => estimate.interval.unwrap().low,
            "high" => estimate.interval.unwrap().high,
            _ => estimate.value,
        };
        if (value - row.value).abs() > row.atol + row.rtol * row.value.abs() {
            wrong.push(format!("{} {} {}: {value:e} instead of {:e}", row.dataset, row.method, row.field, row.value));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn correlations_are_those_of_r() {
    check("cor_test");
}

#[test]
fn pearson_keeps_its_digits_where_r_is_close_to_one() {
    check("pearson");
}

#[test]
fn exact_p_with_ties_is_the_share_of_all_orders() {
    for (name, method, x, y, p) in table::<(String, String, String, String, f64)>("permutation") {
        let column = |text: &str| text.split(' ').map(|cell| cell.parse().unwrap()).collect::<Vec<f64>>();
        let which = if method == "spearman" { Correlation::Spearman } else { Correlation::Kendall };
        let estimate = which.estimate(&column(&x), &column(&y), 0.95).unwrap();
        let found = estimate.p.unwrap().value();
        assert!((found - p).abs() <= 1e-12 * p, "{name} {method}: {found} instead of {p}");
    }
}
