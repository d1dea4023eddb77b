//! Bringing in answers from elsewhere and taking them out again, through the real program.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fmt::Write as _;
use std::path::Path;

use assert_cmd::Command;

/// Runs the program and gives what it said; the exit code must be this.
fn run_rejudge(arguments: &[&str], directory: &Path, code: i32) -> String {
    let mut program = Command::cargo_bin("rejudge").expect("the program is built before its tests");
    let output = program.args(arguments).current_dir(directory).output().expect("the program can be started");
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{arguments:?}\n{text}");
    text
}

/// A batch of votes in which `c` is a tie.
fn batch() -> String {
    let mut text = String::from("HITId,AssignmentId,WorkerId,Input.item,Input.system_a,Input.system_b,Answer.fluent\n");
    for row in 0..60 {
        let (a, b) = if row % 2 == 0 { ("ours", "base") } else { ("base", "ours") };
        let vote = match row % 5 {
            0 => "c",
            1 | 2 if a == "ours" => "a",
            1 | 2 => "b",
            _ => "a",
        };
        let _ = writeln!(text, "h{row},x{row},A1EXAMPLE0000{},i{},{a},{b},{vote}", row % 6, row / 6);
    }
    text
}

#[test]
fn a_batch_becomes_a_study_that_is_checked_and_analysed_once_it_is_said_what_c_means() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    std::fs::write(folder.path().join("batch.csv"), batch()).expect("it can be written");
    let stopped = run_rejudge(&["import", "batch.csv", "--out", "study"], folder.path(), 1);
    assert!(stopped.contains("what does `c` mean in the column `Answer.fluent` (12 times)?"), "{stopped}");
    assert!(stopped.contains("words.equal = [\"c\"]"), "{stopped}");
    let done =
        run_rejudge(&["import", "batch.csv", "--out", "study", "--say", "words.equal = [\"c\"]"], folder.path(), 0);
    assert!(
        done.contains("a batch of Mechanical Turk (columns HITId, AssignmentId, WorkerId; 1 columns `Answer.…`)"),
        "{done}"
    );
    assert!(done.contains("WorkerId (an id of a platform): replaced by p1, p2 …"), "{done}");
    let judgements = std::fs::read_to_string(folder.path().join("study/judgements.csv")).expect("it was written");
    assert_eq!(judgements.lines().count(), 61);
    assert!(!judgements.contains("EXAMPLE"));
    run_rejudge(&["check", "study"], folder.path(), 0);
    let analysed = run_rejudge(&["analyse", "study", "--replicates", "50"], folder.path(), 0);
    assert!(analysed.contains("60 judgements by 6 participants on 10 items"), "{analysed}");
    let again = run_rejudge(&["import", "--mapping", "study/mapping.toml"], folder.path(), 0);
    assert!(again.contains("60 judgements"), "{again}");
    assert_eq!(std::fs::read_to_string(folder.path().join("study/judgements.csv")).expect("it is there"), judgements);
    // Two imports are compared as they are, without an analysis of each.
    run_rejudge(&["import", "batch.csv", "--out", "other", "--say", "words.equal = [\"c\"]"], folder.path(), 0);
    let compared = run_rejudge(&["compare", "study", "other"], folder.path(), 0);
    assert!(compared.contains("CV*"), "{compared}");
}

#[test]
fn a_table_without_a_study_decides_a_claim() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut text = String::from("rater,item,system,rating\n");
    for item in 0..20 {
        for rater in 0..4 {
            let _ = writeln!(text, "r{rater},i{item},ours,{}", 4 + (item + rater) % 2);
            let _ = writeln!(text, "r{rater},i{item},base,{}", 1 + (item + rater) % 3);
        }
    }
    std::fs::write(folder.path().join("t.csv"), text).expect("it can be written");
    let arguments = ["analyse", "t.csv", "--replicates", "50", "--out", "out", "--claim", "ours > base on rating"];
    let analysed = run_rejudge(&arguments, folder.path(), 0);
    assert!(analysed.contains("C1 ours > base on rating\n   supported"), "{analysed}");
    let wrong = run_rejudge(&["analyse", "t.csv", "--claim", "ours > theirs on rating"], folder.path(), 1);
    assert!(wrong.contains("theirs"), "{wrong}");
}

/// What a platform would write back for the questions it was given: everybody chooses as `answer` says.
fn batch_of(input: &str, criterion: &str, answer: impl Fn(usize) -> &'static str) -> String {
    let mut lines = input.lines();
    let header: Vec<String> =
        lines.next().unwrap().split(',').map(|name| format!("\"Input.{}\"", name.trim_matches('"'))).collect();
    let mut out = format!(
        "\"HITId\",\"AssignmentId\",\"WorkerId\",\"AssignmentStatus\",{},\"Answer.{criterion}\"\n",
        header.join(",")
    );
    for (at, line) in lines.enumerate() {
        for person in 0..2 {
            let who = format!("\"H{at}\",\"S{at}{person}\",\"A1WORKER00000{person}\",\"Approved\"");
            writeln!(out, "{who},{line},\"{}\"", answer(at)).unwrap();
        }
    }
    out
}

/// The survey for Qualtrics has every question once, each list as a block of which one is shown; answers to it, in codes, come back
/// with what was shown.
fn check_survey(home: &Path, name: &str, criterion: &str, asked: usize) {
    let text = std::fs::read_to_string(home.join(name).join("qualtrics.qsf")).unwrap();
    let survey: serde_json::Value = serde_json::from_str(&text).unwrap();
    let elements = survey["SurveyElements"].as_array().unwrap();
    let payload = |kind: &str| elements.iter().find(|it| it["Element"] == kind).unwrap()["Payload"].clone();
    let questions: Vec<&serde_json::Value> =
        elements.iter().filter(|it| it["Element"] == "SQ").map(|it| &it["Payload"]).collect();
    let choices: Vec<&&serde_json::Value> = questions.iter().filter(|it| it["QuestionType"] == "MC").collect();
    assert_eq!(choices.len(), asked);
    let items = std::fs::read_to_string(home.join(name).join("qualtrics-items.csv")).unwrap();
    for question in &choices {
        assert!(items.contains(&format!("\"{}\",\"{criterion}\"", question["DataExportTag"].as_str().unwrap())));
        assert_eq!(question["Validation"]["Settings"]["ForceResponse"], "ON");
    }
    let blocks = payload("BL");
    let flow = payload("FL");
    let randomiser = flow["Flow"].as_array().unwrap().iter().find(|it| it["Type"] == "BlockRandomizer").unwrap();
    assert_eq!((randomiser["SubSet"].as_str(), &randomiser["EvenPresentation"]), (Some("1"), &serde_json::json!(true)));
    let shown: Vec<&serde_json::Value> = randomiser["Flow"].as_array().unwrap().iter().map(|it| &it["ID"]).collect();
    let ids: Vec<&serde_json::Value> = blocks.as_object().unwrap().values().map(|it| &it["ID"]).collect();
    assert!(shown.len() > 1 && shown.iter().all(|id| ids.contains(id)) && ids.len() == shown.len());
    let elements = blocks.as_object().unwrap().values().flat_map(|it| it["BlockElements"].as_array().unwrap());
    assert_eq!(elements.filter(|it| it["Type"] == "Question").count(), questions.len());
    check_answers(home, name, &choices);
}

/// Two people answer the first list of a survey, one question with its first choice, the next with its second and so on; what comes
/// back is what was chosen, whether the results hold codes or words.
fn check_answers(home: &Path, name: &str, choices: &[&&serde_json::Value]) {
    let text = |question: &serde_json::Value, key: &str| question[key].as_str().unwrap().to_owned();
    let of_list: Vec<&serde_json::Value> =
        choices.iter().map(|it| **it).filter(|it| text(it, "DataExportTag").starts_with("L1_")).collect();
    let row = |cells: Vec<String>| {
        cells.iter().map(|cell| format!("\"{}\"", cell.replace('"', "\"\""))).collect::<Vec<_>>().join(",")
    };
    let each = |of: &dyn Fn(usize, &serde_json::Value) -> String| -> Vec<String> {
        of_list.iter().enumerate().map(|(at, question)| of(at, question)).collect()
    };
    let key = |at: usize, question: &serde_json::Value| {
        let order = question["ChoiceOrder"].as_array().unwrap();
        order[at % order.len()].as_str().unwrap().to_owned()
    };
    let with = |first: [&str; 2], rest: Vec<String>| row(first.map(str::to_owned).into_iter().chain(rest).collect());
    let names = each(&|_, question| text(question, "DataExportTag"));
    let import_ids = each(&|_, question| format!("{{\"ImportId\":\"{}\"}}", text(question, "QuestionID")));
    let import_ids = with(["{\"ImportId\":\"finished\"}", "{\"ImportId\":\"_recordId\"}"], import_ids);
    let mut written = Vec::new();
    for (what, label) in [("codes", false), ("words", true)] {
        let answers = each(&|at, question| {
            let key = key(at, question);
            let said = if label { &question["Choices"][&key]["Display"] } else { &question["RecodeValues"][&key] };
            said.as_str()
                .unwrap()
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&amp;", "&")
        });
        let lines = [
            with(["Finished", "ResponseId"], names.clone()),
            with(["Finished", "Response ID"], names.clone()),
            import_ids.clone(),
            with(["1", "R_1"], answers.clone()),
            with(["1", "R_2"], answers),
        ];
        std::fs::write(home.join("survey.csv"), lines.join("\n") + "\n").unwrap();
        let (given, out) = (format!("{name}/qualtrics-items.csv"), format!("{name}-qualtrics-{what}"));
        let survey = format!("{name}/qualtrics.qsf");
        let output = run_rejudge(&["import", "survey.csv", &survey, "--items", &given, "--out", &out], home, 0);
        assert!(output.contains(&format!("{} judgements", 2 * of_list.len())), "{output}");
        written.push(std::fs::read_to_string(home.join(&out).join("judgements.csv")).unwrap());
    }
    assert_eq!(written[0], written[1]);
    // Each choice has come back as often as it was made.
    for (at, question) in of_list.iter().enumerate().take(3) {
        let value = question["VariableNaming"][&key(at, question)].as_str().unwrap();
        let answer = match value {
            "a" => "{\"\"pairwise\"\":\"\"first\"\"}".to_owned(),
            "b" => "{\"\"pairwise\"\":\"\"second\"\"}".to_owned(),
            "equal" => "{\"\"pairwise\"\":\"\"equal\"\"}".to_owned(),
            number => format!("{{\"\"rating\"\":{number}}}"),
        };
        let made = (0..of_list.len()).filter(|other| key(*other, of_list[*other]) == key(at, question)).count();
        assert_eq!(written[0].matches(&answer).count(), 2 * made, "{answer}\n{}", written[0]);
    }
}

#[test]
fn a_study_goes_to_other_platforms_and_comes_back() {
    let home = tempfile::tempdir().unwrap();
    let studies = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies");
    let rejudge = |arguments: &[&str]| run_rejudge(arguments, home.path(), 0);
    for (name, criterion, answers) in [("meaning-pairs", "meaning", ["a", "b"]), ("fluency", "fluency", ["2", "4"])] {
        let study = studies.join(name).display().to_string();
        let targets = "mturk,qualtrics,google-forms,label-studio";
        rejudge(&["export", &study, "--for", targets, "--out", name]);
        let read = |file: &str| std::fs::read_to_string(home.path().join(name).join(file)).unwrap();
        let input = read("mturk-input.csv");
        let asked = input.lines().count() - 1;
        assert_eq!(asked, read("qualtrics-items.csv").lines().count() - 1);
        assert_eq!(asked, read("qualtrics.txt").matches("[[Question:MC:SingleAnswer").count());
        let tasks: serde_json::Value = serde_json::from_str(&read("label-studio-tasks.json")).unwrap();
        assert_eq!(asked, tasks.as_array().unwrap().len());
        assert!(read("mturk-form.html").contains(&format!("name=\"{criterion}\" value=\"{}\"", answers[0])));
        for hidden in ["system", "HRQ"] {
            assert!(!read("mturk-form.html").contains(hidden), "the form names no system");
        }
        check_survey(home.path(), name, criterion, asked);
        // Each Google form's answers: the stamp, then a column for each question of the first list.
        let items = read("google-forms-items.csv");
        let columns: Vec<&str> = items
            .lines()
            .skip(1)
            .map(|line| line.split("\",").next().unwrap())
            .filter(|it| it.starts_with("\"1."))
            .collect();
        let cells = vec![format!("\"{}\"", answers[1]); columns.len()].join(",");
        let form =
            format!("Timestamp,{}\"\n2026/11/16 10:00:00,{cells}\n2026/11/16 11:00:00,{cells}\n", columns.join("\","));
        std::fs::write(home.path().join("list 1.csv"), form).unwrap();
        let given = format!("{name}/google-forms-items.csv");
        let output = rejudge(&["import", "list 1.csv", "--items", &given, "--out", &format!("{name}-google")]);
        assert!(output.contains(&format!("{} judgements", 2 * columns.len())), "{output}");
        let batch = batch_of(&input, criterion, |at| answers[at % 2]);
        std::fs::write(home.path().join("batch.csv"), batch).unwrap();
        let output = rejudge(&["import", "batch.csv", "--out", &format!("{name}-back")]);
        assert!(output.contains(&format!("{} judgements", 2 * asked)), "{output}");
    }
}

#[test]
fn what_other_platforms_cannot_ask_is_refused_by_name() {
    let home = tempfile::tempdir().unwrap();
    let study = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies/simplicity-ranking").display().to_string();
    let output = run_rejudge(&["export", &study, "--for", "mturk"], home.path(), 1);
    assert!(
        output.contains("Mechanical Turk cannot ask this study: `understanding` is answered by ranking"),
        "{output}"
    );
}

#[test]
fn scores_go_to_mt_metrics_eval() {
    let home = tempfile::tempdir().unwrap();
    let study = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies/fluency").display().to_string();
    let rejudge = |arguments: &[&str]| run_rejudge(arguments, home.path(), 0);
    rejudge(&["rehearse", &study, "--once", "--bootstrap", "50", "--out", "once"]);
    rejudge(&["export", &study, "--data", "once/judgements.csv", "--for", "mtme", "--out", "out"]);
    let read = |file: &str| std::fs::read_to_string(home.path().join("out").join(file)).unwrap();
    let results: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(home.path().join("once/results.json")).unwrap()).unwrap();
    let mean = |system: &str| {
        let all = results["estimates"].as_array().unwrap();
        let found = all.iter().find(|it| it["name"] == "mean" && it["of"] == serde_json::json!([system]));
        found.unwrap()["value"].as_f64().unwrap()
    };
    for line in read("mtme/human-scores/text-en.fluency.sys.score").lines() {
        let (system, score) = line.split_once('\t').unwrap();
        assert!((score.parse::<f64>().unwrap() - mean(system)).abs() < 1e-9, "{line}");
    }
    assert_eq!(read("mtme/human-scores/text-en.fluency.seg.score").lines().count(), 60);
    assert_eq!(read("mtme/system-outputs/text-en/gedi.txt").lines().count(), 20);
}

#[test]
fn a_table_pasted_from_a_paper_becomes_the_file_of_the_originals_numbers() {
    let home = tempfile::tempdir().unwrap();
    let table = "\\begin{tabular}{lr}\nSystem & Mean \\\\ \\hline\nOur model & \\textbf{3.71} (0.59) \\\\\nBase & 3.20 (1.06) \\\\\n";
    std::fs::write(home.path().join("t.tex"), table).unwrap();
    let given = ["import", "--paper", "t.tex", "--of", "Doe 2024", "--criterion", "fluency", "--out", "study"];
    let output = run_rejudge(&[&given[..], &["--measure", "mean"]].concat(), home.path(), 0);
    assert!(output.contains("Our model, fluency: 3.71, SD 0.59") && output.contains("2 numbers"), "{output}");
    let file = std::fs::read_to_string(home.path().join("study/original.toml")).unwrap();
    let columns = "measure = \"mean\"\ncolumns = \"fluency fluency.sd\"";
    assert!(file.contains(&format!("{columns}\n[tables.rows]\n\"our_model\" = \"3.71 0.59\"")), "{file}");
    // What is there is not written over, and what is no measure is refused.
    run_rejudge(&[&given[..], &["--measure", "mean"]].concat(), home.path(), 1);
    std::fs::remove_file(home.path().join("study/original.toml")).unwrap();
    run_rejudge(&[&given[..], &["--measure", "average"]].concat(), home.path(), 1);
    assert!(!home.path().join("study/original.toml").exists());
}
