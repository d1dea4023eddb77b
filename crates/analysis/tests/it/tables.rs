//! Choices between two, best and worst, and rankings from tables, against lmerTest: `reference/decide/tables.R`.

use analysis::{Options, Statistic, run};
use dataset::Mapping;
use serde::Deserialize;
use study::file::TestName;
use table::Table;

#[derive(Deserialize)]
struct Reference {
    tables: Vec<TableReference>,
}

#[derive(Deserialize)]
struct TableReference {
    table: String,
    criterion: String,
    pairs: Vec<PairReference>,
}

#[derive(Deserialize)]
struct PairReference {
    first: String,
    second: String,
    difference: f64,
    se: f64,
    df: f64,
    p: f64,
    holm: f64,
}

#[test]
fn answers_in_tables_are_decided_as_lmertest_does() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../reference/decide");
    let read = |name: &str| std::fs::read(format!("{folder}/{name}")).unwrap();
    let reference: Reference = serde_json::from_slice(&read("tables.json")).unwrap();
    let mut compared = 0;
    for TableReference { table, criterion, pairs } in reference.tables {
        let mapping = match table.as_str() {
            "votes.csv" => "choice_by = \"side\"",
            "best_worst.csv" => "shown = [\"first\", \"second\", \"third\", \"fourth\"]",
            _places => "",
        };
        let mapping = Mapping::read(mapping).unwrap();
        let dataset = dataset::from_table(&Table::read(&table, &read(&table)).unwrap(), &mapping, None).unwrap();
        let results = run(None, &dataset, Options { seed: 1, replicates: 20, level: 0.95 });
        for pair in pairs {
            let of = [pair.first.as_str(), pair.second.as_str()];
            let get = |statistic| &results.get(statistic, criterion.as_str(), &of).unwrap().estimate;
            let (found, corrected) = (get(Statistic::DIFFERENCE), get(Statistic::Corrected(TestName::MixedModel)));
            for (found, expected) in [
                (found.value, pair.difference),
                (found.se.unwrap(), pair.se),
                (found.df[0], pair.df),
                (found.p.unwrap().value(), pair.p),
                (corrected.value, pair.holm),
            ] {
                let close = (found - expected).abs() < 1e-6 * (1.0 + expected.abs());
                assert!(close, "{table} {of:?}: {found}, R {expected}");
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 5 * (3 + 6 + 6));
}
