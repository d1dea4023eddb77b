//! `rejudge stats effect`, `tost`, `replication`, `power`, `cv` and `qra`: what programs read, and what
//! is said when the input is wrong.

#![expect(clippy::unwrap_used, reason = "what cannot be read is a failed test")]

use assert_cmd::Command;
use serde_json::Value;

const RESULTS: &str = "experiment,system,item,score
O,a,1,4.8
O,b,1,3.9
O,c,1,4.0
R1,a,1,4.5
R1,b,1,3.2
R1,c,1,3.2
R2,a,1,4.6
R2,b,1,3.8
R2,c,1,3.7
";

/// Runs `rejudge stats` with words split at blanks; `FILE` stands for a table of three experiments.
fn run(words: &str) -> std::process::Output {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("results.csv");
    std::fs::write(&file, RESULTS).unwrap();
    let word = |word: &str| if word == "FILE" { file.to_string_lossy().into_owned() } else { word.to_owned() };
    Command::cargo_bin("rejudge").unwrap().arg("stats").args(words.split(' ').map(word)).output().unwrap()
}

#[track_caller]
fn check(words: &str, name: &str, expected: f64) {
    let output = run(&format!("{words} --json"));
    assert!(output.status.success(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    let estimates = answer["estimates"].as_array().unwrap();
    let found = estimates.iter().find(|e| e["name"] == name).unwrap_or_else(|| panic!("no {name} in {answer}"));
    let found = found["value"].as_f64().unwrap();
    assert!((found - expected).abs() <= 1e-6 * expected.abs(), "{words}: {name} is {found}, not {expected}");
}

#[track_caller]
fn check_refusal(words: &str, code: i32, expected: &str) {
    let output = run(words);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains(expected), "{words}: {said}");
    assert_eq!(output.status.code(), Some(code), "{words}: {said}");
}

#[test]
fn numbers_from_the_command_line_are_those_of_the_crate() {
    check("cv 3.71 3.12 --scale-min 1", "cv", 24.357_479_162_288_534);
    check("cv 3.71 3.12", "cv", 17.224_981_603_785_302);
    check("cv -16 -14.518518518518519 --scale-min -100", "cv", 1.743_016_243_241_874_5);
    check("effect --mean 3.71 3.12 --sd 0.59 0.92 --n 200 200", "d", 0.763_438_3);
    check("effect --f 4.5 --df 2 57", "eta2", 0.136_363_636_363_636_35);
    check("effect --successes 148 180 --of 226 324", "odds_ratio", 1.517_948_717_948_718);
    check("effect FILE --value score --group system --levels a,b", "cliff_delta", 1.0);
    check("effect FILE --value score --group system --levels a,b --paired-by experiment", "d_z", 3.779_644_730_092_27);
    check("tost --mean 3.71 3.12 --sd 0.59 0.92 --n 200 200 --margin-d 0.2 --pooled", "t_lower", 9.161_257);
    check("power ttest --d 0.5 --n 64", "power", 0.801_459_56);
    check("power anova --groups 4 --eta2 0.06 --power 0.9", "n_per_group_whole", 57.0);
    check("power ttest --n 20 --power 0.3333333333", "d", 0.495_889);
    check("replication --measure d --original 0.8 20 20 --reproduction 0.3 100 100", "z_sceptical", 1.242_638_284);
    check("qra FILE --value score --system system --experiment experiment --scale-min 1", "W", 0.75);
}

/// Value and interval from `reference/effect/effect.csv` (R effectsize, metafor) and `intervals.csv` (statsmodels).
#[track_caller]
fn check_counts(arguments: &[&str], expected: &[(&str, [f64; 3], f64)]) {
    let folder = tempfile::tempdir().unwrap();
    // The second table of shares as rows: 148 of 226 and 180 of 324 said yes.
    let counts = [("hrq", "yes", 148), ("hrq", "no", 78), ("vae", "yes", 180), ("vae", "no", 144), ("vae", "", 2)];
    let rows = counts.iter().map(|(system, answer, times)| format!("{system},{answer}\n").repeat(*times));
    let table = std::iter::once("system,answer\n".to_owned()).chain(rows).collect::<String>();
    std::fs::write(folder.path().join("votes.csv"), table).unwrap();
    let mut command = Command::cargo_bin("rejudge").unwrap();
    command.current_dir(folder.path()).args(["stats", "effect", "--json"]).args(arguments);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    for (name, [value, low, high], rtol) in expected {
        let found = answer["estimates"].as_array().unwrap().iter().find(|e| e["name"] == *name).unwrap();
        let interval = &found["interval"];
        for (found, expected, rtol) in
            [(&found["value"], value, 1e-12), (&interval["low"], low, *rtol), (&interval["high"], high, *rtol)]
        {
            let found = found.as_f64().unwrap();
            assert!((found - expected).abs() <= rtol * expected.abs(), "{arguments:?} {name}: {found}, not {expected}");
        }
    }
}

#[test]
fn effects_of_counts_are_those_of_the_reference() {
    let few = [
        ("odds_ratio", [3.066_666_666_666_667, 0.912_680_814_925_155_8, 10.304_198_675_651_632], 1e-11),
        ("risk_ratio", [2.24, 0.904_103_747_725_602_8, 5.549_805_553_425_104], 1e-11),
        ("risk_difference", [0.221_428_571_428_571_45, -0.013_508_334_460_106_741, 0.424_441_609_436_905_23], 1e-10),
        ("h", [0.496_864_552_572_229_17, -0.018_153_491_032_462_22, 1.011_882_596_176_920_7], 1e-11),
    ];
    check_counts(&["--counts", "12 18; 5 23"], &few);
    check_counts(&["--counts", "18 12; 23 5", "--success", "2"], &few);
    check_counts(&["--counts", "10 12 8; 20 5 3", "--success", "2"], &few);
    check_counts(&["--successes", "12", "5", "--of", "30", "28"], &few);
    let many = [
        ("odds_ratio", [1.517_948_717_948_717_9, 1.068_576_972_908_033_7, 2.156_296_054_229_556], 1e-11),
        ("risk_ratio", [1.178_761_061_946_902_7, 1.029_072_486_229_085_2, 1.350_223_293_068_272_3], 1e-11),
        ("risk_difference", [0.099_311_701_081_612_58, 0.016_044_766_374_955_29, 0.179_539_776_816_714_4], 1e-10),
        ("h", [0.203_572_787_600_018_18, 0.033_708_253_967_597_3, 0.373_437_321_232_439_06], 1e-11),
    ];
    check_counts(&["--counts", "148 78; 180 144"], &many);
    check_counts(&["votes.csv", "--rows", "system", "--columns", "answer", "--success", "yes"], &many);
    let whole = [
        ("w", [0.140_552_284_061_068_12, 0.0, 0.333_021_764_578_276_87], 2e-6),
        ("cramers_v", [0.140_552_284_061_068_12, 0.0, 0.333_021_764_578_276_87], 2e-6),
    ];
    check_counts(&["--counts", "12 5 7; 30 14 9"], &whole);
}

#[test]
fn what_cannot_be_computed_is_said_with_a_remedy() {
    check_refusal("cv 3", 1, "at least 2 needed, 1 found");
    check_refusal("cv 3,1 2", 1, "`3,1` is not a decimal number such as 3.71");
    check_refusal("cv -1 1", 1, "give its minimum");
    check_refusal("power ttest --d 0.5", 2, "give two of effect, size (--n or --total) and --power");
    check_refusal("power anova --groups 1 --f 0.2 --n 20", 1, "the number of groups");
    check_refusal("tost --mean 1 2 --sd 1 1 --n 10 10 --margin 0", 1, "the equivalence margin must be above zero");
    check_refusal("tost --r 0.1 --pairs 50", 2, "say what is small enough");
    check_refusal("effect --mean 1 2 --sd 0 0 --n 10 10", 1, "do not vary");
    check_refusal("effect FILE --value scores --group system", 1, "did you mean `score`?");
    check_refusal("effect", 2, "give a FILE");
    check_refusal("effect FILE --rows system --columns experiment --success R3", 1, "did you mean `R1`?");
    check_refusal("effect FILE --value score --group system --success a", 2, "--success needs --rows and --columns");
    check_refusal("effect FILE --value score --group system --rows system --columns item", 2, "without --value");
    check_refusal("effect --counts 1,2;3,4 --f 4.5 --df 2 57", 2, "cannot be used with");
    check_refusal("effect FILE --rows system", 2, "give a FILE with --rows and --columns");
    check_refusal("effect FILE --rows system --columns item", 1, "columns: at least 2 needed, 1 found");
    check_refusal("effect --counts 1,2;3,x", 2, "`x` in --counts is not a whole number");
    check_refusal("effect --counts 0,2;0,3", 1, "association is undefined");
    check_refusal("replication --measure d --original 0.8 20 --reproduction 0.3 100 100", 2, "d needs three numbers");
}
