//! Follow-ups through the real program: rehearsed, served, exported and reported where they are asked.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::Path;

use serde_json::Value;

use super::parts::{rejudge, value};

#[test]
fn a_follow_up_is_rehearsed_exported_and_reported_where_it_is_asked_and_missing_nowhere() {
    let home = tempfile::tempdir().unwrap();
    let here = home.path();
    let read = |name: &str| std::fs::read_to_string(here.join(name)).unwrap();
    rejudge(&["new", "study", "--kind", "rating"], here);
    let text = read("study/study.toml");
    let asked = text.lines().find(|line| line.starts_with("questions = ")).unwrap();
    let number: u32 = asked["questions = ".len()..].split_whitespace().next().unwrap().parse().unwrap();
    let first =
        text.lines().skip_while(|line| *line != "[[criteria]]").find_map(|line| line.strip_prefix("id = ")).unwrap();
    let why = format!(
        "[[criteria]]\nid = \"why\"\nquestion = \"What is wrong?\"\ndefinition = \"In a few words.\"\nbetter = \"neither\"\nonly_if = {{ criterion = {first}, below = 3 }}\nresponse = {{ kind = \"text\" }}\n\n[lists]\nbreak_after = 3\nleast_time = \"3 s\""
    );
    let text = text.replacen("[lists]", &why, 1).replacen(asked, &format!("questions = {}", 2 * number), 1);
    std::fs::write(here.join("study/study.toml"), text).unwrap();
    for file in ["checks.csv", "training.csv"] {
        name_the_criterion(&here.join("study").join(file), first.trim_matches('"'));
    }
    rejudge(&["rehearse", "study", "--once", "--bootstrap", "40", "--out", "once"], here);
    let table = read("once/judgements.csv");
    let header: Vec<&str> = table.lines().next().unwrap().split(',').collect();
    let column = |name: &str| header.iter().position(|known| *known == name).unwrap();
    let (criterion, check, answer) = (column("criterion"), column("check"), column("answer"));
    let rows: Vec<Vec<&str>> = table.lines().skip(1).map(|line| line.split(',').collect()).collect();
    let of = |id: &str| rows.iter().filter(move |row| row[criterion] == id && row[check].is_empty()).count();
    let low = rows.iter().filter(|row| row[check].is_empty());
    let low = low.filter(|row| row[answer].contains(":1}") || row[answer].contains(":2}")).count();
    assert_eq!(of("why"), low, "asked after every low answer and no other");
    assert!(low > 0 && low < of(first.trim_matches('"')));
    let results: Value = serde_json::from_str(&read("once/results.json")).unwrap();
    let words = format!("`{}` is below 3", first.trim_matches('"'));
    assert_eq!(value(&results, "asked_only_if", &["why", &words]), Some(low as f64));
    assert!(read("once/report.html").contains("how often a follow-up was asked"));
    // Through the real pages, with breaks and pages that wait, and out of the database.
    let through =
        ["rehearse", "study", "--via-server", "30", "--deterministic", "--database", "study.sqlite", "--out", "served"];
    rejudge(&through, here);
    let export = ["export", "study", "--database", "study.sqlite", "--served-as", "study-rehearsal", "--out", "data"];
    rejudge(&export, here);
    assert!(read("data/judgements.csv").contains(",why,text,"));
    let codebook = read("data/codebook.md");
    assert!(codebook.contains(&format!("asked only where {words}: elsewhere it has no row, by design")), "{codebook}");
}

#[test]
fn words_may_follow_a_choice_between_two() {
    let home = tempfile::tempdir().unwrap();
    let here = home.path();
    let read = |name: &str| std::fs::read_to_string(here.join(name)).unwrap();
    rejudge(&["new", "study", "--kind", "pairwise"], here);
    let text = read("study/study.toml");
    let asked = text.lines().find(|line| line.starts_with("questions = ")).unwrap();
    let number: u32 = asked["questions = ".len()..].split_whitespace().next().unwrap().parse().unwrap();
    let first =
        text.lines().skip_while(|line| *line != "[[criteria]]").find_map(|line| line.strip_prefix("id = ")).unwrap();
    let why = format!(
        "[[criteria]]\nid = \"why\"\nquestion = \"Why is it better?\"\ndefinition = \"In a few words.\"\nbetter = \"neither\"\nonly_if = {{ criterion = {first}, is = [\"a\"] }}\nresponse = {{ kind = \"text\" }}\n\n[lists]"
    );
    let text = text.replacen("[lists]", &why, 1).replacen(asked, &format!("questions = {}", 2 * number), 1);
    std::fs::write(here.join("study/study.toml"), text).unwrap();
    for file in ["checks.csv", "training.csv"] {
        name_the_criterion(&here.join("study").join(file), first.trim_matches('"'));
    }
    rejudge(&["rehearse", "study", "--once", "--bootstrap", "40", "--out", "once"], here);
    let table = read("once/judgements.csv");
    let chosen = table
        .lines()
        .filter(|line| line.contains("{\"\"pairwise\"\":\"\"first\"\"}") && !line.contains("passed"))
        .count();
    let why = table.lines().filter(|line| line.contains(",why,text,")).count();
    assert!(why > 0 && why <= chosen, "{why} of {chosen}");
}

/// With several criteria, a check says which it asks.
fn name_the_criterion(file: &Path, criterion: &str) {
    let Ok(table) = std::fs::read_to_string(file) else { return };
    let (header, rows) = table.split_once('\n').unwrap();
    let rows: String = rows.lines().map(|row| format!("{criterion},{row}\n")).collect();
    std::fs::write(file, format!("criterion,{header}\n{rows}")).unwrap();
}

#[test]
fn what_is_typed_before_and_after_the_list_is_exported_described_and_counted() {
    let home = tempfile::tempdir().unwrap();
    let here = home.path();
    let read = |name: &str| std::fs::read_to_string(here.join(name)).unwrap();
    rejudge(&["new", "study", "--kind", "rating"], here);
    let more = "
[[screening]]
id = \"age\"
question = \"How old are you?\"
response = { kind = \"count\", maximum = 120 }
accept = [\"18..99\"]

[[screening]]
id = \"born\"
question = \"When were you born?\"
response = { kind = \"date\" }
accept = [\"<= 2008-11-17\"]

[[closing]]
id = \"again\"
question = \"Would you do it again?\"
response = { kind = \"choice\", options = [\"yes\", \"no\"] }
";
    let text = read("study/study.toml") + more;
    std::fs::write(here.join("study/study.toml"), text).unwrap();
    let through =
        ["rehearse", "study", "--via-server", "30", "--deterministic", "--database", "study.sqlite", "--out", "served"];
    rejudge(&through, here);
    let export = ["export", "study", "--database", "study.sqlite", "--served-as", "study-rehearsal", "--out", "data"];
    rejudge(&export, here);
    let answers = read("data/questionnaire.csv");
    for row in [",screening,age,18", ",screening,born,2008-11-17", ",closing,again,", ",closing,final_comment,"] {
        assert!(answers.contains(row), "{row}: {answers}");
    }
    assert!(read("data/codebook.md").contains("## questionnaire.csv"));
    let results: Value = serde_json::from_str(&read("served/results.json")).unwrap();
    let people = answers.lines().filter(|line| line.contains(",screening,age,")).count();
    assert_eq!(value(&results, "person_answers", &["age", "answered"]), Some(people as f64));
    assert_eq!(value(&results, "person_number", &["age", "mean"]), Some(18.0));
    assert!(read("served/report.html").contains("answers to screening and closing questions"));
}
