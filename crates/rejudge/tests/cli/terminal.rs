//! Finding one's way in the terminal: `rejudge` alone, `stats which`, other names of statistics, completions.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::Path;

use assert_cmd::Command;
use expect_test::{Expect, expect};
use serde_json::Value;

fn run_rejudge(folder: &Path, words: &str) -> String {
    let output =
        Command::cargo_bin("rejudge").unwrap().current_dir(folder).args(words.split_whitespace()).output().unwrap();
    assert!(output.status.success(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[track_caller]
fn check(folder: &Path, expected: &Expect) {
    let text = run_rejudge(folder, "");
    assert!(text.lines().count() <= 24, "more than a screen:\n{text}");
    expected.assert_eq(&text);
}

#[test]
fn alone_in_an_empty_folder_it_says_how_to_begin() {
    let folder = tempfile::tempdir().unwrap();
    check(
        folder.path(),
        &expect![[r#"
        There is no study in this folder.

        Next:
          rejudge import FILE… --out old-study   make a study from answers you have
          rejudge new my-study --kind pairwise   create a working study, then edit it
          rejudge demo                           see everything once, with simulated participants
          rejudge stats which                    which statistic fits, and its command

        All commands: rejudge --help
    "#]],
    );
    std::fs::write(folder.path().join("my ratings.csv"), "rater,item,system,rating\n").unwrap();
    assert!(run_rejudge(folder.path(), "").contains("rejudge analyse './my ratings.csv' "));
}

/// A study goes its way: wrong, ready, answered, analysed. Each time the next command is another.
#[test]
#[expect(clippy::too_many_lines, reason = "one way of one study, step by step")]
fn alone_beside_a_study_it_says_what_comes_next() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    run_rejudge(folder, "new quiet --kind pairwise");
    check(
        folder,
        &expect![[r#"
        quiet: a study, nothing wrong, 4 doubtful

        Next:
          rejudge check quiet      what is doubtful, and why
          rejudge plan quiet       lists, slots, balance, cost and hours
          rejudge preview quiet    every page as a participant will see it
          rejudge rehearse quiet   power, false positives and cost, simulated
          rejudge serve quiet      collect answers

        All commands: rejudge --help
    "#]],
    );
    let file = folder.join("quiet/study.toml");
    let sound = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, sound.replace("[[criteria]]", "[[criterias]]")).unwrap();
    check(
        folder,
        &expect![[r#"
        quiet: a study, 1 wrong, 4 doubtful

        Next:
          rejudge check quiet   what is wrong, where, and the remedy

        All commands: rejudge --help
    "#]],
    );
    std::fs::write(&file, sound).unwrap();
    run_rejudge(folder, "rehearse quiet --via-server 8 --deterministic --database rejudge.sqlite");
    check(
        folder,
        &expect![[r#"
        quiet: a study, nothing wrong, 4 doubtful
        rejudge.sqlite: 8 sessions of quiet, simulated

        Next:
          rejudge check quiet                                               what is doubtful, and why
          rejudge plan quiet                                                lists, slots, balance, cost and hours
          rejudge preview quiet                                             every page as a participant will see it
          rejudge rehearse quiet                                            power, false positives and cost, simulated
          rejudge serve quiet                                               collect answers
          rejudge analyse quiet --served-as quiet-rehearsal --out results   what the simulated participants answered
          rejudge verify                                                    whether anything was changed by hand

        All commands: rejudge --help
    "#]],
    );
    let elsewhere = tempfile::tempdir().unwrap();
    let elsewhere = elsewhere.path();
    std::fs::copy(folder.join("rejudge.sqlite"), elsewhere.join("rejudge.sqlite")).unwrap();
    check(
        elsewhere,
        &expect![[r#"
        rejudge.sqlite: 8 sessions of `quiet-rehearsal`, whose folder is not here

        Next:
          rejudge analyse STUDY --served-as quiet-rehearsal --out results   with the folder it was served from as STUDY
          rejudge verify                                                    whether anything was changed by hand
          rejudge import FILE… --out old-study                              make a study from answers you have
          rejudge new my-study --kind pairwise                              create a working study, then edit it
          rejudge demo                                                      see everything once, with simulated participants
          rejudge stats which                                               which statistic fits, and its command

        All commands: rejudge --help
    "#]],
    );
    run_rejudge(elsewhere, &format!("analyse {}/quiet --served-as quiet-rehearsal --out results", folder.display()));
    check(
        &elsewhere.join("results"),
        &expect![[r#"
        results.json: results; open report.html in a browser

        Next:
          rejudge compare results.json OTHER     compare this run with another, or with original.toml
          rejudge import FILE… --out old-study   make a study from answers you have
          rejudge new my-study --kind pairwise   create a working study, then edit it
          rejudge demo                           see everything once, with simulated participants
          rejudge stats which                    which statistic fits, and its command

        All commands: rejudge --help
    "#]],
    );
    std::fs::rename(folder.join("quiet"), folder.join("quiet-rehearsal")).unwrap();
    check(
        folder,
        &expect![[r#"
        quiet-rehearsal: a study, nothing wrong, 4 doubtful; 8 sessions in rejudge.sqlite, 8 finished

        Next:
          rejudge analyse quiet-rehearsal --out results   scores, agreement, claims, and a report
          rejudge serve quiet-rehearsal                   continue collecting, with the dashboard
          rejudge verify                                  whether anything was changed by hand

        All commands: rejudge --help
    "#]],
    );
    run_rejudge(folder, "analyse quiet-rehearsal --out results --replicates 50");
    check(
        folder,
        &expect![[r#"
        quiet-rehearsal: a study, nothing wrong, 4 doubtful; 8 sessions in rejudge.sqlite, 8 finished
        results/results.json: results; open results/report.html in a browser

        Next:
          rejudge analyse quiet-rehearsal --out results-again   scores, agreement, claims, and a report
          rejudge serve quiet-rehearsal                         continue collecting, with the dashboard
          rejudge verify                                        whether anything was changed by hand
          rejudge bundle quiet-rehearsal --out study.zip        everything another lab needs

        All commands: rejudge --help
    "#]],
    );
    assert!(run_rejudge(&folder.join("quiet-rehearsal"), "").starts_with("This folder: a study"));
}

#[test]
fn alone_beside_what_others_sent_it_says_how_to_check_it_and_run_it_again() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let bag: record::bundle::FileMap = [("bagit.txt".to_owned(), b"BagIt-Version: 1.0\n".to_vec())].into();
    std::fs::write(folder.join("study.zip"), record::bundle::to_zip("study", &bag).unwrap()).unwrap();
    std::fs::write(folder.join("photos.zip"), "no archive").unwrap();
    std::fs::write(folder.join("card.json"), "{\n \"heds-system-tasks-9\": {}}").unwrap();
    std::fs::write(folder.join("other.json"), "{}").unwrap();
    std::fs::write(folder.join("original.toml"), "").unwrap();
    check(
        folder,
        &expect![[r#"
        study.zip: a bundle
        card.json: a HEDS datacard
        original.toml: numbers from a paper

        Next:
          rejudge verify study.zip                         whether every number follows from its judgements
          rejudge rerun study.zip --simulate --out again   run it again here, first with simulated people
          rejudge heds card.json                           the datasheet, to read
          rejudge compare original.toml OTHER              compare with another run: numbers from a paper, or results.json
          rejudge import FILE… --out old-study             make a study from answers you have
          rejudge new my-study --kind pairwise             create a working study, then edit it
          rejudge demo                                     see everything once, with simulated participants
          rejudge stats which                              which statistic fits, and its command

        All commands: rejudge --help
    "#]],
    );
    std::fs::create_dir_all(folder.join("unpacked/data")).unwrap();
    std::fs::write(folder.join("unpacked/bagit.txt"), "").unwrap();
    std::fs::write(folder.join("unpacked/data/results.json"), "{}").unwrap();
    let inside = run_rejudge(&folder.join("unpacked"), "");
    assert!(inside.starts_with("This folder: a bundle, unpacked\n\nNext:\n  rejudge verify . "), "{inside}");
    assert!(inside.contains("rejudge rerun . --simulate --out ../again"), "{inside}");
}

#[test]
fn a_database_of_another_kind_is_named_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("rejudge.sqlite");
    std::fs::write(&database, "no database").unwrap();
    assert!(run_rejudge(folder.path(), "").contains("rejudge.sqlite cannot be read: "));
    assert_eq!(std::fs::read_to_string(&database).unwrap(), "no database");
}

#[test]
fn the_method_that_fits_comes_first_with_its_reason_and_its_command() {
    let folder = tempfile::tempdir().unwrap();
    let which = |words: &str| run_rejudge(folder.path(), &format!("stats which {words}"));
    expect![[r#"
        Use:
          mixed-model
            The linear mixed model accounts for repeated people, items and outputs and for people's
            tastes, as far as the design can show them. Small samples: Satterthwaite's degrees of
            freedom, limited where raters are few; errors of its own for each pair where systems vary
            unequally. Several pairs are several chances: correct the p-values (`--adjust holm`,
            `correction = "holm"`).
              rejudge analyse judgements.csv --claim 'a > b on quality'
              rejudge stats lmm ratings.csv "rating ~ system + (1|rater) + (1|item) + (1|item:system) + (1|rater:system)" --contrasts system --adjust holm
              in study.toml: decided_by = { test = "mixed-model" }

        Beside it, or instead:
          ordinal-model
            The cumulative-link mixed model accounts for repeated people and items, not for outputs and
            people's tastes. Small samples: none: large samples.
              rejudge stats clmm ratings.csv "rating ~ system + (1|rater) + (1|item)" --contrasts system --adjust holm
              in study.toml: decided_by = { test = "ordinal-model" }
          bootstrap
            The bootstrap over items and participants draws people and items again, and is conservative.
            Small samples: none: percentile intervals, wider than they need be.
              rejudge stats permutation ratings.csv --value rating --group system --by item --seed 7
              in study.toml: decided_by = { test = "bootstrap" }

        Not here:
          student-t, welch-t, anova-tukey, mann-whitney
            Each treats all judgements as independent, so that p-values come out too small here.
          paired-t, wilcoxon, friedman
            Each treats items as independent and people as fixed, so that p-values come out too small
            here.
    "#]]
    .assert_eq(&which("--goal difference --response rating --design repeated --systems 3"));
    expect![[r#"
        Use:
          alpha
            Any number of raters, and answers may be missing; `--level nominal` takes answers as the
            same or not. Not when: Nearly all ratings are one value: alpha is then low however often
            raters agree; show percent agreement and Gwet's AC1 too.
              rejudge stats alpha ratings.csv --rater rater --item item --value rating --level nominal --bootstrap 1000

        Beside it, or instead:
          gwet
            When nearly all answers are the same. Not when: Readers expect alpha or kappa: give it
            beside them, not instead.
              rejudge stats gwet votes.csv --rater rater --item item --value choice
          kappa
            Two raters who both judged everything; `--weights` for ordered answers. Not when: Ratings
            are missing in many patterns, or raters differ per item: use alpha or fleiss.
              rejudge stats kappa ratings.csv --rater rater --item item --value rating --weights quadratic --where rater=001,002
          agreement
            The share of equal answers, each rater against the others, and the items that divide them.
            Not when: Chance must be taken off: use alpha, kappa, fleiss or gwet.
              rejudge stats agreement ratings.csv --rater rater --item item --value rating --pairs spearman
    "#]].assert_eq(&which("--goal agreement --response choice --raters 2"));
    let first = |words: &str| {
        let ways: Value = serde_json::from_str(&which(&format!("{words} --json"))).unwrap();
        ways[0]["method"].as_str().unwrap().to_owned()
    };
    assert_eq!(first("--goal difference --response rating --design paired"), "paired-t");
    assert_eq!(first("--goal difference --response ranking --design paired"), "wilcoxon");
    assert_eq!(first("--goal difference --response slider --design independent"), "welch-t");
    assert_eq!(first("--goal difference --response slider --design independent --systems 4"), "anova-tukey");
    assert_eq!(first("--goal difference --response choice --design repeated"), "glmm");
    assert_eq!(first("--goal equivalence --response pairwise --design repeated"), "mixed-model");
    assert_eq!(first("--goal agreement --response spans"), "unitised");
    assert_eq!(first("--goal strength --response pairwise"), "bt");
    assert_eq!(first("--goal size"), "rehearse");
}

#[test]
fn a_statistic_answers_to_the_names_that_people_type() {
    let folder = tempfile::tempdir().unwrap();
    let listed: Value = serde_json::from_str(&run_rejudge(folder.path(), "stats list --json")).unwrap();
    let mut aliases = 0;
    for method in listed.as_array().unwrap() {
        let explained = run_rejudge(folder.path(), &format!("stats {} --explain", method["method"].as_str().unwrap()));
        for alias in method["aliases"].as_array().unwrap() {
            let alias = alias.as_str().unwrap();
            assert_eq!(run_rejudge(folder.path(), &format!("stats {alias} --explain")), explained);
            assert!(
                run_rejudge(folder.path(), &format!("stats {alias} --help")).contains("Usage: rejudge stats"),
                "{alias}"
            );
            aliases += 1;
        }
    }
    assert!(aliases > 30, "{aliases}");
}

#[test]
fn shells_complete_the_codes_of_findings_and_the_names_of_statistics() {
    let folder = tempfile::tempdir().unwrap();
    for shell in ["bash", "zsh"] {
        let script = run_rejudge(folder.path(), &format!("completions {shell}"));
        for word in ["R001", "krippendorff", "which"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
}
