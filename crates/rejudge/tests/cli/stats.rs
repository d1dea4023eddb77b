//! `rejudge stats`: what programs read, and what is said when the input is wrong.

#![expect(clippy::unwrap_used, reason = "what cannot be read is a failed test")]

use std::path::PathBuf;

use assert_cmd::Command;
use expect_test::{Expect, expect};
use serde_json::Value;
use tempfile::TempDir;

const RATINGS: &str = "item,rater,system,rating
1,x,vae,4
1,x,hrq,3
1,x,ae,2
2,x,vae,5
2,x,hrq,3
2,x,ae,3
3,y,vae,4
3,y,hrq,4
3,y,ae,1
4,y,vae,3
4,y,hrq,2
4,y,ae,
5,y,vae,5
5,y,hrq,4
5,y,ae,2
";

/// A folder with `ratings.csv`; the folder goes when the value does.
fn ratings() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ratings.csv");
    std::fs::write(&file, RATINGS).unwrap();
    (folder, file)
}

/// Runs `rejudge stats` with words split at blanks; `FILE` stands for the table, `_` for a blank in a word.
fn run(words: &str) -> std::process::Output {
    let (_folder, file) = ratings();
    let word = |word: &str| if word == "FILE" { file.to_string_lossy().into_owned() } else { word.replace('_', " ") };
    Command::cargo_bin("rejudge").unwrap().arg("stats").args(words.split(' ').map(word)).output().unwrap()
}

fn json(words: &str) -> Value {
    let output = run(&format!("{words} --json"));
    assert!(output.status.success(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The estimate of a name, the first when there are several.
fn estimate(answer: &Value, name: &str) -> Value {
    let mut estimates = answer["estimates"].as_array().unwrap().iter();
    estimates.find(|estimate| estimate["name"] == name).unwrap_or_else(|| panic!("no {name} in {answer}")).clone()
}

#[track_caller]
fn check(words: &str, name: &str, field: &str, expected: f64) {
    let found = estimate(&json(words), name)[field].as_f64().unwrap_or(f64::NAN);
    assert!((found - expected).abs() <= 1e-6 * expected.abs(), "{words}: {name} {field} is {found}, not {expected}");
}

/// Each method under its name, with the statistic people know it by; numbers from R 4.2.2.
#[test]
fn every_method_answers_with_its_own_statistic() {
    check("ttest --mean 3.71 3.12 --sd 0.59 0.92 --n 200 200", "t", "value", 7.634_382_801);
    check("ttest --mean 3.71 3.12 --sd 0.59 0.92 --n 200 200 --welch", "t", "df", 339.004_957_8);
    check("ttest FILE --value rating --group system --levels vae,hrq", "t", "p", 0.095_452_008_99);
    check("ttest FILE --value rating --group system --levels vae,hrq --paired-by item", "t", "value", 10f64.sqrt());
    check("ttest FILE --value rating --mu 3", "difference", "value", 3.0 / 14.0);
    check("anova FILE --value rating --group system", "F", "value", 7.784_774_436);
    check("anova FILE --value rating --group system --within item", "F", "value", 14.25);
    check("kruskal FILE --value rating --group system", "H", "value", 7.613_313_953);
    check("levene FILE --value rating --group system", "F", "value", 0.046_218_487_39);
    check("friedman FILE --value rating --group system --block item", "chi2", "value", 7.0);
    check("tukey FILE --value rating --group system", "difference", "value", -1.2);
    check("dunnett FILE --value rating --group system --control hrq", "difference", "value", -1.2);
    check("mannwhitney FILE --value rating --group system --levels vae,hrq", "U", "value", 20.0);
    check("wilcoxon FILE --value rating --group system --levels vae,hrq --paired-by item", "V", "value", 10.0);
    check("sign FILE --value rating --group system --levels vae,hrq --paired-by item", "share", "p", 0.125);
    check("binomial --successes 148 --trials 226", "share", "p", 3.746_466_3e-6);
    check("binomial FILE --value system --success vae", "share", "value", 1.0 / 3.0);
    check("chisq --counts 30_12;_18_25 --yates", "chi2", "value", 6.401_846_588);
    check("chisq --counts 18_25_31_9 --expect 0.2 0.3 0.4 0.1", "chi2", "value", 0.323_293_2);
    check("fisher --counts 8_2;_1_5", "probability", "p", 0.034_965_034_97);
    check("mcnemar --counts 40_10;_3_30", "share", "p", 0.092_285_156_25);
    check("adjust 0.01 0.04 0.03 --method holm", "p_adjusted", "value", 0.03);
    check("permutation FILE --value rating --group system --levels vae,hrq --by item", "difference", "value", 1.0);
}

#[test]
fn the_answer_is_one_object_with_stable_names() {
    let answer = json("ttest FILE --value rating --group system --adjust holm");
    let keys: Vec<&str> = answer.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["format", "method", "options", "n", "notes", "estimates"]);
    assert_eq!(answer["options"]["adjust"], "holm");
    assert_eq!(answer["n"]["ae"], 4);
    assert_eq!(answer["notes"][0], "1 missing, left out row by row");
    assert_eq!(answer["estimates"].as_array().unwrap().len(), 6, "t and difference of three pairs");
    let first = estimate(&answer, "difference");
    assert_eq!(first["of"], serde_json::json!(["ae", "hrq"]));
    let keys: Vec<&str> = first.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["name", "of", "value", "se", "interval", "df", "p", "log10_p", "notes"]);
    assert_eq!(first["interval"]["level"], 0.95);
    assert!(first["notes"][0].as_str().unwrap().starts_with("p by holm over 3, before: "));
}

#[test]
fn a_p_value_below_any_double_keeps_its_logarithm() {
    let t = estimate(&json("ttest --mean 1000 0 --sd 1 1 --n 500 500"), "t");
    assert_eq!(t["p"], 0.0);
    assert!(t["log10_p"].as_f64().unwrap() < -1000.0);
    let holm = estimate(&json("adjust 1e-400 0.5"), "p_adjusted");
    assert!((holm["log10_p"].as_f64().unwrap() - (2f64.log10() - 400.0)).abs() < 1e-9);
}

#[test]
fn one_seed_gives_one_answer() {
    let words = "permutation FILE --value rating --group system --by item --replicates 999 --seed";
    assert_eq!(json(&format!("{words} 5")), json(&format!("{words} 5")));
    assert_eq!(json(&format!("{words} 5"))["options"]["seed"], 5);
}

#[track_caller]
fn assert_refusal(words: &str, code: i32, expected: &Expect) {
    let output = run(words);
    assert_eq!(output.status.code(), Some(code), "{words}");
    assert!(output.stdout.is_empty(), "{words} printed a result");
    let said = String::from_utf8(output.stderr).unwrap();
    expected.assert_eq(said.lines().next().unwrap_or_default());
}

#[test]
fn wrong_columns_levels_and_cells_are_named_with_a_suggestion() {
    assert_refusal(
        "ttest FILE --value ratng --group system",
        1,
        &expect!["error: `ratings.csv` has no column `ratng`; did you mean `rating`?"],
    );
    assert_refusal(
        "ttest FILE --value rating --group sistem",
        1,
        &expect!["error: `ratings.csv` has no column `sistem`; did you mean `system`?"],
    );
    assert_refusal(
        "ttest FILE --value rating --group system --levels vae,hrqq",
        1,
        &expect!["error: column `system` has no group `hrqq`; did you mean `hrq`?"],
    );
    assert_refusal(
        "ttest FILE --value system --group rater",
        1,
        &expect!["error: row 2 of `ratings.csv`: `vae` in column `system` is not a number"],
    );
    assert_refusal(
        "ttest FILE --value rating --group system --where system=vea",
        1,
        &expect!["error: no row has `vea` in column `system`; did you mean `vae`?"],
    );
    assert_refusal(
        "ttest FILE --value rating --group system --where system=vae",
        1,
        &expect!["error: at least two groups are needed, only `vae` found"],
    );
    assert_refusal(
        "anova FILE --value rating --group item --where item=4",
        1,
        &expect!["error: groups: at least 2 needed, 1 found"],
    );
    assert_refusal(
        "dunnett FILE --value rating --group system --control human",
        1,
        &expect!["error: column `system` has no group `human`; there are ae, hrq, vae"],
    );
    assert_refusal(
        "binomial FILE --value system --success vaee",
        1,
        &expect!["error: no row has `vaee` in column `system`; did you mean `vae`?"],
    );
    assert_refusal(
        "kruskal nowhere.csv --value rating --group system",
        1,
        &expect!["error: `nowhere.csv` cannot be read: No such file or directory (os error 2)"],
    );
    assert_refusal(
        "ttest --mean 3 3 --sd 0 0 --n 5 5",
        1,
        &expect!["error: 1 and 2: the values do not vary, so t is undefined"],
    );
    assert_refusal(
        "adjust 0.01 1.5",
        1,
        &expect!["error: `1.5` is not a p-value: a number from 0 to 1, such as 0.03 or 1e-400"],
    );
    assert_refusal(
        "mcnemar FILE --rows system --columns rater",
        1,
        &expect!["error: two rows and two columns are needed, found"],
    );
}

#[test]
fn arguments_that_do_not_go_together_are_wrong_usage() {
    assert_refusal("ttest FILE", 2, &expect!["error: the following required arguments were not provided:"]);
    assert_refusal(
        "ttest --mean 3 2 --sd 1 --n 5 5",
        2,
        &expect!["error: --mean has 2 numbers, --sd 1 and --n 2; each group needs one of each"],
    );
    assert_refusal(
        "ttest FILE --value rating --group system --confidence 95",
        2,
        &expect!["error: `--confidence 95` must lie between 0 and 1, such as 0.95"],
    );
    assert_refusal(
        "ttest FILE --value rating --group system --where system",
        2,
        &expect!["error: `--where system` needs the form COLUMN=VALUE[,VALUE]"],
    );
    assert_refusal(
        "anova FILE --value rating --group system --within item --welch",
        2,
        &expect!["error: the argument '--within <COLUMN>' cannot be used with '--welch'"],
    );
    assert_refusal(
        "chisq --counts 8_x;_1_5",
        2,
        &expect!["error: `x` in --counts is not a whole number, zero or more"],
    );
    assert_refusal(
        "permutation FILE --value rating --group system --replicates 10",
        2,
        &expect!["error: --replicates 10 is too few; give 99 or more"],
    );
}

#[test]
fn every_method_explains_itself_without_data() {
    let listed = String::from_utf8(run("list").stdout).unwrap();
    let names: Vec<&str> =
        listed.lines().filter(|line| !line.starts_with(' ')).filter_map(|line| line.split(' ').next()).collect();
    assert!(names.len() >= 16, "{names:?}");
    for name in names {
        let said = String::from_utf8(run(&format!("{name} --explain")).stdout).unwrap();
        for part in ["Formula\n  ", "Source\n  ", "Checked against\n  ", "When not to use it\n  "] {
            assert!(said.contains(part), "`{name} --explain` lacks {part}: {said}");
        }
        let help = String::from_utf8(run(&format!("{name} --help")).stdout).unwrap();
        assert!(help.contains(&format!("rejudge stats {name}")), "`{name} --help` has no example");
    }
}
