//! The flaws that published studies had are found in their own materials.
//!
//! The materials are not part of this repository. Where they are absent, the tests are
//! skipped.

#![expect(clippy::unwrap_used, reason = "materials that are there must be as described")]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use study::{CheckOutcome, InMemory, check};
use table::Table;

/// The table of that name among the materials, if they are there.
fn material(name: &str) -> Option<Table> {
    let bytes = std::fs::read(testdata::find_outside(&format!("data/{name}"))?).unwrap();
    Some(Table::read(name, &bytes).unwrap())
}

fn quoted(cell: &str) -> String {
    format!("\"{}\"", cell.replace('"', "\"\""))
}

fn folder(files: Vec<(&str, String)>) -> InMemory {
    InMemory(files.into_iter().map(|(name, text)| (name.to_owned(), text.into_bytes())).collect())
}

fn messages<'a>(checked: &'a CheckOutcome, code: &str) -> Vec<&'a str> {
    checked.diagnostics.iter().filter(|found| found.code.0 == code).map(|found| found.message.as_str()).collect()
}

const PAIRS: &str = r#"
[study]
title = "Which paraphrase is closest in meaning?"
seed = 712

[systems]
vae = "VAE"
sep_ae = "Separator"
lbow = "Latent BoW"
hrq = "HRQ-VAE"

[items]
file = "items.csv"
show = ["input"]
strata = ["dataset"]

[[criteria]]
id = "meaning"
question = "Which paraphrase is closest in meaning to the original?"
definition = "none given"
response = { kind = "pairwise" }

[lists]
questions = 30
completions = 3
balance = ["dataset", "pair"]
sides = "fixed"
checks = { file = "checks.csv", per_list = 2 }

[participants]
from = "prolific"

[payment]
currency = "GBP"
estimated_minutes = 8
maximum_minutes = 8
amount = 1.60
floor_per_hour = 12.00
"#;

/// 60 lists of 30 pairs and two controls each.
fn pairs(table: &Table) -> InMemory {
    let cell = |column: &str, row: usize| table.column(column).unwrap().get(row).unwrap_or_default();
    let mut items: BTreeMap<(&str, &str, &str), BTreeMap<&str, &str>> = BTreeMap::new();
    let mut checks = "check,input,a,b,answer\n".to_owned();
    for row in 0..table.len() {
        let (a, b) = (cell("text_a", row), cell("text_b", row));
        if cell("is_control", row) == "1" {
            let cells = [cell("input", row), a, b].map(quoted).join(",");
            // In the original the text to be chosen always stands in the second place.
            writeln!(checks, "k{row},{cells},b").unwrap();
        } else {
            let outputs = items.entry((cell("item", row), cell("dataset", row), cell("input", row))).or_default();
            outputs.extend([(cell("system_a", row), a), (cell("system_b", row), b)]);
        }
    }
    let systems: BTreeSet<&str> = items.values().flat_map(|outputs| outputs.keys().copied()).collect();
    let mut text = format!("item,dataset,input,{}\n", systems.iter().copied().collect::<Vec<_>>().join(","));
    for ((item, dataset, input), outputs) in &items {
        let outputs = systems.iter().map(|system| quoted(outputs.get(system).copied().unwrap_or_default()));
        let cells: Vec<String> = [*item, dataset, input].map(quoted).into_iter().chain(outputs).collect();
        writeln!(text, "{}", cells.join(",")).unwrap();
    }
    folder(vec![("study.toml", PAIRS.to_owned()), ("items.csv", text), ("checks.csv", checks)])
}

#[test]
fn a_study_of_meaning_had_identical_pairs_and_checks_on_one_side() {
    let Some(table) = material("seed2/tasks.csv") else { return };
    let checked = check(&pairs(&table));
    assert_eq!(messages(&checked, "R013"), ["identical texts in 182 of 1800 pairs of outputs"]);
    assert_eq!(messages(&checked, "R048").len(), 1, "the right answer of every check stood on the right");
    assert_eq!(messages(&checked, "R040").len(), 1, "sides were fixed");
    assert_eq!(messages(&checked, "R062").len(), 1, "eight minutes were given as the expected and as the longest time");
    assert_eq!(
        messages(&checked, "R044"),
        ["`dataset` cannot be spread evenly over 60 lists: 612 pages of `mscoco`"],
        "said to be sampled equally from three datasets, which gave 102, 100 and 98 items"
    );
    let all: Vec<String> =
        checked.diagnostics.iter().map(|found| format!("{} {}", found.code, found.message)).collect();
    assert!(all.len() < 25, "{all:#?}");
}

const DEFINITIONS: &str = r#"
[study]
title = "How fluent are these definitions?"
seed = 1

[systems]
"SVM-RERANK" = "SVM"
GEDI = "GeDi"
DEXPERT = "DExperts"

[items]
file = "items.csv"
id = "key"
system = "system"
output = "definition"
show = ["term"]
strata = ["domain", "category"]

[[criteria]]
id = "fluency"
question = "How fluent is the definition?"
definition = "none given"
better = "higher"
response = { kind = "rating", points = 4 }

[lists]
questions = 30
completions = 2
balance = ["domain", "category", "system"]

[design]
repeat_items = true

[participants]
from = "invited"
lists_each = 10
"#;

/// 300 definitions of 50 terms by three systems for two domains, in one row each.
fn definitions(table: &Table) -> InMemory {
    let cell = |column: &str, row: usize| quoted(table.column(column).unwrap().get(row).unwrap_or_default());
    let mut text = "key,term,domain,category,system,definition\n".to_owned();
    for row in 0..table.len() {
        let key = format!("{}-{}", cell("term_id", row), cell("domain", row)).replace('"', "");
        let cells = ["term", "domain", "category", "system", "definition"].map(|column| cell(column, row));
        writeln!(text, "{key},{}", cells.join(",")).unwrap();
    }
    folder(vec![("study.toml", DEFINITIONS.to_owned()), ("items.csv", text)])
}

#[test]
fn a_study_of_fluency_had_people_rate_the_word_nan() {
    let Some(table) = material("seed0/items.csv") else { return };
    let checked = check(&definitions(&table));
    assert_eq!(messages(&checked, "R012"), ["6 texts are words that programs write for a missing value"]);
    assert_eq!(messages(&checked, "R017"), ["markup in 3 plain texts would be shown literally"]);
    assert_eq!(messages(&checked, "R020"), ["invisible characters in 1 text"]);
    assert_eq!(messages(&checked, "R015"), ["two systems have the same text for 2 of 100 items"]);
    assert_eq!(messages(&checked, "R030").len(), 1, "CV* was computed on a scale from 1 to 4 as if it began at 0");
    let errors = checked.diagnostics.iter().filter(|found| found.severity == diag::Severity::Error).count();
    assert_eq!(errors, 0, "{:#?}", checked.diagnostics);
}
