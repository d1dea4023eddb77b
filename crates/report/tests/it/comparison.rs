//! The report of a comparison. The page is left in `target/tmp` to be looked at.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use report::{comparison, html, markdown};
use reproduction::{Experiment, Frame, Options, compare};
use study::original::{Measure, Original, PrintedNumber};

fn printed_mean(criterion: &str, system: &str, value: &str, sd: &str) -> PrintedNumber {
    PrintedNumber {
        place: None,
        criterion: criterion.to_owned(),
        system: Some(system.to_owned()),
        against: None,
        stratum: BTreeMap::new(),
        measure: Measure::Mean,
        value: value.to_owned(),
        sd: Some(sd.to_owned()),
        n: Some(200),
        key: String::new(),
    }
}

fn experiment(name: &str, scores: [(&str, &str, &str); 3]) -> Experiment {
    let original = Original {
        paper: format!("Paper of {name}"),
        url: None,
        facts: BTreeMap::from([("platform".to_owned(), format!("platform of {name}"))]),
        results: scores.map(|(system, value, sd)| printed_mean("fluency", system, value, sd)).to_vec(),
    };
    Experiment::of_original(name, &original).expect("printed numbers")
}

#[test]
fn a_comparison_prints_papers_digits_as_they_are_and_no_number_of_its_own() {
    let first = experiment("O", [("svm", "3.70", "0.59"), ("gedi", "3.20", "1.06"), ("dexperts", "2.33", "0.85")]);
    let second = experiment("R", [("svm", "3.12", "0.92"), ("gedi", "2.57", "1.21"), ("dexperts", "2.28", "1.00")]);
    let found = compare(vec![first, second], Frame::default(), Options::default()).unwrap();
    let document = comparison("Fluency, twice", &found);
    let page = html(&document).unwrap();
    std::fs::write(Path::new(env!("CARGO_TARGET_TMPDIR")).join("comparison.html"), &page).unwrap();
    let known: BTreeSet<String> = found.numbers.iter().map(|number| number.id()).collect();
    let ids = testdata::ids_on(&page);
    assert!(ids.len() > 15, "{ids:?}");
    for id in ids {
        assert!(testdata::is_known(&id, known.iter().map(String::as_str)), "{id}");
    }
    assert!(page.contains("<td>3.70<"), "trailing zeros matter");
    let text = markdown(&document);
    for heading in [
        "**PUBLISHED NUMBERS**",
        "## Did it reproduce?",
        "mean side by side, with CV\\*",
        "## Appendix: Same hypotheses?",
        "## Appendix: Same effects?",
    ] {
        assert!(text.contains(heading), "{heading} in {text}");
    }
    assert_eq!(page, html(&comparison("Fluency, twice", &found)).unwrap());
}

#[test]
fn many_runs_stand_under_each_other_with_their_own_marks() {
    let scores = [("svm", "3.70", "0.59"), ("gedi", "3.20", "1.06"), ("dexperts", "2.33", "0.85")];
    let names = ["O", "R1", "R2", "R3", "R4", "R5", "R6", "R7"];
    let runs = names.map(|name| experiment(name, scores)).to_vec();
    let found = compare(runs, Frame::default(), Options::default()).unwrap();
    let document = comparison("Fluency, eight times", &found);
    let table = |id: &str| document.tables().find(|table| table.id == id).unwrap_or_else(|| panic!("no table {id}"));
    // However many runs there are, a table is as wide.
    assert_eq!(table("experiments-facts").columns.len(), 3);
    assert!(table("side-by-side-fluency").columns.len() <= 9, "{:?}", table("side-by-side-fluency").columns);
    assert_eq!(table("changes").rows.len(), names.len() - 1);
    let drawn = document.figures().find(|figure| figure.id == "each-experiment-fluency").unwrap();
    let text = report::figure::svg(drawn, report::figure::Setting::Inline);
    // The legend is drawn first: every run has a mark that no other has.
    let legend: Vec<&str> = text.lines().filter(|line| line.starts_with("<circle") || line.contains("Z\"")).collect();
    let looks = |line: &str| {
        let shape = if line.starts_with("<circle") { "disc" } else { line.split(['l', 'h', 'v']).nth(1).unwrap_or("") };
        format!("{shape} {}", line.split("fill=").nth(1).unwrap_or(""))
    };
    let mut marks: Vec<String> = legend.iter().take(names.len()).map(|line| looks(line)).collect();
    marks.sort();
    marks.dedup();
    assert_eq!(marks.len(), names.len(), "{legend:?}");
}
