//! A study in parts through the real program: ratings of every output and choices between two, in one study.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

fn rejudge(arguments: &[&str], directory: &Path) -> String {
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
    assert!(planned.contains("100 outputs on 82 pages in 2 parts"), "{planned}");
    rejudge(&["rehearse", "panel", "--once", "--bootstrap", "40", "--out", "once"], here);
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
    rejudge(&export, home.path());
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
