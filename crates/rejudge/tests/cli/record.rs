//! Datasheets, bundles, preregistrations and archives, through the real program.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;

/// A worked study.
fn worked_study(name: &str) -> study::Study {
    study::check(&study::OnDisk(studies().join(name))).study.unwrap()
}

pub(crate) fn studies() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies")
}

pub(crate) fn rejudge(arguments: &[&str], directory: &Path, typed: &str) -> Output {
    let mut program = Command::cargo_bin("rejudge").unwrap();
    program.args(arguments).current_dir(directory).write_stdin(typed).output().unwrap()
}

pub(crate) fn combined_output(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// A copy of a worked study, to be written in.
pub(crate) fn copy(name: &str, to: &Path) {
    let folder = to.join(name);
    std::fs::create_dir_all(&folder).unwrap();
    for file in studies().join(name).read_dir().unwrap().map(Result::unwrap) {
        if file.path().is_file() {
            std::fs::copy(file.path(), folder.join(file.file_name())).unwrap();
        }
    }
}

#[test]
fn what_is_missing_is_asked_once_and_kept() {
    let home = tempfile::tempdir().unwrap();
    copy("toxicity-pairs", home.path());
    let missing = |arguments: &[&str]| {
        let output = rejudge(&[&["heds", "toxicity-pairs", "--missing"], arguments].concat(), home.path(), "");
        assert_eq!(output.status.code(), Some(1), "{}", combined_output(&output));
        String::from_utf8(output.stdout).unwrap().lines().filter(|line| !line.starts_with(' ')).count()
    };
    let before = missing(&[]);
    // Leaves five questions open, answers the sixth (2.4, languages), mistypes, then ends.
    let typed = "\n\n\n\n\n\n\n\n\n\n\nEnglish\nnonsense\n.\n";
    let output = rejudge(&["heds", "toxicity-pairs", "--ask"], home.path(), typed);
    assert!(output.status.success(), "{}", combined_output(&output));
    let kept = std::fs::read_to_string(home.path().join("toxicity-pairs/record.toml")).unwrap();
    assert!(
        kept.contains("question = \"2.4\"") && kept.contains("choose = [\"English\"]"),
        "{kept}\n{}",
        combined_output(&output)
    );
    assert_eq!(missing(&[]), before - 1);
    // Another study is offered the answer, and the authors.
    let authors = format!("[[author]]\ngiven = \"Ada\"\nfamily = \"Example\"\n\n{kept}");
    std::fs::write(home.path().join("toxicity-pairs/record.toml"), authors).unwrap();
    copy("best-worst", home.path());
    let typed = format!("{}\n.\n", "-\n".repeat(11));
    let output = rejudge(&["heds", "best-worst", "--ask", "--like", "toxicity-pairs"], home.path(), &typed);
    assert!(combined_output(&output).contains("takes the earlier answer: English"), "{}", combined_output(&output));
    assert!(combined_output(&output).contains("takes the earlier answer: Ada Example"), "{}", combined_output(&output));
    let kept = std::fs::read_to_string(home.path().join("best-worst/record.toml")).unwrap();
    assert!(kept.contains("choose = [\"English\"]"), "{kept}");
    std::fs::write(home.path().join("best-worst/record.toml"), "[[answer]]\nquestoin = \"2.4\"\n").unwrap();
    let output = rejudge(&["heds", "best-worst"], home.path(), "");
    assert_eq!(output.status.code(), Some(1));
    assert!(combined_output(&output).contains("question"), "{}", combined_output(&output));
}

#[test]
fn cards_are_written_for_both_forms_and_compared() {
    let home = tempfile::tempdir().unwrap();
    let study = studies().join("meaning-pairs").display().to_string();
    let output = rejudge(&["heds", &study, "--out", "sheet"], home.path(), "");
    assert!(output.status.success(), "{}", combined_output(&output));
    for name in ["heds.html", "heds.md", "heds.tex", "heds-3.0.json", "heds-2022.json"] {
        assert!(home.path().join("sheet").join(name).is_file(), "{name}");
    }
    let card: Value = serde_json::from_slice(&std::fs::read(home.path().join("sheet/heds-3.0.json")).unwrap()).unwrap();
    assert_eq!(card["heds-system-output_languages-42"]["data"][""], true);
    let output = rejudge(&["diff", &study, "sheet/heds-2022.json"], home.path(), "");
    assert!(output.status.success(), "{}", combined_output(&output));
    assert!(combined_output(&output).contains("alike"), "{}", combined_output(&output));
    let output = rejudge(&["heds", "sheet/heds-2022.json", "--form", "3.0", "--json"], home.path(), "");
    let read: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(read["heds-system-output_languages-42"]["data"][""], true);
    std::fs::write(home.path().join("odd.json"), "{}").unwrap();
    let output = rejudge(&["heds", "odd.json"], home.path(), "");
    assert_eq!(output.status.code(), Some(1));
    assert!(combined_output(&output).contains("not a HEDS datacard"), "{}", combined_output(&output));
}

/// A simulated run of a worked study, as a table of judgements.
pub(crate) fn simulate_judgements(name: &str, home: &Path) -> String {
    let study = studies().join(name).display().to_string();
    let output = rejudge(&["rehearse", &study, "--once", "--bootstrap", "50", "--out", "once"], home, "");
    assert!(output.status.success(), "{}", combined_output(&output));
    home.join("once/judgements.csv").display().to_string()
}

/// Bundles a worked study in one folder, twice to the same bytes, and verifies and runs it again in another.
fn check_bundled_and_run_again(name: &str) {
    let (here, there) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let data = simulate_judgements(name, here.path());
    let study = studies().join(name).display().to_string();
    let make = |out: &str| {
        let arguments = ["bundle", &study, "--data", &data, "--out", out, "--date", "2026-11-16", "--replicates", "50"];
        let output = rejudge(&arguments, here.path(), "");
        assert!(output.status.success(), "{}", combined_output(&output));
        std::fs::read(here.path().join(out)).unwrap()
    };
    assert_eq!(make("one.zip"), make("two.zip"), "the same bytes twice");
    let bundle = here.path().join("one.zip").display().to_string();
    let output = rejudge(&["verify", &bundle], there.path(), "");
    assert!(output.status.success(), "{}", combined_output(&output));
    assert!(combined_output(&output).contains("all the same"), "{}", combined_output(&output));
    let output = rejudge(&["rerun", &bundle, "--out", "again", "--simulate", "--seed", "5"], there.path(), "");
    assert!(output.status.success(), "{}", combined_output(&output));
    assert!(combined_output(&output).contains("in the bundle"), "{}", combined_output(&output));
    for file in ["study/study.toml", "report.html", "results.json", "judgements.csv"] {
        assert!(there.path().join("again").join(file).is_file(), "{file}");
    }
    // Both runs have their judgements, so that nothing compared is treated as if they were independent; the interval of a
    // single score of choices is, and says so.
    let compared = std::fs::read_to_string(there.path().join("again/comparison.json")).unwrap();
    let compared: Value = serde_json::from_str(&compared).unwrap();
    for estimate in compared["estimates"].as_array().unwrap().iter().filter(|it| it["name"] != "score_interval") {
        assert!(!estimate.to_string().contains("as if judgements were independent"), "{estimate:#}");
    }
}

#[test]
fn ratings_are_bundled_and_run_again_elsewhere() {
    check_bundled_and_run_again("fluency");
}

#[test]
fn pairs_with_checks_are_bundled_and_run_again_elsewhere() {
    check_bundled_and_run_again("meaning-pairs");
}

#[test]
fn best_and_worst_are_bundled_and_run_again_elsewhere() {
    check_bundled_and_run_again("best-worst");
}

#[test]
fn rankings_are_bundled_and_run_again_elsewhere() {
    check_bundled_and_run_again("simplicity-ranking");
}

#[test]
fn pairs_on_three_criteria_are_bundled_and_run_again_elsewhere() {
    check_bundled_and_run_again("toxicity-pairs");
}

/// Turns the outputs of a copied study into pictures called by their systems.
fn with_pictures(folder: &Path) {
    let text = std::fs::read_to_string(folder.join("study.toml")).unwrap();
    let text = text.replace("file = \"items.csv\"", "file = \"items.csv\"\ncontent = \"image\"");
    std::fs::write(folder.join("study.toml"), text).unwrap();
    let picture = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"><circle r=\"4\"/></svg>";
    let items = std::fs::read_to_string(folder.join("items.csv")).unwrap();
    let mut lines = vec![items.lines().next().unwrap().to_owned()];
    for line in items.lines().skip(1) {
        let kept: Vec<&str> = line.split(',').take(4).collect();
        let outputs = ["svm", "gedi", "dexperts"].map(|system| format!("{system}-{}.svg", kept[0]));
        for name in &outputs {
            std::fs::write(folder.join(name), picture).unwrap();
        }
        lines.push(format!("{},{}", kept.join(","), outputs.join(",")));
    }
    std::fs::write(folder.join("items.csv"), lines.join("\n") + "\n").unwrap();
}

#[test]
fn pictures_are_in_the_archive_and_in_the_pages_of_a_bundle() {
    let home = tempfile::tempdir().unwrap();
    copy("fluency", home.path());
    with_pictures(&home.path().join("fluency"));
    let output = rejudge(&["rehearse", "fluency", "--once", "--bootstrap", "50", "--out", "once"], home.path(), "");
    assert!(output.status.success(), "{}", combined_output(&output));
    let data = ["--data", "once/judgements.csv", "--replicates", "50"];
    let archive = ["archive", "fluency", "--out", "site", "--blind"];
    let output = rejudge(&[&archive[..], &data].concat(), home.path(), "");
    assert!(output.status.success(), "{}", combined_output(&output));
    let page = std::fs::read_to_string(home.path().join("site/items/1.html")).unwrap();
    let (_, rest) = page.split_once("<img src=\"../").unwrap();
    let (path, _) = rest.split_once('"').unwrap();
    assert!(home.path().join("site").join(path).is_file(), "{path}");
    assert!(!page.contains("gedi"), "a blind page names no file by its system: {page}");
    let bundle = ["bundle", "fluency", "--out", "b.zip", "--date", "2026-11-16"];
    let output = rejudge(&[&bundle[..], &data].concat(), home.path(), "");
    assert!(output.status.success(), "{}", combined_output(&output));
    let bag = record::bundle::from_zip(&std::fs::read(home.path().join("b.zip")).unwrap()).unwrap();
    let shown = bag.iter().filter(|(path, _)| path.starts_with("data/pages/")).find_map(|(_, bytes)| {
        let page = String::from_utf8_lossy(bytes).into_owned();
        let (_, rest) = page.split_once("src=\"../study/")?;
        rest.split_once('"').map(|(name, _)| name.to_owned())
    });
    assert!(bag.contains_key(&format!("data/study/{}", shown.clone().unwrap())), "{shown:?}");
    let output = rejudge(&["preview", "fluency", "--out", "pages"], home.path(), "");
    assert!(output.status.success(), "{}", combined_output(&output));
    assert!(home.path().join("pages/files").join(shown.unwrap()).is_file());
}

/// The rows with another value in the fourth.
fn with_another_value(rows: &str) -> String {
    let mut lines: Vec<String> = rows.lines().map(str::to_owned).collect();
    let place = lines[0].split(',').position(|name| name == "value").unwrap();
    let from_end = lines[0].split(',').count() - place;
    let mut cells: Vec<&str> = lines[3].split(',').collect();
    let at = cells.len() - from_end;
    cells[at] = if cells[at] == "1" { "2" } else { "1" };
    lines[3] = cells.join(",");
    lines.join("\n") + "\n"
}

/// A word to change in what a bundle holds beside its study and judgements, all of which can be made again.
const REMADE: [(&str, &str, &str); 18] = [
    ("report/report.html", "inconclusive", "supported"),
    ("report/report.html", "alpha 0.05", "alpha 0.04"),
    ("report/report.md", "alpha 0.05", "alpha 0.04"),
    ("report/report.md", "Fluency", "fluency"),
    ("report/figures/answers-fluency.pdf", "%PDF-1.", "%PDF-2."),
    ("comparison.json", "\"format\"", "\"Format\""),
    ("plan.json", "\"seed\"", "\"Seed\""),
    ("pages/consent.html", "</html>", "</html> "),
    ("datasheet/heds.md", "personal invitations", "Prolific"),
    ("datasheet/heds-3.0.json", "Fluency", "fluency"),
    ("preregistration/osf.json", "Level 0.05", "Level 0.1"),
    ("croissant.json", "Example University", "Another University"),
    ("ro-crate-metadata.json", "Example University", "Another University"),
    ("CITATION.cff", "Example University", "Another University"),
    ("LICENSE.md", "No licence", "Every licence"),
    ("README.md", "rejudge verify", "rejudge trust"),
    ("program.json", "\"seed\": 1", "\"seed\": 2"),
    ("Cargo.lock", "name = ", "name  = "),
];

#[test]
fn a_changed_byte_is_named_and_a_changed_number_too() {
    let home = tempfile::tempdir().unwrap();
    let data = simulate_judgements("fluency", home.path());
    let study = studies().join("fluency").display().to_string();
    let arguments = ["bundle", &study, "--data", &data, "--out", "b.zip", "--date", "2026-11-16", "--replicates", "50"];
    assert!(rejudge(&arguments, home.path(), "").status.success());
    let mut bag = record::bundle::from_zip(&std::fs::read(home.path().join("b.zip")).unwrap()).unwrap();
    let page = bag.get_mut("data/judgements.csv").unwrap();
    let last = page.len() - 2;
    page[last] ^= 1;
    std::fs::write(home.path().join("changed.zip"), record::bundle::to_zip("fluency", &bag).unwrap()).unwrap();
    let output = rejudge(&["verify", "changed.zip"], home.path(), "");
    assert_eq!(output.status.code(), Some(1));
    assert!(combined_output(&output).contains("`data/judgements.csv` was changed"), "{}", combined_output(&output));
    // Someone who knows how bags are sealed changes a number and seals again.
    page_back(&mut bag, last);
    let text = String::from_utf8(bag["data/results.json"].clone()).unwrap();
    let mut results: Value = serde_json::from_str(&text).unwrap();
    let study_here = worked_study("fluency");
    let sealed_again = |bag: &record::bundle::FileMap| sealed_again(bag, &study_here, home.path());
    let (code, words) = sealed_again(&bag);
    assert_eq!(code, Some(0), "{words}");
    assert!(words.contains("datasheet, forms and descriptions regenerated: all the same"), "{words}");
    assert!(words.contains("they cannot be derived: study/, judgements.csv;"), "{words}");
    // What was written from the numbers is written again.
    for (path, from, to) in REMADE {
        let mut changed = bag.clone();
        rewrite(&mut changed, path, from, to);
        let (code, words) = sealed_again(&changed);
        assert_eq!(code, Some(1), "{path}: {words}");
        assert!(words.contains(&format!("`{path}` is not what the study, the judgements")), "{path}: {words}");
    }
    let mut changed_bag = bag.clone();
    let report = String::from_utf8(changed_bag["data/report/report.md"].clone()).unwrap();
    changed_bag
        .insert("data/report/report.md".to_owned(), report.replacen("inconclusive", "supported", 1).into_bytes());
    let (_, words) = sealed_again(&changed_bag);
    assert!(words.contains("`supported") && words.contains("here, `inconclusive"), "{words}");
    let mut more = bag.clone();
    more.insert("data/report/more.html".to_owned(), b"<p>supported</p>".to_vec());
    let (code, words) = sealed_again(&more);
    assert!(code == Some(1) && words.contains("`report/more.html` is not what"), "{words}");
    let mut asked = bag.clone();
    let endless = text.replace("\"replicates\": 50", "\"replicates\": 5000000000000");
    asked.insert("data/results.json".to_owned(), endless.into_bytes());
    let (code, words) = sealed_again(&asked);
    assert!(code == Some(1) && words.contains("at most 100000 are drawn again"), "{words}");
    // A cell that says something else than the answer beside it.
    let mut edited = bag.clone();
    let rows = String::from_utf8(edited["data/judgements.csv"].clone()).unwrap();
    edited.insert("data/judgements.csv".to_owned(), with_another_value(&rows).into_bytes());
    let (code, words) = sealed_again(&edited);
    assert!(code == Some(1) && words.contains("row 4 of `judgements.csv`: column `value` holds"), "{words}");
    let mean = results["estimates"].as_array_mut().unwrap().iter_mut().find(|it| it["name"] == "mean").unwrap();
    mean["value"] = Value::from(3.999);
    bag.insert("data/results.json".to_owned(), serde_json::to_vec(&results).unwrap());
    let (code, words) = sealed_again(&bag);
    assert_eq!(code, Some(1));
    assert!(words.contains("1 of") && words.contains("3.999 "), "{words}");
    assert!(!rejudge(&["rerun", "sealed.zip", "--out", "no", "--simulate"], home.path(), "").status.success());
}

/// Puts other words into a file of a bag, and its new checksum where the bag is described.
fn rewrite(bag: &mut record::bundle::FileMap, path: &str, from: &str, to: &str) {
    let bytes = bag.get_mut(&format!("data/{path}")).unwrap();
    let before = dataset::fingerprint(bytes);
    let at = bytes.windows(from.len()).position(|part| part == from.as_bytes()).unwrap();
    bytes.splice(at..at + from.len(), to.bytes());
    let after = dataset::fingerprint(bytes);
    for about in ["data/ro-crate-metadata.json", "data/croissant.json"] {
        let text = String::from_utf8(bag[about].clone()).unwrap().replace(&before, &after);
        bag.insert(about.to_owned(), text.into_bytes());
    }
}

#[test]
fn figures_drawn_with_fonts_of_another_machine_are_no_fault() {
    let home = tempfile::tempdir().unwrap();
    copy("fluency", home.path());
    let file = home.path().join("fluency/study.toml");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace("gedi = \"GeDi\"", "gedi = \"言語モデル\"")).unwrap();
    let data = simulate_judgements("fluency", home.path());
    let bundle = ["bundle", "fluency", "--data", &data, "--out", "b.zip", "--date", "2026-11-16", "--replicates", "50"];
    assert!(rejudge(&bundle, home.path(), "").status.success());
    let mut bag = record::bundle::from_zip(&std::fs::read(home.path().join("b.zip")).unwrap()).unwrap();
    rewrite(&mut bag, "report/figures/answers-fluency.pdf", "%PDF-1.", "%PDF-2.");
    let study = study::check(&study::OnDisk(home.path().join("fluency"))).study.unwrap();
    let (code, words) = sealed_again(&bag, &study, home.path());
    assert_eq!(code, Some(0), "{words}");
    assert!(words.contains("but for 1 figure as PDF drawn with other fonts than this machine has"), "{words}");
    // What it says is in the SVG.
    rewrite(&mut bag, "report/figures/answers-fluency.svg", "言語モデル", "人間");
    let (code, words) = sealed_again(&bag, &study, home.path());
    assert_eq!(code, Some(1), "{words}");
    assert!(words.contains("`report/figures/answers-fluency.svg` is not what the study"), "{words}");
}

/// Seals a payload anew and verifies it.
fn sealed_again(bag: &record::bundle::FileMap, study: &study::Study, home: &Path) -> (Option<i32>, String) {
    let payload = bag.iter().filter_map(|(path, bytes)| Some((path.strip_prefix("data/")?.to_owned(), bytes.clone())));
    let sealed = record::bundle::seal_payload(&payload.collect(), "2026-11-16", study);
    std::fs::write(home.join("sealed.zip"), record::bundle::to_zip("study", &sealed).unwrap()).unwrap();
    let output = rejudge(&["verify", "sealed.zip"], home, "");
    (output.status.code(), combined_output(&output))
}

#[test]
fn what_authors_say_and_how_many_came_are_in_a_bundle_and_papers_must_fit_them() {
    let home = tempfile::tempdir().unwrap();
    copy("fluency", home.path());
    let record = "# not for others\n[[author]]\nfamily = \"Example\"\ngiven = \"Ada\"\nemail = \"ada@example.org\"\n\
                  [[author]]\nfamily = \"Other\"\nemail = \"other@example.org\"\n\
                  [publication]\nlicence = \"CC-BY-4.0\"\n[[answer]]\nquestion = \"3.2.2.1\"\nchoose = [\"no\"]\n";
    std::fs::write(home.path().join("fluency/record.toml"), record).unwrap();
    let data = simulate_judgements("fluency", home.path());
    let bundle = |data: &str| {
        let bundle =
            ["bundle", "fluency", "--out", "b.zip", "--date", "2026-11-16", "--replicates", "50", "--data", data];
        let output = rejudge(&bundle, home.path(), "");
        assert!(output.status.success(), "{}", combined_output(&output));
    };
    bundle(&data);
    let output = rejudge(&["rerun", "b.zip", "--out", "again", "--simulate"], home.path(), "");
    assert!(output.status.success(), "{}", combined_output(&output));
    // What was collected on the server says how many came.
    bundle("again/judgements.csv");
    let bag = record::bundle::from_zip(&std::fs::read(home.path().join("b.zip")).unwrap()).unwrap();
    let text = |path: &str| String::from_utf8(bag[path].clone()).unwrap();
    let kept = text("data/record.toml");
    assert!(kept.contains("ada@example.org") && !kept.contains("not for others"), "{kept}");
    assert!(bag.values().all(|bytes| !String::from_utf8_lossy(bytes).contains("other@example.org")));
    let study = worked_study("fluency");
    let (code, words) = sealed_again(&bag, &study, home.path());
    assert_eq!(code, Some(0), "{words}");
    assert!(words.contains("study/, judgements.csv, record.toml, sessions.csv;"), "{words}");
    let sessions = text("data/sessions.csv");
    let other_counts = {
        let count = |word: &str| -> usize {
            let row = sessions.lines().find(|line| line.starts_with(&format!("{word},")));
            row.map_or(0, |row| row.split(',').nth(1).unwrap().parse().unwrap())
        };
        let (arrived, declined) = (count("arrived"), count("declined"));
        let changed = sessions.replace(&format!("arrived,{arrived}"), &format!("arrived,{}", arrived + 1));
        let rest = changed.lines().next_back().unwrap().splitn(3, ',').nth(2).unwrap().to_owned();
        match declined {
            0 => format!("{changed}declined,1,{rest}\n"),
            some => changed.replace(&format!("declined,{some}"), &format!("declined,{}", some + 1)),
        }
    };
    let mut counted = bag.clone();
    counted.insert("data/sessions.csv".to_owned(), other_counts.into_bytes());
    let (code, words) = sealed_again(&counted, &study, home.path());
    assert!(code == Some(1) && words.contains("  arrivals: "), "{words}");
    for (path, changed, named) in [
        ("sessions.csv", sessions.replace(",simulated,", ",people,"), "sessions.csv"),
        ("record.toml", kept.replace("CC-BY-4.0", "CC0-1.0"), "LICENSE.md"),
        ("record.toml", kept.replace("\"no\"", "\"yes\""), "datasheet/heds.md"),
        ("record.toml", kept.replace("Ada", "Eve"), "croissant.json"),
    ] {
        assert_ne!(changed.as_bytes(), bag[&format!("data/{path}")], "{path}");
        let mut edited = bag.clone();
        edited.insert(format!("data/{path}"), changed.into_bytes());
        let (code, words) = sealed_again(&edited, &study, home.path());
        assert_eq!(code, Some(1), "{path}: {words}");
        assert!(words.contains(&format!("`{named}` is not what the study, the judgements")), "{path}: {words}");
    }
}

fn page_back(bag: &mut record::bundle::FileMap, at: usize) {
    bag.get_mut("data/judgements.csv").unwrap()[at] ^= 1;
}

/// Contents of checks, training, texts, requirements and pay are changed; three deviations are stated, one of them in vain.
fn deviating(folder: &Path) {
    let change = |name: &str, from: &str, to: &str| {
        let path = folder.join(name);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{name}: {from}");
        std::fs::write(&path, text.replacen(from, to, 1)).unwrap();
    };
    change("checks.csv", "What time should green tea steep for?", "How many minutes should green tea steep?");
    change("training.csv", "A leaves out what the girl is doing.", "A says nothing of what she does.");
    change("instructions.md", "closest in meaning", "nearest in meaning");
    change("consent.md", "I am 18 or older", "I am 21 or older");
    change("study.toml", "English is your first language.", "English is your first or second language.");
    change("study.toml", "amount = 1.20", "amount = 1.50");
    let stated = |what: &str| format!("{{ what = \"{what}\", original = \"so\", here = \"otherwise\" }},\n");
    let stated = format!("deviations = [\n{}{}{}", stated("checks"), stated("payment"), stated("time limit"));
    change("study.toml", "deviations = [\n", &stated);
}

#[test]
fn deviations_are_held_against_what_is_stated_in_diff_compare_and_rerun() {
    let home = tempfile::tempdir().unwrap();
    copy("meaning-pairs", home.path());
    let data = simulate_judgements("meaning-pairs", home.path());
    let run = |arguments: &[&str]| {
        let output = rejudge(arguments, home.path(), "");
        assert!(output.status.success(), "{}", combined_output(&output));
        combined_output(&output)
    };
    let arguments = ["--data", data.as_str(), "--replicates", "50"];
    run(&[&["analyse", "meaning-pairs", "--out", "meaning-pairs"], &arguments[..]].concat());
    run(&[&["bundle", "meaning-pairs", "--out", "b.zip", "--date", "2026-11-16"], &arguments[..]].concat());
    run(&["rerun", "b.zip", "--out", "again", "--simulate"]);
    let read = |path: &str| std::fs::read_to_string(home.path().join(path)).unwrap();
    assert!(read("again/report.md").contains("None: the studies are the same."));
    deviating(&home.path().join("again/study"));
    let words = run(&["rerun", "b.zip", "--out", "again", "--simulate"]);
    std::fs::copy(home.path().join("again/results.json"), home.path().join("again/study/results.json")).unwrap();
    run(&["compare", "meaning-pairs", "again/study", "--out", "compared"]);
    let shown = run(&["diff", "meaning-pairs", "again/study"]);
    for page in [words, shown, read("again/report.md"), read("compared/report.md")] {
        let has = |kind: &str, what: &str| page.lines().any(|line| line.contains(kind) && line.contains(what));
        for what in ["checks", "payment"] {
            assert!(has("stated and found", what), "{what}: {page}");
        }
        for what in ["consent", "instructions", "training garden: feedback", "requirements"] {
            assert!(has("found and not stated", what), "{what}: {page}");
        }
        assert!(has("stated and not found", "time limit"), "{page}");
        // What both studies state is about the original of both.
        assert!(!page.lines().any(|line| line.contains("stated and not found") && line.contains("platform")), "{page}");
    }
    let value: Value = serde_json::from_str(&read("again/comparison.json")).unwrap();
    assert_eq!(value["deviations"]["rerun"]["stated_and_not_found"], serde_json::json!(["time limit"]));
    let value: Value = serde_json::from_str(&read("compared/comparison.json")).unwrap();
    let deviations = &value["deviations"];
    assert_eq!(deviations["study"]["stated_and_found"], serde_json::json!(["checks", "payment"]), "{deviations:#}");
    // Another study is not taken for it.
    let text = read("again/study/study.toml");
    std::fs::write(home.path().join("again/study/study.toml"), text.replace("id = \"meaning\"", "id = \"sense\""))
        .unwrap();
    let output = rejudge(&["rerun", "b.zip", "--out", "again", "--simulate"], home.path(), "");
    assert_eq!(output.status.code(), Some(1), "{}", combined_output(&output));
}

#[test]
fn items_that_may_not_travel_are_hashes_everywhere() {
    let home = tempfile::tempdir().unwrap();
    copy("fluency", home.path());
    let data = simulate_judgements("fluency", home.path());
    std::fs::write(
        home.path().join("fluency/record.toml"),
        "[publication]\nshare_items = false\nlicence = \"CC-BY-4.0\"\n",
    )
    .unwrap();
    // What was frozen has the study's files.
    assert!(rejudge(&["preregister", "fluency"], home.path(), "").status.success());
    let arguments =
        ["bundle", "fluency", "--data", &data, "--out", "b.zip", "--date", "2026-11-16", "--replicates", "50"];
    let output = rejudge(&arguments, home.path(), "");
    assert!(output.status.success(), "{}", combined_output(&output));
    let items = std::fs::read_to_string(home.path().join("fluency/items.csv")).unwrap();
    let output_text = items.lines().nth(1).unwrap().rsplit(',').next().unwrap().trim_matches('"').to_owned();
    assert!(output_text.len() > 20, "{output_text}");
    let bag = record::bundle::from_zip(&std::fs::read(home.path().join("b.zip")).unwrap()).unwrap();
    for (path, bytes) in &bag {
        assert!(!String::from_utf8_lossy(bytes).contains(&output_text), "{path} holds an item");
    }
    let output = rejudge(&["verify", "b.zip"], home.path(), "");
    assert!(output.status.success(), "{}", combined_output(&output));
}

#[test]
fn a_study_is_frozen_once_and_departures_are_found() {
    let home = tempfile::tempdir().unwrap();
    copy("fluency", home.path());
    let run = |arguments: &[&str]| rejudge(&[&["preregister", "fluency"], arguments].concat(), home.path(), "");
    let output = run(&["--out", "forms"]);
    assert!(output.status.success(), "{}", combined_output(&output));
    for form in ["osf", "aspredicted", "recipe", "recipe-after"] {
        assert!(home.path().join(format!("forms/{form}.html")).is_file(), "{form}");
    }
    assert!(combined_output(&run(&[])).contains("the study is as it was frozen"));
    let file = home.path().join("fluency/study.toml");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace("completions = 2", "completions = 3")).unwrap();
    let output = run(&[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        combined_output(&output).contains("people per question: registered: 2; now: 3"),
        "{}",
        combined_output(&output)
    );
    // What is written once more is what was registered.
    let osf = std::fs::read_to_string(home.path().join("forms/osf.json")).unwrap();
    assert!(run(&["--out", "forms"]).status.code() == Some(1));
    assert_eq!(std::fs::read_to_string(home.path().join("forms/osf.json")).unwrap(), osf);
    let data = simulate_judgements("fluency", home.path());
    let analysed = ["analyse", "fluency", "--data", &data, "--out", "results", "--replicates", "50"];
    assert!(rejudge(&analysed, home.path(), "").status.success());
    let report = std::fs::read_to_string(home.path().join("results/report.md")).unwrap();
    assert!(report.contains("people per question: registered: 2; now: 3"), "{report}");
    assert!(report.contains("`study.toml` was changed at `lists.completions`"), "{report}");
    // As many as were registered: 60 questions for two people each.
    assert!(!report.contains("sample: registered"), "{report}");
    let all = std::fs::read_to_string(&data).unwrap();
    let half: Vec<&str> = all.lines().take(61).collect();
    std::fs::write(home.path().join("half.csv"), half.join("\n") + "\n").unwrap();
    let analysed = ["analyse", "fluency", "--data", "half.csv", "--out", "half", "--replicates", "50"];
    assert!(rejudge(&analysed, home.path(), "").status.success());
    let report = std::fs::read_to_string(home.path().join("half/report.md")).unwrap();
    assert!(report.contains("sample: registered: 120 judgements by at least 2 people; analysed: 60 by"), "{report}");
    assert!(run(&["--again"]).status.success());
    assert!(combined_output(&run(&[])).contains("the study is as it was frozen"));
}

#[test]
fn a_finished_study_can_be_browsed_blind_or_not() {
    let home = tempfile::tempdir().unwrap();
    let data = simulate_judgements("meaning-pairs", home.path());
    let study = studies().join("meaning-pairs").display().to_string();
    for (folder, arguments) in [("open", &[][..]), ("blind", &["--blind"][..])] {
        let given = ["archive", &study, "--data", &data, "--out", folder, "--replicates", "50"];
        let output = rejudge(&[&given[..], arguments].concat(), home.path(), "");
        assert!(output.status.success(), "{}", combined_output(&output));
        let item = std::fs::read_to_string(home.path().join(folder).join("items/1.html")).unwrap();
        assert!(item.contains("SIMULATED") && item.contains("<h2>Judgements</h2>"), "{item}");
        assert_eq!(item.contains("HRQ-VAE"), folder == "open");
        assert_eq!(home.path().join(folder).join("report.html").is_file(), folder == "open");
    }
}
