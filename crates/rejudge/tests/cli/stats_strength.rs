//! `rejudge stats bt`, `pl`, `elo`, `trueskill` and `meta`: what is printed, and what is refused.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use assert_cmd::Command;
use expect_test::{Expect, expect};
use serde_json::Value;

const VOTES: &str = "item,rater,a,b,choice\n\
    1,ann,x,y,x\n1,bob,y,x,x\n2,ann,y,z,y\n2,bob,z,y,z\n3,ann,x,z,equal\n3,bob,z,x,z\n4,ann,y,x,y\n4,bob,x,z,x\n";
const RANKS: &str =
    "ballot,system,rank\n1,x,1\n1,y,2\n1,z,3\n2,y,1\n2,z,2\n2,x,3\n3,z,1\n3,x,2\n3,y,\n4,x,1\n4,y,2\n4,z,3\n";
const STUDIES: &str = "study,d,se\nA,0.30,0.20\nB,0.10,0.15\nC,0.70,0.30\n";

fn run(table: &str, arguments: &str) -> std::process::Output {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("table.csv"), table).unwrap();
    let words: Vec<&str> = arguments.split(' ').collect();
    Command::cargo_bin("rejudge").unwrap().current_dir(folder.path()).arg("stats").args(words).output().unwrap()
}

#[track_caller]
fn check(table: &str, arguments: &str, expected: &Expect) {
    let output = run(table, &format!("{arguments} --json"));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    let number = |value: &Value| value.as_f64().map_or("-".to_owned(), |x| format!("{x:.5}"));
    let lines: Vec<String> = answer["estimates"]
        .as_array()
        .unwrap()
        .iter()
        .map(|e| format!("{} {} {} {}\n", e["name"].as_str().unwrap(), e["of"], number(&e["value"]), number(&e["se"])))
        .collect();
    expected.assert_eq(&lines.concat());
}

#[track_caller]
fn assert_refusal(table: &str, arguments: &str, expected: &Expect) {
    let output = run(table, arguments);
    assert_eq!(output.status.code(), Some(1));
    expected.assert_eq(&String::from_utf8_lossy(&output.stderr));
}

#[test]
fn strengths_of_choices_and_rankings_are_given() {
    check(
        VOTES,
        "bt table.csv --a a --b b --choice choice --item item",
        &expect![[r#"
        strength ["x"] 0.25859 0.57875
        strength ["y"] -0.29592 0.73469
        strength ["z"] 0.03734 0.56483
        contrast ["x","y"] 0.55451 1.19599
        contrast ["x","z"] 0.22125 0.87647
        contrast ["y","z"] -0.33326 1.17587
        tie [] -1.23286 1.12150
        log_likelihood [] -7.72886 -
        aic [] 21.45773 -
        bic [] 21.69605 -
    "#]],
    );
    check(
        RANKS,
        "pl table.csv --ranking ballot --system system --rank rank",
        &expect![[r#"
        strength ["x"] 0.32100 0.55517
        strength ["y"] 0.05503 0.52417
        strength ["z"] -0.37602 0.56751
        contrast ["x","y"] 0.26597 0.91863
        contrast ["x","z"] 0.69702 0.99288
        contrast ["y","z"] 0.43105 0.94098
        log_likelihood [] -6.90397 -
        aic [] 17.80795 -
        bic [] 16.58053 -
    "#]],
    );
}

#[test]
fn ratings_that_depend_on_order_give_the_same_for_the_same_seed() {
    for method in ["elo", "trueskill"] {
        let ask = || run(VOTES, &format!("{method} table.csv --a a --b b --choice choice --orders 20 --json")).stdout;
        assert_eq!(ask(), ask());
    }
}

#[test]
fn studies_are_pooled() {
    check(
        STUDIES,
        "meta table.csv --study study --effect d --se se --leave-one-out",
        &expect![[r#"
        effect [] 0.28298 0.15663
        prediction [] 0.28298 -
        tau2 [] 0.02423 -
        Q [] 3.31034 -
        I2 [] 36.15700 -
        weight ["A"] 34.05102 -
        weight ["B"] 46.80229 -
        weight ["C"] 19.14670 -
        without ["A"] 0.34375 0.29468
        without ["B"] 0.43750 0.18998
        without ["C"] 0.17200 0.09600
    "#]],
    );
}

#[test]
fn what_cannot_be_fitted_is_refused_by_name() {
    let always = "a,b,choice\nx,y,x\ny,x,y\nx,z,x\nz,y,y\n";
    assert_refusal(
        always,
        "bt table.csv --a a --b b --choice choice",
        &expect![[r#"
        error: the systems fall into 2 groups that no win and loss connects, so their strengths cannot be compared; compare within a group, or leave out systems that won or lost everything: {x, y} {z}
    "#]],
    );
    assert_refusal(
        "a,b,choice\nx,y,w\n",
        "bt table.csv --a a --b b --choice choice",
        &expect![[r#"
        error: `w` in column `choice` is neither a system nor A, B or tie; did you mean `x`?
    "#]],
    );
    assert_refusal(
        "study,d,se\nA,0.3,0.2\n",
        "meta table.csv --study study --effect d --se se",
        &expect![[r#"
            error: studies: at least 2 needed, 1 found
        "#]],
    );
}
