//! The commands about study files, through the real program.

use std::path::Path;
use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;

fn rejudge(arguments: &[&str], directory: &Path) -> Output {
    let mut program = Command::cargo_bin("rejudge").expect("the program is built before its tests");
    program.args(arguments).current_dir(directory).output().expect("the program can be started")
}

fn check(arguments: &[&str], directory: &Path, code: i32, said: &str) {
    let output = rejudge(arguments, directory);
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{arguments:?}\n{text}");
    assert!(text.contains(said), "{arguments:?} does not say {said:?}:\n{text}");
}

/// What a researcher does first: put real texts in the place of the template's.
fn replace_template_texts(folder: &Path) {
    for name in ["study.toml", "information.md", "consent.md", "debrief.md"] {
        let text = std::fs::read_to_string(folder.join(name)).expect("the template has it");
        let text = text.replace("someone@example.org", "us@lab.example").replace("[your institution]", "a lab");
        std::fs::write(folder.join(name), text).expect("it can be written");
    }
}

#[test]
fn a_new_study_is_clean_and_broken_ones_end_with_one() {
    let home = tempfile::tempdir().unwrap();
    let here = home.path();
    check(&["new", "words", "--kind", "pairwise"], here, 0, "rejudge check words");
    check(&["new", "words", "--kind", "rating"], here, 1, "is not empty");
    check(&["new", "more", "--kind", "likert"], here, 2, "invalid value");
    check(&["check", "words"], here, 0, "still contains `someone@example.org`");
    check(&["check", "words"], here, 0, "4 warnings in words");
    check(&["new", "mein Projekt ä", "--kind", "rating"], here, 1, "cannot be served under its name");
    replace_template_texts(&here.join("words"));
    check(&["check", "words"], here, 0, "words: no problems found; 12 items, 3 systems, 1 criterion, 1 claim");
    check(&["check", "words/study.toml"], here, 0, "no problems found");
    std::fs::create_dir(here.join("ä")).unwrap();
    for file in here.join("words").read_dir().unwrap() {
        let file = file.unwrap();
        std::fs::copy(file.path(), here.join("ä").join(file.file_name())).unwrap();
    }
    check(&["check", "ä"], here, 0, "cannot be served under its name");
    check(&["check", "words/items.csv"], here, 1, "name the study folder");
    check(&["check", "nowhere"], here, 1, "there is no study folder");
    check(&["check"], here, 2, "Usage");

    let file = here.join("words/study.toml");
    let study = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, study.replace("completions = 3", "completions = 1")).unwrap();
    check(&["check", "words"], here, 0, "words/study.toml:");
    check(&["check", "words"], here, 0, "1 warning in words");
    check(&["check", "words", "--deny", "warnings"], here, 1, "warning[R002]");
    std::fs::write(&file, study.replace("items.csv", "../items.csv")).unwrap();
    check(&["check", "words"], here, 1, "is outside the study folder");
    std::fs::remove_file(&file).unwrap();
    check(&["check", "words"], here, 1, "there is no `study.toml` here");
}

#[test]
fn json_has_one_object_with_every_study_and_finding() {
    let home = tempfile::tempdir().unwrap();
    let here = home.path();
    check(&["new", "a", "--kind", "rating"], here, 0, "");
    check(&["new", "b", "--kind", "spans"], here, 0, "");
    let file = here.join("b/study.toml");
    let study = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, study.replace("seed", "sed")).unwrap();
    let output = rejudge(&["check", "a", "b", "--json"], here);
    assert_eq!(output.status.code(), Some(1));
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found["format"], 1);
    assert_eq!(found["studies"][0]["errors"], 0);
    assert_eq!(found["studies"][0]["fingerprint"].as_str().unwrap().len(), 64);
    let finding = &found["studies"][1]["diagnostics"][0];
    assert_eq!((finding["code"].as_str(), finding["severity"].as_str()), (Some("S004"), Some("error")));
    assert_eq!(finding["places"][0]["file"], "study.toml");
    assert!(finding["places"][0]["line"].as_u64().unwrap() > 1);
}

#[test]
fn every_code_is_explained_and_a_slip_is_answered_with_the_nearest() {
    let here = Path::new(".");
    check(&["explain", "s004"], here, 0, "What it checks");
    check(&["explain", "unknown-key"], here, 0, "S004 unknown-key (error)");
    for audit in ["A001", "A002", "A003", "A004"] {
        check(&["explain", audit], here, 0, "What it checks");
    }
    check(&["explain", "S04"], here, 2, "did you mean `S004`?");
    check(&["explain"], here, 2, "Usage");
    let output = rejudge(&["explain", "--list", "--json"], here);
    let codes: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(codes["codes"].as_array().unwrap().iter().all(|code| code["doc"].as_str().unwrap().contains("## Instead")));
}

#[test]
fn schemas_completions_and_man_pages_are_written() {
    let home = tempfile::tempdir().unwrap();
    let here = home.path();
    let schema: Value = serde_json::from_slice(&rejudge(&["schema"], here).stdout).unwrap();
    assert_eq!(schema["title"], "rejudge study file");
    let schema: Value = serde_json::from_slice(&rejudge(&["schema", "original"], here).stdout).unwrap();
    assert_eq!(schema["title"], "rejudge original file");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        check(&["completions", shell], here, 0, "rejudge");
    }
    check(&["man", "pages"], here, 0, "man pages written");
    assert!(here.join("pages/rejudge-check.1").is_file());
}

#[test]
fn a_reader_who_has_seen_enough_is_no_fault() {
    use std::io::Read as _;
    use std::process::{Command, Stdio};
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("rejudge"))
        .args(["explain", "--list", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program can be started");
    // Closed after one byte, long before all is written.
    let mut out = child.stdout.take().expect("standard output is read");
    out.read_exact(&mut [0]).expect("there is something to read");
    drop(out);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}
