//! `rejudge stats` for agreement, correlation and preference: what is printed for programs, and what is refused.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![expect(clippy::too_many_lines, reason = "a list of calls with what they print")]

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

fn assert_refusal(arguments: &str, code: i32, expected: &Expect) {
    let output = Folder::new().run(arguments);
    assert_eq!(output.status.code(), Some(code), "{}", String::from_utf8_lossy(&output.stderr));
    expected.assert_eq(&String::from_utf8_lossy(&output.stderr));
}

const COLUMNS: &str = "ratings.csv --rater rater --item item --value rating";

#[test]
fn alpha_counts_what_is_missing() {
    check(
        &format!("alpha {COLUMNS} --level ordinal"),
        &expect![[r#"
        n {"ratings":13,"raters":3,"items":5,"paired_items":5}
        alpha [] 0.829313 -
        D_o [] 4.807692 -
        D_e [] 28.166667 -
        1 rows without rater, item or value are left out
    "#]],
    );
    check(
        &format!("alpha {COLUMNS} --level ordinal --bootstrap 50 --by term --seed 3"),
        &expect![[r#"
        n {"ratings":13,"raters":3,"items":5,"paired_items":5}
        alpha [] 0.829313 -
        D_o [] 4.807692 -
        D_e [] 28.166667 -
        1 rows without rater, item or value are left out
    "#]],
    );
}

#[test]
fn the_other_agreement_methods_answer() {
    check(
        &format!("kappa {COLUMNS} --weights quadratic --where rater=ann,bob"),
        &expect![[r#"
        n {"ratings":10,"raters":2,"items":5}
        kappa [] 0.891304 0.037196
        p_o [] 0.975000 -
        p_e [] 0.770000 -
        Cohen's kappa
    "#]],
    );
    check(
        &format!("fleiss {COLUMNS}"),
        &expect![[r#"
        n {"ratings":13,"raters":3,"items":5,"paired_items":5}
        kappa [] 0.384164 0.193567
        p_a [] 0.533333 -
        p_e [] 0.242222 -
        1 rows without rater, item or value are left out
    "#]],
    );
    check(
        &format!("gwet {COLUMNS} --weights ordinal"),
        &expect![[r#"
        n {"ratings":13,"raters":3,"items":5,"paired_items":5}
        AC2 [] 0.853249 0.000428
        p_a [] 0.953333 -
        p_e [] 0.682000 -
        1 rows without rater, item or value are left out
    "#]],
    );
    check(
        &format!("icc {COLUMNS}"),
        &expect![[r#"
        n {"ratings":13,"raters":3,"items":5,"complete_items":3}
        ICC1 [] 0.739130 0.013824
        ICC2 [] 0.733333 0.043403
        ICC3 [] 0.687500 0.043403
        ICC1k [] 0.894737 0.013824
        ICC2k [] 0.891892 0.043403
        ICC3k [] 0.868421 0.043403
        1 rows without rater, item or value are left out
        2 items that some rater did not rate are left out
    "#]],
    );
    check(
        &format!("agreement {COLUMNS} --pairs spearman --items 1"),
        &expect![[r#"
        n {"ratings":13,"raters":3,"items":5}
        agreement [] 0.533333 -
        alpha [] 0.829313 -
        rho ["ann","bob"] 0.921053 0.050000
        rho ["ann","cas"] 0.866025 0.666667
        rho ["bob","cas"] 0.500000 1.000000
        alpha_without ["ann"] 0.527778 -
        alpha_without ["bob"] 0.777778 -
        alpha_without ["cas"] 0.852941 -
        difference ["4"] 1.000000 -
        mse ["4"] 0.250000 -
        1 rows without rater, item or value are left out
    "#]],
    );
    check(
        &format!("kendall-w {COLUMNS}"),
        &expect![[r#"
        n {"ratings":13,"raters":3,"items":5,"complete_items":3}
        W [] 0.833333 0.082085
        W_uncorrected [] 0.694444 0.124514
        chi2 [] 5.000000 0.082085
        1 rows without rater, item or value are left out
    "#]],
    );
}

#[test]
fn correlations_take_columns_or_lists() {
    check(
        "spearman --xs 3.71 3.12 2.5 --ys 3.1 2.57 2.28",
        &expect![[r#"
        n {"pairs":3}
        rho [] 1.000000 0.333333
        smallest_p [] 0.333333 -

    "#]],
    );
    check(
        "pearson ratings.csv --x item --y rating --where rater=ann",
        &expect![[r#"
        n {"pairs":5}
        r [] 0.959403 0.009759

    "#]],
    );
    check(
        "kendall --xs 1 2 3 -4 --ys 1 2 4 3",
        &expect![[r#"
        n {"pairs":4}
        tau [] 0.333333 0.750000
        smallest_p [] 0.083333 -

    "#]],
    );
}

#[test]
fn choices_may_be_names_or_sides() {
    let names = json("preference votes.csv --a system_a --b system_b --choice choice --item item --rater rater");
    let sides = json("preference votes.csv --a system_a --b system_b --choice side --item item --rater rater");
    assert_eq!(names["estimates"], sides["estimates"]);
    check(
        "preference votes.csv --a system_a --b system_b --choice choice --bootstrap 0",
        &expect![[r#"
        n {"votes":5,"systems":2}
        wins ["hrq"] 1.000000 -
        losses ["hrq"] 3.000000 -
        ties ["hrq"] 1.000000 -
        win_percent ["hrq"] 20.000000 -
        best_worst ["hrq"] -40.000000 -
        average_rank ["hrq"] 1.700000 -
        wins ["vae"] 3.000000 -
        losses ["vae"] 1.000000 -
        ties ["vae"] 1.000000 -
        win_percent ["vae"] 60.000000 -
        best_worst ["vae"] 40.000000 -
        average_rank ["vae"] 1.300000 -
        share ["hrq","vae"] 0.200000 -
        tie_share ["hrq","vae"] 0.200000 -
        net_preference ["hrq","vae"] -0.400000 0.625000
        first_share [] 0.500000 1.000000
        `choice` holds the name of the system chosen
        1 rows without a choice, a system, an item or a rater are left out
    "#]],
    );
    check(
        "preference votes.csv --a system_a --b system_b --choice side --bootstrap 0 --count-missing",
        &expect![[r#"
        n {"votes":6,"systems":2}
        wins ["hrq"] 1.000000 -
        losses ["hrq"] 3.000000 -
        ties ["hrq"] 2.000000 -
        win_percent ["hrq"] 16.666667 -
        best_worst ["hrq"] -33.333333 -
        average_rank ["hrq"] 1.666667 -
        wins ["vae"] 3.000000 -
        losses ["vae"] 1.000000 -
        ties ["vae"] 2.000000 -
        win_percent ["vae"] 50.000000 -
        best_worst ["vae"] 33.333333 -
        average_rank ["vae"] 1.333333 -
        share ["hrq","vae"] 0.166667 -
        tie_share ["hrq","vae"] 0.333333 -
        net_preference ["hrq","vae"] -0.333333 0.625000
        first_share [] 0.500000 1.000000
        `side` holds the side chosen: `system_a` is A, `system_b` is B
        rows without a choice count as comparisons that nobody won
    "#]],
    );
}

#[test]
fn describe_gives_each_group() {
    check(
        "describe ratings.csv --value rating --group rater",
        &expect![[r#"
        n {"rows":14}
        n ["ann"] 5.000000 -
        mean ["ann"] 2.800000 -
        sd ["ann"] 1.483240 -
        median ["ann"] 3.000000 -
        min ["ann"] 1.000000 -
        max ["ann"] 5.000000 -
        n ["bob"] 5.000000 -
        mean ["bob"] 3.200000 -
        sd ["bob"] 1.483240 -
        median ["bob"] 3.000000 -
        min ["bob"] 1.000000 -
        max ["bob"] 5.000000 -
        n ["cas"] 3.000000 -
        mean ["cas"] 2.333333 -
        sd ["cas"] 0.577350 -
        median ["cas"] 2.000000 -
        min ["cas"] 2.000000 -
        max ["cas"] 3.000000 -
        1 rows without a value are left out
    "#]],
    );
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

/// Two raters of twenty items who differ by one on two of them and by two on another. The intervals are
/// those of 500,000 replicates drawn with NumPy and alpha = 1 - mean variance within items / variance.
#[test]
fn intervals_of_alpha_are_those_of_another_bootstrap() {
    let folder = Folder::new();
    let rating = |item: usize, rater: usize| match (item, rater) {
        (3 | 12, 1) => 2 + item % 5,
        (7, 1) => 3 + item % 5,
        _ => 1 + item % 5,
    };
    let rows = (0..20).flat_map(|item| (0..2).map(move |rater| format!("{rater},{item},{}\n", rating(item, rater))));
    let table = std::iter::once("rater,item,rating\n".to_owned()).chain(rows).collect::<String>();
    std::fs::write(folder.0.path().join("ratings.csv"), table).unwrap();
    for (kind, low, high) in [("percentile", 0.798, 1.0), ("basic", 0.866, 1.068), ("bca", 0.721, 0.9897)] {
        let words = format!("alpha {COLUMNS} --level interval --bootstrap 5000 --interval {kind} --json");
        let answer: Value = serde_json::from_slice(&folder.run(&words).stdout).unwrap();
        assert_eq!(answer["options"]["interval"], kind);
        let interval = &answer["estimates"][0]["interval"];
        assert!((interval["low"].as_f64().unwrap() - low).abs() < 0.015, "{kind}: {interval}");
        assert!((interval["high"].as_f64().unwrap() - high).abs() < 0.015, "{kind}: {interval}");
    }
}

#[test]
fn wrong_input_is_refused_with_a_suggestion() {
    assert_refusal(
        &format!("alpha {COLUMNS} --level ordinal --bootstrap 50 --by both --interval bca"),
        2,
        &expect![[r#"
        error: `--interval bca` needs one thing drawn, not both; use percentile or basic
    "#]],
    );
    assert_refusal(
        "alpha ratings.csv --rater ratr --item item --value rating --level ordinal",
        1,
        &expect![[r#"
        error: `ratings.csv` has no column `ratr`; did you mean `rater`?
    "#]],
    );
    assert_refusal(
        "alpha ratings.csv --rater rater --item item --value term --level ordinal",
        1,
        &expect![[r#"
        error: row 2 of `ratings.csv`: `a` in column `term` is not a number
    "#]],
    );
    assert_refusal(
        "kappa ratings.csv --rater rater --item item --value rating --where rater=ann",
        1,
        &expect![[r#"
        error: items with two or more ratings: at least 1 needed, 0 found
    "#]],
    );
    assert_refusal(
        "spearman --xs 1 2 3",
        2,
        &expect![[r#"
        error: give a file with `--x` and `--y`, or two lists with `--xs` and `--ys`
    "#]],
    );
    assert_refusal(
        "spearman --xs 1 1 1 --ys 1 2 3",
        1,
        &expect![[r#"
        error: the values of x do not vary, so the correlation is undefined
    "#]],
    );
    assert_refusal(
        "preference votes.csv --a system_a --b system_b --choice rater",
        1,
        &expect![[r#"
        error: `ann` in column `rater` is neither a system nor A, B or tie; there are hrq, vae, A, B, tie
    "#]],
    );
    assert_refusal(
        "alpha nowhere.csv --rater r --item i --value v --level nominal",
        1,
        &expect![[r#"
        error: `nowhere.csv` cannot be read: No such file or directory (os error 2)
    "#]],
    );
}

/// Published values, from data that are not part of the repository.
#[test]
fn published_alphas_are_given_by_the_command() {
    let Some(data) = testdata::find_outside("data") else { return };
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
