//! Bringing in answers from elsewhere, through the real program.

use std::fmt::Write as _;
use std::path::Path;

use assert_cmd::Command;

/// Runs the program and gives what it said; the exit code must be this.
fn said(arguments: &[&str], directory: &Path, code: i32) -> String {
    let mut program = Command::cargo_bin("rejudge").expect("the program is built before its tests");
    let output = program.args(arguments).current_dir(directory).output().expect("the program can be started");
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{arguments:?}\n{text}");
    text
}

/// A batch of votes in which `c` is a tie.
fn batch() -> String {
    let mut text = String::from("HITId,AssignmentId,WorkerId,Input.item,Input.system_a,Input.system_b,Answer.fluent\n");
    for row in 0..60 {
        let (a, b) = if row % 2 == 0 { ("ours", "base") } else { ("base", "ours") };
        let vote = match row % 5 {
            0 => "c",
            1 | 2 if a == "ours" => "a",
            1 | 2 => "b",
            _ => "a",
        };
        let _ = writeln!(text, "h{row},x{row},A1EXAMPLE0000{},i{},{a},{b},{vote}", row % 6, row / 6);
    }
    text
}

#[test]
fn a_batch_becomes_a_study_that_is_checked_and_analysed_once_it_is_said_what_c_means() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    std::fs::write(folder.path().join("batch.csv"), batch()).expect("it can be written");
    let stopped = said(&["import", "batch.csv", "--out", "study"], folder.path(), 1);
    assert!(stopped.contains("what does `c` mean in the column `Answer.fluent` (12 times)?"), "{stopped}");
    assert!(stopped.contains("words.equal = [\"c\"]"), "{stopped}");
    let done = said(&["import", "batch.csv", "--out", "study", "--say", "words.equal = [\"c\"]"], folder.path(), 0);
    assert!(
        done.contains("a batch of Mechanical Turk (columns HITId, AssignmentId, WorkerId; 1 columns `Answer.…`)"),
        "{done}"
    );
    assert!(done.contains("WorkerId (an id of a platform): replaced by p1, p2 …"), "{done}");
    let judgements = std::fs::read_to_string(folder.path().join("study/judgements.csv")).expect("it was written");
    assert_eq!(judgements.lines().count(), 61);
    assert!(!judgements.contains("EXAMPLE"));
    said(&["check", "study"], folder.path(), 0);
    let analysed = said(&["analyse", "study", "--replicates", "50"], folder.path(), 0);
    assert!(analysed.contains("60 judgements by 6 participants on 10 items"), "{analysed}");
    let again = said(&["import", "--mapping", "study/mapping.toml"], folder.path(), 0);
    assert!(again.contains("60 judgements"), "{again}");
    assert_eq!(std::fs::read_to_string(folder.path().join("study/judgements.csv")).expect("it is there"), judgements);
}

#[test]
fn a_table_without_a_study_decides_a_claim() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut text = String::from("rater,item,system,rating\n");
    for item in 0..20 {
        for rater in 0..4 {
            let _ = writeln!(text, "r{rater},i{item},ours,{}", 4 + (item + rater) % 2);
            let _ = writeln!(text, "r{rater},i{item},base,{}", 1 + (item + rater) % 3);
        }
    }
    std::fs::write(folder.path().join("t.csv"), text).expect("it can be written");
    let arguments = ["analyse", "t.csv", "--replicates", "50", "--out", "out", "--claim", "ours > base on rating"];
    let analysed = said(&arguments, folder.path(), 0);
    assert!(analysed.contains("C1 ours > base on rating\n   supported"), "{analysed}");
    let wrong = said(&["analyse", "t.csv", "--claim", "ours > theirs on rating"], folder.path(), 1);
    assert!(wrong.contains("theirs"), "{wrong}");
}
