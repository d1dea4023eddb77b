//! `rejudge rehearse`: every worked study simulated, and each once from its file to a report.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value;

fn studies() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies");
    let folders = std::fs::read_dir(folder).unwrap().map(|study| study.unwrap().path());
    folders.filter(|folder| folder.join("study.toml").is_file()).collect()
}

fn rehearse_study(study: &Path, out: &Path) -> String {
    let output = Command::cargo_bin("rejudge")
        .unwrap()
        .arg("rehearse")
        .arg(study)
        .args(["--once", "--bootstrap", "100", "--out"])
        .arg(out)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}: {}", study.display(), String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn every_worked_study_goes_from_file_to_report_the_same_way_twice() {
    let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let studies = studies();
    assert!(studies.len() >= 5, "{studies:?}");
    for study in studies {
        let said = rehearse_study(&study, one.path());
        rehearse_study(&study, two.path());
        for file in ["judgements.csv", "results.json", "report.md"] {
            let read = |folder: &Path| std::fs::read_to_string(folder.join(file)).unwrap();
            assert_eq!(read(one.path()), read(two.path()), "{}: {file}", study.display());
        }
        assert!(said.starts_with("SIMULATED: ") && said.lines().count() == 1, "{said}");
    }
}

#[test]
fn every_number_of_the_report_is_in_the_results() {
    let out = tempfile::tempdir().unwrap();
    for study in studies() {
        rehearse_study(&study, out.path());
        let results = std::fs::read_to_string(out.path().join("results.json")).unwrap();
        let results: Value = serde_json::from_str(&results).unwrap();
        let estimates = results["estimates"].as_array().unwrap();
        let known: BTreeSet<&str> = estimates.iter().filter_map(|estimate| estimate["id"].as_str()).collect();
        // The page says of every number what it is called.
        let page = std::fs::read_to_string(out.path().join("report.html")).unwrap();
        let ids = testdata::ids_on(&page);
        assert!(ids.len() >= 12, "only {ids:?} on the page of {}", study.display());
        for id in ids {
            assert!(testdata::is_known(&id, known.iter().copied()), "{id} in {}", study.display());
        }
    }
}

fn rehearse(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::cargo_bin("rejudge")
        .unwrap()
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .arg("rehearse")
        .args(arguments)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn every_number_of_a_rehearsal_report_is_in_the_rehearsal() {
    let out = tempfile::tempdir().unwrap();
    let folder = out.path().to_str().unwrap();
    let (code, text, error) = rehearse(&[
        "studies/simplicity-ranking",
        "--runs",
        "8",
        "--completions",
        "4,10",
        "--power",
        "0.1",
        "--out",
        folder,
    ]);
    assert_eq!(code, 0, "{error}");
    for words in [
        "Power",
        "False-positive rate",
        "Krippendorff's alpha",
        "Power by size",
        "(planned)",
        "fitted to the results reported by",
    ] {
        assert!(text.contains(words), "{words} is missing in\n{text}");
    }
    let rehearsal = std::fs::read_to_string(out.path().join("rehearsal.json")).unwrap();
    let rehearsal: Value = serde_json::from_str(&rehearsal).unwrap();
    assert_eq!((&rehearsal["format"], &rehearsal["seed"], &rehearsal["runs"]), (&2.into(), &1.into(), &8.into()));
    let known: BTreeSet<&str> =
        rehearsal["estimates"].as_array().unwrap().iter().filter_map(|it| it["id"].as_str()).collect();
    let page = std::fs::read_to_string(out.path().join("report.html")).unwrap();
    let ids = testdata::ids_on(&page);
    assert!(ids.len() > 15, "only {ids:?} on the page");
    for id in ids {
        assert!(testdata::is_known(&id, known.iter().copied()), "{id}");
    }
    assert!(out.path().join("figures/power-by-people.svg").is_file());
}

#[test]
fn what_a_rehearsal_cannot_use_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let raters = folder.path().join("raters.toml");
    std::fs::write(&raters, "[people]\ninattentive = 2\n").unwrap();
    for (arguments, expected) in [
        (vec!["studies/fluency", "--power", "1.5"], (2, "`--power` must lie between 0 and 1")),
        (vec!["studies/fluency", "--runs", "0"], (2, "must be at least 1")),
        (vec!["studies/fluency", "--raters", raters.to_str().unwrap()], (1, "must be between 0 and 1, not 2")),
        (vec!["studies/fluency", "--fit-to", "studies/none.csv"], (1, "cannot be read")),
        (vec!["studies/fluency", "--crowd", "x.toml"], (2, "it is now called `--raters`")),
        (vec!["studies/fluency", "--like", "x.csv"], (2, "it is now called `--fit-to`")),
        (vec!["studies/fluency", "--on-stage", "3"], (2, "it is now called `--via-server`")),
        (vec!["studies/fluency", "--via-server", "3", "--in-turn"], (2, "it is now called `--deterministic`")),
    ] {
        let (code, _, error) = rehearse(&arguments);
        assert_eq!(code, expected.0, "{arguments:?}: {error}");
        assert!(error.contains(expected.1), "{arguments:?}: {error}");
    }
}

#[test]
fn a_study_that_is_not_sound_is_not_rehearsed() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("study.toml"), "[study]\ntitle = 3\n").unwrap();
    let output = Command::cargo_bin("rejudge").unwrap().arg("rehearse").arg(folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot be run as it is"));
}
