//! Agreement against the tables in `reference/agreement`.
#![expect(clippy::unwrap_used, reason = "a test stops at the first thing that is not as it should be")]

use std::collections::BTreeMap;

use stats::Estimate;
use stats::agreement::{Chance, Level, Ratings, Weighting, agreement, cohen_kappa, icc, kendall_w, krippendorff_alpha};

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

type Columns = (Vec<u32>, Vec<u32>, Vec<f64>);

fn table<T: serde::de::DeserializeOwned>(name: &str) -> Vec<T> {
    let path = format!("{}/../../reference/agreement/{name}.csv", env!("CARGO_MANIFEST_DIR"));
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_path(path).unwrap();
    reader.deserialize().collect::<Result<_, _>>().unwrap()
}

fn datasets() -> BTreeMap<String, Columns> {
    let mut datasets: BTreeMap<String, Columns> = BTreeMap::new();
    for (name, rater, item, value) in table::<(String, u32, u32, f64)>("ratings") {
        let columns = datasets.entry(name).or_default();
        columns.0.push(rater);
        columns.1.push(item);
        columns.2.push(value);
    }
    datasets
}

/// Checks every row of a table against what `compute` gives for its dataset, method and option.
fn check(name: &str, compute: impl Fn(&Ratings<'_>, &Row) -> Vec<(&'static str, f64)>) {
    let datasets = datasets();
    let rows = table::<Row>(name);
    assert!(rows.len() > 20, "the table is short");
    let mut wrong = Vec::new();
    for row in &rows {
        let (raters, items, values) = &datasets[&row.dataset];
        let computed = compute(&Ratings::new(raters, items, values).unwrap(), row);
        let Some((_, value)) = computed.iter().find(|(field, _)| *field == row.field) else {
            wrong.push(format!("{} {} {}: no {}", row.dataset, row.method, row.option, row.field));
            continue;
        };
        if (value - row.value).abs() > row.atol + row.rtol * row.value.abs() {
            let Row { dataset, method, option, field, value: expected, .. } = row;
            wrong.push(format!("{dataset} {method} {option} {field}: {value} instead of {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

fn fields(estimate: &Estimate) -> Vec<(&'static str, f64)> {
    let mut fields = vec![("value", estimate.value)];
    fields.extend(estimate.se.map(|se| ("se", se)));
    fields.extend(estimate.p.map(|p| ("p", p.value())));
    fields.extend(estimate.interval.iter().flat_map(|interval| [("low", interval.low), ("high", interval.high)]));
    fields
}

fn weighting(option: &str) -> Weighting {
    match option {
        "identity" => Weighting::Identity,
        "linear" => Weighting::Linear,
        "quadratic" => Weighting::Quadratic,
        _ => Weighting::Ordinal,
    }
}

#[test]
fn alpha_and_cohens_kappa_are_those_of_python() {
    check("alpha", |ratings, row| match (row.method.as_str(), row.option.as_str()) {
        ("cohen", option) => fields(&cohen_kappa(ratings, weighting(option), 0.95).unwrap()),
        (_, level) => {
            let level = match level {
                "nominal" => Level::Nominal,
                "ordinal" => Level::Ordinal,
                "interval" => Level::Interval,
                _ => Level::Ratio,
            };
            fields(&krippendorff_alpha(ratings, level).unwrap().estimate)
        }
    });
}

#[test]
fn chance_corrected_coefficients_are_those_of_irrcac() {
    check("irrcac", |ratings, row| {
        let chance = match row.method.as_str() {
            "fleiss" => Chance::Pooled,
            "conger" => Chance::PerRater,
            "gwet" => Chance::Gwet,
            _ => Chance::Uniform,
        };
        let agreement = agreement(ratings, chance, weighting(&row.option), 0.95).unwrap();
        let mut fields = fields(&agreement.estimate);
        fields.extend([("observed", agreement.observed), ("expected", agreement.expected)]);
        fields
    });
}

#[test]
fn intraclass_correlations_and_concordance_are_those_of_r() {
    check("psych", |ratings, row| {
        if row.method == "kendall_w" {
            let w = kendall_w(ratings, None).unwrap();
            let mut fields = fields(&w.corrected);
            fields.push(("chi2", w.chi_squared.value));
            return fields;
        }
        let forms = icc(ratings, 0.95).unwrap().forms;
        let form = forms.iter().find(|form| form.name == row.option).unwrap();
        fields(form)
    });
}
