//! `rejudge stats meta`: effects given, from summaries and from data, and what is refused.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fmt::Write as _;

use assert_cmd::Command;
use expect_test::{Expect, expect};
use serde_json::Value;

fn run(table: &str, arguments: &str) -> std::process::Output {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("table.csv"), table).unwrap();
    let mut command = Command::cargo_bin("rejudge").unwrap();
    command.current_dir(folder.path()).args(["stats", "meta", "table.csv", "--study", "study"]);
    command.args(arguments.split_whitespace()).output().unwrap()
}

fn estimates(table: &str, arguments: &str) -> Vec<(String, f64, Option<f64>)> {
    let output = run(table, &format!("{arguments} --json"));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    let all = answer["estimates"].as_array().unwrap().iter();
    let id = |it: &Value| format!("{} {}", it["name"].as_str().unwrap(), it["of"]);
    all.map(|it| (id(it), it["value"].as_f64().unwrap(), it["se"].as_f64())).collect()
}

#[track_caller]
fn check(table: &str, arguments: &str, expected: &Expect) {
    let mut found = String::new();
    for (id, value, se) in estimates(table, arguments) {
        let se = se.map_or_else(|| "-".to_owned(), |se| format!("{se:.5}"));
        writeln!(found, "{id} {value:.5} {se}").unwrap();
    }
    expected.assert_eq(&found);
}

#[track_caller]
fn assert_refusal(table: &str, arguments: &str, code: i32, expected: &Expect) {
    let output = run(table, arguments);
    assert_eq!(output.status.code(), Some(code));
    expected.assert_eq(&String::from_utf8_lossy(&output.stderr));
}

const MEANS: &str =
    "study,m1,sd1,n1,m2,sd2,n2\nA,3.7,0.9,20,3.1,1.2,25\nB,3.125,0.92393,200,2.57,1.2093,200\nC,3.4,1,12,3.5,0.8,11\n";
const TABLES: &str = "study,a,b,c,d\nA,12,28,20,20\nB,4,119,11,128\nC,0,20,3,17\n";
const SHARES: &str = "study,x,n\nA,3,30\nB,0,12\nC,17,90\n";
const CORRELATIONS: &str = "study,r,n\nA,0.3,24\nB,0.62,100\nC,0.1,50\n";

/// R: escalc, then rma(test = "knha"); predict(transf = exp).
#[test]
fn summaries_of_every_shape_are_pooled() {
    check(
        MEANS,
        "--measure smd",
        &expect![[r#"
        study_effect ["A"] 0.54692 0.30549
        study_effect ["B"] 0.51477 0.10164
        study_effect ["C"] -0.10588 0.41772
        effect [] 0.48640 0.09692
        prediction [] 0.48640 -
        tau2 [] 0.00000 -
        Q [] 2.12761 -
        I2 [] 0.00000 -
        weight ["A"] 9.46253 -
        weight ["B"] 85.47645 -
        weight ["C"] 5.06102 -
    "#]],
    );
    check(
        TABLES,
        "--measure or",
        &expect![[r#"
        study_effect ["A"] -0.84730 0.46803
        study_effect ["B"] -0.93869 0.59760
        study_effect ["C"] -2.10413 1.54649
        effect [] -0.94769 0.19721
        prediction [] -0.94769 -
        tau2 [] 0.00000 -
        Q [] 0.60542 -
        I2 [] 0.00000 -
        weight ["A"] 58.65264 -
        weight ["B"] 35.97542 -
        weight ["C"] 5.37193 -
        odds_ratio [] 0.38763 -
        odds_ratio ["prediction"] 0.38763 -
    "#]],
    );
}

/// As above, with transf.ipft.hm and transf.ztor.
#[test]
fn shares_and_correlations_are_pooled_and_read_back() {
    check(
        SHARES,
        "--measure freeman-tukey",
        &expect![[r#"
        study_effect ["A"] 0.34188 0.09054
        study_effect ["B"] 0.14052 0.14142
        study_effect ["C"] 0.45392 0.05256
        effect [] 0.35157 0.08396
        prediction [] 0.35157 -
        tau2 [] 0.01144 -
        Q [] 4.83073 -
        I2 [] 59.43159 -
        weight ["A"] 33.25394 -
        weight ["B"] 20.77089 -
        weight ["C"] 45.97517 -
        proportion [] 0.10314 -
        proportion ["prediction"] 0.10314 -
    "#]],
    );
    check(
        CORRELATIONS,
        "--measure z --between dl --normal",
        &expect![[r#"
        study_effect ["A"] 0.30952 0.21822
        study_effect ["B"] 0.72501 0.10153
        study_effect ["C"] 0.10034 0.14586
        effect [] 0.39179 0.22090
        prediction [] 0.39179 -
        tau2 [] 0.12158 -
        Q [] 13.17461 -
        I2 [] 84.81928 -
        weight ["A"] 28.84088 -
        weight ["B"] 36.99988 -
        weight ["C"] 34.15925 -
        r [] 0.37290 -
        r ["prediction"] 0.37290 -
    "#]],
    );
}

#[test]
fn columns_may_be_called_anything_and_counts_may_be_of_all() {
    let plain = estimates(TABLES, "--measure rr");
    let of_all = "study,won,all,lost,everyone\nA,12,40,20,40\nB,4,123,11,139\nC,0,20,3,20\n";
    assert_eq!(plain, estimates(of_all, "--measure rr --of-all won,all,lost,everyone"));
    let renamed = MEANS.replace("m1,sd1", "mean,spread");
    assert_eq!(estimates(MEANS, "--measure md"), estimates(&renamed, "--measure md --means mean,spread,n1,m2,sd2,n2"));
}

#[test]
fn the_data_of_studies_give_what_their_summaries_give() {
    let values = [("A", [1.0, 2.0, 4.0, 5.0], [2.0, 2.0, 3.0, 1.0]), ("B", [3.0, 3.0, 5.0, 4.0], [1.0, 4.0, 2.0, 2.0])];
    let mut raw = "study,system,rating,chosen\n".to_owned();
    let mut summaries = "study,m1,sd1,n1,m2,sd2,n2\n".to_owned();
    for (study, ours, theirs) in values {
        let summary = |values: [f64; 4]| {
            let mean = values.iter().sum::<f64>() / 4.0;
            (mean, (values.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 3.0).sqrt())
        };
        let ((m1, sd1), (m2, sd2)) = (summary(ours), summary(theirs));
        writeln!(summaries, "{study},{m1},{sd1},4,{m2},{sd2},4").unwrap();
        for (system, values) in [("ours", ours), ("theirs", theirs)] {
            for value in values {
                writeln!(raw, "{study},{system},{value},{}", if value > 2.5 { "yes" } else { "no" }).unwrap();
            }
        }
    }
    let from_data = estimates(&raw, "--measure smd --value rating --group system --levels ours,theirs");
    for ((id, found, _), (_, expected, _)) in from_data.iter().zip(estimates(&summaries, "--measure smd")) {
        assert!((found - expected).abs() < 1e-9, "{id}: {found} {expected}");
    }
    let tables = "study,a,b,c,d\nA,2,2,1,3\nB,4,0,1,3\n";
    let counted = estimates(&raw, "--measure or --value chosen --group system --levels ours,theirs --event yes");
    assert_eq!(counted, estimates(tables, "--measure or"));
    let shares = estimates(&raw, "--measure logit --value chosen --event yes");
    assert_eq!(shares, estimates("study,x,n\nA,3,8\nB,5,8\n", "--measure logit"));
}

#[test]
fn an_interval_stands_for_its_error() {
    let table = "study,d,low,high\nA,0.3,0.1,0.5\nB,0.1,-0.3,0.5\n";
    let half = 1.959_963_984_540_054;
    let errors = format!("study,d,se\nA,0.3,{}\nB,0.1,{}\n", 0.2 / half, 0.4 / half);
    let (found, expected) =
        (estimates(table, "--effect d --low low --high high"), estimates(&errors, "--effect d --se se"));
    for ((id, found, _), (_, expected, _)) in found.iter().zip(&expected) {
        assert!((found - expected).abs() < 1e-9, "{id}: {found} {expected}");
    }
    assert_refusal(
        "study,or,low,high\nA,2,1,4\nB,1.5,1,2.25\n",
        "--effect or --low low --high high",
        1,
        &expect![[r#"
        error: row 2 of `table.csv`: 2 is not in the middle of 1 to 4 (columns `low`, `high`); ratios must be given as logarithms, with the logarithms of their intervals
    "#]],
    );
}

#[test]
fn what_cannot_be_an_effect_is_refused_with_its_place() {
    assert_refusal(
        MEANS,
        "--measure or",
        1,
        &expect![[r#"
        error: `table.csv` has no column `a`; there are study, m1, sd1, n1, m2, sd2, n2
    "#]],
    );
    assert_refusal(
        &MEANS.replace("25\nB", "2.5\nB"),
        "--measure smd",
        1,
        &expect![[r#"
        error: row 2 of `table.csv`: `2.5` in column `n2` is not a count; give a whole number
    "#]],
    );
    assert_refusal(
        &MEANS.replace("0.9,20", "-0.9,20"),
        "--measure smd",
        1,
        &expect![[r#"
        error: row 2 of `table.csv`, columns `m1`, `sd1`, `n1`: a standard deviation must be zero or more, found -0.9
    "#]],
    );
    assert_refusal(
        &SHARES.replace("17,90", "91,90"),
        "--measure logit",
        1,
        &expect![[r#"
        error: row 4 of `table.csv`, columns `x` and `n`: the number of successes must be at most that of trials, found 91
    "#]],
    );
    assert_refusal(
        &CORRELATIONS.replace("0.3,24", "1.3,24"),
        "--measure z",
        1,
        &expect![[r#"
        error: row 2 of `table.csv`, study `A`: a correlation must be above -1 and below 1, found 1.3
    "#]],
    );
}

#[test]
fn what_was_not_asked_in_full_is_refused_with_what_is_needed() {
    assert_refusal(
        "study,g,v\nA,x,1\nA,y,2\nA,z,1\n",
        "--measure md --value v --group g",
        1,
        &expect![[r#"
        error: column `g` has the groups x, y, z; say which two with `--levels FIRST,SECOND`
    "#]],
    );
    assert_refusal(
        "study,g,v\nA,x,1\nA,y,2\n",
        "--measure or --value v --group g",
        1,
        &expect![[r#"
        error: row 3 of `table.csv`: `2` in column `v` is neither 0 nor 1; say what is counted with `--event VALUE`
    "#]],
    );
    assert_refusal(
        MEANS,
        "--measure smd --means m1,sd1",
        2,
        &expect![[r#"
        error: `--means M1,SD1,N1,M2,SD2,N2` needs 6 columns, found 2
    "#]],
    );
    assert_refusal(
        MEANS,
        "",
        2,
        &expect![[r#"
        error: say what the effects are with `--measure`, or where they stand with `--effect` and `--se`
    "#]],
    );
}
