//! `rejudge audit` and `rejudge pay` through the real program, on the worked studies.

use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::Command;
use expect_test::expect_file;
use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn rejudge(arguments: &[&str], directory: &Path) -> Output {
    let mut program = Command::cargo_bin("rejudge").expect("the program is built before its tests");
    program.args(arguments).current_dir(directory).output().expect("the program can be started")
}

fn check(arguments: &[&str], directory: &Path, code: i32, said: &[&str]) -> String {
    let output = rejudge(arguments, directory);
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{arguments:?}\n{text}");
    for said in said {
        assert!(text.contains(said), "{arguments:?} does not say {said:?}:\n{text}");
    }
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn the_audits_of_the_worked_studies_are_as_expected() {
    for (study, code) in
        [("best-worst", 1), ("fluency", 1), ("meaning-pairs", 1), ("simplicity-ranking", 0), ("toxicity-pairs", 1)]
    {
        let page = check(&["audit", &format!("studies/{study}/audit.toml")], &root(), code, &[]);
        expect_file![root().join("studies").join(study).join("expected/audit.txt")].assert_eq(&page);
    }
}

#[test]
fn audits_are_also_printed_for_programs_and_in_full() {
    let text = check(&["audit", "studies/toxicity-pairs", "--json"], &root(), 1, &[]);
    let audits: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(audits["format"], 1);
    let checks = audits["audits"][0]["checks"].as_array().unwrap();
    let of = |id: &str| checks.iter().find(|check| check["id"] == id).unwrap();
    assert_eq!(of("s4.delta.toxicity.equal")["expected"], "-0.0800");
    assert_eq!(of("s4.delta.toxicity.equal")["verdict"], "wrong");
    assert_eq!(of("table2.toxicity.equal.original")["verdict"], "agrees");
    assert!(of("table1.topicality.DAPT.dexperts.cv_star")["line"].as_u64().unwrap() > 10);
    check(&["audit", "studies/simplicity-ranking", "--all"], &root(), 0, &["agrees      table3.NTS.original.avg"]);
}

#[test]
fn a_file_that_cannot_be_audited_is_shown_with_the_place() {
    let home = tempfile::tempdir().unwrap();
    let number = "paper = 'p'\n[[numbers]]\nid = 'a.b'\nvalue = '1.0'\nplace = 's'\nderives = 'a.c + 1'\n";
    std::fs::write(home.path().join("audit.toml"), number).unwrap();
    check(&["audit", "audit.toml"], home.path(), 1, &["A003", "no number is called `a.c`", "audit.toml:6:12", "^^^"]);
    check(&["audit", "none.toml"], home.path(), 1, &["`none.toml` cannot be read"]);
    check(&["audit"], home.path(), 2, &["Usage"]);
    check(&["schema", "audit"], home.path(), 0, &["rejudge audit file"]);
}

#[test]
fn the_payments_of_the_worked_studies_are_fair() {
    for study in ["fluency", "meaning-pairs", "simplicity-ranking", "toxicity-pairs", "best-worst"] {
        check(&["pay", &format!("studies/{study}")], &root(), 0, &["fair amount:"]);
    }
}

#[test]
fn payment_is_explained_step_by_step_and_rounded_up_once() {
    let here = Path::new(".");
    let vouchers = [
        "pay",
        "--currency",
        "EUR",
        "--lab-minimum",
        "12.79",
        "--floor",
        "10.90 GBP",
        "--rate",
        "GBP/EUR = 1.1578 on 2023-10-13",
        "--minutes",
        "120",
        "--coin",
        "10",
    ];
    check(&vouchers, here, 0, &["12.62002", "GBP 10.9 at GBP/EUR = 1.1578 on 2023-10-13", "fair amount: EUR 30.00"]);
    let below = ["pay", "--currency", "GBP", "--floor", "12", "--minutes", "128", "--paid", "25.28"];
    check(&below, here, 1, &["fair amount: GBP 25.60", "GBP 11.85 per hour, below the fair wage"]);
    check(&["pay", "--minutes", "8"], here, 2, &["give `--currency`"]);
    check(&["pay", "--currency", "GBP", "--minutes", "8"], here, 1, &["no wage is given"]);
    check(&["pay", "--currency", "EUR", "--floor", "12 GBP", "--minutes", "8"], here, 1, &["without a rate"]);
}

#[test]
fn what_is_owed_follows_from_a_table_of_times() {
    let home = tempfile::tempdir().unwrap();
    std::fs::write(home.path().join("times.csv"), "who,seconds\np1,432\np2,600\np3,480\n").unwrap();
    let arguments = [
        "pay",
        "--currency",
        "GBP",
        "--floor",
        "12",
        "--minutes",
        "8",
        "--times",
        "times.csv",
        "--person",
        "who",
        "--time",
        "seconds",
        "--time-in",
        "seconds",
    ];
    check(&arguments, home.path(), 0, &["real:        GBP 12.00 per hour", "owed:        GBP 0.40"]);
    let text = check(&[&arguments[..], &["--json"]].concat(), home.path(), 0, &[]);
    let paid: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(paid["settlement"]["people"][0]["per_hour"], "13.33");
    assert_eq!(paid["settlement"]["people"][1]["owed"], "0.40");
    std::fs::write(home.path().join("times.csv"), "who,seconds\np1,soon\n").unwrap();
    check(&arguments, home.path(), 1, &["row 2 of `times.csv`: `soon` is not a time"]);
}

#[test]
fn an_export_of_this_program_counts_each_session_once() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let rows = "participant,list,attempt,item,session_secs\n\
        p0001,0,1,a,600\np0001,0,1,b,600\np0001,0,1,c,600\np0002,1,1,a,300\np0002,1,1,b,300\n";
    std::fs::write(folder.path().join("judgements.csv"), rows).expect("a file can be written");
    let pay = ["pay", "--currency", "GBP", "--floor", "12.00", "--minutes", "5", "--paid", "1.00", "--json"];
    let said = |more: &[&str]| {
        let said = check(&[&pay[..], &["--times", "judgements.csv"], more].concat(), folder.path(), 0, &[]);
        let said: Value = serde_json::from_str(&said).expect("JSON");
        let people = said["settlement"]["people"].as_array().expect("people").clone();
        people.into_iter().map(|it| (it["lists"].clone(), it["minutes"].clone())).collect::<Vec<_>>()
    };
    let expected = [(1.into(), "10".into()), (1.into(), "5".into())];
    assert_eq!(said(&[]), expected);
    assert_eq!(said(&["--time", "session_secs", "--time-in", "seconds"]), expected);
    std::fs::write(folder.path().join("judgements.csv"), rows.replace("b,600", "b,601"))
        .expect("a file can be written");
    let words = ["the session has two different times"];
    check(&[&pay[..], &["--times", "judgements.csv"]].concat(), folder.path(), 1, &words);
}
