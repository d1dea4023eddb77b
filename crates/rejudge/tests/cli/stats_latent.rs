//! `rejudge stats clmm` and `glmm`: what is printed, and what is refused.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fmt::Write as _;

use assert_cmd::Command;
use expect_test::{Expect, expect};
use serde_json::Value;

/// Six raters and eight items, three systems; ratings 1 to 4, in numbers and in words.
fn ratings() -> String {
    let mut table = "rater,item,system,rating,words,yes\n".to_owned();
    for rater in 0..6_usize {
        for item in 0..8_usize {
            let system = (item + rater) % 3;
            let rating = ((rater * 5 + item * 3 + (rater * item) % 5 + system * 4) % 11 + system * 3) / 4 % 4 + 1;
            let word = ["bad", "fair", "good", "great"][rating - 1];
            let yes = if rating > 2 { "yes" } else { "no" };
            writeln!(table, "r{rater},i{item},{},{rating},{word},{yes}", ["A", "B", "C"][system]).unwrap();
        }
    }
    table
}

fn run(arguments: &[&str]) -> std::process::Output {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("table.csv"), ratings()).unwrap();
    Command::cargo_bin("rejudge").unwrap().current_dir(folder.path()).arg("stats").args(arguments).output().unwrap()
}

#[track_caller]
fn prints(arguments: &[&str], expected: &Expect) {
    let output = run(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    // How many steps were taken, what slope was left and the sixth digit of an interval are not to be pinned.
    let lines = text.lines().map(|line| {
        let line = line.split_once("116.97").map_or(line, |it| it.0);
        match (line.split_once('['), line.split_once(']')) {
            (Some((before, _)), Some((_, after))) => format!("{}[…]{after}\n", before.trim_end()),
            _ => format!("{}\n", line.trim_end()),
        }
    });
    expected.assert_eq(&lines.collect::<String>());
}

fn estimates(arguments: &[&str]) -> Vec<(String, f64)> {
    let output = run(&[arguments, &["--json"]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    let all = answer["estimates"].as_array().unwrap().iter();
    all.map(|it| (format!("{} {}", it["name"].as_str().unwrap(), it["of"]), it["value"].as_f64().unwrap())).collect()
}

#[track_caller]
fn assert_refusal(arguments: &[&str], expected: &Expect) {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(1));
    expected.assert_eq(&String::from_utf8_lossy(&output.stderr));
}

#[test]
fn an_ordinal_model_is_laid_out_as_r_users_know_it() {
    prints(
        &["clmm", "table.csv", "rating ~ system + (1|rater) + (1|item)", "--contrasts", "system"],
        &expect![[r#"
            Cumulative Link Mixed Model fitted with the Laplace approximation

            formula: rating ~ system + (1 | rater) + (1 | item)
            data:    table.csv

             link  threshold nobs logLik    AIC niter max.grad
             logit flexible    48 -51.49

            Random effects:
             Groups Name        Variance Std.Dev.
             item   (Intercept)        0        0
             rater  (Intercept)        0        0
            Number of groups:  item 8,  rater 6

            Coefficients:
                     Estimate Std. Error z value Pr(>|z|)     interval
             systemB   1.7689   0.735943   2.404   0.0162   *[…] 95% Wald
             systemC  4.06711   0.884129   4.600 4.222e-6 ***[…] 95% Wald
            ---
            Signif. codes:  0 '***' 0.001 '**' 0.01 '*' 0.05 '.' 0.1 ' ' 1

            Threshold coefficients:
                  Estimate Std. Error z value Pr(>|z|)     interval
             1|2 -0.259053   0.490031  -0.529   0.5971[…] 95% Wald
             2|3   2.01807   0.630719   3.200   0.0014  **[…] 95% Wald
             3|4   3.83026   0.787495   4.864 1.151e-6 ***[…] 95% Wald

            Estimated marginal means:
                   emmean       SE  df                       interval
             A   -1.86309 0.551946 Inf[…] 95% Wald group a
             B -0.0941929 0.481571 Inf[…] 95% Wald group b
             C    2.20402 0.569786 Inf[…] 95% Wald group c

            Contrasts:
             contrast estimate       SE  df z.ratio  p.value     interval
             A - B     -1.7689 0.735943 Inf  -2.404   0.0429   *[…] 95% Tukey
             A - C    -4.06711 0.884129 Inf  -4.600 1.259e-5 ***[…] 95% Tukey
             B - C    -2.29821 0.759265 Inf  -3.027   0.0070  **[…] 95% Tukey

            note: some random effect has no variance (singular fit); leave it out and see that the conclusions stay

            The clearest effect, systemC, multiplies the odds of a higher category by 58.388 (p = 4.222e-6), everything else being equal.
        "#]],
    );
}

#[test]
fn a_binomial_model_is_laid_out_as_r_users_know_it() {
    prints(
        &["glmm", "table.csv", "yes ~ system + (1|rater)"],
        &expect![[r#"
            Generalized linear mixed model fit by maximum likelihood (Laplace Approximation)
             Family: binomial  ( logit )
            Formula: yes ~ system + (1 | rater)
               Data: table.csv

              AIC  BIC logLik deviance df.resid
             52.4 59.9  -22.2     44.4 44

            Random effects:
             Groups Name        Variance Std.Dev.
             rater  (Intercept)  1.01595  1.00794
            Number of obs: 48, groups:  rater, 6

            Fixed effects:
                         Estimate Std. Error z value Pr(>|z|)     interval
             (Intercept) -2.23159   0.957515  -2.331   0.0198   *[…] 95% Wald
             systemB      1.87939     1.0086   1.863   0.0624   .[…] 95% Wald
             systemC       4.5457    1.34735   3.374   0.0007 ***[…] 95% Wald
            ---
            Signif. codes:  0 '***' 0.001 '**' 0.01 '*' 0.05 '.' 0.1 ' ' 1

            The clearest effect, systemC, multiplies the odds of `yes` by 94.2268 (p = 0.0007), everything else being equal.
        "#]],
    );
}

#[test]
fn words_in_their_order_are_as_good_as_numbers() {
    let numbers = estimates(&["clmm", "table.csv", "rating ~ system + (1|rater)"]);
    let words = estimates(&["clmm", "table.csv", "words ~ system + (1|rater)", "--order", "bad,fair,good,great"]);
    let values = |of: &[(String, f64)]| of.iter().map(|it| it.1).collect::<Vec<f64>>();
    assert_eq!(values(&numbers), values(&words));
    assert!(words.iter().any(|it| it.0 == r#"threshold ["fair|good"]"#), "{words:?}");
}

#[test]
fn two_categories_of_an_ordinal_model_are_the_binomial_one() {
    let value = |of: &[(String, f64)], name: &str| of.iter().find(|it| it.0 == name).unwrap().1;
    let ordinal = estimates(&["clmm", "table.csv", "yes ~ system + (1|rater)"]);
    let binomial = estimates(&["glmm", "table.csv", "yes ~ system + (1|rater)"]);
    for name in [r#"coef ["systemB"]"#, r#"sd ["rater"]"#, "log_likelihood []"] {
        assert!((value(&ordinal, name) - value(&binomial, name)).abs() < 1e-9, "{name}");
    }
    let intercept = value(&binomial, r#"coef ["(Intercept)"]"#);
    assert!((intercept + value(&ordinal, r#"threshold ["no|yes"]"#)).abs() < 1e-9);
}

#[test]
fn the_scale_may_depend_on_columns_and_is_tested() {
    let found = estimates(&["clmm", "table.csv", "rating ~ system", "--scale", "~ system"]);
    // R: clm(rating ~ system, scale = ~system), and its anova against the model with one scale.
    for (name, expected) in [
        (r#"coef ["systemC"]"#, 4.291_571_9),
        (r#"scale ["systemB"]"#, 0.108_597_34),
        (r#"scale ["systemC"]"#, 0.037_326_70),
        ("log_likelihood []", -51.449_250_25),
        (r#"chi2 ["rating ~ system","rating ~ system, scale ~ system"]"#, 0.0756),
    ] {
        let value = found.iter().find(|it| it.0 == name).unwrap_or_else(|| panic!("no {name} in {found:?}")).1;
        let tolerance = if name.starts_with("chi2") { 1e-4 } else { 1e-6 };
        assert!((value - expected).abs() < tolerance, "{name}: {value}");
    }
    assert_refusal(
        &["clmm", "table.csv", "rating ~ system", "--scale", "(1|rater)"],
        &expect![[r#"
        error: `--scale` takes fixed effects only, such as `system`
    "#]],
    );
    assert_refusal(
        &["clmm", "table.csv", "yes ~ system", "--scale", "system"],
        &expect![[r#"
        error: with two categories a different scale cannot be told from a different effect; leave the scale out
    "#]],
    );
}

#[test]
fn what_cannot_be_modelled_is_refused_with_a_remedy() {
    assert_refusal(
        &["clmm", "table.csv", "words ~ system + (1|rater)"],
        &expect![[r#"
        error: `words` holds words; say their order, lowest first, with `--order` and these in your order: bad,fair,good,great
    "#]],
    );
    assert_refusal(
        &["clmm", "table.csv", "words ~ system + (1|rater)", "--order", "bad,good,great"],
        &expect![[r#"
        error: `words` also holds `fair`, which `--order` does not name
    "#]],
    );
    assert_refusal(
        &["clmm", "table.csv", "rating ~ 0 + system + (1|rater)"],
        &expect![[r#"
        error: the thresholds take the place of the intercept, which cannot be left out; write the formula without `0 +` or `- 1`
    "#]],
    );
    assert_refusal(
        &["glmm", "table.csv", "rating ~ system + (1|rater)"],
        &expect![[r#"
        error: `rating` has 4 categories; a binomial model needs two (for ordered ones use clmm)
    "#]],
    );
}

/// Of a system whose answers are all `yes` the data bound no effect: Wald's p-value would be 1.
#[test]
fn what_the_data_do_not_bound_has_no_error_and_no_p_value() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = "rater,system,yes\n".to_owned();
    for (rater, round) in (0..6).flat_map(|rater| (0..4).map(move |round| (rater, round))) {
        let (b, c) = (if (rater + round) % 3 == 0 { "yes" } else { "no" }, if round % 2 == 0 { "yes" } else { "no" });
        writeln!(table, "r{rater},A,yes\nr{rater},B,{b}\nr{rater},C,{c}").unwrap();
    }
    std::fs::write(folder.path().join("table.csv"), table).unwrap();
    let arguments = ["stats", "glmm", "table.csv", "yes ~ system + (1|rater)", "--contrasts", "system"];
    let output = Command::cargo_bin("rejudge").unwrap().current_dir(folder.path()).args(arguments).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let line = |begins: &str| text.lines().find(|line| line.trim_start().starts_with(begins)).unwrap().to_owned();
    for unbound in ["A - B", "A - C", "systemB"] {
        let line = line(unbound);
        assert!(line.contains('–') && !line.contains('[') && !line.contains("1.0000"), "{line}");
    }
    assert!(line("B - C").contains('['), "{text}");
    assert!(!text.contains("group a"), "{text}");
}
