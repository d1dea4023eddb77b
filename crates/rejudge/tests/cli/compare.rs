//! `rejudge compare` and `rejudge diff`, through the real program.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use expect_test::expect_file;
use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn rejudge(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::cargo_bin("rejudge").unwrap().args(arguments).current_dir(root()).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn run_rejudge(arguments: &[&str]) -> String {
    let (code, out, talk) = rejudge(arguments);
    assert_eq!(code, 0, "{arguments:?}: {talk}");
    out
}

#[test]
fn comparisons_of_the_worked_studies_are_current() {
    for (study, reproductions) in [
        ("fluency", &["reproduction.toml", "reproduction-2.toml"][..]),
        ("simplicity-ranking", &["reproduction.toml"]),
        ("meaning-pairs", &["reproduction.toml"]),
        ("toxicity-pairs", &["reproduction.toml"]),
        ("best-worst", &["reproduction.toml"]),
    ] {
        let file = |name: &str| format!("studies/{study}/{name}");
        let inputs: Vec<String> =
            std::iter::once("original.toml").chain(reproductions.iter().copied()).map(file).collect();
        let arguments: Vec<&str> = std::iter::once("compare").chain(inputs.iter().map(String::as_str)).collect();
        expect_file![root().join(file("expected/comparison.txt"))].assert_eq(&run_rejudge(&arguments));
    }
}

#[test]
fn every_number_of_the_text_is_in_the_json() {
    let inputs = ["compare", "studies/fluency/original.toml", "studies/fluency/reproduction.toml"];
    let json: Value = serde_json::from_str(&run_rejudge(&[&inputs[..], &["--json"]].concat())).unwrap();
    assert_eq!(json["format"], 2);
    let estimates = json["estimates"].as_array().unwrap();
    let ids: Vec<&str> = estimates.iter().map(|e| e["id"].as_str().unwrap()).collect();
    for id in [
        "mean[fluency, svm, original]",
        "cv[fluency, svm]",
        "cv_unshifted[fluency, svm]",
        "r[fluency, original|reproduction]",
        "P[fluency]",
    ] {
        assert!(ids.contains(&id), "{id} is not among {ids:?}");
    }
    let cv = estimates.iter().find(|e| e["id"] == "cv_unshifted[fluency, svm]").unwrap();
    assert!((cv["value"].as_f64().unwrap() - 17.224_981_603_785_302).abs() < 1e-12);
    // The deciding model needs the judgements; what the original's own test says of the printed numbers stands beside it.
    let decided = &json["claims"][0]["decided"][1];
    assert_eq!(decided["verdict"], "direction only, as claimed");
    let because: Vec<&str> = decided["because"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert!(because.iter().any(|it| it.starts_with("As the original did, by Student's t-test")), "{because:?}");
    assert!(because.contains(&"If judgements were independent: supported"), "{because:?}");
}

/// Table 2 of the reproduction of DExperts: how often each option was chosen, on average over the four baselines, with CV*; its CV*
/// are computed from averages that are rounded or cut in the fourth digit.
#[test]
fn one_system_against_all_others_is_what_the_reproduction_printed() {
    let inputs = ["compare", "studies/toxicity-pairs/original.toml", "studies/toxicity-pairs/reproduction.toml"];
    let json: Value = serde_json::from_str(&run_rejudge(&[&inputs[..], &["--json"]].concat())).unwrap();
    let value = |id: &str| -> f64 {
        let found = json["estimates"].as_array().unwrap().iter().find(|it| it["id"] == id);
        found.unwrap_or_else(|| panic!("no {id}"))["value"].as_f64().unwrap()
    };
    for (criterion, of, original, here, cv) in [
        ("toxicity", "dexperts, all others", 0.205, 0.220, 7.037),
        ("toxicity", "dexperts, all others, equal", 0.655, 0.575, 12.969),
        ("toxicity", "all others, dexperts", 0.140, 0.205, 37.568),
        ("topicality", "dexperts, all others", 0.305, 0.293, 4.001),
        ("topicality", "dexperts, all others, equal", 0.395, 0.388, 1.783),
        ("topicality", "all others, dexperts", 0.298, 0.323, 8.027),
        ("fluency", "dexperts, all others", 0.323, 0.350, 7.999),
        ("fluency", "dexperts, all others, equal", 0.368, 0.295, 21.955),
        ("fluency", "all others, dexperts", 0.310, 0.355, 13.493),
    ] {
        assert!(
            (value(&format!("mean_share[{criterion}, {of}, original]")) - original).abs() < 0.0006,
            "{criterion}, {of}"
        );
        assert!(
            (value(&format!("mean_share[{criterion}, {of}, reproduction]")) - here).abs() < 0.0006,
            "{criterion}, {of}"
        );
        let found = value(&format!("cv[{criterion}, {of}, original|reproduction]"));
        assert!((found - cv).abs() < 0.25, "{criterion}, {of}: {found}, printed {cv}");
    }
    assert!((value("equal_change[toxicity, original|reproduction]") + 0.08).abs() < 1e-9);
}

#[test]
fn a_report_says_why_it_differed_and_which_printed_numbers_do_not_agree() {
    let out = tempfile::tempdir().unwrap();
    let inputs = ["studies/fluency/original.toml", "studies/fluency/reproduction.toml"];
    run_rejudge(&["compare", inputs[0], inputs[1], "--out", out.path().to_str().unwrap()]);
    let report = std::fs::read_to_string(out.path().join("report.md")).unwrap();
    for said in ["all scores together moved by −0.42", "times as far apart as before", "6 do not come out"] {
        assert!(report.contains(said), "no {said} in {report}");
    }
    let numbers = std::fs::read_to_string(out.path().join("comparison.json")).unwrap();
    let numbers: Value = serde_json::from_str(&numbers).unwrap();
    let value = |name: &str| {
        let found = numbers["estimates"].as_array().unwrap().iter().find(|it| it["name"] == name).unwrap();
        found["value"].as_f64().unwrap()
    };
    // By hand: the changes are −0.59, −0.63 and −0.05.
    assert!((value("shift") + 1.27 / 3.0).abs() < 1e-9);
    assert!((value("shift_share") - 1.27 * 1.27 / 3.0 / (0.3481 + 0.3969 + 0.0025)).abs() < 1e-9);
}

/// Two runs whose judgements are known: the outputs that moved most are shown with their texts.
#[test]
fn outputs_that_moved_most_have_their_texts() {
    let out = tempfile::tempdir().unwrap();
    let place = |name: &str| out.path().join(name).display().to_string();
    for seed in ["1", "2"] {
        run_rejudge(&[
            "rehearse",
            "studies/fluency",
            "--once",
            "--bootstrap",
            "20",
            "--seed",
            seed,
            "--out",
            &place(seed),
        ]);
    }
    let tables = [place("1/judgements.csv"), place("2/judgements.csv")];
    run_rejudge(&["compare", &tables[0], &tables[1], "--study", "studies/fluency", "--out", &place("compared")]);
    let report = std::fs::read_to_string(out.path().join("compared/report.md")).unwrap();
    let moved = report.split("The outputs whose scores moved most").nth(1).unwrap();
    let first: Vec<&str> = moved.lines().filter(|line| line.starts_with("| ")).nth(1).unwrap().split('|').collect();
    let items = std::fs::read_to_string(root().join("studies/fluency/items.csv")).unwrap();
    let words: String = first[3].trim().chars().take(30).collect();
    assert!(items.contains(words.trim_end_matches(" …")), "{first:?}");
}

#[test]
fn a_rehearsal_is_compared_with_what_it_repeats() {
    let out = tempfile::tempdir().unwrap();
    let folder = out.path().to_str().unwrap();
    run_rejudge(&["rehearse", "studies/fluency", "--once", "--bootstrap", "20", "--out", folder]);
    let results = format!("{folder}/results.json");
    let text = run_rejudge(&["compare", "studies/fluency/original.toml", &results]);
    assert!(text.contains("BART with SVM reranking"), "{text}");
    assert!(text.contains("its own analysis of the judgements"), "{text}");
    // Judgements say more: agreement over both sets of raters, scores item by item, a mixed model.
    let judgements = format!("{folder}/judgements.csv");
    let again = tempfile::tempdir().unwrap();
    run_rejudge(&[
        "rehearse",
        "studies/fluency",
        "--once",
        "--seed",
        "2",
        "--bootstrap",
        "20",
        "--out",
        again.path().to_str().unwrap(),
    ]);
    let others = again.path().join("judgements.csv");
    let text = run_rejudge(&["compare", &judgements, others.to_str().unwrap(), "--study", "studies/fluency"]);
    for said in ["alpha, pooled", "rounded means differ", "Same means?"] {
        assert!(text.contains(said), "no {said:?} in {text}");
    }
}

#[test]
fn wrong_inputs_end_with_one_and_say_why() {
    for (arguments, code, said) in [
        (&["compare", "studies/fluency/original.toml"][..], 1, "at least two experiments"),
        (&["compare", "studies/fluency"], 1, "no results.json"),
        (&["compare", "nowhere.toml", "studies/fluency/original.toml"], 1, "nowhere.toml"),
        (&["compare", "README.md", "README.md"], 1, "cannot be compared"),
        (
            &["compare", "studies/fluency/original.toml", "studies/best-worst/reproduction.toml"],
            1,
            "no two of the experiments",
        ),
        (&["compare", "a.toml", "b.toml", "--names", "x", "--level", "2"], 2, "between 0 and 1"),
        (&["compare"], 2, "Usage"),
        (&["diff", "studies/nowhere"], 1, "there is no study folder"),
    ] {
        let (found, out, talk) = rejudge(arguments);
        assert_eq!(found, code, "{arguments:?}: {out}{talk}");
        assert!(talk.contains(said), "{arguments:?} does not say {said:?}: {talk}");
    }
}

#[test]
fn the_qra_tools_files_are_read_and_written_as_it_does() {
    let Some(shared) = testdata::find_outside("data/qra3") else { return };
    let path = |name: &str| shared.join(name).to_str().unwrap().to_owned();
    let out = tempfile::tempdir().unwrap();
    let arguments = ["--qra3", &path("metrics-3-studies.csv"), "--config", &path("config-3-studies.json")];
    let written = out.path().to_str().unwrap();
    let text = run_rejudge(&[&["compare"], &arguments[..], &["--json", "--to-qra3", written]].concat());
    let read = |folder: &Path, name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    for name in ["table.csv", "table.tex"] {
        assert_eq!(read(out.path(), name), read(&shared, name), "{name}");
    }
    let theirs: Value = serde_json::from_str(&read(&shared, "data.json")).unwrap();
    assert_alike(&serde_json::from_str(&text).unwrap(), &theirs, "");
    assert_alike(&serde_json::from_str(&read(out.path(), "data.json")).unwrap(), &theirs, "");
}

/// Equal in shape and words, and to ten digits in numbers: p-values of correlations near one lose the rest.
fn assert_alike(ours: &Value, theirs: &Value, place: &str) {
    match (ours, theirs) {
        (Value::Object(a), Value::Object(b)) => {
            assert!(a.keys().eq(b.keys()), "{place}");
            a.iter().for_each(|(key, value)| assert_alike(value, &b[key], &format!("{place}/{key}")));
        }
        (Value::Array(a), Value::Array(b)) => {
            assert_eq!(a.len(), b.len(), "{place}");
            a.iter().zip(b).for_each(|(a, b)| assert_alike(a, b, place));
        }
        (Value::Number(a), Value::Number(b)) => {
            let (a, b) = (a.as_f64().unwrap(), b.as_f64().unwrap());
            assert!((a - b).abs() <= 1e-10 * b.abs().max(1e-300), "{place}: {a} for {b}");
        }
        _ => assert_eq!(ours, theirs, "{place}"),
    }
}

#[test]
fn a_comparison_is_written_for_the_qra_tool_and_read_back() {
    let out = tempfile::tempdir().unwrap();
    let written = out.path().to_str().unwrap();
    let inputs = ["studies/fluency/original.toml", "studies/fluency/reproduction.toml", "--to-qra3", written];
    run_rejudge(&[&["compare"], &inputs[..]].concat());
    let path = |name: &str| out.path().join(name).to_str().unwrap().to_owned();
    let again = run_rejudge(&["compare", "--qra3", &path("metrics.csv"), "--config", &path("config.json"), "--json"]);
    let data = std::fs::read_to_string(path("data.json")).unwrap();
    let (again, data): (Value, Value) = (serde_json::from_str(&again).unwrap(), serde_json::from_str(&data).unwrap());
    let level = |value: &Value| value["result_types"]["Type I"]["per_level_results"]["Study"].clone();
    assert_eq!(level(&again)["n"], 2);
    assert_alike(&level(&again), &level(&data), "");
}

#[test]
fn designs_are_held_against_each_other_and_against_their_original() {
    let text = run_rejudge(&["diff", "studies/fluency", "studies/toxicity-pairs"]);
    for said in
        ["people per question", "platform", "personal invitations", "Prolific", "instructions", "fluency: question"]
    {
        assert!(text.contains(said), "no {said:?} in {text}");
    }
    let text = run_rejudge(&["diff", "studies/fluency", "studies/fluency"]);
    assert!(text.contains("no difference in systems, items"), "{text}");
    let json: Value = serde_json::from_str(&run_rejudge(&["diff", "studies/fluency", "--json"])).unwrap();
    assert_eq!(json["differences"][0]["topic"], "declared deviations");
    assert_eq!(json["first"], "August, Reinecke and Smith 2022");
}

#[test]
fn the_page_says_what_the_terminal_says() {
    let out = tempfile::tempdir().unwrap();
    let folder = out.path().to_str().unwrap();
    let read = |name: &str| std::fs::read_to_string(out.path().join(name)).unwrap();
    // Of one of the two only ranks are known: they stand beside those of the other.
    run_rejudge(&[
        "compare",
        "studies/best-worst/original.toml",
        "studies/best-worst/reproduction.toml",
        "--out",
        folder,
    ]);
    let text = read("report.md");
    assert!(
        text.contains("| system | original: rank | reproduction: score | reproduction: 95 % CI | reproduction: rank |"),
        "{text}"
    );
    assert!(text.contains("| Template | 5 | 17.08 | \\[4.52, 29.64\\] | 1 |"), "{text}");
    assert!(out.path().join("figures/each-experiment-coherence.svg").is_file());
    let inputs =
        ["original.toml", "reproduction.toml", "reproduction-2.toml"].map(|it| format!("studies/fluency/{it}"));
    run_rejudge(&["compare", &inputs[0], &inputs[1], &inputs[2], "--out", folder]);
    let (text, page) = (read("report.md"), read("report.html"));
    // Every later run against the first, in the order of the inputs, each called by its file.
    let (_, pairs) = text.split_once("every experiment against the original").unwrap();
    let (r1, r2) = pairs.split_once("| **reproduction 2 − original** |").unwrap();
    assert!(
        r1.contains("| **reproduction − original** |") && r1.contains("| BART with SVM reranking | −0.59 |"),
        "{r1}"
    );
    assert!(r2.contains("| BART with SVM reranking | −0.09 |"), "{r2}");
    for said in ["**Worth knowing**", "decided by", "How the comparison was made", "## References", "Belz (2022)"] {
        assert!(text.contains(said), "no {said:?} in {text}");
    }
    assert!(page.contains("<strong>Worth knowing</strong>") && page.contains("Belz (2022)"));
    assert!(read("references.bib").contains("@article{belz2022"));
}

#[test]
fn the_first_screen_is_the_same_for_people_and_programs() {
    let out = tempfile::tempdir().unwrap();
    let folder = out.path().to_str().unwrap();
    let inputs = ["compare", "studies/toxicity-pairs/original.toml", "studies/toxicity-pairs/reproduction.toml"];
    let terminal = run_rejudge(&[&inputs[..], &["--out", folder]].concat());
    let read = |name: &str| std::fs::read_to_string(out.path().join(name)).unwrap();
    let answer: Value = serde_json::from_str(&read("answer.json")).unwrap();
    let json: Value = serde_json::from_str(&run_rejudge(&[&inputs[..], &["--json"]].concat())).unwrap();
    assert_eq!(json["answer"], answer);
    assert_eq!(answer["badge"], "PUBLISHED NUMBERS");
    let [sentence, warning] =
        [&answer["sentence"], &answer["warnings"][0]["words"]].map(|words| words.as_str().unwrap().to_owned());
    for (name, text) in [("terminal", terminal), ("page", read("report.html")), ("LaTeX", read("answer.tex"))] {
        assert!(text.contains(&sentence) && text.contains(&warning), "{name}: {text}");
    }
    let cards = answer["cards"].as_array().unwrap();
    assert_eq!(cards.len(), 4);
    assert_eq!(
        cards[3]["verdicts"][0],
        serde_json::json!({ "run": "original", "verdict": "direction only, as claimed" })
    );
    assert!(cards[3]["because"].as_str().unwrap().contains("DExperts"), "{}", cards[3]);
}

#[test]
fn many_runs_have_a_row_each_in_the_order_they_were_given() {
    let out = tempfile::tempdir().unwrap();
    let folder = out.path().to_str().unwrap();
    let [original, first, second] =
        ["original.toml", "reproduction.toml", "reproduction-2.toml"].map(|it| format!("studies/fluency/{it}"));
    let runs = [&original, &second, &first, &second, &first].map(String::as_str);
    let names = "Seattle,Tilburg,Ghent,Oslo,Bergen";
    let text = run_rejudge(&[&["compare"], &runs[..], &["--names", names, "--out", folder]].concat());
    assert!(text.contains("C1: direction only, as claimed in 4 of 4 runs after Seattle."), "{text}");
    let page = std::fs::read_to_string(out.path().join("report.md")).unwrap();
    let (_, matrix) = page.split_once("Every run, and what became of each claim in it").unwrap();
    let rows: Vec<&str> = matrix.lines().filter(|line| line.starts_with("| ")).skip(1).take(6).collect();
    for (row, name) in rows.iter().zip(names.split(',')) {
        let claimed = "direction only, as claimed";
        assert!(row.starts_with(&format!("| {name} | printed numbers | {claimed} | {claimed} |")), "{row}");
    }
    assert!(rows[5].starts_with("| direction only, as claimed | of 4 runs after Seattle | 4 | 4 |"), "{rows:?}");
    for said in ["pooled effect", "Hartung–Knapp"] {
        assert!(matrix.contains(said), "no {said}");
    }
}

/// A foreign table, analysed with claims: its people, and the lowest answer that any of them gave.
fn analyse_foreign(folder: &Path, name: &str, people: u32, lowest: f64) -> String {
    let mut text = "rater,item,system,rating\n".to_owned();
    for (person, item, system) in (0..people).flat_map(|p| (0..30).flat_map(move |i| (0..3).map(move |s| (p, i, s)))) {
        let noise = f64::from((person * 37 + item * 11 + system * 5 + person * item * 7) % 13) / 6.0 - 1.0;
        let rating = (2.6 + 0.7 * f64::from(system) + 1.4 * noise).round().clamp(lowest, 5.0);
        text.push_str(&format!("p{person},i{item},s{system},{rating}\n"));
    }
    let (table, out) = (folder.join(format!("{name}.csv")), folder.join(name));
    std::fs::write(&table, text).unwrap();
    let claims = ["s2 > s0 on rating", "s0 > s2 on rating", "s0 = s1 on rating within 0.7"];
    let mut arguments = vec!["analyse", table.to_str().unwrap(), "--replicates", "1", "--out", out.to_str().unwrap()];
    arguments.extend(claims.iter().flat_map(|claim| ["--claim", claim]));
    run_rejudge(&arguments);
    out.join("results.json").to_str().unwrap().to_owned()
}

#[test]
fn foreign_results_are_compared_on_their_own_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let runs =
        [("wide", 12, 1.0), ("narrow", 12, 2.0)].map(|(name, n, low)| analyse_foreign(folder.path(), name, n, low));
    let text = run_rejudge(&["compare", &runs[0], &runs[1]]);
    for said in [
        "rating: the ends of the scale are not stated for wide (answers from 1 to 5, higher is better) and narrow (answers from 2 to 5",
        "State the scale with `response` in the mapping",
        "CV* is given unshifted only; name it with --scale-min",
    ] {
        assert!(text.contains(said), "no {said} in {text}");
    }
    assert!(!text.contains("rescaled linearly"), "{text}");
    let shifted = run_rejudge(&["compare", &runs[0], &runs[1], "--scale-min", "1"]);
    let tables = ["wide", "narrow"].map(|name| folder.path().join(format!("{name}.csv")).to_str().unwrap().to_owned());
    let judged = run_rejudge(&["compare", &tables[0], &tables[1], "--scale-min", "1"]);
    let scores = |text: &str| {
        let (_, rest) = text.split_once("Type I:").unwrap();
        rest.split_once("Type II").unwrap().0.to_owned()
    };
    assert_eq!(scores(&shifted), scores(&judged), "results and tables of the same runs");
}

#[test]
fn few_raters_inconclusive_claims_and_two_runs_are_named_on_the_screen() {
    let folder = tempfile::tempdir().unwrap();
    let runs = [("many", 12), ("two", 2)].map(|(name, n)| analyse_foreign(folder.path(), name, n, 1.0));
    let out = folder.path().join("out");
    let text = run_rejudge(&["compare", &runs[0], &runs[1], "--out", out.to_str().unwrap()]);
    let few = "two: 2 people judged: people's tastes cannot be separated from the systems";
    assert!(text.matches(&format!("! {few}")).count() >= 2, "at the top and beside the tables: {text}");
    let report = std::fs::read_to_string(out.join("report.md")).unwrap();
    assert!(report.matches(few).count() >= 3, "{report}");
    let (_, between) = text.split_once("Same means? Not tested").unwrap();
    for word in ["different", "equivalent", "homogeneous", "inside", "outside"] {
        assert!(!between.contains(word), "{word} in {between}");
    }
    for said in ["1 of 2, 1 inconclusive", "C1, two: s2 scored better (mean"] {
        assert!(text.contains(said), "no {said} in {text}");
    }
    let numbers = std::fs::read_to_string(out.join("comparison.json")).unwrap();
    assert!(!numbers.contains("\"I2"), "how much of a difference is more than chance needs the error of both runs");
}

#[test]
fn a_table_that_cannot_be_read_is_mended_with_the_mapping() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("odd.csv");
    std::fs::write(&table, "rater,item,system,grade_x,grade_y\np1,i1,a,3,4\np1,i1,b,2,1\n").unwrap();
    let (code, _, talk) = rejudge(&["compare", "studies/fluency/original.toml", table.to_str().unwrap()]);
    assert_eq!(code, 1, "{talk}");
    assert!(talk.contains("--mapping") && !talk.contains("--value"), "{talk}");
}
