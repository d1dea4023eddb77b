//! `rejudge stats lmm` and `emm`: what is printed, named and refused.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fmt::Write as _;

use assert_cmd::Command;
use serde_json::Value;

/// Eight raters and nine items, three systems, a number.
fn ratings() -> String {
    let mut table = "rater,item,system,length,rating\n".to_owned();
    for rater in 0..8_usize {
        for item in 0..9_usize {
            let system = (item * 2 + rater) % 3;
            let wave = (rater * 31 + item * 17 + rater * item * 7) % 13;
            let rating = (rater * 3 % 7) as f64 + (item * 5 % 4) as f64 * 1.5 + system as f64 + wave as f64 * 0.4;
            let name = ["A", "B", "GPT-4"][system];
            writeln!(table, "r{rater},i{item},{name},{},{rating}", wave as f64 / 10.0).unwrap();
        }
    }
    table
}

const MODEL: &str = "rating ~ system + (1|rater) + (1|item)";

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("table.csv"), ratings()).unwrap();
        Folder(folder)
    }

    fn run(&self, arguments: &[&str]) -> std::process::Output {
        let mut command = Command::cargo_bin("rejudge").unwrap();
        command.current_dir(self.0.path()).arg("stats").args(arguments).output().unwrap()
    }

    #[track_caller]
    fn json(&self, arguments: &[&str]) -> Value {
        let output = self.run(&[arguments, &["--json"]].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    }

    #[track_caller]
    fn assert_refusal(&self, arguments: &[&str], expected: &str) {
        let output = self.run(arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains(expected), "{said}");
    }
}

/// The estimate of that name about that, such as `("coef", &["systemB"])`.
#[track_caller]
fn find_estimate<'a>(answer: &'a Value, name: &str, of: &[&str]) -> &'a Value {
    let found = answer["estimates"].as_array().unwrap().iter().find(|it| {
        it["name"] == name && it["of"].as_array().map_or(of.is_empty(), |labels| labels.iter().eq(of.iter()))
    });
    found.unwrap_or_else(|| panic!("no {name} of {of:?} in {answer:#}"))
}

fn value(answer: &Value, name: &str, about: &[&str]) -> f64 {
    find_estimate(answer, name, about)["value"].as_f64().unwrap()
}

#[test]
fn every_number_of_a_linear_mixed_model_has_its_name() {
    let answer = Folder::new().json(&["lmm", "table.csv", MODEL, "--contrasts", "system", "--anova"]);
    assert_eq!((&answer["method"], &answer["format"]), (&"lmm".into(), &1.into()));
    for coefficient in ["(Intercept)", "systemB", "systemGPT-4"] {
        let it = find_estimate(&answer, "coef", &[coefficient]);
        for field in ["se", "df", "p", "interval"] {
            assert!(!it[field].is_null(), "{coefficient} has no {field}: {it:#}");
        }
    }
    for group in ["rater", "item", "Residual"] {
        let (variance, sd) = (value(&answer, "variance", &[group]), value(&answer, "sd", &[group]));
        assert!((variance - sd * sd).abs() < 1e-12 * variance.max(1.0));
    }
    let log_likelihood = value(&answer, "log_likelihood", &[]);
    assert!((value(&answer, "reml_criterion", &[]) + 2.0 * log_likelihood).abs() < 1e-9);
    assert!((value(&answer, "aic", &[]) - (12.0 - 2.0 * log_likelihood)).abs() < 1e-9);
    assert!((value(&answer, "bic", &[]) - (6.0 * 72_f64.ln() - 2.0 * log_likelihood)).abs() < 1e-9);
    let contrast = value(&answer, "contrast", &["A", "B"]);
    assert!((contrast - (value(&answer, "emmean", &["A"]) - value(&answer, "emmean", &["B"]))).abs() < 1e-12);
    assert!((contrast + value(&answer, "coef", &["systemB"])).abs() < 1e-12);
    assert_eq!(find_estimate(&answer, "f", &["system"])["df"].as_array().unwrap().len(), 2);
}

#[test]
fn a_random_slope_has_a_correlation_and_maximum_likelihood_a_deviance() {
    let model = "rating ~ length + (1 + length|rater) + (1|item)";
    let answer = Folder::new().json(&["lmm", "table.csv", model, "--ml"]);
    assert!(value(&answer, "correlation", &["rater", "(Intercept)", "length"]).abs() <= 1.0);
    assert!((value(&answer, "deviance", &[]) + 2.0 * value(&answer, "log_likelihood", &[])).abs() < 1e-9);
}

#[test]
fn contrasts_are_compared_as_written() {
    let folder = Folder::new();
    let written = "A - (B + GPT-4)/2";
    let answer = folder.json(&["emm", "table.csv", MODEL, "--contrasts", "system", "--contrast", written]);
    let mean = |level: &str| value(&answer, "emmean", &[level]);
    let expected = mean("A") - 0.5 * (mean("B") + mean("GPT-4"));
    assert!((value(&answer, "contrast", &[written]) - expected).abs() < 1e-12);
    let asked = ["emm", "table.csv", MODEL, "--contrasts", "system", "--contrast"];
    folder.assert_refusal(&[&asked[..], &["A - C"]].concat(), "there are `A`, `B`, `GPT-4`");
    folder.assert_refusal(&[&asked[..], &["A + B"]].concat(), "sum to zero");
}

#[test]
fn a_saved_fit_is_read_again_and_one_of_other_rows_is_refused() {
    let folder = Folder::new();
    let first = folder.json(&["lmm", "table.csv", MODEL, "--save", "fit.json"]);
    let again = folder.json(&["lmm", "table.csv", MODEL, "--read", "fit.json"]);
    for (name, about) in [("reml_criterion", &[][..]), ("coef", &["systemB"]), ("sd", &["rater"])] {
        assert!((value(&first, name, about) - value(&again, name, about)).abs() < 1e-9, "{name}");
    }
    let path = folder.0.path().join("fit.json");
    let stored = std::fs::read_to_string(&path).unwrap();
    let mut changed: Value = serde_json::from_str(&stored).unwrap();
    changed["theta"][0] = (changed["theta"][0].as_f64().unwrap() + 0.01).into();
    std::fs::write(&path, changed.to_string()).unwrap();
    folder.assert_refusal(&["lmm", "table.csv", MODEL, "--read", "fit.json"], "the stored criterion is");
    std::fs::write(&path, &stored).unwrap();
    folder.assert_refusal(&["lmm", "table.csv", "rating ~ 1 + (1|rater)", "--read", "fit.json"], "its own formula");
    std::fs::write(folder.0.path().join("table.csv"), ratings().replace("r3,i4", "r3,i5")).unwrap();
    folder.assert_refusal(&["lmm", "table.csv", MODEL, "--read", "fit.json"], "find the rows it came from");
    std::fs::write(&path, "{}").unwrap();
    folder.assert_refusal(&["lmm", "table.csv", MODEL, "--read", "fit.json"], "not a stored fit");
}

#[test]
fn the_layout_is_the_one_r_users_know() {
    let output = Folder::new().run(&["lmm", "table.csv", MODEL, "--anova", "--contrasts", "system"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let headings = [
        "Linear mixed model fit by REML. t-tests use Satterthwaite's method",
        "REML criterion at convergence:",
        "Scaled residuals:",
        "Random effects:",
        "Number of obs: 72, groups:  item, 9; rater, 8",
        "Fixed effects:",
        "Type III Analysis of Variance Table:",
        "Estimated marginal means:",
        "Contrasts:",
    ];
    let places: Vec<Option<usize>> = headings.iter().map(|heading| text.find(heading)).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}\n{text}");
}

#[test]
fn an_ordinal_model_is_tested_against_a_smaller_one() {
    let folder = Folder::new();
    let table = ratings().replace("rating\n", "rating,grade\n");
    let mut lines = table.lines();
    let mut graded = format!("{}\n", lines.next().unwrap());
    for line in lines {
        let rating: f64 = line.rsplit(',').next().unwrap().parse().unwrap();
        writeln!(graded, "{line},{}", (rating / 4.0) as usize + 1).unwrap();
    }
    std::fs::write(folder.0.path().join("table.csv"), graded).unwrap();
    let model = "grade ~ system + (1|rater)";
    let answer = folder.json(&["clmm", "table.csv", model, "--against", "grade ~ 1 + (1|rater)"]);
    let test = answer["estimates"].as_array().unwrap().iter().find(|it| it["name"] == "chi2").unwrap();
    assert_eq!(test["df"].as_f64(), Some(2.0));
    let threshold = answer["estimates"].as_array().unwrap().iter().filter(|it| it["name"] == "threshold");
    assert!(threshold.count() >= 2);
    folder.assert_refusal(&["clmm", "table.csv", model, "--against", model], "more parameters");
}

#[test]
fn residuals_are_looked_at_with_the_rows_of_the_file_and_a_sentence_each() {
    let folder = Folder::new();
    // One rating far off, in row 6 of the file, after a row that is left out.
    let mut lines: Vec<String> = ratings().lines().map(str::to_owned).collect();
    lines[2] = lines[2].rsplit_once(',').map(|(start, _)| format!("{start},")).unwrap();
    lines[5] = lines[5].rsplit_once(',').map(|(start, _)| format!("{start},60")).unwrap();
    std::fs::write(folder.0.path().join("table.csv"), lines.join("\n")).unwrap();
    let output = folder.run(&["lmm", "table.csv", MODEL, "--checks", "--json"]);
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    let found = answer["estimates"].as_array().unwrap();
    let of = |name: &str| found.iter().find(|it| it["name"] == name).unwrap_or_else(|| panic!("no {name}"));
    for name in ["residual_skewness", "residual_kurtosis", "residual_qq", "breusch_pagan", "levene", "mode_qq"] {
        assert!(of(name)["value"].is_number(), "{name}");
    }
    assert!((of("outliers")["value"].as_f64().unwrap() - 1.0).abs() < 1e-12);
    let said = of("outliers")["notes"][0].as_str().unwrap();
    assert!(said.starts_with("1 of 71 residuals lie beyond 3 standard deviations"), "{said}");
    assert!(said.contains("rows 6 (+"), "{said}");
    let text = String::from_utf8(folder.run(&["lmm", "table.csv", MODEL, "--checks"]).stdout).unwrap();
    assert!(text.contains("Residuals and random effects:") && text.contains("heavier tails"), "{text}");
    let without = String::from_utf8(folder.run(&["lmm", "table.csv", MODEL]).stdout).unwrap();
    assert!(!without.contains("Residuals and random effects:"), "{without}");
}
