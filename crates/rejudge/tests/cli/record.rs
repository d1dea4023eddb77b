//! Datasheets, through the real program.

use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;

fn studies() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies")
}

fn rejudge(arguments: &[&str], directory: &Path, typed: &str) -> Output {
    let mut program = Command::cargo_bin("rejudge").unwrap();
    program.args(arguments).current_dir(directory).write_stdin(typed).output().unwrap()
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// A copy of a worked study, to be written in.
fn copy(name: &str, to: &Path) {
    let folder = to.join(name);
    std::fs::create_dir_all(&folder).unwrap();
    for file in studies().join(name).read_dir().unwrap().map(Result::unwrap) {
        if file.path().is_file() {
            std::fs::copy(file.path(), folder.join(file.file_name())).unwrap();
        }
    }
}

#[test]
fn what_is_missing_is_asked_once_and_kept() {
    let home = tempfile::tempdir().unwrap();
    copy("toxicity-pairs", home.path());
    let missing = |arguments: &[&str]| {
        let output = rejudge(&[&["heds", "toxicity-pairs", "--missing"], arguments].concat(), home.path(), "");
        assert_eq!(output.status.code(), Some(1), "{}", said(&output));
        String::from_utf8(output.stdout).unwrap().lines().filter(|line| !line.starts_with(' ')).count()
    };
    let before = missing(&[]);
    // Leaves five questions open, answers the sixth (2.4, languages), mistypes, then ends.
    let typed = "\n\n\n\n\n\n\n\n\n\n\nEnglish\nnonsense\n.\n";
    let output = rejudge(&["heds", "toxicity-pairs", "--ask"], home.path(), typed);
    assert!(output.status.success(), "{}", said(&output));
    let kept = std::fs::read_to_string(home.path().join("toxicity-pairs/record.toml")).unwrap();
    assert!(
        kept.contains("question = \"2.4\"") && kept.contains("choose = [\"English\"]"),
        "{kept}\n{}",
        said(&output)
    );
    assert_eq!(missing(&[]), before - 1);
    // Another study is offered the answer.
    copy("best-worst", home.path());
    let typed = format!("{}\n.\n", "-\n".repeat(11));
    let output = rejudge(&["heds", "best-worst", "--ask", "--like", "toxicity-pairs"], home.path(), &typed);
    assert!(said(&output).contains("takes the earlier answer: English"), "{}", said(&output));
    let kept = std::fs::read_to_string(home.path().join("best-worst/record.toml")).unwrap();
    assert!(kept.contains("choose = [\"English\"]"), "{kept}");
    std::fs::write(home.path().join("best-worst/record.toml"), "[[answer]]\nquestoin = \"2.4\"\n").unwrap();
    let output = rejudge(&["heds", "best-worst"], home.path(), "");
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains("question"), "{}", said(&output));
}

#[test]
fn cards_are_written_for_both_forms_and_compared() {
    let home = tempfile::tempdir().unwrap();
    let study = studies().join("meaning-pairs").display().to_string();
    let output = rejudge(&["heds", &study, "--out", "sheet"], home.path(), "");
    assert!(output.status.success(), "{}", said(&output));
    for name in ["heds.html", "heds.md", "heds.tex", "heds-3.0.json", "heds-2022.json"] {
        assert!(home.path().join("sheet").join(name).is_file(), "{name}");
    }
    let card: Value = serde_json::from_slice(&std::fs::read(home.path().join("sheet/heds-3.0.json")).unwrap()).unwrap();
    assert_eq!(card["heds-system-output_languages-42"]["data"][""], true);
    let output = rejudge(&["diff", &study, "sheet/heds-2022.json"], home.path(), "");
    assert!(output.status.success(), "{}", said(&output));
    assert!(said(&output).contains("alike"), "{}", said(&output));
    let output = rejudge(&["heds", "sheet/heds-2022.json", "--form", "3.0", "--json"], home.path(), "");
    let read: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(read["heds-system-output_languages-42"]["data"][""], true);
    std::fs::write(home.path().join("odd.json"), "{}").unwrap();
    let output = rejudge(&["heds", "odd.json"], home.path(), "");
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains("not a HEDS datacard"), "{}", said(&output));
}
