//! `rejudge stats` for agreement, correlation and preference: what is printed for programs, and what is refused.

use std::path::PathBuf;

use assert_cmd::Command;
use expect_test::{Expect, expect};
use serde_json::Value;

const RATINGS: &str = "rater,item,term,rating\n\
    ann,1,a,1\nann,2,a,2\nann,3,b,3\nann,4,b,3\nann,5,c,5\n\
    bob,1,a,1\nbob,2,a,3\nbob,3,b,3\nbob,4,b,4\nbob,5,c,5\n\
    cas,1,a,2\ncas,2,a,2\ncas,3,b,3\ncas,4,b,\n";

const VOTES: &str = "rater,item,system_a,system_b,choice,side\n\
    ann,1,vae,hrq,vae,A\nbob,1,vae,hrq,hrq,B\nann,2,hrq,vae,vae,B\nbob,2,hrq,vae,tie,tie\n\
    ann,3,vae,hrq,vae,A\nbob,3,vae,hrq,,\n";

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("ratings.csv"), RATINGS).unwrap();
        std::fs::write(folder.path().join("votes.csv"), VOTES).unwrap();
        Folder(folder)
    }

    fn run(&self, arguments: &str) -> std::process::Output {
        let words: Vec<&str> = arguments.split(' ').collect();
        Command::cargo_bin("rejudge").unwrap().current_dir(self.0.path()).arg("stats").args(words).output().unwrap()
    }
}

fn json(arguments: &str) -> Value {
    let output = Folder::new().run(&format!("{arguments} --json"));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The estimates as lines: name, of, value, p.
fn check(arguments: &str, expected: &Expect) {
    let answer = json(arguments);
    let number = |value: &Value| value.as_f64().map_or("-".to_owned(), |x| format!("{x:.6}"));
    let lines: Vec<String> = answer["estimates"]
        .as_array()
        .unwrap()
        .iter()
        .map(|e| format!("{} {} {} {}", e["name"].as_str().unwrap(), e["of"], number(&e["value"]), number(&e["p"])))
        .collect();
    let notes: Vec<&str> = answer["notes"].as_array().unwrap().iter().map(|note| note.as_str().unwrap()).collect();
    expected.assert_eq(&format!("n {}\n{}\n{}\n", answer["n"], lines.join("\n"), notes.join("\n")));
}

fn refused(arguments: &str, code: i32, expected: &Expect) {
    let output = Folder::new().run(arguments);
    assert_eq!(output.status.code(), Some(code), "{}", String::from_utf8_lossy(&output.stderr));
    expected.assert_eq(&String::from_utf8_lossy(&output.stderr));
}

const COLUMNS: &str = "ratings.csv --rater rater --item item --value rating";

#[test]
fn alpha_counts_what_is_missing() {
    check(&format!("alpha {COLUMNS} --level ordinal"), &expect![[""]]);
    check(&format!("alpha {COLUMNS} --level ordinal --bootstrap 50 --by term --seed 3"), &expect![[""]]);
}

#[test]
fn the_other_agreement_methods_answer() {
    check(&format!("kappa {COLUMNS} --weights quadratic --where rater=ann,bob"), &expect![[""]]);
    check(&format!("fleiss {COLUMNS}"), &expect![[""]]);
    check(&format!("gwet {COLUMNS} --weights ordinal"), &expect![[""]]);
    check(&format!("icc {COLUMNS}"), &expect![[""]]);
    check(&format!("agreement {COLUMNS} --pairs spearman --items 1"), &expect![[""]]);
    check(&format!("kendall-w {COLUMNS}"), &expect![[""]]);
}

#[test]
fn correlations_take_columns_or_lists() {
    check("spearman --xs 3.71 3.12 2.5 --ys 3.1 2.57 2.28", &expect![[""]]);
    check("pearson ratings.csv --x item --y rating --where rater=ann", &expect![[""]]);
    check("kendall --xs 1 2 3 -4 --ys 1 2 4 3", &expect![[""]]);
}

#[test]
fn choices_may_be_names_or_sides() {
    let names = json("preference votes.csv --a system_a --b system_b --choice choice --item item --rater rater");
    let sides = json("preference votes.csv --a system_a --b system_b --choice side --item item --rater rater");
    assert_eq!(names["estimates"], sides["estimates"]);
    check("preference votes.csv --a system_a --b system_b --choice choice --bootstrap 0", &expect![[""]]);
    check("preference votes.csv --a system_a --b system_b --choice side --bootstrap 0 --count-missing", &expect![[""]]);
}

#[test]
fn describe_gives_each_group() {
    check("describe ratings.csv --value rating --group rater", &expect![[""]]);
}

#[test]
fn the_same_seed_gives_the_same_interval_on_any_number_of_threads() {
    let folder = Folder::new();
    let run = |threads: &str| {
        let mut command = Command::cargo_bin("rejudge").unwrap();
        let words = format!("stats alpha {COLUMNS} --level interval --bootstrap 200 --by both --json");
        command.current_dir(folder.0.path()).env("RAYON_NUM_THREADS", threads).args(words.split(' '));
        command.output().unwrap().stdout
    };
    assert_eq!(run("1"), run("3"));
}

#[test]
fn wrong_input_is_refused_with_a_suggestion() {
    refused("alpha ratings.csv --rater ratr --item item --value rating --level ordinal", 1, &expect![[""]]);
    refused("alpha ratings.csv --rater rater --item item --value term --level ordinal", 1, &expect![[""]]);
    refused("kappa ratings.csv --rater rater --item item --value rating --where rater=ann", 1, &expect![[""]]);
    refused("spearman --xs 1 2 3", 2, &expect![[""]]);
    refused("spearman --xs 1 1 1 --ys 1 2 3", 1, &expect![[""]]);
    refused("preference votes.csv --a system_a --b system_b --choice rater", 1, &expect![[""]]);
    refused("alpha nowhere.csv --rater r --item i --value v --level nominal", 1, &expect![[""]]);
}

/// Published values on the data beside the repository, when they are there.
#[test]
fn published_alphas_are_given_by_the_command() {
    let data = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    if !data.is_dir() {
        println!("../shared is not there: no published number was checked");
        return;
    }
    let value = |arguments: &str| json(arguments)["estimates"][0]["value"].as_f64().unwrap();
    let ratings = data.join("seed0/ratings.csv").display().to_string();
    let alpha = value(&format!(
        "alpha {ratings} --rater rater --item item --value rating --level ordinal --where rater=001,002"
    ));
    assert!((alpha - 0.518_674_195_333_559).abs() < 1e-12);
    let votes = data.join("seed2/votes.csv").display().to_string();
    let alpha =
        value(&format!("alpha {votes} --rater rater --item item,system_a,system_b --value choice_ab --level nominal"));
    assert!((alpha - 0.511_391).abs() < 5e-7);
}
