//! A study in parts through the real program: ratings of every output and choices between two, in one study.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

pub(crate) fn rejudge(arguments: &[&str], directory: &Path) -> String {
    let output = Command::cargo_bin("rejudge").unwrap().args(arguments).current_dir(directory).output().unwrap();
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{arguments:?}: {said}");
    said
}

#[test]
fn a_panel_goes_from_nothing_to_a_bundle() {
    let home = tempfile::tempdir().unwrap();
    let here = home.path();
    let read = |name: &str| std::fs::read_to_string(here.join(name)).unwrap();
    rejudge(&["new", "panel", "--kind", "panel"], here);
    // A bundle names who made it.
    let text =
        read("panel/study.toml").replace("language = \"en\"", "language = \"en\"\ninstitution = \"An Institute\"");
    std::fs::write(here.join("panel/study.toml"), text).unwrap();
    let planned = rejudge(&["plan", "panel"], here);
    // The information page gives the minutes that the plan computes.
    assert!(planned.contains("103 outputs on 82 pages in 2 parts, about 22 min"), "{planned}");
    let information = read("panel/information.md");
    assert!(information.contains("It takes about 22 minutes"), "{information}");
    for table in ["each system", "the right answer to a check"] {
        let title = format!("\nHow often {table} is in each position, over all 3 sessions\n");
        assert_eq!(planned.matches(&title).count(), 1, "{planned}");
    }
    let once = rejudge(&["rehearse", "panel", "--once", "--bootstrap", "40", "--out", "once"], here);
    assert!(once.starts_with("SIMULATED: 240 judgements and 6 checks; "), "{once}");
    let table = read("once/judgements.csv");
    let header: Vec<&str> = table.lines().next().unwrap().split(',').collect();
    let column = |name: &str| header.iter().position(|known| *known == name).unwrap();
    let (criterion, part) = (column("criterion"), column("part"));
    // None of the first cells holds a comma.
    let rows: Vec<Vec<&str>> = table.lines().skip(1).map(|line| line.split(',').collect()).collect();
    let count = |id: &str| rows.iter().filter(|row| row[criterion] == id).count();
    assert_eq!((count("faithfulness"), count("preference")), (3 * 61, 3 * 21));
    assert!(part > criterion);
    rejudge(&["analyse", "panel", "--data", "once/judgements.csv", "--replicates", "40", "--out", "found"], here);
    let results: Value = serde_json::from_str(&read("found/results.json")).unwrap();
    let decided: Vec<&Value> = results["claims"].as_array().unwrap().iter().map(|claim| &claim["id"]).collect();
    assert_eq!(decided, ["C1", "C2"]);
    let page = read("found/report.html");
    for words in ["faithfulness", "preference", "alone", "pairs"] {
        assert!(page.contains(words), "the report does not speak of {words}");
    }
    let data = [
        "bundle",
        "panel",
        "--data",
        "once/judgements.csv",
        "--out",
        "b.zip",
        "--date",
        "2026-11-17",
        "--replicates",
        "40",
    ];
    rejudge(&data, here);
    assert!(rejudge(&["verify", "b.zip"], here).contains("all the same"));
    rejudge(&["rerun", "b.zip", "--out", "again", "--simulate", "--seed", "5"], here);
}

#[test]
fn simulated_participants_answer_both_parts_on_the_real_pages() {
    let home = tempfile::tempdir().unwrap();
    rejudge(&["new", "panel", "--kind", "panel"], home.path());
    let database = ["rehearse", "panel", "--via-server", "3", "--database", "answers.sqlite"];
    rejudge(&database, home.path());
    let export =
        ["export", "panel", "--database", "answers.sqlite", "--served-as", "panel-rehearsal", "--out", "exported"];
    let counted = rejudge(&export, home.path());
    assert!(counted.contains("240 judgements and 6 checks in exported; 0 judgements excluded\n"), "{counted}");
    let read = |name: &str| std::fs::read_to_string(home.path().join("exported").join(name)).unwrap();
    let table = read("judgements.csv");
    assert!(table.contains(",faithfulness,") && table.contains(",preference,"), "{table}");
    let codebook: Value = serde_json::from_str(&read("codebook.json")).unwrap();
    assert_eq!(
        (&codebook["criteria"][0]["part"], &codebook["criteria"][1]["part"]),
        (&"alone".into(), &"pairs".into())
    );
    assert!(read("codebook.md").contains("| `pairs` | `preference` |"));
}

/// The number of this name about this, in the results of a rehearsal or an analysis.
pub(crate) fn value(results: &Value, name: &str, of: &[&str]) -> Option<f64> {
    let found = |it: &&Value| it["name"] == name && it["of"] == serde_json::json!(of);
    results["estimates"].as_array().unwrap().iter().find(found).map(|it| it["value"].as_f64().unwrap())
}

#[test]
fn remarks_on_pages_are_rehearsed_counted_and_written_beside_the_judgements() {
    let home = tempfile::tempdir().unwrap();
    let here = home.path();
    let read = |name: &str| std::fs::read_to_string(here.join(name)).unwrap();
    rejudge(&["new", "study", "--kind", "rating"], here);
    let text = read("study/study.toml").replacen("[lists]", "[lists]\nremarks = [\"comment\", \"problem\"]", 1);
    std::fs::write(here.join("study/study.toml"), text).unwrap();
    rejudge(&["rehearse", "study", "--once", "--bootstrap", "40", "--out", "once"], here);
    let written = read("once/remarks.csv");
    let problems = written.lines().filter(|line| line.ends_with(",1,A rehearsed problem.")).count();
    let comments = written.lines().skip(1).count();
    assert!(problems > 0 && comments > problems, "{written}");
    let results: Value = serde_json::from_str(&read("once/results.json")).unwrap();
    assert_eq!(value(&results, "page_remarks", &["problem"]), Some(problems as f64));
    assert_eq!(value(&results, "page_remarks", &["comment"]), Some(comments as f64));
    assert!(read("once/report.html").contains("items with reported problems"));
    // Through the real pages, the same people say the same, and it comes out of the database.
    let through =
        ["rehearse", "study", "--via-server", "30", "--deterministic", "--database", "study.sqlite", "--out", "served"];
    rejudge(&through, here);
    let export = ["export", "study", "--database", "study.sqlite", "--served-as", "study-rehearsal", "--out", "data"];
    rejudge(&export, here);
    assert!(read("data/remarks.csv").contains(",A rehearsed comment."), "{}", read("data/remarks.csv"));
    assert!(read("data/codebook.md").contains("## remarks.csv"));
}

#[test]
fn a_graded_preference_is_rehearsed_decided_by_degree_and_exported_with_it() {
    let home = tempfile::tempdir().unwrap();
    let here = home.path();
    let read = |name: &str| std::fs::read_to_string(here.join(name)).unwrap();
    rejudge(&["new", "study", "--kind", "pairwise"], here);
    let text = read("study/study.toml");
    let kind = text.lines().find(|line| line.starts_with("response = ")).unwrap();
    let graded = "response = { kind = \"pairwise\", ties = true, degrees = [\"a little better\", \"much better\"] }";
    std::fs::write(here.join("study/study.toml"), text.replacen(kind, graded, 1)).unwrap();
    rejudge(&["rehearse", "study", "--once", "--bootstrap", "40", "--out", "once"], here);
    let table = read("once/judgements.csv");
    let header: Vec<&str> = table.lines().next().unwrap().split(',').collect();
    assert!(header.contains(&"degree") && header.contains(&"equal"), "{header:?}");
    assert!(table.contains("{\"\"graded\"\":2}") && table.contains("{\"\"graded\"\":-1}"));
    let results: Value = serde_json::from_str(&read("once/results.json")).unwrap();
    let estimates = results["estimates"].as_array().unwrap();
    let grade = |first: &str, second: &str| value(&results, "pair_grade", &[first, second]).unwrap();
    let difference = value(&results, "difference", &["editor", "rules"]).unwrap();
    // Nobody is missing, so that the model's difference is that of least squares: two thirds what the two had against each
    // other, one third by way of the third system.
    let (direct, indirect) = (grade("editor", "rules"), grade("editor", "model") - grade("rules", "model"));
    assert!((difference - (2.0 * direct + indirect) / 3.0).abs() < 1e-9, "{difference}");
    assert!(direct.abs() <= 1.0 && direct != 0.0, "{direct}");
    let alpha = estimates.iter().find(|it| it["name"] == "alpha").unwrap();
    assert!(alpha["method"].as_str().unwrap().contains("ordinal"), "{alpha}");
    // The exported table says the same again, without the study.
    rejudge(&["analyse", "study", "--data", "once/judgements.csv", "--replicates", "40", "--out", "again"], here);
    let again: Value = serde_json::from_str(&read("again/results.json")).unwrap();
    assert!((value(&again, "difference", &["editor", "rules"]).unwrap() - difference).abs() < 1e-9);
}

#[test]
fn how_sure_people_are_is_rehearsed_exported_and_told_with_the_scores() {
    let home = tempfile::tempdir().unwrap();
    let here = home.path();
    let read = |name: &str| std::fs::read_to_string(here.join(name)).unwrap();
    rejudge(&["new", "study", "--kind", "rating"], here);
    let asked = "better = \"higher\"\nconfidence = [\"guessing\", \"fairly sure\", \"sure\"]";
    let text = read("study/study.toml").replacen("better = \"higher\"", asked, 1);
    std::fs::write(here.join("study/study.toml"), text).unwrap();
    rejudge(&["rehearse", "study", "--once", "--bootstrap", "40", "--out", "once"], here);
    let table = read("once/judgements.csv");
    assert!(table.lines().next().unwrap().split(',').any(|name| name == "confidence"), "{table}");
    let results: Value = serde_json::from_str(&read("once/results.json")).unwrap();
    let sure = value(&results, "confidence", &[]).unwrap();
    assert!(1.0 < sure && sure < 3.0, "{sure}");
    let names: Vec<&str> =
        results["estimates"].as_array().unwrap().iter().filter_map(|it| it["name"].as_str()).collect();
    assert!(names.contains(&"score_confident") && names.contains(&"score_unsure"));
    assert!(read("once/report.html").contains("reported confidence"));
    // The table says it again.
    rejudge(&["analyse", "study", "--data", "once/judgements.csv", "--replicates", "40", "--out", "again"], here);
    let again: Value = serde_json::from_str(&read("again/results.json")).unwrap();
    assert_eq!(value(&again, "confidence", &[]), Some(sure));
    rejudge(&["rehearse", "study", "--via-server", "12", "--deterministic", "--out", "served"], here);
    let served: Value = serde_json::from_str(&read("served/results.json")).unwrap();
    assert!(value(&served, "confidence", &[]).is_some(), "through the real pages");
}

#[test]
fn what_people_could_not_judge_is_counted_by_reason_and_left_out_of_the_scores() {
    let home = tempfile::tempdir().unwrap();
    let here = home.path();
    rejudge(&["new", "study", "--kind", "rating"], here);
    let file = here.join("study/study.toml");
    let text = std::fs::read_to_string(&file).unwrap();
    let offered = "better = \"higher\"\ncannot_judge = [\"too little context\", \"not my language\"]";
    std::fs::write(&file, text.replacen("better = \"higher\"", offered, 1)).unwrap();
    rejudge(&["rehearse", "study", "--once", "--bootstrap", "40", "--out", "once"], here);
    let table = std::fs::read_to_string(here.join("once/judgements.csv")).unwrap();
    // Two people who could not judge: the table as it is exported then.
    let header: Vec<&str> = table.lines().next().unwrap().split(',').collect();
    let column = |name: &str| header.iter().position(|known| *known == name).unwrap();
    let (excluded, check, answer, rating) = (column("excluded"), column("check"), column("answer"), column("value"));
    let mut changed = 0;
    let rows = table.lines().enumerate().map(|(row, line)| {
        let mut cells: Vec<String> = line.split(',').map(str::to_owned).collect();
        if row > 0 && changed < 2 && cells[check].is_empty() && cells[excluded].is_empty() {
            changed += 1;
            cells[excluded] = "cannot-judge".to_owned();
            cells[answer] = "\"{\"\"unable\"\":\"\"not my language\"\"}\"".to_owned();
            cells[rating] = String::new();
        }
        cells.join(",")
    });
    std::fs::write(here.join("some.csv"), rows.collect::<Vec<_>>().join("\n")).unwrap();
    rejudge(&["analyse", "study", "--data", "some.csv", "--replicates", "40", "--out", "found"], here);
    let results = std::fs::read_to_string(here.join("found/results.json")).unwrap();
    let results: Value = serde_json::from_str(&results).unwrap();
    let value = |name: &str, last: &str| {
        let of =
            |it: &&Value| it["name"] == name && it["of"].as_array().is_some_and(|of| of.last() == Some(&last.into()));
        results["estimates"].as_array().unwrap().iter().find(of).map(|it| it["value"].as_f64().unwrap())
    };
    // Those who could not judge in the rehearsal are there, too.
    let rehearsed = |reason: &str| table.lines().filter(|line| line.contains(reason)).count();
    let (language, context) = (rehearsed("not my language") + 2, rehearsed("too little context"));
    assert_eq!(value("cannot_judge", "not my language"), Some(language as f64), "{results}");
    assert_eq!(value("cannot_judge", "too little context"), Some(context as f64));
    assert_eq!(value("excluded_by", "cannot-judge"), Some((language + context) as f64));
    let page = std::fs::read_to_string(here.join("found/report.html")).unwrap();
    assert!(page.contains("not my language"), "the report counts the reasons");
    let kept = std::fs::read_to_string(here.join("found/judgements.csv")).unwrap();
    assert_eq!(kept.matches("not my language").count(), 2 * language, "the answer and the column of reasons");
}
