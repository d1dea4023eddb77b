//! `rejudge analyse` on the judgements of every worked study, from their table to the report.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value;

/// No report takes more paper.
const MOST_PAGES: usize = 6;

/// No page of a report is larger, in bytes: it is sent by mail and opened on a phone.
const LARGEST_PAGE: usize = 300_000;

/// Each worked study with figures that its report must have.
const STUDIES: [(&str, &[&str]); 5] = [
    (
        "best-worst",
        &["interval-coherence", "answers-coherence", "preferred-repetition", "raters-coherence-rater-agreement"],
    ),
    ("fluency", &["interval-fluency", "answers-fluency", "effects-fluency"]),
    ("meaning-pairs", &["interval-meaning", "preferred-meaning", "bt-strength-meaning"]),
    ("simplicity-ranking", &["interval-understanding", "answers-understanding", "pl-strength-understanding"]),
    ("toxicity-pairs", &["interval-toxicity", "preferred-toxicity", "raters-toxicity-rater-agreement"]),
];

fn study(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies").join(name)
}

fn rejudge(command: &str, study: &Path, rest: &[&str]) -> String {
    let output = Command::cargo_bin("rejudge").unwrap().arg(command).arg(study).args(rest).output().unwrap();
    assert!(output.status.success(), "{}: {}", study.display(), String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn read(folder: &Path, file: &str) -> String {
    std::fs::read_to_string(folder.join(file)).unwrap()
}

/// Ids and values, in their order.
fn estimates(results: &Value) -> Vec<(String, f64)> {
    let of = |named: &Value| (named["id"].as_str().unwrap().to_owned(), named["value"].as_f64().unwrap());
    results["estimates"].as_array().unwrap().iter().map(of).collect()
}

/// What was published of a worked study, compared.
fn compare_with_published(name: &str, out: PathBuf) -> PathBuf {
    let published = |file: &str| study(name).join(file).display().to_string();
    let mut arguments = vec![published("reproduction.toml"), "--out".to_owned(), out.display().to_string()];
    if study(name).join("reproduction-2.toml").is_file() {
        arguments.push(published("reproduction-2.toml"));
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    rejudge("compare", &study(name).join("original.toml"), &arguments);
    out
}

/// A report is small enough to be sent, short enough to be read on paper, and its tables fit into a paper.
fn check_fits(report: &Path) {
    let size = read(report, "report.html").len();
    assert!(size < LARGEST_PAGE, "{}: {size} bytes", report.display());
    let pages = printed_pages(report);
    assert!((1..=MOST_PAGES).contains(&pages), "{}: {pages} pages", report.display());
    crate::latex::check_in_two_columns(report);
}

/// How many pages Chromium prints a report on.
fn printed_pages(report: &Path) -> usize {
    let printed = report.join("report.pdf");
    let status = std::process::Command::new("chromium")
        .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-pdf-header-footer"])
        .arg(format!("--user-data-dir={}", report.join("chromium").display()))
        .arg(format!("--print-to-pdf={}", printed.display()))
        .arg(format!("file://{}", report.join("report.html").display()))
        .output()
        .expect("chromium (Debian: chromium) could not be started");
    let pdf = std::fs::read(&printed).unwrap_or_else(|_| panic!("nothing was printed: {status:?}"));
    // Every page is an object of its own; what holds them together is of the type Pages.
    let page = b"/Type /Page";
    pdf.windows(page.len() + 1).filter(|bytes| bytes.starts_with(page) && bytes[page.len()] != b's').count()
}

/// The claims, with power and p-values as exact as sums in another order are.
fn rounded_claims(results: &Value) -> Value {
    let mut claims = results["claims"].clone();
    for (list, number) in [("power", "power"), ("tests", "p")] {
        let all = claims.as_array_mut().unwrap().iter_mut().filter_map(|claim| claim.get_mut(list)?.as_array_mut());
        for rounded in all.flatten() {
            rounded[number] = format!("{:.9}", rounded[number].as_f64().unwrap()).into();
        }
    }
    claims
}

#[test]
fn every_worked_study_goes_from_its_judgements_to_the_same_numbers_and_the_same_report_twice() {
    let folder = tempfile::tempdir().unwrap();
    for (name, figures) in STUDIES {
        let place = |part: &str| folder.path().join(format!("{name}-{part}"));
        let (made, one, two) = (place("made"), place("one"), place("two"));
        rejudge("rehearse", &study(name), &["--once", "--bootstrap", "40", "--out", made.to_str().unwrap()]);
        let table = made.join("judgements.csv");
        for out in [&one, &two] {
            let data = ["--data", table.to_str().unwrap(), "--replicates", "40", "--out", out.to_str().unwrap()];
            rejudge("analyse", &study(name), &data);
        }
        let results: Value = serde_json::from_str(&read(&one, "results.json")).unwrap();
        let rehearsed: Value = serde_json::from_str(&read(&made, "results.json")).unwrap();
        let (found, expected) = (estimates(&results), estimates(&rehearsed));
        assert_eq!(found.len(), expected.len(), "{name}");
        for ((id, value), (same, number)) in found.iter().zip(&expected) {
            // Rows stand in another order in the table, and sums are not exact.
            assert!(
                id == same && (value - number).abs() <= 1e-9 * (1.0 + number.abs()),
                "{name}: {id} {value} {number}"
            );
        }
        assert_eq!(rounded_claims(&results), rounded_claims(&rehearsed), "{name}");
        for report in [made, one.clone(), compare_with_published(name, place("compared"))] {
            check_fits(&report);
        }
        let tables = read(&one, "report.md");
        assert!(tables.contains("Every analysis of each claim") && tables.contains("as claimed"), "{name}");
        let strata = results["estimates"].as_array().unwrap().iter().filter(|it| it["name"] == "strata_differ");
        let expected = match name {
            // Pairs of systems times the strata that the study declares.
            "fluency" => 3 * 2,
            "meaning-pairs" | "simplicity-ranking" => 6,
            _ => 0,
        };
        assert_eq!(strata.count(), expected, "{name}");
        assert_eq!(tables.contains("Welch's test that they are the same"), expected > 0, "{name}");
        let page = read(&one, "report.html");
        for file in ["results.json", "report.html", "report.md", "judgements.csv"] {
            assert_eq!(read(&one, file), read(&two, file), "{name}: {file}");
        }
        for section in ["what-was-done", "claims", "results", "reproduction", "trust", "paper", "methods", "appendix"] {
            assert!(page.contains(&format!("id=\"{section}\"")), "{name}: no section {section}");
        }
        for figure in figures.iter().chain(&["flow", "analyses"]) {
            for ending in ["svg", "pdf", "csv", "tex"] {
                assert!(one.join(format!("figures/{figure}.{ending}")).is_file(), "{name}: {figure}.{ending}");
            }
        }
        assert_eq!(page.matches("<svg").count(), page.matches("role=\"img\"").count(), "{name}");
        assert!(!page.contains("NaN") && !page.contains("<script src") && !page.contains("<link "), "{name}");
    }
}
